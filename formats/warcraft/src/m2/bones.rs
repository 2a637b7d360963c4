//! The skeleton. Source: `docs/spec/m2.md`, "5. Bones".

use super::codes::{BONE_CYCLE, BONE_FLAG, BONE_PARENT};
use super::quaternion;
use super::sink::Sink;
use super::source::{Entry, Source};
use super::track::{Form, Track, TrackHead};
use crate::numbers;
use binary::{Report, Segment, record};
use serde::{Deserialize, Serialize};

/// Stands for no parent.
pub const NO_PARENT: i16 = -1;

/// Bits of [`Bone::flags`].
pub mod flags {
    /// Does not follow the parent's translation.
    pub const IGNORE_TRANSLATION: u32 = 0x1;
    /// Does not follow the parent's scale.
    pub const IGNORE_SCALE: u32 = 0x2;
    /// Does not follow the parent's rotation.
    pub const IGNORE_ROTATION: u32 = 0x4;
    /// Faces the camera.
    pub const BILLBOARD: u32 = 0x8;
    /// Turns about X to face the camera.
    pub const BILLBOARD_X: u32 = 0x10;
    /// Turns about Y to face the camera.
    pub const BILLBOARD_Y: u32 = 0x20;
    /// Turns about Z to face the camera.
    pub const BILLBOARD_Z: u32 = 0x40;
    /// One of the tracks has a key.
    pub const ANIMATED: u32 = 0x200;
}

/// A joint of the skeleton.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Bone {
    /// Which well-known bone it is, or -1.
    pub key_bone: i32,
    /// See [`flags`].
    pub flags: u32,
    /// Number of the parent bone, or [`NO_PARENT`].
    pub parent: i16,
    /// A small number without a known use.
    pub submesh: u16,
    /// New in client 2.x; 0 before.
    #[serde(default)]
    pub name_hash: u32,
    /// In yards.
    pub translation: Track<[f32; 3]>,
    /// See [`Rotation`].
    pub rotation: Rotation,
    /// 1 for the size at rest.
    pub scale: Track<[f32; 3]>,
    /// What it turns about, in the model's space at rest.
    #[serde(with = "numbers")]
    pub pivot: [f32; 3],
}

/// Rotations of a bone: quaternions x, y, z, w.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Rotation {
    /// Of client 1.x.
    Full(Track<[f32; 4]>),
    /// Of client 2.x, see [`quaternion`].
    Packed(Track<[i16; 4]>),
}

impl Default for Rotation {
    fn default() -> Self {
        Rotation::Full(Track::default())
    }
}

impl Rotation {
    /// How many keys have a time and a value.
    pub fn len(&self) -> usize {
        match self {
            Rotation::Full(track) => track.len(),
            Rotation::Packed(track) => track.len(),
        }
    }

    /// True without any key.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The quaternion of a key.
    pub fn value(&self, key: usize) -> Option<[f32; 4]> {
        match self {
            Rotation::Full(track) => track.value(key),
            Rotation::Packed(track) => track.value(key).map(quaternion::unpack),
        }
    }

    /// All times, and the quaternions with their tangents as [`Track::values`] has them.
    pub fn to_full(&self) -> Track<[f32; 4]> {
        match self {
            Rotation::Full(track) => track.clone(),
            Rotation::Packed(track) => convert(track, quaternion::unpack),
        }
    }

    /// As [`Rotation::to_full`], in the packed form.
    pub fn to_packed(&self) -> Track<[i16; 4]> {
        match self {
            Rotation::Full(track) => convert(track, quaternion::pack),
            Rotation::Packed(track) => track.clone(),
        }
    }

    fn has_values(&self) -> bool {
        match self {
            Rotation::Full(track) => !track.values.is_empty(),
            Rotation::Packed(track) => !track.values.is_empty(),
        }
    }
}

fn convert<S: Copy, T>(track: &Track<S>, convert: impl Fn(S) -> T) -> Track<T> {
    Track {
        interpolation: track.interpolation,
        global_sequence: track.global_sequence,
        ranges: track.ranges.clone(),
        times: track.times.clone(),
        values: track.values.iter().copied().map(convert).collect(),
        tangents: track.tangents,
    }
}

impl Default for Bone {
    fn default() -> Self {
        Bone {
            key_bone: -1,
            flags: 0,
            parent: NO_PARENT,
            submesh: 0,
            name_hash: 0,
            translation: Track::default(),
            rotation: Rotation::default(),
            scale: Track::default(),
            pivot: [0.0; 3],
        }
    }
}

record! {
    pub(crate) struct BoneRecord in "warcraft.m2.bone" sizes [108, 112] {
        // Columns: client 1.x; 2.x.
        key_bone: i32 [0, 0],
        flags: u32 [4, 4],
        parent: i16 [8, 8],
        submesh: u16 [10, 10],
        name_hash: u32 [_, 12],
        translation: TrackHead [12, 16],
        rotation: TrackHead [40, 44],
        scale: TrackHead [68, 72],
        pivot: [f32; 3] [96, 100],
    }
}

impl Entry for Bone {
    type Record = BoneRecord;

    fn open(record: BoneRecord, source: &mut Source<'_>) -> Self {
        let BoneRecord { key_bone, flags, parent, submesh, name_hash, translation, rotation, scale, pivot } =
            record;
        let bone = Bone {
            key_bone,
            flags,
            parent,
            submesh,
            name_hash,
            translation: Track::open(&translation, source, "translation", Form::Usual),
            rotation: if source.column == 0 {
                Rotation::Full(Track::open(&rotation, source, "rotation", Form::Usual))
            } else {
                Rotation::Packed(Track::open(&rotation, source, "rotation", Form::Usual))
            },
            scale: Track::open(&scale, source, "scale", Form::Usual),
            pivot,
        };
        if source.column == 0 && bone.is_animated() != (flags & flags::ANIMATED != 0) {
            let (place, wanted) = (source.place, flags ^ flags::ANIMATED);
            // All known files keep to it, but all of them passed through tools.
            source.report().note(
                &BONE_FLAG,
                place + 4,
                format_args!("0x{wanted:x}"),
                format_args!("0x{flags:x}"),
            );
        }
        bone
    }
}

impl Bone {
    /// True when one of the tracks has a value.
    pub fn is_animated(&self) -> bool {
        !self.translation.values.is_empty() || self.rotation.has_values() || !self.scale.values.is_empty()
    }

    pub(crate) fn lay(&self, sink: &mut impl Sink) -> BoneRecord {
        BoneRecord {
            key_bone: self.key_bone,
            flags: self.flags,
            parent: self.parent,
            submesh: self.submesh,
            name_hash: self.name_hash,
            translation: self.translation.lay(sink),
            rotation: match &self.rotation {
                Rotation::Full(track) => track.lay(sink),
                Rotation::Packed(track) => track.lay(sink),
            },
            scale: self.scale.lay(sink),
            pivot: self.pivot,
        }
    }
}

/// The parent of each bone; `None` for roots, for parents that do not exist and for the first bone
/// of each cycle.
pub(crate) fn parents(bones: &[Bone]) -> Vec<Option<usize>> {
    #[derive(Clone, Copy, PartialEq)]
    enum State {
        New,
        OnPath,
        Done,
    }
    let there = |bone: &Bone| usize::try_from(bone.parent).ok().filter(|parent| *parent < bones.len());
    let mut parents: Vec<Option<usize>> = bones.iter().map(there).collect();
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

/// Reports parents that do not exist, and rings; `start` is the offset of the table.
pub(crate) fn check(bones: &[Bone], start: usize, size: usize, report: &mut Report) {
    let sound = parents(bones);
    for (index, (bone, parent)) in bones.iter().zip(sound).enumerate() {
        if parent.is_some() || bone.parent == NO_PARENT {
            continue;
        }
        report.enter(Segment::at("bone", index));
        let at = start + index * size + 8;
        if usize::try_from(bone.parent).is_ok_and(|parent| parent < bones.len()) {
            report.habit(&BONE_CYCLE, at, "a bone that does not hang on this one", bone.parent);
        } else {
            report.habit(
                &BONE_PARENT,
                at,
                format_args!("-1, or a number below {}", bones.len()),
                bone.parent,
            );
        }
        report.leave();
    }
}
