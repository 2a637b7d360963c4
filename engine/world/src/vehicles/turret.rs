//! A turret: the numbers of its law, and where it points. How it turns is in the crate `runtime`,
//! `vehicles/turret.rs`.
//!
//! Source: `docs/spec/zbd/vehicles-and-combat.md`, "B4. Turrets (`ai.zrd`)", "C5. Turrets".

use crate::{Avatar, NodeId};
use glam::{Mat3A, Vec3};
use serde::{Deserialize, Serialize};

/// The numbers of a turret's law: units of the game, radians, seconds.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TurretLaw {
    /// Hits of this node, or below it, take its health; of any part where it is not said.
    pub weak: Option<NodeId>,
    /// Health at the start.
    pub health: f32,
    /// Where its guns turn about, in the space of the node that shows it.
    pub pivot: Vec3,
    /// Fastest turns: to the side, up and down, radians/s.
    pub turns: [f32; 2],
    /// How far it turns from how it stands, to the right and to the left as a negative and a positive number, radians;
    /// all around where there is no limit.
    pub yaw: Option<[f32; 2]>,
    /// How far down and up its guns go, radians.
    pub pitch: Option<[f32; 2]>,
    /// Nodes that turn with its guns, each below the one before: the first to the side, the last up and down.
    pub parts: Vec<NodeId>,
}

/// A turret.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Turret {
    /// Its law, among the vehicles of the scene.
    pub law: u32,
    /// What its guns turn about, and where they point.
    pub avatar: Avatar,
    /// How it stands: the yaw that its limits are about, radians.
    pub stands: f32,
    /// Health that is left; 0 for one that is destroyed.
    pub health: f32,
}

impl Turret {
    /// One that stands here.
    pub fn standing(number: u32, law: &TurretLaw, avatar: Avatar) -> Self {
        Turret { law: number, avatar, stands: avatar.yaw, health: law.health }
    }

    /// The same one somewhere else.
    #[must_use]
    pub fn elsewhere(&self, avatar: Avatar) -> Self {
        Turret { avatar, stands: avatar.yaw, ..*self }
    }

    /// How its guns are turned.
    pub fn rotation(&self) -> Mat3A {
        Mat3A::from_quat(crate::euler_rotation(Vec3::new(self.avatar.pitch, self.avatar.yaw, 0.0)))
    }

    /// True when no number in it is NaN or infinite; those of its avatar are the actor's.
    pub fn is_finite(&self) -> bool {
        self.stands.is_finite() && self.health.is_finite()
    }
}
