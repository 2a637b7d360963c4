//! Trees, bushes, stones.

use super::making::{card, smooth, turned};
use super::{Model, Way};
use crate::builders::numbers::noise;
use crate::everquest::face::Corner;
use glam::{Vec2, Vec3};

/// A broad tree: a trunk, two boughs, and leaves in a crown.
pub(in crate::everquest) fn oak(bark: usize, leaves: usize) -> Model {
    let mut faces = Vec::new();
    turned(&mut faces, Vec3::ZERO, &[(0.0, 1.9), (1.4, 1.15), (7.0, 0.9), (12.5, 0.5)], 7, bark, 5.0);
    let heart = Vec3::new(0.0, 0.0, 10.0);
    // Places of the tufts: around and up, and how wide.
    let tufts = [
        (0.0, 0.0, 14.5, 12.0),
        (0.4, 5.2, 10.5, 11.0),
        (1.7, 5.6, 11.5, 11.5),
        (2.9, 5.0, 10.0, 10.5),
        (4.1, 5.4, 11.8, 11.0),
        (5.3, 5.2, 10.4, 11.0),
        (1.0, 2.8, 15.0, 10.0),
        (3.5, 2.9, 14.6, 10.0),
    ];
    for (number, (turn, away, up, size)) in tufts.into_iter().enumerate() {
        let (sin, cos) = libm::sincosf(turn);
        let foot = Vec3::new(cos * away, sin * away, up - size * 0.45);
        for cross in 0..2 {
            let own = turn + number as f32 * 0.37 + cross as f32 * 1.57;
            card(&mut faces, foot, own, [size, size], 0.22, heart, leaves);
        }
    }
    Model { way: Way::Sways(0.55), ..Model::still("OAK", faces) }
}

/// A fir: upright pictures that cross.
pub(in crate::everquest) fn fir(bark: usize, needles: usize) -> Model {
    let mut faces = Vec::new();
    turned(&mut faces, Vec3::ZERO, &[(0.0, 1.0), (8.0, 0.6)], 6, bark, 5.0);
    for cross in 0..3 {
        let turn = cross as f32 * std::f32::consts::PI / 3.0;
        card(&mut faces, Vec3::Z * 2.0, turn, [13.0, 27.0], 0.0, Vec3::Z * 2.0, needles);
    }
    Model { way: Way::Sways(0.35), ..Model::still("FIR", faces) }
}

pub(in crate::everquest) fn bush(leaves: usize) -> Model {
    let mut faces = Vec::new();
    for cross in 0..3 {
        let turn = cross as f32 * 1.05 + 0.3;
        card(&mut faces, Vec3::Z * -0.8, turn, [6.5, 5.6], 0.15, Vec3::ZERO, leaves);
    }
    Model { way: Way::Sways(0.2), ..Model::still("BUSH", faces) }
}

pub(in crate::everquest) fn reed(reeds: usize) -> Model {
    let mut faces = Vec::new();
    for cross in 0..3 {
        let away = Vec3::new(libm::cosf(cross as f32 * 2.1), libm::sinf(cross as f32 * 2.1), -0.5);
        card(&mut faces, away, cross as f32 * 1.1, [6.0, 6.5], 0.0, Vec3::Z * -4.0, reeds);
    }
    Model { way: Way::Sways(0.4), casts: false, ..Model::still("REED", faces) }
}

/// A stone that lies about.
pub(in crate::everquest) fn boulder(rock: usize) -> Model {
    const SIDES: u32 = 8;
    let rings = [(-0.9, 0.55), (-0.2, 1.0), (0.45, 0.86), (0.9, 0.48), (1.05, 0.0)];
    let place = |ring: usize, side: u32| {
        let (up, wide) = rings[ring];
        let (sin, cos) = libm::sincosf(std::f32::consts::TAU * side as f32 / SIDES as f32);
        let rough = 0.72 + 0.5 * noise(31, side.rem_euclid(SIDES) as f32 * 1.3, ring as f32 * 1.9, 0);
        Vec3::new(cos * wide * 3.4, sin * wide * 2.6, up * 2.2) * rough
    };
    let mut faces = Vec::new();
    for ring in 0..rings.len() - 1 {
        for side in 0..SIDES {
            let corner = |ring: usize, own: u32| {
                let at = place(ring, own % SIDES);
                let uv = Vec2::new(own as f32 / 4.0, ring as f32 / 3.0);
                Corner { place: at, uv, normal: at.normalize_or(Vec3::Z) }
            };
            let corners = [
                corner(ring, side),
                corner(ring, side + 1),
                corner(ring + 1, side + 1),
                corner(ring + 1, side),
            ];
            // Not flat: two triangles.
            faces.extend(smooth(&[corners[0], corners[1], corners[2]], rock));
            faces.extend(smooth(&[corners[0], corners[2], corners[3]], rock));
        }
    }
    Model::still("STONE", faces)
}
