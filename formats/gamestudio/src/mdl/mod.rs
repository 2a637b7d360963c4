//! Models of the kinds before MDL7: MDL3, MDL4 and MDL5, and in [`alias`] the
//! two that share the layout of Quake's models, MDL2 and IDPO. Their frames
//! move vertices; there are no bones. MDL7 is in [`crate::mdl7`]. Source:
//! `docs/spec/gamestudio.md`, "3. MDL3 / MDL4 / MDL5".

pub mod alias;
mod codes;
mod file;
pub(crate) mod frames;

pub use codes::CODES;
pub use file::{codes, fields, read, write};
pub use frames::{Frame, PackedVertex, Packing};

use crate::normals;
use crate::packed;
use crate::pixels::Palette;
use crate::scenes::{self, Scene};
use crate::skins;
use serde::{Deserialize, Serialize};

/// What packed vertices can report: some terrains have them too.
pub(crate) const PACKED_CODES: &[&binary::Code] = &[&codes::NORMAL];

/// The three kinds, which differ in where skins have their size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum Version {
    /// One size for all skins, in the header.
    Mdl3,
    /// As MDL3.
    Mdl4,
    /// Each skin has a size of its own.
    Mdl5,
}

impl Version {
    /// The first four bytes of a file.
    pub const fn magic(self) -> &'static [u8; 4] {
        match self {
            Version::Mdl3 => b"MDL3",
            Version::Mdl4 => b"MDL4",
            Version::Mdl5 => b"MDL5",
        }
    }
}

/// A model of kind MDL3, MDL4 or MDL5.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Model {
    /// Which kind.
    pub version: Version,
    /// 0.
    pub zero04: i32,
    /// Quants that one step of a packed coordinate stands for.
    pub scale: [f32; 3],
    /// Where packed coordinate 0 lies, in quants.
    pub offset: [f32; 3],
    /// Distance of the farthest vertex from the origin, in quants.
    pub radius: f32,
    /// Mostly 0; some MDL5 files hold what was in memory.
    pub unused36: [u32; 3],
    /// Width of all skins in MDL3 and MDL4, 0 in MDL5.
    pub skin_width: i32,
    /// Height of all skins in MDL3 and MDL4, 0 in MDL5.
    pub skin_height: i32,
    /// Vertices of each frame.
    pub vertex_count: u32,
    /// 0.
    pub zero76: i32,
    /// 0.
    pub zero80: u32,
    /// Images, of which the first is shown at the start.
    pub skins: Vec<Skin>,
    /// Columns and rows of the skin; may be negative or beyond its size, it
    /// repeats.
    pub uvs: Vec<[i16; 2]>,
    /// Clockwise as seen from outside.
    pub triangles: Vec<Triangle>,
    /// Poses.
    pub frames: Vec<Frame>,
}

/// An image of a model.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Skin {
    /// 0 palette indices, 2 565, 3 4444, 4 888, 5 8888; 8 more with three
    /// smaller levels behind.
    pub kind: u32,
    /// Columns; that of the header in MDL3 and MDL4.
    pub width: i32,
    /// Rows; that of the header in MDL3 and MDL4.
    pub height: i32,
    /// As the type says, see [`crate::pixels`].
    #[serde(with = "packed")]
    pub pixels: Vec<u8>,
}

impl Skin {
    /// One level as 8-bit RGBA, rows from top to bottom; 0 is the largest. The
    /// palette, which no model has, is needed for types 0 and 8 only.
    ///
    /// # Errors
    /// `gamestudio.skin.decode` without such a level, without enough pixels or
    /// without a palette where one is needed.
    pub fn decode_rgba8(&self, level: u32, palette: Option<&Palette>) -> binary::Result<Vec<u8>> {
        skins::decode(self.kind, self.width, self.height, &self.pixels, level, palette)
    }
}

/// Three corners.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Triangle {
    /// Numbers of vertices in every frame.
    pub vertices: [u16; 3],
    /// Numbers in [`Model::uvs`].
    pub uvs: [u16; 3],
}

impl Model {
    /// Where a packed vertex is, in quants: x east, y north, z up.
    pub fn position(&self, vertex: &PackedVertex) -> [f32; 3] {
        unpack(vertex, self.scale, self.offset)
    }

    /// The normal at a packed vertex. In every known file it points into the model.
    pub fn normal(&self, vertex: &PackedVertex) -> [f32; 3] {
        normals::normal(vertex.normal)
    }

    /// A texture coordinate as parts of the first skin's size, 0 at the left
    /// and top; `None` when it is not there or the size of the skin is unknown.
    pub fn uv(&self, index: u16) -> Option<[f32; 2]> {
        let [u, v] = *self.uvs.get(usize::from(index))?;
        let (width, height) = match self.skins.first() {
            Some(skin) => (skin.width, skin.height),
            None => (self.skin_width, self.skin_height),
        };
        (width > 0 && height > 0).then(|| [f32::from(u) / width as f32, f32::from(v) / height as f32])
    }

    /// The triangles whose vertices are all there: what can be drawn.
    pub fn drawable(&self) -> impl Iterator<Item = &Triangle> {
        self.triangles
            .iter()
            .filter(|triangle| triangle.vertices.iter().all(|vertex| u32::from(*vertex) < self.vertex_count))
    }

    /// Frames grouped by name.
    pub fn scenes(&self) -> Vec<Scene> {
        scenes::scenes(self.frames.iter().map(|frame| frame.name.text()))
    }
}

/// `scale * packed + offset`.
pub(crate) fn unpack(vertex: &PackedVertex, scale: [f32; 3], offset: [f32; 3]) -> [f32; 3] {
    std::array::from_fn(|axis| scale[axis] * f32::from(vertex.position[axis]) + offset[axis])
}
