//! Vertex frames: all vertices of a model packed into a box, once per frame.
//! Source: `docs/spec/gamestudio.md`, "3. MDL3 / MDL4 / MDL5".

use super::codes::NORMAL;
use crate::bulk;
use crate::normals::NORMALS;
use crate::text::Text;
use binary::{Cursor, Field, Result, Writer, record};
use serde::{Deserialize, Serialize};
use std::fmt;

/// How wide the coordinates of a frame are. The type field of a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Packing {
    /// Type 0: a byte each, a vertex takes 4 bytes.
    Byte,
    /// Type 2: a word each, a vertex takes 8 bytes.
    Word,
}

impl Packing {
    /// Size of a vertex in bytes.
    pub fn vertex_size(self) -> usize {
        match self {
            Packing::Byte => 4,
            Packing::Word => 8,
        }
    }

    /// Largest coordinate.
    pub fn maximum(self) -> u16 {
        match self {
            Packing::Byte => u8::MAX.into(),
            Packing::Word => u16::MAX,
        }
    }
}

/// A vertex inside the box of its model: `scale * position + offset`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PackedVertex {
    /// 0 to 255 in byte frames.
    pub position: [u16; 3],
    /// 0 to 161, see [`crate::normals`].
    pub normal: u8,
    /// Fills up the eight bytes of word frames; 0 in byte frames.
    pub pad: u8,
}

/// One pose of the model.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Frame {
    /// How wide the coordinates are.
    pub packing: Packing,
    /// Lowest corner of the box around the vertices, packed as they are.
    pub box_min: PackedVertex,
    /// Highest corner of that box.
    pub box_max: PackedVertex,
    /// Frames whose names differ only in the number at the end form a scene.
    pub name: Text<16>,
    /// As many as the model says.
    pub vertices: Vec<PackedVertex>,
}

record! {
    struct ByteVertex in "gamestudio.mdl.byte_vertex" sizes [4] {
        position: [u8; 3] [0],
        normal: u8 [3],
    }
}

record! {
    struct WordVertex in "gamestudio.mdl.word_vertex" sizes [8] {
        position: [u16; 3] [0],
        normal: u8 [6],
        pad: u8 [7],
    }
}

/// Box and name, without the type before them.
const NAME: usize = 16;

/// Bytes of a frame with `vertices` vertices, without its type field.
pub(crate) fn size(packing: Packing, vertices: usize) -> usize {
    NAME + (vertices + 2) * packing.vertex_size()
}

/// Reads packed vertices in bulk.
pub(crate) fn vertices(
    cursor: &mut Cursor<'_>,
    label: &'static str,
    packing: Packing,
    count: usize,
) -> Result<Vec<PackedVertex>> {
    if packing == Packing::Byte && !cursor.tracing() {
        // Models have hundreds of thousands of these.
        cursor.expect_items(count, 4, label)?;
        let (vertices, _) = cursor.take(count * 4, label)?.as_chunks();
        let unpacked = |[x, y, z, normal]: &[u8; 4]| PackedVertex {
            position: [x, y, z].map(|coordinate| u16::from(*coordinate)),
            normal: *normal,
            pad: 0,
        };
        return Ok(vertices.iter().map(unpacked).collect());
    }
    let (vertices, _) = match packing {
        Packing::Byte => bulk::records(cursor, label, count, 4, 0, |vertex: ByteVertex| PackedVertex {
            position: vertex.position.map(u16::from),
            normal: vertex.normal,
            pad: 0,
        })?,
        Packing::Word => bulk::records(cursor, label, count, 8, 0, |vertex: WordVertex| PackedVertex {
            position: vertex.position,
            normal: vertex.normal,
            pad: vertex.pad,
        })?,
    };
    Ok(vertices)
}

/// Reads packed vertices in bulk and reports normals beyond the table.
pub(crate) fn checked_vertices(
    cursor: &mut Cursor<'_>,
    label: &'static str,
    packing: Packing,
    count: usize,
) -> Result<Vec<PackedVertex>> {
    let start = cursor.offset();
    let vertices = vertices(cursor, label, packing, count)?;
    check_normals(cursor, start, packing, &vertices);
    Ok(vertices)
}

/// Reads a frame from its box on.
pub(crate) fn frame(cursor: &mut Cursor<'_>, packing: Packing, count: usize) -> Result<Frame> {
    let mut corners = [PackedVertex::default(); 2];
    for (corner, label) in corners.iter_mut().zip(["box_min", "box_max"]) {
        *corner = vertices(cursor, label, packing, 1)?.first().copied().unwrap_or_default();
    }
    let name = cursor.value("name")?;
    let vertices = checked_vertices(cursor, "vertex", packing, count)?;
    let [box_min, box_max] = corners;
    Ok(Frame { packing, box_min, box_max, name, vertices })
}

fn check_normals(cursor: &mut Cursor<'_>, start: usize, packing: Packing, vertices: &[PackedVertex]) {
    let known = |vertex: &PackedVertex| usize::from(vertex.normal) < NORMALS.len();
    // Counting has no early exit and becomes vector instructions.
    if vertices.iter().filter(|vertex| !known(vertex)).count() == 0 {
        return;
    }
    let inside = packing.vertex_size() - if packing == Packing::Byte { 1 } else { 2 };
    for (index, vertex) in vertices.iter().enumerate().filter(|(_, vertex)| !known(vertex)) {
        let at = start + index * packing.vertex_size() + inside;
        cursor.report.habit(&NORMAL, at, "a number below 162", vertex.normal);
    }
}

/// Why a frame cannot be written.
#[derive(Debug)]
pub(crate) enum UnwritableFrame {
    /// It has another number of vertices than the model.
    Count { found: usize, expected: usize },
    /// A vertex of this number does not fit into bytes.
    Coordinates(usize),
}

impl fmt::Display for UnwritableFrame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            UnwritableFrame::Count { found, expected } => {
                write!(f, "{found} vertices where the model has {expected}")
            }
            UnwritableFrame::Coordinates(vertex) => {
                write!(f, "vertex {vertex} with coordinates above 255 or a pad in a byte frame")
            }
        }
    }
}

/// Why these vertices cannot be written so, if they cannot.
pub(crate) fn verdict(
    packing: Packing,
    vertices: &[PackedVertex],
) -> std::result::Result<(), UnwritableFrame> {
    if packing == Packing::Word {
        return Ok(());
    }
    match vertices.iter().position(|vertex| vertex.position.iter().any(|c| *c > 255) || vertex.pad != 0) {
        Some(index) => Err(UnwritableFrame::Coordinates(index)),
        None => Ok(()),
    }
}

/// Writes packed vertices; [`verdict`] says whether they fit.
pub(crate) fn put_vertices(writer: &mut Writer, packing: Packing, vertices: &[PackedVertex]) {
    match packing {
        Packing::Byte => bulk::put_records(
            writer,
            0,
            0,
            &[],
            vertices.iter().map(|vertex| ByteVertex {
                position: vertex.position.map(|coordinate| coordinate as u8),
                normal: vertex.normal,
            }),
        ),
        Packing::Word => bulk::put_records(
            writer,
            0,
            0,
            &[],
            vertices.iter().map(|vertex| WordVertex {
                position: vertex.position,
                normal: vertex.normal,
                pad: vertex.pad,
            }),
        ),
    }
}

/// Writes a frame from its box on.
pub(crate) fn put_frame(writer: &mut Writer, frame: &Frame) {
    put_vertices(writer, frame.packing, &[frame.box_min, frame.box_max]);
    writer.raw(frame.name.bytes());
    put_vertices(writer, frame.packing, &frame.vertices);
}

const _: () = assert!(<Text<16> as Field>::SIZE == NAME);
