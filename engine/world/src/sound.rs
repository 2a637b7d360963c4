//! Sounds with a position, and the rules by which a game lets sounds be heard. How loud they are with
//! distance is in `falloff.rs` of the crate `audio`.

use crate::Daytime;
use glam::Vec3;
use serde::{Deserialize, Serialize};

/// A sound at a position of a world that plays from the start.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sound {
    /// Address of its file.
    pub file: String,
    /// Engine axes, the game's units.
    pub place: Vec3,
    /// Units: full up to this distance.
    pub full: f32,
    /// Units: silent at and beyond this distance; it gets quieter by the same amount with each unit.
    pub range: f32,
    /// Volume at its position, 0..=1.
    pub volume: f32,
    /// Loops.
    pub looping: bool,
    /// Only heard then; always without.
    pub daytime: Option<Daytime>,
}

/// How a sound gets quieter between the distance up to which it is full and that from which on it is
/// silent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Falloff {
    /// By the same amount with each unit.
    #[default]
    Linear,
    /// By the same amount with each doubling of the distance.
    Logarithmic,
}

/// The rules by which a game lets the sounds that its programs name be heard.
///
/// Source: `docs/spec/zbd/engine-behaviour.md`, "16. Sound"; `docs/spec/zbd/mw3-runtime.md`, "11. Sound".
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct SoundRules {
    /// How sounds get quieter with distance.
    pub falloff: Falloff,
    /// A volume `v` of a file is a loudness of `v` to this power.
    pub volume_power: f32,
    /// Most copies of one sound that are heard at a time.
    pub copies: u8,
    /// A sound that is heard once and begins beyond so many times the distance at which it is silent is left
    /// out; none is without it.
    pub drop_beyond: Option<f32>,
    /// Units a second: what comes nearer at a part of it sounds higher by that part, and what goes away
    /// lower; without it pitches stay as they are.
    pub speed_of_sound: Option<f32>,
    /// Seconds between two sounds of a queue.
    pub queue_gap_s: f32,
    /// Seconds after which a sound that waits in a queue is left out.
    pub queue_timeout_s: f32,
    /// What is left of the weight of a member that a group with changing weights chose.
    pub weight_after_use: f32,
}

impl SoundRules {
    /// How loud a sound is that is recorded with a volume, 0..=1; as loud as can be for NaN.
    pub fn loudness(&self, volume: f32) -> f32 {
        let volume = if volume.is_nan() { 1.0 } else { volume.clamp(0.0, 1.0) };
        let loud = libm::powf(volume, self.volume_power);
        if loud.is_finite() { loud.clamp(0.0, 1.0) } else { 0.0 }
    }
}

impl Default for SoundRules {
    /// Those of which most is known; each title may have its own.
    fn default() -> Self {
        SoundRules {
            falloff: Falloff::Linear,
            volume_power: 1.0,
            copies: 5,
            drop_beyond: None,
            speed_of_sound: None,
            queue_gap_s: 0.3,
            queue_timeout_s: 5.0,
            weight_after_use: 0.5,
        }
    }
}

/// What sounds of a kind wait for each other in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SoundQueue {
    /// That of effects.
    Effects,
    /// That of speech.
    Speech,
}

/// How a sound is treated among others.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct SoundManner {
    /// Somebody speaks.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub speech: bool,
    /// It waits until what was queued before is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub queue: Option<SoundQueue>,
    /// Of those that wait, the one with the greater number comes first.
    pub priority: u8,
    /// What is said, for those who read it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub subtitle: Option<Box<str>>,
}

impl SoundManner {
    /// True for a sound that has nothing special about it.
    pub fn is_usual(&self) -> bool {
        *self == SoundManner::default()
    }
}
