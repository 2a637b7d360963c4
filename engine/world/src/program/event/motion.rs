//! Events that move nodes over some time.

use super::{Operand, Span};
use glam::Vec3;

/// A way of a node below its parents. What is absent stays as it is.
///
/// Source: `docs/spec/zbd/anim-events.md`, "4.11 OBJECT_MOTION_FROM_TO".
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MoveTo {
    /// Which.
    pub node: Operand,
    /// Where.
    pub translation: Option<Span<Vec3>>,
    /// About x, y and z, in radians.
    pub angles: Option<Span<Vec3>>,
    /// Along its axes.
    pub scale: Option<Span<Vec3>>,
    /// How far its model is morphed, 0..=1; see [`Model::morph`](crate::Model::morph).
    pub morph: Option<Span<f32>>,
    /// How long it takes.
    pub seconds: f32,
}

/// A node that fades.
///
/// Source: `docs/spec/zbd/anim-events.md`, "4.14 OBJECT_OPACITY_FROM_TO".
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FadeTo {
    /// Which.
    pub node: Operand,
    /// Whether its opacity counts, at the start and at the end; as before without it.
    pub on: Span<Option<bool>>,
    /// 0..=1.
    pub opacity: Span<f32>,
    /// How long it takes.
    pub seconds: f32,
}

/// A node that flies, falls, spins or grows from where it is, in the space of its parent.
///
/// Source: `docs/spec/zbd/anim-events.md`, "4.10 OBJECT_MOTION"; `docs/spec/zbd/engine-behaviour.md`, "13.2
/// OBJECT_MOTION: launch".
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ObjectMotion {
    /// Which.
    pub node: Operand,
    /// What pulls it down, if anything does. Without it the ground is not asked for.
    pub gravity: Option<Gravity>,
    /// It takes over the velocity that its instance inherited.
    pub impact_force: bool,
    /// A given start velocity.
    pub translation: Option<Launch>,
    /// A start velocity that is drawn.
    pub range: Option<LaunchRange>,
    /// Added to its angles about x, y and z: radians a second.
    pub rotation: Option<Change<Vec3>>,
    /// It tumbles over the way it flies.
    pub forward_rotation: Option<Tumble>,
    /// Added to its scale, a second. It is never scaled below 0.001.
    pub scale: Option<Change<Vec3>>,
    /// Added to the weight of its model's offsets, a second; the weight ends at 1.
    pub morph: Option<f32>,
    /// Seconds after which it ends at the latest.
    pub run_time: Option<f32>,
    /// What happens when it hits the ground: anywhere, in water, in lava. The first stands for the others
    /// as far as they say nothing.
    pub bounces: [Bounce; 3],
}

/// A rate and how it changes.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Change<T> {
    /// A second, at the start.
    pub rate: T,
    /// Added to the rate, a second.
    pub acceleration: T,
}

/// What pulls a body down.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Gravity {
    /// Units a second squared along y; -9.8 pulls down.
    pub acceleration: f32,
    /// It pulls along y of the world, whatever the parent is turned to, and the ground is asked for while
    /// the body climbs, too; otherwise it pulls along y of the parent.
    pub complex: bool,
    /// The ground is not asked for.
    pub no_altitude: bool,
    /// It hits whatever is in its way, not only the ground below it.
    pub intersections: bool,
}

/// A given start velocity.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Launch {
    /// Units a second.
    pub velocity: Vec3,
    /// Units a second squared.
    pub acceleration: Vec3,
    /// The way it flies, for tumbling; may be zero.
    pub direction: Vec3,
}

/// A start velocity that is drawn: each value evenly between two. The first may be the larger.
///
/// With e = elevation / 90 and h = 1 - |e| the direction is (h cos azimuth, e, h sin azimuth), which is
/// not of unit length.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct LaunchRange {
    /// Degrees about y; 0 is +x, 90 is +z.
    pub azimuth: [f32; 2],
    /// Degrees; 90 is straight up.
    pub elevation: [f32; 2],
    /// Units a second along the direction.
    pub speed: [f32; 2],
    /// Units a second squared along the direction.
    pub acceleration: [f32; 2],
}

/// How a body tumbles over the way it flies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Tumble {
    /// By its way: radians for each unit.
    Distance(f32),
    /// By time: radians a second.
    Time(Change<f32>),
}

/// What happens when a body hits the ground.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Bounce {
    /// The sequence of the same program that is called, by its number.
    pub sequence: Option<u16>,
    /// What is heard, by its place in [`Definition::sounds`](crate::program::Definition::sounds).
    pub sound: Option<u16>,
    /// Units a second from which on the sound has its full volume.
    pub full_volume_speed: f32,
}
