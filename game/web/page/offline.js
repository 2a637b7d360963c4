// Keeps the page, so that it opens without a network after the first visit. What the network has is
// taken first: a new version is there at once.

const KEPT = 'revisit';
const FILES = [
    './', 'style.css', 'icon.svg', 'page.js', 'builder.js', 'building.js', 'compiled.js', 'console.js', 'engine.js', 'game.js', 'handed.js', 'heard.js', 'input.js',
    'keys.js', 'links.js', 'map.js', 'recent.js', 'screen.js', 'session.js', 'settings.js', 'sound.js', 'start.js',
    'statistics.js', 'walking.js', 'queue.js', 'worker.js', 'revisit.js', 'revisit_bg.wasm',
    'demos.js', 'demos_bg.wasm',
    'demo-valley.jpg', 'demo-island.jpg', 'demo-larkmere.jpg', 'demo-archipelago.jpg', 'demo-stage.jpg', 'demo-courtyard.jpg', 'demo-plain.jpg',
];

// How often a file is asked for, and how long one may take: the largest, of 2 MB, at 200 kbit/s.
const TRIES = 3;
const LONGEST_MS = 80_000;

addEventListener('activate', (event) => event.waitUntil(clients.claim()));
addEventListener('install', (event) => {
    skipWaiting();
    event.waitUntil(caches.open(KEPT).then((kept) => Promise.all(FILES.map((file) => keep(kept, file)))));
});

// A request that never ends would keep all of them from being there, and nobody would be told: it is asked again.
async function keep(kept, file) {
    for (let left = TRIES; ; left -= 1) {
        try {
            const answer = await fetch(file, { signal: AbortSignal.timeout(LONGEST_MS) });
            if (!answer.ok) throw new Error(`${file}: ${answer.status}`);
            return await kept.put(file, answer);
        } catch (error) {
            if (left === 1) throw error;
        }
    }
}

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
