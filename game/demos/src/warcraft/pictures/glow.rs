//! What shines or lies thin in the air: flames, sparks, water, shades. What is added is black where nothing is.

use crate::builders::numbers::{layered_noise, mix, noise, smooth_step};
use crate::builders::paint::{Canvas, Rgb, Waves, blend};
use std::f32::consts::TAU;

/// A round picture of one colour that depends on the distance from its middle, 0 to 1 at the edges.
fn round(size: u32, paint: impl Fn(f32, &mut [f32; 4])) -> Canvas {
    let mut canvas = Canvas::new(size, size, [0.0; 3]);
    canvas.each(|u, v, pixel| paint(libm::hypotf(u * 2.0 - 1.0, v * 2.0 - 1.0), pixel));
    canvas
}

fn scaled([red, green, blue]: Rgb, by: f32) -> Rgb {
    [red * by, green * by, blue * by]
}

/// A white heart in a coloured glow.
pub(super) fn core() -> Canvas {
    round(128, |far, pixel| {
        let halo = smooth_step(1.0, 0.0, far);
        blend(pixel, scaled([0.35, 0.75, 1.0], halo * halo * 0.9), 1.0);
        blend(pixel, [0.95, 1.0, 1.0], smooth_step(0.30, 0.12, far));
        pixel[3] = halo;
    })
}

/// A glow that is white in every colour.
pub(super) fn halo() -> Canvas {
    round(64, |far, pixel| {
        let glow = smooth_step(1.0, 0.0, far);
        blend(pixel, [glow * glow * 0.75; 3], 1.0);
    })
}

/// A shade: what is multiplied with it gets darker in the middle.
pub(super) fn shade() -> Canvas {
    round(64, |far, pixel| blend(pixel, [mix(0.42, 1.0, smooth_step(0.15, 0.95, far)); 3], 1.0))
}

/// A pool of light: half is neutral, the middle brightens.
pub(super) fn pool() -> Canvas {
    round(64, |far, pixel| {
        let light = smooth_step(0.95, 0.0, far);
        let neutral: Rgb = [0.5; 3];
        blend(pixel, neutral, 1.0);
        blend(pixel, [0.98, 0.80, 0.56], light * 0.9);
    })
}

/// A ray along the picture.
pub(super) fn ray() -> Canvas {
    let mut canvas = Canvas::new(64, 16, [0.0; 3]);
    canvas.each(|u, v, pixel| {
        let along = smooth_step(1.0, 0.1, (u * 2.0 - 1.0).abs());
        let across = smooth_step(1.0, 0.0, (v * 2.0 - 1.0).abs());
        blend(pixel, scaled([0.60, 0.85, 1.0], along * across * across), 1.0);
    });
    canvas
}

/// Veins of light on a ball.
pub(super) fn shell(seed: u32) -> Canvas {
    let mut canvas = Canvas::new(64, 64, [0.0; 3]);
    canvas.each(|u, v, pixel| {
        let one = layered_noise(seed ^ 1001, u * 6.0, v * 6.0, 3, 6);
        let two = layered_noise(seed ^ 1002, u * 6.0, v * 6.0, 3, 6);
        let vein = smooth_step(0.10, 0.0, (one - two).abs());
        blend(pixel, scaled([0.30, 0.62, 0.90], 0.25 + 0.75 * vein), 1.0);
    });
    canvas
}

/// Two trails above each other: their heads are at the left, strands run along them.
pub(super) fn trail(seed: u32) -> Canvas {
    let mut canvas = Canvas::new(64, 64, [1.0; 3]);
    canvas.each(|u, v, pixel| {
        let lower = v > 0.5;
        let across = ((v * 2.0).fract() * 2.0 - 1.0).abs();
        let strands = noise(seed ^ 1011, u * 3.0, v * 40.0, 0);
        let body = smooth_step(1.0, if lower { 0.75 } else { 0.35 }, across);
        pixel[3] = body * smooth_step(1.0, 0.15, u) * (0.6 + 0.4 * strands);
    });
    canvas
}

/// A star of four points.
pub(super) fn spark([red, green, blue]: Rgb) -> Canvas {
    let mut canvas = Canvas::new(32, 32, [0.0; 3]);
    canvas.each(|u, v, pixel| {
        let (x, y) = ((u * 2.0 - 1.0).abs(), (v * 2.0 - 1.0).abs());
        let star = smooth_step(0.9, 0.0, (x * y * 14.0).min(1.0) + libm::hypotf(x, y) * 0.8);
        blend(pixel, [red * star, green * star, blue * star], 1.0);
        blend(pixel, [1.0; 3], smooth_step(0.22, 0.05, libm::hypotf(x, y)));
        pixel[3] = star;
    });
    canvas
}

/// Light that runs over cloth in streaks.
pub(super) fn shimmer(seed: u32) -> Canvas {
    let mut canvas = Canvas::new(64, 64, [0.84; 3]);
    canvas.each(|u, v, pixel| {
        let folds = layered_noise(seed ^ 1021, u * 4.0, v * 3.0, 2, 4);
        blend(pixel, [1.0; 3], smooth_step(0.45, 0.8, folds));
        blend(pixel, [0.66, 0.64, 0.70], smooth_step(0.48, 0.2, folds));
    });
    canvas
}

/// A flame that stands, its tip bent by so much.
fn tongue(seed: u32, moment: f32, u: f32, v: f32) -> f32 {
    let up = 1.0 - v;
    let sway = (noise(seed ^ 1031, moment * 3.0, up * 2.4, 0) - 0.5) * 0.55 * up;
    let x = (u * 2.0 - 1.0 - sway).abs();
    let wide = 0.62 * libm::sinf((up * 0.94 + 0.06).min(1.0) * 2.6).max(0.0) * (1.0 - up * 0.35);
    let torn = layered_noise(seed ^ 1032, u * 5.0, v * 4.0 + moment * 4.0, 3, 0);
    let edge = wide * (0.65 + 0.6 * torn);
    smooth_step(edge, edge * 0.35, x) * smooth_step(0.99, 0.80, up) * smooth_step(0.0, 0.10, up)
}

fn heat(pixel: &mut [f32; 4], hot: f32, colors: [Rgb; 3]) {
    let [edge, middle, heart] = colors;
    *pixel = [0.0, 0.0, 0.0, 1.0];
    blend(pixel, edge, smooth_step(0.02, 0.35, hot));
    blend(pixel, middle, smooth_step(0.30, 0.70, hot));
    blend(pixel, heart, smooth_step(0.65, 1.0, hot));
    pixel[3] = smooth_step(0.0, 0.5, hot);
}

/// A flame of a lantern.
pub(super) fn flame(seed: u32, moment: f32) -> Canvas {
    let mut canvas = Canvas::new(32, 64, [0.0; 3]);
    canvas.each(|u, v, pixel| {
        let up = 1.0 - v;
        let x = (u * 2.0 - 1.0).abs();
        let sway = (noise(seed ^ 1041, moment, up * 2.0, 0) - 0.5) * 0.1;
        let wide = 0.80 * libm::sinf(libm::powf(up.max(0.001), 0.6) * std::f32::consts::PI).max(0.0);
        let hot = smooth_step(wide, wide * 0.2, x + sway) * smooth_step(1.0, 0.75, up);
        heat(pixel, hot, [[0.85, 0.32, 0.06], [1.0, 0.72, 0.26], [1.0, 0.97, 0.82]]);
    });
    canvas
}

/// Sixteen pictures of a fire, in four rows.
pub(super) fn flames(seed: u32) -> Canvas {
    let mut canvas = Canvas::new(256, 256, [0.0; 3]);
    canvas.each(|u, v, pixel| {
        let (column, row) = ((u * 4.0) as u32, (v * 4.0) as u32);
        let moment = (row * 4 + column) as f32;
        let [x, y] = [(u * 4.0).fract(), (v * 4.0).fract()];
        // Later ones are torn into shreds.
        let age = moment / 15.0;
        let hot = tongue(seed, moment * 0.31, x, y);
        let shreds = layered_noise(seed ^ 1051, x * 5.0, y * 5.0 + moment, 3, 0);
        let hot = hot * mix(1.0, smooth_step(0.30, 0.75, shreds), age * 0.9);
        heat(pixel, hot, [[0.70, 0.20, 0.04], [1.0, 0.56, 0.14], [1.0, 0.92, 0.66]]);
    });
    canvas
}

/// Coals: dark crusts, hot seams.
pub(super) fn coals(seed: u32) -> Canvas {
    let mut canvas = Canvas::new(64, 64, [0.05, 0.04, 0.04]);
    canvas.each(|u, v, pixel| {
        let one = layered_noise(seed ^ 1061, u * 8.0, v * 8.0, 2, 8);
        let two = layered_noise(seed ^ 1062, u * 8.0, v * 8.0, 2, 8);
        let seam = smooth_step(0.16, 0.0, (one - two).abs());
        blend(pixel, [0.75, 0.20, 0.03], seam * 0.9);
        blend(pixel, [1.0, 0.66, 0.22], seam * seam * seam);
        blend(pixel, [0.20, 0.18, 0.17], smooth_step(0.60, 0.8, one) * 0.7);
    });
    canvas
}

/// Water: deep, with crests; half transparent.
pub(super) fn water(seed: u32) -> Canvas {
    let mut canvas = Canvas::new(64, 64, [0.22, 0.40, 0.46]);
    let waves = Waves {
        seed: seed ^ 1071,
        spread: 0.0,
        across: [6.0, 6.0],
        octaves: 2,
        period: 6,
        sharp: 5.0,
        deep: ([0.10, 0.24, 0.32], 0.6),
        crest: ([0.82, 0.94, 0.96], 0.8),
    };
    canvas.waves(0.0, &waves);
    canvas.each(|_, _, pixel| {
        let light = (pixel[0] + pixel[1] + pixel[2]) / 3.0;
        pixel[3] = 0.55 + 0.45 * smooth_step(0.3, 0.8, light);
    });
    canvas
}

/// A drop.
pub(super) fn drop() -> Canvas {
    round(32, |far, pixel| {
        *pixel = [0.90, 0.96, 1.0, smooth_step(0.95, 0.25, far) * 0.9];
    })
}

/// A cloud of mist or smoke.
pub(super) fn mist(seed: u32) -> Canvas {
    let mut canvas = Canvas::new(64, 64, [1.0; 3]);
    canvas.each(|u, v, pixel| {
        let far = libm::hypotf(u * 2.0 - 1.0, v * 2.0 - 1.0);
        let curl = layered_noise(seed ^ 1081, u * 5.0 + libm::sinf(v * TAU) * 0.4, v * 5.0, 4, 0);
        let light = 0.70 + 0.45 * curl;
        for channel in &mut pixel[..3] {
            *channel *= light.min(1.0);
        }
        pixel[3] = smooth_step(0.98, 0.10, far + (0.5 - curl) * 0.5) * 0.9;
    });
    canvas
}
