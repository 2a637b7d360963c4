//! Bones, what they carry, and how they move. Source: `docs/spec/m2.md`, "5. Bones" and "6. Vertex".

use super::tracks::{Keys, Room, sizes, turn, way};
use glam::{Quat, Vec3};
use std::borrow::Cow;
use warcraft::m2::{self, Rotation, Sequence, Track, bone_flags};
use world::{Bone, BoneFacing, BoneManner, BoneTrack, Frame, Influence, Point, Skeleton, TransformCurves};

/// Well-known bones by their numbers; others are only numbered.
const KEY_BONES: [&str; 27] = [
    "left arm",
    "right arm",
    "left shoulder",
    "right shoulder",
    "lower spine",
    "waist",
    "head",
    "jaw",
    "right index finger",
    "right middle finger",
    "right little finger",
    "right ring finger",
    "right thumb",
    "left index finger",
    "left middle finger",
    "left little finger",
    "left ring finger",
    "left thumb",
    "$BTH",
    "$CSR",
    "$CSL",
    "breath",
    "name",
    "name when mounted",
    "$CHD",
    "$CCH",
    "root",
];

/// Flags of bones that carry their points by more than their own keys.
const FACING: u32 =
    bone_flags::BILLBOARD | bone_flags::BILLBOARD_X | bone_flags::BILLBOARD_Y | bone_flags::BILLBOARD_Z;

/// True when nothing of a model can move.
pub(super) fn are_still(model: &m2::Model) -> bool {
    model.bones.iter().all(|bone| !bone.is_animated() && bone.flags & FACING == 0)
}

/// The points of a model.
pub(super) fn points(model: &m2::Model, frame: &Frame) -> Vec<Point> {
    let number = |axis: f32| if axis.is_finite() { axis } else { 0.0 };
    let point = |vertex: &m2::Vertex| Point {
        position: frame.to_engine(Vec3::from(vertex.position.map(number))),
        normal: frame.to_engine(Vec3::from(vertex.normal.map(number))).normalize_or(Vec3::Y),
    };
    model.vertices.iter().map(point).collect()
}

/// The skeleton with the points that it carries.
pub(super) fn skeleton(model: &m2::Model, frame: &Frame) -> Skeleton {
    let parents = model.bone_parents();
    let bones = (0..).zip(&model.bones).map(|(index, bone): (usize, _)| Bone {
        name: name(index, bone).into(),
        parent: parents.get(index).copied().flatten().and_then(|parent| u32::try_from(parent).ok()),
        pivot: frame.to_engine(Vec3::from(bone.pivot.map(|axis| if axis.is_finite() { axis } else { 0.0 }))),
    });
    let carried = (0..).zip(&model.vertices).flat_map(|(point, vertex)| {
        let weights = vertex.bones.into_iter().zip(vertex.weights).filter(|(_, weight)| *weight > 0);
        weights.map(move |(bone, weight)| Influence { point, bone: bone.into(), weight: weight.into() })
    });
    let manners = model.bones.iter().map(|bone| manner(bone, frame)).collect();
    // Parents are sound: rings and bones without an end were cut open.
    let skeleton = Skeleton::new(bones.collect(), carried.collect()).unwrap_or_default();
    skeleton.with_manners(manners)
}

fn name(index: usize, bone: &m2::Bone) -> Cow<'static, str> {
    let known = usize::try_from(bone.key_bone).ok().and_then(|key| KEY_BONES.get(key));
    known.map_or_else(|| format!("bone {index}").into(), |name| (*name).into())
}

fn manner(bone: &m2::Bone, frame: &Frame) -> BoneManner {
    let has = |flag: u32| bone.flags & flag != 0;
    let about = |axis: usize| {
        [BoneFacing::AboutX, BoneFacing::AboutY, BoneFacing::AboutZ][frame.engine_axis(axis).min(2)]
    };
    let facing = if has(bone_flags::BILLBOARD) {
        Some(BoneFacing::Fully)
    } else if has(bone_flags::BILLBOARD_X) {
        Some(about(0))
    } else if has(bone_flags::BILLBOARD_Y) {
        Some(about(1))
    } else if has(bone_flags::BILLBOARD_Z) {
        Some(about(2))
    } else {
        None
    };
    BoneManner {
        facing,
        own_translation: has(bone_flags::IGNORE_TRANSLATION),
        own_scale: has(bone_flags::IGNORE_SCALE),
        own_rotation: has(bone_flags::IGNORE_ROTATION),
    }
}

/// The tracks of one bone.
struct Moved<'m> {
    bone: u32,
    translation: Keys<'m, Vec3>,
    rotation: Keys<'m, Quat>,
    scale: Keys<'m, Vec3>,
}

/// The tracks of all bones that have any.
pub(super) struct Movement<'m>(Vec<Moved<'m>>);

impl<'m> Movement<'m> {
    pub fn new(model: &'m m2::Model, frame: &Frame) -> Self {
        let globals = &model.global_sequences;
        let moved =
            (0..).zip(&model.bones).filter(|(_, bone)| bone.is_animated()).map(|(number, bone)| Moved {
                bone: number,
                translation: Keys::new(&bone.translation, globals, Vec3::ZERO, way(frame)),
                rotation: rotation(&bone.rotation, globals, frame),
                scale: Keys::new(&bone.scale, globals, Vec3::ONE, sizes(frame)),
            });
        Movement(moved.collect())
    }

    /// What the bones do in a sequence.
    pub fn tracks(&self, index: usize, sequence: &Sequence, room: &mut Room) -> Vec<BoneTrack> {
        let mut track = |moved: &Moved<'_>| BoneTrack {
            bone: moved.bone,
            curves: TransformCurves {
                translation: moved.translation.curve(index, sequence, room),
                rotation: moved.rotation.curve(index, sequence, room),
                scale: moved.scale.curve(index, sequence, room),
            },
        };
        let moves = |curves: &TransformCurves| {
            !(curves.translation.is_empty() && curves.rotation.is_empty() && curves.scale.is_empty())
        };
        self.0.iter().map(&mut track).filter(|track| moves(&track.curves)).collect()
    }
}

/// The turns of a bone in either form.
fn rotation<'m>(rotation: &'m Rotation, globals: &[u32], frame: &Frame) -> Keys<'m, Quat> {
    let turned = turn(frame);
    let keys = match rotation {
        Rotation::Full(track) => Keys::new(track, globals, Quat::IDENTITY, turned),
        Rotation::Packed(track) => packed(track, globals, turned),
    };
    // Sixteen bits do not hold a length of one.
    keys.mapped(Quat::normalize)
}

fn packed<'m>(
    track: &'m Track<[i16; 4]>,
    globals: &[u32],
    turned: impl Fn([f32; 4]) -> Quat,
) -> Keys<'m, Quat> {
    Keys::new(track, globals, Quat::IDENTITY, |packed| turned(m2::quaternion::unpack(packed)))
}
