// Links: `?demo=valley` opens a demo, `#world=c1&eye=1,2,3&look=90,0` a world of it and a view.

const numbers = (text, count) => {
    const list = (text ?? '').split(',').map(Number);
    return list.length === count && list.every(Number.isFinite) ? list : null;
};

// What the address asks for.
export function asked() {
    const demo = new URLSearchParams(location.search).get('demo');
    const hash = new URLSearchParams(location.hash.slice(1));
    const eye = numbers(hash.get('eye'), 3);
    const look = numbers(hash.get('look'), 2);
    return { demo, world: hash.get('world'), view: eye && look ? [...eye, ...look] : null };
}

// A link to a view; of a game that somebody owns it opens the view once its folder is handed over.
export function linkTo(demo, { world, eye, yaw_deg, pitch_deg }) {
    const short = (list) => list.map((value) => Number(value.toFixed(2))).join(',');
    const hash = `world=${encodeURIComponent(world)}&eye=${short(eye)}&look=${short([yaw_deg, pitch_deg])}`;
    const search = demo ? `?demo=${encodeURIComponent(demo)}` : '';
    return `${location.origin}${location.pathname}${search}#${hash}`;
}
