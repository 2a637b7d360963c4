//! Skins of creatures, plants, a fire.

use super::DARK;
use crate::builders::numbers::{Random, layered_noise, mix, noise, smooth_step};
use crate::builders::paint::{Canvas, blend};

/// Frames of the fire, side by side.
pub(in crate::island) const FLAMES: u32 = 8;
/// Columns and rows of a frame.
const FLAME: [u32; 2] = [64, 96];

/// A fire that burns on from its last frame to its first.
pub(in crate::island) fn fire(seed: u32) -> Canvas {
    let mut canvas = Canvas::new(FLAME[0] * FLAMES, FLAME[1], [0.0; 3]);
    canvas.each(|u, v, pixel| {
        let frames = FLAMES as f32;
        let frame = (u * frames).floor();
        let x = (u * frames - frame) * 2.0 - 1.0;
        let up = 1.0 - v;
        // Noise that has risen by a whole period after the last frame.
        let rise = frame / frames;
        let warp = layered_noise(seed ^ 601, x * 1.4 + 4.0, (v + rise) * 4.0, 3, 4) - 0.5;
        let x = x + warp * 0.95 * up;
        let body = 0.60 * (1.0 - up * 0.92).max(0.0).sqrt() * smooth_step(-0.02, 0.14, up);
        let tongue = layered_noise(seed ^ 602, x * 2.2, (v + rise) * 4.0, 3, 4);
        let heat = (1.0 - (x / body.max(1e-3)).abs()) * 1.25 + (tongue - 0.5) * 1.5 * up - up * 0.42;
        let heat = if body > 0.0 { heat.clamp(0.0, 1.0) } else { 0.0 };
        *pixel = [0.0, 0.0, 0.0, 1.0];
        blend(pixel, [0.62, 0.10, 0.01], smooth_step(0.02, 0.30, heat));
        blend(pixel, [1.0, 0.44, 0.06], smooth_step(0.20, 0.55, heat));
        blend(pixel, [1.0, 0.84, 0.38], smooth_step(0.50, 0.95, heat));
    });
    canvas
}

/// A tuft of fern and grass, cut out.
pub(crate) fn fern(seed: u32) -> Canvas {
    let mut canvas = Canvas::new(128, 128, [0.34, 0.40, 0.18]);
    let mut random = Random::new(seed, 611);
    let blades: Vec<[f32; 5]> = (0..34)
        .map(|_| {
            let foot = 0.5 + random.between(-0.22, 0.22);
            let lean = (foot - 0.5) * 1.5 + random.between(-0.22, 0.22);
            [foot, lean, random.between(0.45, 0.97), random.between(0.016, 0.030), random.between(0.7, 1.25)]
        })
        .collect();
    canvas.each(|u, v, pixel| {
        let up = 1.0 - v;
        pixel[3] = 0.0;
        for [foot, lean, tall, wide, light] in &blades {
            if up > *tall {
                continue;
            }
            let part = up / tall;
            let middle = foot + lean * part * part;
            let half = wide * (1.0 - part * part) + 0.004;
            if (u - middle).abs() < half {
                let rib = if (u - middle).abs() < half * 0.3 { 1.12 } else { 1.0 };
                let light = light * mix(0.55, 1.10, part) * rib;
                *pixel = [0.44 * light, 0.50 * light, 0.22 * light, 1.0];
            }
        }
    });
    canvas.bleed();
    canvas
}

/// Twigs with needles, cut out: part of a tree's crown.
pub(crate) fn leaves(seed: u32) -> Canvas {
    let mut canvas = Canvas::new(256, 128, [0.25, 0.31, 0.16]);
    canvas.each(|u, v, pixel| {
        // The right end is bark.
        if u > 0.75 {
            let bark = layered_noise(seed ^ 621, u * 90.0, v * 9.0, 3, 0);
            let light = mix(0.55, 1.15, bark);
            *pixel = [0.42 * light, 0.34 * light, 0.27 * light, 1.0];
            return;
        }
        let u = u / 0.75;
        let (x, y) = (u * 2.0 - 1.0, v * 2.0 - 1.0);
        let far = (x * x + y * y).sqrt();
        let clump = layered_noise(seed ^ 622, u * 7.0, v * 5.0, 3, 0);
        let needle = layered_noise(seed ^ 623, u * 46.0 + v * 14.0, v * 30.0, 2, 0);
        let full = clump * 0.75 + needle * 0.45 - far * 0.62;
        let light = mix(0.55, 1.35, needle) * mix(1.2, 0.7, v);
        *pixel = [0.30 * light, 0.36 * light, 0.17 * light, if full > 0.06 { 1.0 } else { 0.0 }];
    });
    canvas.bleed();
    canvas
}

/// A stag: left half the coat, right half from above antler, hoof, nose, eye.
pub(in crate::island) fn stag(seed: u32) -> Canvas {
    let mut canvas = Canvas::new(256, 128, [0.5, 0.34, 0.2]);
    canvas.each(|u, v, pixel| {
        let hair = layered_noise(seed ^ 631, u * 90.0, v * 30.0, 3, 0);
        let light = mix(0.80, 1.16, hair);
        if u < 0.5 {
            // v runs from the back over the flank to the belly.
            let patch = layered_noise(seed ^ 632, u * 9.0, v * 5.0, 3, 0);
            let dark = [0.40 * light, 0.25 * light, 0.145 * light, 1.0];
            *pixel = [0.60 * light, 0.40 * light, 0.235 * light, 1.0];
            blend(pixel, [dark[0], dark[1], dark[2]], smooth_step(0.30, 0.05, v) * 0.9);
            blend(pixel, [0.80, 0.69, 0.52], smooth_step(0.72, 0.95, v) * 0.9);
            blend(pixel, [0.50, 0.31, 0.17], smooth_step(0.5, 0.7, patch) * 0.4);
            return;
        }
        let part = (v * 4.0).floor() as u32;
        let ring = noise(seed ^ 633, v * 60.0, u * 8.0, 0);
        *pixel = match part {
            0 => [0.66 * light, 0.57 * light, 0.43 * light, 1.0],
            1 => [0.17 * light, 0.145 * light, 0.125 * light, 1.0],
            2 => [0.36 * light, 0.22 * light, 0.13 * light, 1.0],
            _ => [0.05, 0.04, 0.035, 1.0],
        };
        if part == 0 {
            blend(pixel, [0.40, 0.32, 0.22], smooth_step(0.55, 0.8, ring) * 0.5);
        }
    });
    canvas
}

/// A gull: white, grey, black, yellow, from left to right.
pub(in crate::island) fn gull(seed: u32) -> Canvas {
    let mut canvas = Canvas::new(128, 64, [0.9; 3]);
    canvas.each(|u, v, pixel| {
        let down = layered_noise(seed ^ 641, u * 60.0, v * 20.0, 3, 0);
        let light = mix(0.90, 1.04, down);
        *pixel = match (u * 4.0) as u32 {
            0 => [0.93 * light, 0.92 * light, 0.89 * light, 1.0],
            1 => [0.58 * light, 0.61 * light, 0.65 * light, 1.0],
            2 => [0.14, 0.14, 0.15, 1.0],
            _ => [0.92 * light, 0.66 * light, 0.16, 1.0],
        };
        if (0.25..0.5).contains(&u) {
            let feather = (v * 8.0).fract();
            blend(pixel, DARK, smooth_step(0.12, 0.0, feather) * 0.3);
        }
    });
    canvas
}
