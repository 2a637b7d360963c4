//! Stone, wood, metal, cloth.

use crate::builders::numbers::{layered_noise, noise, smooth_step};
use crate::builders::paint::{Canvas, Rgb, blend};
use std::f32::consts::TAU;

/// Courses of hewn stone.
pub(super) fn stone(seed: u32) -> Canvas {
    let mut canvas = Canvas::new(128, 128, [0.50, 0.49, 0.46]);
    canvas.stain(seed ^ 931, 5, 0.5, [0.38, 0.40, 0.34], 0.7);
    canvas.stain(seed ^ 932, 9, 0.58, [0.60, 0.57, 0.50], 0.6);
    canvas.grain(seed ^ 933, 26, 3, 0.20);
    canvas.each(|u, v, pixel| {
        let row = (v * 4.0).floor();
        let shifted = u * 4.0 + if row as i32 % 2 == 0 { 0.0 } else { 0.5 };
        let wobble = (noise(seed ^ 934, u * 16.0, v * 16.0, 16) - 0.5) * 0.06;
        let [x, y] = [shifted.fract(), (v * 4.0).fract()];
        let edge = x.min(1.0 - x).min(y).min(1.0 - y) + wobble;
        blend(pixel, [0.22, 0.22, 0.20], smooth_step(0.045, 0.01, edge) * 0.85);
        blend(pixel, [0.70, 0.68, 0.62], smooth_step(0.10, 0.05, (y - 0.10).abs() + wobble) * 0.20);
    });
    canvas
}

/// Weathered wood, its grain downwards.
pub(super) fn wood(seed: u32) -> Canvas {
    let mut canvas = Canvas::new(64, 64, [0.40, 0.29, 0.19]);
    canvas.each(|u, v, pixel| {
        let lines = layered_noise(seed ^ 941, u * 20.0, v * 3.0, 3, 20);
        blend(pixel, [0.22, 0.15, 0.10], smooth_step(0.5, 0.25, lines) * 0.8);
        blend(pixel, [0.58, 0.46, 0.33], smooth_step(0.55, 0.8, lines) * 0.6);
    });
    canvas.grain(seed ^ 942, 16, 2, 0.12);
    canvas
}

/// Wrought iron.
pub(super) fn iron(seed: u32) -> Canvas {
    let mut canvas = Canvas::new(64, 64, [0.20, 0.20, 0.21]);
    canvas.grain(seed ^ 951, 10, 3, 0.45);
    canvas.stain(seed ^ 952, 6, 0.62, [0.34, 0.21, 0.13], 0.6);
    canvas.stain(seed ^ 953, 12, 0.66, [0.42, 0.43, 0.45], 0.5);
    canvas
}

/// Brass that many hands rubbed.
pub(super) fn brass(seed: u32) -> Canvas {
    let mut canvas = Canvas::new(64, 64, [0.66, 0.50, 0.22]);
    canvas.grain(seed ^ 961, 8, 3, 0.22);
    canvas.stain(seed ^ 962, 5, 0.58, [0.36, 0.28, 0.14], 0.7);
    canvas.stain(seed ^ 963, 9, 0.66, [0.90, 0.76, 0.42], 0.6);
    canvas
}

/// What smooth things mirror: a pale sky, a bright horizon, dark ground, a window of light. Half of it is neutral for
/// what is multiplied twice.
pub(super) fn mirror() -> Canvas {
    let mut canvas = Canvas::new(64, 64, [0.5; 3]);
    canvas.each(|u, v, pixel| {
        let (x, y) = (u * 2.0 - 1.0, v * 2.0 - 1.0);
        let sky: Rgb = [0.62, 0.70, 0.80];
        let ground: Rgb = [0.26, 0.23, 0.20];
        blend(pixel, sky, smooth_step(0.05, -0.25, y));
        blend(pixel, ground, smooth_step(0.0, 0.35, y));
        blend(pixel, [0.90, 0.86, 0.78], smooth_step(0.16, 0.0, (y + 0.02).abs()) * 0.7);
        let sun = libm::hypotf(x + 0.35, y + 0.45);
        blend(pixel, [1.0, 0.98, 0.92], smooth_step(0.26, 0.12, sun));
        let rim = libm::hypotf(x, y);
        blend(pixel, [0.20, 0.21, 0.24], smooth_step(0.80, 1.0, rim) * 0.6);
    });
    canvas
}

/// Cloth with a border and a sun above hills.
pub(super) fn cloth(seed: u32) -> Canvas {
    let red: Rgb = [0.52, 0.11, 0.10];
    let gold: Rgb = [0.86, 0.66, 0.26];
    let mut canvas = Canvas::new(128, 256, red);
    canvas.each(|u, v, pixel| {
        let threads =
            noise(seed ^ 971, u * 96.0, v * 192.0, 0) * 0.5 + noise(seed ^ 972, u * 12.0, v * 18.0, 0) * 0.5;
        for channel in &mut pixel[..3] {
            *channel *= 0.78 + 0.44 * threads;
        }
        let edge = u.min(1.0 - u).min(v * 2.0);
        blend(pixel, [0.20, 0.05, 0.06], smooth_step(0.10, 0.09, edge));
        blend(pixel, gold, smooth_step(0.075, 0.065, edge) * smooth_step(0.025, 0.035, edge));
        // The sun with its rays; the picture is twice as high as wide.
        let (x, y) = (u - 0.5, (v - 0.36) * 2.0);
        let far = libm::hypotf(x, y);
        let turn = libm::atan2f(y, x);
        let ray = libm::cosf(turn * 12.0);
        let rays = smooth_step(0.36, 0.34, far + 0.07 * (1.0 - ray)) * smooth_step(0.195, 0.21, far);
        blend(pixel, gold, rays * smooth_step(-0.2, 0.1, ray));
        blend(pixel, gold, smooth_step(0.175, 0.165, far));
        blend(pixel, [0.95, 0.82, 0.45], smooth_step(0.12, 0.0, far) * 0.6);
        // Hills with a path.
        let hill = 0.60 + 0.05 * libm::cosf(u * 5.5 + 0.6) - 0.03 * libm::sinf(u * 11.0);
        let land = smooth_step(hill, hill + 0.008, v) * smooth_step(0.80, 0.79, v);
        let inside = smooth_step(0.10, 0.11, u.min(1.0 - u));
        blend(pixel, [0.13, 0.20, 0.16], land * inside);
        let crest = smooth_step(0.014, 0.008, (v - hill).abs());
        blend(pixel, gold, crest * inside);
    });
    canvas
}

/// Threads that hang, cut to a wave.
pub(super) fn fringe() -> Canvas {
    let mut canvas = Canvas::new(64, 32, [0.80, 0.62, 0.26]);
    canvas.each(|u, v, pixel| {
        let thread = ((u * 16.0).fract() - 0.5).abs();
        blend(pixel, [0.42, 0.30, 0.12], smooth_step(0.25, 0.45, thread));
        let long = 0.72 + 0.22 * libm::sinf(u * TAU * 2.0);
        let there = v < long && (thread < 0.40 || v < 0.2);
        pixel[3] = f32::from(u8::from(there));
    });
    canvas.bleed();
    canvas
}

/// A wheel of eight rays, of gold.
pub(super) fn wheel() -> Canvas {
    let mut canvas = Canvas::new(64, 64, [0.84, 0.64, 0.26]);
    canvas.each(|u, v, pixel| {
        let (x, y) = (u * 2.0 - 1.0, v * 2.0 - 1.0);
        let far = libm::hypotf(x, y);
        let ray = libm::cosf(libm::atan2f(y, x) * 8.0);
        let there =
            far < 0.30 || (0.62..0.72).contains(&far) || (far < 0.96 - 0.18 * (1.0 - ray) && ray > 0.35);
        blend(pixel, [1.0, 0.90, 0.60], smooth_step(0.4, 0.9, ray) * 0.5);
        blend(pixel, [0.45, 0.30, 0.10], smooth_step(0.22, 0.30, far) * smooth_step(0.36, 0.30, far));
        pixel[3] = f32::from(u8::from(there));
    });
    canvas.bleed();
    canvas
}

/// Old glass: clear in the middle, dusty at the edges.
pub(super) fn glass(seed: u32) -> Canvas {
    let mut canvas = Canvas::new(64, 64, [0.95, 0.88, 0.70]);
    canvas.grain(seed ^ 981, 8, 3, 0.10);
    canvas.each(|u, v, pixel| {
        let edge = u.min(1.0 - u).min(v).min(1.0 - v);
        let streak = smooth_step(0.05, 0.02, (u - v * 0.6 - 0.15).abs());
        pixel[3] = 0.30 + 0.45 * smooth_step(0.18, 0.0, edge) + 0.25 * streak;
    });
    canvas
}

/// A blade that was ground often, darker along its ridge.
pub(super) fn steel(seed: u32) -> Canvas {
    let mut canvas = Canvas::new(64, 128, [0.58, 0.60, 0.63]);
    canvas.each(|u, v, pixel| {
        let lines = layered_noise(seed ^ 991, u * 30.0, v * 4.0, 2, 0);
        blend(pixel, [0.80, 0.82, 0.84], smooth_step(0.5, 0.8, lines) * 0.6);
        blend(pixel, [0.34, 0.35, 0.38], smooth_step(0.48, 0.2, lines) * 0.5);
        let ridge = (u - 0.5).abs();
        blend(pixel, [0.30, 0.32, 0.36], smooth_step(0.16, 0.06, ridge) * 0.8);
        blend(pixel, [0.92, 0.94, 0.96], smooth_step(0.40, 0.48, ridge));
    });
    canvas
}

/// Runes along the ridge, on nothing.
pub(super) fn runes(_: u32) -> Canvas {
    let mut canvas = Canvas::new(64, 128, [0.12, 0.16, 0.20]);
    canvas.each(|u, v, pixel| {
        let (x, y) = ((u - 0.5) * 6.0, (v * 9.0).fract() - 0.5);
        let number = (v * 9.0) as i32;
        let stave = smooth_step(0.14, 0.08, x.abs()) * smooth_step(0.42, 0.36, y.abs());
        let slope = if number % 2 == 0 { 0.9 } else { -0.9 };
        let high = [0.12, -0.1, 0.2, 0.0, -0.18][number.rem_euclid(5) as usize];
        let branch =
            smooth_step(0.10, 0.05, (y - high - x * slope * 0.4).abs()) * smooth_step(0.62, 0.55, x.abs());
        let there = stave.max(branch) * smooth_step(0.06, 0.10, v) * smooth_step(0.97, 0.93, v);
        blend(pixel, [0.75, 0.90, 1.0], there * 0.6);
        pixel[3] = there;
    });
    canvas
}

/// Leather that is wound around.
pub(super) fn grip(seed: u32) -> Canvas {
    let mut canvas = Canvas::new(32, 32, [0.34, 0.20, 0.12]);
    canvas.each(|u, v, pixel| {
        let turn = ((v * 6.0 + u).fract() - 0.5).abs();
        blend(pixel, [0.13, 0.08, 0.05], smooth_step(0.36, 0.5, turn) * 0.9);
    });
    canvas.grain(seed ^ 995, 16, 2, 0.15);
    canvas
}
