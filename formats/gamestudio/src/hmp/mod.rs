//! Terrains: HMP4, HMP5 and HMP7. A grid of heights under one or two skins.
//! Source: `docs/spec/gamestudio.md`, "5. HMP".

mod author;
mod codes;
mod file;
mod grid;

pub use codes::CODES;
pub use file::{codes, fields, read, write};
pub use grid::Extent;

use crate::mdl::PackedVertex;
use crate::pixels::Palette;
use crate::skins::{self, Body, Image};
use crate::text::Text;
use serde::{Deserialize, Serialize};

/// The three kinds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum Version {
    /// Points may be whole packed vertices.
    Hmp4,
    /// Points are heights with numbered normals.
    Hmp5,
    /// Points are heights with normals; skins are those of MDL7.
    Hmp7,
}

impl Version {
    /// The first four bytes of a file.
    pub const fn magic(self) -> &'static [u8; 4] {
        match self {
            Version::Hmp4 => b"HMP4",
            Version::Hmp5 => b"HMP5",
            Version::Hmp7 => b"HMP7",
        }
    }
}

/// A terrain.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Terrain {
    /// Which kind.
    pub version: Version,
    /// 0 in HMP7, 2 in HMP4 and HMP5.
    pub layout: i32,
    /// Quants that one step of a packed coordinate stands for. 65535 steps of
    /// the first two make the extent; the third may be 0 for flat land.
    pub scale: [f32; 3],
    /// Where packed coordinate 0 lies, in quants: south-west corner and height.
    pub offset: [f32; 3],
    /// Unused.
    pub unused32: u32,
    /// Size of a cell of the grid, in quants.
    pub cell: [f32; 2],
    /// Vertices from west to east. A float in the file.
    pub columns: f32,
    /// Unused.
    pub unused52: [u32; 2],
    /// Vertices of each frame.
    pub vertex_count: u32,
    /// Unused.
    pub unused64: u32,
    /// 0.
    pub zero72: [u32; 3],
    /// The first is stretched over the whole terrain; the second, if it is of
    /// another size, is a detail repeated all over it.
    pub skins: Vec<Skin>,
    /// Heights; usually a single frame.
    pub frames: Vec<Frame>,
}

/// An image of a terrain.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Skin {
    /// What the image is, see [`Image`]. In HMP4 and HMP5 pixels only.
    pub kind: u32,
    /// Columns; another value for some types.
    pub width: i32,
    /// Rows, or 1.
    pub height: i32,
    /// Image, material and effect.
    pub body: Body,
}

impl Skin {
    /// One level as 8-bit RGBA, rows from top to bottom; 0 is the largest. The
    /// palette, which no terrain has, is needed for types 0 and 8 only.
    ///
    /// # Errors
    /// `gamestudio.skin.decode` for images that are not pixels, without such a
    /// level, and without a palette where one is needed.
    pub fn decode_rgba8(&self, level: u32, palette: Option<&Palette>) -> binary::Result<Vec<u8>> {
        let pixels = match &self.body.image {
            Image::Pixels(pixels) => pixels.as_slice(),
            _ => &[],
        };
        skins::decode(self.kind, self.width, self.height, pixels, level, palette)
    }
}

/// The heights of a terrain.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Frame {
    /// 2.
    pub kind: i32,
    /// A box around the vertices; meaningless in known files.
    pub bounds: [u8; 16],
    /// Name of the frame.
    pub name: Text<16>,
    /// Row by row from the north, each from west to east.
    pub points: Points,
}

/// The vertices of a frame, in the form of its kind of file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Points {
    /// HMP7.
    Normals(Vec<NormalPoint>),
    /// HMP5, and HMP4 where 4 bytes are there for each.
    Numbered(Vec<NumberedPoint>),
    /// HMP4 where 8 bytes are there for each.
    Packed(Vec<PackedVertex>),
}

impl Points {
    /// Number of vertices.
    pub fn len(&self) -> usize {
        match self {
            Points::Normals(points) => points.len(),
            Points::Numbered(points) => points.len(),
            Points::Packed(points) => points.len(),
        }
    }

    /// True when there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// A vertex of HMP7.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NormalPoint {
    /// 0 to 65535: `scale.z * height + offset.z` quants.
    pub height: u16,
    /// The outward normal's lean to the west and south, 128 for 1; the signs fit the slope in the
    /// known file.
    pub normal: [i8; 2],
}

/// A vertex of HMP5.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NumberedPoint {
    /// 0 to 65535: `scale.z * height + offset.z` quants.
    pub height: u16,
    /// 0 to 161, see [`crate::normals`].
    pub normal: u8,
    /// Fills up the four bytes.
    pub pad: u8,
}
