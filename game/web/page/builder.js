// The worker that builds a demo: it is told one name, hands the files over, and is ended.

import init, { build } from './demos.js';

onmessage = async ({ data: { name, wasm } }) => {
    try {
        await init({ module_or_path: wasm });
        const { names, files, first } = build(name);
        // As files they are read like those of a game, and take none of the engine's memory.
        postMessage({ built: { names, files: files.map((bytes, place) => new File([bytes], names[place])), first } });
    } catch (error) {
        // A line from the module is for people; anything else is a bug of the program.
        if (typeof error === 'string') postMessage({ failed: error });
        else postMessage({ broken: self.panicked ?? String(error?.message ?? error) });
    }
};
