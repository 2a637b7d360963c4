// The console: lines that are typed to a world that runs, and what is said of them.

import { keep, kept } from './settings.js';

const KEY = 'revisit.lines';
const MOST_KEPT = 100;
const MOST_SHOWN = 400;

const $ = (id) => document.getElementById(id);
const earlier = (Array.isArray(kept(KEY)) ? kept(KEY) : []).filter((line) => typeof line === 'string');
let at = earlier.length;

export const isTyping = () => !$('console').hidden;

export function openConsole() {
    $('console').hidden = false;
    $('console-line').focus();
}

export function closeConsole() {
    $('console').hidden = true;
    $('console-line').blur();
}

function show(text, tone) {
    const line = document.createElement('li');
    line.textContent = text;
    line.className = tone;
    $('console-lines').append(line);
    while ($('console-lines').children.length > MOST_SHOWN) $('console-lines').firstChild.remove();
    line.scrollIntoView({ block: 'nearest' });
}

// What was said of lines.
export function answer(typed) {
    for (const { line, said } of typed) {
        show(`> ${line}`, 'typed');
        for (const { text, tone } of said) show(text, tone);
    }
}

export function completed({ line, choices }) {
    $('console-line').value = line;
    if (choices.length > 1) show(choices.join('  '), 'note');
}

// `send` is called with lines, `complete` with one whose end is to be completed.
export function listenToConsole(send, complete) {
    const line = $('console-line');
    const again = (by) => {
        at = Math.max(0, Math.min(earlier.length, at + by));
        line.value = earlier[at] ?? '';
    };
    const keys = {
        Enter() {
            const text = line.value.trim();
            line.value = '';
            if (!text) return;
            if (earlier.at(-1) !== text) earlier.push(text);
            earlier.splice(0, earlier.length - MOST_KEPT);
            at = earlier.length;
            keep(KEY, earlier);
            send(text);
        },
        Tab: () => complete(line.value),
        ArrowUp: () => again(-1),
        ArrowDown: () => again(1),
        Escape: closeConsole,
        F2: closeConsole,
    };
    line.addEventListener('keydown', (event) => {
        const act = keys[event.code];
        event.stopPropagation();
        if (!act) return;
        event.preventDefault();
        act();
    });
    $('console-close').onclick = closeConsole;
}
