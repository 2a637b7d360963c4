// Walking by keyboard, mouse, thumbs and gamepad; worlds that are the same here and in the program.

import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { difference, picture } from './pictures.mjs';
import { AS_THE_PROGRAM, DEMOS, SECONDS, SIZE, ask, data, demo, inState, inWorld, native, replayedBeside, replayedByTheProgram, scratch, snapshot, status, until } from './tools.mjs';

// How far walks go, in ticks: a minute.
const TICKS = Number(process.env.TICKS ?? 3600);

// True once something comes out of the loudspeakers.
async function isHeard() {
    const output = (await import('./sound.js')).output();
    if (!output) return false;
    window.meter ??= output.connect(output.context.createAnalyser());
    const wave = new Float32Array(window.meter.fftSize);
    window.meter.getFloatTimeDomainData(wave);
    return wave.some((value) => Math.abs(value) > 1e-4);
}

const way = (from, to) => Math.hypot(to.eye[0] - from.eye[0], to.eye[2] - from.eye[2]);

// A tank that was driven by the program, as a recording.
function driven() {
    const lines = [
        { format: 'revisit.replay/2', title: 'recoil', world: 'm1', fingerprint: '', seed: 1, tick_rate: 60, vehicle: 'marten' },
        { tick: 0, input: { forward: 1 } }, { tick: 120, input: { forward: 1, strafe: -1 } }, { tick: 150, input: {} }, { tick: 300, end: true },
    ];
    const [typed, file] = ['typed.jsonl', 'driven.jsonl'].map((name) => join(scratch, name));
    writeFileSync(typed, lines.map((line) => JSON.stringify(line)).join('\n'));
    native('sim', demo('recoil'), 'm1', '--replay', typed, '--record', file, '--force');
    return file;
}

// What is on the screen, once it stays as it is.
async function still(page) {
    let before = null;
    for (const end = Date.now() + SECONDS * 1000; ;) {
        const now = await page.picture();
        if (before?.equals(now)) return picture(page, now);
        assert.ok(Date.now() < end, 'the picture never stays as it is');
        before = now;
        await new Promise((done) => setTimeout(done, 200));
    }
}

// Which pixels two pictures do not share.
function changed(a, b) {
    const pixels = new Set();
    for (let at = 0; at < a.pixels.length; at += 4) {
        if ([0, 1, 2].some((channel) => Math.abs(a.pixels[at + channel] - b.pixels[at + channel]) > 8)) pixels.add(at);
    }
    return pixels;
}

export const walking = {
    async 'a click on a demo leads into it; keys walk and turn'({ page }) {
        await page.click('[data-demo="plain"]');
        await inWorld(page);
        console.log(`    first picture ${await data(page, 'firstPicture')} ms after the click`);
        const seen = await snapshot(page);
        assert.ok(seen.colors > 500, `${seen.colors} colours`);
        const before = await status(page);
        await page.key('KeyW', true);
        await until(page, 'walked', (now) => now.tick > before.tick + 60);
        await page.key('KeyW', false);
        await page.key('ArrowLeft', true);
        await until(page, 'turned', (now) => now.yaw_deg > before.yaw_deg + 5);
        await page.key('ArrowLeft', false);
        const after = await status(page);
        assert.ok(way(before, after) > 1, `walked ${way(before, after)}`);
        const { text, last } = await replayedByTheProgram(page, demo('plain'), 'c1');
        console.log(`    the program replays what was walked: ${last}`);
        const again = await ask(page, 'replayAtOnce', { text }, 'replayed');
        assert.match(again.text, /^replayed \d+ ticks; \d+ hashes of the recording are the same here$/);
        const file = join(scratch, 'dropped.jsonl');
        writeFileSync(file, text);
        await page.drop([file]);
        await page.until(() => document.getElementById('said').innerText.includes('are the same here'), SECONDS);
    },

    async 'the mouse and two thumbs look around and walk'({ page }) {
        let before = await status(page);
        await page.mouse('mousePressed', 320, 200);
        await page.mouse('mouseReleased', 320, 200);
        await page.until(() => document.pointerLockElement?.id === 'stage', SECONDS);
        for (let x = 320; x > 220; x -= 20) await page.mouse('mouseMoved', x, 200);
        await until(page, 'turned by the mouse', ({ yaw_deg }) => yaw_deg > before.yaw_deg + 2);
        await page.value(() => document.exitPointerLock());
        await page.until(() => document.getElementById('menu').open, SECONDS);
        await page.click('#go-on');
        // The browser takes the mouse some time after the click; before that there is nothing to let go of.
        await page.until(() => document.pointerLockElement?.id === 'stage', SECONDS);
        await page.value(() => document.exitPointerLock());
        await page.until(() => document.getElementById('menu').open, SECONDS);
        await page.value(() => document.getElementById('menu').close());

        before = await status(page);
        await page.touch('touchStart', [[100, 200]]);
        await page.touch('touchMove', [[100, 140]]);
        await until(page, 'walked by the left thumb', (now) => way(before, now) > 0.5);
        await page.touch('touchEnd', []);
        await page.touch('touchStart', [[500, 200]]);
        await page.touch('touchMove', [[450, 200]]);
        await until(page, 'turned by the right thumb', ({ yaw_deg }) => yaw_deg > before.yaw_deg + 2);
        await page.touch('touchEnd', []);
    },

    async 'a gamepad walks, looks and opens the menu'({ page }) {
        const before = await status(page);
        const hold = (axes, pressed) => page.value((axes, pressed) => {
            const buttons = Array.from({ length: 17 }, (_, number) => ({ pressed: pressed.includes(number) }));
            navigator.getGamepads = () => [{ connected: true, axes, buttons }];
        }, axes, pressed);
        await hold([0, -1, -0.8, 0], []);
        await until(page, 'walked and turned', (now) => way(before, now) > 0.5 && now.yaw_deg > before.yaw_deg + 2);
        await hold([0.1, 0.1, 0, 0], [9]);
        await page.until(() => document.getElementById('menu').open, SECONDS);
        await page.value(() => {
            delete navigator.getGamepads;
            document.getElementById('menu').close();
        });
    },

    async 'at the exact start the ground is there, and looks as the program draws it'({ page, url }) {
        // Exactly over the corner of a tile.
        const recording = join(scratch, 'start.jsonl');
        native('sim', demo('plain'), '--ticks', '1', '--record', recording, '--force');
        await page.open(`${url}?demo=plain`);
        await inWorld(page);
        await page.value(() => window.revisit.send('run', { on: false }));
        await ask(page, 'replayAtOnce', { text: readFileSync(recording, 'utf8') }, 'replayed');
        await page.value((picture) => window.revisit.send('picture', { picture }), AS_THE_PROGRAM);
        const seen = await snapshot(page);
        const file = join(scratch, 'start.png');
        native('shot', demo('plain'), '--size', SIZE.join('x'), '--ticks', '1', '--force', '--out', file);
        const wanted = await picture(page, readFileSync(file));
        const share = difference(seen, wanted, 12);
        console.log(`    ${(share * 100).toFixed(2)} % of the pixels differ by more than 12 levels`);
        assert.ok(share < 0.03);
    },

    async 'a recording of a tank that is dropped is driven again, as the program drove it'({ page, url }) {
        const recording = driven();
        await page.open(`${url}?demo=recoil`);
        await inWorld(page);
        const before = await status(page);
        const on = await ask(page, 'replayAtOnce', { text: readFileSync(recording, 'utf8') }, 'replayed');
        assert.match(on.text, /^replayed 300 ticks; 5 hashes of the recording are the same here$/);
        const after = await until(page, 'seen from behind the tank', ({ tick }) => tick > 300);
        assert.ok(way(before, after) > 20, `${before.eye} ${after.eye}`);
        // What is dropped is replayed where one sees it; then whoever walks is on foot again.
        await page.drop([recording]);
        await page.until(() => document.getElementById('said').innerText.includes('300 ticks; 5 hashes'), SECONDS);
    },

    async 'what a driver reads is where the program shows it, and can be left out'({ page }) {
        const recording = driven();
        await page.value(() => {
            // Lines of the page come and go over the picture.
            for (const id of ['hint', 'said', 'caption']) document.getElementById(id).style.visibility = 'hidden';
            window.revisit.send('run', { on: false });
        });
        await ask(page, 'replayAtOnce', { text: readFileSync(recording, 'utf8') }, 'replayed');
        const shown = async (on) => {
            const hud = Object.fromEntries(['aim', 'compass', 'speed', 'gauges', 'weapons', 'objectives'].map((part) => [part, on]));
            const options = JSON.stringify({ ...JSON.parse(AS_THE_PROGRAM), hud });
            await page.value((picture) => window.revisit.send('picture', { picture }), options);
            await ask(page, 'status', {}, 'status');
            return still(page);
        };
        const here = changed(await shown(false), await shown(true));
        const shot = async (...more) => {
            const file = join(scratch, 'hud.png');
            native('shot', demo('recoil'), 'm1', '--replay', recording, '--size', SIZE.join('x'), '--force', '--out', file, ...more);
            return picture(page, readFileSync(file));
        };
        const there = changed(await shot(), await shot('--hud'));
        const both = [...here].filter((pixel) => there.has(pixel)).length;
        console.log(`    ${here.size} pixels of it here, ${there.size} in the program, ${both} the same`);
        // Where it is as bright as what is behind it, the two differ: they are a tick apart.
        assert.ok(there.size > 500 && both > 0.9 * Math.max(here.size, there.size));
    },

    async 'a minute in each demo is the same in the program, tick by tick'({ page, url }) {
        // The program replays each walk while the page is in the next.
        const replays = [];
        for (const [name, folder] of Object.entries(DEMOS)) {
            const began = Date.now();
            await page.open(`${url}?demo=${name}`);
            await inWorld(page);
            if (name === 'valley') await page.until(isHeard, SECONDS);
            await page.value(() => window.revisit.send('run', { on: false }));
            let hash = '';
            for (let tick = 0; tick < TICKS; tick += 60) {
                const turn = [0, 0.01, -0.013, 0.004][(tick / 60) % 4];
                ({ hash } = await ask(page, 'ticks', { ticks: 60, forward: 1, strafe: tick % 180 ? 0 : 0.5, yaw: turn }, 'hash'));
            }
            const { text } = await ask(page, 'record', {}, 'recording');
            const [first, world] = [await data(page, 'firstPicture'), await data(page, 'world')];
            console.log(`    ${name}: first picture ${first} ms after the page was open; ${((Date.now() - began) / 1000).toFixed(1)} s`);
            const replayed = replayedBeside(text, join(scratch, folder), world).then((last) => ({ last }), (error) => ({ error }));
            replays.push({ name, hash, replayed });
        }
        for (const { name, hash, replayed } of replays) {
            const { last, error } = await replayed;
            if (error) throw error;
            console.log(`    ${name}: ${last}`);
            assert.ok(last.includes(hash), `${name}: ${hash} in the page`);
        }
        assert.ok(await page.value(inState, 'world'));
    },
};
