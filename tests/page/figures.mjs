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

// What the program's own thread works while it draws a walk, ms, and what it says at its end. The processor that draws
// for it works in other threads.
function drawn(given, name, world, ticks, more = {}) {
    const all = [...given, demo(DEMOS[name]), world, '--size', SIZE.join('x'), '--preset', 'medium', '--json', '--frames', `${ticks}`, '--replay', walk(name, world, ticks)];
    const env = { ...process.env, XDG_RUNTIME_DIR: process.env.XDG_RUNTIME_DIR ?? scratch, REVISIT_HOME: join(scratch, 'home'), ...more };
    const program = spawn(revisit, all, { env, stdio: ['ignore', 'pipe', 'ignore'] });
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
        if (code === 0) done({ worked, said: JSON.parse(text) });
        else failed(new Error(`${given.join(' ')} of ${name} ended with ${code}`));
    }));
}

// What it works for a frame, ms, without what it works until all is warm.
async function worked(given, name, world, more) {
    const few = await drawn(given, name, world, BEFORE, more);
    const all = await drawn(given, name, world, BEFORE + COUNTED * FRAMES, more);
    return { own: (all.worked - few.worked) / (COUNTED * FRAMES), said: all.said };
}

async function measure(browser, page, url, name, webgpu) {
    await page.open(url);
    // The program's `bench frames` is silent: so is the page here, or what its worker mixes would count.
    await page.value(() => { window.AudioContext = undefined; });
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
// The program shows each picture in a window, as the page does in its canvas; `bench frames` shows none. Both are silent.
const DISPLAY = ':97';
const display = spawn('Xvfb', [DISPLAY, '-screen', '0', '1280x800x24', '-nolisten', 'tcp'], { stdio: 'ignore' });
process.on('exit', () => display.kill());
console.log('| demo | ours in the page, ms | in the window of the program | times | in `bench frames` | times | memory of the page, MiB | of the program | times |');
for (const [name, { world, own, memory }] of page) {
    const shown = await worked(['play'], name, world, { DISPLAY, WAYLAND_DISPLAY: '' });
    const unseen = await worked(['bench', 'frames'], name, world);
    const most = unseen.said.memory.last;
    const row = [
        name, own.toFixed(1), shown.own.toFixed(1), (own / shown.own).toFixed(2), unseen.own.toFixed(1), (own / unseen.own).toFixed(2),
        mebibytes(memory), mebibytes(most), (memory / most).toFixed(2),
    ];
    console.log(`| ${row.join(' | ')} |`);
}
process.exit(0);
