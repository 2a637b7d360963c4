// The worker that builds a demo, or a part of it: it is told one name, hands the files over, and is ended.

import init, { build } from './demos.js';

onmessage = async ({ data: { name, beside, module } }) => {
    try {
        await init({ module_or_path: module });
        const { names, files, first } = build(name, beside);
        // As files they are read like those of a game, and take none of the engine's memory.
        postMessage({ built: { names, files: files.map((bytes, place) => new File([bytes], names[place])), first } });
    } catch (error) {
        // A line from the module is for people; anything else is a bug of the program.
        if (typeof error === 'string') postMessage({ failed: error });
        else postMessage({ broken: self.panicked ?? String(error?.message ?? error) });
    }
};
