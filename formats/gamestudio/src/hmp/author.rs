//! Making terrains from Rust: HMP7 from a grid of heights.

use super::{Frame, NormalPoint, Points, Skin, Terrain, Version};
use crate::pixels::{self, Shape};
use crate::skins::{Body, Image};
use crate::text::{LongText, Text};

impl Terrain {
    /// An HMP7 terrain of `columns` times a number of rows, row by row from the
    /// north; `cell` is the distance of vertices and `south_west` the corner,
    /// all in quants. Heights are packed to 65536 steps from the lowest to the
    /// highest; normals follow from them. `None` when the heights make no grid
    /// of at least 2 by 2 or are not finite, and when `cell` is not positive.
    pub fn from_heights(columns: u32, cell: f32, south_west: [f32; 2], heights: &[f32]) -> Option<Terrain> {
        let width = columns as usize;
        let rows = heights.len().checked_div(width)?;
        let is_grid = columns >= 2 && rows >= 2 && rows * width == heights.len();
        let is_finite = heights.iter().chain(&south_west).all(|value| value.is_finite());
        let is_sound = is_grid && is_finite && cell > 0.0 && cell.is_finite();
        if !is_sound {
            return None;
        }
        let low = heights.iter().copied().fold(f32::INFINITY, f32::min);
        let high = heights.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let step = (high - low) / 65535.0;
        let pack = |height: f32| if step > 0.0 { ((height - low) / step).round() as u16 } else { 0 };
        let at = |column: usize, row: usize| heights[row * width + column];
        let mut points = Vec::with_capacity(heights.len());
        for row in 0..rows {
            for column in 0..width {
                // Slopes between the neighbours; one-sided at the edges.
                let (west, east) = (column.saturating_sub(1), (column + 1).min(width - 1));
                let (north, south) = (row.saturating_sub(1), (row + 1).min(rows - 1));
                let slope_east = (at(east, row) - at(west, row)) / (cell * (east - west) as f32);
                let slope_north = (at(column, north) - at(column, south)) / (cell * (south - north) as f32);
                let length = (slope_east * slope_east + slope_north * slope_north + 1.0).sqrt();
                let direction = [-slope_east / length, -slope_north / length, 1.0 / length];
                points.push(NormalPoint::new(pack(at(column, row)), direction));
            }
        }
        let [west, south] = south_west;
        Some(Terrain {
            version: Version::Hmp7,
            layout: 0,
            scale: [cell * (width - 1) as f32 / 65535.0, cell * (rows - 1) as f32 / 65535.0, step],
            offset: [west, south, low],
            unused32: 0,
            cell: [cell; 2],
            columns: columns as f32,
            unused52: [0; 2],
            vertex_count: u32::try_from(heights.len()).ok()?,
            unused64: 0,
            zero72: [0; 3],
            skins: Vec::new(),
            frames: vec![Frame {
                kind: 2,
                bounds: [0; 16],
                name: Text::default(),
                points: Points::Normals(points),
            }],
        })
    }
}

impl Skin {
    /// A skin of pixels in a shape, from 8-bit RGBA rows from top to bottom.
    /// `None` when pixels and shape do not fit or are palette indices.
    pub fn from_rgba8(shape: Shape, rgba: &[u8]) -> Option<Skin> {
        let pixels = shape.encode_rgba8(rgba, None)?;
        Some(Skin {
            kind: shape.type_code(),
            width: shape.width.try_into().ok()?,
            height: shape.height.try_into().ok()?,
            body: Body { image: Image::Pixels(pixels), material: None, effect: None },
        })
    }

    /// A skin in a file of its own, for HMP7; `file` is a bare name. `None` when
    /// it is not Windows-1252.
    pub fn external(file: &str) -> Option<Skin> {
        let file = LongText::new(file)?;
        let width = i32::try_from(file.bytes().len()).ok()?.checked_add(1)?;
        let body = Body { image: Image::External(file), material: None, effect: None };
        Some(Skin { kind: pixels::EXTERNAL, width, height: 1, body })
    }
}
