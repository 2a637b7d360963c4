//! The skeleton. Source: `docs/spec/gamestudio.md`, "4.1 Bone".

use super::codes::{BONE_CYCLE, BONE_PARENT};
use super::{RecordSizes, Verdict, refuse};
use crate::bulk;
use crate::text::LongText;
use binary::{Cursor, Result, Segment, Writer, record};
use serde::{Deserialize, Serialize};

/// Stands for no bone.
pub const NO_BONE: u16 = 0xFFFF;

/// A joint of the skeleton.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Bone {
    /// Number of its parent bone, or [`NO_BONE`].
    pub parent: u16,
    /// 0 in known files.
    pub unused: u16,
    /// Position at rest, in quants, relative to the parent.
    pub position: [f32; 3],
    /// At most as many bytes as records have behind the first 16.
    pub name: LongText,
}

record! {
    struct BoneRecord in "gamestudio.mdl7.bone" sizes [16] {
        parent: u16 [0],
        unused: u16 [2],
        position: [f32; 3] [4],
    }
}

const SIZE: usize = 16;

pub(crate) fn read(cursor: &mut Cursor<'_>, count: usize, sizes: RecordSizes) -> Result<Vec<Bone>> {
    let start = cursor.offset();
    let stride = usize::from(sizes.bone);
    let (mut bones, names) = bulk::records(cursor, "bone", count, stride, 0, |record: BoneRecord| Bone {
        parent: record.parent,
        unused: record.unused,
        position: record.position,
        name: LongText::default(),
    })?;
    if stride > SIZE {
        for (bone, name) in bones.iter_mut().zip(names.chunks_exact(stride - SIZE)) {
            bone.name = LongText::from_bytes(name);
        }
    }
    let sound = parents(&bones);
    for (index, bone) in bones.iter().enumerate().filter(|(index, _)| sound.get(*index) == Some(&None)) {
        let at = start + index * stride;
        if bone.parent == NO_BONE {
            continue;
        }
        cursor.report.enter(Segment::at("bone", index));
        if usize::from(bone.parent) >= count {
            let expected = format_args!("{NO_BONE} or a number below {count}");
            cursor.report.habit(&BONE_PARENT, at, expected, bone.parent);
        } else {
            cursor.report.habit(&BONE_CYCLE, at, "a bone that does not hang on this one", bone.parent);
        }
        cursor.report.leave();
    }
    Ok(bones)
}

/// The parent of each bone; `None` for parents that do not exist and for the first bone of each
/// cycle.
pub(crate) fn parents(bones: &[Bone]) -> Vec<Option<usize>> {
    #[derive(Clone, Copy, PartialEq)]
    enum State {
        New,
        OnPath,
        Done,
    }
    let mut parents: Vec<Option<usize>> = bones
        .iter()
        .map(|bone| Some(usize::from(bone.parent)).filter(|parent| *parent < bones.len()))
        .collect();
    let mut states = vec![State::New; bones.len()];
    let mut path = Vec::new();
    for start in 0..bones.len() {
        let mut at = start;
        while states[at] == State::New {
            states[at] = State::OnPath;
            path.push(at);
            match parents[at] {
                Some(parent) if states[parent] == State::OnPath => parents[at] = None,
                Some(parent) => at = parent,
                None => {}
            }
        }
        for bone in path.drain(..) {
            states[bone] = State::Done;
        }
    }
    parents
}

pub(crate) fn verdict(bones: &[Bone], sizes: RecordSizes) -> Verdict {
    let room = usize::from(sizes.bone).saturating_sub(SIZE);
    match bones.iter().enumerate().find(|(_, bone)| bone.name.bytes().len() > room) {
        Some((index, bone)) => refuse(
            format!("names of bones of at most {room} bytes, as the record size says"),
            format!("bone {index} \"{}\"", bone.name),
        ),
        // NULs at the end are no part of a name; a name with them would be read without.
        None if bones.iter().any(|bone| bone.name.bytes().last() == Some(&0)) => {
            refuse("names of bones without NULs at the end", "a NUL")
        }
        None => Ok(()),
    }
}

pub(crate) fn put(writer: &mut Writer, bones: &[Bone], sizes: RecordSizes) {
    let room = usize::from(sizes.bone).saturating_sub(SIZE);
    for bone in bones {
        writer.record(&BoneRecord { parent: bone.parent, unused: bone.unused, position: bone.position }, 0);
        writer.raw(bone.name.bytes());
        writer.raw(&vec![0; room.saturating_sub(bone.name.bytes().len())]);
    }
}
