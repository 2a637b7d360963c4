//! Machines that walk: which of their gaits is played at which speed. Whatever moves a machine (an
//! animation, a person) only moves its root; its legs follow.
//!
//! Source: `docs/spec/zbd/mw3-runtime.md`, "5.1 animations" and "10. Proposed MW movement model".

use crate::{AnimatorId, ClipId, NodeId, Scene, State};
use glam::Vec3;
use serde::{Deserialize, Serialize};

/// A machine of a scene.
#[derive(Clone, Debug, PartialEq)]
pub struct Machine {
    /// What is moved; it hangs below no node that turns or scales.
    pub root: NodeId,
    /// What plays its gaits.
    pub animator: AnimatorId,
    /// The first is played while it stands, the second while it turns on the spot, the others while it
    /// walks, the slowest first; never empty.
    pub gaits: Vec<Gait>,
    /// How it changes them.
    pub pace: Pace,
}

/// How a machine changes its gait, and how fast it plays it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pace {
    /// Seconds in which one gait goes over into another.
    pub blend_s: f32,
    /// Part of the slowest gait's fastest speed below which it stands.
    pub stands: f32,
    /// Part of a new speed that counts at once; the rest comes in the ticks after, so that a single tick without motion
    /// is no stop.
    pub fresh: f32,
    /// A speed up to so many times the end of a gait's range does not change the gait.
    pub keeps: f32,
    /// Radians a second from which on a machine that stands is one that turns.
    pub turns: f32,
    /// A root that is so many times as fast as the fastest gait was put there and has not walked.
    pub jump: f32,
    /// Slowest and fastest at which a clip is played, of what was authored.
    pub rates: [f32; 2],
}

impl Default for Pace {
    /// The gait of its speed, at once, played as fast as that is.
    fn default() -> Self {
        Pace {
            blend_s: 0.0,
            stands: 0.0,
            fresh: 1.0,
            keeps: 1.0,
            turns: 0.0,
            jump: f32::INFINITY,
            rates: [0.0, f32::INFINITY],
        }
    }
}

/// A way to move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gait {
    /// Its clip.
    pub clip: ClipId,
    /// Units a second: the slowest and the fastest at which it is played. At the fastest the clip runs as
    /// authored, so that feet stay where they are set down.
    pub speeds: [f32; 2],
}

/// How a machine moves, part of [`State`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stride {
    /// Where its root was when the last tick ended.
    pub place: Vec3,
    /// Where its front was then: the root's z axis.
    pub front: Vec3,
    /// Units a second over the ground, smoothed.
    pub speed: f32,
    /// Radians a second about the upright axis, smoothed, of either sign.
    pub turning: f32,
    /// Which of its gaits is played.
    pub gait: u8,
}

/// Those of all machines of a scene, in its order.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Strides(pub Vec<Stride>);

impl Strides {
    /// True in a world without machines.
    pub fn is_unused(&self) -> bool {
        self.0.is_empty()
    }

    /// Those of the start: all machines are at rest.
    pub(crate) fn new(scene: &Scene) -> Self {
        let rest = |machine: &Machine| {
            let place = scene.nodes.get(machine.root.index()).map(|root| root.transform).unwrap_or_default();
            let (place, front) = (place.translation.into(), place.z_axis.into());
            Stride { place, front, ..Stride::default() }
        };
        Strides(scene.machines.iter().map(rest).collect())
    }
}

impl State {
    /// True when there is a stride for each machine of a scene, all of them are finite, and each plays a
    /// gait that its machine has.
    pub(crate) fn strides_fit(&self, scene: &Scene) -> bool {
        let is_finite = |own: &Stride| {
            own.place.is_finite() && own.front.is_finite() && own.speed.is_finite() && own.turning.is_finite()
        };
        let plays_one = |(own, machine): (&Stride, &Machine)| usize::from(own.gait) < machine.gaits.len();
        self.strides.0.len() == scene.machines.len()
            && self.strides.0.iter().all(is_finite)
            && self.strides.0.iter().zip(&scene.machines).all(plays_one)
    }
}
