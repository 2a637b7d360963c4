// The page: which game, which world, and what surrounds the picture. The engine is in the worker.

import { answer, closeConsole, completed, isTyping, listenToConsole, openConsole } from './console.js';
import { Worked } from './engine.js';
import { ofDrop, ofHandle, ofInput } from './handed.js';
import { letGo, listen, lock, poll } from './input.js';
import { hint, listKeys } from './keys.js';
import { asked, linkTo } from './links.js';
import { chartWorld, isMapOpen, listenToMap, moveOnMap, setChart, showMap } from './map.js';
import { allowed, forget, recent, remember } from './recent.js';
import { bindSettings, pictureSettings, settings } from './settings.js';
import { showStatistics } from './statistics.js';
import { openSound, setRunning, setVolume } from './sound.js';

const $ = (id) => document.getElementById(id);
const PHASES = {
    discover: 'Finding the files', read: 'Reading files', parse: 'Reading models and worlds', build: 'Building the world',
    textures: 'Unpacking textures', collide: 'Preparing the ground to walk on', shapes: 'Sending shapes to the graphics card',
    upload: 'Sending textures to the graphics card',
};
// How long a line about the world stays, ms.
const SAID_MS = 5000;
// Levels that are listed at once; of more, a filter finds the rest.
const MOST_LEVELS = 120;
// Longest time that a frame without any is taken for, s.
const LONGEST_FRAME = 0.125;

const engine = new Worked($('stage'), (message) => heard[message.kind]?.(message));
// What is open: where its files come from, the game, the world.
let source = null;
let game = null;
let entered = null;
let wanted = { world: null, view: null };
let sound = null;
let status = null;
let clickedAt = 0;
// What is said once the world is open.
let afterwards = '';

function show(state) {
    document.documentElement.dataset.state = state;
    const inWorld = state === 'world';
    $('world').hidden = !inWorld;
    $('start').hidden = inWorld;
    $('loading').hidden = state !== 'loading';
    $('choose').hidden = state !== 'start';
    $('game').hidden = state !== 'game';
    $('several').hidden = state !== 'several';
}

const state = () => document.documentElement.dataset.state;
const isWalking = () => state() === 'world' && !$('menu').open && !isTyping();

function trouble(text) {
    $('trouble').hidden = false;
    $('trouble').firstElementChild.textContent = text;
    $('trouble').scrollIntoView({ block: 'nearest' });
}

function calm() {
    $('trouble').hidden = true;
}

function say(text) {
    // The menu lies over the world.
    for (const id of ['said', 'menu-said']) $(id).textContent = text;
    clearTimeout(say.timer);
    say.timer = setTimeout(() => {
        for (const id of ['said', 'menu-said']) $(id).textContent = '';
    }, SAID_MS);
}

function loading(name, phase) {
    show('loading');
    $('loading-name').textContent = name;
    $('loading-phase').textContent = phase;
    $('loading-bar').removeAttribute('value');
    $('loading-name').focus();
}

// ---- which game ----------------------------------------------------------

// Opens files or a demo: `{ demo }` or `{ files, name }`.
function open(what, then = { world: null, view: null, enter: false }) {
    calm();
    clickedAt = performance.now();
    source = what;
    wanted = then;
    game = null;
    loading(what.demo ? 'Building the demo' : `Looking at ${what.name}`, 'Starting the engine');
    try {
        engine.begin();
    } catch (error) {
        stopped(error.message);
        return;
    }
    if (what.demo) engine.send('demo', { name: what.demo });
    else engine.send('files', { files: what.files });
}

function openFiles(files, name, handle = null) {
    if (files.length === 0) {
        trouble('There are no files in it. Choose the folder that the game is installed in.');
        return;
    }
    const link = asked();
    const then = link.demo ? { world: null, view: null } : link;
    open({ files, name: name || 'the folder', handle }, { ...then, enter: false });
}

function showGame() {
    show('game');
    $('game-name').textContent = game.name;
    $('game-summary').textContent = game.why_none ?? game.summary;
    $('worlds-filter').hidden = game.worlds.length <= MOST_LEVELS;
    $('worlds-filter').querySelector('input').value = '';
    $('stage-form').hidden = !game.is_staged;
    $('check').hidden = !game.title;
    listLevels('');
    if (game.is_staged) engine.send('models', { words: '' });
    if (source.handle && game.title) void remember(source.handle, game.name);
    const lines = game.title ? game.lines : [...game.lines, ...(game.report ? [game.report] : [])];
    $('game-notes').hidden = lines.length === 0;
    $('game-notes').querySelector('summary').textContent = game.title
        ? `What is missing or odd: ${lines.length}` : 'What is in it, for a report';
    $('game-notes').querySelector('ul').replaceChildren(...lines.map((line) => {
        const item = document.createElement('li');
        item.textContent = line;
        return item;
    }));
    ($('worlds').querySelector('.first') ?? $('game-close')).focus();
}

// The levels whose names have all of these words, at most as many as a page bears.
function listLevels(text) {
    const words = text.toLowerCase().split(/\s+/).filter(Boolean);
    const first = wanted.world ?? game.first;
    // A stage is no level of the list.
    const all = game.is_staged && game.first ? [{ id: game.first, name: 'The stage' }, ...game.worlds] : game.worlds;
    const named = all.filter(({ id, name }) => words.every((word) => `${name} ${id}`.toLowerCase().includes(word)));
    const shown = [...named.filter(({ id }) => id === first), ...named.filter(({ id }) => id !== first)].slice(0, MOST_LEVELS);
    // In the order of the game, where all of them are shown.
    const listed = named.length <= MOST_LEVELS ? named : shown;
    $('worlds').replaceChildren(...listed.map((world) => {
        const button = document.createElement('button');
        button.type = 'button';
        button.textContent = world.name;
        button.dataset.world = world.id;
        button.classList.toggle('first', world.id === first);
        button.onclick = () => enter(world.id, world.id === wanted.world ? wanted.view : null);
        return button;
    }));
    $('worlds-more').textContent = named.length > listed.length ? `${named.length - listed.length} more: type a part of the name` : '';
}

async function enter(world, view) {
    calm();
    clickedAt ||= performance.now();
    loading(game.name, 'Loading');
    if (engine.begin()) {
        // Another way of drawing: the worker is new and knows nothing.
        open(source, { world, view, enter: true });
        return;
    }
    sound = await openSound();
    const wants = { world, view, quality: settings.textures, volumes: volumes(), port: sound?.port ?? null };
    engine.send('enter', wants, sound ? [sound.port] : []);
}

const volumes = () => [settings.effects_volume, settings.speech_volume, settings.music_volume];

// ---- what the worker says ------------------------------------------------

const heard = {
    game({ game: found }) {
        game = found;
        const world = wanted.world ?? game.first;
        const isKnown = world && (world === game.first || game.is_staged || game.worlds.some((known) => known.id === world));
        if (wanted.enter && isKnown) enter(world, wanted.view);
        else if (wanted.enter && wanted.world) {
            showGame();
            trouble(`There is no world "${wanted.world}" in it.`);
        } else showGame();
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
    opened({ adapter }) {
        engine.adapter = adapter;
    },
    progress({ phase, done, of }) {
        $('loading-phase').textContent = PHASES[phase] ?? phase;
        if (of > 0) $('loading-bar').value = done / of;
    },
    entered(what) {
        entered = what.entered;
        document.documentElement.dataset.world = entered.world;
        show('world');
        document.title = `${entered.name} · Revisit`;
        $('hint').textContent = matchMedia('(pointer: coarse)').matches
            ? 'Left thumb walks, right thumb looks'
            : `Click to look around · ${['forward', 'left', 'backward', 'right'].map(hint).join(' ')} walk · ${hint('menu')} for the menu`;
        setChart(null, null);
        showMap(false);
        setTimeout(() => { $('hint').textContent = ''; }, 8000);
        document.activeElement?.blur();
        if (afterwards) say(afterwards);
        afterwards = '';
        requestAnimationFrame(walk);
    },
    status({ status: now, figures }) {
        if (!now) return;
        status = now;
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
        if (figures.frames === 1) root.firstPicture = Math.round(performance.now() - clickedAt);
        root.frameMs = figures.frame_ms.toFixed(1);
        root.ownMs = figures.own_ms.toFixed(2);
        root.memory = figures.memory;
        root.flying = now.flying;
        showStatistics(now, figures, engine.adapter);
    },
    chart({ chart, lines }) {
        setChart(chart, lines);
        $('map-name').textContent = entered.name;
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
        showGame();
        save(new Blob([text], { type: 'application/json' }), `revisit-${game.title || 'files'}-check.json`);
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
            open(source, { ...wanted });
            afterwards = 'This browser offers no WebGPU: it draws with WebGL2';
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

const fileName = () => `revisit-${game.title}-${entered.world.replace(/[^\w.-]+/g, '-').slice(0, 60)}`;

function caption(text, seconds) {
    if (!settings.captions) return;
    $('caption').textContent = text;
    clearTimeout(caption.timer);
    caption.timer = setTimeout(() => { $('caption').textContent = ''; }, seconds * 1000);
}

function askForChart() {
    setChart(null, null);
    engine.send('chart');
}

// Models that were found for a stage, as buttons that are pressed or not.
const chosen = new Set();
function listModels(models) {
    const buttons = models.map((address) => {
        const button = document.createElement('button');
        button.type = 'button';
        button.textContent = address;
        const press = () => button.setAttribute('aria-pressed', chosen.has(address));
        press();
        button.onclick = () => {
            if (!chosen.delete(address)) chosen.add(address);
            press();
            $('stage-go').disabled = chosen.size === 0;
        };
        return button;
    });
    $('stage-found').replaceChildren(...buttons);
}

// Ends what runs and says why. A worker that broke is not used again.
function stopped(text, isBroken = false) {
    document.exitPointerLock?.();
    if ($('menu').open) $('menu').close();
    if (isBroken) engine.end();
    if (game && !isBroken) {
        engine.send('leave');
        showGame();
    } else show('start');
    trouble(text);
}

// After the device was lost: the same world where it was.
function again(text) {
    const [world, view] = status
        ? [status.world, [...status.eye, status.yaw_deg, status.pitch_deg]] : [entered?.world ?? null, null];
    engine.end();
    open(source, { world, view, enter: true });
    afterwards = text;
}

function save(blob, name) {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(blob);
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
    say(`Saved ${name}`);
}

// ---- in the world --------------------------------------------------------

let last = 0;
function walk(now) {
    if (state() !== 'world') return;
    const held = poll(Math.min(LONGEST_FRAME, Math.max(0, now - last) / 1000));
    last = now;
    if (isWalking()) {
        const { acts, ...asked } = held;
        engine.send('held', { held: asked });
        acts.forEach(act);
    }
    requestAnimationFrame(walk);
}

// What keys and buttons do besides walking.
const ACTS = {
    menu: () => (isMapOpen() ? act('map') : openMenu()),
    fly: () => engine.send('fly'),
    map() {
        showMap(!isMapOpen());
        if (isMapOpen()) document.exitPointerLock?.();
        engine.send('follow', { on: isMapOpen() });
        if (isMapOpen() && chartWorld() !== status?.world) askForChart();
    },
    console() {
        letGo();
        engine.send('held', { held: still() });
        document.exitPointerLock?.();
        openConsole();
    },
    statistics() {
        $('show_statistics').click();
    },
    screenshot: () => engine.send('snapshot'),
    keys() {
        openMenu();
        showTab($('tab-keys'));
    },
};
const act = (name) => ACTS[name]?.();
const still = () => ({ forward: 0, strafe: 0, yaw: 0, pitch: 0, run: false, jump: false, sink: false, fly_m_per_s: 0 });

function openMenu() {
    if (state() !== 'world' || $('menu').open) return;
    letGo();
    document.exitPointerLock?.();
    engine.send('run', { on: false });
    setRunning(false);
    $('menu').showModal();
}

function leave() {
    $('menu').close();
    closeConsole();
    showMap(false);
    sound?.close();
    sound = null;
    engine.send('leave');
    status = null;
    document.title = 'Revisit';
    if (source.demo) show('start');
    else showGame();
}

$('menu').addEventListener('close', () => {
    if (state() !== 'world') return;
    engine.send('run', { on: true });
    setRunning(true);
});
$('menu-open').onclick = openMenu;
$('go-on').onclick = () => {
    $('menu').close();
    void lock($('stage'));
};
for (const name of ['map', 'fly', 'console']) {
    $(`to-${name}`).onclick = () => {
        $('menu').close();
        act(name);
    };
}
$('picture').onclick = () => engine.send('snapshot');
$('record').onclick = () => engine.send('record');
$('replay').onclick = () => $('replay-input').click();
$('replay-input').onchange = async ({ target }) => {
    const [file] = target.files;
    target.value = '';
    if (file) await replay(file);
};
$('to-start').onclick = () => {
    engine.send('start');
    $('menu').close();
};
$('leave').onclick = leave;
$('link').onclick = async () => {
    if (!status) return;
    const link = linkTo(source.demo, status);
    try {
        await navigator.clipboard.writeText(link);
        say('The link is copied');
    } catch {
        history.replaceState(null, '', link);
        say('The link is in the address of this page');
    }
};

async function replay(file) {
    if (file.size > 64 << 20) {
        say('A recording of more than 64 MiB is replayed by the program, not by this page');
        return;
    }
    engine.replaying = true;
    engine.send('replay', { text: await file.text() });
    if ($('menu').open) $('menu').close();
}

document.addEventListener('pointerlockchange', () => {
    // Esc lets the mouse go: that is when people look for the menu.
    if (!document.pointerLockElement && isWalking() && document.hasFocus() && !isMapOpen()) openMenu();
});
document.addEventListener('visibilitychange', () => {
    if (document.hidden && isWalking()) openMenu();
});
addEventListener('resize', () => {
    if (engine.worker) engine.send('resize', engine.size());
});

// ---- the start -----------------------------------------------------------

for (const button of document.querySelectorAll('[data-demo]')) {
    button.onclick = () => open({ demo: button.dataset.demo }, { world: null, view: null, enter: true });
}
$('trouble').querySelector('.close').onclick = calm;
$('game-close').onclick = () => {
    calm();
    show('start');
    void listRecent();
};
$('check').onclick = () => {
    calm();
    loading(`Checking ${game.name}`, 'Reading all files');
    engine.send('check');
};
$('worlds-filter').oninput = ({ target }) => listLevels(target.value);
$('stage-words').oninput = ({ target }) => engine.send('models', { words: target.value });
$('stage-form').onsubmit = (event) => {
    event.preventDefault();
    if (chosen.size > 0) enter([...chosen].join(','), null);
};
$('loading-stop').onclick = () => {
    engine.end();
    show('start');
};
$('folder').onclick = async () => {
    if (!window.showDirectoryPicker) {
        $('folder-input').click();
        return;
    }
    let handle;
    try {
        handle = await showDirectoryPicker({ mode: 'read' });
    } catch {
        // Closed without a choice.
        return;
    }
    await openHandle(handle);
};
$('zip').onclick = () => $('zip-input').click();
for (const id of ['folder-input', 'zip-input']) {
    $(id).onchange = ({ target }) => {
        try {
            const files = ofInput(target.files);
            openFiles(files, files[0]?.name.split('/')[0]);
        } catch (error) {
            trouble(error.message);
        }
        target.value = '';
    };
}
// Opens a folder that the browser keeps.
async function openHandle(handle) {
    calm();
    loading(`Listing ${handle.name}`, '');
    try {
        const files = await ofHandle(await allowed(handle), (count) => { $('loading-phase').textContent = `${count} files so far`; });
        show('start');
        openFiles(files, handle.name, handle);
    } catch (error) {
        show('start');
        trouble(`The folder ${handle.name} cannot be listed: ${error.message}`);
    }
}

async function listRecent() {
    const all = await recent();
    $('recent').hidden = all.length === 0;
    $('recent').querySelector('ul').replaceChildren(...all.map(({ name, game: what, handle }) => {
        const [row, opens, forgets] = ['li', 'button', 'button'].map((tag) => document.createElement(tag));
        opens.type = forgets.type = 'button';
        opens.className = forgets.className = 'plain';
        opens.textContent = `${what} in ${name}`;
        opens.onclick = () => openHandle(handle);
        forgets.textContent = '×';
        forgets.setAttribute('aria-label', `Forget ${name}`);
        forgets.onclick = async () => {
            await forget(name);
            await listRecent();
        };
        row.append(opens, forgets);
        return row;
    }));
}

addEventListener('dragover', (event) => {
    event.preventDefault();
    document.body.classList.add('dragging');
});
addEventListener('dragleave', (event) => {
    if (!event.relatedTarget) document.body.classList.remove('dragging');
});
addEventListener('drop', async (event) => {
    event.preventDefault();
    document.body.classList.remove('dragging');
    const dropped = [...event.dataTransfer.files];
    if (state() === 'world') {
        if (dropped.length === 1) await replay(dropped[0]);
        return;
    }
    calm();
    // Both must be asked for within the event.
    const item = event.dataTransfer.items?.length === 1 ? event.dataTransfer.items[0] : null;
    const keeping = item?.getAsFileSystemHandle?.().catch(() => null);
    try {
        const listing = ofDrop(event.dataTransfer, (count) => { $('loading-phase').textContent = `${count} files so far`; });
        loading('Listing the folder', '');
        const files = await listing;
        const handle = await keeping;
        show('start');
        openFiles(files, files[0]?.name.split('/')[0], handle?.kind === 'directory' ? handle : null);
    } catch (error) {
        show('start');
        trouble(`The folder cannot be listed: ${error.message}`);
    }
});

const TABS = Array.from(document.querySelectorAll('[role="tab"]'));
function showTab(tab) {
    for (const other of TABS) {
        const is = other === tab;
        other.setAttribute('aria-selected', is);
        other.tabIndex = is ? 0 : -1;
        $(other.getAttribute('aria-controls')).hidden = !is;
    }
}
for (const [number, tab] of TABS.entries()) {
    tab.onclick = () => showTab(tab);
    tab.onkeydown = ({ code }) => {
        const by = { ArrowRight: 1, ArrowLeft: -1 }[code];
        if (!by) return;
        const next = TABS[(number + by + TABS.length) % TABS.length];
        showTab(next);
        next.focus();
    };
}

function follow() {
    $('statistics').hidden = !settings.show_statistics;
    document.documentElement.dataset.text = settings.text_size;
    if (!settings.captions) $('caption').textContent = '';
}
bindSettings((name) => {
    if (name === 'volume') setVolume();
    if (name.endsWith('_volume')) engine.send('volumes', { volumes: volumes() });
    follow();
    engine.send('picture', { picture: pictureSettings() });
});
follow();
listKeys($('keys-list'), letGo);
listenToMap();
listenToConsole((line) => engine.send('type', { line }), (line) => engine.send('complete', { line }));
listen($('stage'), isWalking, act);
show('start');
void listRecent();
{
    const link = asked();
    if (link.demo) open({ demo: link.demo }, { ...link, enter: true });
    else if (link.world) trouble(`This link leads to the world "${link.world}" of a game you own: choose its folder.`);
}
// A link to another view of the same page.
addEventListener('hashchange', () => {
    const { world, view } = asked();
    if (state() === 'world' && view && world === status?.world) engine.send('go', { view });
    else location.reload();
});
// For whoever looks with the browser's tools, and for tests.
window.revisit = engine;
if ('serviceWorker' in navigator) navigator.serviceWorker.register('offline.js').catch(() => {});
