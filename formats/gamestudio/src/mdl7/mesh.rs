//! Texture coordinates, triangles and main vertices of a group. Source:
//! `docs/spec/gamestudio.md`, "4.4 UV and triangle" and "4.5 Main vertex".

use super::bones::NO_BONE;
use super::{RecordSizes, TriangleForm, Verdict, VertexForm, refuse};
use crate::bulk;
use crate::normals;
use binary::{Cursor, Result, Writer, record};
use serde::{Deserialize, Serialize};

/// Stands for no texture coordinate: 0xFFFF in records with 16-bit numbers.
pub const NONE: u32 = u32::MAX;

/// Three corners, clockwise as seen from outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Triangle {
    /// Numbers of main vertices of the group.
    pub vertices: [u32; 3],
    /// Numbers of texture coordinates of the group, or [`NONE`].
    pub uvs: [u32; 3],
    /// Number of a skin of the group, or of the first group if its own has no
    /// skins; -1 for the first skin. Always -1 in records of 12 bytes.
    pub material: i32,
    /// Texture coordinates of the second layer. [`NONE`] in records of less
    /// than 26 bytes.
    pub uvs2: [u32; 3],
    /// Skin of the second layer; -1 for none. Always -1 in records of less than
    /// 26 bytes.
    pub material2: i32,
}

impl Triangle {
    /// A triangle with one layer.
    pub const fn new(vertices: [u32; 3], uvs: [u32; 3], material: i32) -> Self {
        Triangle { vertices, uvs, material, uvs2: [NONE; 3], material2: -1 }
    }
}

/// The normal at a vertex, in the form the record size asks for. In every known
/// file it points into the model.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[serde(rename_all = "lowercase")]
pub enum Normal {
    /// Records of 16 bytes.
    Numbered {
        /// 0 to 161, see [`crate::normals`].
        index: u8,
        /// Fills up the record.
        pad: u8,
    },
    /// Records of 26 bytes and more: of unit length.
    Vector([f32; 3]),
}

impl Normal {
    /// The direction.
    pub fn direction(self) -> [f32; 3] {
        match self {
            Normal::Numbered { index, .. } => normals::normal(index),
            Normal::Vector(direction) => direction,
        }
    }

    /// The direction in the form that records of a kind need.
    pub fn of(direction: [f32; 3], form: VertexForm) -> Self {
        match form {
            VertexForm::Numbered => Normal::Numbered { index: normals::nearest(direction), pad: 0 },
            VertexForm::Normal | VertexForm::Wide => Normal::Vector(direction),
        }
    }

    pub(crate) fn is_odd(self) -> bool {
        matches!(self, Normal::Numbered { index, .. } if usize::from(index) >= normals::NORMALS.len())
    }
}

/// A vertex as it is without animation.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Vertex {
    /// In quants: x east, y north, z up.
    pub position: [f32; 3],
    /// The bone it follows unless a deformer weighs it, or [`NO_BONE`].
    pub bone: u16,
    /// See [`Normal`].
    pub normal: Normal,
}

impl Vertex {
    /// A vertex that follows no bone, for records of 26 bytes.
    pub const fn new(position: [f32; 3], normal: [f32; 3]) -> Self {
        Vertex { position, bone: NO_BONE, normal: Normal::Vector(normal) }
    }
}

record! {
    struct UvRecord in "gamestudio.mdl7.uv" sizes [8] {
        uv: [f32; 2] [0],
    }
}

record! {
    struct NarrowTriangle in "gamestudio.mdl7.triangle" sizes [12, 16, 26] {
        // Columns: records of 12 bytes; of 16; of 26.
        vertices: [u16; 3] [0, 0, 0],
        uvs: [u16; 3] [6, 6, 6],
        material: i32 [_, 12, 12],
        uvs2: [u16; 3] [_, _, 16],
        material2: i32 [_, _, 22],
    }
}

record! {
    struct WideTriangle in "gamestudio.mdl7.triangle" sizes [44] {
        vertices: [u32; 3] [0],
        uvs: [u32; 3] [12],
        material: i32 [24],
        uvs2: [u32; 3] [28],
        material2: i32 [40],
    }
}

record! {
    struct VertexRecord in "gamestudio.mdl7.vertex" sizes [16, 26] {
        // Columns: records of 16 bytes; of 26.
        position: [f32; 3] [0, 0],
        bone: u16 [12, 12],
        normal_index: u8 [14, _],
        pad: u8 [15, _],
        normal: [f32; 3] [_, 14],
    }
}

/// A number of 16 bits that may stand for none.
fn widen(index: u16) -> u32 {
    if index == u16::MAX { NONE } else { index.into() }
}

fn narrow(index: u32) -> Option<u16> {
    match index {
        NONE => Some(u16::MAX),
        index => u16::try_from(index).ok().filter(|index| *index != u16::MAX),
    }
}

/// A list of records and what stood behind the known fields of each.
pub(crate) type Tailed<T> = (Vec<T>, Vec<u8>);

pub(crate) fn read_uvs(
    cursor: &mut Cursor<'_>,
    count: usize,
    sizes: RecordSizes,
) -> Result<Tailed<[f32; 2]>> {
    bulk::records(cursor, "uv", count, sizes.uv.into(), 0, |record: UvRecord| record.uv)
}

pub(crate) fn read_triangles(
    cursor: &mut Cursor<'_>,
    count: usize,
    sizes: RecordSizes,
) -> Result<Tailed<Triangle>> {
    let stride = usize::from(sizes.triangle);
    let of_narrow = |record: NarrowTriangle| Triangle {
        vertices: record.vertices.map(u32::from),
        uvs: record.uvs.map(widen),
        material: record.material,
        uvs2: record.uvs2.map(widen),
        material2: record.material2,
    };
    match sizes.triangle_form() {
        TriangleForm::Plain => bulk::records(cursor, "triangle", count, stride, 0, |record| Triangle {
            material: -1,
            uvs2: [NONE; 3],
            material2: -1,
            ..of_narrow(record)
        }),
        TriangleForm::Material => bulk::records(cursor, "triangle", count, stride, 1, |record| Triangle {
            uvs2: [NONE; 3],
            material2: -1,
            ..of_narrow(record)
        }),
        TriangleForm::Layers => bulk::records(cursor, "triangle", count, stride, 2, of_narrow),
        TriangleForm::Wide => bulk::records(cursor, "triangle", count, stride, 0, |record: WideTriangle| {
            let WideTriangle { vertices, uvs, material, uvs2, material2 } = record;
            Triangle { vertices, uvs, material, uvs2, material2 }
        }),
    }
}

pub(crate) fn read_vertices(
    cursor: &mut Cursor<'_>,
    count: usize,
    sizes: RecordSizes,
) -> Result<Tailed<Vertex>> {
    let stride = usize::from(sizes.vertex);
    match sizes.vertex_form() {
        VertexForm::Numbered => bulk::records(cursor, "vertex", count, stride, 0, |record: VertexRecord| {
            let VertexRecord { position, bone, normal_index, pad, .. } = record;
            Vertex { position, bone, normal: Normal::Numbered { index: normal_index, pad } }
        }),
        VertexForm::Normal | VertexForm::Wide => {
            bulk::records(cursor, "vertex", count, stride, 1, |record: VertexRecord| {
                let VertexRecord { position, bone, normal, .. } = record;
                Vertex { position, bone, normal: Normal::Vector(normal) }
            })
        }
    }
}

pub(crate) fn verdict_on_triangle(triangle: &Triangle, form: TriangleForm) -> Verdict {
    let Triangle { vertices, uvs, material, uvs2, material2 } = *triangle;
    let numbers_fit = form == TriangleForm::Wide
        || (vertices.iter().all(|vertex| u16::try_from(*vertex).is_ok())
            && uvs.iter().chain(&uvs2).all(|uv| narrow(*uv).is_some()));
    let fields_fit = match form {
        TriangleForm::Plain => material == -1 && uvs2 == [NONE; 3] && material2 == -1,
        TriangleForm::Material => uvs2 == [NONE; 3] && material2 == -1,
        TriangleForm::Layers | TriangleForm::Wide => true,
    };
    match (numbers_fit, fields_fit) {
        (true, true) => Ok(()),
        (false, _) => refuse("numbers of 16 bits, or triangle records of 44 bytes", format!("{triangle:?}")),
        (true, false) => refuse(
            format!("the fields of triangle records of {} bytes", form.size()),
            format!("{triangle:?}"),
        ),
    }
}

pub(crate) fn verdict_on_normal(normal: Normal, form: VertexForm) -> Verdict {
    match (normal, form) {
        (Normal::Numbered { .. }, VertexForm::Numbered)
        | (Normal::Vector(_), VertexForm::Normal | VertexForm::Wide) => Ok(()),
        _ => refuse(format!("the normal of vertex records of {} bytes", form.size()), format!("{normal:?}")),
    }
}

pub(crate) fn put_uvs(writer: &mut Writer, uvs: &[[f32; 2]], tails: &[u8], sizes: RecordSizes) {
    bulk::put_records(writer, 0, sizes.uv_tail(), tails, uvs.iter().map(|uv| UvRecord { uv: *uv }));
}

/// Writes triangles that [`verdict_on_triangle`] accepts.
pub(crate) fn put_triangles(writer: &mut Writer, triangles: &[Triangle], tails: &[u8], sizes: RecordSizes) {
    let tail = sizes.triangle_tail();
    let narrowed = triangles.iter().map(|triangle| NarrowTriangle {
        vertices: triangle.vertices.map(|vertex| vertex as u16),
        uvs: triangle.uvs.map(|uv| uv as u16),
        material: triangle.material,
        uvs2: triangle.uvs2.map(|uv| uv as u16),
        material2: triangle.material2,
    });
    match sizes.triangle_form() {
        TriangleForm::Plain => bulk::put_records(writer, 0, tail, tails, narrowed),
        TriangleForm::Material => bulk::put_records(writer, 1, tail, tails, narrowed),
        TriangleForm::Layers => bulk::put_records(writer, 2, tail, tails, narrowed),
        TriangleForm::Wide => {
            let wide = triangles.iter().map(|triangle| {
                let Triangle { vertices, uvs, material, uvs2, material2 } = *triangle;
                WideTriangle { vertices, uvs, material, uvs2, material2 }
            });
            bulk::put_records(writer, 0, tail, tails, wide);
        }
    }
}

/// Writes vertices whose normals [`verdict_on_normal`] accepts.
pub(crate) fn put_vertices(writer: &mut Writer, vertices: &[Vertex], tails: &[u8], sizes: RecordSizes) {
    let column = match sizes.vertex_form() {
        VertexForm::Numbered => 0,
        VertexForm::Normal | VertexForm::Wide => 1,
    };
    let records = vertices.iter().map(|vertex| {
        let Vertex { position, bone, normal } = *vertex;
        match normal {
            Normal::Numbered { index, pad } => {
                VertexRecord { position, bone, normal_index: index, pad, normal: [0.0; 3] }
            }
            Normal::Vector(normal) => VertexRecord { position, bone, normal_index: 0, pad: 0, normal },
        }
    });
    bulk::put_records(writer, column, sizes.vertex_tail(), tails, records);
}
