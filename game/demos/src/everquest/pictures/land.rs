//! Ground and water.

use crate::builders::numbers::{layered_noise, noise, smooth_step};
use crate::builders::paint::{Canvas, Rgb, Waves, blend};

/// Blades, tufts and bare spots.
pub(in crate::everquest) fn grass(seed: u32) -> Canvas {
    let mut canvas = Canvas::new(128, 128, [0.36, 0.42, 0.20]);
    tufts(&mut canvas, seed, [0.27, 0.34, 0.15], [0.50, 0.53, 0.27]);
    canvas.stain(seed ^ 3, 4, 0.56, [0.46, 0.42, 0.25], 0.5);
    canvas
}

/// Grass in flower.
pub(in crate::everquest) fn meadow(seed: u32) -> Canvas {
    let mut canvas = Canvas::new(128, 128, [0.38, 0.43, 0.19]);
    tufts(&mut canvas, seed ^ 40, [0.28, 0.35, 0.14], [0.54, 0.55, 0.27]);
    canvas.each(|u, v, pixel| {
        let spot = noise(seed ^ 41, u * 42.0, v * 42.0, 42);
        let patch = layered_noise(seed ^ 42, u * 4.0, v * 4.0, 2, 4);
        let color: Rgb = if noise(seed ^ 43, u * 21.0, v * 21.0, 21) > 0.5 {
            [0.86, 0.78, 0.36]
        } else {
            [0.84, 0.84, 0.78]
        };
        blend(pixel, color, smooth_step(0.86, 0.93, spot) * smooth_step(0.46, 0.6, patch) * 0.9);
    });
    canvas
}

fn tufts(canvas: &mut Canvas, seed: u32, dark: Rgb, light: Rgb) {
    canvas.each(|u, v, pixel| {
        let lean = layered_noise(seed ^ 7, u * 5.0, v * 5.0, 2, 5) * 6.0;
        let blade = layered_noise(seed ^ 9, u * 48.0 + lean.floor(), v * 16.0, 2, 16);
        let tuft = layered_noise(seed ^ 10, u * 9.0, v * 9.0, 3, 9);
        blend(pixel, dark, smooth_step(0.58, 0.34, tuft) * 0.75);
        blend(pixel, light, smooth_step(0.52, 0.78, blade) * 0.65);
        blend(pixel, dark, smooth_step(0.42, 0.26, blade) * 0.6);
    });
    canvas.grain(seed ^ 11, 32, 2, 0.10);
}

/// Wet and dry sand with ripples.
pub(in crate::everquest) fn sand(seed: u32) -> Canvas {
    let mut canvas = Canvas::new(128, 128, [0.66, 0.59, 0.44]);
    canvas.each(|u, v, pixel| {
        let bend = layered_noise(seed ^ 61, u * 4.0, v * 4.0, 3, 4) * 1.4;
        let ripple = libm::sinf((v * 9.0 + bend) * std::f32::consts::TAU);
        blend(pixel, [0.80, 0.73, 0.57], smooth_step(0.2, 1.0, ripple) * 0.35);
        blend(pixel, [0.50, 0.43, 0.31], smooth_step(-0.4, -1.0, ripple) * 0.28);
        let pebble = noise(seed ^ 62, u * 36.0, v * 36.0, 36);
        blend(pixel, [0.42, 0.39, 0.34], smooth_step(0.88, 0.94, pebble) * 0.8);
    });
    canvas.grain(seed ^ 63, 60, 2, 0.10);
    canvas
}

/// The lake's bed: mud and weed.
pub(in crate::everquest) fn bed(seed: u32) -> Canvas {
    let mut canvas = Canvas::new(64, 64, [0.36, 0.34, 0.24]);
    canvas.grain(seed ^ 71, 8, 4, 0.24);
    canvas.stain(seed ^ 72, 6, 0.52, [0.20, 0.27, 0.15], 0.7);
    canvas.stain(seed ^ 73, 9, 0.62, [0.50, 0.47, 0.38], 0.6);
    canvas
}

/// Layers of stone that lie askew, with cracks between blocks.
pub(super) fn layers(seed: u32, base: Rgb, shade: Rgb, light: Rgb) -> Canvas {
    let mut canvas = Canvas::new(128, 128, base);
    canvas.each(|u, v, pixel| {
        let bend = layered_noise(seed ^ 81, u * 3.0, v * 3.0, 4, 3);
        let down = v * 5.0 + bend * 1.5;
        let step = down - down.floor();
        let tone = noise(seed ^ 82, down.floor().rem_euclid(5.0), 0.0, 5);
        blend(pixel, light, smooth_step(0.45, 1.0, tone) * 0.30);
        blend(pixel, shade, smooth_step(0.55, 0.0, tone) * 0.30);
        // The upper edge of a layer is in the light, its foot in shade.
        blend(pixel, light, smooth_step(0.22, 0.06, step) * 0.45);
        blend(pixel, shade, smooth_step(0.80, 0.99, step) * 0.75);
        let a = layered_noise(seed ^ 83, u * 7.0, v * 4.0, 3, 4)
            - layered_noise(seed ^ 84, u * 8.0, v * 4.0, 3, 4);
        blend(pixel, shade, smooth_step(0.05, 0.0, a.abs()) * 0.8);
        let face = layered_noise(seed ^ 85, u * 16.0, v * 16.0, 3, 16);
        blend(pixel, light, smooth_step(0.55, 0.75, face) * 0.35);
        blend(pixel, shade, smooth_step(0.45, 0.25, face) * 0.35);
    });
    canvas.grain(seed ^ 86, 40, 2, 0.10);
    canvas
}

/// Grey rock with a warm light.
pub(in crate::everquest) fn rock(seed: u32) -> Canvas {
    let mut canvas = layers(seed, [0.47, 0.44, 0.40], [0.24, 0.22, 0.21], [0.66, 0.61, 0.53]);
    canvas.stain(seed ^ 87, 5, 0.60, [0.36, 0.38, 0.26], 0.55);
    canvas
}

/// Loose stones.
pub(super) fn stones(seed: u32, cells: f32, base: Rgb, gap: Rgb, light: Rgb) -> Canvas {
    let mut canvas = Canvas::new(128, 128, base);
    canvas.each(|u, v, pixel| {
        // The nearest of points strewn one to a cell.
        let (x, y) = (u * cells, v * cells);
        let mut near = [9.0f32; 2];
        let mut tone = 0.0;
        for dy in -1..=1 {
            for dx in -1..=1 {
                let (cx, cy) = (x.floor() + dx as f32, y.floor() + dy as f32);
                let at = |stream: u32| {
                    noise(seed ^ stream, cx.rem_euclid(cells), cy.rem_euclid(cells), cells as i32)
                };
                let away = libm::hypotf(cx + at(91) - x, cy + at(92) - y);
                if away < near[0] {
                    near = [away, near[0]];
                    tone = at(93);
                } else if away < near[1] {
                    near[1] = away;
                }
            }
        }
        let edge = near[1] - near[0];
        blend(pixel, light, (tone * 0.5 + smooth_step(0.5, 0.1, near[0]) * 0.35).min(0.8));
        blend(pixel, gap, smooth_step(0.22, 0.04, edge) * 0.9);
    });
    canvas.grain(seed ^ 94, 40, 2, 0.13);
    canvas
}

pub(in crate::everquest) fn scree(seed: u32) -> Canvas {
    let mut canvas = stones(seed, 9.0, [0.42, 0.40, 0.35], [0.25, 0.24, 0.17], [0.62, 0.58, 0.50]);
    canvas.stain(seed ^ 95, 4, 0.52, [0.35, 0.39, 0.20], 0.65);
    canvas
}

/// A road between ragged edges; what is beside it is clear.
pub(in crate::everquest) fn road(seed: u32) -> Canvas {
    let mut canvas = stones(seed ^ 540, 12.0, [0.47, 0.41, 0.31], [0.36, 0.31, 0.23], [0.60, 0.54, 0.43]);
    canvas.each(|u, v, pixel| {
        // Wheels have worn two ruts.
        for rut in [0.34, 0.66] {
            let off = (u - rut).abs() + (layered_noise(seed ^ 541, u * 8.0, v * 8.0, 2, 8) - 0.5) * 0.06;
            blend(pixel, [0.38, 0.32, 0.23], smooth_step(0.09, 0.02, off) * 0.55);
        }
        let edge = u.min(1.0 - u) + (layered_noise(seed ^ 542, u * 8.0, v * 8.0, 4, 8) - 0.5) * 0.16;
        if edge < 0.075 {
            *pixel = [0.40, 0.36, 0.25, 0.0];
        }
    });
    canvas
}

/// One of four moments of the lake's surface.
pub(in crate::everquest) fn water(seed: u32, frame: u32) -> Canvas {
    let mut canvas = Canvas::new(64, 64, [0.22, 0.36, 0.40]);
    let waves = Waves {
        seed: seed ^ 560,
        spread: 0.45,
        across: [5.0, 5.0],
        octaves: 3,
        period: 5,
        sharp: 5.0,
        deep: ([0.10, 0.24, 0.30], 0.75),
        crest: ([0.74, 0.83, 0.80], 0.75),
    };
    canvas.waves(frame as f32 / 8.0, &waves);
    canvas
}
