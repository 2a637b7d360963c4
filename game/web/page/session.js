// What is open: where its files come from, which game, which world; how one comes there and leaves.

import { build, stopBuilding } from './building.js';
import { Worked } from './engine.js';
import { asked } from './links.js';
import { $, calm, loading, show, trouble } from './screen.js';
import { landSettings, settings } from './settings.js';
import { openSound } from './sound.js';

export const engine = new Worked($('stage'));
export const session = {
    // `{ demo }`, or `{ files, name, handle }`.
    source: null,
    game: null,
    entered: null,
    wanted: { world: null, view: null },
    sound: null,
    status: null,
    clickedAt: 0,
    // What is said once the world is open.
    afterwards: '',
};

// Opens files or a demo: `{ demo }` or `{ files, name }`.
export function open(what, then = { world: null, view: null, enter: false }) {
    calm();
    stopBuilding();
    session.clickedAt = performance.now();
    session.source = what;
    session.wanted = then;
    session.game = null;
    loading(what.demo ? 'Building the demo' : `Looking at ${what.name}`, 'Starting the engine');
    try {
        engine.begin();
    } catch (error) {
        stopped(error.message);
        return;
    }
    if (what.demo) build(what.demo, takeDemo);
    else engine.send('files', { names: what.files.map(({ name }) => name) });
}

// Files that go to the worker at once. A browser asks the disk about each of them, and answers nobody meanwhile.
const AT_ONCE = 100;

// Passes on the files that the engine asked for, and then asks it again.
export async function passOn(lacking, then) {
    const { source } = session;
    const { worker } = engine;
    for (let from = 0; from < lacking.length; from += AT_ONCE) {
        const places = lacking.slice(from, from + AT_ONCE);
        engine.send('passOn', { places, files: places.map((place) => source.files[place].file) });
        if (lacking.length > AT_ONCE) {
            $('loading-phase').textContent = `Passing on ${lacking.length} files`;
            $('loading-bar').value = from / lacking.length;
        }
        await new Promise((done) => setTimeout(done));
        // Somebody stopped it, or opened something else.
        if (session.source !== source || engine.worker !== worker) return;
    }
    engine.send(then.kind, then);
}

// Hands a demo that was built to the engine.
function takeDemo({ built, failed, broken }) {
    if (built) engine.send('demo', built);
    else engine.hear(failed ? { kind: 'failed', text: failed } : { kind: 'broken', text: broken });
}

export function openFiles(files, name, handle = null) {
    if (files.length === 0) {
        trouble('There are no files in it. Choose the folder that the game is installed in.');
        return;
    }
    const link = asked();
    const then = link.demo ? { world: null, view: null } : link;
    open({ files, name: name || 'the folder', handle }, { ...then, enter: false });
}

export async function enter(world, view) {
    calm();
    session.clickedAt ||= performance.now();
    loading(session.game.name, 'Loading');
    if (engine.begin()) {
        // Another way of drawing: the worker is new and knows nothing.
        open(session.source, { world, view, enter: true });
        return;
    }
    session.sound = await openSound();
    const wants = { world, view, quality: settings.textures, land: landSettings(), volumes: volumes(), port: session.sound?.port ?? null };
    engine.send('enter', wants, session.sound ? [session.sound.port] : []);
}

export const volumes = () => [settings.effects_volume, settings.speech_volume, settings.music_volume];

// Ends what runs and says why. A worker that broke is not used again.
export function stopped(text, isBroken = false) {
    document.exitPointerLock?.();
    if ($('menu').open) $('menu').close();
    if (isBroken) engine.end();
    stopBuilding();
    if (session.game && !isBroken) {
        engine.send('leave');
        show('game');
    } else show('start');
    trouble(text);
}

// After the device was lost: the same world where it was.
export function again(text) {
    const [world, view] = session.status
        ? [session.status.world, [...session.status.eye, session.status.yaw_deg, session.status.pitch_deg]] : [session.entered?.world ?? null, null];
    engine.end();
    open(session.source, { world, view, enter: true });
    session.afterwards = text;
}
