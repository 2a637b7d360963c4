//! What lies on the ground.

use super::{CREAM, INK};
use crate::builders::numbers::{layered_noise, mix, noise, smooth_step};
use crate::builders::paint::{Canvas, blend};

pub(super) fn grass(seed: u32) -> Canvas {
    let mut canvas = Canvas::new(256, 256, [0.86, 0.86, 0.82]);
    canvas.each(|u, v, pixel| {
        // Tufts: blades that lean, light above and dark at the foot.
        let lean = layered_noise(seed ^ 1, u * 6.0, v * 6.0, 2, 6);
        let blade = layered_noise(seed ^ 2, (u + lean * 0.05) * 64.0, v * 24.0, 2, 192);
        let tuft = layered_noise(seed ^ 3, u * 18.0, v * 18.0, 3, 18);
        blend(pixel, [0.56, 0.58, 0.46], smooth_step(0.50, 0.30, tuft) * 0.42);
        blend(pixel, [1.0, 0.98, 0.86], smooth_step(0.55, 0.8, blade) * 0.5);
        blend(pixel, [0.50, 0.50, 0.42], smooth_step(0.46, 0.25, blade) * 0.4);
    });
    canvas.stain(seed ^ 4, 9, 0.60, [0.84, 0.78, 0.64], 0.35);
    canvas
}

pub(super) fn dirt(seed: u32) -> Canvas {
    let mut canvas = Canvas::new(256, 256, [0.88, 0.86, 0.82]);
    canvas.grain(seed ^ 6, 8, 5, 0.12).grain(seed ^ 7, 60, 2, 0.12);
    canvas.stain(seed ^ 8, 9, 0.58, [0.76, 0.72, 0.64], 0.35);
    pebbles(&mut canvas, seed ^ 9, 24.0, 0.26, 0.32);
    canvas
}

/// Rounded stones on a jittered grid, lit from the upper left.
fn pebbles(canvas: &mut Canvas, seed: u32, cells: f32, size: f32, amount: f32) {
    canvas.each(|u, v, pixel| {
        let (x, y) = (u * cells, v * cells);
        for cell in 0..9 {
            let (dx, dy) = ((cell % 3 - 1) as f32, (cell / 3 - 1) as f32);
            let (cx, cy) = ((x + dx).round(), (y + dy).round());
            let wrap = |value: f32| value.rem_euclid(cells);
            let pick = |salt: u32| noise(seed ^ salt, wrap(cx) * 3.0 + 0.5, wrap(cy) * 3.0 + 0.5, 0);
            let radius = size * mix(0.2, 1.2, pick(3));
            let (ox, oy) = (x - cx - (pick(1) - 0.5) * 1.1, y - cy - (pick(2) - 0.5) * 1.1);
            let distance = (ox * ox + oy * oy * 1.6).sqrt() / radius;
            if distance < 1.15 {
                let light = (-ox - oy) / radius * 0.5 + 0.5;
                let tone = mix(0.55, 1.0, light) * mix(0.85, 1.1, pick(4));
                blend(pixel, [0.42, 0.40, 0.37], smooth_step(1.15, 0.95, distance) * amount);
                blend(pixel, [tone, tone * 0.98, tone * 0.94], smooth_step(1.0, 0.8, distance) * amount);
            }
        }
    });
}

pub(super) fn gravel(seed: u32) -> Canvas {
    let mut canvas = Canvas::new(256, 256, [0.82, 0.81, 0.78]);
    canvas.grain(seed ^ 161, 6, 4, 0.14);
    pebbles(&mut canvas, seed ^ 162, 32.0, 0.42, 0.85);
    pebbles(&mut canvas, seed ^ 163, 14.0, 0.24, 0.7);
    canvas.grain(seed ^ 164, 4, 3, 0.08);
    canvas
}

pub(super) fn rock(seed: u32) -> Canvas {
    let mut canvas = Canvas::new(256, 256, [0.86, 0.85, 0.84]);
    canvas.each(|u, v, pixel| {
        // Layers that lean and waver, split by cracks.
        let waver = layered_noise(seed ^ 11, u * 4.0, v * 4.0, 4, 4);
        let layer = (v * 6.0 + u * 2.0 + waver * 2.2).rem_euclid(1.0);
        let ledge = smooth_step(0.0, 0.12, layer) * smooth_step(1.0, 0.55, layer);
        blend(pixel, [0.56, 0.54, 0.53], (1.0 - ledge) * 0.55);
        blend(
            pixel,
            [1.0, 0.98, 0.94],
            smooth_step(0.10, 0.16, layer) * smooth_step(0.34, 0.16, layer) * 0.6,
        );
        let crack = (layered_noise(seed ^ 15, u * 7.0, v * 4.0, 3, 28) - 0.5).abs();
        blend(pixel, [0.34, 0.33, 0.33], smooth_step(0.030, 0.0, crack) * 0.7);
    });
    canvas.grain(seed ^ 12, 8, 5, 0.18).stain(seed ^ 13, 5, 0.58, [0.70, 0.68, 0.60], 0.5);
    canvas.stain(seed ^ 16, 9, 0.66, [0.62, 0.66, 0.50], 0.4);
    canvas
}

/// Twelve metres of road: u runs across, v along.
pub(super) fn road(seed: u32) -> Canvas {
    let mut canvas = Canvas::new(256, 256, [0.60, 0.585, 0.565]);
    canvas.grain(seed ^ 171, 6, 5, 0.12).grain(seed ^ 172, 90, 1, 0.12);
    canvas.each(|u, v, pixel| {
        // Wheels polished two tracks in each lane; oil between them.
        for track in [0.17, 0.36, 0.64, 0.83] {
            let off = (u - track).abs();
            blend(pixel, [0.72, 0.70, 0.67], smooth_step(0.075, 0.01, off) * 0.45);
        }
        for lane in [0.265, 0.735] {
            blend(pixel, [0.40, 0.39, 0.38], smooth_step(0.06, 0.0, (u - lane).abs()) * 0.4);
        }
        let ragged = layered_noise(seed ^ 173, u * 12.0, v * 12.0, 3, 12);
        let worn = smooth_step(0.34, 0.46, ragged);
        let edge = u.min(1.0 - u);
        blend(pixel, [0.74, 0.68, 0.57], smooth_step(0.055, 0.0, edge + (ragged - 0.5) * 0.05));
        let line = smooth_step(0.010, 0.006, (edge - 0.065).abs());
        blend(pixel, CREAM, line * worn * 0.75);
        let dash = smooth_step(0.012, 0.008, (u - 0.5).abs()) * smooth_step(0.0, 0.01, (0.5 - v).max(0.0));
        blend(pixel, CREAM, dash * worn * 0.85);
        let crack = (layered_noise(seed ^ 174, u * 5.0, v * 5.0, 4, 5) - 0.5).abs();
        blend(pixel, INK, smooth_step(0.008, 0.0, crack) * 0.3);
    });
    canvas
}

/// Eight metres of concrete slabs.
pub(super) fn yard(seed: u32) -> Canvas {
    let mut canvas = Canvas::new(256, 256, [0.80, 0.78, 0.745]);
    canvas.grain(seed ^ 21, 4, 5, 0.10).stain(seed ^ 22, 3, 0.56, [0.66, 0.63, 0.58], 0.55);
    for row in 0..2 {
        for column in 0..2 {
            let tone = noise(seed ^ 23, column as f32 * 7.3, row as f32 * 5.1, 0);
            let (x, y) = (column * 128, row * 128);
            canvas.rect(x, y, 128, 128, [tone; 3], 0.06);
            canvas.rect(x, y, 128, 2, INK, 0.5).rect(x, y, 2, 128, INK, 0.5);
            canvas.rect(x + 2, y + 2, 126, 1, [1.0; 3], 0.25).rect(x + 2, y + 2, 1, 126, [1.0; 3], 0.2);
        }
    }
    canvas.each(|u, v, pixel| {
        let crack = (layered_noise(seed ^ 24, u * 4.0, v * 4.0, 4, 4) - 0.5).abs();
        let where_cracked = layered_noise(seed ^ 26, u * 2.0, v * 2.0, 2, 2);
        blend(pixel, INK, smooth_step(0.008, 0.0, crack) * smooth_step(0.5, 0.6, where_cracked) * 0.4);
    });
    canvas.grain(seed ^ 25, 80, 1, 0.06);
    canvas
}
