// The page, as it begins: what is joined with what. The engine is in the worker.

import { listenToConsole } from './console.js';
import { compileAhead } from './engine.js';
import { heard } from './heard.js';
import { letGo, listen } from './input.js';
import { listKeys } from './keys.js';
import { asked } from './links.js';
import { listenToMap } from './map.js';
import { $, show, state, trouble } from './screen.js';
import { engine, open, session, volumes } from './session.js';
import { bindSettings, pictureSettings, settings } from './settings.js';
import { setVolume } from './sound.js';
import { listRecent } from './start.js';
import { act, isWalking } from './walking.js';

engine.hear = (message) => heard[message.kind]?.(message);

function follow() {
    $('statistics').hidden = !settings.show_statistics;
    document.documentElement.dataset.text = settings.text_size;
    if (!settings.captions) $('caption').textContent = '';
}
bindSettings((name) => {
    if (name === 'volume') setVolume();
    if (name.endsWith('_volume')) engine.send('volumes', { volumes: volumes() });
    follow();
    engine.send('picture', { picture: pictureSettings() });
});
follow();
listKeys($('keys-list'), letGo);
listenToMap();
listenToConsole((line) => engine.send('type', { line }), (line) => engine.send('complete', { line }));
listen($('stage'), isWalking, act);
show('start');
compileAhead();
void listRecent();
{
    const link = asked();
    if (link.demo) open({ demo: link.demo }, { ...link, enter: true });
    else if (link.world) trouble(`This link leads to the world "${link.world}" of a game you own: choose its folder.`);
}
// A link to another view of the same page.
addEventListener('hashchange', () => {
    const { world, view } = asked();
    if (state() === 'world' && view && world === session.status?.world) engine.send('go', { view });
    else location.reload();
});
// For whoever looks with the browser's tools, and for tests.
window.revisit = engine;
// Keeping the page for a day without a network waits: whoever clicks at once has the network and the processor first.
const KEEP_AFTER_MS = 3000;
if ('serviceWorker' in navigator) setTimeout(() => navigator.serviceWorker.register('offline.js').catch(() => {}), KEEP_AFTER_MS);
