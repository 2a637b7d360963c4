// What the worker says, and what the page does then.

import { answer, completed } from './console.js';
import { describeGame, listModels } from './game.js';
import { hint } from './keys.js';
import { chartWorld, isMapOpen, moveOnMap, setChart, showMap } from './map.js';
import { $, caption, save, say, show, state, trouble } from './screen.js';
import { again, engine, enter, open, passOn, session, stopped } from './session.js';
import { settings } from './settings.js';
import { showStatistics } from './statistics.js';
import { askForChart, walkIn } from './walking.js';

const PHASES = {
    discover: 'Finding the files', read: 'Reading files', parse: 'Reading models and worlds', build: 'Building the world',
    textures: 'Unpacking textures', collide: 'Preparing the ground to walk on', shapes: 'Sending shapes to the graphics card',
    upload: 'Sending textures to the graphics card',
};

export const heard = {
    game({ game }) {
        session.game = game;
        describeGame();
        const { wanted } = session;
        const world = wanted.world ?? game.first;
        const isKnown = world && (world === game.first || game.is_staged || game.worlds.some((known) => known.id === world));
        if (wanted.enter && isKnown) {
            enter(world, wanted.view);
            return;
        }
        show('game');
        if (wanted.enter && wanted.world) trouble(`There is no world "${wanted.world}" in it.`);
    },
    several({ games }) {
        show('several');
        const buttons = games.map(({ folder, name }) => {
            const button = document.createElement('button');
            button.type = 'button';
            button.textContent = `${name} in ${folder}`;
            button.onclick = () => {
                loading(name, 'Looking at it');
                engine.send('folder', { folder });
            };
            return button;
        });
        $('several').querySelector('.worlds').replaceChildren(...buttons);
        buttons[0].focus();
    },
    lacking({ lacking, then }) {
        void passOn(lacking, then);
    },
    opened({ adapter }) {
        engine.adapter = adapter;
    },
    progress({ phase, done, of }) {
        $('loading-phase').textContent = PHASES[phase] ?? phase;
        if (of > 0) $('loading-bar').value = done / of;
    },
    entered(what) {
        session.entered = what.entered;
        document.documentElement.dataset.world = session.entered.world;
        show('world');
        document.title = `${session.entered.name} · Revisit`;
        $('hint').textContent = matchMedia('(pointer: coarse)').matches
            ? 'Left thumb walks, right thumb looks'
            : `Click to look around · ${['forward', 'left', 'backward', 'right'].map(hint).join(' ')} walk · ${hint('menu')} for the menu`;
        setChart(null, null);
        showMap(false);
        setTimeout(() => { $('hint').textContent = ''; }, 8000);
        document.activeElement?.blur();
        if (session.afterwards) say(session.afterwards);
        session.afterwards = '';
        walkIn();
    },
    status({ status: now, figures }) {
        if (!now) return;
        session.status = now;
        for (const line of now.said) say(line);
        for (const [text, seconds] of now.captions) caption(text, seconds);
        answer(now.typed);
        moveOnMap(now);
        if (isMapOpen() && chartWorld() && chartWorld() !== now.world) askForChart();
        $('badge').hidden = !now.pvp;
        $('air').hidden = now.air === null;
        if (now.air !== null) {
            $('air').firstElementChild.value = now.air;
            $('air').lastElementChild.textContent = now.air > 0 ? 'Air' : 'No air: you are drowning';
        }
        const root = document.documentElement.dataset;
        root.tick = now.tick;
        if (!figures) return;
        root.frames = figures.frames;
        if (figures.frames === 1) root.firstPicture = Math.round(performance.now() - session.clickedAt);
        root.frameMs = figures.frame_ms.toFixed(1);
        root.ownMs = figures.own_ms.toFixed(2);
        root.memory = figures.memory;
        root.flying = now.flying;
        showStatistics(now, figures, engine.adapter);
    },
    chart({ chart, lines }) {
        setChart(chart, lines);
        $('map-name').textContent = session.entered.name;
    },
    models({ models }) {
        listModels(models);
    },
    completed,
    checking({ done, of, name }) {
        $('loading-phase').textContent = name;
        if (of > 0) $('loading-bar').value = done / of;
    },
    checked({ text, summary }) {
        show('game');
        save(new Blob([text], { type: 'application/json' }), `revisit-${session.game.title || 'files'}-check.json`);
        trouble(`${summary} The report is saved; nothing was sent.`);
    },
    snapshot({ blob }) {
        save(blob, `${fileName()}.png`);
    },
    recording({ text }) {
        save(new Blob([text], { type: 'application/jsonl' }), `${fileName()}.jsonl`);
    },
    replaying() {
        engine.replaying = false;
        say('Replaying');
    },
    failed({ text }) {
        if (state() === 'world' && $('menu').open) $('menu').close();
        if (state() === 'world' && engine.replaying) {
            // A recording that does not fit leaves the world as it is.
            engine.replaying = false;
            say(text);
            engine.send('run', { on: true });
            return;
        }
        stopped(text);
    },
    unopened({ webgpu, text }) {
        if (webgpu) {
            $('webgpu').click();
            engine.end();
            open(session.source, { ...session.wanted });
            session.afterwards = 'This browser offers no WebGPU: it draws with WebGL2';
            return;
        }
        stopped(`This browser cannot draw worlds here: it offers no WebGL2. Current versions of Chrome, Edge, Firefox and Safari have it, if hardware acceleration is on in their settings. (${text})`, true);
    },
    lost({ text }) {
        again(`${text} The world was opened again where you were.`);
    },
    broken({ text }) {
        stopped(`The engine stopped because of a bug in Revisit: ${text}`, true);
    },
};

const fileName = () => `revisit-${session.game.title}-${session.entered.world.replace(/[^\w.-]+/g, '-').slice(0, 60)}`;
