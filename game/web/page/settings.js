// Settings, kept in this browser. What is not understood is as at the start.

const KEY = 'revisit.settings';
const AT_START = {
    quality: 'medium', field_of_view: 75, brightness: 1, mouse: 0.12, volume: 0.8,
    invert_y: false, reduce_flashing: false, show_statistics: false, webgpu: false,
};

export const settings = { ...AT_START };

function read() {
    let kept = {};
    try {
        kept = JSON.parse(localStorage.getItem(KEY)) ?? {};
    } catch {
        // Unreadable, or this browser keeps nothing.
    }
    for (const [name, start] of Object.entries(AT_START)) {
        if (typeof kept[name] === typeof start && !Number.isNaN(kept[name])) settings[name] = kept[name];
    }
}

function keep() {
    try {
        localStorage.setItem(KEY, JSON.stringify(settings));
    } catch {
        // They hold until the page is closed.
    }
}

// Shows all settings in their fields and calls `changed` with the name of each that changes.
export function bindSettings(changed) {
    read();
    for (const name of Object.keys(AT_START)) {
        const field = document.getElementById(name);
        const isSwitch = field.type === 'checkbox';
        const output = field.parentElement.querySelector('output');
        const show = () => {
            if (output) output.value = `${settings[name]}`;
        };
        if (isSwitch) field.checked = settings[name];
        else field.value = settings[name];
        show();
        field.addEventListener('input', () => {
            settings[name] = isSwitch ? field.checked : typeof AT_START[name] === 'number' ? Number(field.value) : field.value;
            show();
            keep();
            changed(name);
        });
    }
}

// Those that the engine draws with.
export const pictureSettings = () => JSON.stringify(settings);
