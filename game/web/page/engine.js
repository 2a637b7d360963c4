// The worker from the page's side. It is closed and begun again to stop a world that loads, or after
// it broke: each has a canvas of its own.

import { compiling } from './compiled.js';
import { pictureSettings, settings } from './settings.js';

// Pixels of the canvas for one of the page's: more costs much and shows little.
const MOST_RATIO = 2;

const compile = compiling('revisit_bg.wasm');

// Compiles the engine while somebody still looks at the start, but for those who asked their browser to save data.
export function compileAhead() {
    if (!navigator.connection?.saveData) void compile();
}

export class Worked {
    constructor(stage) {
        this.stage = stage;
        // Called with every message of the worker.
        this.hear = () => {};
        this.worker = null;
        this.handedOver = null;
    }

    size() {
        const ratio = Math.min(devicePixelRatio || 1, MOST_RATIO);
        return { width: Math.max(1, Math.round(innerWidth * ratio)), height: Math.max(1, Math.round(innerHeight * ratio)) };
    }

    // Begins, if it is not there; with another way of drawing it begins again.
    begin() {
        if (this.worker && this.webgpu === settings.webgpu) return false;
        this.end();
        if (!window.OffscreenCanvas || !HTMLCanvasElement.prototype.transferControlToOffscreen) {
            throw new Error('This browser cannot draw the worlds: it lacks OffscreenCanvas. Current versions of Chrome, Edge, Firefox and Safari have it.');
        }
        const canvas = document.createElement('canvas');
        canvas.setAttribute('role', 'img');
        canvas.setAttribute('aria-label', 'The world');
        this.stage.replaceChildren(canvas);
        const worker = new Worker('worker.js', { type: 'module' });
        worker.onmessage = ({ data }) => {
            if (worker === this.worker) this.hear(data);
        };
        worker.onerror = (event) => {
            event.preventDefault();
            if (worker === this.worker) this.hear({ kind: 'broken', text: event.message || 'The engine could not be started.' });
        };
        this.worker = worker;
        this.webgpu = settings.webgpu;
        const given = canvas.transferControlToOffscreen();
        this.send('open', { canvas: given, webgpu: settings.webgpu, picture: pictureSettings(), ...this.size() }, [given]);
        // It may come after other messages: the worker waits for it before it opens.
        void compile().then((module) => worker.postMessage({ kind: 'module', module }));
        return true;
    }

    end() {
        this.worker?.terminate();
        this.worker = null;
        this.stage.replaceChildren();
    }

    send(kind, more = {}, handOver = []) {
        this.worker?.postMessage({ kind, ...more }, handOver);
    }
}
