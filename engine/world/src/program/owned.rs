//! What instances have besides their sequences: bodies in flight, lights, sounds and emitters of particles.

use super::Wait;
use crate::{EmitterLaw, LightId, NodeId, NodeStates, ProgramId};
use glam::Vec3;
use serde::{Deserialize, Serialize};

/// Random numbers that are read one after the other, over and over.
///
/// Source: `docs/spec/zbd/engine-behaviour.md`, "1.3 Random numbers".
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ring {
    /// 0..=32767 each; none before the first is asked for.
    pub values: Vec<u16>,
    /// Place of the next.
    pub next: u32,
}

impl Ring {
    /// How many there are.
    pub const LEN: usize = 200;

    pub(super) fn is_sound(&self) -> bool {
        self.values.is_empty() && self.next == 0
            || self.values.len() == Ring::LEN && (self.next as usize) < Ring::LEN
    }
}

/// A node that flies, falls, spins or grows, in the space of its parent.
///
/// Source: `docs/spec/zbd/anim-events.md`, "4.10 OBJECT_MOTION".
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Body {
    /// Units a second.
    pub velocity: Vec3,
    /// Units a second squared, gravity included.
    pub acceleration: Vec3,
    /// The way it was launched, which it tumbles over.
    pub direction: Vec3,
    /// Radians a second about x, y and z.
    pub rotation_rate: Vec3,
    /// A second, along its axes.
    pub scale_rate: Vec3,
    /// Radians a second.
    pub tumble_rate: f32,
    /// Seconds of steps below which there was no ground.
    pub groundless: f64,
}

impl Body {
    /// True when no number in it is NaN or infinite.
    pub fn is_finite(&self) -> bool {
        let vectors = [self.velocity, self.acceleration, self.direction, self.rotation_rate, self.scale_rate];
        vectors.iter().all(|vector| vector.is_finite())
            && self.tumble_rate.is_finite()
            && self.groundless.is_finite()
    }
}

/// Field of view and zoom of the camera, across and up.
///
/// Source: `docs/spec/zbd/anim-events.md`, "4.20 CAMERA_STATE".
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lens {
    /// Radians without zoom.
    pub fov: [f32; 2],
    /// Factor by which things look larger.
    pub zoom: [f32; 2],
}

impl Lens {
    pub(super) fn is_finite(&self) -> bool {
        self.fov.iter().chain(&self.zoom).all(|number| number.is_finite())
    }
}

/// A copy of the root of a program that hangs nowhere, as loading made it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PooledCopy {
    /// Whose root.
    pub program: ProgramId,
    /// Nodes of the scene, each with its copy; ascending.
    pub copies: Vec<(NodeId, NodeId)>,
}

impl PooledCopy {
    pub(super) fn fits(&self, nodes: &NodeStates) -> bool {
        // Somebody may have removed them; that is found when the copy is needed.
        self.copies.is_sorted_by(|a, b| a.0 < b.0)
            && self.copies.iter().all(|(shape, copy)| nodes.shape(*copy) == Some(*shape))
    }
}

/// What goes with an instance when it stops.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Owned {
    /// Lights that its events changed.
    pub lights: Vec<OwnedLight>,
    /// Sounds that its events switched on.
    pub sounds: Vec<OwnedSound>,
    /// Emitters that its events changed.
    pub puffers: Vec<OwnedPuffer>,
    /// Connectors that it called.
    pub connectors: Vec<OwnedConnector>,
}

/// A light that an instance changed.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OwnedLight {
    /// Place in the list of its definition.
    pub slot: u16,
    /// The light.
    pub light: LightId,
    /// The instance made it; otherwise it is one of the scene.
    pub made: bool,
    /// It did not shine before.
    pub started: bool,
}

/// A sound that an instance switches on and off.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OwnedSound {
    /// Place in the list of its definition.
    pub slot: u16,
    /// The number under which it is heard.
    pub handle: u32,
    /// World space; heard everywhere alike without it.
    pub place: Option<Vec3>,
    /// It is switched on.
    pub on: bool,
    /// What it stands at or hangs at: while that is not shown, it is silent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub host: Option<SoundHost>,
}

impl OwnedSound {
    /// It is switched on, and what it stands or hangs at is shown.
    pub fn is_heard(&self) -> bool {
        self.on && self.host.is_none_or(|host| !host.silent)
    }
}

/// What a sound stands at or hangs at.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SoundHost {
    /// Which node.
    pub node: NodeId,
    /// It is carried by the node, at this place in its space; otherwise it stays where it is.
    pub carried_at: Option<Vec3>,
    /// The node is not shown, so that the sound is not heard.
    pub silent: bool,
}

/// An emitter of particles that an instance changes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OwnedPuffer {
    /// Place in the list of its definition.
    pub slot: u16,
    /// What it is now; an emitter at work has a copy of this.
    pub law: Box<EmitterLaw>,
    /// What it hangs at; the world without it.
    pub node: Option<NodeId>,
    /// Its place in the axes of its node, or in the world.
    pub place: Vec3,
    /// From one batch to the next: seconds or units.
    pub interval: f32,
    /// Units a second, axes of the world.
    pub world_velocity: Vec3,
    /// Between these a velocity is drawn and added, each axis by itself.
    pub random_velocity: [Vec3; 2],
    /// The part of the wind that carries its particles.
    pub wind_factor: f32,
    /// Number of the emitter at work, if it is on.
    pub emitter: Option<u32>,
}

/// A connector that an instance called.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OwnedConnector {
    /// The number under which the caller remembers it.
    pub reference: u16,
    /// Which run of which instance.
    pub call: Wait,
}

impl Owned {
    /// True when there is nothing.
    pub fn is_empty(&self) -> bool {
        let Owned { lights, sounds, puffers, connectors } = self;
        lights.is_empty() && sounds.is_empty() && puffers.is_empty() && connectors.is_empty()
    }

    pub(super) fn is_sound(&self) -> bool {
        let is_sound = |sound: &OwnedSound| {
            let at = sound.host.and_then(|host| host.carried_at);
            sound.place.is_none_or(Vec3::is_finite) && at.is_none_or(Vec3::is_finite)
        };
        self.sounds.iter().all(is_sound) && self.puffers.iter().all(OwnedPuffer::is_sound)
    }
}

impl OwnedPuffer {
    fn is_sound(&self) -> bool {
        let [least, most] = self.random_velocity;
        let vectors = [self.place, self.world_velocity, least, most];
        vectors.iter().all(|vector| vector.is_finite())
            && self.interval.is_finite()
            && self.wind_factor.is_finite()
            && (*self.law).clone().bounded().1.is_none()
    }
}
