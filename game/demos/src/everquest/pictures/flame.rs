//! Flames.

use crate::builders::numbers::{layered_noise, smooth_step};
use crate::builders::paint::Canvas;

/// One of four moments of a flame, black where there is none.
pub(in crate::everquest) fn flame(seed: u32, frame: u32) -> Canvas {
    let mut canvas = Canvas::new(32, 64, [0.0; 3]);
    canvas.each(|u, v, pixel| {
        let up = 1.0 - v;
        let sway = (layered_noise(seed ^ 941, 3.0, up * 3.0 - frame as f32 * 0.75, 2, 0) - 0.5) * up * 0.55;
        let off = (u - 0.5 + sway).abs();
        let wide = 0.34 * libm::sinf((up.min(1.0) * 0.92 + 0.08).sqrt() * std::f32::consts::PI);
        let lick = layered_noise(seed ^ 942, u * 5.0, up * 4.0 - frame as f32, 2, 0);
        // Black at both ends: pictures tile, and the foot would glow above the tip.
        let ends = smooth_step(1.0, 0.75, up) * smooth_step(0.01, 0.06, up);
        let heat = smooth_step(wide, wide * 0.15, off + (lick - 0.5) * 0.18) * ends;
        let red = smooth_step(0.05, 0.45, heat);
        let green = smooth_step(0.25, 0.85, heat) * 0.85;
        let blue = smooth_step(0.7, 1.0, heat) * 0.5;
        *pixel = [red, green, blue, 1.0];
    });
    canvas
}
