// The page: which game, which world, and what surrounds the picture. The engine is in the worker.

import { Worked } from './engine.js';
import { ofDrop, ofInput } from './handed.js';
import { letGo, listen, lock, poll } from './input.js';
import { asked, linkTo } from './links.js';
import { bindSettings, pictureSettings, settings } from './settings.js';
import { openSound, setRunning, setVolume } from './sound.js';

const $ = (id) => document.getElementById(id);
const PHASES = {
    discover: 'Finding the files', read: 'Reading files', parse: 'Reading models and worlds', build: 'Building the world',
    textures: 'Unpacking textures', collide: 'Preparing the ground to walk on', shapes: 'Sending shapes to the graphics card',
    upload: 'Sending textures to the graphics card',
};
// How long a line about the world stays, ms.
const SAID_MS = 5000;

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
const isWalking = () => state() === 'world' && !$('menu').open;

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

function openFiles(files, name) {
    if (files.length === 0) {
        trouble('There are no files in it. Choose the folder that the game is installed in.');
        return;
    }
    const link = asked();
    const then = link.demo ? { world: null, view: null } : link;
    open({ files, name: name || 'the folder' }, { ...then, enter: false });
}

function showGame() {
    show('game');
    $('game-name').textContent = game.name;
    $('game-summary').textContent = game.why_none ?? game.summary;
    const buttons = game.worlds.map((world) => {
        const button = document.createElement('button');
        button.type = 'button';
        button.textContent = world.name;
        button.dataset.world = world.id;
        button.classList.toggle('first', world.id === (wanted.world ?? game.first));
        button.onclick = () => enter(world.id, world.id === wanted.world ? wanted.view : null);
        return button;
    });
    $('worlds').replaceChildren(...buttons);
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
    engine.send('enter', { world, view, port: sound?.port ?? null }, sound ? [sound.port] : []);
}

// ---- what the worker says ------------------------------------------------

const heard = {
    game({ game: found }) {
        game = found;
        const world = wanted.world ?? game.first;
        if (wanted.enter && game.worlds.some((known) => known.id === world)) enter(world, wanted.view);
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
        show('world');
        document.title = `${entered.name} · Revisit`;
        $('hint').textContent = matchMedia('(pointer: coarse)').matches
            ? 'Left thumb walks, right thumb looks' : 'Click to look around · W A S D walk · Esc for the menu';
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
        const root = document.documentElement.dataset;
        root.tick = now.tick;
        if (!figures) return;
        root.frames = figures.frames;
        if (figures.frames === 1) root.firstPicture = Math.round(performance.now() - clickedAt);
        root.frameMs = figures.frame_ms.toFixed(1);
        root.ownMs = figures.own_ms.toFixed(2);
        root.memory = figures.memory;
        const [x, y, z] = now.eye.map((value) => value.toFixed(1));
        $('statistics').textContent = `${(1000 / figures.frame_ms).toFixed(0)} frames/s, ${figures.own_ms.toFixed(1)} ms of it ours\n`
            + `${now.triangles} triangles in ${now.draws} draws\n${(figures.memory / 1048576).toFixed(0)} MiB, read ${(now.bytes_read / 1048576).toFixed(1)} MiB\n`
            + `at ${x} ${y} ${z}\n${engine.adapter}`;
    },
    snapshot({ blob }) {
        save(blob, `revisit-${game.title}-${entered.world.replaceAll('/', '-')}.png`);
    },
    recording({ text }) {
        save(new Blob([text], { type: 'application/jsonl' }), `revisit-${game.title}-${entered.world.replaceAll('/', '-')}.jsonl`);
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
    lost({ text }) {
        again(`${text} The world was opened again where you were.`);
    },
    broken({ text }) {
        stopped(`The engine stopped because of a bug in Revisit: ${text}`, true);
    },
};

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
    const held = poll(Math.min(0.125, Math.max(0, now - last) / 1000));
    last = now;
    if (isWalking()) {
        engine.send('held', { held });
        if (held.menu) openMenu();
    }
    requestAnimationFrame(walk);
}

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
    if (!document.pointerLockElement && isWalking() && document.hasFocus()) openMenu();
});
addEventListener('keydown', (event) => {
    if (event.code === 'Escape' && isWalking()) openMenu();
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
};
$('loading-stop').onclick = () => {
    engine.end();
    show('start');
};
$('folder').onclick = () => $('folder-input').click();
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
    try {
        const listing = ofDrop(event.dataTransfer, (count) => { $('loading-phase').textContent = `${count} files so far`; });
        loading('Listing the folder', '');
        const files = await listing;
        show('start');
        openFiles(files, files[0]?.name.split('/')[0]);
    } catch (error) {
        show('start');
        trouble(`The folder cannot be listed: ${error.message}`);
    }
});

bindSettings((name) => {
    if (name === 'volume') setVolume();
    $('statistics').hidden = !settings.show_statistics;
    engine.send('picture', { picture: pictureSettings() });
});
$('statistics').hidden = !settings.show_statistics;
listen($('stage'), isWalking);
show('start');
{
    const link = asked();
    if (link.demo) open({ demo: link.demo }, { ...link, enter: true });
    else if (link.world) trouble(`This link leads to the world "${link.world}" of a game you own: choose its folder.`);
}
// For whoever looks with the browser's tools, and for tests.
window.revisit = engine;
if ('serviceWorker' in navigator) navigator.serviceWorker.register('offline.js').catch(() => {});
