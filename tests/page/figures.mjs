// Times and memory of each demo, on WebGL2 and on WebGPU: `node figures.mjs PAGE REVISIT SCRATCH`. It prints the
// rows of a table.

import { Chromium } from './chromium.mjs';
import { serve } from './serve.mjs';
import { DEMOS, SIZE, data, inWorld, pageFolder } from './tools.mjs';

// Frames after which memory is read again.
const FRAMES = Number(process.env.FRAMES ?? 300);
const mebibytes = (bytes) => (Number(bytes) / 1048576).toFixed(1);

async function measure(page, url, name, webgpu) {
    await page.open(url);
    await page.value((webgpu) => {
        const field = document.getElementById('webgpu');
        field.checked = webgpu;
        field.dispatchEvent(new Event('input'));
    }, webgpu);
    await page.click(`[data-demo="${name}"]`);
    await inWorld(page);
    const [first, memory] = [await data(page, 'firstPicture'), await data(page, 'memory')];
    await page.until((frames) => Number(document.documentElement.dataset.frames) >= frames, 580, FRAMES);
    const row = [webgpu ? 'WebGPU' : 'WebGL2', name, first, await data(page, 'frameMs'), await data(page, 'ownMs'), mebibytes(memory), mebibytes(await data(page, 'memory'))];
    console.log(`| ${row.join(' | ')} |`);
}

const server = await serve(pageFolder);
console.log('| drawn with | demo | click to first picture, ms | frame, ms | ours, ms | memory, MiB | after the frames |');
for (const webgpu of [false, true]) {
    const browser = await Chromium.start({ webgpu });
    const page = await browser.page(...SIZE);
    for (const name of (process.env.ONLY ? process.env.ONLY.split(',') : Object.keys(DEMOS))) await measure(page, server.url, name, webgpu);
    await browser.end();
}
server.end();
