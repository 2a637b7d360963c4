//! Bones and their tracks. Source: `docs/spec/everquest/writing.md`,
//! "7. Characters".

use binary::Result;
use everquest::wld::tracks::{QUATERNION_ONE, track_flags};
use everquest::wld::{Body, Bone, Builder, Reference, ShortFrame, Track, TrackDef};
use glam::{Quat, Vec3};

/// How long a frame of an animation is shown.
pub(super) const FRAME_MS: u32 = 100;

/// Where a bone is in its parent.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Pose {
    pub turn: Quat,
    pub place: Vec3,
}

impl Pose {
    pub const fn at(place: Vec3) -> Self {
        Pose { turn: Quat::IDENTITY, place }
    }

    /// As files store it.
    fn frame(&self) -> ShortFrame {
        let [x, y, z, w] = self.turn.to_array();
        let fine = |part: f32, one: f32| (part * one).round() as i16;
        ShortFrame {
            rotation: [w, x, y, z].map(|part| fine(part, QUATERNION_ONE)),
            translation: self.place.to_array().map(|part| fine(part, 256.0)),
            scale: 256,
        }
    }
}

/// A turn about an axis, the same on every machine.
pub(super) fn about(axis: Vec3, angle: f32) -> Quat {
    let (sin, cos) = libm::sincosf(angle / 2.0);
    Quat::from_xyzw(axis.x * sin, axis.y * sin, axis.z * sin, cos)
}

/// Adds a track by its name without `_TRACK`: several frames, or one that stays.
pub(super) fn track(builder: &mut Builder, name: &str, poses: &[Pose]) -> Result<Reference> {
    let mut frames: Vec<ShortFrame> = poses.iter().map(Pose::frame).collect();
    if frames.iter().all(|frame| Some(frame) == frames.first()) {
        frames.truncate(1);
    }
    let moves = frames.len() > 1;
    let definition = builder.name(&format!("{name}_TRACKDEF"))?;
    let definition = builder.add(Body::TrackDef(TrackDef::new(definition, frames)));
    let name = builder.name(&format!("{name}_TRACK"))?;
    let flags = if moves { track_flags::SLEEP | track_flags::INTERPOLATE } else { track_flags::INTERPOLATE };
    let sleep_ms = moves.then_some(FRAME_MS);
    Ok(builder.add(Body::Track(Track { name, definition, flags, sleep_ms })))
}

/// The bones of an object that turns about its x axis: one that stands, and one
/// that carries the mesh.
pub(super) fn turning(builder: &mut Builder, name: &str, mesh: Reference, frames: u32) -> Result<Vec<Bone>> {
    let turn = |frame: u32| Pose {
        turn: about(Vec3::X, std::f32::consts::TAU * frame as f32 / frames as f32),
        place: Vec3::ZERO,
    };
    let moving: Vec<Pose> = (0..frames).map(turn).collect();
    let root = track(builder, name, &[Pose::at(Vec3::ZERO)])?;
    let hub = track(builder, &format!("{name}HUB"), &moving)?;
    let bone = |name: Reference, track: Reference, attachment: Reference, children: Vec<u32>| Bone {
        name,
        track,
        attachment,
        children,
        ..Bone::default()
    };
    let names = [builder.name(&format!("{name}_DAG"))?, builder.name(&format!("{name}HUB_DAG"))?];
    Ok(vec![bone(names[0], root, Reference::NONE, vec![1]), bone(names[1], hub, mesh, Vec::new())])
}
