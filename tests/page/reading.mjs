// The page as it is read: on a phone, with a keyboard alone, by a screen reader; and what it asks of others, and keeps.

import assert from 'node:assert/strict';
import { Chromium } from './chromium.mjs';
import { SECONDS, SIZE, inState, inWorld } from './tools.mjs';

// What a person acts with, by the names that screen readers have for it.
const CONTROLS = ['button', 'link', 'checkbox', 'combobox', 'slider', 'spinbutton', 'textbox', 'searchbox', 'tab', 'meter', 'progressbar', 'image', 'dialog'];

// Everything on the screen that a screen reader would call by its kind alone.
async function nameless(page) {
    const { nodes } = await page.send('Accessibility.getFullAXTree');
    const plain = nodes.filter(({ ignored, role, name }) => !ignored && CONTROLS.includes(role?.value) && !name?.value?.trim());
    return plain.map(({ role, backendDOMNodeId }) => `${role.value} ${backendDOMNodeId}`);
}

async function press(page, code, key = code, more = {}) {
    for (const type of ['keyDown', 'keyUp']) await page.send('Input.dispatchKeyEvent', { type, code, key, ...more });
}

export const reading = {
    async 'on a phone nothing is wider than the screen, and text is large enough'({ page, url }) {
        await page.send('Emulation.setDeviceMetricsOverride', { width: 360, height: 740, deviceScaleFactor: 2, mobile: true });
        try {
            await page.open(url);
            const wide = () => page.value(() => {
                const beyond = Array.from(document.querySelectorAll('body *')).filter((one) => one.getBoundingClientRect().right > innerWidth + 1);
                return beyond.map(({ tagName, id }) => `${tagName} ${id}`);
            });
            assert.deepEqual(await wide(), []);
            const small = await page.value(() => {
                const texts = Array.from(document.querySelectorAll('main *')).filter(({ childNodes }) => Array.from(childNodes).some((node) => node.nodeType === 3 && node.data.trim()));
                return texts.filter((one) => parseFloat(getComputedStyle(one).fontSize) < 13).map(({ tagName, innerText }) => `${tagName} ${innerText}`);
            });
            assert.deepEqual(small, []);
            await page.click('[data-demo="courtyard"]');
            await inWorld(page);
            await page.touch('touchStart', [[60, 500]]);
            await page.touch('touchEnd', []);
            await page.click('#menu-open');
            await page.until(() => document.getElementById('menu').open, SECONDS);
            assert.deepEqual(await wide(), []);
            // What does not fit below is reached by scrolling.
            await page.click('#panel-picture [data-reset]');
            await page.click('#leave');
            await page.until(inState, SECONDS, 'start');
        } finally {
            const [width, height] = SIZE;
            await page.send('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: 1, mobile: false });
        }
    },

    async 'a screen reader has a name for all there is to act with'({ page, url }) {
        await page.send('Accessibility.enable');
        await page.open(url);
        assert.deepEqual(await nameless(page), []);
        assert.equal(await page.value(() => document.documentElement.lang), 'en');
        const headings = await page.value(() => Array.from(document.querySelectorAll('#choose h2')).filter((one) => one.checkVisibility()).map((one) => one.innerText));
        assert.deepEqual(headings, ['Walk in a demo', 'Open a game you own', 'Help']);
        await page.click('[data-demo="courtyard"]');
        await inWorld(page);
        assert.deepEqual(await nameless(page), []);
        for (const tab of ['picture', 'hud', 'land', 'control', 'keys', 'sound']) {
            await page.value((tab) => {
                if (!document.getElementById('menu').open) document.getElementById('menu-open').click();
                document.getElementById(`tab-${tab}`).click();
            }, tab);
            assert.deepEqual(await nameless(page), [], tab);
        }
        await page.click('#leave');
        await page.send('Accessibility.disable');
    },

    async 'with a keyboard alone one comes into a demo and out again'({ page, url }) {
        await page.open(url);
        const focused = () => page.value(() => document.activeElement.dataset.demo ?? document.activeElement.id);
        const seen = [];
        for (let step = 0; step < 40 && (await focused()) !== 'zip'; step += 1) {
            await press(page, 'Tab', 'Tab', { windowsVirtualKeyCode: 9 });
            seen.push(await focused());
        }
        assert.deepEqual(seen, [
            'valley', 'island', 'larkmere', 'archipelago', 'stage', 'courtyard', 'plain', 'pirates-moon', 'crimson-skies', 'recoil', 'folder', 'zip',
        ]);
        await page.value(() => document.querySelector('[data-demo="courtyard"]').focus());
        await press(page, 'Enter', 'Enter', { windowsVirtualKeyCode: 13, text: '\r' });
        await inWorld(page);
        await press(page, 'Escape');
        await page.until(() => document.getElementById('menu').open, SECONDS);
        await page.value(() => document.getElementById('leave').focus());
        await press(page, 'Enter', 'Enter', { windowsVirtualKeyCode: 13, text: '\r' });
        await page.until(inState, SECONDS, 'start');
        // Whoever reads by ear goes on where the way out leads.
        assert.equal(await focused(), 'courtyard');
    },

    async 'nobody else is asked, and no cookie is kept'({ url }) {
        const browser = await Chromium.start();
        const asked = [];
        try {
            const page = await browser.page(...SIZE);
            // Workers too, before they ask for anything.
            browser.listeners.push(({ method, params, sessionId }) => {
                if (method === 'Network.requestWillBeSent') asked.push(params.request.url);
                if (method !== 'Target.attachedToTarget' || params.sessionId === page.session) return;
                const send = (what, given) => browser.send(what, given, params.sessionId).catch(() => {});
                void send('Network.enable');
                void send('Runtime.runIfWaitingForDebugger');
                assert.ok(sessionId);
            });
            await page.send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: true, flatten: true });
            await page.open(url);
            await page.click('[data-demo="plain"]');
            await inWorld(page);
            const { cookies } = await browser.send('Storage.getCookies');
            assert.deepEqual(cookies, []);
        } finally {
            await browser.end();
        }
        const others = asked.filter((one) => !one.startsWith(url) && !/^(about|blob|data):/.test(one));
        assert.deepEqual(others, []);
        assert.ok(['revisit_bg.wasm', 'demos_bg.wasm'].every((file) => asked.some((one) => one.endsWith(file))), asked.join('\n'));
    },
};
