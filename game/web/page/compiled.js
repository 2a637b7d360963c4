// Modules of the page, each compiled once for all workers that need it.

// What compiles a file: the module, or its address where that fails, so that a worker says why.
export function compiling(file) {
    const address = new URL(file, document.baseURI).href;
    let compiled = null;
    return () => {
        compiled ??= Promise.resolve().then(() => WebAssembly.compileStreaming(fetch(address))).catch(() => {
            compiled = null;
            return address;
        });
        return compiled;
    };
}
