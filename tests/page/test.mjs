// The page in Chromium without a screen: `node test.mjs PAGE REVISIT SCRATCH`, with the folder of the
// page, the program built for this machine, and a folder for files.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Chromium } from './chromium.mjs';
import { difference, picture } from './pictures.mjs';
import { serve } from './serve.mjs';

const [pageFolder, revisit, scratch] = process.argv.slice(2).map((path) => resolve(path));
mkdirSync(scratch, { recursive: true });
const downloads = join(scratch, 'downloads');
mkdirSync(downloads, { recursive: true });

// Twice the time of a busy machine of two cores.
const SECONDS = 120;
// How far walks go, in ticks, and through which demos: their name in the page, that of the program, the world. The
// island takes long to build.
const TICKS = Number(process.env.TICKS ?? 600);
const WALKS = [['plain', 'plain', 'c1'], ['valley', 'mechwarrior3', 'c1']];
if (process.env.MORE_DEMOS) WALKS.push(['island', 'gamestudio', 'ternholm'], ['larkmere', 'everquest', 'larkmere']);
const SIZE = [640, 360];

function native(...given) {
    return execFileSync(revisit, given, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, XDG_RUNTIME_DIR: process.env.XDG_RUNTIME_DIR ?? scratch } });
}

function demo(name) {
    const folder = join(scratch, name);
    if (!existsSync(folder)) native('demo', name, '--write', folder);
    return folder;
}

const inState = (wanted) => document.documentElement.dataset.state === wanted;
const data = (page, name) => page.value((name) => document.documentElement.dataset[name], name);

// In a world, with a picture drawn.
async function inWorld(page) {
    await page.until(() => document.documentElement.dataset.frames >= 1 || !document.getElementById('trouble').hidden, SECONDS);
    const trouble = await page.value(() => (document.getElementById('trouble').hidden ? '' : document.getElementById('trouble').innerText));
    assert.equal(trouble, '');
    assert.ok(await page.value(inState, 'world'));
}

// Sends the worker a message and waits for what it answers.
function ask(page, kind, more, answer) {
    return page.value(async (kind, more, answer) => {
        const { revisit } = window;
        return new Promise((done) => {
            const hear = revisit.hear;
            revisit.hear = (message) => {
                const ends = [answer, 'failed', 'broken'].includes(message.kind);
                if (ends) revisit.hear = hear;
                if (!ends) hear(message);
                else if (message.blob) message.blob.arrayBuffer().then((bytes) => done(Array.from(new Uint8Array(bytes))));
                else done(message);
            };
            revisit.send(kind, more);
        });
    }, kind, more, answer);
}

// True once something comes out of the loudspeakers.
async function isHeard() {
    const output = (await import('./sound.js')).output();
    if (!output) return false;
    window.meter ??= output.connect(output.context.createAnalyser());
    const wave = new Float32Array(window.meter.fftSize);
    window.meter.getFloatTimeDomainData(wave);
    return wave.some((value) => Math.abs(value) > 1e-4);
}

async function snapshot(page) {
    return picture(page, Buffer.from(await ask(page, 'snapshot', {}, 'snapshot')));
}

// A recording made in the page, replayed by the program, which compares every hash.
async function replayedByTheProgram(page, folder, world) {
    const { text } = await ask(page, 'record', {}, 'recording');
    const file = join(scratch, 'walk.jsonl');
    writeFileSync(file, text);
    const out = native('sim', folder, world, '--replay', file);
    return { text, last: out.trim().split('\n').at(-1) };
}

const tests = {
    async 'a click on a demo leads into it; keys walk and turn'(page) {
        await page.click('[data-demo="plain"]');
        await inWorld(page);
        console.log(`    first picture ${await data(page, 'firstPicture')} ms after the click`);
        const seen = await snapshot(page);
        assert.ok(seen.colors > 500, `${seen.colors} colours`);
        const before = await ask(page, 'status', {}, 'status');
        await page.key('KeyW', true);
        await page.until((tick) => Number(document.documentElement.dataset.tick) > tick + 60, SECONDS, before.status.tick);
        await page.key('KeyW', false);
        await page.key('ArrowLeft', true);
        let { status } = before;
        const end = Date.now() + SECONDS * 1000;
        while (status.yaw_deg < before.status.yaw_deg + 5 && Date.now() < end) ({ status } = await ask(page, 'status', {}, 'status'));
        await page.key('ArrowLeft', false);
        const way = Math.hypot(status.eye[0] - before.status.eye[0], status.eye[2] - before.status.eye[2]);
        assert.ok(way > 1, `walked ${way}`);
        assert.ok(status.yaw_deg >= before.status.yaw_deg + 5, `turned from ${before.status.yaw_deg} to ${status.yaw_deg}`);
        const { text, last } = await replayedByTheProgram(page, demo('plain'), 'c1');
        console.log(`    the program replays what was walked: ${last}`);
        const again = await ask(page, 'replayAtOnce', { text }, 'replayed');
        assert.match(again.text, /^replayed \d+ ticks; \d+ hashes of the recording are the same here$/);
    },

    async 'the mouse and two thumbs look around and walk'(page) {
        const status = async () => (await ask(page, 'status', {}, 'status')).status;
        const until = async (what, is) => {
            const end = Date.now() + SECONDS * 1000;
            while (!is(await status())) assert.ok(Date.now() < end, what);
        };
        let before = await status();
        await page.mouse('mousePressed', 320, 200);
        await page.mouse('mouseReleased', 320, 200);
        await page.until(() => document.pointerLockElement?.id === 'stage', SECONDS);
        for (let x = 320; x > 220; x -= 20) await page.mouse('mouseMoved', x, 200);
        await until('turned by the mouse', ({ yaw_deg }) => yaw_deg > before.yaw_deg + 2);
        await page.value(() => document.exitPointerLock());
        await page.until(() => document.getElementById('menu').open, SECONDS);
        await page.click('#go-on');
        await page.value(() => document.exitPointerLock());
        await page.until(() => document.getElementById('menu').open, SECONDS);
        await page.value(() => document.getElementById('menu').close());

        before = await status();
        await page.touch('touchStart', [[100, 200]]);
        await page.touch('touchMove', [[100, 140]]);
        await until('walked by the left thumb', ({ eye }) => Math.hypot(eye[0] - before.eye[0], eye[2] - before.eye[2]) > 0.5);
        await page.touch('touchEnd', []);
        await page.touch('touchStart', [[500, 200]]);
        await page.touch('touchMove', [[450, 200]]);
        await until('turned by the right thumb', ({ yaw_deg }) => yaw_deg > before.yaw_deg + 2);
        await page.touch('touchEnd', []);
    },

    async 'at the exact start the ground is there, and looks as the program draws it'(page) {
        // Exactly over the corner of a tile.
        await page.open(`${server.url}?demo=plain`);
        await inWorld(page);
        await page.value(() => window.revisit.send('run', { on: false }));
        await ask(page, 'replayAtOnce', { text: start }, 'replayed');
        const settings = { field_of_view: 75.178, quality: 'medium' };
        await page.value((settings) => window.revisit.send('picture', { picture: JSON.stringify(settings) }), settings);
        const seen = await snapshot(page);
        const file = join(scratch, 'start.png');
        native('shot', demo('plain'), '--size', SIZE.join('x'), '--ticks', '1', '--preset', 'medium', '--force', '--out', file);
        const wanted = await picture(page, readFileSync(file));
        writeFileSync(join(scratch, 'start-page.png'), Buffer.from(seen.bytes));
        const share = difference(seen, wanted, 12);
        console.log(`    ${(share * 100).toFixed(2)} % of the pixels differ by more than 12 levels`);
        assert.ok(share < 0.03);
    },

    async 'a walk through a demo is the same in the program, tick by tick'(page) {
        for (const [name, folder, world] of WALKS) {
            await page.open(`${server.url}?demo=${name}`);
            await inWorld(page);
            if (name === 'valley') {
                await page.until(isHeard, SECONDS);
                console.log(`    the valley: first picture ${await data(page, 'firstPicture')} ms after the page was open`);
            }
            await page.value(() => window.revisit.send('run', { on: false }));
            let hash = '';
            for (let tick = 0; tick < TICKS; tick += 60) {
                const turn = [0, 0.01, -0.013, 0.004][(tick / 60) % 4];
                ({ hash } = await ask(page, 'ticks', { ticks: 60, forward: 1, strafe: tick % 180 ? 0 : 0.5, yaw: turn }, 'hash'));
            }
            const { last } = await replayedByTheProgram(page, demo(folder), world);
            console.log(`    ${name}: ${last}`);
            assert.ok(last.includes(hash), `${hash} in the page`);
        }
    },

    async 'a setting is still there after a reload'(page) {
        await page.value(() => {
            const field = document.getElementById('field_of_view');
            field.value = 91;
            field.dispatchEvent(new Event('input'));
        });
        await page.reload();
        assert.equal(await page.value(() => document.getElementById('field_of_view').value), '91');
        await page.value(() => localStorage.clear());
        await page.reload();
    },

    async 'a folder that is chosen is a game; its recording and a picture are downloads'(page) {
        await page.open(server.url);
        await page.upload('#folder-input', [demo('plain')]);
        await page.until(inState, SECONDS, 'game');
        assert.equal(await page.value(() => document.getElementById('game-name').innerText), 'MechWarrior 3');
        await page.click('#worlds button');
        await inWorld(page);
        await page.click('#menu-open');
        await page.click('#picture');
        await page.click('#record');
        const end = Date.now() + SECONDS * 1000;
        const whole = () => readdirSync(downloads).filter((name) => /^revisit-mechwarrior3-c1\.(png|jsonl)$/.test(name));
        while (whole().length < 2 && Date.now() < end) await new Promise((done) => setTimeout(done, 50));
        assert.equal(whole().length, 2, readdirSync(downloads).join());
        await page.click('#leave');
        await page.until(inState, SECONDS, 'game');
    },

    async 'a folder that is dropped is a game of another family'(page) {
        await page.open(server.url);
        await page.drop([demo('gamestudio')]);
        await page.until(inState, SECONDS, 'game');
        await page.click('#worlds button.first');
        await inWorld(page);
        const seen = await snapshot(page);
        assert.ok(seen.colors > 500, `${seen.colors} colours`);
        const { last } = await replayedByTheProgram(page, demo('gamestudio'), await page.value(() => document.querySelector('#worlds .first').dataset.world));
        console.log(`    the program replays what was walked: ${last}`);
    },

    async 'a folder of something else, and a zip file that is none, are one message and the page lives on'(page) {
        await page.open(server.url);
        const folder = join(scratch, 'other', 'holiday');
        mkdirSync(folder, { recursive: true });
        writeFileSync(join(folder, 'photo.jpg'), 'no photo');
        await page.upload('#folder-input', [folder]);
        await page.until(inState, SECONDS, 'game');
        assert.match(await page.value(() => document.getElementById('game-summary').innerText), /no game that Revisit knows/);
        await page.click('#game-close');
        writeFileSync(join(folder, 'broken.zip'), 'no zip file');
        await page.upload('#zip-input', [join(folder, 'broken.zip')]);
        await page.until(() => !document.getElementById('trouble').hidden, SECONDS);
        assert.match(await page.value(() => document.getElementById('trouble').innerText), /broken\.zip/);
        assert.ok(await page.value(inState, 'start'));
    },

    async 'a link opens a demo at a view; a lost graphics card does not end the visit'(page) {
        await page.open(`${server.url}?demo=plain#world=c1&eye=10,2,-30&look=45,5`);
        await inWorld(page);
        await page.until(() => Number(document.documentElement.dataset.tick) > 2, SECONDS);
        const { status } = await ask(page, 'status', {}, 'status');
        assert.ok(Math.hypot(status.eye[0] - 10, status.eye[2] + 30) < 1 && Math.abs(status.yaw_deg - 45) < 1, JSON.stringify(status));
        await page.value(() => window.revisit.send('lose'));
        await page.until(() => document.getElementById('said').innerText.includes('opened again'), SECONDS);
        await page.until(() => document.documentElement.dataset.state === 'world' && Number(document.documentElement.dataset.frames) > 1, SECONDS);
    },

    async 'without a network the page opens again'(page) {
        await page.open(server.url);
        await page.value(() => navigator.serviceWorker.ready.then(() => true));
        server.end();
        await page.open(`${server.url}?demo=courtyard`);
        await inWorld(page);
    },
};

const server = await serve(pageFolder);
const browser = await Chromium.start();
const page = await browser.page(...SIZE);
let failed = 0;
let start = '';
try {
    await browser.send('Browser.setDownloadBehavior', { behavior: 'allow', downloadPath: downloads });
    const recording = join(scratch, 'start.jsonl');
    native('sim', demo('plain'), '--ticks', '1', '--record', recording, '--force');
    start = readFileSync(recording, 'utf8');
    await page.open(server.url);
    const only = process.env.ONLY;
    for (const [name, test] of Object.entries(tests)) {
        if (only && !name.includes(only)) continue;
        const began = Date.now();
        try {
            await test(page);
            assert.deepEqual(page.errors, []);
            console.log(`ok      ${name} (${((Date.now() - began) / 1000).toFixed(1)} s)`);
        } catch (error) {
            failed += 1;
            console.log(`FAILED  ${name} (${((Date.now() - began) / 1000).toFixed(1)} s)\n${error.stack}`);
            page.errors.length = 0;
        }
    }
} finally {
    await browser.end();
    server.end();
}
process.exit(failed === 0 ? 0 : 1);
