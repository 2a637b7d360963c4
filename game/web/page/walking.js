// In a world: what keys and buttons do besides walking, the menu, links and recordings.

import { closeConsole, isTyping, openConsole } from './console.js';
import { letGo, lock, poll } from './input.js';
import { linkTo } from './links.js';
import { chartWorld, isMapOpen, setChart, showMap } from './map.js';
import { $, say, show, state } from './screen.js';
import { engine, session } from './session.js';
import { setRunning } from './sound.js';

// Longest time that a frame without any is taken for, s.
const LONGEST_FRAME = 0.125;

export const isWalking = () => state() === 'world' && !$('menu').open && !isTyping();

let last = 0;
// What the worker goes by until it is told something else.
let held = '';
function hold(asked) {
    const text = JSON.stringify(asked);
    // A turn or a jump counts each time.
    if (text === held && !asked.yaw && !asked.pitch && !asked.jump) return;
    held = text;
    engine.send('held', { held: asked });
}

export function walkIn() {
    held = '';
    requestAnimationFrame(walk);
}

function walk(now) {
    if (state() !== 'world') return;
    const { acts, ...asked } = poll(Math.min(LONGEST_FRAME, Math.max(0, now - last) / 1000));
    last = now;
    if (isWalking()) {
        hold(asked);
        acts.forEach(act);
    }
    requestAnimationFrame(walk);
}

// What keys and buttons do besides walking.
const ACTS = {
    menu: () => (isMapOpen() ? act('map') : openMenu()),
    fly: () => engine.send('fly'),
    vehicle_mode: () => engine.send('mode'),
    map() {
        showMap(!isMapOpen());
        if (isMapOpen()) document.exitPointerLock?.();
        engine.send('follow', { on: isMapOpen() });
        if (isMapOpen() && chartWorld() !== session.status?.world) askForChart();
    },
    console() {
        letGo();
        hold(still());
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
export const act = (name) => ACTS[name]?.();
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
    session.sound?.close();
    session.sound = null;
    engine.send('leave');
    session.status = null;
    document.title = 'Revisit';
    if (session.source.demo) {
        show('start');
        // Where one came from, for whoever has no mouse.
        document.querySelector(`[data-demo="${CSS.escape(session.source.demo)}"]`)?.focus();
    } else show('game');
}

export function askForChart() {
    setChart(null, null);
    engine.send('chart');
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
    if (!session.status) return;
    const link = linkTo(session.source.demo, session.status);
    try {
        await navigator.clipboard.writeText(link);
        say('The link is copied');
    } catch {
        history.replaceState(null, '', link);
        say('The link is in the address of this page');
    }
};

export async function replay(file) {
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
