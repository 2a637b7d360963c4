// The start: demos, folders and zip files that are chosen or dropped, folders that were opened before.

import { stopBuilding } from './building.js';
import { ofDrop, ofHandle, ofInput } from './handed.js';
import { allowed, forget, recent } from './recent.js';
import { $, calm, loading, show, state, trouble } from './screen.js';
import { engine, open, openFiles } from './session.js';
import { replay } from './walking.js';

for (const button of document.querySelectorAll('[data-demo]')) {
    button.onclick = () => open({ demo: button.dataset.demo }, { world: null, view: null, enter: true });
}
$('trouble').querySelector('.close').onclick = calm;
$('game-close').onclick = () => {
    calm();
    show('start');
    void listRecent();
};
$('loading-stop').onclick = () => {
    stopBuilding();
    engine.end();
    show('start');
};
$('folder').onclick = async () => {
    if (!window.showDirectoryPicker) {
        $('folder-input').click();
        return;
    }
    let handle;
    try {
        handle = await showDirectoryPicker({ mode: 'read' });
    } catch {
        // Closed without a choice.
        return;
    }
    await openHandle(handle);
};
$('zip').onclick = () => $('zip-input').click();
for (const id of ['folder-input', 'zip-input']) {
    $(id).onchange = ({ target }) => {
        try {
            const files = ofInput(target.files);
            openFiles(files, files[0]?.name.split('/')[0]);
        } catch (error) {
            trouble(error.message);
        }
        target.value = '';
    };
}
// Opens a folder that the browser keeps.
async function openHandle(handle) {
    calm();
    loading(`Listing ${handle.name}`, '');
    try {
        const files = await ofHandle(await allowed(handle), (count) => { $('loading-phase').textContent = `${count} files so far`; });
        show('start');
        openFiles(files, handle.name, handle);
    } catch (error) {
        show('start');
        trouble(`The folder ${handle.name} cannot be listed: ${error.message}`);
    }
}

export async function listRecent() {
    const all = await recent();
    $('recent').hidden = all.length === 0;
    $('recent').querySelector('ul').replaceChildren(...all.map(({ name, game: what, handle }) => {
        const [row, opens, forgets] = ['li', 'button', 'button'].map((tag) => document.createElement(tag));
        opens.type = forgets.type = 'button';
        opens.className = forgets.className = 'plain';
        opens.textContent = `${what} in ${name}`;
        opens.onclick = () => openHandle(handle);
        forgets.textContent = '×';
        forgets.setAttribute('aria-label', `Forget ${name}`);
        forgets.onclick = async () => {
            await forget(name);
            await listRecent();
        };
        row.append(opens, forgets);
        return row;
    }));
}

addEventListener('dragover', (event) => {
    event.preventDefault();
    document.body.classList.add('dragging');
});
addEventListener('dragleave', (event) => {
    if (!event.relatedTarget) document.body.classList.remove('dragging');
});
addEventListener('drop', async (event) => {
    event.preventDefault();
    document.body.classList.remove('dragging');
    const dropped = [...event.dataTransfer.files];
    if (state() === 'world') {
        if (dropped.length === 1) await replay(dropped[0]);
        return;
    }
    calm();
    // Both must be asked for within the event.
    const item = event.dataTransfer.items?.length === 1 ? event.dataTransfer.items[0] : null;
    const keeping = item?.getAsFileSystemHandle?.().catch(() => null);
    try {
        const listing = ofDrop(event.dataTransfer, (count) => { $('loading-phase').textContent = `${count} files so far`; });
        loading('Listing the folder', '');
        const files = await listing;
        const handle = await keeping;
        show('start');
        openFiles(files, files[0]?.name.split('/')[0], handle?.kind === 'directory' ? handle : null);
    } catch (error) {
        show('start');
        trouble(`The folder cannot be listed: ${error.message}`);
    }
});
