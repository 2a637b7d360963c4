// What is on the screen besides the world: which part of the page is shown, what people are told, what is saved.

export const $ = (id) => document.getElementById(id);
// How long a line about the world stays, ms.
const SAID_MS = 5000;

export function show(state) {
    document.documentElement.dataset.state = state;
    const inWorld = state === 'world';
    $('world').hidden = !inWorld;
    $('start').hidden = inWorld;
    $('loading').hidden = state !== 'loading';
    $('choose').hidden = state !== 'start';
    $('game').hidden = state !== 'game';
    $('several').hidden = state !== 'several';
    if (state === 'game') ($('worlds').querySelector('.first') ?? $('game-close')).focus();
}

export const state = () => document.documentElement.dataset.state;

export function trouble(text) {
    $('trouble').hidden = false;
    $('trouble').firstElementChild.textContent = text;
    $('trouble').scrollIntoView({ block: 'nearest' });
}

export function calm() {
    $('trouble').hidden = true;
}

export function say(text) {
    // The menu lies over the world.
    for (const id of ['said', 'menu-said']) $(id).textContent = text;
    clearTimeout(say.timer);
    say.timer = setTimeout(() => {
        for (const id of ['said', 'menu-said']) $(id).textContent = '';
    }, SAID_MS);
}

export function loading(name, phase) {
    show('loading');
    $('loading-name').textContent = name;
    $('loading-phase').textContent = phase;
    $('loading-bar').removeAttribute('value');
    $('loading-name').focus();
}

export function caption(text, seconds) {
    $('caption').textContent = text;
    clearTimeout(caption.timer);
    caption.timer = setTimeout(() => { $('caption').textContent = ''; }, seconds * 1000);
}

export function save(blob, name) {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(blob);
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
    say(`Saved ${name}`);
}
