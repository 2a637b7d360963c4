//! The sky and the far sea: a dome around everything, as far as one sees. The colours of the near sea
//! are in `pictures/water.rs`.

use super::figure::{self, Figure};
use super::light::to_sun;
use crate::builders::graph::{NAME, failed};
use crate::builders::numbers::{layered_noise, mix, smooth_step};
use crate::builders::paint::{Canvas, Rgb, blend};
use binary::Result;
use gamestudio::mdl7::{Model, Skin};
use gamestudio::pixels::{Format, Shape};
use glam::Vec3;

/// The colour of the air at the horizon, 0x00RRGGBB.
pub(super) const HAZE: u32 = 0x00_D8_CF_BE;

/// Radius of the dome, metres.
const FAR: f32 = 1400.0;
/// Pieces around.
const AROUND: u32 = 48;
/// Rings of the dome, degrees above the horizon; it reaches down behind the sea.
const RINGS: [f32; 10] = [-1.0, 0.0, 3.0, 7.0, 13.0, 22.0, 34.0, 50.0, 70.0, 89.0];
/// Rings of the sea, metres from the middle; it begins under that of blocks.
const SEA: [f32; 6] = [245.0, 300.0, 400.0, 580.0, 900.0, FAR + 5.0];
/// Part of the picture that the sky has; the far sea has the rest.
const SKY_PART: f32 = 0.9375;

fn haze() -> Rgb {
    gamestudio::wmb::objects::color(HAZE).map(|channel| f32::from(channel) / 255.0)
}

/// What one sees in a direction above the horizon.
fn color(seed: u32, way: Vec3) -> Rgb {
    let up = way.z.clamp(0.0, 1.0);
    let horizon = haze();
    let mut pixel = [horizon[0], horizon[1], horizon[2], 1.0];
    blend(&mut pixel, [0.66, 0.74, 0.80], smooth_step(0.02, 0.20, up));
    blend(&mut pixel, [0.40, 0.55, 0.72], smooth_step(0.12, 0.50, up));
    blend(&mut pixel, [0.24, 0.39, 0.60], smooth_step(0.40, 1.0, up));
    // Around the sun.
    let sun = to_sun();
    let near = way.dot(sun).clamp(-1.0, 1.0);
    blend(&mut pixel, [0.98, 0.90, 0.74], smooth_step(0.55, 1.0, near) * 0.55);
    blend(&mut pixel, [1.0, 0.97, 0.86], smooth_step(0.965, 0.9985, near) * 0.8);
    blend(&mut pixel, [1.0, 1.0, 0.95], smooth_step(0.9990, 0.9996, near));
    // Clouds lie on a plane; far ones are seen from the side.
    let flat = way / (up + 0.16);
    let (x, y) = (flat.x * 1.9, flat.y * 1.9);
    let shape = layered_noise(seed ^ 801, x + y * 0.35, y * 1.6, 6, 0);
    let patch = layered_noise(seed ^ 802, x * 0.35 + 4.0, y * 0.35, 3, 0);
    let full = smooth_step(0.50, 0.66, shape * 0.75 + patch * 0.38) * smooth_step(0.015, 0.10, up);
    // The side towards the sun is bright.
    let toward = layered_noise(seed ^ 801, x + y * 0.35 + sun.x * 0.16, (y + sun.y * 0.16) * 1.6, 6, 0);
    let lit = smooth_step(-0.07, 0.07, shape - toward);
    let cloud = [mix(0.66, 1.0, lit), mix(0.66, 0.955, lit), mix(0.70, 0.88, lit)];
    blend(&mut pixel, cloud, full * 0.85);
    let thin = layered_noise(seed ^ 803, x * 0.8 - y * 1.9, y * 0.5 + x * 0.2, 5, 0);
    blend(&mut pixel, [0.95, 0.93, 0.90], smooth_step(0.54, 0.78, thin) * smooth_step(0.10, 0.4, up) * 0.4);
    [pixel[0], pixel[1], pixel[2]]
}

/// Direction of a place on the picture.
fn direction(u: f32, degrees: f32) -> Vec3 {
    let turn = u * std::f32::consts::TAU;
    let height = degrees.to_radians();
    let level = libm::cosf(height);
    Vec3::new(libm::cosf(turn) * level, libm::sinf(turn) * level, libm::sinf(height))
}

/// How far up the picture a height is: the horizon gets more of it.
fn lifted(degrees: f32) -> f32 {
    (degrees.max(0.0) / 90.0).sqrt()
}

/// The picture of both; `near` is the colour of the sea where it begins.
fn picture(seed: u32, near: Vec3) -> Canvas {
    let mut canvas = Canvas::new(1024, 512, [0.0; 3]);
    let hazy = Vec3::from(haze());
    canvas.each(|u, v, pixel| {
        let [r, g, b] = if v < SKY_PART {
            let part = 1.0 - v / SKY_PART;
            color(seed, direction(u, part * part * 90.0))
        } else {
            let far = (v - SKY_PART) / (1.0 - SKY_PART);
            let streak = layered_noise(seed ^ 804, u * 160.0, far * 14.0, 3, 160) - 0.5;
            let sun = libm::atan2f(to_sun().y, to_sun().x) / std::f32::consts::TAU;
            let off = ((u - sun).rem_euclid(1.0) - 0.5).abs();
            let glitter = smooth_step(0.42, 0.5, off) * 0.25;
            let water = near * (1.0 + streak * 0.16) + Vec3::new(0.9, 0.8, 0.6) * (glitter * (0.5 + streak));
            water.lerp(hazy, smooth_step(0.0, 1.1, far) * 0.85).to_array()
        };
        *pixel = [r, g, b, 1.0];
    });
    canvas
}

/// `skydome.mdl`.
pub(super) fn file(seed: u32, near: Vec3) -> Result<Vec<u8>> {
    let mut figure = Figure::default();
    // The picture meets itself behind the last piece.
    let mut grid = |rings: &[(f32, f32, f32)]| {
        let rows: Vec<Vec<(u32, u32)>> = rings
            .iter()
            .map(|(radius, height, v)| {
                let corner = |edge: u32| {
                    let u = edge as f32 / AROUND as f32;
                    let at = direction(u, 0.0) * *radius + Vec3::Z * *height;
                    (figure.point(at, 0), figure.uv([u, *v]))
                };
                (0..=AROUND).map(corner).collect()
            })
            .collect();
        for pair in rows.windows(2) {
            for (low, high) in pair[0].windows(2).zip(pair[1].windows(2)) {
                // Seen from inside.
                figure.triangle([low[1], low[0], high[0]]);
                figure.triangle([low[1], high[0], high[1]]);
            }
        }
    };
    let dome = RINGS.map(|degrees| {
        let (sin, cos) = libm::sincosf(degrees.to_radians());
        (FAR * cos, FAR * sin, SKY_PART * (1.0 - lifted(degrees)))
    });
    grid(&dome);
    let (first, last) = (SEA[0], SEA[SEA.len() - 1]);
    let sea = SEA.map(|radius| {
        let part = libm::logf(radius / first) / libm::logf(last / first);
        // Half a texel is left to the sky's lowest row.
        (radius, -0.4, SKY_PART + (1.0 - SKY_PART) * (0.06 + 0.92 * part))
    });
    grid(&sea);
    let canvas = picture(seed, near);
    let shape = Shape { format: Format::Bgr888, width: canvas.width, height: canvas.height, mips: true };
    let skin =
        Skin::from_rgba8("sky", shape, &canvas.to_rgba8()).ok_or_else(|| failed(&NAME, "a skin", "sky"))?;
    let mut model = Model::default();
    model.groups.push(figure.group("sky", skin)?);
    figure::file(&model)
}
