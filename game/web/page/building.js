// Builds demos, in workers and a module of their own: who opens a game they own does not wait for them, the engine
// starts meanwhile, and their memory is given back when the files are handed over.

import { compiling } from './compiled.js';

const compile = compiling('demos_bg.wasm');
// What lies beside the world of these, music above all, takes long enough for a worker of its own.
const IN_TWO_PARTS = ['valley', 'pirates-moon', 'crimson-skies', 'recoil'];
let workers = [];

export function stopBuilding() {
    for (const worker of workers) worker.terminate();
    workers = [];
}

// Builds a demo; `hear` is called with `{ built }`, or with why there is none.
export function build(name, hear) {
    stopBuilding();
    const mine = (IN_TWO_PARTS.includes(name) ? [false, true] : [false]).map(() => new Worker('builder.js', { type: 'module' }));
    workers = mine;
    const end = (answer) => {
        if (mine !== workers) return;
        stopBuilding();
        hear(answer);
    };
    const parts = mine.map(() => null);
    mine.forEach((worker, at) => {
        worker.onmessage = ({ data }) => {
            parts[at] = data.built;
            if (!data.built) end(data);
            else if (parts.every(Boolean)) {
                const all = (key) => parts.flatMap((part) => part[key]);
                end({ built: { names: all('names'), files: all('files'), first: parts[0].first } });
            }
        };
        worker.onerror = (event) => {
            event.preventDefault();
            end({ broken: event.message || 'What builds demos could not be started.' });
        };
        void compile().then((module) => worker.postMessage({ name, beside: at > 0, module }));
    });
}
