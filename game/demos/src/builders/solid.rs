//! Building a model out of polygons: what every mesh of the demos does alike.

use super::graph::Shape;
use binary::{Finding, Result};
use glam::Vec3;
use std::collections::BTreeMap;
use zbd::gamez::models::{Model, flags, model_type};
use zbd::gamez::{NewPolygon, Version};

/// A model in the making. Errors are kept until it is finished.
#[derive(Debug)]
pub(crate) struct Solid {
    /// The model's own record and lists.
    pub model: Model,
    places: BTreeMap<[u32; 3], u32>,
    failed: Option<Box<Finding>>,
}

impl Solid {
    /// Polygons are to be added to this model.
    pub fn new(model: Model) -> Self {
        Solid { model, places: BTreeMap::new(), failed: None }
    }

    /// Place of a vertex; equal ones are shared.
    pub fn vertex(&mut self, point: Vec3) -> u32 {
        let next = self.model.vertices.len() as u32;
        let index = *self.places.entry(point.to_array().map(f32::to_bits)).or_insert(next);
        if index == next {
            self.model.vertices.push(point.to_array());
        }
        index
    }

    /// Adds a polygon over vertices that are there.
    pub fn push(&mut self, polygon: &NewPolygon<'_>) {
        if let Err(finding) = self.model.push_polygon(Version::MechWarrior3, polygon) {
            self.failed.get_or_insert(finding);
        }
    }
}

impl Shape for Solid {
    fn finish(mut self) -> Result<Model> {
        match self.failed {
            Some(finding) => Err(finding),
            None => {
                self.model.seal(Version::MechWarrior3);
                Ok(self.model)
            }
        }
    }
}

/// An empty model that fog affects.
pub(crate) fn in_fog() -> Model {
    let mut model = Model::default();
    model.info.flags = flags::FOG;
    model
}

/// An empty model that turns in this mode, about its centre if `centroid`.
pub(crate) fn facade(mode: u32, centroid: bool) -> Model {
    let mut model = in_fog();
    model.info.model_type = model_type::FACADE;
    model.info.facade_mode = mode;
    if centroid {
        model.info.flags |= flags::FACADE_CENTROID;
    }
    model
}

/// The faces of a box whose top is smaller by so much on each side along x and
/// z: four sides, the top, the underside, each counter-clockwise from outside.
pub(crate) fn frustum([min, max]: [Vec3; 2], [ix, iz]: [f32; 2]) -> [[Vec3; 4]; 6] {
    let at = |x: u8, y: u8, z: u8| {
        let (ix, iz) = if y == 1 { (ix, iz) } else { (0.0, 0.0) };
        Vec3::new(
            if x == 1 { max.x - ix } else { min.x + ix },
            if y == 1 { max.y } else { min.y },
            if z == 1 { max.z - iz } else { min.z + iz },
        )
    };
    [
        [at(0, 0, 1), at(1, 0, 1), at(1, 1, 1), at(0, 1, 1)],
        [at(1, 0, 0), at(0, 0, 0), at(0, 1, 0), at(1, 1, 0)],
        [at(1, 0, 1), at(1, 0, 0), at(1, 1, 0), at(1, 1, 1)],
        [at(0, 0, 0), at(0, 0, 1), at(0, 1, 1), at(0, 1, 0)],
        [at(0, 1, 1), at(1, 1, 1), at(1, 1, 0), at(0, 1, 0)],
        [at(0, 0, 0), at(1, 0, 0), at(1, 0, 1), at(0, 0, 1)],
    ]
}

/// The triangles of a stone: rings from the lowest to the highest, each
/// counter-clockwise seen from above, and its top.
pub(crate) fn stone(rings: &[Vec<Vec3>], top: Vec3) -> Vec<[Vec3; 3]> {
    let mut all = Vec::new();
    for pair in rings.windows(2) {
        let sides = pair[0].len();
        for side in 0..sides {
            let next = (side + 1) % sides;
            let (a, b, c, d) = (pair[0][side], pair[0][next], pair[1][next], pair[1][side]);
            all.extend([[a, b, c], [a, c, d]]);
        }
    }
    if let Some(ring) = rings.last() {
        all.extend((0..ring.len()).map(|side| [ring[side], ring[(side + 1) % ring.len()], top]));
    }
    all
}

/// Colours as corners store them.
pub(crate) fn to_bytes(color: Vec3) -> [f32; 3] {
    (color * 255.0).clamp(Vec3::ZERO, Vec3::splat(255.0)).round().to_array()
}

/// Texture coordinates of a quad given as lower left, lower right, upper right,
/// upper left that shows a part: left, top, right, bottom.
pub(crate) fn corner_uvs([left, top, right, bottom]: [f32; 4]) -> [[f32; 2]; 4] {
    [[left, bottom], [right, bottom], [right, top], [left, top]]
}

/// Texture coordinates of a corner, one texture for so many units across and
/// down. What is as upright as `level` or more takes x and z; walls run along
/// the ground and down.
pub(crate) fn tile(corner: Vec3, normal: Vec3, [u, v]: [f32; 2], level: f32) -> [f32; 2] {
    if normal.y.abs() > level {
        return [corner.x / u, corner.z / v];
    }
    let along = Vec3::Y.cross(normal).normalize_or_zero();
    [corner.dot(along) / u, -corner.y / v]
}
