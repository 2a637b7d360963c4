//! Wood, slate, iron, coals.

use super::DARK;
use crate::builders::numbers::{Random, layered_noise, mix, noise, smooth_step};
use crate::builders::paint::{Canvas, blend};

fn wood(canvas: &mut Canvas, seed: u32, planks: usize) {
    let count = planks as f32;
    canvas.each(|u, v, pixel| {
        let plank = (u * count).floor();
        let inside = u * count - plank;
        let tone = Random::new(seed, plank as u32).between(0.82, 1.12);
        let shift = Random::new(seed, 64 + plank as u32).between(0.0, 9.0);
        let bend = layered_noise(seed ^ 1, u * 4.0 + shift, v * 3.0, 2, 0) * 0.35;
        let fibre = layered_noise(seed ^ 2, u * 70.0 + bend * 10.0, v * 3.0, 3, 0);
        let light = tone * mix(0.72, 1.12, fibre);
        *pixel = [0.50 * light, 0.43 * light, 0.35 * light, 1.0];
        let knot = noise(seed ^ 3, u * count * 1.7 + shift, v * 5.0, 0);
        blend(pixel, [0.25, 0.19, 0.14], smooth_step(0.82, 0.95, knot) * 0.7);
        let edge = inside.min(1.0 - inside);
        blend(pixel, [0.72, 0.66, 0.58], smooth_step(0.12, 0.05, inside) * 0.3);
        blend(pixel, DARK, smooth_step(0.045, 0.015, edge) * 0.85);
        let nail = (inside - 0.5).abs().max(((v * 2.0).fract() - 0.04).abs() * 2.4);
        blend(pixel, DARK, smooth_step(0.09, 0.05, nail) * 0.7);
    });
}

/// Boards side by side, running down.
pub(super) fn plank(seed: u32) -> Canvas {
    let mut canvas = Canvas::new(256, 256, [0.5; 3]);
    wood(&mut canvas, seed ^ 121, 8);
    canvas.grain(seed ^ 122, 6, 4, 0.12).stain(seed ^ 123, 4, 0.60, [0.36, 0.36, 0.30], 0.45);
    canvas
}

/// A hewn beam.
pub(super) fn beam(seed: u32) -> Canvas {
    let mut canvas = Canvas::new(128, 128, [0.5; 3]);
    wood(&mut canvas, seed ^ 131, 2);
    canvas.grain(seed ^ 132, 8, 3, 0.16);
    canvas.each(|_, _, pixel| pixel[..3].iter_mut().for_each(|channel| *channel *= 0.78));
    canvas
}

/// Slates in rows, each over the joint of two below.
pub(super) fn slate(seed: u32) -> Canvas {
    let mut canvas = Canvas::new(256, 256, [0.5; 3]);
    let salt = seed ^ 141;
    canvas.each(|u, v, pixel| {
        let row = (v * 8.0).floor();
        let down = v * 8.0 - row;
        let x = (u * 8.0 + if row as i32 % 2 == 0 { 0.0 } else { 0.5 }).rem_euclid(8.0);
        let column = x.floor();
        let across = x - column;
        let pick = |stream: u32| Random::new(salt, stream + row as u32 * 8 + column as u32).between(0.0, 1.0);
        let light = 0.78 + pick(100) * 0.36;
        let warm = pick(200) * 0.10;
        *pixel = [0.42 * light * (1.0 + warm), 0.41 * light, 0.42 * light * (1.0 - warm), 1.0];
        // The lower edge is ragged, bright, and throws a shadow.
        let ragged = 0.90 + (noise(salt ^ 3, u * 60.0, row, 0) - 0.5) * 0.08;
        blend(pixel, [0.74, 0.72, 0.70], smooth_step(ragged - 0.12, ragged - 0.02, down) * 0.4);
        blend(pixel, DARK, smooth_step(ragged, ragged + 0.05, down) * 0.8);
        blend(pixel, DARK, smooth_step(0.12, 0.0, down) * 0.45);
        blend(pixel, DARK, smooth_step(0.045, 0.015, across.min(1.0 - across)) * 0.6);
    });
    canvas.grain(salt ^ 4, 36, 3, 0.14).stain(salt ^ 5, 5, 0.58, [0.46, 0.47, 0.30], 0.5);
    canvas
}

pub(super) fn iron(seed: u32) -> Canvas {
    let mut canvas = Canvas::new(64, 64, [0.26, 0.245, 0.235]);
    canvas.grain(seed ^ 151, 8, 4, 0.3).stain(seed ^ 152, 6, 0.55, [0.42, 0.25, 0.15], 0.6);
    canvas
}

/// Glowing coals.
pub(super) fn coals(seed: u32) -> Canvas {
    let mut canvas = Canvas::new(64, 64, [0.10, 0.05, 0.03]);
    canvas.each(|u, v, pixel| {
        let glow = layered_noise(seed ^ 161, u * 6.0, v * 6.0, 3, 6);
        blend(pixel, [0.95, 0.30, 0.05], smooth_step(0.38, 0.58, glow));
        blend(pixel, [1.0, 0.82, 0.35], smooth_step(0.58, 0.74, glow));
    });
    canvas
}
