//! The card shown while a demo loads.

use super::numbers::{layered_noise, smooth_step};
use super::paint::{Canvas, Rgb, blend};

const CREAM: Rgb = [0.93, 0.90, 0.80];

/// Hills before a low sun, the program's name and the world's.
pub(crate) fn title_card(seed: u32, name: &str) -> Canvas {
    let (width, height) = (320, 240);
    let mut canvas = Canvas::new(width, height, [0.0; 3]);
    canvas.each(|u, v, pixel| {
        let (top, horizon): (Rgb, Rgb) = ([0.20, 0.30, 0.44], [0.93, 0.78, 0.58]);
        *pixel = [top[0], top[1], top[2], 1.0];
        blend(pixel, horizon, smooth_step(0.05, 0.62, v));
        let (x, y) = (u - 0.28, (v - 0.55) * 0.75);
        let sun = (x * x + y * y).sqrt();
        blend(pixel, [1.0, 0.95, 0.82], smooth_step(0.30, 0.045, sun));
        for (layer, (base, rise)) in [(0.56, 0.16), (0.64, 0.14), (0.76, 0.13)].into_iter().enumerate() {
            let far = layer as f32;
            let ridge = layered_noise(seed ^ (151 + layer as u32), u * (5.0 + far * 2.0), far, 5, 0);
            if v > base - (ridge - 0.5) * rise * 2.0 {
                *pixel = [0.52 - far * 0.17, 0.47 - far * 0.14, 0.46 - far * 0.13, 1.0];
            }
        }
    });
    canvas.centered([3, 23, width as i32, 60], 6, [0.08, 0.10, 0.14], "REVISIT");
    canvas.centered([0, 20, width as i32, 60], 6, CREAM, "REVISIT");
    canvas.centered([0, 206, width as i32, 20], 2, CREAM, name);
    canvas
}
