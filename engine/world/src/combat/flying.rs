//! What is on its way: shots and beams.

use crate::{ActorId, NodeId};
use glam::Vec3;
use serde::{Deserialize, Serialize};

/// Most shots on their way at a time; more are not fired.
pub const MOST_SHOTS: usize = 4096;
/// Most beams at a time; more do their damage and are not seen.
pub const MOST_BEAMS: usize = 256;

/// A shot on its way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shot {
    /// Its number; never used twice in a run of four billion.
    pub id: u32,
    /// Its weapon, among those of the scene.
    pub weapon: u32,
    /// Who fired it: it is not in its way.
    pub shooter: Option<ActorId>,
    /// Where it is.
    pub place: Vec3,
    /// Units/s.
    pub velocity: Vec3,
    /// How far it has come, units.
    pub flown: f32,
    /// Seconds since it was fired.
    pub age: f32,
    /// Where it goes by itself.
    pub goal: Option<Goal>,
    /// It is a piece of one that came apart.
    pub is_piece: bool,
    /// It lies still.
    pub lies: bool,
    /// The square of the distance to what it comes near to, in the tick before.
    pub near_sq: Option<f32>,
    /// The copy that shows it.
    pub node: Option<NodeId>,
    /// The number under which it is heard; 0 for none.
    pub sound: u32,
}

/// What a shot goes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Goal {
    /// Somebody.
    Actor(ActorId),
    /// Something.
    Node(NodeId),
}

/// A beam that is seen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Beam {
    /// Its weapon, among those of the scene.
    pub weapon: u32,
    /// From where.
    pub from: Vec3,
    /// To where.
    pub to: Vec3,
    /// Seconds that it is still seen.
    pub left: f32,
    /// The copy that shows it.
    pub node: Option<NodeId>,
}

/// A copy of a model that nothing shows.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SpareModel {
    /// The node of the scene that it is a copy of.
    pub model: NodeId,
    /// The copy.
    pub node: NodeId,
}

impl Shot {
    /// True when no number in it is NaN or infinite.
    pub fn is_finite(&self) -> bool {
        self.place.is_finite()
            && self.velocity.is_finite()
            && self.flown.is_finite()
            && self.age.is_finite()
            && self.near_sq.is_none_or(f32::is_finite)
    }
}

impl Beam {
    /// True when no number in it is NaN or infinite.
    pub fn is_finite(&self) -> bool {
        self.from.is_finite() && self.to.is_finite() && self.left.is_finite()
    }
}
