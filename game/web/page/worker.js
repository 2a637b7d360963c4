// The worker: engine, files and canvas. Everything it is told comes as a message and is done in turn.

import init, { Engine } from './revisit.js';

const post = (kind, more = {}, handOver = []) => postMessage({ kind, ...more }, handOver);

// The engine's module, or its address.
let takeModule;
const module = new Promise((done) => {
    takeModule = done;
});
let engine = null;
let canvas = null;
let memory = null;
let sound = null;
let isRunning = false;
let asked = null;
let last = 0;
let frames = 0;
let drawnAt = 0;
// Where the person is is told with every frame.
let follows = false;
// Files are checked, one after the other.
let checks = false;
// Least time between two frames, ms.
let least = 0;
// How long each frame is taken for, ms; 0 for as long as it took.
let pace = 0;
const times = [];
const own = [];

const told = {
    async open({ canvas: given, webgpu, width, height, picture }) {
        memory = (await init({ module_or_path: await module })).memory;
        canvas = given;
        canvas.width = width;
        canvas.height = height;
        canvas.addEventListener('webglcontextlost', () => post('lost', { text: 'The graphics card was taken away from the page.' }));
        try {
            engine = await Engine.open(canvas, webgpu, width, height);
        } catch (error) {
            post('unopened', { webgpu, text: typeof error === 'string' ? error : String(error?.message ?? error) });
            return;
        }
        setPicture(picture);
        post('opened', { adapter: engine.adapter() });
    },
    demo({ names, files, first }) {
        post('game', JSON.parse(engine.demo(names, files, first)));
    },
    files({ names }) {
        engine.files(names);
        told.games();
    },
    // Files that were lacking, by their places in the list of names.
    passOn({ places, files }) {
        engine.pass_on(places, files);
    },
    games() {
        const { lacking, games } = JSON.parse(engine.games());
        if (lacking) post('lacking', { lacking, then: { kind: 'games' } });
        else if (games.length > 1) post('several', { games });
        else told.folder({ folder: games[0]?.folder ?? '' });
    },
    folder({ folder }) {
        const { lacking, game } = JSON.parse(engine.game(folder));
        if (lacking) post('lacking', { lacking, then: { kind: 'folder', folder } });
        else post('game', { game });
    },
    models({ words }) {
        post('models', { models: JSON.parse(engine.models(words)) });
    },
    enter({ world, view, quality, land, volumes, port }) {
        isRunning = checks = false;
        let said = 0;
        const progress = (phase, done, of) => {
            const now = performance.now();
            if (done !== 0 && now - said < 30) return;
            said = now;
            post('progress', { phase, done, of });
        };
        const started = performance.now();
        engine.set_volumes(...volumes);
        const entered = JSON.parse(engine.enter(world, quality, land, progress));
        if (view) engine.go(...view);
        sound?.close();
        sound = port;
        engine.listen(Boolean(port));
        asked = null;
        follows = false;
        frames = 0;
        times.length = own.length = 0;
        drawnAt = performance.now();
        post('entered', { entered, ms: performance.now() - started });
        run(true);
    },
    leave() {
        isRunning = false;
        sound?.close();
        sound = null;
        engine.leave();
        post('left');
    },
    run({ on }) {
        run(on);
    },
    held({ held }) {
        // Turns add up until a frame takes them.
        const before = asked ?? { yaw: 0, pitch: 0, jump: false };
        asked = { ...held, yaw: before.yaw + held.yaw, pitch: before.pitch + held.pitch, jump: before.jump || held.jump };
    },
    mode() {
        engine.change_mode();
    },
    fly() {
        engine.fly();
        if (!isRunning) engine.draw();
    },
    type({ line }) {
        engine.type_line(line);
    },
    complete({ line }) {
        post('completed', JSON.parse(engine.complete(line)));
    },
    chart() {
        const chart = JSON.parse(engine.chart());
        const lines = engine.chart_lines();
        post('chart', { chart, lines }, [lines.buffer]);
    },
    follow({ on }) {
        follows = on;
        if (on) post('status', { status: JSON.parse(engine.status()), figures: null });
    },
    volumes({ volumes }) {
        engine.set_volumes(...volumes);
    },
    // Another message is heard between two files.
    check() {
        engine.check_begin();
        checks = true;
        const next = () => {
            if (!checks) return;
            try {
                for (const end = performance.now() + 30; performance.now() < end;) {
                    const { done, of, name } = JSON.parse(engine.check_step());
                    if (done === of) {
                        checks = false;
                        post('checked', JSON.parse(engine.check_end()));
                        return;
                    }
                    post('checking', { done, of, name });
                }
                setTimeout(next);
            } catch (error) {
                failed(error);
            }
        };
        next();
    },
    resize({ width, height }) {
        canvas.width = width;
        canvas.height = height;
        engine.resize(width, height);
        if (!isRunning) engine.draw();
    },
    picture({ picture }) {
        setPicture(picture);
        if (!isRunning) engine.draw();
    },
    go({ view }) {
        engine.go(...view);
    },
    start() {
        engine.back_to_start();
    },
    async snapshot() {
        // The canvas holds a picture only in the turn in which it was drawn.
        engine.draw_plain();
        const blob = canvas.convertToBlob({ type: 'image/png' });
        engine.draw();
        post('snapshot', { blob: await blob });
    },
    record() {
        post('recording', { text: engine.recording() });
    },
    replay({ text }) {
        engine.replay(text);
        post('replaying');
    },
    status() {
        post('status', { status: JSON.parse(engine.status()), figures: null });
    },
    // What happens when the system takes the graphics card away, for those who try that.
    lose() {
        canvas.getContext('webgl2')?.getExtension('WEBGL_lose_context')?.loseContext();
    },
    // For those who measure: frames of one length.
    pace({ ms }) {
        pace = ms;
    },
    // For those who compare: runs without drawing.
    ticks({ ticks, forward, strafe, yaw }) {
        post('hash', { hash: engine.run(ticks, forward, strafe, yaw) });
    },
    replayAtOnce({ text }) {
        post('replayed', { text: engine.replay_at_once(text), hash: engine.hash() });
    },
};

function setPicture(text) {
    engine.set_picture(text);
    const limit = JSON.parse(text).frame_limit ?? 0;
    // A little less than a whole number of refreshes, which are never exact.
    least = limit > 0 ? 1000 / limit - 3 : 0;
}

function run(on) {
    if (on === isRunning) return;
    isRunning = on;
    last = performance.now();
    if (on) requestAnimationFrame(frame);
}

function frame(now) {
    if (!isRunning) return;
    try {
        if (now - last < least) {
            requestAnimationFrame(frame);
            return;
        }
        const held = asked ?? { forward: 0, strafe: 0, yaw: 0, pitch: 0, run: false, jump: false, sink: false, fly_m_per_s: 0 };
        const began = performance.now();
        const switches = (held.run ? 1 : 0) | (held.jump ? 2 : 0) | (held.sink ? 4 : 0);
        engine.frame(pace || Math.max(0, now - last), held.forward, held.strafe, held.yaw, held.pitch, switches, held.fly_m_per_s);
        last = Math.max(now, last);
        // What is held stays held; what was turned is done.
        asked = { ...held, yaw: 0, pitch: 0, jump: false };
        const heard = engine.take_heard();
        if (sound && heard.length > 0) sound.postMessage(heard, [heard.buffer]);
        const ended = performance.now();
        keep(own, ended - began);
        if (frames > 0) keep(times, ended - drawnAt);
        drawnAt = ended;
        frames += 1;
        if (frames === 1 || frames % 10 === 0) {
            const figures = {
                frames, frame_ms: middle(times), frame_p95_ms: late(times), own_ms: middle(own), own_p95_ms: late(own), memory: memory.buffer.byteLength,
            };
            post('status', { status: JSON.parse(engine.status()), figures });
        } else if (follows) post('status', { status: JSON.parse(engine.status()), figures: null });
        requestAnimationFrame(frame);
    } catch (error) {
        failed(error);
    }
}

function keep(list, value) {
    list.push(value);
    if (list.length > 60) list.shift();
}

function middle(list) {
    return [...list].sort((a, b) => a - b)[list.length >> 1] ?? 0;
}

function late(list) {
    return [...list].sort((a, b) => a - b)[Math.min(list.length - 1, Math.floor(list.length * 0.95))] ?? 0;
}

// A line from the engine is for people; anything else is a bug of the program.
function failed(error) {
    isRunning = false;
    if (typeof error === 'string') {
        const lost = error.includes('is lost') || error.includes('was lost');
        post(lost ? 'lost' : 'failed', { text: error });
    } else {
        post('broken', { text: self.panicked ?? String(error?.message ?? error) });
    }
}

let queue = Promise.resolve();
onmessage = ({ data }) => {
    if (data.kind === 'module') {
        takeModule(data.module);
        return;
    }
    // Without an engine there is nothing to do; why was told.
    queue = queue.then(() => (engine || data.kind === 'open' ? told[data.kind](data) : null)).catch(failed);
};
post('ready');
