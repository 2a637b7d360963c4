//! What pictures are taken with, and how it follows what happens.

use crate::{NodeId, Walker};
use glam::{Mat3A, Vec3};
use serde::{Deserialize, Serialize};

/// What pictures are taken with; zones and ranges depend on it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Camera {
    /// Engine axes, the game's units.
    pub eye: Vec3,
    /// Radians about +y; 0 looks along -z.
    pub yaw: f32,
    /// Radians; positive looks up.
    pub pitch: f32,
    /// Radians about the way it looks along; positive lowers the right side: it turns clockwise, and the picture turns
    /// the other way.
    #[serde(default, skip_serializing_if = "is_upright")]
    pub roll: f32,
    /// Vertical field of view, radians.
    pub fov_y: f32,
    /// Units.
    pub near: f32,
    /// Units: what is farther is not drawn, landmarks apart.
    pub far: f32,
    /// Distances to LOD nodes are divided by it.
    pub lod_multiplier: f32,
}

fn is_upright(roll: &f32) -> bool {
    *roll == 0.0
}

impl Camera {
    /// Unit vector the camera looks along.
    pub fn forward(&self) -> Vec3 {
        self.pose().forward()
    }

    /// Where it is and looks.
    pub fn pose(&self) -> CameraPose {
        CameraPose { eye: self.eye, yaw: self.yaw, pitch: self.pitch, roll: self.roll }
    }

    /// The same camera somewhere else.
    pub fn at(&self, pose: CameraPose) -> Self {
        let CameraPose { eye, yaw, pitch, roll } = pose;
        Camera { eye, yaw, pitch, roll, ..*self }
    }

    /// Unit vector to the right of the picture.
    pub fn right(&self) -> Vec3 {
        let level = Vec3::new(libm::cosf(self.yaw), 0.0, -libm::sinf(self.yaw));
        if self.roll == 0.0 {
            return level;
        }
        level * libm::cosf(self.roll) - level.cross(self.forward()) * libm::sinf(self.roll)
    }
}

/// Where a camera is and looks.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CameraPose {
    /// Engine axes, the game's units.
    pub eye: Vec3,
    /// Radians about +y; 0 looks along -z.
    pub yaw: f32,
    /// Radians; positive looks up.
    pub pitch: f32,
    /// Radians about the way it looks along; positive lowers the right side.
    #[serde(default)]
    pub roll: f32,
}

impl CameraPose {
    /// Unit vector it looks along.
    pub fn forward(&self) -> Vec3 {
        let (sin_yaw, cos_yaw) = (libm::sinf(self.yaw), libm::cosf(self.yaw));
        let (sin_pitch, cos_pitch) = (libm::sinf(self.pitch), libm::cosf(self.pitch));
        Vec3::new(-sin_yaw * cos_pitch, sin_pitch, -cos_yaw * cos_pitch)
    }

    /// At `eye`, looking along `way`; along -z for a way without length.
    pub fn along(eye: Vec3, way: Vec3) -> Self {
        let level = libm::hypotf(way.x, way.z);
        let yaw = if level > 0.0 { libm::atan2f(-way.x, -way.z) } else { 0.0 };
        CameraPose { eye, yaw, pitch: libm::atan2f(way.y, level), roll: 0.0 }
    }

    /// At `eye`, looking along -z of a rotation, with its y up.
    pub fn of(eye: Vec3, rotation: &Mat3A) -> Self {
        let roll = libm::atan2f(-rotation.x_axis.y, rotation.y_axis.y);
        CameraPose { roll, ..CameraPose::along(eye, (-rotation.z_axis).into()) }
    }

    /// A share (0..=1) of the way to another pose: straight, and turning the
    /// short way.
    pub fn toward(&self, to: &CameraPose, share: f32) -> Self {
        if share >= 1.0 {
            return *to;
        }
        CameraPose {
            eye: self.eye.lerp(to.eye, share),
            yaw: self.yaw + short_way(to.yaw - self.yaw) * share,
            pitch: self.pitch + (to.pitch - self.pitch) * share,
            roll: self.roll + short_way(to.roll - self.roll) * share,
        }
    }

    /// True when no number in it is NaN or infinite.
    pub fn is_finite(&self) -> bool {
        self.eye.is_finite() && [self.yaw, self.pitch, self.roll].iter().all(|angle| angle.is_finite())
    }
}

/// An angle brought to -pi..=pi.
fn short_way(angle: f32) -> f32 {
    use std::f32::consts::{PI, TAU};
    if angle.abs() <= PI { angle } else { angle - TAU * (angle / TAU).round() }
}

/// How the camera follows what happens.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CameraRig {
    /// Where it goes.
    pub mode: CameraMode,
    /// Tick at which the mode was set.
    pub since: u64,
    /// Where it came from, while it is on the way.
    pub blend: Option<CameraBlend>,
}

/// A camera on the way from one mode to another.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CameraBlend {
    /// Where it was when the mode changed.
    pub from: CameraPose,
    /// Ticks that the whole way takes.
    pub ticks: u32,
}

/// Where a camera goes.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum CameraMode {
    /// The eyes of the actor that the person in the first seat pilots.
    #[default]
    Eyes,
    /// Third person: behind that actor's head, looking where it looks, and
    /// nearer where walls leave no room.
    Chase {
        /// Units from the eyes back.
        distance: f32,
        /// Units up from there.
        lift: f32,
    },
    /// Around something, looking at it.
    Orbit {
        /// What it looks at.
        target: CameraTarget,
        /// Units from the target.
        distance: f32,
        /// Where it looks at first, radians.
        yaw: f32,
        /// Where it looks, radians; negative looks down.
        pitch: f32,
        /// Radians a second that the yaw grows by.
        turn: f32,
    },
    /// Always at one place.
    Fixed {
        /// Engine axes, the game's units.
        eye: Vec3,
        /// Where it looks.
        aim: CameraAim,
    },
    /// Along keys, evenly between two of them, from when the mode was set.
    Path {
        /// At least one, their times ascending.
        keys: Vec<CameraKey>,
        /// Starts over after the last key; otherwise it stays there.
        looping: bool,
    },
    /// Carried by a node, looking along its -z: whatever script or clip moves
    /// the node moves the camera.
    Node(NodeId),
    /// Behind the vehicle of the person in the first seat, looking at a place above it, and nearer where walls leave no
    /// room.
    Follow {
        /// Units from its origin back.
        distance: f32,
        /// Units up from there.
        lift: f32,
        /// The place that it looks at, units above the origin.
        aim: f32,
    },
    /// Behind the vehicle of the person in the first seat, late: where the vehicle turns the camera follows.
    Trail(TrailView),
    /// In the vehicle of the person in the first seat, tilted as it is.
    Cockpit {
        /// In the space of its body: x to the right, y up, z back, units.
        eye: Vec3,
    },
}

/// How a camera follows what flies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TrailView {
    /// Units back along the nose of a vehicle at rest.
    pub distance: f32,
    /// What a unit a second of speed adds to that, as a share.
    pub factor: f32,
    /// Nearest and farthest, units.
    pub range: [f32; 2],
    /// Units above the vehicle, in the space of its body.
    pub lift: f32,
    /// How fast its place and its way of looking catch up, 1/s.
    pub catch_up: [f32; 2],
}

impl TrailView {
    /// Units back at a speed in units a second.
    pub fn distance_at(&self, speed: f32) -> f32 {
        let [nearest, farthest] = self.range;
        (self.distance * (1.0 + self.factor * speed)).min(farthest).max(nearest)
    }

    fn is_finite(&self) -> bool {
        let TrailView { distance, factor, range: [nearest, farthest], lift, catch_up: [place, look] } = self;
        [distance, factor, nearest, farthest, lift, place, look].iter().all(|number| number.is_finite())
    }
}

/// What a camera can look at.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CameraTarget {
    /// The eyes of the actor that the person in the first seat pilots.
    Actor,
    /// The origin of a node, where it stands first in the world.
    Node(NodeId),
    /// A place.
    Point(Vec3),
}

/// Where a camera that stands still looks.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum CameraAim {
    /// Always the same way, radians.
    Angles {
        /// About +y; 0 looks along -z.
        yaw: f32,
        /// Positive looks up.
        pitch: f32,
    },
    /// At something that may move.
    At(CameraTarget),
}

/// A place on a camera's path.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CameraKey {
    /// Seconds since the path began.
    pub seconds: f32,
    /// Where the camera is then.
    pub pose: CameraPose,
}

impl CameraMode {
    /// Third person, as far from the head as suits somebody of this size.
    pub fn behind(walker: &Walker) -> Self {
        CameraMode::Chase { distance: walker.height * 2.0, lift: walker.height * 0.25 }
    }

    /// True where the world is seen through the eyes of somebody.
    pub fn is_first_person(&self) -> bool {
        matches!(self, CameraMode::Eyes | CameraMode::Cockpit { .. })
    }

    /// True where it goes with the person in the first seat.
    pub fn is_of_person(&self) -> bool {
        let is_behind =
            matches!(self, CameraMode::Chase { .. } | CameraMode::Follow { .. } | CameraMode::Trail(_));
        self.is_first_person() || is_behind
    }

    /// Most keys of a path.
    pub const MOST_KEYS: usize = 4096;

    /// True when no number is NaN or infinite, and a path has keys in order.
    pub fn is_sound(&self) -> bool {
        match self {
            CameraMode::Eyes | CameraMode::Node(_) => true,
            CameraMode::Chase { distance, lift } => distance.is_finite() && lift.is_finite(),
            CameraMode::Follow { distance, lift, aim } => {
                [distance, lift, aim].iter().all(|number| number.is_finite())
            }
            CameraMode::Trail(view) => view.is_finite(),
            CameraMode::Cockpit { eye } => eye.is_finite(),
            CameraMode::Orbit { target, distance, yaw, pitch, turn } => {
                target.is_finite() && [distance, yaw, pitch, turn].iter().all(|number| number.is_finite())
            }
            CameraMode::Fixed { eye, aim } => {
                eye.is_finite()
                    && match aim {
                        CameraAim::Angles { yaw, pitch } => yaw.is_finite() && pitch.is_finite(),
                        CameraAim::At(target) => target.is_finite(),
                    }
            }
            CameraMode::Path { keys, .. } => {
                (1..=Self::MOST_KEYS).contains(&keys.len())
                    && keys.iter().all(|key| key.seconds.is_finite() && key.pose.is_finite())
                    && keys.is_sorted_by(|a, b| a.seconds < b.seconds)
            }
        }
    }

    /// The node it looks at or is carried by.
    pub fn node(&self) -> Option<NodeId> {
        let target = match self {
            CameraMode::Node(node) => return Some(*node),
            CameraMode::Orbit { target, .. } | CameraMode::Fixed { aim: CameraAim::At(target), .. } => target,
            _ => return None,
        };
        match target {
            CameraTarget::Node(node) => Some(*node),
            _ => None,
        }
    }
}

impl CameraTarget {
    fn is_finite(&self) -> bool {
        match self {
            CameraTarget::Point(place) => place.is_finite(),
            CameraTarget::Actor | CameraTarget::Node(_) => true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::f32::consts::{FRAC_PI_2, FRAC_PI_4, PI};

    fn pose(eye: [f32; 3], yaw: f32, pitch: f32) -> CameraPose {
        CameraPose { eye: Vec3::from(eye), yaw, pitch, roll: 0.0 }
    }

    #[test]
    fn a_camera_rolls_as_what_carries_it() {
        for (pitch, yaw, roll) in [(0.3, 1.0, 0.5), (-0.4, -2.0, -1.2), (0.0, 0.0, 3.0)] {
            let rotation = Mat3A::from_quat(crate::euler_rotation(Vec3::new(pitch, yaw, roll)));
            let found = CameraPose::of(Vec3::ONE, &rotation);
            for (own, wanted) in [(found.pitch, pitch), (found.yaw, yaw), (found.roll, -roll)] {
                assert!((own - wanted).abs() < 1e-5, "{found:?}");
            }
            let scene = crate::Scene::empty("none", "void", crate::Frame::identity(1.0));
            let right = scene.camera.at(found).right();
            assert!(right.abs_diff_eq(rotation.x_axis.into(), 1e-5), "{right} {rotation}");
        }
    }

    #[test]
    fn a_way_becomes_angles_that_look_along_it() {
        for (way, yaw, pitch) in [
            (Vec3::NEG_Z, 0.0, 0.0),
            (Vec3::NEG_X, FRAC_PI_2, 0.0),
            (Vec3::X * 3.0, -FRAC_PI_2, 0.0),
            (Vec3::new(0.0, 1.0, -1.0), 0.0, FRAC_PI_4),
            (Vec3::NEG_Y, 0.0, -FRAC_PI_2),
        ] {
            let found = CameraPose::along(Vec3::ZERO, way);
            assert!((found.yaw - yaw).abs() < 1e-6 && (found.pitch - pitch).abs() < 1e-6, "{way}: {found:?}");
            assert!(found.forward().abs_diff_eq(way.normalize(), 1e-6), "{way}");
        }
    }

    #[test]
    fn between_two_poses_the_short_way_round_counts() {
        let from = pose([0.0, 2.0, 0.0], 0.75 * PI, 0.0);
        let to = pose([4.0, 2.0, 8.0], -0.75 * PI, 1.0);
        let half = from.toward(&to, 0.5);
        assert_eq!((half.eye, half.pitch), (Vec3::new(2.0, 2.0, 4.0), 0.5));
        assert!((half.yaw.abs() - PI).abs() < 1e-5, "{}", half.yaw);
        assert_eq!(from.toward(&to, 0.0), from);
        assert_eq!(from.toward(&to, 1.0), to);
    }

    #[test]
    fn modes_with_nonsense_are_recognised() {
        let key = |seconds: f32| CameraKey { seconds, pose: pose([0.0; 3], 0.0, 0.0) };
        let path = |keys: &[f32]| CameraMode::Path {
            keys: keys.iter().map(|seconds| key(*seconds)).collect(),
            looping: false,
        };
        assert!(path(&[0.0]).is_sound() && path(&[0.0, 0.5, 2.0]).is_sound());
        for keys in [&[][..], &[0.0, 0.0], &[1.0, 0.5], &[0.0, f32::NAN]] {
            assert!(!path(keys).is_sound(), "{keys:?}");
        }
        assert!(!CameraMode::Chase { distance: f32::NAN, lift: 0.0 }.is_sound());
        let target = CameraTarget::Point(Vec3::INFINITY);
        assert!(!CameraMode::Fixed { eye: Vec3::ZERO, aim: CameraAim::At(target) }.is_sound());
    }
}
