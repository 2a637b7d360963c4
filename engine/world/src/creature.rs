//! Creatures: what somebody told one to do, and how far it is with it. One that nobody told anything is a node that
//! stands, and no actor.
//!
//! Source of what they can do: `docs/spec/everquest/zone-install.md`, "10. Characters".

use crate::{Actor, ActorKind, Avatar, ClipId, NodeId, PathPilot, Pilot, SeatId};
use glam::{Affine3A, Vec3};
use serde::{Deserialize, Serialize};

/// A creature that was told to do something.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Creature {
    /// Where it is and how it moves, by the laws of somebody on foot.
    pub avatar: Avatar,
    /// What it was told.
    pub order: Order,
    /// The tick in which it was told so, or in which its latest blow began.
    pub since: u64,
    /// Blows that it struck since it was told to fight.
    #[serde(default)]
    pub blows: u32,
    /// It turned on the spot in the latest tick.
    #[serde(default)]
    pub turns: bool,
}

/// What a creature is told to do.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Order {
    /// It stands.
    #[default]
    Stand,
    /// It goes from point to point, and stands at the last.
    Go(PathPilot),
    /// It goes to somebody, faces them and strikes.
    Fight(Foe),
    /// It plays a clip of its animator: again and again, or once and stands then.
    Play(ClipId),
    /// It falls dead and stays so.
    Die,
}

/// Whom a creature fights.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Foe {
    /// The person of a seat.
    Person(SeatId),
    /// Whatever stands at a node.
    Node(NodeId),
}

impl Creature {
    /// One that stands as a node does, not known to be on any ground.
    pub fn standing_at(place: &Affine3A) -> Self {
        let ahead = place.matrix3.z_axis;
        let yaw = libm::atan2f(ahead.x, ahead.z);
        let avatar = Avatar { position: place.translation.into(), yaw, ..Avatar::default() };
        Creature { avatar, ..Creature::default() }
    }

    /// As an actor with its node.
    pub fn at_node(self, node: NodeId) -> Actor {
        Actor { kind: ActorKind::Creature(Box::new(self)), pilot: Pilot::Nobody, node: Some(node) }
    }

    /// Begins with something else.
    pub fn tell(&mut self, order: Order, tick: u64) {
        (self.order, self.since, self.blows, self.turns) = (order, tick, 0, false);
    }
}

impl Order {
    /// True when no number in it is NaN or infinite.
    pub fn is_finite(&self) -> bool {
        match self {
            Order::Go(path) => path.points.iter().all(|point| point.is_finite()),
            Order::Stand | Order::Fight(_) | Order::Play(_) | Order::Die => true,
        }
    }

    /// The same in a world whose origin is elsewhere.
    pub fn shifted(&mut self, by: Vec3) {
        if let Order::Go(path) = self {
            path.points.iter_mut().for_each(|point| *point += by);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::f32::consts::FRAC_PI_2;

    #[test]
    fn a_creature_stands_and_looks_as_its_node_does() {
        let place =
            Affine3A::from_translation(Vec3::new(3.0, 4.0, 5.0)) * Affine3A::from_rotation_y(FRAC_PI_2);
        let creature = Creature::standing_at(&place);
        assert_eq!(creature.avatar.position, Vec3::new(3.0, 4.0, 5.0));
        assert!((creature.avatar.yaw - FRAC_PI_2).abs() < 1e-6, "{creature:?}");
        assert!(!creature.avatar.grounded && creature.order == Order::Stand);
    }
}
