// What the tests of the page share: the program beside it, demos on the disk, and questions to the page.

import assert from 'node:assert/strict';
import { execFile, execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { picture } from './pictures.mjs';

export const [pageFolder, revisit, scratch] = process.argv.slice(2, 5).map((path) => resolve(path));
export const downloads = join(scratch, 'downloads');
mkdirSync(downloads, { recursive: true });

// Many times what a quiet machine of two cores needs.
export const SECONDS = 180;
export const SIZE = [640, 360];
// All demos by their name in the page and that of the program.
export const DEMOS = {
    plain: 'plain', valley: 'mechwarrior3', courtyard: 'courtyard', stage: 'warcraft', larkmere: 'everquest', archipelago: 'daggerfall',
    island: 'gamestudio', 'pirates-moon': 'pirates-moon', 'crimson-skies': 'crimson-skies', recoil: 'recoil',
};

const env = { ...process.env, XDG_RUNTIME_DIR: process.env.XDG_RUNTIME_DIR ?? scratch };

export function native(...given) {
    return execFileSync(revisit, given, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], maxBuffer: 1 << 28, env });
}

// The same while the page does something else.
async function nativeBeside(...given) {
    const { stdout } = await promisify(execFile)(revisit, given, { maxBuffer: 1 << 28, env });
    return stdout;
}

// The folder of a demo, by the program's name.
export function demo(name) {
    const folder = join(scratch, name);
    if (!existsSync(folder)) native('demo', name, '--write', folder);
    return folder;
}

export const inState = (wanted) => document.documentElement.dataset.state === wanted;
export const data = (page, name) => page.value((name) => document.documentElement.dataset[name], name);
export const troubleOf = (page) => page.value(() => (document.getElementById('trouble').hidden ? '' : document.getElementById('trouble').firstElementChild.innerText));

// In a world, with a picture drawn.
export async function inWorld(page) {
    await page.until(() => document.documentElement.dataset.frames >= 1 || !document.getElementById('trouble').hidden, SECONDS);
    assert.equal(await troubleOf(page), '');
    assert.ok(await page.value(inState, 'world'));
}

// Waits for a message in the page.
export async function inTrouble(page, wanted) {
    await page.until(() => !document.getElementById('trouble').hidden, SECONDS);
    assert.match(await troubleOf(page), wanted);
}

// Sends the worker a message and waits for what it answers.
export function ask(page, kind, more, answer) {
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

export const status = async (page) => (await ask(page, 'status', {}, 'status')).status;

// Asks for the status until it is so.
export async function until(page, what, is) {
    for (const end = Date.now() + SECONDS * 1000; ;) {
        const now = await status(page);
        if (is(now)) return now;
        assert.ok(Date.now() < end, `${what}: ${JSON.stringify(now)}`);
    }
}

export async function snapshot(page) {
    return picture(page, Buffer.from(await ask(page, 'snapshot', {}, 'snapshot')));
}

// A recording made in the page, replayed by the program, which compares every hash.
export async function replayedByTheProgram(page, folder, world) {
    const { text } = await ask(page, 'record', {}, 'recording');
    return { text, last: await replayedBeside(text, folder, world) };
}

// The last line of the program about a recording, while the page may do something else; a demo that is not on the
// disk yet is written.
export async function replayedBeside(text, folder, world) {
    if (!existsSync(folder)) await nativeBeside('demo', basename(folder), '--write', folder);
    const file = `${folder}-walk.jsonl`;
    writeFileSync(file, text);
    return (await nativeBeside('sim', folder, world, '--replay', file)).trim().split('\n').at(-1);
}

// Waits for a file that the page saves.
export async function saved(name) {
    for (const end = Date.now() + SECONDS * 1000; ;) {
        if (readdirSync(downloads).includes(name)) return readFileSync(join(downloads, name));
        assert.ok(Date.now() < end, `${name} is not among ${readdirSync(downloads).join()}`);
        await new Promise((done) => setTimeout(done, 50));
    }
}

// Graphics as the program draws pictures without options.
export const AS_THE_PROGRAM = JSON.stringify({ field_of_view: 75.178, anisotropy: 1 });
