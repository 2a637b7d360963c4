//! Ash, cinders, basalt, lava, and what people made of them.

use super::built::courses;
use super::land::{layers, stones};
use crate::builders::numbers::{Random, layered_noise, noise, smooth_step};
use crate::builders::paint::{Canvas, blend};

/// Fine ash with ripples and a few embers' grey.
pub(in crate::everquest) fn ash(seed: u32) -> Canvas {
    let mut canvas = Canvas::new(128, 128, [0.56, 0.525, 0.49]);
    canvas.each(|u, v, pixel| {
        let bend = layered_noise(seed ^ 301, u * 4.0, v * 4.0, 3, 4) * 1.6;
        let ripple = libm::sinf((v * 7.0 + bend) * std::f32::consts::TAU);
        blend(pixel, [0.68, 0.64, 0.60], smooth_step(0.1, 1.0, ripple) * 0.35);
        blend(pixel, [0.42, 0.385, 0.36], smooth_step(-0.3, -1.0, ripple) * 0.35);
        let pebble = noise(seed ^ 302, u * 34.0, v * 34.0, 34);
        blend(pixel, [0.22, 0.20, 0.20], smooth_step(0.84, 0.92, pebble) * 0.85);
        let patch = layered_noise(seed ^ 303, u * 3.0, v * 3.0, 3, 3);
        blend(pixel, [0.48, 0.42, 0.375], smooth_step(0.5, 0.7, patch) * 0.6);
    });
    canvas.grain(seed ^ 304, 64, 2, 0.12);
    canvas
}

/// Loose black and rust-red stones.
pub(in crate::everquest) fn cinders(seed: u32) -> Canvas {
    let mut canvas = stones(seed ^ 310, 10.0, [0.41, 0.375, 0.355], [0.22, 0.20, 0.19], [0.60, 0.555, 0.52]);
    canvas.stain(seed ^ 311, 5, 0.56, [0.48, 0.31, 0.24], 0.5);
    canvas
}

/// Columns side by side, broken across here and there. `count` of them.
fn pillars(seed: u32, count: u32, joints: f32) -> Canvas {
    let mut canvas = Canvas::new(128, 128, [0.33, 0.31, 0.31]);
    canvas.each(|u, v, pixel| {
        let sway = (layered_noise(seed ^ 321, u * 3.0, v * 3.0, 2, 3) - 0.5) * 0.35;
        let across = (u * count as f32 + sway).rem_euclid(count as f32);
        let column = across.floor();
        let tone = noise(seed ^ 322, column * 2.3 + 0.5, 0.5, 0);
        let part = across.fract();
        // Three faces of a six-sided column: light, plain, dark.
        let face = if part < 0.28 {
            0.30
        } else if part < 0.70 {
            0.02
        } else {
            -0.24
        };
        let [r, g, b] = [0.46, 0.435, 0.425].map(|part: f32| part * (1.0 + face) * (0.82 + tone * 0.36));
        *pixel = [r, g, b, 1.0];
        let shift = noise(seed ^ 323, column * 5.1 + 0.5, 2.5, 0);
        let down = (v * joints + shift * 3.0).rem_euclid(joints);
        let break_at = down.fract();
        blend(pixel, [0.56, 0.53, 0.51], smooth_step(0.10, 0.02, break_at) * 0.55);
        blend(pixel, [0.12, 0.11, 0.11], smooth_step(0.94, 0.985, break_at) * 0.85);
        let edge = part.min(1.0 - part);
        blend(pixel, [0.10, 0.095, 0.10], smooth_step(0.07, 0.02, edge) * 0.85);
    });
    canvas.grain(seed ^ 324, 40, 3, 0.16).grain(seed ^ 325, 6, 3, 0.14);
    canvas.stain(seed ^ 326, 5, 0.60, [0.36, 0.27, 0.22], 0.45);
    canvas
}

/// Cliffs.
pub(in crate::everquest) fn basalt(seed: u32) -> Canvas {
    pillars(seed, 9, 4.0)
}

/// Single columns.
pub(in crate::everquest) fn columns(seed: u32) -> Canvas {
    pillars(seed ^ 330, 6, 3.0)
}

/// A floor of lava that cooled, with cracks that still glow.
pub(in crate::everquest) fn crust(seed: u32) -> Canvas {
    let mut canvas = Canvas::new(128, 128, [0.40, 0.355, 0.34]);
    canvas.grain(seed ^ 341, 8, 4, 0.35).grain(seed ^ 342, 40, 2, 0.15);
    canvas.each(|u, v, pixel| {
        let rope = layered_noise(seed ^ 343, u * 4.0, v * 4.0, 3, 4);
        let fold = libm::sinf((rope * 9.0 + u) * std::f32::consts::TAU);
        blend(pixel, [0.58, 0.52, 0.49], smooth_step(0.3, 1.0, fold) * 0.35);
        blend(pixel, [0.22, 0.195, 0.185], smooth_step(-0.3, -1.0, fold) * 0.4);
        let crack = layered_noise(seed ^ 344, u * 5.0, v * 5.0, 3, 5)
            - layered_noise(seed ^ 345, u * 5.0, v * 5.0, 3, 5);
        blend(pixel, [0.42, 0.14, 0.06], smooth_step(0.030, 0.0, crack.abs()) * 0.55);
    });
    canvas
}

/// The roof of the cave.
pub(in crate::everquest) fn roof(seed: u32) -> Canvas {
    let mut canvas = layers(seed ^ 355, [0.42, 0.385, 0.365], [0.23, 0.205, 0.195], [0.58, 0.535, 0.50]);
    canvas.stain(seed ^ 356, 5, 0.58, [0.46, 0.32, 0.25], 0.5);
    canvas
}

/// Hewn blocks of dark stone.
pub(in crate::everquest) fn blocks(seed: u32) -> Canvas {
    courses(seed ^ 350, 6, 3, [0.44, 0.41, 0.395], [0.20, 0.185, 0.18], 0.30)
}

/// Slabs of a floor, polished by feet.
pub(in crate::everquest) fn slabs(seed: u32) -> Canvas {
    let mut canvas = courses(seed ^ 360, 3, 3, [0.41, 0.385, 0.37], [0.17, 0.155, 0.15], 0.26);
    canvas.stain(seed ^ 361, 4, 0.58, [0.30, 0.27, 0.25], 0.6);
    canvas
}

/// One of four moments of lava: plates of crust that drift over the glow.
pub(in crate::everquest) fn lava(seed: u32, frame: u32) -> Canvas {
    let mut canvas = Canvas::new(128, 128, [1.0, 0.42, 0.06]);
    let turn = std::f32::consts::TAU * frame as f32 / 4.0;
    let (sin, cos) = libm::sincosf(turn);
    canvas.each(|u, v, pixel| {
        let bend = layered_noise(seed ^ 371, u * 4.0, v * 4.0, 2, 4) - 0.5;
        let (x, y) = (u + bend * 0.10 + cos * 0.012, v + bend * 0.10 + sin * 0.012);
        let cells = 6.0;
        let mut near = [9.0f32; 2];
        let mut tone = 0.0;
        for dy in -1..=1 {
            for dx in -1..=1 {
                let (cx, cy) = ((x * cells).floor() + dx as f32, (y * cells).floor() + dy as f32);
                let at = |stream: u32| {
                    noise(seed ^ stream, cx.rem_euclid(cells), cy.rem_euclid(cells), cells as i32)
                };
                let away = libm::hypotf(cx + at(372) - x * cells, cy + at(373) - y * cells);
                if away < near[0] {
                    near = [away, near[0]];
                    tone = at(374);
                } else if away < near[1] {
                    near[1] = away;
                }
            }
        }
        let edge = near[1] - near[0];
        let pulse = 0.5 + 0.5 * libm::sinf(turn + tone * 9.0);
        // White-yellow in the seams, then orange, red, and dark plates.
        blend(pixel, [1.0, 0.86, 0.36], smooth_step(0.16, 0.0, edge) * (0.65 + 0.35 * pulse));
        blend(pixel, [0.86, 0.22, 0.03], smooth_step(0.10, 0.30, edge) * 0.9);
        blend(pixel, [0.46, 0.10, 0.03], smooth_step(0.24, 0.46, edge) * (0.35 + 0.5 * tone));
        blend(pixel, [0.20, 0.07, 0.04], smooth_step(0.34, 0.66, edge) * smooth_step(0.35, 0.7, tone) * 0.85);
        let grain = layered_noise(seed ^ 375, u * 24.0, v * 24.0, 2, 24);
        blend(pixel, [1.0, 0.62, 0.16], smooth_step(0.66, 0.85, grain) * 0.35);
    });
    canvas
}

/// Burnt bark.
pub(in crate::everquest) fn charred(seed: u32) -> Canvas {
    let mut canvas = Canvas::new(64, 128, [0.20, 0.175, 0.165]);
    canvas.each(|u, v, pixel| {
        let grain = layered_noise(seed ^ 381, u * 14.0, v * 3.0, 3, 14);
        blend(pixel, [0.40, 0.36, 0.34], smooth_step(0.55, 0.8, grain) * 0.7);
        blend(pixel, [0.07, 0.06, 0.06], smooth_step(0.45, 0.25, grain) * 0.8);
    });
    canvas.grain(seed ^ 382, 20, 2, 0.15);
    canvas
}

/// Bare twigs that fork from the middle of the lower edge.
pub(in crate::everquest) fn twigs(seed: u32) -> Canvas {
    const SIZE: usize = 128;
    let mut marks = vec![0.0f32; SIZE * SIZE];
    let mut random = Random::new(seed, 391);
    // Where a twig begins, where it points, how long and how thick it is, and how many forks are below it.
    let mut open = vec![(64.0f32, 127.0f32, -1.57f32, 34.0f32, 3.8f32, 0u32)];
    while let Some((x, y, turn, length, wide, depth)) = open.pop() {
        let (sin, cos) = libm::sincosf(turn);
        for step in 0..(length * 2.0) as i32 {
            let along = step as f32 / 2.0;
            let own = (wide * (1.0 - 0.3 * along / length)).max(1.6) / 2.0;
            let (px, py) = (x + cos * along, y + sin * along);
            let reach = own.ceil() as i32;
            for dy in -reach..=reach {
                for dx in -reach..=reach {
                    let (column, row) = (px as i32 + dx, py as i32 + dy);
                    let is_in = (0..SIZE as i32).contains(&column) && (0..SIZE as i32).contains(&row);
                    if is_in && libm::hypotf(dx as f32, dy as f32) <= own {
                        marks[row as usize * SIZE + column as usize] = 1.0 - 0.12 * dx as f32;
                    }
                }
            }
        }
        if depth < 5 {
            for way in [-1.0, 1.0] {
                let lean = turn + way * random.between(0.22, 0.62);
                let shorter = length * random.between(0.6, 0.85);
                open.push((x + cos * length, y + sin * length, lean, shorter, wide * 0.68, depth + 1));
            }
        }
    }
    let mut canvas = Canvas::new(SIZE as u32, SIZE as u32, [0.0; 3]);
    canvas.each(|u, v, pixel| {
        let mark = marks[(v * SIZE as f32) as usize * SIZE + (u * SIZE as f32) as usize];
        *pixel = [0.27 * mark, 0.235 * mark, 0.215 * mark, f32::from(u8::from(mark > 0.0))];
    });
    canvas.bleed();
    canvas
}

/// Signs cut into a slab, with a glow in them.
pub(in crate::everquest) fn runes(seed: u32) -> Canvas {
    let mut canvas = blocks(seed ^ 401);
    canvas.panel(6, 6, 116, 116, 0.4);
    for (line, top) in ["EMBER", "KEEPS", "WATCH"].iter().zip([22, 54, 86]) {
        canvas.centered([0, top + 1, 128, 20], 3, [0.10, 0.04, 0.03], line);
        canvas.centered([0, top, 128, 20], 3, [0.96, 0.50, 0.16], line);
    }
    canvas
}
