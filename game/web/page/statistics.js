// The statistics card: times and counts of the last frames, and where one is.

import { settings } from './settings.js';

const mebibytes = (bytes) => `${(bytes / 1048576).toFixed(1)} MiB`;

// Shows it, if it is on.
export function showStatistics(status, figures, adapter) {
    const card = document.getElementById('statistics');
    card.hidden = !settings.show_statistics;
    if (card.hidden) return;
    const degrees = (value) => value.toFixed(1);
    const rows = {
        'frame rate': `${(1000 / figures.frame_ms).toFixed(0)} fps; ${figures.frame_ms.toFixed(1)} ms, 95 % within ${figures.frame_p95_ms.toFixed(1)}`,
        drawing: `${figures.own_ms.toFixed(1)} ms, 95 % within ${figures.own_p95_ms.toFixed(1)}`,
        'draw calls': `${status.draws}, ${status.triangles} triangles, ${status.instances} instances`,
        objects: `${status.drawn} drawn, ${status.culled} culled`,
        position: status.eye.map((value) => value.toFixed(2)).join(' '),
        direction: `yaw ${degrees(status.yaw_deg)}, pitch ${degrees(status.pitch_deg)} degrees`,
        zones: status.zones.join(' ') || 'all',
        ground: status.ground,
        level: status.place,
        tick: status.tick,
        findings: status.findings,
        'files read': mebibytes(status.bytes_read),
        memory: mebibytes(figures.memory),
        graphics: adapter,
    };
    const cells = Object.entries(rows).flatMap(([name, value]) => {
        const [term, says] = [document.createElement('dt'), document.createElement('dd')];
        [term.textContent, says.textContent] = [name, value];
        return [term, says];
    });
    card.replaceChildren(...cells);
}
