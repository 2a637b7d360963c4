// Ten places of each demo, as the page and as the program draw them: `node places.mjs PAGE REVISIT SCRATCH [FOLDER]`.
// With a folder, each pair is left there as PNG: NAME-NUMBER-program.png and NAME-NUMBER-page.png.

import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Chromium } from './chromium.mjs';
import { difference, picture } from './pictures.mjs';
import { serve } from './serve.mjs';
import { AS_THE_PROGRAM, DEMOS, SIZE, ask, data, demo, inWorld, native, pageFolder, scratch, snapshot } from './tools.mjs';

// The share of pixels that may differ by more than so many levels: edges fall on another pixel where two processors
// round differently.
const LEVELS = 12;
const TOLERANCE = 0.01;
const PLACES = 10;
// The courtyard comes out of the dark in its first second.
const TICKS = '120';
// Which of the game's axes is up, where that is not the second.
const UP = { island: 2, larkmere: 2, stage: 2 };

// Where a demo says that it is worth standing: the feet and a yaw.
function noted(folder) {
    const text = readFileSync(join(folder, 'revisit-demo.toml'), 'utf8');
    return text.split('[[place]]').slice(1).flatMap((part) => {
        const position = /^position = \[(.*)\]/m.exec(part)?.[1].split(',').map(Number);
        const yaw = Number(/^yaw_deg = (.*)$/m.exec(part)?.[1] ?? 0);
        return position ? [{ position, yaw }] : [];
    });
}

// Eye and what is looked at, in the game's axes; demos that note no places are looked at from around the start.
function views(folder, { eye, yaw_deg: yaw }, up, size) {
    const turned = ([x, y, z], degrees, far) => {
        const [sin, cos] = [Math.sin(degrees * Math.PI / 180), Math.cos(degrees * Math.PI / 180)];
        return up === 1 ? [x - sin * far, y, z - cos * far] : [x - sin * far, y + cos * far, z];
    };
    const lifted = (at, by) => at.map((value, axis) => (axis === up ? value + by : value));
    const places = noted(folder);
    if (places.length >= PLACES) {
        const step = places.length / PLACES;
        const chosen = Array.from({ length: PLACES }, (_, number) => places[Math.floor(number * step)]);
        return chosen.map(({ position, yaw: look }) => {
            const from = lifted(position, size);
            return { eye: from, look: turned(from, look, 10 * size) };
        });
    }
    return Array.from({ length: PLACES }, (_, number) => {
        const from = lifted(turned(eye, yaw + number * 36, number % 2 ? 4 * size : 0), number % 2 ? size : 0);
        return { eye: from, look: lifted(turned(from, yaw + number * 36 + (number % 2 ? 180 : 0), 10 * size), -size) };
    });
}

async function compare(page, url, name, out) {
    const folder = demo(DEMOS[name]);
    await page.open(`${url}?demo=${name}`);
    await inWorld(page);
    const world = await data(page, 'world');
    const recording = join(scratch, 'still.jsonl');
    native('sim', folder, world, '--ticks', TICKS, '--record', recording, '--force');
    await page.value(() => window.revisit.send('run', { on: false }));
    await ask(page, 'replayAtOnce', { text: readFileSync(recording, 'utf8') }, 'replayed');
    await page.value((picture) => window.revisit.send('picture', { picture }), AS_THE_PROGRAM);
    const { status } = await ask(page, 'status', {}, 'status');
    const up = UP[name] ?? 1;
    const size = Math.abs(status.at[1] - status.feet) || 1;
    const found = [];
    let flies = status.flying;
    for (const [number, { eye, look }] of views(folder, status, up, size).entries()) {
        const file = join(out, `${name}-${number}-program.png`);
        const place = JSON.parse(native(
            'shot', folder, world, '--json', '--ticks', TICKS, '--eye', eye.join(), '--look', look.join(), '--size', SIZE.join('x'), '--force', '--out', file,
        ));
        if (!flies) await page.value(() => window.revisit.send('fly'));
        flies = true;
        await page.value((view) => window.revisit.send('go', { view }), [...place.eye, place.yaw_deg, place.pitch_deg]);
        const seen = await snapshot(page);
        writeFileSync(join(out, `${name}-${number}-page.png`), seen.bytes);
        found.push(difference(seen, await picture(page, readFileSync(file)), LEVELS));
    }
    console.log(`${name}: ${found.map((share) => (share * 100).toFixed(2)).join(' ')} % of the pixels differ by more than ${LEVELS} levels`);
    return found;
}

const out = process.argv[5] ?? join(scratch, 'places');
if (!existsSync(out)) mkdirSync(out, { recursive: true });
const server = await serve(pageFolder);
const browser = await Chromium.start();
let worst = 0;
try {
    const page = await browser.page(...SIZE);
    for (const name of (process.env.ONLY ? process.env.ONLY.split(',') : Object.keys(DEMOS))) {
        worst = Math.max(worst, ...await compare(page, server.url, name, out));
    }
} finally {
    await browser.end();
    server.end();
}
assert.ok(worst < TOLERANCE, `${(worst * 100).toFixed(2)} % of the pixels of a picture differ, ${TOLERANCE * 100} % may`);
