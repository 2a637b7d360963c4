//! The hour of the day: late afternoon, a low sun in the west-south-west, warm
//! haze in the valley. Its light is baked into vertex colours.

use super::terrain::Terrain;
use crate::builders::numbers::{mix, smooth_step};
use crate::builders::sun::Sun;
use glam::Vec3;

/// 24 degrees down, shining east and north.
pub(super) const SUN: Sun = Sun {
    angles: [-0.42, -1.05, 0.0],
    color: Vec3::new(1.02, 0.83, 0.60),
    sky: Vec3::new(0.56, 0.60, 0.68),
    bounce: Vec3::new(0.36, 0.31, 0.23),
};
/// Where the air ends; also the sky's lowest band.
pub(super) const FOG_COLOR: Vec3 = Vec3::new(0.86, 0.765, 0.655);

/// How far what stands about takes light of the sky away, metres.
const NEAR: f32 = 22.0;

/// What stands in the light: the land and boxes.
#[derive(Default)]
pub(super) struct Shade {
    boxes: Vec<[Vec3; 2]>,
}

impl Shade {
    /// Adds a box that takes light from what is behind it.
    pub fn block(&mut self, min: Vec3, max: Vec3) {
        self.boxes.push([min, max]);
    }

    /// All boxes.
    pub fn boxes(&self) -> &[[Vec3; 2]] {
        &self.boxes
    }

    /// Light at a point on a surface of something built.
    pub fn on(&self, terrain: &Terrain, point: Vec3, normal: Vec3) -> Vec3 {
        let from = point + normal * 0.35;
        let to_sun = SUN.to();
        let sun = if normal.dot(to_sun) <= 0.0 || is_blocked(&self.boxes, from, to_sun, 260.0) {
            0.0
        } else {
            terrain.sunlight(from, to_sun)
        };
        // A fan of rays about the normal and the zenith.
        let side = normal.cross(Vec3::new(0.36, 0.48, 0.80)).normalize_or(Vec3::X);
        let up = side.cross(normal);
        // A little more, so that none is missed by rounding.
        let near: Vec<[Vec3; 2]> = self
            .boxes
            .iter()
            .filter(|own| apart_squared(own, from) < (NEAR * 1.05).powi(2))
            .copied()
            .collect();
        let mut open = 0.0;
        for index in 0..7 {
            let turn = index as f32 / 7.0 * std::f32::consts::TAU;
            let lean = if index % 2 == 0 { 0.9 } else { 1.6 };
            let way = normal + (side * libm::cosf(turn) + up * libm::sinf(turn)) * lean;
            let way = way.normalize_or(normal);
            let way = Vec3::new(way.x, way.y.abs() + 0.08, way.z).normalize_or(Vec3::Y);
            open += if is_blocked(&near, from, way, NEAR) { 0.45 } else { 1.0 };
        }
        let foot = smooth_step(-0.2, 3.0, point.y - terrain.height(point.x, point.z));
        let foot = if normal.y > 0.7 { 1.0 } else { mix(0.74, 1.0, foot) };
        SUN.on(normal, sun, open / 7.0 * foot)
    }
}

/// True where a ray meets one of some boxes.
fn is_blocked(boxes: &[[Vec3; 2]], from: Vec3, way: Vec3, reach: f32) -> bool {
    let inverse = way.recip();
    boxes.iter().any(|[min, max]| {
        let (a, b) = ((*min - from) * inverse, (*max - from) * inverse);
        let (near, far) = (a.min(b).max_element().max(0.0), a.max(b).min_element().min(reach));
        // Points on or in a box see past it.
        near < far - 0.05 && near > 0.05
    })
}

/// The square of how far a place is from a box.
fn apart_squared([min, max]: &[Vec3; 2], from: Vec3) -> f32 {
    (from - from.clamp(*min, *max)).length_squared()
}
