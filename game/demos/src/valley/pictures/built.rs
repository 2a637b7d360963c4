//! What people made.

use super::{CREAM, INK, ORANGE};
use crate::builders::numbers::{layered_noise, mix, noise, smooth_step};
use crate::builders::paint::{Canvas, Rgb, blend};

/// Words of the sign atlas from top to bottom, each an eighth of its height.
const SIGNS: [&str; 8] =
    ["KESTREL BASE", "BRIDGE 20 T", "FUEL", "NO ENTRY", "HANGAR 1", "TUNNEL 96 M", "POWER", "DEPOT 4"];

/// Part of the sign atlas with a word: left, top, right, bottom.
pub(in crate::valley) fn sign_part(word: usize) -> [f32; 4] {
    let row = word as f32 / SIGNS.len() as f32;
    [0.0, row, 1.0, row + 1.0 / SIGNS.len() as f32]
}

/// Dirt that runs down from the seams at these heights, 0 the top.
fn drip(canvas: &mut Canvas, seed: u32, seams: f32, color: Rgb, amount: f32) {
    canvas.each(|u, v, pixel| {
        let streak = layered_noise(seed, u * 30.0, 0.5, 2, 30);
        let below = 1.0 - (v * seams).rem_euclid(1.0);
        blend(pixel, color, smooth_step(0.50, 0.85, streak) * below * below * amount);
    });
}

/// Plates with worn edges, dark seams and rivets.
fn plated(canvas: &mut Canvas, seed: u32, columns: i32, rows: i32) {
    let (wide, tall) = (canvas.width as i32 / columns, canvas.height as i32 / rows);
    for row in 0..rows {
        for column in 0..columns {
            let (x, y) = (column * wide, row * tall);
            let tone = noise(seed, column as f32 * 7.7, row as f32 * 3.3, 0);
            canvas.rect(x, y, wide, tall, [tone; 3], 0.10);
            canvas.rect(x, y, wide, 1, [1.0; 3], 0.40).rect(x, y, 1, tall, [1.0; 3], 0.28);
            canvas.rect(x, y + tall - 2, wide, 2, INK, 0.55).rect(x + wide - 1, y, 1, tall, INK, 0.5);
            for (dx, dy) in [(4, 4), (wide - 6, 4), (4, tall - 7), (wide - 6, tall - 7)] {
                canvas.rect(x + dx, y + dy, 2, 2, [1.0; 3], 0.4).rect(
                    x + dx + 1,
                    y + dy + 1,
                    2,
                    2,
                    INK,
                    0.35,
                );
            }
        }
    }
}

pub(super) fn concrete(seed: u32) -> Canvas {
    let mut canvas = Canvas::new(128, 128, [0.80, 0.785, 0.755]);
    canvas.grain(seed ^ 31, 3, 5, 0.12).stain(seed ^ 32, 5, 0.60, [0.64, 0.615, 0.57], 0.5);
    for row in 0..2 {
        canvas.rect(0, row * 64, 128, 1, [1.0; 3], 0.3).rect(0, row * 64 + 62, 128, 2, INK, 0.4);
        canvas.rect(126, row * 64, 2, 64, INK, 0.3);
        for column in 0..4 {
            canvas.rect(column * 32 + 15, row * 64 + 12, 3, 3, INK, 0.45);
            canvas.rect(column * 32 + 15, row * 64 + 48, 3, 3, INK, 0.45);
        }
    }
    drip(&mut canvas, seed ^ 33, 2.0, [0.42, 0.39, 0.35], 0.5);
    canvas.grain(seed ^ 34, 50, 1, 0.06);
    canvas
}

/// Four metres of the outer wall, a third of it a plinth, a coping on top.
pub(super) fn rampart(seed: u32) -> Canvas {
    let mut canvas = Canvas::new(128, 128, [0.72, 0.70, 0.665]);
    canvas.grain(seed ^ 35, 4, 5, 0.12).stain(seed ^ 36, 4, 0.58, [0.58, 0.55, 0.50], 0.5);
    canvas.rect(0, 0, 128, 12, [0.84, 0.82, 0.78], 0.8).rect(0, 12, 128, 3, INK, 0.6);
    canvas.rect(0, 92, 128, 36, [0.52, 0.49, 0.45], 0.55).rect(0, 91, 128, 2, [1.0; 3], 0.25);
    for x in [0, 64] {
        canvas.rect(x, 15, 3, 113, INK, 0.4).rect(x + 3, 15, 2, 113, [1.0; 3], 0.2);
    }
    for x in [14, 46, 78, 110] {
        canvas.rect(x, 40, 4, 4, INK, 0.5).rect(x, 70, 4, 4, INK, 0.5);
    }
    drip(&mut canvas, seed ^ 37, 1.0, [0.36, 0.33, 0.29], 0.55);
    canvas
}

pub(super) fn plates(seed: u32) -> Canvas {
    let mut canvas = Canvas::new(128, 128, [0.66, 0.71, 0.75]);
    canvas.grain(seed ^ 71, 4, 4, 0.08);
    plated(&mut canvas, seed ^ 72, 2, 4);
    drip(&mut canvas, seed ^ 73, 4.0, [0.40, 0.34, 0.28], 0.5);
    canvas.stain(seed ^ 74, 6, 0.70, [0.50, 0.36, 0.26], 0.5).grain(seed ^ 75, 40, 1, 0.05);
    canvas
}

/// Ribbed sheet metal.
pub(super) fn ribs(seed: u32) -> Canvas {
    let mut canvas = Canvas::new(128, 128, [0.70, 0.745, 0.77]);
    canvas.each(|u, _, pixel| {
        let wave = libm::sinf(u * 16.0 * std::f32::consts::TAU);
        blend(pixel, if wave > 0.0 { [0.92; 3] } else { [0.34, 0.36, 0.40] }, wave.abs() * 0.42);
    });
    canvas.grain(seed ^ 76, 4, 4, 0.08);
    canvas.rect(0, 62, 128, 2, INK, 0.5).rect(0, 64, 128, 1, [1.0; 3], 0.4).rect(0, 126, 128, 2, INK, 0.5);
    drip(&mut canvas, seed ^ 77, 2.0, [0.44, 0.33, 0.25], 0.55);
    canvas
}

/// A storey of windows, some of them lit.
pub(super) fn windows(seed: u32) -> Canvas {
    let mut canvas = Canvas::new(128, 64, [0.70, 0.735, 0.755]);
    canvas.grain(seed ^ 41, 6, 4, 0.08);
    canvas.rect(0, 0, 128, 2, [1.0; 3], 0.35).rect(0, 60, 128, 4, INK, 0.4);
    for column in 0..4 {
        let x = column * 32 + 4;
        let lit = column == 2;
        let (low, high): (Rgb, Rgb) = if lit {
            ([0.98, 0.80, 0.46], [1.0, 0.93, 0.70])
        } else {
            ([0.16, 0.22, 0.29], [0.52, 0.62, 0.70])
        };
        canvas.rect(x, 14, 24, 32, INK, 0.85).rect(x + 2, 16, 20, 28, low, 1.0);
        canvas.rect(x + 2, 16, 20, 9, high, 0.85).rect(x + 11, 16, 2, 28, INK, 0.8);
        canvas.rect(x - 1, 46, 26, 3, [0.90, 0.89, 0.85], 0.9).rect(x, 49, 24, 2, INK, 0.4);
    }
    drip(&mut canvas, seed ^ 42, 1.0, [0.40, 0.37, 0.33], 0.35);
    canvas
}

pub(super) fn roof(seed: u32) -> Canvas {
    let mut canvas = Canvas::new(128, 128, [0.50, 0.50, 0.51]);
    canvas.grain(seed ^ 51, 6, 5, 0.16).stain(seed ^ 52, 4, 0.58, [0.38, 0.37, 0.36], 0.6);
    for row in 0..4 {
        canvas.rect(0, row * 32, 128, 2, INK, 0.45).rect(0, row * 32 + 2, 128, 1, [1.0; 3], 0.25);
    }
    canvas.rect(62, 0, 2, 128, INK, 0.35).grain(seed ^ 53, 60, 1, 0.10);
    canvas
}

pub(super) fn door(seed: u32) -> Canvas {
    let mut canvas = Canvas::new(64, 128, [0.36, 0.42, 0.46]);
    canvas.grain(seed ^ 61, 5, 4, 0.12);
    canvas.rect(0, 0, 64, 128, INK, 0.0).rect(0, 0, 6, 128, [0.82, 0.79, 0.73], 0.9);
    canvas.rect(58, 0, 6, 128, [0.82, 0.79, 0.73], 0.9).rect(0, 0, 64, 6, [0.82, 0.79, 0.73], 0.9);
    canvas.rect(16, 20, 32, 24, [0.20, 0.28, 0.34], 1.0).rect(16, 20, 32, 8, [0.66, 0.74, 0.78], 0.8);
    canvas
        .rect(8, 72, 48, 2, INK, 0.5)
        .rect(48, 66, 5, 12, [0.90; 3], 0.8)
        .rect(6, 112, 52, 14, ORANGE, 0.55);
    canvas
}

/// A roll-up gate with a hazard stripe at its foot.
pub(super) fn shutter(seed: u32) -> Canvas {
    let mut canvas = Canvas::new(128, 128, [0.52, 0.57, 0.60]);
    canvas.grain(seed ^ 62, 4, 4, 0.10);
    for row in 0..14 {
        canvas.rect(0, row * 8, 128, 2, [1.0; 3], 0.28).rect(0, row * 8 + 6, 128, 2, INK, 0.45);
    }
    canvas.each(|u, v, pixel| {
        if v > 0.89 {
            let band = ((u * 8.0 + v * 8.0).rem_euclid(1.0) < 0.5) as u8;
            blend(pixel, if band == 1 { ORANGE } else { INK }, 0.85);
        }
    });
    drip(&mut canvas, seed ^ 63, 1.0, [0.34, 0.28, 0.24], 0.5);
    canvas
}

pub(super) fn tank(seed: u32) -> Canvas {
    let mut canvas = Canvas::new(128, 128, [0.86, 0.85, 0.81]);
    canvas.grain(seed ^ 64, 4, 4, 0.06);
    for row in 0..4 {
        canvas.rect(0, row * 32, 128, 1, [1.0; 3], 0.5).rect(0, row * 32 + 30, 128, 2, INK, 0.32);
    }
    canvas.rect(0, 34, 128, 22, ORANGE, 0.85).grain(seed ^ 65, 16, 3, 0.06);
    drip(&mut canvas, seed ^ 66, 2.0, [0.46, 0.33, 0.24], 0.6);
    canvas
}

pub(super) fn stripes(seed: u32) -> Canvas {
    let mut canvas = Canvas::new(64, 64, ORANGE);
    canvas.each(|u, v, pixel| {
        if ((u + v) * 2.0).rem_euclid(1.0) < 0.5 {
            blend(pixel, INK, 0.9);
        }
    });
    canvas.grain(seed ^ 81, 8, 4, 0.18).stain(seed ^ 82, 8, 0.66, [0.5, 0.46, 0.40], 0.5);
    canvas
}

pub(super) fn signs(seed: u32) -> Canvas {
    let tall = 32;
    let mut canvas = Canvas::new(256, 256, [0.16, 0.22, 0.26]);
    canvas.grain(seed ^ 91, 8, 3, 0.10);
    for (row, word) in SIGNS.into_iter().enumerate() {
        let y = row as i32 * tall;
        let (paper, ink) = match word {
            "FUEL" | "NO ENTRY" => (ORANGE, INK),
            "KESTREL BASE" => ([0.16, 0.22, 0.26], CREAM),
            _ => (CREAM, INK),
        };
        canvas.rect(0, y, 256, tall, ink, 1.0).rect(2, y + 2, 252, tall - 4, paper, 1.0);
        canvas.centered([0, y, 256, tall], 3, ink, word);
    }
    canvas.stain(seed ^ 92, 10, 0.68, [0.45, 0.38, 0.32], 0.5);
    canvas
}

pub(super) fn pad(seed: u32) -> Canvas {
    let mut canvas = super::land::yard(seed ^ 5);
    canvas.each(|u, v, pixel| {
        let (x, y) = (u - 0.5, v - 0.5);
        let away = (x * x + y * y).sqrt();
        let worn = smooth_step(0.30, 0.45, layered_noise(seed ^ 93, u * 10.0, v * 10.0, 3, 0));
        blend(pixel, [0.36, 0.36, 0.37], smooth_step(0.49, 0.48, away) * 0.55);
        blend(pixel, CREAM, smooth_step(0.014, 0.009, (away - 0.43).abs()) * worn * 0.9);
        let letter =
            (x.abs() > 0.10 && x.abs() < 0.16 && y.abs() < 0.19) || (x.abs() < 0.13 && y.abs() < 0.035);
        blend(pixel, ORANGE, if letter { 0.9 * worn } else { 0.0 });
        let scorch = layered_noise(seed ^ 94, u * 5.0, v * 5.0, 4, 0);
        blend(pixel, INK, smooth_step(0.52, 0.8, scorch) * smooth_step(0.4, 0.1, away) * 0.6);
    });
    canvas
}

pub(super) fn wooden_crate(seed: u32) -> Canvas {
    let mut canvas = Canvas::new(64, 64, [0.66, 0.52, 0.34]);
    canvas.each(|u, v, pixel| {
        let fibre = layered_noise(seed ^ 95, u * 4.0, v * 32.0, 3, 0);
        blend(pixel, [0.40, 0.28, 0.17], fibre * 0.6);
    });
    for row in 0..4 {
        canvas.rect(0, row * 16 + 15, 64, 1, INK, 0.6);
    }
    for (x, y, w, h) in [(0, 0, 64, 8), (0, 56, 64, 8), (0, 0, 8, 64), (56, 0, 8, 64)] {
        canvas.rect(x, y, w, h, [0.72, 0.58, 0.38], 0.7).panel(x, y, w, h, 0.4);
    }
    canvas.centered([0, 0, 64, 64], 2, INK, "R-4");
    canvas
}

/// The long side of a freight container.
pub(super) fn container(seed: u32) -> Canvas {
    let mut canvas = Canvas::new(128, 64, [0.84, 0.84, 0.83]);
    canvas.each(|u, _, pixel| {
        let wave = libm::sinf(u * 20.0 * std::f32::consts::TAU);
        blend(pixel, if wave > 0.0 { [1.0; 3] } else { [0.36; 3] }, wave.abs() * 0.3);
    });
    canvas.rect(0, 0, 128, 4, INK, 0.5).rect(0, 58, 128, 6, INK, 0.55);
    canvas.rect(0, 0, 4, 64, INK, 0.4).rect(124, 0, 4, 64, INK, 0.4);
    canvas.text(12, 12, 2, [0.97, 0.95, 0.9], "KB-17").grain(seed ^ 96, 6, 4, 0.12);
    drip(&mut canvas, seed ^ 97, 1.0, [0.36, 0.24, 0.16], 0.6);
    canvas
}

pub(super) fn vehicle(seed: u32) -> Canvas {
    let mut canvas = Canvas::new(64, 64, [0.74, 0.74, 0.68]);
    canvas.grain(seed ^ 98, 6, 4, 0.10);
    plated(&mut canvas, seed ^ 99, 2, 2);
    canvas.stain(seed ^ 100, 5, 0.58, [0.58, 0.52, 0.42], 0.5);
    canvas
}

/// A link of a track: a bar across it that catches the light, and the gap to the next one.
pub(super) fn track(seed: u32) -> Canvas {
    let mut canvas = Canvas::new(64, 64, [0.15, 0.15, 0.17]);
    canvas.rect(0, 8, 64, 20, [0.36, 0.35, 0.34], 1.0).rect(0, 8, 64, 4, [0.56, 0.55, 0.52], 1.0);
    canvas.rect(0, 28, 64, 4, INK, 0.8).rect(0, 56, 64, 3, INK, 0.9);
    canvas.rect(28, 36, 8, 16, [0.30, 0.29, 0.28], 1.0);
    canvas.grain(seed ^ 171, 12, 3, 0.15).stain(seed ^ 172, 5, 0.62, [0.30, 0.25, 0.19], 0.5);
    canvas
}

/// Steel bars: two chords and a cross between them.
pub(super) fn lattice(_: u32) -> Canvas {
    let mut canvas = Canvas::new(64, 64, [0.46, 0.49, 0.52]);
    canvas.each(|u, v, pixel| {
        let chord = !(0.09..=0.91).contains(&v) || !(0.05..=0.95).contains(&u);
        let cross = (u - v).abs() < 0.065 || (u + v - 1.0).abs() < 0.065;
        let light = if chord { mix(1.25, 0.7, v) } else { mix(1.1, 0.8, u) };
        *pixel = [0.47 * light, 0.50 * light, 0.53 * light, if chord || cross { 1.0 } else { 0.0 }];
    });
    canvas.bleed();
    canvas
}

/// Woven wire between posts.
pub(super) fn wire(_: u32) -> Canvas {
    let mut canvas = Canvas::new(64, 64, [0.5, 0.5, 0.5]);
    canvas.each(|u, v, pixel| {
        let (a, b) = (((u + v) * 6.0).rem_euclid(1.0), ((u - v) * 6.0).rem_euclid(1.0));
        let thread = a < 0.20 || b < 0.20;
        let post = u < 0.06 || v < 0.05;
        let light = if post { 0.75 } else { 0.55 };
        *pixel = [light, light, light * 1.02, if thread || post { 1.0 } else { 0.0 }];
    });
    canvas.bleed();
    canvas
}

/// Two metres of railing, 1.1 m high.
pub(super) fn rail(_: u32) -> Canvas {
    let mut canvas = Canvas::new(64, 32, [0.5; 3]);
    canvas.each(|u, v, pixel| {
        let bar = v < 0.13 || (v - 0.50).abs() < 0.055 || v > 0.90;
        let post = (u * 2.0).rem_euclid(1.0) < 0.11;
        let light = if v < 0.13 { 1.0 } else { 0.66 };
        *pixel = [0.88 * light, 0.62 * light, 0.24 * light, if bar || post { 1.0 } else { 0.0 }];
    });
    canvas.bleed();
    canvas
}

pub(super) fn flag(seed: u32) -> Canvas {
    let mut canvas = Canvas::new(64, 32, ORANGE);
    canvas.rect(0, 12, 64, 8, CREAM, 1.0).centered([0, 0, 64, 32], 2, INK, "R");
    canvas.grain(seed ^ 83, 6, 3, 0.12);
    canvas
}
