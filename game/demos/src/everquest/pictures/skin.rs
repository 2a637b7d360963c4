//! Creatures, what they carry, and flames.

use crate::builders::numbers::{layered_noise, noise, smooth_step};
use crate::builders::paint::{Canvas, Rgb, blend};

/// Hide with spots and a paler middle, for one part of a body.
pub(in crate::everquest) fn hide(seed: u32, base: Rgb, spots: Rgb, belly: Rgb) -> Canvas {
    let mut canvas = Canvas::new(64, 64, base);
    canvas.each(|u, v, pixel| {
        let spot = layered_noise(seed ^ 901, u * 7.0, v * 7.0, 3, 7);
        blend(pixel, spots, smooth_step(0.54, 0.64, spot) * 0.8);
        let (column, row) = (u * 16.0 + (v * 16.0).floor() * 0.5, v * 16.0);
        let scale = libm::hypotf(column.fract() - 0.5, row.fract() - 0.5);
        blend(pixel, [0.05, 0.06, 0.04], smooth_step(0.40, 0.62, scale) * 0.28);
        blend(pixel, belly, smooth_step(0.22, 0.08, (u - 0.5).abs()) * smooth_step(0.4, 0.6, noise(seed ^ 902, u * 9.0, v * 9.0, 9) + 0.15) * 0.55);
        blend(pixel, [0.0; 3], smooth_step(0.7, 1.0, v) * 0.25);
    });
    canvas.grain(seed ^ 903, 30, 2, 0.10);
    canvas
}

/// A blade: bright, with a fuller.
pub(in crate::everquest) fn steel(seed: u32) -> Canvas {
    let mut canvas = Canvas::new(32, 32, [0.62, 0.64, 0.66]);
    canvas.each(|u, v, pixel| {
        blend(pixel, [0.36, 0.38, 0.42], smooth_step(0.12, 0.04, (u - 0.5).abs()) * 0.8);
        blend(pixel, [0.9, 0.92, 0.94], smooth_step(0.10, 0.02, u.min(1.0 - u)) * 0.8);
        blend(pixel, [0.45, 0.42, 0.40], smooth_step(0.62, 0.8, noise(seed ^ 921, u * 8.0, v * 8.0, 8)) * 0.3);
    });
    canvas
}

/// One of four moments of a flame, black where there is none.
pub(in crate::everquest) fn flame(seed: u32, frame: u32) -> Canvas {
    let mut canvas = Canvas::new(32, 64, [0.0; 3]);
    canvas.each(|u, v, pixel| {
        let up = 1.0 - v;
        let sway = (layered_noise(seed ^ 941, 3.0, up * 3.0 - frame as f32 * 0.75, 2, 0) - 0.5) * up * 0.55;
        let off = (u - 0.5 + sway).abs();
        let wide = 0.34 * libm::sinf((up.min(1.0) * 0.92 + 0.08).sqrt() * std::f32::consts::PI);
        let lick = layered_noise(seed ^ 942, u * 5.0, up * 4.0 - frame as f32, 2, 0);
        let heat = smooth_step(wide, wide * 0.15, off + (lick - 0.5) * 0.18) * smooth_step(1.0, 0.75, up);
        let red = smooth_step(0.05, 0.45, heat);
        let green = smooth_step(0.25, 0.85, heat) * 0.85;
        let blue = smooth_step(0.7, 1.0, heat) * 0.5;
        *pixel = [red, green, blue, 1.0];
    });
    canvas
}
