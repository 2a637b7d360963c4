//! The heath fox's hides, its mane, its gear and its eyes.

use crate::builders::numbers::{layered_noise, mix, noise, smooth_step};
use crate::builders::paint::{Canvas, Rgb, blend};
use crate::warcraft::fox::windows;
use crate::warcraft::shape::Window;

/// The colours of a hide.
pub(super) struct Coat {
    base: Rgb,
    /// Along the back.
    dark: Rgb,
    /// Belly, throat and cheeks.
    pale: Rgb,
    /// Legs and the backs of the ears.
    stocking: Rgb,
    /// The end of the tail.
    tip: Rgb,
}

pub(super) const RUSSET: Coat = Coat {
    base: [0.72, 0.36, 0.15],
    dark: [0.42, 0.18, 0.08],
    pale: [0.93, 0.84, 0.70],
    stocking: [0.13, 0.09, 0.08],
    tip: [0.95, 0.90, 0.80],
};
pub(super) const ASH: Coat = Coat {
    base: [0.44, 0.43, 0.42],
    dark: [0.22, 0.21, 0.22],
    pale: [0.78, 0.76, 0.72],
    stocking: [0.10, 0.10, 0.11],
    tip: [0.12, 0.12, 0.13],
};
pub(super) const SNOW: Coat = Coat {
    base: [0.86, 0.87, 0.88],
    dark: [0.66, 0.70, 0.75],
    pale: [0.97, 0.96, 0.94],
    stocking: [0.52, 0.52, 0.55],
    tip: [0.42, 0.43, 0.47],
};

/// Where a texel is in a window, if it is there.
fn inside(Window([left, top, right, bottom]): Window, u: f32, v: f32) -> Option<(f32, f32)> {
    let is_inside = (left..right).contains(&u) && (top..bottom).contains(&v);
    is_inside.then(|| ((u - left) / (right - left), (v - top) / (bottom - top)))
}

/// A hide: all parts of the body on one picture, each in its window.
pub(super) fn fox(seed: u32, coat: &Coat) -> Canvas {
    let mut canvas = Canvas::new(256, 256, coat.base);
    canvas.each(|u, v, pixel| {
        // Hair lies along the body, which is downwards everywhere.
        let hair = layered_noise(seed ^ 901, u * 96.0, v * 26.0, 3, 0);
        let tuft = layered_noise(seed ^ 902, u * 22.0, v * 14.0, 3, 0);
        let ragged = (hair - 0.5) * 0.22 + (tuft - 0.5) * 0.18;
        paint(coat, u, v, ragged, pixel);
        let light = 0.80 + 0.40 * hair;
        for channel in &mut pixel[..3] {
            *channel *= mix(1.0, light, 0.75) * (0.94 + 0.12 * tuft);
        }
        // As in files of the games, alpha means nothing on an opaque hide.
        pixel[3] = 0.5 + 0.5 * hair;
    });
    canvas
}

/// The colour of a place of the hide; `ragged` makes borders uneven.
fn paint(coat: &Coat, u: f32, v: f32, ragged: f32, pixel: &mut [f32; 4]) {
    let to = |pixel: &mut [f32; 4], color: Rgb, amount: f32| blend(pixel, color, amount.clamp(0.0, 1.0));
    // How far a place is from the middle of its window, which is the top of what lies: 0 to 1.
    let aside = |across: f32| (across - 0.5).abs() * 2.0;
    if let Some((across, along)) = inside(windows::BODY, u, v) {
        let down = aside(across) + ragged;
        to(pixel, coat.dark, smooth_step(0.34, 0.08, down) * 0.75);
        to(pixel, coat.pale, smooth_step(0.70, 0.86, down));
        to(pixel, coat.pale, smooth_step(0.86, 1.0, along + ragged) * smooth_step(0.35, 0.6, down) * 0.7);
    } else if let Some((across, along)) = inside(windows::NECK, u, v) {
        // The throat is in the middle.
        let back = aside(across) + ragged;
        to(pixel, coat.dark, smooth_step(0.70, 0.95, back) * 0.8);
        to(pixel, coat.pale, smooth_step(0.52, 0.34, back) * (0.75 + 0.25 * along));
    } else if let Some((across, along)) = inside(windows::HEAD, u, v) {
        face(coat, aside(across), along, ragged, pixel);
    } else if let Some((_, along)) = inside(windows::FRONT_LEG, u, v) {
        to(pixel, coat.stocking, smooth_step(0.40, 0.54, along + ragged));
    } else if let Some((_, along)) = inside(windows::HIND_LEG, u, v) {
        to(pixel, coat.stocking, smooth_step(0.50, 0.62, along + ragged));
    } else if let Some((across, along)) = inside(windows::TAIL, u, v) {
        let down = aside(across) + ragged;
        to(pixel, coat.dark, smooth_step(0.5, 0.15, down) * 0.6);
        to(pixel, coat.tip, smooth_step(0.66, 0.76, along + ragged));
    } else if let Some((across, along)) = inside(windows::EAR, u, v) {
        let back = aside(across) + ragged * 0.5;
        to(pixel, coat.stocking, smooth_step(0.55, 0.66, back) * smooth_step(0.05, 0.3, along));
        to(pixel, [0.62, 0.42, 0.36], smooth_step(0.34, 0.2, back) * smooth_step(0.95, 0.7, along));
        to(pixel, coat.pale, smooth_step(0.16, 0.05, back) * 0.55);
    } else if inside(windows::JAW, u, v).is_some() {
        to(pixel, coat.pale, 0.9);
    } else if let Some((across, along)) = inside(windows::PAW, u, v) {
        to(pixel, coat.stocking, 1.0);
        let toes = ((across * 6.0).fract() - 0.5).abs();
        to(pixel, [0.03, 0.02, 0.02], smooth_step(0.36, 0.5, toes) * smooth_step(0.55, 0.8, along));
    }
}

/// A face: dark bridge of the nose, pale cheeks, rims around the eyes, a black nose.
fn face(coat: &Coat, down: f32, along: f32, ragged: f32, pixel: &mut [f32; 4]) {
    let soft = down + ragged * 0.5;
    blend(pixel, coat.dark, smooth_step(0.26, 0.06, soft) * smooth_step(0.35, 0.6, along) * 0.7);
    let cheek = smooth_step(0.42, 0.60, soft) * smooth_step(0.18, 0.40, along);
    blend(pixel, coat.pale, cheek);
    blend(pixel, coat.pale, smooth_step(0.76, 0.9, soft));
    // The eye sits on the side of the head, before its widest ring.
    let rim = libm::hypotf((down - 0.40) * 1.6, (along - 0.385) * 2.4);
    blend(pixel, coat.stocking, smooth_step(0.19, 0.12, rim));
    let tear = (down - 0.40 + (along - 0.40) * 0.30).abs();
    blend(
        pixel,
        coat.stocking,
        smooth_step(0.06, 0.02, tear) * smooth_step(0.38, 0.42, along) * smooth_step(0.70, 0.5, along) * 0.8,
    );
    blend(pixel, [0.05, 0.04, 0.04], smooth_step(0.93, 0.955, along));
    let lip = (down - 0.72).abs();
    blend(pixel, [0.10, 0.06, 0.05], smooth_step(0.06, 0.03, lip) * smooth_step(0.5, 0.56, along));
}

/// Hair of a mane on nothing: denser below, in strands above.
pub(super) fn mane(seed: u32, color: Rgb) -> Canvas {
    let mut canvas = Canvas::new(128, 64, color);
    canvas.each(|u, v, pixel| {
        let strand = noise(seed ^ 911, u * 42.0 + v * 3.0, 0.5, 0);
        let fine = noise(seed ^ 912, u * 110.0 + v * 6.0, v * 2.0, 0);
        let light = 0.65 + 0.7 * fine;
        for channel in &mut pixel[..3] {
            *channel *= light;
        }
        let up = 1.0 - v;
        let ends = smooth_step(0.0, 0.10, u) * smooth_step(1.0, 0.90, u);
        pixel[3] = smooth_step(up - 0.06, up + 0.06, (0.25 + 0.85 * strand) * ends.max(0.2));
    });
    canvas
}

/// Leather above, cloth with a border below.
pub(super) fn gear(seed: u32) -> Canvas {
    let mut canvas = Canvas::new(128, 128, [0.16, 0.24, 0.38]);
    canvas.each(|u, v, pixel| {
        if v < 0.2 {
            let weave = ((u * 24.0).fract() - 0.5).abs();
            *pixel = [0.36, 0.22, 0.12, 1.0];
            blend(pixel, [0.18, 0.10, 0.05], smooth_step(0.30, 0.46, weave) * 0.8);
            blend(
                pixel,
                [0.80, 0.64, 0.30],
                smooth_step(0.06, 0.05, (v - 0.10).abs()) * smooth_step(0.22, 0.18, weave),
            );
            return;
        }
        let (x, y) = (u, (v - 0.2) / 0.8);
        let threads = noise(seed ^ 921, x * 64.0, y * 64.0, 64);
        for channel in &mut pixel[..3] {
            *channel *= 0.85 + 0.3 * threads;
        }
        let edge = x.min(1.0 - x).min(y).min(1.0 - y);
        blend(pixel, [0.82, 0.66, 0.32], smooth_step(0.075, 0.065, edge) * smooth_step(0.02, 0.03, edge));
        // A leaf on each flank.
        for middle in [0.16, 0.84] {
            let leaf = libm::hypotf((x - middle) * 1.9, y - 0.5);
            let vein = (x - middle).abs();
            let petal = smooth_step(0.20, 0.17, leaf + 0.05 * libm::sinf((y - 0.5) * 30.0));
            blend(pixel, [0.86, 0.72, 0.42], petal * smooth_step(0.006, 0.012, vein));
        }
    });
    canvas
}

/// Amber with a slit.
pub(super) fn eye() -> Canvas {
    let mut canvas = Canvas::new(32, 32, [0.95, 0.66, 0.18]);
    canvas.each(|_, v, pixel| {
        // Columns go around, the front is below.
        blend(pixel, [0.98, 0.86, 0.45], smooth_step(0.45, 0.6, v) * 0.7);
        blend(pixel, [0.06, 0.04, 0.02], smooth_step(0.72, 0.80, v));
        blend(pixel, [0.10, 0.06, 0.04], smooth_step(0.34, 0.2, v));
    });
    canvas
}
