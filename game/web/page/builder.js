// The worker that builds a demo: it is told one name, hands the files over, and is ended.

import init, { build } from './demos.js';

onmessage = async ({ data: { name, wasm } }) => {
    try {
        await init({ module_or_path: wasm });
        const built = build(name);
        postMessage({ built }, built.files.map(({ buffer }) => buffer));
    } catch (error) {
        // A line from the module is for people; anything else is a bug of the program.
        if (typeof error === 'string') postMessage({ failed: error });
        else postMessage({ broken: self.panicked ?? String(error?.message ?? error) });
    }
};
