// Builds demos, in a worker and a module of their own: who opens a game they own does not wait for them, the engine
// starts meanwhile, and their memory is given back when the files are handed over.

let worker = null;

export function stopBuilding() {
    worker?.terminate();
    worker = null;
}

// Builds a demo; `hear` is called with `{ built }`, or with why there is none.
export function build(name, hear) {
    stopBuilding();
    const mine = new Worker('builder.js', { type: 'module' });
    worker = mine;
    const end = (answer) => {
        if (mine !== worker) return;
        stopBuilding();
        hear(answer);
    };
    mine.onmessage = ({ data }) => end(data);
    mine.onerror = (event) => {
        event.preventDefault();
        end({ broken: event.message || 'What builds demos could not be started.' });
    };
    mine.postMessage({ name, wasm: new URL('demos_bg.wasm', document.baseURI).href });
}
