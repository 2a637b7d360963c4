// The page of a game: its levels, what can stand on a stage, what is missing; the check of its files.

import { remember } from './recent.js';
import { $, calm, loading } from './screen.js';
import { engine, enter, session } from './session.js';

// Levels that are listed at once; of more, a filter finds the rest.
const MOST_LEVELS = 120;

// Fills it for the game that is open.
export function describeGame() {
    const { game, source } = session;
    $('game-name').textContent = game.name;
    $('game-summary').textContent = game.why_none ?? game.summary;
    $('worlds-filter').hidden = game.worlds.length <= MOST_LEVELS;
    $('worlds-filter').querySelector('input').value = '';
    $('stage-form').hidden = !game.is_staged;
    $('check').hidden = !game.title;
    listLevels('');
    if (game.is_staged) engine.send('models', { words: '' });
    if (source.handle && game.title) void remember(source.handle, game.name);
    const lines = game.title ? game.lines : [...game.lines, ...(game.report ? [game.report] : [])];
    $('game-notes').hidden = lines.length === 0;
    $('game-notes').querySelector('summary').textContent = game.title
        ? `What is missing or odd: ${lines.length}` : 'What is in it, for a report';
    $('game-notes').querySelector('ul').replaceChildren(...lines.map((line) => {
        const item = document.createElement('li');
        item.textContent = line;
        return item;
    }));
}

// The levels whose names have all of these words, at most as many as a page bears.
function listLevels(text) {
    const { game, wanted } = session;
    const words = text.toLowerCase().split(/\s+/).filter(Boolean);
    const first = wanted.world ?? game.first;
    // A stage is no level of the list.
    const all = game.is_staged && game.first ? [{ id: game.first, name: 'The stage' }, ...game.worlds] : game.worlds;
    const named = all.filter(({ id, name }) => words.every((word) => `${name} ${id}`.toLowerCase().includes(word)));
    const shown = [...named.filter(({ id }) => id === first), ...named.filter(({ id }) => id !== first)].slice(0, MOST_LEVELS);
    // In the order of the game, where all of them are shown.
    const listed = named.length <= MOST_LEVELS ? named : shown;
    $('worlds').replaceChildren(...listed.map((world) => {
        const button = document.createElement('button');
        button.type = 'button';
        button.textContent = world.name;
        button.dataset.world = world.id;
        button.classList.toggle('first', world.id === first);
        button.onclick = () => enter(world.id, world.id === wanted.world ? wanted.view : null);
        return button;
    }));
    $('worlds-more').textContent = named.length > listed.length ? `${named.length - listed.length} more: type a part of the name` : '';
}

// Models that were found for a stage, as buttons that are pressed or not.
const chosen = new Set();
export function listModels(models) {
    const buttons = models.map((address) => {
        const button = document.createElement('button');
        button.type = 'button';
        button.textContent = address;
        const press = () => button.setAttribute('aria-pressed', chosen.has(address));
        press();
        button.onclick = () => {
            if (!chosen.delete(address)) chosen.add(address);
            press();
            $('stage-go').disabled = chosen.size === 0;
        };
        return button;
    });
    $('stage-found').replaceChildren(...buttons);
}

$('check').onclick = () => {
    calm();
    loading(`Checking ${session.game.name}`, 'Reading all files');
    engine.send('check');
};
$('worlds-filter').oninput = ({ target }) => listLevels(target.value);
$('stage-words').oninput = ({ target }) => engine.send('models', { words: target.value });
$('stage-form').onsubmit = (event) => {
    event.preventDefault();
    if (chosen.size > 0) enter([...chosen].join(','), null);
};
