//! Events that change emitters of particles, which the games call puffers.

use super::Operand;
pub use crate::Pictures as PufferTextures;
use glam::Vec3;

/// What an emitter is from now on. What is absent stays as it is, or as [`PufferState::default`] says for
/// an emitter that was never given it; absent and 0 are not the same.
///
/// Source: `docs/spec/zbd/anim-events.md`, "4.36 PUFFER_STATE".
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PufferState {
    /// Place in [`Definition::puffers`](crate::program::Definition::puffers).
    pub puffer: Option<u16>,
    /// 0 ends it, and so does an event without this; 1 lets it go on without end; a larger number lets it
    /// send out so many batches.
    pub active: u32,
    /// What it hangs at; [`Operand::None`] for the world.
    pub node: Option<Operand>,
    /// Its place in the axes of its node, or in the world without one.
    pub translate: Option<Vec3>,
    /// Units a second, axes of the node.
    pub local_velocity: Option<Vec3>,
    /// Units a second, axes of the world.
    pub world_velocity: Option<Vec3>,
    /// Least velocity that is drawn and added, each axis by itself.
    pub min_random_velocity: Option<Vec3>,
    /// Greatest velocity that is drawn and added, each axis by itself.
    pub max_random_velocity: Option<Vec3>,
    /// Units a second squared, axes of the world.
    pub acceleration: Option<Vec3>,
    /// What the interval is counted in.
    pub interval_kind: Option<PufferInterval>,
    /// From one batch to the next: seconds or units. 1 second if it was never given.
    pub interval: Option<f32>,
    /// Units from the middle of a particle to its side, from and to. 1 if it was never given.
    pub size: Option<[f32; 2]>,
    /// Seconds a particle lives, from and to. 1 if it was never given.
    pub lifetime: Option<[f32; 2]>,
    /// Age at birth in seconds, from and to; below 0 it starts later.
    pub start_age: Option<[f32; 2]>,
    /// Width of the box that particles are born in, units.
    pub deviation: Option<f32>,
    /// View depths between which particles near the eye fade: nothing of them at the first, all at the
    /// second.
    pub near_fade: Option<[f32; 2]>,
    /// View depths between which particles far from the eye fade: all of them at the smaller.
    pub far_fade: Option<[f32; 2]>,
    /// Part of its speed against the wind that a particle loses, a second.
    pub friction: Option<f32>,
    /// Part of the wind that carries a particle with friction. 1 if it was never given.
    pub wind_factor: Option<f32>,
    /// Particles of a higher one are drawn later, and each makes them larger by a fiftieth.
    pub priority: Option<f32>,
    /// Particles of a batch. 1 if it was never given.
    pub number: Option<u32>,
    /// What particles are painted with.
    pub textures: Option<PufferTextures>,
    /// Red, green, blue and opacity by part of life, each 0..=1.
    pub colors: Option<Vec<(f32, [f32; 4])>>,
    /// Factors on the size by part of life.
    pub growth: Option<Vec<(f32, f32)>>,
}

/// What the interval between two batches is counted in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PufferInterval {
    /// Seconds.
    #[default]
    Time,
    /// Units that the emitter has come.
    Distance,
}
