// Folders that were opened, where the browser lets a page keep a handle of them: it asks before it gives one
// back. Nothing of their files is kept.

const MOST = 8;

function store(mode, work) {
    return new Promise((done, failed) => {
        const opening = indexedDB.open('revisit', 1);
        opening.onupgradeneeded = () => opening.result.createObjectStore('recent', { keyPath: 'name' });
        opening.onerror = () => failed(opening.error);
        opening.onsuccess = () => {
            const database = opening.result;
            const transaction = database.transaction('recent', mode);
            const asked = work(transaction.objectStore('recent'));
            transaction.oncomplete = () => {
                database.close();
                done(asked?.result);
            };
            transaction.onabort = transaction.onerror = () => {
                database.close();
                failed(transaction.error);
            };
        };
    });
}

// All of them, the last first; none where the browser keeps nothing.
export async function recent() {
    try {
        const all = await store('readonly', (folders) => folders.getAll());
        return all.sort((a, b) => b.at - a.at);
    } catch {
        return [];
    }
}

// Keeps the handle of a folder in which a game was found.
export async function remember(handle, game) {
    try {
        await store('readwrite', (folders) => folders.put({ name: handle.name, game, handle, at: Date.now() }));
        const all = await recent();
        await store('readwrite', (folders) => {
            for (const { name } of all.slice(MOST)) folders.delete(name);
        });
    } catch {
        // A private window; the folder is open anyway.
    }
}

export async function forget(name) {
    await store('readwrite', (folders) => folders.delete(name)).catch(() => {});
}

// Asks for a folder again; an error says why there is none.
export async function allowed(handle) {
    const mode = { mode: 'read' };
    const state = await handle.queryPermission?.(mode) ?? 'granted';
    if (state !== 'granted' && await handle.requestPermission(mode) !== 'granted') throw new Error('the browser was not allowed to read it');
    return handle;
}
