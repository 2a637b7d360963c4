// Keyboard, mouse, touch and gamepad as what a walker is asked: `held` and turns. The page calls
// `poll` once a frame and sends on what it returns.

import { actionsOf, keysOf } from './keys.js';
import { settings } from './settings.js';

// Pixels of a thumb from rest to full speed.
const STICK = 56;
const TOUCH_DEG = 0.25;
const RADIANS = Math.PI / 180;

const keys = new Set();
const turned = { yaw: 0, pitch: 0 };
const touch = { walk: null, look: null, forward: 0, strafe: 0, run: false, jump: false };
// Buttons of a gamepad that are down, by action.
let padDown = {};
// Switched on by a press, where that was chosen.
let runs = false;

const down = (action) => (keysOf(action).some((key) => keys.has(key)) ? 1 : 0);

function turn(right, below, degrees) {
    turned.yaw -= right * degrees * RADIANS;
    turned.pitch -= below * degrees * RADIANS * (settings.invert_y ? -1 : 1);
}

export function letGo() {
    keys.clear();
    turned.yaw = turned.pitch = 0;
    Object.assign(touch, { walk: null, look: null, forward: 0, strafe: 0, jump: false });
    document.getElementById('stick').hidden = true;
}

function pad() {
    const none = { forward: 0, strafe: 0, right: 0, below: 0, run: false, jump: false, sink: false, acts: {} };
    const found = navigator.getGamepads?.().find((one) => one?.connected);
    if (!found) return none;
    const axis = (number) => {
        const value = found.axes[number] ?? 0;
        const beyond = (Math.abs(value) - settings.dead_zone) / (1 - settings.dead_zone);
        return beyond > 0 ? Math.sign(value) * Math.min(beyond, 1) : 0;
    };
    const pressed = (number) => found.buttons[number]?.pressed ?? false;
    return {
        forward: -axis(1), strafe: axis(0), right: axis(2), below: axis(3),
        run: pressed(7) || pressed(5) || pressed(10), jump: pressed(0), sink: pressed(1),
        acts: { menu: pressed(9), fly: pressed(3), vehicle_mode: pressed(2), screenshot: pressed(8) },
    };
}

// What is asked for now; `seconds` since the last time.
export function poll(seconds) {
    const stick = pad();
    const rate = settings.turn_deg_per_s * seconds;
    turn(down('turn_right') - down('turn_left') + stick.right, down('look_down') - down('look_up') + stick.below, rate);
    const clamp = (value) => Math.max(-1, Math.min(1, value));
    const asked = {
        forward: clamp(down('forward') - down('backward') + stick.forward + touch.forward),
        strafe: clamp(down('right') - down('left') + stick.strafe + touch.strafe),
        run: (settings.toggle_run ? runs : Boolean(down('run'))) || stick.run || touch.run,
        jump: Boolean(down('jump')) || stick.jump || touch.jump,
        sink: Boolean(down('sink')) || stick.sink,
        yaw: turned.yaw, pitch: turned.pitch, fly_m_per_s: settings.fly_m_per_s,
        acts: Object.keys(stick.acts).filter((action) => stick.acts[action] && !padDown[action]),
    };
    padDown = stick.acts;
    turned.yaw = turned.pitch = 0;
    return asked;
}

// Listens to keyboard, mouse and fingers while `isWalking()`; `stage` is what is drawn on, `act` is called with
// actions that are no motion.
export function listen(stage, isWalking, act) {
    addEventListener('keydown', (event) => {
        // With these, keys are the browser's, but for one that is bound alone.
        const isBrowsers = event.metaKey || event.altKey || (event.ctrlKey && !event.code.startsWith('Control'));
        const actions = actionsOf(event.code);
        if (!isWalking() || isBrowsers || actions.length === 0 || event.target instanceof HTMLInputElement) return;
        // A button that has the focus keeps its keys.
        if (event.code === 'Space' && event.target instanceof HTMLButtonElement) return;
        keys.add(event.code);
        event.preventDefault();
        if (event.repeat) return;
        if (actions.includes('run')) runs = !runs;
        actions.forEach(act);
    });
    addEventListener('keyup', (event) => keys.delete(event.code));
    addEventListener('blur', letGo);
    document.addEventListener('mousemove', (event) => {
        if (document.pointerLockElement === stage) turn(event.movementX, event.movementY, settings.mouse);
    });
    stage.addEventListener('pointerdown', (event) => {
        if (!isWalking()) return;
        if (event.pointerType !== 'touch') {
            lock(stage);
            return;
        }
        event.preventDefault();
        document.getElementById('pads').hidden = false;
        const side = event.clientX < innerWidth / 2 ? 'walk' : 'look';
        touch[side] ??= { id: event.pointerId, x: event.clientX, y: event.clientY };
        if (side === 'walk') showStick(0, 0);
    });
    stage.addEventListener('pointermove', (event) => {
        if (touch.walk?.id === event.pointerId) {
            const across = Math.max(-1, Math.min(1, (event.clientX - touch.walk.x) / STICK));
            const along = Math.max(-1, Math.min(1, (event.clientY - touch.walk.y) / STICK));
            Object.assign(touch, { strafe: across, forward: -along });
            showStick(across, along);
        } else if (touch.look?.id === event.pointerId) {
            turn(event.clientX - touch.look.x, event.clientY - touch.look.y, TOUCH_DEG);
            Object.assign(touch.look, { x: event.clientX, y: event.clientY });
        }
    });
    const up = (event) => {
        if (touch.walk?.id === event.pointerId) {
            Object.assign(touch, { walk: null, forward: 0, strafe: 0 });
            document.getElementById('stick').hidden = true;
        } else if (touch.look?.id === event.pointerId) touch.look = null;
    };
    stage.addEventListener('pointerup', up);
    stage.addEventListener('pointercancel', up);
    const run = document.getElementById('touch-run');
    run.addEventListener('click', () => {
        touch.run = !touch.run;
        run.setAttribute('aria-pressed', touch.run);
    });
    const jump = document.getElementById('touch-jump');
    jump.addEventListener('pointerdown', () => { touch.jump = true; });
    for (const end of ['pointerup', 'pointercancel', 'pointerleave']) jump.addEventListener(end, () => { touch.jump = false; });
}

function showStick(across, along) {
    const stick = document.getElementById('stick');
    stick.hidden = false;
    stick.style.left = `${touch.walk.x}px`;
    stick.style.top = `${touch.walk.y}px`;
    stick.firstElementChild.style.transform = `translate(${across * 3.2}rem, ${along * 3.2}rem)`;
}

// Takes the mouse; some systems know no motion without acceleration.
export async function lock(stage) {
    if (document.pointerLockElement === stage) return;
    try {
        await stage.requestPointerLock({ unadjustedMovement: true });
    } catch {
        try {
            await stage.requestPointerLock();
        } catch {
            // The browser says no, as it does right after Esc; arrow keys turn as well.
        }
    }
}
