// Times and memory of each demo, on WebGL2 and on WebGPU, beside those of the program: `node figures.mjs PAGE REVISIT
// SCRATCH`. It prints the rows of two tables. `ONLY=plain,valley` are the demos, `FRAMES` how many frames.

import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Chromium } from './chromium.mjs';
import { serve } from './serve.mjs';
import { DEMOS, SIZE, ask, data, demo, inWorld, native, pageFolder, revisit, scratch } from './tools.mjs';

// Frames after which memory is read again.
const FRAMES = Number(process.env.FRAMES ?? 300);
// Frames of the program that are not counted: those until all is warm.
const BEFORE = 30;
// Of the program so many times as many are counted: how long loading takes differs by as much as a short walk.
const COUNTED = 4;
const mebibytes = (bytes) => (Number(bytes) / 1048576).toFixed(1);
const names = process.env.ONLY ? process.env.ONLY.split(',') : Object.keys(DEMOS);

// A walk of so many ticks: ahead, and slowly around.
function walk(name, world, ticks) {
    const folder = demo(DEMOS[name]);
    const file = join(scratch, `${name}-${ticks}.jsonl`);
    native('sim', folder, world, '--ticks', '1', '--record', file, '--force');
    const [header] = readFileSync(file, 'utf8').split('\n');
    const lines = [JSON.stringify({ tick: 0, input: { forward: 1, yaw: 0.01 } }), JSON.stringify({ tick: ticks, end: true })];
    writeFileSync(file, [header, ...lines, ''].join('\n'));
    return file;
}

// What the program's own thread works while it draws a walk, ms, and the program's memory, bytes. The processor
// that draws for it works in other threads.
function drawn(name, world, ticks) {
    const given = ['bench', 'frames', demo(DEMOS[name]), world, '--size', SIZE.join('x'), '--preset', 'medium', '--json', '--frames', `${ticks}`, '--replay', walk(name, world, ticks)];
    const env = { ...process.env, XDG_RUNTIME_DIR: process.env.XDG_RUNTIME_DIR ?? scratch };
    const program = spawn(revisit, given, { env, stdio: ['ignore', 'pipe', 'ignore'] });
    let text = '';
    let worked = 0;
    program.stdout.setEncoding('utf8').on('data', (piece) => { text += piece; });
    const look = setInterval(() => {
        try {
            worked = Number(readFileSync(`/proc/${program.pid}/task/${program.pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
        } catch {
            // It has ended.
        }
    }, 5);
    return new Promise((done, failed) => program.on('close', (code) => {
        clearInterval(look);
        if (code === 0) done({ worked, memory: JSON.parse(text).memory.last });
        else failed(new Error(`bench frames of ${name} ended with ${code}`));
    }));
}

async function measure(browser, page, url, name, webgpu) {
    await page.open(url);
    await page.value((webgpu) => {
        const field = document.getElementById('webgpu');
        field.checked = webgpu;
        field.dispatchEvent(new Event('input'));
    }, webgpu);
    await page.click(`[data-demo="${name}"]`);
    await inWorld(page);
    const [first, world] = [await data(page, 'firstPicture'), await data(page, 'world')];
    // The same walk as the program's, a tick in each frame, as on a screen that shows sixty a second.
    await page.value(() => window.revisit.send('pace', { ms: 1000 / 60 }));
    await ask(page, 'replay', { text: readFileSync(walk(name, world, FRAMES * 2), 'utf8') }, 'replaying');
    await page.until((frames) => Number(document.documentElement.dataset.frames) >= frames, 580, FRAMES);
    const early = await data(page, 'memory');
    const [before, drawn] = [browser.workersWorked(), Number(await data(page, 'frames'))];
    await page.until((frames) => Number(document.documentElement.dataset.frames) >= frames, 580, FRAMES * 2);
    const own = (browser.workersWorked() - before) / (Number(await data(page, 'frames')) - drawn);
    const late = await data(page, 'memory');
    const row = [webgpu ? 'WebGPU' : 'WebGL2', name, first, await data(page, 'frameMs'), await data(page, 'ownMs'), own.toFixed(1), mebibytes(early), mebibytes(late)];
    console.log(`| ${row.join(' | ')} |`);
    return { world, own, memory: late };
}

const server = await serve(pageFolder);
const page = new Map();
console.log(`| drawn with | demo | click to first picture, ms | frame, ms | ours with waiting, ms | ours, ms | memory, MiB, after ${FRAMES} frames | after ${FRAMES * 2} |`);
for (const webgpu of [false, true]) {
    const browser = await Chromium.start({ webgpu });
    const tab = await browser.page(...SIZE);
    for (const name of names) {
        const found = await measure(browser, tab, server.url, name, webgpu);
        if (!webgpu) page.set(name, found);
    }
    await browser.end();
}
server.end();
console.log('| demo | ours in the page, ms | in the program | times | memory of the page, MiB | of the program | times |');
for (const [name, { world, own, memory }] of page) {
    const few = await drawn(name, world, BEFORE);
    const all = await drawn(name, world, BEFORE + COUNTED * FRAMES);
    const worked = (all.worked - few.worked) / (COUNTED * FRAMES);
    const row = [name, own.toFixed(1), worked.toFixed(1), (own / worked).toFixed(2), mebibytes(memory), mebibytes(all.memory), (memory / all.memory).toFixed(2)];
    console.log(`| ${row.join(' | ')} |`);
}
