//! What grows: cut-outs, lit from the left.

use crate::builders::numbers::{layered_noise, mix, noise, smooth_step};
use crate::builders::paint::Canvas;

/// Leaves in tiers around a trunk: how far they reach at each height, in parts
/// of the width.
fn tiers(
    seed: u32,
    [width, height]: [u32; 2],
    count: f32,
    base: [f32; 3],
    reach: impl Fn(f32, f32) -> f32,
) -> Canvas {
    let mut canvas = Canvas::new(width, height, base);
    canvas.each(|u, v, pixel| {
        let across = u - 0.5;
        let drop = across.abs() * 0.28;
        let wander = layered_noise(seed ^ 3, u * 7.0, v * 9.0, 2, 0);
        let level = (v - drop) * count + (wander - 0.5) * 1.5;
        let tier = level.rem_euclid(1.0);
        let ragged = layered_noise(seed, u * 26.0, v * 40.0, 3, 0);
        // Twigs hang along the boughs.
        let twigs = layered_noise(seed ^ 5, u * 58.0, (v - drop) * 110.0, 2, 0);
        let wide = reach(v, tier) * mix(0.5, 1.25, ragged * 0.45 + twigs * 0.55);
        let trunk = across.abs() < 0.008 + 0.022 * v && v < 0.995;
        let leaf = across.abs() < wide && v < 0.955 + (ragged - 0.5) * 0.06;
        if leaf {
            let side = smooth_step(0.22, -0.22, across);
            let light =
                mix(0.55, 1.35, side) * mix(1.3, 0.55, tier) * mix(0.55, 1.5, twigs) * mix(1.15, 0.85, v);
            *pixel = [base[0] * light, base[1] * light, base[2] * light, 1.0];
        } else if trunk {
            *pixel = [0.24 + 0.12 * (0.5 - across), 0.17, 0.12, 1.0];
        } else {
            pixel[3] = 0.0;
        }
    });
    canvas.bleed();
    canvas
}

pub(super) fn spruce(seed: u32) -> Canvas {
    tiers(seed ^ 101, [256, 256], 9.0, [0.24, 0.31, 0.17], |v, tier| 0.015 + 0.36 * v * mix(0.62, 1.12, tier))
}

pub(super) fn pine(seed: u32) -> Canvas {
    tiers(seed ^ 102, [256, 256], 6.0, [0.30, 0.34, 0.17], |v, tier| {
        let crown = smooth_step(0.0, 0.18, v) * smooth_step(0.62, 0.40, v);
        0.40 * crown * mix(0.5, 1.1, tier)
    })
}

/// The middle of the leaf that covers a place or is nearest to it, one in every
/// square, and its tone, 0..1. Leaves are longer than wide and point anywhere.
fn leaf(seed: u32, x: f32, y: f32) -> ([f32; 2], f32) {
    let mut best = (f32::MAX, [x, y], 0.5);
    for step in 0..9 {
        let (column, row) = (x.floor() + (step % 3) as f32 - 1.0, y.floor() + (step / 3) as f32 - 1.0);
        let part = |salt: u32| noise(seed ^ salt, column, row, 0);
        let middle = [column + part(51), row + part(52)];
        let (dx, dy) = (x - middle[0], y - middle[1]);
        let (sin, cos) = libm::sincosf(part(54) * 6.0);
        let (long, wide) = (dx * cos + dy * sin, dy * cos - dx * sin);
        let far = long * long * 0.5 + wide * wide * 2.6;
        if far < best.0 {
            best = (far, middle, part(53));
        }
    }
    (best.1, best.2)
}

/// A crown of leaves in clumps, some sky between them; so many leaves across
/// and down.
fn crown(
    seed: u32,
    [width, height]: [u32; 2],
    [across, down]: [f32; 2],
    base: [f32; 3],
    trunk: [f32; 3],
    middle: f32,
) -> Canvas {
    let mut canvas = Canvas::new(width, height, base);
    canvas.each(|u, v, pixel| {
        let ([x, y], tone) = leaf(seed, u * across, v * down);
        // A leaf is there as a whole or not at all.
        let (lu, lv) = (x / across, y / down);
        let clump = layered_noise(seed, lu * 6.0, lv * 7.0, 2, 0);
        let (x, y) = ((lu - 0.5) * 1.08, (lv - middle) / (middle * 1.05));
        let inside = 1.0 - (x * x * 4.0 + y * y).sqrt();
        let solid = inside + (clump - 0.52) * 1.0 + (tone - 0.5) * 0.45 > 0.10;
        let stem = (u - 0.5 + 0.03 * libm::sinf(v * 9.0)).abs() < 0.012 + 0.018 * v && v > middle * 0.8;
        if solid && inside > -0.15 && v < 0.97 {
            let side = smooth_step(0.35, -0.35, lu - 0.5) * 0.6 + smooth_step(0.9, 0.0, lv) * 0.4;
            // Bent towards the light at its upper left.
            let bent = 1.0 - ((u - lu) * across + (v - lv) * down) * 0.30;
            let light = mix(0.50, 1.25, side) * mix(0.60, 1.35, clump) * mix(0.72, 1.30, tone) * bent;
            *pixel = [base[0] * light, base[1] * light, base[2] * light, 1.0];
        } else if stem && v < 0.995 {
            let bark = mix(0.65, 1.1, layered_noise(seed ^ 9, u * 8.0, v * 30.0, 2, 0));
            *pixel = [trunk[0] * bark, trunk[1] * bark, trunk[2] * bark, 1.0];
        } else {
            pixel[3] = 0.0;
        }
    });
    canvas.bleed();
    canvas
}

pub(super) fn birch(seed: u32) -> Canvas {
    crown(seed ^ 111, [256, 256], [52.0, 60.0], [0.40, 0.42, 0.17], [0.72, 0.69, 0.62], 0.44)
}

pub(super) fn bush(seed: u32) -> Canvas {
    crown(seed ^ 112, [256, 128], [60.0, 32.0], [0.34, 0.38, 0.17], [0.30, 0.24, 0.18], 0.60)
}

pub(super) fn reeds(seed: u32) -> Canvas {
    /// Blades of a clump.
    const BLADES: u32 = 70;
    let part = |blade: u32, salt: u32| noise(seed ^ salt, blade as f32, 0.0, 0);
    let blades: Vec<[f32; 4]> = (0..BLADES)
        .map(|blade| {
            let foot = mix(0.10, 0.90, (blade as f32 + part(blade, 121)) / BLADES as f32);
            let lean = (part(blade, 122) - 0.5) * 0.16;
            let tall = mix(0.45, 0.98, part(blade, 123)) * (1.0 - (foot - 0.5).abs() * 0.7);
            [foot, lean, tall, part(blade, 124)]
        })
        .collect();
    let mut canvas = Canvas::new(256, 128, [0.56, 0.53, 0.28]);
    canvas.each(|u, v, pixel| {
        pixel[3] = 0.0;
        for [foot, lean, tall, tone] in &blades {
            let up = (1.0 - v) / tall;
            let across = (u - foot - lean * up * up).abs();
            if up < 1.0 && across < 0.0075 * (1.05 - up) + 0.0012 {
                // Green at the foot, straw at the tip.
                let [r, g, b] = [mix(0.36, 0.70, up), mix(0.42, 0.62, up), mix(0.20, 0.34, up)];
                let light = mix(0.62, 1.25, *tone) * mix(0.75, 1.1, up);
                *pixel = [r * light, g * light, b * light, 1.0];
            }
        }
    });
    canvas.bleed();
    canvas
}

/// The edge of a wood: five or six spruces side by side.
pub(super) fn wood(seed: u32) -> Canvas {
    let mut canvas = Canvas::new(256, 128, [0.22, 0.28, 0.16]);
    let trees: [[f32; 3]; 8] = [
        [0.10, 0.62, 0.085],
        [0.22, 0.92, 0.11],
        [0.34, 0.74, 0.10],
        [0.47, 1.0, 0.12],
        [0.58, 0.80, 0.10],
        [0.70, 0.95, 0.12],
        [0.82, 0.70, 0.10],
        [0.91, 0.52, 0.08],
    ];
    canvas.each(|u, v, pixel| {
        pixel[3] = 0.0;
        let ragged = layered_noise(seed ^ 125, u * 44.0, v * 36.0, 3, 0);
        for [x, tall, wide] in trees {
            let down = 1.0 - (1.0 - v) / (tall * 0.98);
            let across = u - x;
            let tier = ((down - across.abs() * 0.8) * 8.0).rem_euclid(1.0);
            let reach = wide * down * mix(0.7, 1.1, tier) * mix(0.5, 1.2, ragged) + 0.002;
            if down > 0.0 && across.abs() < reach {
                let side = smooth_step(wide * 0.7, -wide * 0.7, across);
                let light =
                    mix(0.5, 1.4, side) * mix(1.25, 0.65, tier) * mix(0.7, 1.3, ragged) * mix(1.2, 0.7, v);
                *pixel = [0.24 * light, 0.30 * light, 0.165 * light, 1.0];
            }
        }
    });
    canvas.bleed();
    canvas
}
