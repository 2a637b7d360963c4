//! Stone: dressed, rough, laid, carved.

use super::DARK;
use crate::builders::numbers::{Random, layered_noise, mix, smooth_step};
use crate::builders::paint::{Canvas, Rgb, blend};

/// Stones in courses.
struct Masonry {
    seed: u32,
    /// Courses from top to bottom, and stones in each.
    rows: usize,
    each: usize,
    /// Width of a joint, as a part of a course's height.
    joint: f32,
    /// How much the stones differ in width and in tone.
    uneven: f32,
    tones: f32,
    base: Rgb,
    mortar: Rgb,
}

/// What is at a point of masonry.
struct Spot {
    /// Distance to the nearest joint, in heights of a course; and the same along
    /// and down only, from the stone's left and top edge.
    edge: f32,
    left: f32,
    top: f32,
    /// 0..=1, the same all over a stone.
    tone: f32,
    warm: f32,
}

impl Masonry {
    /// Left edges of the stones of a course, 0..1, rising.
    fn joints(&self) -> Vec<Vec<(f32, f32, f32)>> {
        let mut random = Random::new(self.seed, 41);
        let row = |row: usize, random: &mut Random| {
            let shift = if row % 2 == 1 { 0.5 } else { 0.0 };
            let stone = |number: usize, random: &mut Random| {
                let off = random.between(-0.5, 0.5) * self.uneven;
                let left = (number as f32 + shift + off) / self.each as f32;
                (left, random.between(0.0, 1.0), random.between(0.0, 1.0))
            };
            (0..self.each).map(|number| stone(number, random)).collect::<Vec<_>>()
        };
        (0..self.rows).map(|number| row(number, &mut random)).collect()
    }

    fn spot(&self, joints: &[Vec<(f32, f32, f32)>], u: f32, v: f32) -> Spot {
        // Courses waver a little.
        let waver = (layered_noise(self.seed ^ 5, u * 6.0, v * 6.0, 2, 6) - 0.5) * 0.10;
        let down = (v * self.rows as f32 + waver).rem_euclid(self.rows as f32);
        let row = (down.floor() as usize).min(self.rows - 1);
        let top = down - down.floor();
        let stones = &joints[row];
        let u = (u + (layered_noise(self.seed ^ 6, u * 9.0, v * 9.0, 2, 9) - 0.5) * 0.008).rem_euclid(1.0);
        // The last joint before this place, around the edge if need be.
        let found = stones.iter().rev().find(|stone| stone.0 <= u).or(stones.last());
        let (left, tone, warm) = found.copied().unwrap_or_default();
        let next = stones.iter().map(|stone| stone.0).find(|joint| *joint > u);
        let right = next.unwrap_or_else(|| stones.first().map_or(1.0, |stone| stone.0 + 1.0));
        let left = if left > u { left - 1.0 } else { left };
        let long = self.rows as f32;
        let (left, right) = ((u - left) * long, (right - u) * long);
        Spot { edge: left.min(right).min(top).min(1.0 - top), left, top, tone, warm }
    }

    fn paint(&self, canvas: &mut Canvas) {
        let joints = self.joints();
        let [r, g, b] = self.base;
        canvas.each(|u, v, pixel| {
            let spot = self.spot(&joints, u, v);
            let light = 1.0 + (spot.tone - 0.5) * self.tones;
            let warm = (spot.warm - 0.5) * self.tones * 0.35;
            *pixel = [r * light * (1.0 + warm), g * light, b * light * (1.0 - warm), 1.0];
            // Faces are dressed by hand: worn at the edge, lit from above.
            let worn = smooth_step(self.joint * 3.2, self.joint, spot.edge);
            let upper = spot.top.min(spot.left);
            let lit = smooth_step(self.joint * 3.0, self.joint * 1.2, upper) * 0.24;
            blend(pixel, [1.0, 0.97, 0.90], lit * (1.0 - worn * 0.4));
            blend(pixel, [r * 0.62, g * 0.60, b * 0.58], worn * 0.30);
            let gap = smooth_step(self.joint * 1.3, self.joint * 0.6, spot.edge);
            blend(pixel, self.mortar, gap * 0.85);
        });
    }
}

/// Small dark holes and lighter scratches all over.
fn weather(canvas: &mut Canvas, seed: u32, holes: f32) {
    canvas.grain(seed ^ 1, 40, 3, 0.13).grain(seed ^ 2, 5, 4, 0.10);
    canvas.each(|u, v, pixel| {
        let pit = layered_noise(seed ^ 3, u * 46.0, v * 46.0, 2, 46);
        blend(pixel, DARK, smooth_step(0.30, 0.20, pit) * holes);
    });
}

/// Dirt that has run down.
fn streaks(canvas: &mut Canvas, seed: u32, amount: f32) {
    canvas.each(|u, v, pixel| {
        let streak = layered_noise(seed ^ 9, u * 22.0, v * 2.0, 3, 22);
        blend(pixel, [0.30, 0.28, 0.24], smooth_step(0.55, 0.85, streak) * amount);
    });
}

fn lichen(canvas: &mut Canvas, seed: u32, amount: f32) {
    canvas.each(|u, v, pixel| {
        let patch = layered_noise(seed ^ 21, u * 7.0, v * 7.0, 4, 7);
        let crumb = layered_noise(seed ^ 22, u * 50.0, v * 50.0, 2, 50);
        blend(
            pixel,
            [0.70, 0.68, 0.50],
            smooth_step(0.60, 0.72, patch) * smooth_step(0.4, 0.6, crumb) * amount,
        );
        let moss = layered_noise(seed ^ 23, u * 5.0, v * 5.0, 4, 5);
        blend(pixel, [0.36, 0.40, 0.24], smooth_step(0.62, 0.74, moss) * amount * 0.7);
    });
}

/// Dressed limestone, eight courses.
pub(crate) fn ashlar(seed: u32) -> Canvas {
    let mut canvas = Canvas::new(256, 256, [0.5; 3]);
    let base = [0.70, 0.655, 0.57];
    let mortar = [0.47, 0.43, 0.37];
    Masonry { seed: seed ^ 31, rows: 8, each: 4, joint: 0.045, uneven: 0.45, tones: 0.26, base, mortar }
        .paint(&mut canvas);
    weather(&mut canvas, seed ^ 32, 0.22);
    streaks(&mut canvas, seed ^ 33, 0.22);
    lichen(&mut canvas, seed ^ 34, 0.5);
    canvas
}

/// The same, always damp.
pub(super) fn damp(seed: u32) -> Canvas {
    let mut canvas = Canvas::new(256, 256, [0.5; 3]);
    let base = [0.56, 0.545, 0.51];
    let mortar = [0.34, 0.33, 0.30];
    Masonry { seed: seed ^ 51, rows: 9, each: 4, joint: 0.05, uneven: 0.5, tones: 0.28, base, mortar }
        .paint(&mut canvas);
    weather(&mut canvas, seed ^ 52, 0.3);
    streaks(&mut canvas, seed ^ 53, 0.45);
    canvas.stain(seed ^ 54, 4, 0.52, [0.34, 0.38, 0.33], 0.45);
    canvas
}

/// Stones as they were found.
pub(crate) fn rubble(seed: u32) -> Canvas {
    let mut canvas = Canvas::new(256, 256, [0.5; 3]);
    let cells = [7.0f32, 11.0];
    let salt = seed ^ 61;
    canvas.each(|u, v, pixel| {
        let u = u + (layered_noise(salt, u * 8.0, v * 8.0, 2, 8) - 0.5) * 0.03;
        let v = v + (layered_noise(salt ^ 1, u * 8.0, v * 8.0, 2, 8) - 0.5) * 0.02;
        let (x, y) = (u * cells[0], v * cells[1]);
        let (mut first, mut second, mut tone, mut side) = (9.0f32, 9.0f32, 0.5, [0.0, 0.0]);
        for cell in 0..9 {
            let (cx, cy) = (x.floor() + (cell % 3) as f32 - 1.0, y.floor() + (cell / 3) as f32 - 1.0);
            let pick = |stream: u32| {
                let (wx, wy) = (cx.rem_euclid(cells[0]) as u32, cy.rem_euclid(cells[1]) as u32);
                Random::new(salt, stream * 997 + wy * 31 + wx).between(0.0, 1.0)
            };
            let (ox, oy) = (cx + 0.15 + 0.7 * pick(1) - x, cy + 0.2 + 0.6 * pick(2) - y);
            let far = (ox * ox + oy * oy).sqrt();
            if far < first {
                (second, first, tone, side) = (first, far, pick(3), [ox, oy]);
            } else {
                second = second.min(far);
            }
        }
        let gap = second - first;
        let light = 0.80 + tone * 0.34;
        let warm = (tone * 7.3).rem_euclid(1.0) * 0.10 - 0.05;
        *pixel = [0.575 * light * (1.0 + warm), 0.545 * light, 0.49 * light * (1.0 - warm), 1.0];
        // Rounded, lit from the upper left.
        let facing = (side[0] + side[1]) * 0.5;
        blend(pixel, [0.98, 0.95, 0.88], smooth_step(0.0, 0.6, facing) * 0.34);
        blend(pixel, DARK, smooth_step(0.0, 0.6, -facing) * 0.34);
        blend(pixel, [0.30, 0.275, 0.23], smooth_step(0.15, 0.03, gap) * 0.9);
    });
    weather(&mut canvas, seed ^ 62, 0.2);
    lichen(&mut canvas, seed ^ 63, 0.75);
    canvas
}

/// Paving.
pub(crate) fn flags(seed: u32) -> Canvas {
    let mut canvas = Canvas::new(256, 256, [0.5; 3]);
    let base = [0.60, 0.57, 0.52];
    let mortar = [0.30, 0.30, 0.22];
    Masonry { seed: seed ^ 71, rows: 4, each: 3, joint: 0.022, uneven: 0.5, tones: 0.24, base, mortar }
        .paint(&mut canvas);
    weather(&mut canvas, seed ^ 72, 0.14);
    canvas.stain(seed ^ 73, 5, 0.58, [0.46, 0.44, 0.38], 0.5);
    canvas.each(|u, v, pixel| {
        let crack = (layered_noise(seed ^ 74, u * 4.0, v * 4.0, 4, 4) - 0.5).abs();
        blend(pixel, DARK, smooth_step(0.009, 0.0, crack) * 0.45);
    });
    canvas
}

/// A row of stones around an arch; right runs along it.
pub(crate) fn voussoir(seed: u32) -> Canvas {
    let mut canvas = Canvas::new(256, 256, [0.5; 3]);
    let base = [0.765, 0.72, 0.63];
    let mortar = [0.44, 0.40, 0.34];
    Masonry { seed: seed ^ 81, rows: 4, each: 5, joint: 0.03, uneven: 0.2, tones: 0.20, base, mortar }
        .paint(&mut canvas);
    weather(&mut canvas, seed ^ 82, 0.16);
    lichen(&mut canvas, seed ^ 83, 0.25);
    canvas
}

/// The top of a broken wall: rubble, grown over.
pub(crate) fn coping(seed: u32) -> Canvas {
    let mut canvas = rubble(seed ^ 91);
    canvas.each(|u, v, pixel| {
        let grown = layered_noise(seed ^ 92, u * 6.0, v * 6.0, 4, 6);
        let blade = layered_noise(seed ^ 93, u * 60.0, v * 60.0, 2, 60);
        let green = [mix(0.28, 0.46, blade), mix(0.33, 0.50, blade), mix(0.15, 0.24, blade)];
        blend(pixel, green, smooth_step(0.46, 0.56, grown) * 0.9);
    });
    canvas
}

/// Two-coloured tiles, a star in each.
pub(super) fn mosaic(seed: u32) -> Canvas {
    let mut canvas = Canvas::new(256, 256, [0.5; 3]);
    canvas.each(|u, v, pixel| {
        let (x, y) = (u * 8.0, v * 8.0);
        let (cx, cy) = (x.floor(), y.floor());
        let (dx, dy) = ((x - cx - 0.5).abs(), (y - cy - 0.5).abs());
        let odd = (cx as i32 + cy as i32) % 2 == 0;
        let (clay, cream): (Rgb, Rgb) = ([0.56, 0.30, 0.20], [0.78, 0.67, 0.46]);
        let (ground, sign) = if odd { (clay, cream) } else { (cream, clay) };
        *pixel = [ground[0], ground[1], ground[2], 1.0];
        // A star of eight points in a ring.
        let far = (dx * dx + dy * dy).sqrt();
        let star = dx.max(dy).min((dx + dy) * 0.72);
        blend(pixel, sign, smooth_step(0.24, 0.21, star));
        blend(pixel, sign, smooth_step(0.035, 0.015, (far - 0.41).abs()));
        let glaze = Random::new(seed, (cy as u32) * 8 + cx as u32).between(0.84, 1.08);
        for channel in &mut pixel[..3] {
            *channel *= glaze;
        }
        blend(pixel, DARK, smooth_step(0.465, 0.49, dx.max(dy)) * 0.8);
        let worn = layered_noise(seed ^ 101, u * 5.0, v * 5.0, 4, 5);
        blend(pixel, [0.52, 0.45, 0.37], smooth_step(0.52, 0.68, worn) * 0.75);
    });
    weather(&mut canvas, seed ^ 102, 0.18);
    canvas
}

/// Words on a slab: they prove that nothing is mirrored.
pub(super) fn plaque(seed: u32) -> Canvas {
    let mut canvas = Canvas::new(256, 256, [0.66, 0.62, 0.55]);
    weather(&mut canvas, seed ^ 111, 0.14);
    let edge = |canvas: &mut Canvas, inset: i32, depth: f32| {
        canvas.panel(inset, inset, 256 - 2 * inset, 256 - 2 * inset, depth);
    };
    edge(&mut canvas, 6, 0.5);
    edge(&mut canvas, 7, 0.3);
    edge(&mut canvas, 14, 0.35);
    for (row, dot, words) in [
        (34, 5, "TERNHOLM"),
        (88, 4, "ABBEY"),
        (140, 3, "ONE WHO CAME"),
        (172, 3, "BY SEA"),
        (210, 3, "REST HERE"),
    ] {
        // Cut in: a lit lower edge under the dark of the letter.
        canvas.centered([2, row + 2, 256, 7 * dot], dot, [0.80, 0.77, 0.70], words);
        canvas.centered([0, row, 256, 7 * dot], dot, [0.24, 0.22, 0.19], words);
    }
    canvas.grain(seed ^ 112, 40, 3, 0.12).stain(seed ^ 113, 5, 0.60, [0.42, 0.44, 0.33], 0.4);
    canvas
}
