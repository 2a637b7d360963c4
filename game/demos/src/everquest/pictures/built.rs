//! What is built: stone, wood, plaster, straw, iron, signs.

use crate::builders::numbers::{Random, layered_noise, noise, smooth_step};
use crate::builders::paint::{Canvas, Rgb, blend};

/// Stones in courses, each of its own tone.
pub(super) fn courses(seed: u32, rows: u32, each: u32, base: Rgb, mortar: Rgb, tones: f32) -> Canvas {
    let mut canvas = Canvas::new(128, 128, base);
    let [r, g, b] = base;
    canvas.each(|u, v, pixel| {
        let bend = (layered_noise(seed ^ 5, u * 6.0, v * 6.0, 2, 6) - 0.5) * 0.10;
        let down = (v * rows as f32 + bend).rem_euclid(rows as f32);
        let row = down.floor();
        let shift = if row as u32 % 2 == 1 { 0.5 } else { 0.0 };
        let along =
            (u * each as f32 + shift + (noise(seed ^ 6, row, 0.5, 0) - 0.5) * 0.4).rem_euclid(each as f32);
        let tone = noise(seed ^ 7, along.floor() * 3.7, row * 5.3, 0);
        let (x, y) = (along.fract() * rows as f32 / each as f32, down.fract());
        let across = rows as f32 / each as f32;
        let edge = x.min(across - x).min(y).min(1.0 - y);
        let light = 1.0 + (tone - 0.5) * tones;
        *pixel = [r * light, g * light, b * light, 1.0];
        blend(pixel, [1.0, 0.96, 0.88], smooth_step(0.20, 0.10, y.min(x)) * 0.20);
        blend(
            pixel,
            [r * 0.55, g * 0.53, b * 0.52],
            smooth_step(0.16, 0.06, (1.0 - y).min(across - x)) * 0.45,
        );
        blend(pixel, mortar, smooth_step(0.075, 0.035, edge) * 0.9);
    });
    canvas.grain(seed ^ 1, 40, 3, 0.13).grain(seed ^ 2, 5, 3, 0.10);
    canvas.each(|u, v, pixel| {
        let streak = layered_noise(seed ^ 9, u * 16.0, v * 2.0, 3, 2);
        blend(pixel, [0.26, 0.25, 0.22], smooth_step(0.55, 0.85, streak) * 0.25);
    });
    canvas
}

/// The frames of the tunnel's mouths, and houses.
pub(in crate::everquest) fn masonry(seed: u32) -> Canvas {
    courses(seed ^ 600, 6, 3, [0.60, 0.55, 0.46], [0.34, 0.31, 0.26], 0.34)
}

/// Vaults and walls below ground.
pub(in crate::everquest) fn vault(seed: u32) -> Canvas {
    courses(seed ^ 620, 8, 4, [0.48, 0.46, 0.43], [0.24, 0.23, 0.22], 0.26)
}

/// Slabs of a floor.
pub(in crate::everquest) fn flags(seed: u32) -> Canvas {
    let mut canvas = courses(seed ^ 640, 3, 3, [0.46, 0.44, 0.40], [0.22, 0.21, 0.18], 0.24);
    canvas.stain(seed ^ 641, 4, 0.58, [0.30, 0.29, 0.25], 0.6);
    canvas
}

/// Where light never comes.
pub(in crate::everquest) fn dark(_: u32) -> Canvas {
    Canvas::new(8, 8, [0.03, 0.03, 0.035])
}

/// Boards that run up and down.
pub(in crate::everquest) fn planks(seed: u32) -> Canvas {
    let mut canvas = Canvas::new(128, 128, [0.44, 0.32, 0.21]);
    canvas.each(|u, v, pixel| {
        let across = u * 6.0;
        let board = across.floor();
        let edge = across.fract().min(1.0 - across.fract());
        let tone = noise(seed ^ 661, board, 0.5, 6);
        let grain = layered_noise(seed ^ 662, u * 40.0, v * 4.0, 3, 4);
        blend(pixel, [0.62, 0.49, 0.34], tone * 0.45);
        blend(pixel, [0.24, 0.16, 0.10], smooth_step(0.5, 0.25, grain) * 0.6);
        blend(pixel, [0.66, 0.53, 0.38], smooth_step(0.55, 0.8, grain) * 0.4);
        blend(pixel, [0.13, 0.09, 0.06], smooth_step(0.09, 0.03, edge) * 0.9);
        for nail in [0.08, 0.92] {
            let off = libm::hypotf((across.fract() - 0.5) / 6.0, v - nail);
            blend(pixel, [0.14, 0.13, 0.13], smooth_step(0.012, 0.007, off));
        }
    });
    canvas.grain(seed ^ 663, 30, 2, 0.08);
    canvas
}

/// Limewash between beams.
pub(in crate::everquest) fn plaster(seed: u32) -> Canvas {
    let mut canvas = Canvas::new(128, 128, [0.78, 0.72, 0.60]);
    canvas.grain(seed ^ 681, 8, 4, 0.10);
    canvas.stain(seed ^ 682, 4, 0.55, [0.60, 0.53, 0.41], 0.6);
    canvas.each(|u, v, pixel| {
        let grain = layered_noise(seed ^ 683, u * 30.0, v * 30.0, 2, 30);
        let beam = [0.0, 0.5, 1.0].iter().map(|at| (u - at).abs()).fold(1.0, f32::min);
        let rail = [0.0, 1.0].iter().map(|at| (v - at).abs()).fold(1.0, f32::min);
        let brace = ((u * 2.0).fract() - v).abs() * 0.8;
        let near = beam.min(rail).min(if (0.5..1.0).contains(&u) { brace } else { 1.0 });
        let wood = [0.30 + grain * 0.1, 0.21 + grain * 0.07, 0.14 + grain * 0.04];
        blend(pixel, [0.45, 0.40, 0.31], smooth_step(0.065, 0.045, near) * 0.6);
        blend(pixel, wood, smooth_step(0.052, 0.046, near));
    });
    canvas
}

/// Straw laid in rows.
pub(in crate::everquest) fn thatch(seed: u32) -> Canvas {
    let mut canvas = Canvas::new(128, 128, [0.54, 0.44, 0.27]);
    canvas.each(|u, v, pixel| {
        let straw = layered_noise(seed ^ 701, u * 48.0, v * 6.0, 2, 6);
        blend(pixel, [0.30, 0.23, 0.13], smooth_step(0.48, 0.25, straw) * 0.8);
        blend(pixel, [0.74, 0.64, 0.42], smooth_step(0.55, 0.78, straw) * 0.7);
        let ragged = (noise(seed ^ 702, u * 40.0, 0.5, 40) - 0.5) * 0.10;
        let row = (v * 4.0 + ragged).rem_euclid(1.0);
        blend(pixel, [0.20, 0.15, 0.08], smooth_step(0.84, 0.98, row) * 0.75);
    });
    canvas.stain(seed ^ 703, 4, 0.6, [0.38, 0.37, 0.21], 0.5);
    canvas
}

/// Forged iron.
pub(in crate::everquest) fn iron(seed: u32) -> Canvas {
    let mut canvas = Canvas::new(32, 32, [0.24, 0.23, 0.23]);
    canvas.grain(seed ^ 721, 8, 3, 0.3);
    canvas.stain(seed ^ 722, 4, 0.55, [0.40, 0.25, 0.15], 0.6);
    canvas
}

/// Boards with words on them.
pub(in crate::everquest) fn sign(seed: u32, lines: [&str; 2]) -> Canvas {
    let mut canvas = Canvas::new(128, 64, [0.56, 0.43, 0.28]);
    canvas.each(|u, v, pixel| {
        let grain = layered_noise(seed ^ 741, u * 6.0, v * 30.0, 3, 6);
        blend(pixel, [0.34, 0.24, 0.14], smooth_step(0.5, 0.25, grain) * 0.6);
        let board = (v * 3.0).fract();
        blend(pixel, [0.20, 0.13, 0.08], smooth_step(0.06, 0.02, board.min(1.0 - board)) * 0.9);
    });
    let mut random = Random::new(seed, 742);
    for _ in 0..14 {
        let (x, y) = (random.between(4.0, 120.0) as i32, random.between(3.0, 60.0) as i32);
        canvas.rect(x, y, 2, 1, [0.28, 0.20, 0.12], 0.6);
    }
    canvas.panel(0, 0, 128, 64, 0.5).panel(3, 3, 122, 58, 0.25);
    for (line, top) in lines.iter().zip([10, 38]) {
        canvas.centered([1, top + 1, 128, 16], 2, [0.80, 0.68, 0.46], line);
        canvas.centered([0, top, 128, 16], 2, [0.10, 0.06, 0.03], line);
    }
    canvas
}
