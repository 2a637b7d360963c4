// Folders and zip files that a person hands over, whole and broken; browsers and tabs that are in trouble.

import assert from 'node:assert/strict';
import { closeSync, cpSync, ftruncateSync, mkdirSync, openSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Chromium } from './chromium.mjs';
import { serve } from './serve.mjs';
import { SECONDS, SIZE, ask, demo, inState, inTrouble, inWorld, native, pageFolder, replayedByTheProgram, saved, scratch, snapshot, status, until } from './tools.mjs';

const GIB = 1 << 30;

// A file of so many bytes that takes no room on the disk.
function hollow(path, size) {
    const file = openSync(path, 'w');
    ftruncateSync(file, size);
    closeSync(file);
}

// A copy of the test ground.
function copy(name) {
    const folder = join(scratch, name);
    rmSync(folder, { recursive: true, force: true });
    cpSync(demo('plain'), folder, { recursive: true });
    return folder;
}

// Hands over a folder with a game in it.
async function choose(page, url, folder) {
    await page.open(url);
    await page.upload('#folder-input', [folder]);
    await page.until(inState, SECONDS, 'game');
}

export const files = {
    async 'a folder that is chosen is a game; its recording, a picture and a report are downloads'({ page, url }) {
        await choose(page, url, demo('plain'));
        assert.equal(await page.value(() => document.getElementById('game-name').innerText), 'MechWarrior 3');
        await page.click('#worlds button');
        await inWorld(page);
        await page.click('#menu-open');
        await page.click('#picture');
        await page.click('#record');
        assert.equal((await saved('revisit-mechwarrior3-c1.png')).toString('latin1', 1, 4), 'PNG');
        assert.match((await saved('revisit-mechwarrior3-c1.jsonl')).toString(), /"title":"mechwarrior3"/);
        await page.click('#leave');
        await page.until(inState, SECONDS, 'game');
        await page.click('#check');
        const report = JSON.parse((await saved('revisit-mechwarrior3-check.json')).toString());
        const wanted = JSON.parse(native('check', demo('plain'), '--json'));
        assert.deepEqual({ ...report, path: '' }, { ...wanted, path: '' });
    },

    async 'a folder that is dropped is a game of another family'({ page, url }) {
        await page.open(url);
        await page.drop([demo('gamestudio')]);
        await page.until(inState, SECONDS, 'game');
        await page.click('#worlds button.first');
        await inWorld(page);
        const seen = await snapshot(page);
        assert.ok(seen.colors > 500, `${seen.colors} colours`);
        const { last } = await replayedByTheProgram(page, demo('gamestudio'), await page.value(() => document.documentElement.dataset.world));
        console.log(`    the program replays what was walked: ${last}`);
    },

    async 'a folder of something else, and a zip file that is none, are one message and the page lives on'({ page, url }) {
        const folder = join(scratch, 'other', 'holiday');
        mkdirSync(folder, { recursive: true });
        writeFileSync(join(folder, 'photo.jpg'), 'no photo');
        await choose(page, url, folder);
        assert.match(await page.value(() => document.getElementById('game-summary').innerText), /no game that Revisit knows/);
        await page.click('#game-close');
        writeFileSync(join(folder, 'broken.zip'), 'no zip file');
        await page.upload('#zip-input', [join(folder, 'broken.zip')]);
        await inTrouble(page, /broken\.zip/);
        assert.ok(await page.value(inState, 'start'));
    },

    async 'a folder that is gone is told, and the page lives on'({ page, url }) {
        const folder = copy('vanishes');
        await choose(page, url, folder);
        rmSync(folder, { recursive: true });
        await page.click('#worlds button.first');
        await inTrouble(page, /not there any more; hand the folder over again/);
        assert.ok(await page.value(inState, 'game'));
        await page.upload('#folder-input', [demo('plain')]);
        await page.until(() => document.getElementById('trouble').hidden && document.documentElement.dataset.state === 'game', SECONDS);
        await page.click('#worlds button.first');
        await inWorld(page);
    },

    async 'among 100,000 files a game is found'({ page, url }) {
        const folder = join(scratch, 'many');
        for (let part = 0; part < 100; part += 1) {
            const below = join(folder, `photos ${part}`);
            mkdirSync(below, { recursive: true });
            for (let number = 0; number < 1000; number += 1) writeFileSync(join(below, `${number}.jpg`), '');
        }
        cpSync(demo('plain'), join(folder, 'mech3'), { recursive: true });
        const began = Date.now();
        await choose(page, url, folder);
        console.log(`    found after ${Date.now() - began} ms`);
        assert.equal(await page.value(() => document.getElementById('game-name').innerText), 'MechWarrior 3');
        await page.click('#worlds button.first');
        await inWorld(page);
        rmSync(folder, { recursive: true });
    },

    async 'a file of 4 GB does no harm, and as a world it is one message'({ page, url }) {
        const folder = copy('large');
        hollow(join(folder, 'intro.avi'), 4 * GIB + 5);
        await choose(page, url, folder);
        await page.click('#worlds button.first');
        await inWorld(page);
        hollow(join(folder, 'zbd', 'c1', 'gamez.zbd'), 4 * GIB);
        await choose(page, url, folder);
        await page.value(() => (document.querySelector('#worlds button.first') ?? document.querySelector('#worlds button'))?.click());
        await inTrouble(page, /gamez\.zbd/);
        await page.open(`${url}?demo=plain`);
        await inWorld(page);
        rmSync(folder, { recursive: true });
    },

    async 'a browser without WebGL2 is told so, and the page lives on'({ url }) {
        const browser = await Chromium.start({ without3d: true });
        try {
            const page = await browser.page(...SIZE);
            await page.open(url);
            await page.click('[data-demo="plain"]');
            await inTrouble(page, /WebGL2/);
            assert.ok(await page.value(inState, 'start'));
            await page.click('#trouble .close');
            await page.click('[data-demo="courtyard"]');
            await inTrouble(page, /WebGL2/);
        } finally {
            await browser.end();
        }
    },

    async 'a tab that slept goes on where it was'({ page, url }) {
        await page.open(`${url}?demo=plain`);
        await inWorld(page);
        await until(page, 'runs', (now) => now.tick > 5);
        // As when another tab is looked at: then browsers put it to sleep.
        const hide = (hidden) => page.value((hidden) => {
            Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });
            document.dispatchEvent(new Event('visibilitychange'));
        }, hidden);
        await hide(true);
        await page.until(() => document.getElementById('menu').open, SECONDS);
        const before = await status(page);
        await page.send('Page.setWebLifecycleState', { state: 'frozen' });
        await new Promise((done) => setTimeout(done, 3000));
        await page.send('Page.setWebLifecycleState', { state: 'active' });
        await hide(false);
        assert.equal((await status(page)).tick, before.tick);
        await page.value(() => document.getElementById('menu').close());
        const after = await until(page, 'goes on', (now) => now.tick > before.tick);
        // Three seconds would be 180 ticks.
        assert.ok(after.tick < before.tick + 90, `${before.tick} ${after.tick}`);
        await until(page, 'goes on', (now) => now.tick > after.tick);
        assert.ok(Math.hypot(after.eye[0] - before.eye[0], after.eye[2] - before.eye[2]) < 1);
    },

    async 'without a network the page opens again, though one of its files was refused at first'() {
        // Nothing else asks for it before somebody chooses a demo.
        const { url, end: endServer } = await serve(pageFolder, ['demos_bg.wasm']);
        const browser = await Chromium.start();
        try {
            const page = await browser.page(...SIZE);
            await page.open(url);
            // Which version of what keeps the page there is, and what it has kept so far.
            const state = () => page.value(async () => {
                const [registration] = await navigator.serviceWorker.getRegistrations();
                const version = ['active', 'waiting', 'installing'].find((name) => registration?.[name]);
                const keys = await (await caches.open('revisit')).keys();
                return { version, kept: keys.map((key) => new URL(key.url).pathname.slice(1)) };
            });
            let now = await state();
            for (const end = Date.now() + SECONDS * 1000; now.version !== 'active' && Date.now() < end; now = await state()) {
                await new Promise((done) => setTimeout(done, 100));
            }
            assert.equal(now.version, 'active', `kept so far: ${now.kept}`);
            const files = readdirSync(pageFolder).filter((name) => !['index.html', 'offline.js'].includes(name));
            assert.deepEqual(files.filter((name) => !now.kept.includes(name)), []);
            endServer();
            await page.open(`${url}?demo=courtyard`);
            await inWorld(page);
            assert.ok((await status(page)).world.length > 0);
            assert.equal((await ask(page, 'models', { words: '' }, 'models')).models.length, 0);
        } finally {
            await browser.end();
            endServer();
        }
    },
};
