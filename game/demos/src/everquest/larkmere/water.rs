//! The lake: a surface that one goes through, seen from above and from below.

use super::materials::WATER;
use super::terrain::{SQUARES, STEP, Terrain};
use super::{CELL, WHOLE};
use crate::everquest::face::Face;
use crate::everquest::partition::Bounds;
use glam::{Vec2, Vec3};

/// Height of the surface.
pub(in crate::everquest) const LEVEL: f32 = 0.0;
/// Units that a texture covers.
const TEXTURE: f32 = 24.0;

/// Squares with water.
fn squares(terrain: &Terrain) -> impl Iterator<Item = Vec2> + '_ {
    let squares = (0..SQUARES).flat_map(|row| (0..SQUARES).map(move |column| (column, row)));
    let wet = |(column, row): &(usize, usize)| {
        terrain.square(*column, *row).into_iter().fold(f32::MAX, f32::min) < LEVEL
    };
    squares.filter(wet).map(|(column, row)| Terrain::origin(column, row))
}

/// Where there is water, in whole regions.
pub(super) fn bounds(terrain: &Terrain) -> Bounds {
    let (mut min, mut max) = (Vec2::MAX, Vec2::MIN);
    for origin in squares(terrain) {
        min = min.min(origin);
        max = max.max(origin + STEP);
    }
    let (min, max) = ((min / CELL).floor() * CELL, (max / CELL).ceil() * CELL);
    Bounds { min: min.extend(WHOLE.min.z), max: max.extend(LEVEL) }
}

pub(super) fn faces(terrain: &Terrain) -> Vec<Face> {
    let mut faces = Vec::new();
    for origin in squares(terrain) {
        let at = |x: f32, y: f32| (origin + Vec2::new(x, y) * STEP).extend(LEVEL);
        let mut corners: Vec<Vec3> = vec![at(0.0, 0.0), at(1.0, 0.0), at(1.0, 1.0), at(0.0, 1.0)];
        faces.extend(Face::tiled(&corners, WATER, TEXTURE).map(Face::passable));
        corners.reverse();
        faces.extend(Face::tiled(&corners, WATER, TEXTURE).map(Face::passable));
    }
    faces
}
