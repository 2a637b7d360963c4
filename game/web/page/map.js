// The map over the world: lines and labels in the world's axes, north up. It is drawn here, from what the engine
// gave once.

const $ = (id) => document.getElementById(id);
// Numbers of a line: both ends, the lower and the higher height, the colour.
const NUMBERS = 7;
// What is seen from one side to the other when a large map is opened, metres.
const FIRST_M = 600;
// Largest zoom, pixels for a metre.
const NEAREST = 40;
const WALL = [0xb8, 0xc2, 0xce];
const FAINT = 0.2;
const MOST_LABELS = 300;

let chart = null;
let lines = new Float32Array();
let here = null;
let middle = null;
let zoom = 0;
let allLevels = false;
let dragged = null;

export const isMapOpen = () => !$('map').hidden;
export const chartWorld = () => chart?.world ?? null;

export function showMap(open) {
    $('map').hidden = !open;
    if (open) draw();
}

// Another world's map; null while there is none.
export function setChart(found, numbers) {
    [chart, lines, middle, zoom] = [found, numbers ?? new Float32Array(), null, 0];
    draw();
}

// Where the person is.
export function moveOnMap(status) {
    here = { x: status.at[0], z: status.at[2], feet: status.feet, yaw: status.yaw_deg * Math.PI / 180 };
    if (isMapOpen()) draw();
}

function lightened(color, least) {
    const light = (0.299 * color[0] + 0.587 * color[1] + 0.114 * color[2]) / 255;
    const share = Math.max(0, Math.min(1, (least - light) / Math.max(1 - light, 1e-3)));
    return color.map((part) => Math.round(part + (255 - part) * share));
}

// As strong as on the same level within `near`, fainter beyond.
function strength(low, high) {
    if (allLevels || !here || low === Infinity) return 1;
    const away = Math.max(low - here.feet, here.feet - high, 0);
    return 1 + (FAINT - 1) * Math.max(0, Math.min(1, (away - chart.level) / (chart.level * 2)));
}

function whole() {
    const [leastX, leastZ, mostX, mostZ] = chart.bounds;
    const { width, height } = $('map-sheet');
    zoom = 0.9 * Math.min(width / Math.max(mostX - leastX, 1), height / Math.max(mostZ - leastZ, 1));
    middle = [(leastX + mostX) / 2, (leastZ + mostZ) / 2];
}

function first() {
    const near = $('map-sheet').width / (FIRST_M * chart.metre);
    whole();
    if (zoom < near) [zoom, middle] = [near, null];
}

function draw() {
    if (!isMapOpen()) return;
    const sheet = $('map-sheet');
    const { width, height } = sheet.getBoundingClientRect();
    const ratio = devicePixelRatio || 1;
    if (sheet.width !== Math.round(width * ratio) || sheet.height !== Math.round(height * ratio)) {
        [sheet.width, sheet.height] = [Math.round(width * ratio), Math.round(height * ratio)];
    }
    const context = sheet.getContext('2d');
    context.clearRect(0, 0, sheet.width, sheet.height);
    const isEmpty = !chart?.bounds;
    $('map-note').textContent = !chart ? 'Drawing the map ...' : isEmpty ? 'This level has no walls to draw a map of' : '';
    if (!chart || isEmpty || !here) return;
    $('map-source').textContent = chart.is_drawn ? 'as drawn' : 'walls of the level';
    if (zoom === 0) first();
    const [x, z] = middle ?? [here.x, here.z];
    const across = (at) => sheet.width / 2 + (at - x) * zoom;
    const along = (at) => sheet.height / 2 + (at - z) * zoom;
    drawLines(context, across, along, sheet);
    drawLabels(context, across, along, sheet, ratio);
    drawPerson(context, across(here.x), along(here.z), ratio);
    sheet.dataset.lines = lines.length / NUMBERS;
}

function drawLines(context, across, along, { width, height }) {
    // Lines of one colour and strength are drawn together.
    const paths = new Map();
    for (let at = 0; at < lines.length; at += NUMBERS) {
        const [x1, z1, x2, z2] = [across(lines[at]), along(lines[at + 1]), across(lines[at + 2]), along(lines[at + 3])];
        if (Math.max(x1, x2) < 0 || Math.min(x1, x2) > width || Math.max(z1, z2) < 0 || Math.min(z1, z2) > height) continue;
        const strong = Math.round(strength(lines[at + 4], lines[at + 5]) * 8) / 8;
        const key = `${lines[at + 6]} ${strong}`;
        if (!paths.has(key)) paths.set(key, { path: new Path2D(), color: lines[at + 6], strong });
        const { path } = paths.get(key);
        path.moveTo(x1, z1);
        path.lineTo(x2, z2);
    }
    context.lineWidth = 1.3;
    for (const { path, color, strong } of paths.values()) {
        const parts = color < 0 ? WALL : lightened([color >> 16 & 255, color >> 8 & 255, color & 255], 0.55);
        context.strokeStyle = `rgb(${parts.join(' ')} / ${strong})`;
        context.stroke(path);
    }
}

// Large ones first; what would cover another is left out.
function drawLabels(context, across, along, { width, height }, ratio) {
    const taken = [];
    const sorted = [...chart.labels].sort((a, b) => b.size - a.size);
    for (const { at, text, color, size } of sorted) {
        const [x, z] = [across(at[0]), along(at[2])];
        if (x < 0 || z < 0 || x > width || z > height || taken.length >= MOST_LABELS) continue;
        const letters = (11 + size * 1.5) * ratio;
        context.font = `${letters}px system-ui, sans-serif`;
        const box = [x, z - letters, x + 8 * ratio + context.measureText(text).width, z + letters];
        if (taken.some((other) => box[0] < other[2] && box[2] > other[0] && box[1] < other[3] && box[3] > other[1])) continue;
        taken.push(box);
        const strong = Math.max(0.85, strength(at[1], at[1]));
        context.fillStyle = `rgb(${(color ? lightened(color, 0.75) : [232, 230, 225]).join(' ')} / ${strong})`;
        context.strokeStyle = '#050608';
        context.lineWidth = 3;
        context.textBaseline = 'middle';
        context.strokeText(text, x + 6 * ratio, z);
        context.fillText(text, x + 6 * ratio, z);
        context.fillRect(x - ratio, z - ratio, 3 * ratio, 3 * ratio);
    }
}

function drawPerson(context, x, z, ratio) {
    const [sin, cos] = [Math.sin(here.yaw), Math.cos(here.yaw)];
    const corner = (ahead, right) => [x + (-sin * ahead + cos * right) * ratio, z + (-cos * ahead - sin * right) * ratio];
    context.beginPath();
    for (const [ahead, right] of [[12, 0], [-7, 7], [-3.5, 0], [-7, -7]]) context.lineTo(...corner(ahead, right));
    context.closePath();
    context.fillStyle = '#e0a458';
    context.strokeStyle = '#1b1305';
    context.lineWidth = 1.5;
    context.fill();
    context.stroke();
}

function zoomAt(x, z, factor) {
    if (!chart?.bounds || !here) return;
    const sheet = $('map-sheet');
    const ratio = sheet.width / sheet.getBoundingClientRect().width;
    const off = [x * ratio - sheet.width / 2, z * ratio - sheet.height / 2];
    const before = zoom;
    zoom = Math.max(1e-4, Math.min((NEAREST * ratio) / chart.metre, zoom * factor));
    if (middle || off[0] !== 0 || off[1] !== 0) {
        const [mx, mz] = middle ?? [here.x, here.z];
        middle = [mx + off[0] / before - off[0] / zoom, mz + off[1] / before - off[1] / zoom];
    }
    draw();
}

export function listenToMap() {
    const sheet = $('map-sheet');
    sheet.addEventListener('pointerdown', (event) => {
        dragged = [event.clientX, event.clientY];
        sheet.setPointerCapture(event.pointerId);
    });
    sheet.addEventListener('pointermove', (event) => {
        if (!dragged || !here) return;
        const ratio = sheet.width / sheet.getBoundingClientRect().width;
        const [mx, mz] = middle ?? [here.x, here.z];
        middle = [mx - (event.clientX - dragged[0]) * ratio / zoom, mz - (event.clientY - dragged[1]) * ratio / zoom];
        dragged = [event.clientX, event.clientY];
        draw();
    });
    for (const end of ['pointerup', 'pointercancel']) sheet.addEventListener(end, () => { dragged = null; });
    sheet.addEventListener('wheel', (event) => {
        event.preventDefault();
        zoomAt(event.offsetX, event.offsetY, Math.exp(-event.deltaY / 400));
    }, { passive: false });
    const step = (factor) => () => {
        const { width, height } = sheet.getBoundingClientRect();
        zoomAt(width / 2, height / 2, factor);
    };
    $('map-nearer').onclick = step(1.5);
    $('map-further').onclick = step(1 / 1.5);
    $('map-centre').onclick = () => {
        middle = null;
        draw();
    };
    $('map-whole').onclick = () => {
        if (chart?.bounds) whole();
        draw();
    };
    $('map-levels').onchange = ({ target }) => {
        allLevels = target.checked;
        draw();
    };
    $('map-close').onclick = () => showMap(false);
}
