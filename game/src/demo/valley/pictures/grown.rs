//! What grows: cut-outs, lit from the left.

use crate::demo::craft::numbers::{layered_noise, mix, smooth_step};
use crate::demo::craft::paint::Canvas;

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
        let wide = reach(v, tier) * mix(0.55, 1.2, ragged);
        let trunk = across.abs() < 0.008 + 0.022 * v && v < 0.995;
        let leaf = across.abs() < wide && v < 0.955 + (ragged - 0.5) * 0.06;
        if leaf {
            let side = smooth_step(0.22, -0.22, across);
            let light =
                mix(0.55, 1.35, side) * mix(1.25, 0.62, tier) * mix(0.65, 1.35, ragged) * mix(1.15, 0.85, v);
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
    tiers(seed ^ 101, [128, 256], 9.0, [0.24, 0.31, 0.17], |v, tier| 0.015 + 0.36 * v * mix(0.62, 1.12, tier))
}

pub(super) fn pine(seed: u32) -> Canvas {
    tiers(seed ^ 102, [128, 256], 6.0, [0.30, 0.34, 0.17], |v, tier| {
        let crown = smooth_step(0.0, 0.18, v) * smooth_step(0.62, 0.40, v);
        0.40 * crown * mix(0.5, 1.1, tier)
    })
}

/// A crown of leaves in clumps, some sky between them.
fn crown(seed: u32, [width, height]: [u32; 2], base: [f32; 3], trunk: [f32; 3], middle: f32) -> Canvas {
    let mut canvas = Canvas::new(width, height, base);
    canvas.each(|u, v, pixel| {
        let clump = layered_noise(seed, u * 6.0, v * 7.0, 2, 0);
        let leaf = layered_noise(seed ^ 7, u * 34.0, v * 40.0, 2, 0);
        let (x, y) = ((u - 0.5) * 1.08, (v - middle) / (middle * 1.05));
        let inside = 1.0 - (x * x * 4.0 + y * y).sqrt();
        let solid = inside + (clump - 0.52) * 1.0 + (leaf - 0.5) * 0.35 > 0.10;
        let stem = (u - 0.5 + 0.03 * libm::sinf(v * 9.0)).abs() < 0.012 + 0.018 * v && v > middle * 0.8;
        if solid && inside > -0.15 {
            let side = smooth_step(0.35, -0.35, u - 0.5) * 0.6 + smooth_step(0.9, 0.0, v) * 0.4;
            let light = mix(0.50, 1.30, side) * mix(0.62, 1.35, clump) * mix(0.82, 1.15, leaf);
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
    crown(seed ^ 111, [128, 128], [0.40, 0.42, 0.17], [0.72, 0.69, 0.62], 0.44)
}

pub(super) fn bush(seed: u32) -> Canvas {
    crown(seed ^ 112, [128, 64], [0.34, 0.38, 0.17], [0.30, 0.24, 0.18], 0.60)
}

pub(super) fn reeds(seed: u32) -> Canvas {
    let mut canvas = Canvas::new(128, 64, [0.62, 0.56, 0.30]);
    canvas.each(|u, v, pixel| {
        let lean = (layered_noise(seed ^ 121, u * 5.0, 0.5, 2, 5) - 0.5) * 0.12 * (1.0 - v);
        let blade = layered_noise(seed ^ 122, (u + lean) * 40.0, 0.5, 1, 40);
        let tall = layered_noise(seed ^ 123, (u + lean) * 20.0, 3.5, 2, 20);
        let edge = smooth_step(0.0, 0.2, u.min(1.0 - u));
        let shown = blade > 0.50 && 1.0 - v < (0.25 + 0.75 * tall) * edge;
        let light = mix(0.6, 1.35, blade) * mix(1.2, 0.6, v);
        *pixel = [0.62 * light, 0.57 * light, 0.30 * light, if shown { 1.0 } else { 0.0 }];
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
            let reach = wide * down * mix(0.7, 1.1, tier) * mix(0.6, 1.15, ragged) + 0.002;
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
