// The page in Chromium without a screen: `node test.mjs PAGE REVISIT SCRATCH`, with the folder of the
// page, the program built for this machine, and a folder for files. `ONLY` in the environment is a part of
// the name of a test, `PARTS` are the groups that run, all of them otherwise.

import assert from 'node:assert/strict';
import { Chromium } from './chromium.mjs';
import { files } from './files.mjs';
import { pages } from './pages.mjs';
import { reading } from './reading.mjs';
import { serve } from './serve.mjs';
import { SIZE, downloads, pageFolder } from './tools.mjs';
import { walking } from './walking.mjs';

const groups = { walking, pages, reading, files };
const chosen = (process.env.PARTS ?? Object.keys(groups).join()).split(',');
const server = await serve(pageFolder);
const browser = await Chromium.start();
const page = await browser.page(...SIZE);
const given = { page, url: server.url };
const seconds = (since) => `${((Date.now() - since) / 1000).toFixed(1)} s`;
const all = Date.now();
let failed = 0;
try {
    await browser.send('Browser.setDownloadBehavior', { behavior: 'allow', downloadPath: downloads });
    await page.open(server.url);
    const only = process.env.ONLY ?? '';
    for (const [name, test] of chosen.flatMap((group) => Object.entries(groups[group]))) {
        if (!name.includes(only)) continue;
        const began = Date.now();
        try {
            await test(given);
            assert.deepEqual(page.errors, []);
            console.log(`ok      ${name} (${seconds(began)})`);
        } catch (error) {
            failed += 1;
            console.log(`FAILED  ${name} (${seconds(began)})\n${error.stack}\n${page.errors.join('\n')}`);
            page.errors.length = 0;
        }
    }
} finally {
    await browser.end();
    server.end();
}
console.log(`${failed === 0 ? 'all tests of the page passed' : `${failed} tests of the page failed`} (${seconds(all)})`);
process.exit(failed === 0 ? 0 : 1);
