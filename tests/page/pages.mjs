// What lies around a world: settings, keys, console, map, free camera, links, recent folders, WebGPU.

import assert from 'node:assert/strict';
import { Chromium } from './chromium.mjs';
import { difference } from './pictures.mjs';
import { SECONDS, SIZE, ask, data, inState, inWorld, snapshot, status, until } from './tools.mjs';

const closeMenu = (page) => page.value(() => document.getElementById('menu').close());

// A key that is pressed and let go.
async function press(page, code, key = code) {
    await page.key(code, true, key);
    await page.key(code, false, key);
}

export const pages = {
    async 'settings are those of the window and still there after a reload'({ page, url }) {
        await page.open(url);
        await page.value(() => {
            const set = (id, value) => {
                const field = document.getElementById(id);
                field.value = value;
                field.dispatchEvent(new Event('input'));
            };
            set('field_of_view', 91);
            set('preset', 'high');
        });
        await page.reload();
        const kept = () => page.value(() => ['field_of_view', 'preset', 'anisotropy', 'view_distance'].map((id) => document.getElementById(id).value));
        assert.deepEqual(await kept(), ['91', 'high', '16', '2']);
        await page.value(() => document.getElementById('hud_compass').click());
        await page.reload();
        assert.deepEqual(await page.value(async () => JSON.parse((await import('./settings.js')).pictureSettings()).hud), {
            scale: 1, inset: 0, aim: true, targets: true, hits: true, compass: false, speed: true, radar: true, gauges: true, figure: true, weapons: true, objectives: true,
        });
        await page.value(() => document.getElementById('land_winter').click());
        await page.reload();
        const land = () => page.value(async () => (await import('./settings.js')).landSettings());
        const usual = 'view=8 around=1 vertical=1.25 reading=unity step=11 placement=header weather=climate nature=1 speed=12 memory=256 flats=still';
        assert.equal(await land(), `${usual} winter`);
        await page.value(() => document.querySelector('#panel-land [data-reset]').click());
        assert.equal(await land(), usual);
        await page.value(() => document.querySelector('#panel-hud [data-reset]').click());
        await page.value(() => document.querySelector('#panel-picture [data-reset]').click());
        await page.reload();
        assert.deepEqual(await kept(), ['75', 'medium', '8', '1']);
    },

    async 'snow lies on an overworld where somebody chose winter'({ page, url }) {
        const white = async (winter) => {
            await page.open(url);
            await page.value((winter) => {
                const field = document.getElementById('land_winter');
                if (field.checked !== winter) field.click();
            }, winter);
            await page.click('[data-demo="archipelago"]');
            await inWorld(page);
            const { pixels } = await snapshot(page);
            let count = 0;
            for (let at = 0; at < pixels.length; at += 4) count += pixels[at] > 150 && Math.abs(pixels[at] - pixels[at + 2]) < 30 ? 1 : 0;
            return count * 4 / pixels.length;
        };
        const winter = await white(true);
        const summer = await white(false);
        console.log(`    white is ${(winter * 100).toFixed(1)} % of the picture in winter, ${(summer * 100).toFixed(1)} % in summer`);
        assert.ok(winter > 0.05 && summer < 0.01);
    },

    async 'an overworld takes no more memory than its cells, whose files stay with the browser'({ page, url }) {
        await page.open(`${url}?demo=archipelago`);
        await inWorld(page);
        await page.until(() => Number(document.documentElement.dataset.frames) >= 60, SECONDS);
        const memory = Number(await data(page, 'memory')) / 1048576;
        console.log(`    ${memory.toFixed(1)} MiB`);
        // Its files are 29 MiB, and what the device is handed of the eight cells around 32 MiB, if all is kept until the end.
        assert.ok(memory < 100, `${memory} MiB`);
    },

    async 'keys can be bound anew, and statistics are shown'({ page, url }) {
        await page.open(`${url}?demo=plain`);
        await inWorld(page);
        await press(page, 'F3');
        await page.until(() => document.getElementById('statistics').innerText.includes('draw calls'), SECONDS);
        await press(page, 'F1');
        await page.until(() => !document.getElementById('panel-keys').hidden && document.getElementById('menu').open, SECONDS);
        await page.click('[data-add="forward"]');
        await press(page, 'KeyI');
        assert.ok(await page.value(() => document.getElementById('keys-list').innerText.includes('I')));
        await closeMenu(page);
        const before = await status(page);
        await page.key('KeyI', true);
        await until(page, 'walked with another key', ({ eye }) => Math.hypot(eye[0] - before.eye[0], eye[2] - before.eye[2]) > 0.5);
        await page.key('KeyI', false);
        await page.value(() => {
            document.getElementById('keys-reset').click();
            document.getElementById('show_statistics').click();
        });
    },

    async 'the console answers, completes, and what it does is in the world'({ page }) {
        await press(page, 'F2');
        await page.until(() => !document.getElementById('console').hidden, SECONDS);
        const type = async (text) => {
            await page.send('Input.insertText', { text });
        };
        await type('telep');
        await press(page, 'Tab');
        await page.until(() => document.getElementById('console-line').value === 'teleport ', SECONDS);
        await page.value(() => { document.getElementById('console-line').value = ''; });
        await type('where');
        await press(page, 'Enter');
        await page.until(() => document.getElementById('console-lines').children.length >= 2, SECONDS);
        await type('wher');
        await press(page, 'Enter');
        await page.until(() => document.getElementById('console-lines').innerText.includes('wher is no command'), SECONDS);
        await press(page, 'Escape');
        assert.ok(await page.value(() => document.getElementById('console').hidden));
    },

    async 'the map shows walls around the person'({ page }) {
        await press(page, 'KeyM');
        await page.until(() => Number(document.getElementById('map-sheet').dataset.lines) > 10, SECONDS);
        const painted = await page.value(() => {
            const sheet = document.getElementById('map-sheet');
            const { data } = sheet.getContext('2d').getImageData(0, 0, sheet.width, sheet.height);
            return data.filter((value, at) => at % 4 === 3 && value > 0).length;
        });
        assert.ok(painted > 500, `${painted} pixels`);
        await press(page, 'Escape');
        assert.ok(await page.value(() => document.getElementById('map').hidden && !document.getElementById('menu').open));
    },

    async 'the free camera goes up, and back to the person'({ page }) {
        const before = await status(page);
        await press(page, 'KeyV');
        await page.key('Space', true, ' ');
        await until(page, 'flown', (now) => now.flying && now.eye[1] > before.eye[1] + 3);
        await page.key('Space', false, ' ');
        await press(page, 'KeyV');
        const after = await until(page, 'back', (now) => !now.flying);
        assert.ok(Math.abs(after.eye[1] - before.eye[1]) < 0.5, `${before.eye} ${after.eye}`);
    },

    async 'running is switched on and off by a press, if that was chosen'({ page }) {
        const runs = () => page.value(async () => (await import('./input.js')).poll(0).run);
        const choose = () => page.value(() => document.getElementById('toggle_run').click());
        await choose();
        for (const wanted of [true, false]) {
            await press(page, 'ShiftLeft', 'Shift');
            assert.equal(await runs(), wanted);
        }
        await choose();
        await page.key('ShiftLeft', true, 'Shift');
        assert.equal(await runs(), true);
        await page.key('ShiftLeft', false, 'Shift');
        assert.equal(await runs(), false);
    },

    async 'a link opens a demo at a view; a lost graphics card does not end the visit'({ page, url }) {
        await page.open(`${url}?demo=plain#world=c1&eye=10,2,-30&look=45,5`);
        await inWorld(page);
        const there = await until(page, 'put there', (now) => now.tick > 2);
        assert.ok(Math.hypot(there.eye[0] - 10, there.eye[2] + 30) < 1 && Math.abs(there.yaw_deg - 45) < 1, JSON.stringify(there));
        await page.value(() => window.revisit.send('lose'));
        await page.until(() => document.getElementById('said').innerText.includes('opened again'), SECONDS);
        await page.until(() => document.documentElement.dataset.state === 'world' && Number(document.documentElement.dataset.frames) > 1, SECONDS);
    },

    async 'a folder that the browser keeps is offered again'({ page, url }) {
        await page.open(url);
        // A folder of the browser's own, since nobody is there to allow another.
        await page.value(async () => {
            const { remember } = await import('./recent.js');
            const top = await navigator.storage.getDirectory();
            const folder = await top.getDirectoryHandle('courtyard', { create: true });
            const write = async (name, text) => {
                const file = await (await folder.getFileHandle(name, { create: true })).createWritable();
                await file.write(text);
                await file.close();
            };
            await write('readme.txt', 'no game');
            await remember(folder, 'Some game');
        });
        await page.reload();
        await page.until(() => document.querySelectorAll('#recent li').length === 1, SECONDS);
        await page.click('#recent li button');
        await page.until(inState, SECONDS, 'game');
        assert.match(await page.value(() => document.getElementById('game-summary').innerText), /no game that Revisit knows/);
        await page.click('#game-close');
        await page.click('#recent li button + button');
        await page.until(() => document.getElementById('recent').hidden, SECONDS);
    },

    async 'WebGPU draws the same picture'({ page, url }) {
        const draw = async (page, webgpu) => {
            await page.open(url);
            await page.value((webgpu) => {
                const field = document.getElementById('webgpu');
                field.checked = webgpu;
                field.dispatchEvent(new Event('input'));
            }, webgpu);
            await page.open(`${url}?demo=plain#world=c1&eye=10,2,-30&look=45,5`);
            await inWorld(page);
            await page.value(() => window.revisit.send('run', { on: false }));
            await ask(page, 'ticks', { ticks: 30, forward: 0, strafe: 0, yaw: 0 }, 'hash');
            return snapshot(page);
        };
        // A browser without it draws with the other.
        await draw(page, true);
        assert.equal(await page.value(() => document.getElementById('webgpu').checked), false);
        const webgl = await draw(page, false);
        const browser = await Chromium.start({ webgpu: true });
        try {
            const other = await browser.page(...SIZE);
            const webgpu = await draw(other, true);
            const share = difference(webgl, webgpu, 8);
            console.log(`    ${(share * 100).toFixed(2)} % of the pixels differ by more than 8 levels`);
            assert.ok(webgpu.colors > 500 && share < 0.02);
            assert.deepEqual(other.errors, []);
        } finally {
            await browser.end();
        }
    },
};
