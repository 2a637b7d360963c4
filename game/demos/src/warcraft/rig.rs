//! Bones and how they move: poses at moments, laid out on the one time line that all animations of a model
//! share. Source: `docs/spec/m2.md`, "3. Track", "4. Sequence" and "5. Bones".

use super::shape::Shape;
use glam::{Affine3A, Quat, Vec3};
use warcraft::m2::{
    Bone, Bounds, NO_PARENT, NO_VARIATION, Rotation, Sequence, Track, interpolation, quaternion,
    sequence_flags,
};

/// Milliseconds before the first animation and between two.
const GAP: u32 = 3333;
/// All variations of an animation together.
const ALWAYS: i16 = i16::MAX;

/// A bone at rest.
#[derive(Clone, Copy, Debug)]
pub(super) struct Joint {
    pub parent: Option<usize>,
    pub pivot: Vec3,
    /// Its number among the well-known bones, or -1.
    pub key: i32,
    pub flags: u32,
}

pub(super) const fn joint(parent: Option<usize>, pivot: [f32; 3]) -> Joint {
    Joint { parent, pivot: Vec3::from_array(pivot), key: -1, flags: 0 }
}

impl Joint {
    pub const fn known_as(self, key: i32) -> Joint {
        Joint { key, ..self }
    }

    pub const fn with(self, flags: u32) -> Joint {
        Joint { flags, ..self }
    }
}

/// A turn about an axis.
pub(super) fn about(axis: Vec3, angle: f32) -> Quat {
    let (sin, cos) = libm::sincosf(angle / 2.0);
    Quat::from_xyzw(axis.x * sin, axis.y * sin, axis.z * sin, cos)
}

/// A turn in the numbers that the files of both clients can hold.
pub(super) fn held(turn: Quat) -> [f32; 4] {
    quaternion::unpack(quaternion::pack(turn.to_array()))
}

/// How each bone is moved, turned and scaled in its parent.
#[derive(Clone, Debug)]
pub(super) struct Pose {
    pub moves: Vec<Vec3>,
    pub turns: Vec<Quat>,
    pub sizes: Vec<Vec3>,
}

impl Pose {
    pub fn rest(bones: usize) -> Pose {
        Pose {
            moves: vec![Vec3::ZERO; bones],
            turns: vec![Quat::IDENTITY; bones],
            sizes: vec![Vec3::ONE; bones],
        }
    }

    pub fn turn(&mut self, bone: usize, turn: Quat) {
        self.turns[bone] = turn;
    }

    /// What a bone does to points at rest. Source: `docs/spec/m2.md`, "5. Bones".
    pub fn carried(&self, joints: &[Joint], bone: usize) -> Affine3A {
        let joint = joints[bone];
        let above = joint.parent.map_or(Affine3A::IDENTITY, |parent| self.carried(joints, parent));
        let own = Affine3A::from_scale_rotation_translation(
            self.sizes[bone],
            self.turns[bone],
            joint.pivot + self.moves[bone],
        );
        above * own * Affine3A::from_translation(-joint.pivot)
    }
}

/// An animation: how long it is, and the pose at a part of it, 0 to 1.
pub(super) struct Movement {
    pub id: u16,
    pub variation: u16,
    /// Share of the times at which this variation is chosen, of 32767.
    pub frequency: i16,
    pub milliseconds: u32,
    /// How many pieces it has between keys.
    pub steps: u32,
    /// Yards a second that it is made for.
    pub speed: f32,
    pub looping: bool,
    /// Milliseconds in which it takes over.
    pub blend: u32,
    pub pose: fn(f32) -> Pose,
}

impl Movement {
    pub const fn new(id: u16, milliseconds: u32, steps: u32, pose: fn(f32) -> Pose) -> Movement {
        Movement {
            id,
            variation: 0,
            frequency: ALWAYS,
            milliseconds,
            steps,
            speed: 0.0,
            looping: true,
            blend: 150,
            pose,
        }
    }

    pub const fn at_speed(self, speed: f32) -> Movement {
        Movement { speed, ..self }
    }

    pub const fn once(self) -> Movement {
        Movement { looping: false, ..self }
    }

    pub const fn variation(self, variation: u16, frequency: i16) -> Movement {
        Movement { variation, frequency, ..self }
    }
}

/// What a model's animations come to.
pub(super) struct Baked {
    pub bones: Vec<Bone>,
    pub sequences: Vec<Sequence>,
}

/// Lays animations out on the time line; the boxes of sequences are those of the shape.
pub(super) fn bake(joints: &[Joint], movements: &[Movement], shape: &Shape) -> Baked {
    let mut sequences: Vec<Sequence> = Vec::new();
    let mut poses: Vec<Vec<(u32, Pose)>> = Vec::new();
    let mut start = GAP;
    for (index, movement) in movements.iter().enumerate() {
        let Movement { milliseconds, steps, .. } = *movement;
        let frames: Vec<(u32, Pose)> = (0..=steps)
            .map(|step| (start + milliseconds * step / steps, (movement.pose)(step as f32 / steps as f32)))
            .collect();
        let bounds = reach(joints, shape, &frames);
        let later = movements.iter().enumerate().skip(index + 1);
        let next = later.clone().find(|(_, other)| other.id == movement.id).map(|(next, _)| next as i16);
        let [min, max] = [bounds.min, bounds.max];
        sequences.push(Sequence {
            id: movement.id,
            variation: movement.variation,
            start,
            end: start + milliseconds,
            speed: movement.speed,
            flags: if movement.looping { 0 } else { sequence_flags::NOT_LOOPING },
            frequency: movement.frequency,
            blend_time: movement.blend,
            bounds: [min[0], min[1], min[2], max[0], max[1], max[2]],
            radius: bounds.radius,
            next: next.unwrap_or(NO_VARIATION),
            alias: index as u16,
            ..Sequence::default()
        });
        poses.push(frames);
        start += milliseconds + GAP;
    }
    let bones = joints.iter().enumerate().map(|(number, joint)| {
        let keys = |pick: &dyn Fn(&Pose) -> Vec3| -> Vec<Vec<(u32, [f32; 3])>> {
            let of = |frames: &Vec<(u32, Pose)>| {
                frames.iter().map(|(time, pose)| (*time, pick(pose).to_array())).collect()
            };
            poses.iter().map(of).collect()
        };
        let turns: Vec<Vec<(u32, [f32; 4])>> = poses.iter().map(|frames| turns(frames, number)).collect();
        Bone {
            key_bone: joint.key,
            flags: joint.flags,
            parent: joint.parent.map_or(NO_PARENT, |parent| parent as i16),
            translation: track(&keys(&|pose| pose.moves[number]), [0.0; 3]),
            rotation: Rotation::Full(track(&turns, [0.0, 0.0, 0.0, 1.0])),
            scale: track(&keys(&|pose| pose.sizes[number]), [1.0; 3]),
            pivot: joint.pivot.to_array(),
            ..Bone::default()
        }
    });
    Baked { bones: bones.collect(), sequences }
}

/// The turns of a bone, each on the near side of the one before.
fn turns(frames: &[(u32, Pose)], bone: usize) -> Vec<(u32, [f32; 4])> {
    let mut last = Quat::IDENTITY;
    let near = |(time, pose): &(u32, Pose)| {
        let turn = pose.turns[bone].normalize();
        last = if turn.dot(last) < 0.0 { -turn } else { turn };
        (*time, held(last))
    };
    frames.iter().map(near).collect()
}

/// The box of a shape in some poses.
fn reach(joints: &[Joint], shape: &Shape, frames: &[(u32, Pose)]) -> Bounds {
    let mut points = Vec::new();
    for (_, pose) in frames {
        let carried: Vec<Affine3A> = (0..joints.len()).map(|bone| pose.carried(joints, bone)).collect();
        points.extend(shape.points.iter().map(|point| {
            let pairs = point.hold.bones.iter().zip(point.hold.weights).filter(|(_, weight)| *weight > 0);
            let parts = pairs.map(|(bone, weight)| {
                carried[usize::from(*bone)].transform_point3(point.place) * (f32::from(weight) / 255.0)
            });
            parts.sum::<Vec3>().to_array()
        }));
    }
    Bounds::of(points.iter().copied())
}

/// The keys of all animations as one track; none where nothing moves. Where a bone stands still in an animation, only
/// both ends have a key.
pub(super) fn track<const N: usize>(keys: &[Vec<(u32, [f32; N])>], rest: [f32; N]) -> Track<[f32; N]> {
    let same = |a: &[f32; N], b: &[f32; N]| a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-5);
    if keys.iter().flatten().all(|(_, value)| same(value, &rest)) {
        return Track::default();
    }
    let mut track = Track { interpolation: interpolation::LINEAR, ..Track::default() };
    for keys in keys {
        let first = track.times.len() as u32;
        let [Some(start), Some(end)] = [keys.first(), keys.last()] else { continue };
        let still = keys.iter().all(|(_, value)| same(value, &start.1));
        let ends = [*start, *end];
        for (time, value) in if still { ends.as_slice() } else { keys.as_slice() } {
            track.times.push(*time);
            track.values.push(*value);
        }
        track.ranges.push([first, track.times.len() as u32 - 1]);
    }
    // One range more than there are sequences, as in known files.
    track.ranges.push([0, 0]);
    track
}
