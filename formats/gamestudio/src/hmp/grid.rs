//! Where the vertices of a terrain are. Source: `docs/spec/gamestudio.md`, "5.3 Geometry".

use super::{NormalPoint, Points, Skin, Terrain};
use crate::normals;
use crate::skins;
use serde::Serialize;

/// The land a terrain covers, in quants.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Extent {
    /// South-west corner and lowest possible height.
    pub min: [f32; 3],
    /// North-east corner and highest possible height.
    pub max: [f32; 3],
}

impl Terrain {
    /// The skin at `index`, or the one it refers to; `None` when it does not exist or its
    /// references are invalid.
    pub fn resolve_skin(&self, index: usize) -> Option<&Skin> {
        let target = skins::resolve(&self.skins, index, |skin| (&skin.body.image, skin.width))?;
        self.skins.get(target)
    }

    /// Vertices from west to east and from north to south, both at least 2;
    /// `None` when the header gives no such grid.
    pub fn size(&self) -> Option<(u32, u32)> {
        if !(2.0..=65536.0).contains(&self.columns) {
            return None;
        }
        let columns = self.columns as u32;
        let rows = self.vertex_count / columns;
        (rows >= 2 && columns * rows == self.vertex_count).then_some((columns, rows))
    }

    /// The land it covers: 65535 steps of the scale from the offset.
    pub fn extent(&self) -> Extent {
        let max = std::array::from_fn(|axis| self.offset[axis] + self.scale[axis] * 65535.0);
        Extent { min: self.offset, max }
    }

    /// Heights of a frame in quants, row by row from the north, each from west
    /// to east; empty when the frame is not there.
    pub fn heights(&self, frame: usize) -> Vec<f32> {
        let height = |raw: u16| self.offset[2] + self.scale[2] * f32::from(raw);
        match self.frames.get(frame).map(|frame| &frame.points) {
            Some(Points::Normals(points)) => points.iter().map(|point| height(point.height)).collect(),
            Some(Points::Numbered(points)) => points.iter().map(|point| height(point.height)).collect(),
            Some(Points::Packed(points)) => points.iter().map(|point| height(point.position[2])).collect(),
            None => Vec::new(),
        }
    }

    /// Outward normals of a frame in the order of [`Terrain::heights`].
    pub fn normals(&self, frame: usize) -> Vec<[f32; 3]> {
        match self.frames.get(frame).map(|frame| &frame.points) {
            Some(Points::Normals(points)) => points.iter().map(|point| point.direction()).collect(),
            Some(Points::Numbered(points)) => {
                points.iter().map(|point| normals::normal(point.normal)).collect()
            }
            Some(Points::Packed(points)) => {
                points.iter().map(|point| normals::normal(point.normal)).collect()
            }
            None => Vec::new(),
        }
    }

    /// Where a vertex is east and north, in quants: columns count from the
    /// west, rows from the north edge. The normals of the known file fit that:
    /// counted from the south they would be mirrored.
    pub fn place(&self, column: u32, row: u32) -> Option<[f32; 2]> {
        let (columns, rows) = self.size()?;
        if column >= columns || row >= rows {
            return None;
        }
        let Extent { min, max } = self.extent();
        let east = column as f32 / (columns - 1) as f32;
        let south = row as f32 / (rows - 1) as f32;
        Some([min[0] + (max[0] - min[0]) * east, max[1] - (max[1] - min[1]) * south])
    }
}

impl NormalPoint {
    /// The outward normal, of unit length.
    pub fn direction(self) -> [f32; 3] {
        let [east, north] = self.normal.map(|part| -f32::from(part) / 128.0);
        [east, north, (1.0 - east * east - north * north).max(0.0).sqrt()]
    }

    /// A vertex with the nearest normal that can be stored.
    pub fn new(height: u16, direction: [f32; 3]) -> Self {
        // `as` keeps values inside the range of the type.
        NormalPoint { height, normal: [0, 1].map(|axis| (direction[axis] * -128.0).round() as i8) }
    }
}
