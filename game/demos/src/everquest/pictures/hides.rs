//! Hides of creatures, and what they hold.

use crate::builders::numbers::{layered_noise, noise, smooth_step};
use crate::builders::paint::{Canvas, Rgb, blend};

/// A part of the goblin in a skin: grey-green, or the red of embers. The front is in the middle.
pub(in crate::everquest) fn goblin(seed: u32, part: &str, skin: u32) -> Canvas {
    let (base, dark, light): (Rgb, Rgb, Rgb) = match skin {
        0 => ([0.47, 0.53, 0.33], [0.27, 0.33, 0.20], [0.66, 0.70, 0.47]),
        _ => ([0.62, 0.31, 0.20], [0.36, 0.15, 0.11], [0.83, 0.49, 0.32]),
    };
    if part == "HE0002" {
        let mut canvas = super::iron(seed ^ 820);
        canvas.grain(seed ^ 821, 6, 2, 0.3);
        return canvas;
    }
    let mut canvas = Canvas::new(128, 128, base);
    canvas.each(|u, v, pixel| {
        let folds = layered_noise(seed ^ 801, u * 6.0, v * 6.0, 3, 6);
        blend(pixel, dark, smooth_step(0.5, 0.25, folds) * 0.55);
        blend(pixel, light, smooth_step(0.52, 0.8, folds) * 0.55);
        let warts = noise(seed ^ 802, u * 20.0, v * 20.0, 20);
        blend(pixel, light, smooth_step(0.84, 0.94, warts) * 0.5);
        // Belly and chest are lighter, backs darker.
        let front = 1.0 - (u - 0.5).abs() * 2.0;
        blend(pixel, light, smooth_step(0.72, 1.0, front) * 0.30);
        blend(pixel, dark, smooth_step(0.35, 0.0, front) * 0.45);
    });
    canvas.grain(seed ^ 803, 30, 2, 0.12);
    // Pictures have their upper edge at the top, skins count upwards.
    let leather: Rgb = [0.33, 0.22, 0.14];
    canvas.each(|u, v, pixel| {
        let up = 1.0 - v;
        match part {
            "HE0001" => face(u, up, pixel, dark),
            "CH0001" => {
                // Trousers, a belt with a buckle, and a strap across the chest.
                let cloth = noise(seed ^ 805, u * 30.0, up * 30.0, 30) * 0.08;
                blend(pixel, [0.26 + cloth, 0.20 + cloth, 0.15 + cloth], smooth_step(0.34, 0.325, up));
                let belt = smooth_step(0.03, 0.022, (up - 0.345).abs());
                blend(pixel, leather, belt);
                blend(pixel, [0.78, 0.62, 0.28], belt * smooth_step(0.035, 0.025, (u - 0.5).abs()));
                let strap = (up - 0.62 - (u - 0.5) * 0.9).abs();
                let in_front = smooth_step(0.30, 0.26, (u - 0.5).abs());
                blend(pixel, [0.20, 0.13, 0.08], smooth_step(0.050, 0.042, strap) * in_front);
                blend(pixel, leather, smooth_step(0.036, 0.030, strap) * in_front);
            }
            "FA0001" => {
                // A cuff with thongs.
                let cuff = smooth_step(0.08, 0.10, up) * smooth_step(0.52, 0.50, up);
                blend(pixel, leather, cuff);
                let thong = ((up * 12.0 + u * 2.0).fract() - 0.5).abs();
                blend(pixel, [0.16, 0.10, 0.06], cuff * smooth_step(0.14, 0.08, thong) * 0.8);
            }
            "LG0001" => {
                let wrap = smooth_step(0.42, 0.40, up);
                let turn = ((up * 14.0 + u).fract() - 0.5).abs();
                blend(pixel, [0.50, 0.43, 0.33], wrap * 0.85);
                blend(pixel, [0.26, 0.21, 0.16], wrap * smooth_step(0.42, 0.5, turn));
                blend(pixel, [0.27, 0.21, 0.16], smooth_step(0.66, 0.70, up));
            }
            "FT0001" => {
                // Claws at the end.
                let toes = ((u * 8.0).fract() - 0.5).abs();
                blend(pixel, dark, smooth_step(0.70, 0.80, up) * smooth_step(0.36, 0.5, toes));
                blend(pixel, [0.16, 0.13, 0.11], smooth_step(0.90, 0.96, up) * smooth_step(0.4, 0.3, toes));
            }
            _ => {}
        }
    });
    canvas
}

/// Eyes under heavy brows, and a wide mouth.
fn face(u: f32, up: f32, pixel: &mut [f32; 4], dark: Rgb) {
    let side = (u - 0.5).abs();
    let brow = (up - 0.62 - side * 0.5).abs();
    blend(pixel, dark, smooth_step(0.055, 0.02, brow) * smooth_step(0.20, 0.15, side) * 0.9);
    let eye = libm::hypotf((side - 0.085) * 1.5, (up - 0.535) * 2.2);
    blend(pixel, [0.10, 0.06, 0.04], smooth_step(0.100, 0.080, eye));
    blend(pixel, [1.0, 0.80, 0.22], smooth_step(0.078, 0.062, eye));
    let pupil = libm::hypotf((side - 0.080) * 3.2, (up - 0.535) * 2.0);
    blend(pixel, [0.06, 0.03, 0.02], smooth_step(0.066, 0.045, pupil));
    let mouth = (up - 0.19 - side * side * 2.2).abs();
    blend(pixel, [0.14, 0.05, 0.05], smooth_step(0.035, 0.022, mouth) * smooth_step(0.17, 0.15, side));
    let tooth = ((u * 34.0).fract() - 0.5).abs();
    let row =
        smooth_step(0.020, 0.012, (up - 0.20 - side * side * 2.2).abs()) * smooth_step(0.15, 0.13, side);
    blend(pixel, [0.88, 0.84, 0.68], row * smooth_step(0.38, 0.28, tooth));
}

/// A blade that was ground often.
pub(in crate::everquest) fn steel(seed: u32) -> Canvas {
    let mut canvas = Canvas::new(64, 64, [0.62, 0.63, 0.65]);
    canvas.each(|u, v, pixel| {
        let lines = layered_noise(seed ^ 831, u * 3.0, v * 30.0, 2, 3);
        blend(pixel, [0.86, 0.87, 0.88], smooth_step(0.5, 0.8, lines) * 0.7);
        blend(pixel, [0.36, 0.36, 0.38], smooth_step(0.48, 0.2, lines) * 0.6);
    });
    canvas.stain(seed ^ 832, 5, 0.66, [0.42, 0.28, 0.20], 0.5);
    canvas
}

/// Leather that is wound around.
pub(in crate::everquest) fn grip(seed: u32) -> Canvas {
    let mut canvas = Canvas::new(32, 32, [0.36, 0.23, 0.14]);
    canvas.each(|u, v, pixel| {
        let turn = ((u * 6.0 + v).fract() - 0.5).abs();
        blend(pixel, [0.15, 0.09, 0.05], smooth_step(0.38, 0.5, turn) * 0.9);
    });
    canvas.grain(seed ^ 841, 16, 2, 0.15);
    canvas
}
