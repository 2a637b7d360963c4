// What a person hands over: files of an input, or folders that were dropped. Nothing is read here.

// The most that a page can list and pass on in reasonable time.
const MOST_FILES = 262144;

const tooMany = () => new Error(`more than ${MOST_FILES} files: choose the folder of the game itself`);

// The files of an input, by their names from the chosen folder on.
export function ofInput(list) {
    if (list.length > MOST_FILES) throw tooMany();
    return Array.from(list, (file) => ({ name: file.webkitRelativePath || file.name, file }));
}

// The files of a drop. Must be called within its event; `counted` is told how many were found so far.
export async function ofDrop(transfer, counted) {
    const entries = Array.from(transfer.items ?? [], (item) => item.webkitGetAsEntry?.()).filter(Boolean);
    if (entries.length === 0) return ofInput(transfer.files);
    const found = [];
    const folders = [];
    const add = async (entry) => {
        if (entry.isDirectory) {
            folders.push(entry);
            return;
        }
        const file = await new Promise((done, failed) => entry.file(done, failed));
        found.push({ name: entry.fullPath.replace(/^\//, ''), file });
        if (found.length > MOST_FILES) throw tooMany();
    };
    await Promise.all(entries.map(add));
    while (folders.length > 0) {
        const reader = folders.pop().createReader();
        // A browser lists a folder in pieces.
        for (;;) {
            const piece = await new Promise((done, failed) => reader.readEntries(done, failed));
            if (piece.length === 0) break;
            await Promise.all(piece.map(add));
            counted(found.length);
        }
    }
    return found;
}

// How many files a browser is asked for at a time.
const AT_ONCE = 256;

// The files of a folder by its handle; `counted` is told how many were found so far.
export async function ofHandle(folder, counted) {
    const found = [];
    const folders = [[folder, folder.name || 'folder']];
    let asked = [];
    const take = async () => {
        found.push(...await Promise.all(asked));
        asked = [];
        if (found.length > MOST_FILES) throw tooMany();
        counted(found.length);
    };
    while (folders.length > 0) {
        const [next, path] = folders.pop();
        for await (const entry of next.values()) {
            const name = `${path}/${entry.name}`;
            if (entry.kind === 'directory') folders.push([entry, name]);
            else asked.push(entry.getFile().then((file) => ({ name, file })));
            if (asked.length >= AT_ONCE) await take();
        }
    }
    await take();
    return found;
}
