//! How long the records of a file are: the header says so, and the fields they
//! have follow from it. Source: `docs/spec/gamestudio.md`, "4. MDL7", the table of the header.

use super::codes::{RECORD_SIZE, RECORD_SMALL};
use binary::{Cursor, Result};
use serde::{Deserialize, Serialize};

/// Sizes of the records of a file, in bytes. Records longer than the fields
/// known here are read as far as they are known; the rest is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RecordSizes {
    /// 36 with a name of 20 characters, 52 with one of 36, 16 without.
    pub bone: u16,
    /// 28.
    pub skin: u16,
    /// 16; four floats. No record stands by itself.
    pub color: u16,
    /// 68.
    pub material: u16,
    /// 8.
    pub uv: u16,
    /// 12, 16, 26 or 44; see [`TriangleForm`].
    pub triangle: u16,
    /// 16 with the number of a normal, 26 with the normal.
    pub vertex: u16,
    /// 16 with the number of a normal, 26 with the normal, 28 with that and a
    /// vertex number of 32 bits.
    pub frame_vertex: u16,
    /// 68.
    pub transform: u16,
    /// 24.
    pub frame: u16,
}

impl Default for RecordSizes {
    /// What most files have.
    fn default() -> Self {
        RecordSizes {
            bone: 36,
            skin: 28,
            color: 16,
            material: 68,
            uv: 8,
            triangle: 26,
            vertex: 26,
            frame_vertex: 26,
            transform: 68,
            frame: 24,
        }
    }
}

/// Name, sizes seen, and the least that can be read.
const KNOWN: [(&str, &[u16]); 10] = [
    ("bone", &[16, 36, 52]),
    ("skin", &[28]),
    ("color", &[16]),
    ("material", &[68]),
    ("uv", &[8]),
    ("triangle", &[12, 16, 26, 44]),
    ("vertex", &[16, 26]),
    ("frame_vertex", &[16, 26, 28]),
    ("transform", &[68]),
    ("frame", &[24]),
];

/// Where the sizes stand in the file.
const AT: usize = 28;

/// Which fields triangles have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TriangleForm {
    /// 12 bytes: vertices and texture coordinates.
    Plain,
    /// 16 bytes: and a material.
    Material,
    /// 26 bytes: and texture coordinates and material of a second layer.
    Layers,
    /// 44 bytes: the same with numbers of 32 bits.
    Wide,
}

impl TriangleForm {
    /// Bytes of the known fields.
    pub const fn size(self) -> usize {
        match self {
            TriangleForm::Plain => 12,
            TriangleForm::Material => 16,
            TriangleForm::Layers => 26,
            TriangleForm::Wide => 44,
        }
    }
}

/// Which fields the vertices of frames have; main vertices have the first two
/// forms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VertexForm {
    /// 16 bytes: position, a number, the number of a normal.
    Numbered,
    /// 26 bytes: position, a number, the normal.
    Normal,
    /// 28 bytes: position, a number of 32 bits, the normal.
    Wide,
}

impl VertexForm {
    /// Bytes of the known fields.
    pub const fn size(self) -> usize {
        match self {
            VertexForm::Numbered => 16,
            VertexForm::Normal => 26,
            VertexForm::Wide => 28,
        }
    }
}

impl RecordSizes {
    /// In the order of the header.
    pub(crate) fn list(self) -> [u16; 10] {
        [
            self.bone,
            self.skin,
            self.color,
            self.material,
            self.uv,
            self.triangle,
            self.vertex,
            self.frame_vertex,
            self.transform,
            self.frame,
        ]
    }

    /// From the order of the header.
    pub(crate) fn from_list(list: [u16; 10]) -> Self {
        let [bone, skin, color, material, uv, triangle, vertex, frame_vertex, transform, frame] = list;
        RecordSizes { bone, skin, color, material, uv, triangle, vertex, frame_vertex, transform, frame }
    }

    /// Fails when records are too short to be read.
    pub(crate) fn check(self, cursor: &mut Cursor<'_>) -> Result<()> {
        for (index, ((name, known), size)) in KNOWN.into_iter().zip(self.list()).enumerate() {
            if known.contains(&size) {
                continue;
            }
            let at = AT + 2 * index;
            let expected = format_args!("{name} records of {known:?} bytes");
            if size < known.first().copied().unwrap_or_default() {
                return Err(cursor.report.broken(&RECORD_SMALL, at, expected, size));
            }
            cursor.report.habit(&RECORD_SIZE, at, expected, size);
        }
        Ok(())
    }

    /// True when every record is long enough to be read.
    pub(crate) fn are_readable(self) -> bool {
        KNOWN
            .iter()
            .zip(self.list())
            .all(|((_, known), size)| known.first().is_some_and(|least| size >= *least))
    }

    /// The form of triangles: the longest that fits.
    pub fn triangle_form(self) -> TriangleForm {
        match self.triangle {
            44.. => TriangleForm::Wide,
            26.. => TriangleForm::Layers,
            16.. => TriangleForm::Material,
            _ => TriangleForm::Plain,
        }
    }

    /// The form of main vertices: the longer of the two if it fits.
    pub fn vertex_form(self) -> VertexForm {
        if self.vertex >= 26 { VertexForm::Normal } else { VertexForm::Numbered }
    }

    /// The form of the vertices of frames: the longest that fits.
    pub fn frame_vertex_form(self) -> VertexForm {
        match self.frame_vertex {
            28.. => VertexForm::Wide,
            26.. => VertexForm::Normal,
            _ => VertexForm::Numbered,
        }
    }

    /// Bytes behind the known fields of a texture coordinate.
    pub(crate) fn uv_tail(self) -> usize {
        usize::from(self.uv).saturating_sub(8)
    }

    /// Bytes behind the known fields of a triangle.
    pub(crate) fn triangle_tail(self) -> usize {
        usize::from(self.triangle).saturating_sub(self.triangle_form().size())
    }

    /// Bytes behind the known fields of a main vertex.
    pub(crate) fn vertex_tail(self) -> usize {
        usize::from(self.vertex).saturating_sub(self.vertex_form().size())
    }

    /// Bytes behind the known fields of a vertex of a frame.
    pub(crate) fn frame_vertex_tail(self) -> usize {
        usize::from(self.frame_vertex).saturating_sub(self.frame_vertex_form().size())
    }

    /// Bytes behind the known fields of a transform.
    pub(crate) fn transform_tail(self) -> usize {
        usize::from(self.transform).saturating_sub(68)
    }
}
