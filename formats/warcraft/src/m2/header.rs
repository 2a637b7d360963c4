//! The header: counts and offsets of everything. Source: `docs/spec/m2.md`, "2. Header".

use super::source::Span;
use crate::numbers;
use binary::record;
use serde::{Deserialize, Serialize};

/// The first four bytes.
pub(crate) const MAGIC: [u8; 4] = *b"MD20";

/// A box and a ball around something.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Bounds {
    /// Least x, y, z in yards.
    #[serde(with = "numbers")]
    pub min: [f32; 3],
    /// Greatest x, y, z.
    #[serde(with = "numbers")]
    pub max: [f32; 3],
    /// About the middle of the box.
    #[serde(with = "numbers")]
    pub radius: f32,
}

impl Bounds {
    /// The bounds of points: their box, and the greatest distance from its middle. Points that are
    /// no numbers do not count; without any, all is 0.
    pub fn of(points: impl IntoIterator<Item = [f32; 3]> + Clone) -> Bounds {
        let finite = || points.clone().into_iter().filter(|point| point.iter().all(|axis| axis.is_finite()));
        let Some(first) = finite().next() else { return Bounds::default() };
        let (mut min, mut max) = (first, first);
        for point in finite() {
            for axis in 0..3 {
                min[axis] = min[axis].min(point[axis]);
                max[axis] = max[axis].max(point[axis]);
            }
        }
        let middle: [f32; 3] = std::array::from_fn(|axis| f32::midpoint(min[axis], max[axis]));
        let squared = |point: [f32; 3]| (0..3).map(|axis| (point[axis] - middle[axis]).powi(2)).sum::<f32>();
        Bounds { min, max, radius: finite().map(squared).fold(0.0, f32::max).sqrt() }
    }

    pub(crate) fn from_list([a, b, c, d, e, f, radius]: [f32; 7]) -> Bounds {
        Bounds { min: [a, b, c], max: [d, e, f], radius }
    }

    pub(crate) fn list(self) -> [f32; 7] {
        let Bounds { min: [a, b, c], max: [d, e, f], radius } = self;
        [a, b, c, d, e, f, radius]
    }
}

record! {
    pub(crate) struct HeaderRecord in "warcraft.m2.header" sizes [324] {
        magic: [u8; 4] [0],
        version: u32 [0x04],
        name: Span [0x08],
        flags: u32 [0x10],
        global_sequences: Span [0x14],
        sequences: Span [0x1C],
        sequence_lookup: Span [0x24],
        playable_lookup: Span [0x2C],
        bones: Span [0x34],
        key_bone_lookup: Span [0x3C],
        vertices: Span [0x44],
        views: Span [0x4C],
        colors: Span [0x54],
        textures: Span [0x5C],
        transparency: Span [0x64],
        flipbooks: Span [0x6C],
        transforms: Span [0x74],
        replaceable_lookup: Span [0x7C],
        render_flags: Span [0x84],
        bone_lookup: Span [0x8C],
        texture_lookup: Span [0x94],
        unit_lookup: Span [0x9C],
        transparency_lookup: Span [0xA4],
        transform_lookup: Span [0xAC],
        bounds: [f32; 7] [0xB4],
        collision_bounds: [f32; 7] [0xD0],
        collision_triangles: Span [0xEC],
        collision_vertices: Span [0xF4],
        collision_normals: Span [0xFC],
        attachments: Span [0x104],
        attachment_lookup: Span [0x10C],
        events: Span [0x114],
        lights: Span [0x11C],
        cameras: Span [0x124],
        camera_lookup: Span [0x12C],
        ribbons: Span [0x134],
        particles: Span [0x13C],
    }
}
