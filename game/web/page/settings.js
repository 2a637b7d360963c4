// Settings, kept in this browser: those of the program's window that mean something in a page. What is not
// understood is as at the start.

const KEY = 'revisit.settings';

// Options that go together; a test compares them with the program's.
export const PRESETS = {
    low: { render_scale: 0.5, view_distance: 0.75, antialiasing: false, anisotropy: 1, look: 'clear' },
    medium: { render_scale: 1, view_distance: 1, antialiasing: false, anisotropy: 8, look: 'clear' },
    high: { render_scale: 1, view_distance: 2, antialiasing: true, anisotropy: 16, look: 'clear' },
    retro: { render_scale: 1, view_distance: 1, antialiasing: false, anisotropy: 1, look: 'faithful' },
};

export const AT_START = {
    ...PRESETS.medium, field_of_view: 75, brightness: 1, textures: 'best', frame_limit: 0, reduce_flashing: false, text_size: 1,
    mouse: 0.12, invert_y: false, toggle_run: false, turn_deg_per_s: 120, dead_zone: 0.15, fly_m_per_s: 20,
    volume: 0.8, effects_volume: 1, speech_volume: 1, music_volume: 1, captions: true,
    hud_scale: 1, hud_inset: 0, hud_aim: true, hud_targets: true, hud_hits: true, hud_compass: true, hud_speed: true, hud_radar: true, hud_gauges: true, hud_figure: true, hud_weapons: true,
    hud_objectives: true,
    land_view: 8, land_around: 1, land_vertical: 1.25, land_reading: 'unity', land_step: 11, land_placement: 'header', land_flats: false,
    land_weather: 'climate', land_nature: 1, land_speed: 12, land_winter: false, land_memory: 256,
    show_statistics: false, webgpu: false,
};

export const settings = { ...AT_START };

// What is kept under a name, or null.
export function kept(name) {
    try {
        return JSON.parse(localStorage.getItem(name));
    } catch {
        // Unreadable, or this browser keeps nothing.
        return null;
    }
}

export function keep(name, value) {
    try {
        localStorage.setItem(name, JSON.stringify(value));
    } catch {
        // It holds until the page is closed.
    }
}

function read() {
    const found = kept(KEY) ?? {};
    for (const [name, start] of Object.entries(AT_START)) {
        if (typeof found[name] === typeof start && !Number.isNaN(found[name])) settings[name] = found[name];
    }
}

// How a number is said beside its slider.
const UNITS = { '%': (value) => `${Math.round(value * 100)} %`, '°': (value) => `${value}°` };
const said = (value, unit) => UNITS[unit]?.(value) ?? (unit ? `${value} ${unit}` : `${value}`);

const fields = new Map();

function showField(name) {
    const { field, isSwitch, output } = fields.get(name);
    if (isSwitch) field.checked = settings[name];
    else field.value = settings[name];
    if (output) output.value = said(settings[name], field.dataset.unit);
}

function showPreset() {
    const is = (options) => Object.entries(options).every(([name, value]) => settings[name] === value);
    document.getElementById('preset').value = Object.keys(PRESETS).find((name) => is(PRESETS[name])) ?? '';
}

// Shows all settings in their fields and calls `changed` with the name of each that changes.
export function bindSettings(changed) {
    read();
    const set = (name, value) => {
        settings[name] = value;
        showField(name);
        showPreset();
        keep(KEY, settings);
        changed(name);
    };
    for (const name of Object.keys(AT_START)) {
        const field = document.getElementById(name);
        const isSwitch = field.type === 'checkbox';
        fields.set(name, { field, isSwitch, output: field.parentElement.querySelector('output') });
        showField(name);
        const value = () => (typeof AT_START[name] === 'number' ? Number(field.value) : field.value);
        field.addEventListener('input', () => set(name, isSwitch ? field.checked : value()));
    }
    showPreset();
    document.getElementById('preset').addEventListener('input', ({ target }) => {
        for (const [name, value] of Object.entries(PRESETS[target.value] ?? {})) set(name, value);
    });
    for (const button of document.querySelectorAll('[data-reset]')) {
        button.addEventListener('click', () => {
            const names = Array.from(button.closest('[role="tabpanel"]').querySelectorAll('[id]'), ({ id }) => id);
            for (const name of names.filter((name) => name in AT_START)) set(name, AT_START[name]);
        });
    }
}

// Those of overworlds, as `--land` takes them.
export const landSettings = () => {
    const { land_flats: flats, land_winter: winter, ...others } = settings;
    const named = Object.entries(others).filter(([name]) => name.startsWith('land_')).map(([name, value]) => `${name.slice(5)}=${value}`);
    return [...named, `flats=${flats ? 'turned' : 'still'}`, ...(winter ? ['winter'] : [])].join(' ');
};

// Those that the engine draws with.
export const pictureSettings = () => {
    const hud = Object.entries(settings).filter(([name]) => name.startsWith('hud_')).map(([name, value]) => [name.slice(4), value]);
    return JSON.stringify({ ...settings, hud: Object.fromEntries(hud) });
};
