//! The land as one picture: what grows and lies where, and the shadows on it,
//! which the engine gives to nothing that has no light map.

use super::super::cloister::WELL;
use super::super::ground::Land;
use super::super::layout::{BEACH, CLOISTER, DECK, GARTH, GATE_Y, LAND, NAVE, STAIRS, TOWER, WAY_X};
use super::super::light::Light;
use crate::builders::numbers::{layered_noise, mix, noise, smooth_step};
use crate::builders::paint::{Canvas, Rgb, blend};
use glam::{Vec2, Vec3};
use rayon::prelude::*;

/// Pixels each way.
const SIDE: u32 = 2048;
/// Places each way where the sun is asked for, and where the sky is.
const SUN_SIDE: usize = 448;
const SKY_SIDE: usize = 112;
/// What lies deeper is not seen.
const SEEN: f32 = -0.8;

/// Ways that feet have worn, from point to point.
const WAYS: [[[f32; 2]; 2]; 7] = [
    [[WAY_X, -42.0], [WAY_X, GATE_Y]],
    [[WAY_X, GATE_Y], [WAY_X, -17.6]],
    [[WAY_X, -10.0], [-16.6, -2.0]],
    [[-16.6, -2.0], [-17.0, 8.0]],
    [[-17.0, 8.0], [-13.0, 12.0]],
    [[-16.6, -2.0], [-9.0, -2.0]],
    [[WAY_X, -24.0], [14.0, -21.0]],
];

/// A grid of values over the land.
struct Field {
    side: usize,
    values: Vec<Vec3>,
}

impl Field {
    fn new(side: usize, value: impl Fn(f32, f32) -> Vec3 + Sync) -> Self {
        let at = |index: usize| (index as f32 + 0.5) / side as f32 * 2.0 * LAND;
        let row = |row: usize| (0..side).map(|column| value(at(column) - LAND, LAND - at(row))).collect();
        let rows: Vec<Vec<Vec3>> = (0..side).into_par_iter().map(row).collect();
        Field { side, values: rows.concat() }
    }

    /// Between the four nearest.
    fn at(&self, x: f32, y: f32) -> Vec3 {
        let place =
            |off: f32| (off / (2.0 * LAND) * self.side as f32 - 0.5).clamp(0.0, self.side as f32 - 1.001);
        let (u, v) = (place(x + LAND), place(LAND - y));
        let (column, row) = (u as usize, v as usize);
        let corner = |dx: usize, dy: usize| self.values[(row + dy) * self.side + column + dx];
        let (fu, fv) = (u.fract(), v.fract());
        corner(0, 0).lerp(corner(1, 0), fu).lerp(corner(0, 1).lerp(corner(1, 1), fu), fv)
    }
}

/// How bright the land is, compared with what the engine will make of it.
fn shade(land: &Land, light: &Light) -> impl Fn(f32, f32) -> Vec3 + Sync {
    let above = |x: f32, y: f32| (land.on(x, y) + Vec3::Z * 0.06, land.normal(x, y));
    let around = Field::new(SKY_SIDE, |x, y| {
        let (point, normal) = above(x, y);
        if point.z < SEEN {
            return Vec3::splat(0.3);
        }
        let turn = noise(11, x * 3.1, y * 3.1, 0) * 40.0;
        light.around(point, normal, turn).unwrap_or(Vec3::splat(0.25)) + light.fires(point, normal, turn)
    });
    let sun = Field::new(SUN_SIDE, |x, y| {
        let (point, normal) = above(x, y);
        if point.z < SEEN {
            return Vec3::ONE;
        }
        Vec3::splat(light.sunshine(point, normal, noise(12, x * 7.1, y * 7.1, 0) * 40.0))
    });
    move |x, y| {
        let open = light.open(land.normal(x, y));
        let direct = light.direct(land.normal(x, y));
        ((direct * sun.at(x, y) + around.at(x, y)) / open.max(Vec3::splat(0.05))).min(Vec3::splat(1.35))
    }
}

/// The picture of the whole land, north at the top.
pub(in crate::island) fn land(seed: u32, land: &Land, light: &Light) -> Canvas {
    let shade = shade(land, light);
    let at = |index: u32| (index as f32 + 0.5) / SIDE as f32 * 2.0 * LAND;
    let rows: Vec<Vec<Rgb>> = (0..SIDE)
        .into_par_iter()
        .map(|row| {
            let y = LAND - at(row);
            let color = |column: u32| {
                let x = at(column) - LAND;
                let ground = Vec3::from(ground(seed, land, x, y));
                (ground * shade(x, y)).to_array()
            };
            (0..SIDE).map(color).collect()
        })
        .collect();
    let mut colors = rows.into_iter().flatten();
    let mut canvas = Canvas::new(SIDE, SIDE, [0.0; 3]);
    canvas.each(|_, _, pixel| {
        let [r, g, b] = colors.next().unwrap_or_default();
        *pixel = [r, g, b, 1.0];
    });
    canvas
}

/// Distance from a way.
pub(in crate::island) fn off_the_way(x: f32, y: f32) -> f32 {
    let point = Vec2::new(x, y);
    let away = |[a, b]: &[[f32; 2]; 2]| {
        let (a, b) = (Vec2::from(*a), Vec2::from(*b));
        let along = ((point - a).dot(b - a) / (b - a).length_squared()).clamp(0.0, 1.0);
        point.distance(a.lerp(b, along))
    };
    WAYS.iter().map(away).fold(f32::MAX, f32::min)
}

/// Distance from what was built; 0 inside.
pub(in crate::island) fn built(x: f32, y: f32) -> f32 {
    let court = GARTH.contains(x, y);
    let from_walls = [NAVE, TOWER, STAIRS].iter().map(|area| area.distance(x, y)).fold(f32::MAX, f32::min);
    // The court is open; its edge is the arcade.
    let inner = [x - GARTH.west, GARTH.east - x, y - GARTH.north, GARTH.south - y]
        .into_iter()
        .fold(f32::MAX, f32::min);
    let cloister = if court { inner } else { CLOISTER.distance(x, y) };
    from_walls.min(cloister).min(if court { off_slabs(x, y) } else { f32::MAX })
}

/// Distance from the slabs across the court.
fn off_slabs(x: f32, y: f32) -> f32 {
    let off = (x - WELL.x).abs().min((y - WELL.y).abs()) - 0.75;
    let well = Vec2::new(x, y).distance(WELL) - 2.4;
    off.min(well).max(0.0)
}

/// What the land is made of at a place.
fn ground(seed: u32, land: &Land, x: f32, y: f32) -> Rgb {
    let (height, normal) = (land.height(x, y), land.normal(x, y));
    let rough =
        |salt: u32, scale: f32, octaves: u32| layered_noise(seed ^ salt, x * scale, y * scale, octaves, 0);
    let (broad, middle, fine) = (rough(501, 0.09, 3), rough(502, 0.55, 4), rough(503, 5.2, 3));
    let mut pixel = [0.0, 0.0, 0.0, 1.0];
    // Grass, greener where it is damp, dry on the rises.
    let blade = mix(0.74, 1.20, fine);
    for (channel, (lush, dry)) in pixel.iter_mut().zip([(0.36, 0.60), (0.45, 0.55), (0.20, 0.29)]) {
        *channel = mix(lush, dry, smooth_step(0.36, 0.64, broad * 0.6 + middle * 0.4)) * blade;
    }
    blend(&mut pixel, [0.28, 0.33, 0.15], smooth_step(0.60, 0.74, rough(504, 0.8, 3)) * 0.6);
    let flower = rough(505, 3.4, 1);
    blend(
        &mut pixel,
        [0.80, 0.72, 0.50],
        smooth_step(0.90, 0.95, flower) * smooth_step(0.5, 0.6, broad) * 0.8,
    );
    // Bare earth at the foot of walls and where one walks.
    let built = built(x, y);
    let worn = smooth_step(1.5, 0.1, built + (middle - 0.5) * 2.2);
    blend(&mut pixel, [0.50, 0.45, 0.34], worn * 0.8);
    let way = off_the_way(x, y) + (middle - 0.5) * 1.3;
    let gravel = mix(0.80, 1.12, rough(506, 4.3, 2));
    blend(&mut pixel, [0.64 * gravel, 0.58 * gravel, 0.47 * gravel], smooth_step(1.45, 0.75, way) * 0.92);
    // Rock where it is steep, in layers.
    let steep = 1.0 - normal.z;
    let layer = (height * 1.1 + middle * 2.4).rem_euclid(1.0);
    let tone =
        mix(0.80, 1.10, fine) * mix(0.78, 1.06, smooth_step(0.0, 0.3, layer) * smooth_step(1.0, 0.6, layer));
    let rock = [0.55 * tone, 0.515 * tone, 0.455 * tone];
    blend(&mut pixel, rock, smooth_step(0.16, 0.30, steep + (middle - 0.5) * 0.22));
    let bare = smooth_step(0.63, 0.76, rough(507, 0.30, 4)) * smooth_step(2.2, 3.4, built);
    blend(&mut pixel, rock, bare * 0.8);
    // Sand, then weed and wet stone down to the sea.
    let shore = height + (middle - 0.5) * 0.9;
    let sand = [0.74 * blade.min(1.06), 0.665 * blade.min(1.06), 0.51 * blade.min(1.06)];
    let level = smooth_step(0.40, 0.12, steep);
    blend(&mut pixel, sand, smooth_step(BEACH + 0.9, DECK + 0.1, shore) * level);
    blend(&mut pixel, [0.30, 0.285, 0.215], smooth_step(0.55, 0.15, shore) * 0.75);
    blend(&mut pixel, [0.20, 0.23, 0.20], smooth_step(0.1, -0.6, shore) * 0.8);
    // Blades, crumbs and pebbles.
    let crumb = mix(0.80, 1.22, rough(508, 11.0, 2));
    [pixel[0] * crumb, pixel[1] * crumb, pixel[2] * crumb]
}
