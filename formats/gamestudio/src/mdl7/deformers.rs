//! Deformers: how much each vertex follows which bones. They follow all groups. Source:
//! `docs/spec/gamestudio.md`, "4.7 Deformers".

use super::codes::{
    COUNT, DEFORMER_BONE, DEFORMER_GROUP, DEFORMER_KIND, DEFORMER_SIZE, DEFORMER_SMALL, DEFORMER_VERTEX,
};
use super::{Verdict, refuse};
use crate::bulk;
use crate::packed;
use crate::text::Text;
use binary::{Code, Cursor, Record, Result, Segment, Writer, record};
use serde::{Deserialize, Serialize};

/// One deformer of a group.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Deformer {
    /// 0.
    pub version: u8,
    /// 0 for bones.
    pub kind: u8,
    /// 0 in known files.
    pub unused: [u8; 2],
    /// Number of the group it belongs to.
    pub group: i32,
    /// The size stored in the file, if it is not that of the deformer.
    pub odd_size: Option<i32>,
    /// What it does.
    pub deformation: Deformation,
}

/// What a deformer does.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[serde(rename_all = "lowercase")]
pub enum Deformation {
    /// Kind 0: vertices follow bones.
    Bones(Vec<Element>),
    /// Another kind, kept as it is.
    Unknown {
        /// As stated.
        elements: i32,
        /// What follows the header.
        #[serde(with = "packed")]
        bytes: Vec<u8>,
    },
}

/// A bone and what follows it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Element {
    /// Number of the bone.
    pub bone: i32,
    /// Its name.
    pub name: Text<20>,
    /// The vertices that follow it.
    pub weights: Vec<Weight>,
}

/// How much a vertex follows a bone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Weight {
    /// Number of a main vertex of the group.
    pub vertex: i32,
    /// 0 to 1; all of one vertex make 1.
    pub weight: f32,
}

record! {
    struct DeformerRecord in "gamestudio.mdl7.deformer" sizes [16] {
        version: u8 [0] must 0,
        kind: u8 [1],
        unused: [u8; 2] [2],
        group: i32 [4],
        elements: i32 [8],
        size: i32 [12],
    }
}

record! {
    struct ElementRecord in "gamestudio.mdl7.element" sizes [28] {
        bone: i32 [0],
        name: Text<20> [4],
        weights: i32 [24],
    }
}

record! {
    struct WeightRecord in "gamestudio.mdl7.weight" sizes [8] {
        vertex: i32 [0],
        weight: f32 [4],
    }
}

/// Codes of the required values.
pub(crate) const RECORD_CODES: &[&Code] = DeformerRecord::CODES;

const HEADER: usize = 16;

fn is_below(number: i32, count: usize) -> bool {
    usize::try_from(number).is_ok_and(|number| number < count)
}

pub(crate) fn read(cursor: &mut Cursor<'_>, group: usize, vertices: usize, bones: usize) -> Result<Deformer> {
    let at = cursor.offset();
    let header: DeformerRecord = cursor.record(0)?;
    if usize::try_from(header.group) != Ok(group) {
        cursor.report.habit(&DEFORMER_GROUP, at + 4, group, header.group);
    }
    let mut odd_size = None;
    let deformation = if header.kind == 0 {
        let Ok(count) = usize::try_from(header.elements) else {
            return Err(cursor.report.broken(&COUNT, at + 8, "0 or more", header.elements));
        };
        cursor.expect_items(count, ElementRecord::SIZES[0], "elements")?;
        let mut elements = Vec::with_capacity(count);
        for index in 0..count {
            let segment = Segment::at("element", index);
            elements.push(cursor.within(segment, |cursor| element(cursor, vertices, bones))?);
        }
        let size = cursor.offset() - at;
        if usize::try_from(header.size) != Ok(size) {
            cursor.report.habit(&DEFORMER_SIZE, at + 12, size, header.size);
            odd_size = Some(header.size);
        }
        Deformation::Bones(elements)
    } else {
        cursor.report.habit(&DEFORMER_KIND, at + 1, 0, header.kind);
        let Some(length) = usize::try_from(header.size).ok().and_then(|size| size.checked_sub(HEADER)) else {
            return Err(cursor.report.broken(&DEFORMER_SMALL, at + 12, "16 or more", header.size));
        };
        let at = cursor.offset();
        let bytes = cursor.take(length, "an unknown deformer")?.to_vec();
        cursor.trace_bytes("bytes", at, length);
        Deformation::Unknown { elements: header.elements, bytes }
    };
    Ok(Deformer {
        version: header.version,
        kind: header.kind,
        unused: header.unused,
        group: header.group,
        odd_size,
        deformation,
    })
}

fn element(cursor: &mut Cursor<'_>, vertices: usize, bones: usize) -> Result<Element> {
    let at = cursor.offset();
    let ElementRecord { bone, name, weights } = cursor.record(0)?;
    if !is_below(bone, bones) {
        cursor.report.habit(&DEFORMER_BONE, at, format_args!("a number below {bones}"), bone);
    }
    let Ok(count) = usize::try_from(weights) else {
        return Err(cursor.report.broken(&COUNT, at + 24, "0 or more", weights));
    };
    let start = cursor.offset();
    let (weights, _) = bulk::records(cursor, "weight", count, 8, 0, |record: WeightRecord| Weight {
        vertex: record.vertex,
        weight: record.weight,
    })?;
    for (index, weight) in weights.iter().enumerate().filter(|(_, weight)| !is_below(weight.vertex, vertices))
    {
        let expected = format_args!("a number below {vertices}");
        cursor.report.habit(&DEFORMER_VERTEX, start + 8 * index, expected, weight.vertex);
    }
    Ok(Element { bone, name, weights })
}

pub(crate) fn verdict(deformer: &Deformer) -> Verdict {
    match (&deformer.deformation, deformer.kind, deformer.odd_size) {
        (Deformation::Bones(_), 0, _) | (Deformation::Unknown { .. }, 1.., None) => Ok(()),
        _ => refuse(
            "kind 0 for bones, another kind with its own size for bytes",
            format!("kind {}", deformer.kind),
        ),
    }
}

/// Writes a deformer that [`verdict`] accepts.
pub(crate) fn put(writer: &mut Writer, deformer: &Deformer) {
    let at = writer.offset();
    let elements = match &deformer.deformation {
        Deformation::Bones(elements) => elements.len() as i32,
        Deformation::Unknown { elements, .. } => *elements,
    };
    let Deformer { version, kind, unused, group, .. } = *deformer;
    writer.record(&DeformerRecord { version, kind, unused, group, elements, size: 0 }, 0);
    match &deformer.deformation {
        Deformation::Bones(elements) => {
            for element in elements {
                let weights = element.weights.len() as i32;
                writer.record(&ElementRecord { bone: element.bone, name: element.name, weights }, 0);
                let weights = element
                    .weights
                    .iter()
                    .map(|weight| WeightRecord { vertex: weight.vertex, weight: weight.weight });
                bulk::put_records(writer, 0, 0, &[], weights);
            }
        }
        Deformation::Unknown { bytes, .. } => writer.raw(bytes),
    }
    let size = writer.offset() - at;
    writer.patch(at + 12, deformer.odd_size.map_or(size as u32, i32::cast_unsigned));
}
