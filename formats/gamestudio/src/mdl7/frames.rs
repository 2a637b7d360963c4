//! Frames: vertices that differ from the main ones, and changes of bones.
//! Source: `docs/spec/gamestudio.md`, "4.6 Frame".

use super::codes::{COUNT, FRAME_BONE, FRAME_TRANSFORMS, FRAME_VERTEX, NORMAL};
use super::mesh::{Normal, Tailed, verdict_on_normal};
use super::{RecordSizes, Verdict, VertexForm, refuse};
use crate::bulk;
use crate::packed;
use crate::text::Text;
use binary::{Cursor, Record, Result, Writer, record};
use serde::{Deserialize, Serialize};

/// One pose of a group.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Frame {
    /// Frames whose names differ only in the number at the end form a scene.
    pub name: Text<16>,
    /// Fields of newer tools behind the known ones of the frame.
    #[serde(with = "packed", default, skip_serializing_if = "Vec::is_empty")]
    pub tail: Vec<u8>,
    /// Only the vertices that differ from the main ones.
    pub vertices: Vec<FrameVertex>,
    /// Fields of newer tools behind the known ones of each vertex.
    #[serde(with = "packed", default, skip_serializing_if = "Vec::is_empty")]
    pub vertex_tails: Vec<u8>,
    /// Changes of all bones, or none.
    pub transforms: Vec<Transform>,
    /// Fields of newer tools behind the known ones of each transform.
    #[serde(with = "packed", default, skip_serializing_if = "Vec::is_empty")]
    pub transform_tails: Vec<u8>,
}

/// A vertex of a frame.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FrameVertex {
    /// In quants.
    pub position: [f32; 3],
    /// Number of the main vertex that it stands in for.
    pub vertex: u32,
    /// See [`Normal`].
    pub normal: Normal,
}

/// What a frame does to a bone.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Transform {
    /// For row vectors, row by row, translation in elements 12 to 14; in model axes, about the
    /// bone's position at rest, without the parent's transform.
    pub matrix: [f32; 16],
    /// Number of the bone.
    pub bone: u16,
    /// 0 in known files.
    pub pad: [u8; 2],
}

record! {
    struct FrameRecord in "gamestudio.mdl7.frame" sizes [24] {
        name: Text<16> [0],
        vertices: i32 [16],
        transforms: i32 [20],
    }
}

record! {
    struct NarrowVertex in "gamestudio.mdl7.frame_vertex" sizes [16, 26] {
        // Columns: records of 16 bytes; of 26.
        position: [f32; 3] [0, 0],
        vertex: u16 [12, 12],
        normal_index: u8 [14, _],
        pad: u8 [15, _],
        normal: [f32; 3] [_, 14],
    }
}

record! {
    struct WideVertex in "gamestudio.mdl7.frame_vertex" sizes [28] {
        position: [f32; 3] [0],
        vertex: u32 [12],
        normal: [f32; 3] [16],
    }
}

record! {
    struct TransformRecord in "gamestudio.mdl7.transform" sizes [68] {
        matrix: [f32; 16] [0],
        bone: u16 [64],
        pad: [u8; 2] [66],
    }
}

/// Valid ranges of what a frame refers to.
#[derive(Clone, Copy)]
pub(crate) struct Counts {
    pub(crate) vertices: usize,
    pub(crate) bones: usize,
}

pub(crate) fn read(cursor: &mut Cursor<'_>, sizes: RecordSizes, counts: Counts) -> Result<Frame> {
    let at = cursor.offset();
    let header: FrameRecord = cursor.record(0)?;
    let tail = bulk::tail(cursor, usize::from(sizes.frame) - FrameRecord::SIZES[0])?.to_vec();
    let (Ok(vertex_count), Ok(transform_count)) =
        (usize::try_from(header.vertices), usize::try_from(header.transforms))
    else {
        let found = format_args!("{} and {}", header.vertices, header.transforms);
        return Err(cursor.report.broken(&COUNT, at + 16, "0 or more vertices and transforms", found));
    };
    if transform_count != 0 && transform_count != counts.bones {
        let expected = format_args!("0 or {}", counts.bones);
        cursor.report.habit(&FRAME_TRANSFORMS, at + 20, expected, transform_count);
    }
    let (vertices, vertex_tails) = read_vertices(cursor, vertex_count, sizes, counts.vertices)?;
    let start = cursor.offset();
    let stride = usize::from(sizes.transform);
    let (transforms, transform_tails) =
        bulk::records(cursor, "transform", transform_count, stride, 0, |record: TransformRecord| {
            let TransformRecord { matrix, bone, pad } = record;
            Transform { matrix, bone, pad }
        })?;
    for (index, transform) in transforms.iter().enumerate() {
        if usize::from(transform.bone) >= counts.bones {
            let at = start + index * stride + 64;
            cursor.report.habit(&FRAME_BONE, at, format_args!("below {}", counts.bones), transform.bone);
        }
    }
    Ok(Frame { name: header.name, tail, vertices, vertex_tails, transforms, transform_tails })
}

fn read_vertices(
    cursor: &mut Cursor<'_>,
    count: usize,
    sizes: RecordSizes,
    main_vertices: usize,
) -> Result<Tailed<FrameVertex>> {
    let start = cursor.offset();
    let stride = usize::from(sizes.frame_vertex);
    let label = "vertex";
    let list = match sizes.frame_vertex_form() {
        VertexForm::Numbered => bulk::records(cursor, label, count, stride, 0, |record: NarrowVertex| {
            let NarrowVertex { position, vertex, normal_index: index, pad, .. } = record;
            FrameVertex { position, vertex: vertex.into(), normal: Normal::Numbered { index, pad } }
        })?,
        VertexForm::Normal => bulk::records(cursor, label, count, stride, 1, |record: NarrowVertex| {
            let NarrowVertex { position, vertex, normal, .. } = record;
            FrameVertex { position, vertex: vertex.into(), normal: Normal::Vector(normal) }
        })?,
        VertexForm::Wide => bulk::records(cursor, label, count, stride, 0, |record: WideVertex| {
            let WideVertex { position, vertex, normal } = record;
            FrameVertex { position, vertex, normal: Normal::Vector(normal) }
        })?,
    };
    for (index, vertex) in list.0.iter().enumerate() {
        let at = start + index * stride;
        if vertex.vertex as usize >= main_vertices {
            let expected = format_args!("below {main_vertices}");
            cursor.report.habit(&FRAME_VERTEX, at + 12, expected, vertex.vertex);
        }
        if vertex.normal.is_odd() {
            cursor.report.note(&NORMAL, at + 14, "a number below 162", format_args!("{:?}", vertex.normal));
        }
    }
    Ok(list)
}

pub(crate) fn verdict(frame: &Frame, sizes: RecordSizes) -> Verdict {
    let form = sizes.frame_vertex_form();
    let tails = [
        (frame.tail.len(), usize::from(sizes.frame) - FrameRecord::SIZES[0]),
        (frame.vertex_tails.len(), frame.vertices.len() * sizes.frame_vertex_tail()),
        (frame.transform_tails.len(), frame.transforms.len() * sizes.transform_tail()),
    ];
    if let Some((found, expected)) = tails.into_iter().find(|(found, expected)| found != expected) {
        return refuse(format!("{expected} bytes behind the known fields"), format!("{found}"));
    }
    for vertex in &frame.vertices {
        verdict_on_normal(vertex.normal, form)?;
        if form != VertexForm::Wide && u16::try_from(vertex.vertex).is_err() {
            return refuse(
                "a vertex below 65536, or frame vertex records of 28 bytes",
                vertex.vertex.to_string(),
            );
        }
    }
    Ok(())
}

/// Writes a frame that [`verdict`] accepts.
pub(crate) fn put(writer: &mut Writer, frame: &Frame, sizes: RecordSizes) {
    let header = FrameRecord {
        name: frame.name,
        vertices: frame.vertices.len() as i32,
        transforms: frame.transforms.len() as i32,
    };
    writer.record(&header, 0);
    writer.raw(&frame.tail);
    let tail = sizes.frame_vertex_tail();
    let form = sizes.frame_vertex_form();
    if form == VertexForm::Wide {
        let records = frame.vertices.iter().map(|vertex| WideVertex {
            position: vertex.position,
            vertex: vertex.vertex,
            normal: vertex.normal.direction(),
        });
        bulk::put_records(writer, 0, tail, &frame.vertex_tails, records);
    } else {
        let records = frame.vertices.iter().map(|vertex| {
            let FrameVertex { position, vertex, normal } = *vertex;
            let vertex = vertex as u16;
            match normal {
                Normal::Numbered { index: normal_index, pad } => {
                    NarrowVertex { position, vertex, normal_index, pad, normal: [0.0; 3] }
                }
                Normal::Vector(normal) => NarrowVertex { position, vertex, normal_index: 0, pad: 0, normal },
            }
        });
        let column = if form == VertexForm::Numbered { 0 } else { 1 };
        bulk::put_records(writer, column, tail, &frame.vertex_tails, records);
    }
    let records = frame.transforms.iter().map(|transform| {
        let Transform { matrix, bone, pad } = *transform;
        TransformRecord { matrix, bone, pad }
    });
    bulk::put_records(writer, 0, sizes.transform_tail(), &frame.transform_tails, records);
}
