// Chromium without a screen, driven through its own protocol over a pipe: no packages are needed.

import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// WebGL on the processor; the other set is WebGPU. They do not mix.
const WEBGL = ['--use-angle=swiftshader', '--enable-unsafe-swiftshader'];
const WEBGPU = [
    '--use-angle=vulkan', '--enable-features=Vulkan', '--use-vulkan=swiftshader', '--enable-unsafe-swiftshader',
    '--enable-unsafe-webgpu', '--use-webgpu-adapter=swiftshader',
];

// Longest time that a page may take for an answer.
const LONGEST_MS = 300_000;

export class Chromium {
    static async start({ webgpu = false, without3d = false } = {}) {
        const drawing = without3d ? ['--disable-gpu', '--disable-software-rasterizer'] : webgpu ? WEBGPU : WEBGL;
        const self = new Chromium();
        self.profile = mkdtempSync(join(tmpdir(), 'revisit-page-'));
        self.process = spawn(process.env.CHROMIUM ?? 'chromium', [
            '--headless=new', '--no-sandbox', '--disable-gpu-sandbox', '--no-first-run', '--disable-extensions',
            '--disable-background-networking', '--disable-component-update', '--disable-sync', '--disable-dev-shm-usage',
            '--autoplay-policy=no-user-gesture-required', '--mute-audio', '--hide-scrollbars', '--force-device-scale-factor=1',
            `--user-data-dir=${self.profile}`, '--remote-debugging-pipe', ...drawing, 'about:blank',
        ], { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] });
        self.next = 1;
        self.waiting = new Map();
        self.listeners = [];
        let text = '';
        self.process.stdio[4].setEncoding('utf8').on('data', (piece) => {
            text += piece;
            const lines = text.split('\0');
            text = lines.pop();
            for (const line of lines) self.receive(JSON.parse(line));
        });
        // A browser that ends breaks both pipes: whoever waits for an answer is told below.
        for (const pipe of self.process.stdio.slice(3)) pipe.on('error', () => {});
        self.process.on('exit', () => {
            self.hasEnded = true;
            for (const { reject } of self.waiting.values()) reject(new Error('Chromium has ended'));
        });
        return self;
    }

    receive({ id, method, params, result, error, sessionId }) {
        if (id) {
            const { resolve, reject } = this.waiting.get(id);
            this.waiting.delete(id);
            if (error) reject(new Error(error.message));
            else resolve(result);
        } else for (const listener of this.listeners) listener({ method, params, sessionId });
    }

    send(method, params = {}, sessionId = undefined) {
        if (this.hasEnded) return Promise.reject(new Error('Chromium has ended'));
        const id = this.next++;
        this.process.stdio[3].write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
        return new Promise((resolve, reject) => this.waiting.set(id, { resolve, reject }));
    }

    async page(width = 640, height = 360) {
        const { targetId } = await this.send('Target.createTarget', { url: 'about:blank' });
        const { sessionId } = await this.send('Target.attachToTarget', { targetId, flatten: true });
        const page = new Page(this, sessionId, targetId);
        await page.begin(width, height);
        return page;
    }

    // What the workers of all pages have worked so far, ms of a processor: not how long they waited for one, or for
    // whoever draws, which is a process of its own.
    workersWorked() {
        const read = (file) => {
            try {
                return readFileSync(`/proc/${file}`, 'utf8');
            } catch {
                // It has ended meanwhile.
                return '';
            }
        };
        const processes = readdirSync('/proc').filter((name) => /^[0-9]+$/.test(name));
        const parents = new Map(processes.map((id) => [id, read(`${id}/stat`).replace(/^.*[)] /, '').split(' ')[1]]));
        const isOurs = (id) => id !== undefined && (id === String(this.process.pid) || isOurs(parents.get(id)));
        let worked = 0;
        for (const id of processes.filter(isOurs)) {
            let threads = [];
            try {
                threads = readdirSync(`/proc/${id}/task`);
            } catch {
                // As above.
            }
            for (const thread of threads) {
                if (!read(`${id}/task/${thread}/comm`).startsWith('DedicatedWorker')) continue;
                worked += Number(read(`${id}/task/${thread}/schedstat`).split(' ')[0]) / 1e6;
            }
        }
        return worked;
    }

    async end() {
        const gone = new Promise((done) => (this.hasEnded ? done() : this.process.on('exit', done)));
        await this.send('Browser.close').catch(() => {});
        await gone;
        rmSync(this.profile, { recursive: true, force: true, maxRetries: 5 });
    }
}

export class Page {
    constructor(browser, session, target) {
        Object.assign(this, { browser, session, target, errors: [] });
    }

    send(method, params = {}) {
        return this.browser.send(method, params, this.session);
    }

    async begin(width, height) {
        this.browser.listeners.push(({ method, params, sessionId }) => {
            if (sessionId !== this.session) return;
            if (method === 'Runtime.exceptionThrown') this.errors.push(params.exceptionDetails.exception?.description ?? params.exceptionDetails.text);
            // What the content security policy forbids, and files that are not there, are in the log.
            if (method === 'Log.entryAdded' && params.entry.level === 'error') this.errors.push(`${params.entry.text} ${params.entry.url ?? ''}`);
        });
        for (const domain of ['Page', 'Runtime', 'Log', 'DOM', 'Network']) await this.send(`${domain}.enable`);
        await this.send('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: 1, mobile: false });
        await this.send('Emulation.setFocusEmulationEnabled', { enabled: true });
        await this.send('Emulation.setTouchEmulationEnabled', { enabled: true });
    }

    async open(url) {
        // Where only what follows # is another, the page would stay the same.
        for (const next of ['about:blank', url]) {
            const loaded = this.event('Page.loadEventFired');
            await this.send('Page.navigate', { url: next });
            await loaded;
        }
    }

    async reload() {
        const loaded = this.event('Page.loadEventFired');
        await this.send('Page.reload');
        await loaded;
    }

    event(wanted) {
        return new Promise((done) => {
            const listener = ({ method, params, sessionId }) => {
                if (sessionId !== this.session || method !== wanted) return;
                this.browser.listeners.splice(this.browser.listeners.indexOf(listener), 1);
                done(params);
            };
            this.browser.listeners.push(listener);
        });
    }

    // The value of an expression or of a function's text; promises are waited for.
    async value(what, ...given) {
        // A page that never answers is a test that failed, not one that goes on for ever.
        let late;
        const never = new Promise((_, failed) => { late = setTimeout(() => failed(new Error(`no answer to ${what}`)), LONGEST_MS); });
        return Promise.race([this.evaluated(what, ...given), never]).finally(() => clearTimeout(late));
    }

    async evaluated(what, ...given) {
        const expression = typeof what === 'function' ? `(${what})(${given.map((one) => JSON.stringify(one)).join(',')})` : what;
        const { result, exceptionDetails } = await this.send('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true, userGesture: true });
        if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
        return result.value;
    }

    // Waits until something is true, at most so long.
    async until(what, seconds = 60, ...given) {
        const end = Date.now() + seconds * 1000;
        for (;;) {
            const value = await this.value(what, ...given);
            if (value) return value;
            if (Date.now() > end) {
                const now = await this.value(() => `${document.documentElement.dataset.state}: ${document.body.innerText.slice(0, 400)}`);
                throw new Error(`still not so after ${seconds} s: ${what}\nthe page is at ${now}\n${this.errors.join('\n')}`);
            }
            await new Promise((done) => setTimeout(done, 40));
        }
    }

    async click(selector) {
        const at = await this.value((selector) => {
            const element = document.querySelector(selector);
            element.scrollIntoView({ block: 'center' });
            const { x, y, width, height } = element.getBoundingClientRect();
            return { x: x + width / 2, y: y + height / 2 };
        }, selector);
        for (const type of ['mousePressed', 'mouseReleased']) {
            await this.send('Input.dispatchMouseEvent', { type, ...at, button: 'left', clickCount: 1 });
        }
    }

    async mouse(type, x, y) {
        await this.send('Input.dispatchMouseEvent', { type, x, y, button: type === 'mouseMoved' ? 'none' : 'left', clickCount: 1 });
    }

    async touch(type, points) {
        await this.send('Input.dispatchTouchEvent', { type, touchPoints: points.map(([x, y]) => ({ x, y })) });
    }

    async key(code, down, key = code) {
        await this.send('Input.dispatchKeyEvent', { type: down ? 'keyDown' : 'keyUp', code, key });
    }

    // Hands files or a folder to an input.
    async upload(selector, files) {
        const { root } = await this.send('DOM.getDocument');
        const { nodeId } = await this.send('DOM.querySelector', { nodeId: root.nodeId, selector });
        await this.send('DOM.setFileInputFiles', { nodeId, files });
    }

    // Drops files or folders of the disk in the middle of the page.
    async drop(files) {
        const data = { items: [], files, dragOperationsMask: 1 };
        for (const type of ['dragEnter', 'dragOver', 'drop']) {
            await this.send('Input.dispatchDragEvent', { type, x: 320, y: 180, data });
        }
    }

    // PNG of what is seen.
    async picture() {
        const { data } = await this.send('Page.captureScreenshot', { format: 'png' });
        return Buffer.from(data, 'base64');
    }
}
