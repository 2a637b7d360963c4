//! What particles of some emitters do besides what all do. Source: `docs/spec/m2.md`, "13. Particle".

use super::{Bounds, MOST_UNITS, Tiles};
use crate::ModelId;
use glam::{Vec3, Vec3A};
use serde::{Deserialize, Serialize};

/// Where particles fly to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Aim {
    /// Along the cone about the emitter's own +y.
    #[default]
    Own,
    /// Along the cone about the way that is up in the world, however the emitter is turned.
    Upright,
    /// Away from a point on the emitter's +y axis.
    Away {
        /// Units from the emitter to that point.
        height: f32,
    },
}

/// Sizes that flicker.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Twinkle {
    /// Changes a second.
    pub per_second: f32,
    /// Part of the time for which a particle is seen, 0..=1.
    pub share: f32,
    /// Factors on the size, from and to.
    pub scale: [f32; 2],
}

/// A wind that carries particles while they are young.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Breeze {
    /// Units a second, world axes.
    pub velocity: Vec3,
    /// Seconds of life.
    pub seconds: f32,
}

/// What particles of some emitters do besides what all do. The default is nothing.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct ParticleManner {
    /// Where they fly to.
    pub aim: Aim,
    /// They are as fast as their numbers say, however large what the emitter stands at is drawn.
    pub unscaled: bool,
    /// Full turns of the picture within a life.
    pub turns: f32,
    /// Sizes that flicker.
    pub twinkle: Option<Twinkle>,
    /// A wind while they are young.
    pub breeze: Option<Breeze>,
    /// How much of the emitter's way they come along: at two speeds, units a second, the part of it.
    pub inherit: Option<[[f32; 2]; 2]>,
    /// Parts of the picture that tails show, where heads and tails are shown.
    pub tail_tiles: Option<Tiles>,
    /// They take the light that falls on level ground where they are.
    pub lit: bool,
    /// They are born on the ground below the emitter and stay so many units above it, whatever else moves them.
    pub on_ground: Option<f32>,
    /// Each is this model at rest instead of a picture: it stands upright, its size is a factor on that of the model,
    /// its turn one about the way up.
    pub model: Option<ModelId>,
}

impl ParticleManner {
    pub(super) fn bounded(self, held: &mut Bounds) -> Self {
        ParticleManner {
            aim: match self.aim {
                Aim::Away { height } => Aim::Away { height: held.hold(height, -MOST_UNITS, MOST_UNITS) },
                other => other,
            },
            turns: held.hold(self.turns, -1e3, 1e3),
            twinkle: self.twinkle.map(|twinkle| Twinkle {
                per_second: held.hold(twinkle.per_second, 0.0, 1e3),
                share: held.hold(twinkle.share, 0.0, 1.0),
                scale: held.hold_all(twinkle.scale, 0.0, 1e3),
            }),
            breeze: self.breeze.map(|breeze| Breeze {
                velocity: held.vector(breeze.velocity),
                seconds: held.hold(breeze.seconds, 0.0, super::LONGEST_LIFE),
            }),
            inherit: self.inherit.map(|pair| {
                pair.map(|[speed, part]| [held.hold(speed, 0.0, MOST_UNITS), held.hold(part, -10.0, 10.0)])
            }),
            tail_tiles: self.tail_tiles.map(|tiles| tiles.bounded(held)),
            on_ground: self.on_ground.map(|above| held.hold(above, -MOST_UNITS, MOST_UNITS)),
            ..self
        }
    }

    /// How far a particle has come along with its emitter, which has gone so far since its birth.
    pub(super) fn carried(&self, way: Vec3A, age: f32) -> Vec3A {
        let Some([[slow, least], [fast, most]]) = self.inherit else { return Vec3A::ZERO };
        let speed = if age > 0.0 { way.length() / age } else { 0.0 };
        let share = if fast > slow { ((speed - slow) / (fast - slow)).clamp(0.0, 1.0) } else { 0.0 };
        way * (least + (most - least) * share)
    }
}
