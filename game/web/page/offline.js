// Keeps the page, so that it opens without a network after the first visit. What the network has is
// taken first: a new version is there at once.

const KEPT = 'revisit';
const FILES = [
    './', 'style.css', 'icon.svg', 'page.js', 'builder.js', 'building.js', 'console.js', 'engine.js', 'game.js', 'handed.js', 'heard.js', 'input.js',
    'keys.js', 'links.js', 'map.js', 'recent.js', 'screen.js', 'session.js', 'settings.js', 'sound.js', 'start.js',
    'statistics.js', 'walking.js', 'queue.js', 'worker.js', 'revisit.js', 'revisit_bg.wasm',
    'demos.js', 'demos_bg.wasm',
    'demo-valley.jpg', 'demo-island.jpg', 'demo-larkmere.jpg', 'demo-archipelago.jpg', 'demo-stage.jpg', 'demo-courtyard.jpg', 'demo-plain.jpg',
];

addEventListener('activate', (event) => event.waitUntil(clients.claim()));
addEventListener('install', (event) => {
    skipWaiting();
    event.waitUntil(caches.open(KEPT).then((kept) => kept.addAll(FILES)));
});

addEventListener('fetch', (event) => {
    const { request } = event;
    if (request.method !== 'GET' || new URL(request.url).origin !== location.origin) return;
    event.respondWith((async () => {
        const kept = await caches.open(KEPT);
        try {
            const answer = await fetch(request);
            if (answer.ok) event.waitUntil(kept.put(request.url.split(/[?#]/)[0], answer.clone()));
            return answer;
        } catch (error) {
            const answer = await kept.match(request.url.split(/[?#]/)[0]);
            if (answer) return answer;
            throw error;
        }
    })());
});
