// Keys by action, as the window has them, kept in this browser. A key is named by its place on the keyboard, as
// browsers do.

import { keep, kept } from './settings.js';

const KEY = 'revisit.keys';
// As in the window.
const MOST = 5;

// Action: what it is called, and its keys at the start. Names and order are those of the window's table.
const ACTIONS = {
    forward: ['Forward', 'KeyW'],
    backward: ['Backward', 'KeyS'],
    left: ['Strafe left', 'KeyA'],
    right: ['Strafe right', 'KeyD'],
    run: ['Run, or fly faster', 'ShiftLeft', 'ShiftRight'],
    jump: ['Jump, or ascend when flying', 'Space'],
    sink: ['Descend when flying, dive or crouch', 'ControlLeft', 'KeyC'],
    turn_left: ['Turn left', 'ArrowLeft'],
    turn_right: ['Turn right', 'ArrowRight'],
    look_up: ['Look up', 'ArrowUp', 'PageUp'],
    look_down: ['Look down', 'ArrowDown', 'PageDown'],
    fly: ['Free camera', 'KeyV'],
    vehicle_mode: ['Ride; tracks, hover, submarine', 'KeyB'],
    map: ['Map', 'KeyM'],
    keys: ['Show controls', 'F1'],
    console: ['Console', 'F2', 'Backquote'],
    statistics: ['Statistics', 'F3'],
    screenshot: ['Take a screenshot', 'KeyP', 'F12'],
    menu: ['Menu', 'Escape'],
};

const bound = new Map();

function reset() {
    for (const [action, [, ...keys]] of Object.entries(ACTIONS)) bound.set(action, keys);
}

reset();
for (const [action, keys] of Object.entries(kept(KEY) ?? {})) {
    if (bound.has(action) && Array.isArray(keys)) bound.set(action, keys.filter((key) => typeof key === 'string').slice(0, MOST));
}

// The actions of a key.
export const actionsOf = (code) => Array.from(bound).filter(([, keys]) => keys.includes(code)).map(([action]) => action);

// The keys of an action.
export const keysOf = (action) => bound.get(action);

const NAMES = { Backquote: '`', Space: 'Space', Escape: 'Esc', ControlLeft: 'Left Ctrl', ControlRight: 'Right Ctrl' };

// A key as people call it.
export function nameOf(code) {
    const plain = code.replace(/^(Key|Digit)(?=.$)/, '').replace(/^Arrow/, '').replace(/^(.+)(Left|Right)$/, '$2 $1');
    return NAMES[code] ?? plain;
}

// The first key of an action, for a line of help.
export const hint = (action) => (keysOf(action).length ? nameOf(keysOf(action)[0]) : 'no key');

// The list of actions in the settings; `changed` is called after each change.
export function listKeys(list, changed) {
    let waiting = null;
    const store = () => {
        keep(KEY, Object.fromEntries(bound));
        show();
        changed();
    };
    const button = (text, label, click) => {
        const made = document.createElement('button');
        made.type = 'button';
        made.textContent = text;
        made.setAttribute('aria-label', label);
        made.onclick = click;
        return made;
    };
    const show = () => {
        const rows = Object.entries(ACTIONS).map(([action, [name]]) => {
            const row = document.createElement('li');
            const label = document.createElement('span');
            label.textContent = name;
            const keys = keysOf(action).map((code) => {
                const others = actionsOf(code).filter((other) => other !== action).map((other) => ACTIONS[other][0]);
                const made = button(nameOf(code), `Remove ${nameOf(code)} from ${name}`, () => {
                    bound.set(action, keysOf(action).filter((key) => key !== code));
                    store();
                });
                made.classList.toggle('clash', others.length > 0);
                if (others.length > 0) made.title = `also: ${others.join(', ')}`;
                return made;
            });
            const add = button(waiting === action ? 'press a key' : '+', `Add a key for ${name}`, () => {
                waiting = waiting === action ? null : action;
                show();
                list.querySelector(`[data-add="${action}"]`).focus();
            });
            add.dataset.add = action;
            row.append(label, ...keys, add);
            return row;
        });
        list.replaceChildren(...rows);
    };
    addEventListener('keydown', (event) => {
        if (!waiting) return;
        event.preventDefault();
        event.stopImmediatePropagation();
        const action = waiting;
        waiting = null;
        if (event.code && event.code !== 'Escape' && !keysOf(action).includes(event.code)) bound.set(action, [...keysOf(action), event.code].slice(-MOST));
        store();
    }, { capture: true });
    document.getElementById('keys-reset').onclick = () => {
        reset();
        store();
    };
    show();
}
