//! Who moves about in a world by intent: people, creatures and vehicles.

use crate::{Aeroplane, Bot, Creature, Journey, Mech, NodeId, Registry, Tank, Turret};
use glam::{Mat3A, Vec3};
use serde::{Deserialize, Serialize};

/// The number of an actor; never used twice in a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ActorId(pub u32);

/// Where a person sits: input comes to a seat, and the actor that the person
/// of this seat pilots gets it. Pictures are taken for the first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SeatId(pub u8);

impl SeatId {
    /// The seat that pictures are taken for.
    pub const FIRST: SeatId = SeatId(0);
}

/// Someone or something that moves by intent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Actor {
    /// What it is, and all that follows from it.
    pub kind: ActorKind,
    /// Whose intent it follows.
    #[serde(default)]
    pub pilot: Pilot,
    /// A node that is put where the actor is, turned as it is turned; its parents
    /// are expected to stand at the origin. It is not in the way of its own actor.
    #[serde(default)]
    pub node: Option<NodeId>,
}

/// What an actor is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ActorKind {
    /// A person on foot and in water, as large and fast as
    /// [`Scene::walker`](crate::Scene::walker) says.
    Walker(Avatar),
    /// A creature that was told to do something, as large and fast as its
    /// [`Body`](crate::Body) says.
    Creature(Box<Creature>),
    /// A tank; its law is among [`Scene::vehicles`](crate::Scene::vehicles).
    Tank(Box<Tank>),
    /// A 'mech; its law is among [`Scene::vehicles`](crate::Scene::vehicles).
    Mech(Box<Mech>),
    /// An aeroplane; its law is among [`Scene::vehicles`](crate::Scene::vehicles).
    Aeroplane(Box<Aeroplane>),
    /// A turret; its law is among [`Scene::vehicles`](crate::Scene::vehicles). Its node stays where the world has it.
    Turret(Box<Turret>),
}

/// Whose intent an actor follows.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Pilot {
    /// Nobody's: it stands, falls and floats.
    #[default]
    Nobody,
    /// A person's.
    Person(SeatId),
    /// It goes from point to point.
    Path(PathPilot),
    /// It acts by itself; how is among [`OpponentLaw::minds`](crate::OpponentLaw::minds).
    Bot(Box<Bot>),
}

/// A way through points.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PathPilot {
    /// Places in the world; heights do not matter to someone on foot.
    pub points: Vec<Vec3>,
    /// The point it goes to now.
    #[serde(default)]
    pub next: u32,
    /// After the last comes the first again.
    #[serde(default)]
    pub looping: bool,
    /// In a hurry.
    #[serde(default)]
    pub run: bool,
}

/// Someone on foot.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Avatar {
    /// The feet, engine axes, the game's units.
    pub position: Vec3,
    /// Units per second.
    pub velocity: Vec3,
    /// Radians about +y; 0 looks along -z, growing to the left.
    pub yaw: f32,
    /// Radians; positive looks up.
    pub pitch: f32,
    /// Feet on something.
    pub grounded: bool,
    /// Soil under the feet.
    pub soil: u8,
    /// What befell them on the way.
    #[serde(default, skip_serializing_if = "Journey::is_unused")]
    pub journey: Journey,
}

impl Actor {
    /// A walker with its feet here.
    pub fn walker(avatar: Avatar, pilot: Pilot) -> Self {
        Actor { kind: ActorKind::Walker(avatar), pilot, node: None }
    }

    /// Its feet and how they move.
    pub fn avatar(&self) -> &Avatar {
        match &self.kind {
            ActorKind::Walker(avatar) => avatar,
            ActorKind::Creature(creature) => &creature.avatar,
            ActorKind::Tank(tank) => &tank.avatar,
            ActorKind::Mech(mech) => &mech.avatar,
            ActorKind::Aeroplane(plane) => &plane.avatar,
            ActorKind::Turret(turret) => &turret.avatar,
        }
    }

    /// As [`Actor::avatar`], to be changed.
    pub fn avatar_mut(&mut self) -> &mut Avatar {
        match &mut self.kind {
            ActorKind::Walker(avatar) => avatar,
            ActorKind::Creature(creature) => &mut creature.avatar,
            ActorKind::Tank(tank) => &mut tank.avatar,
            ActorKind::Mech(mech) => &mut mech.avatar,
            ActorKind::Aeroplane(plane) => &mut plane.avatar,
            ActorKind::Turret(turret) => &mut turret.avatar,
        }
    }

    /// What it was told, if it is a creature.
    pub fn creature(&self) -> Option<&Creature> {
        match &self.kind {
            ActorKind::Creature(creature) => Some(creature),
            ActorKind::Walker(_)
            | ActorKind::Tank(_)
            | ActorKind::Mech(_)
            | ActorKind::Aeroplane(_)
            | ActorKind::Turret(_) => None,
        }
    }

    /// The number of its law, if it is a vehicle.
    pub fn vehicle(&self) -> Option<u32> {
        match &self.kind {
            ActorKind::Walker(_) | ActorKind::Creature(_) => None,
            ActorKind::Tank(tank) => Some(tank.law),
            ActorKind::Mech(mech) => Some(mech.law),
            ActorKind::Aeroplane(plane) => Some(plane.law),
            ActorKind::Turret(turret) => Some(turret.law),
        }
    }

    /// How its body is turned: somebody on foot stands upright.
    pub fn rotation(&self) -> Mat3A {
        match &self.kind {
            ActorKind::Walker(_) | ActorKind::Creature(_) => {
                Mat3A::from_quat(crate::euler_rotation(Vec3::Y * self.avatar().yaw))
            }
            ActorKind::Tank(tank) => tank.rotation(),
            ActorKind::Mech(mech) => mech.rotation(),
            ActorKind::Aeroplane(plane) => plane.rotation(),
            ActorKind::Turret(turret) => turret.rotation(),
        }
    }

    /// Where it stands in the world.
    pub fn position(&self) -> Vec3 {
        self.avatar().position
    }

    /// Where it looks: yaw and pitch in radians, as in [`Avatar`].
    pub fn look(&self) -> (f32, f32) {
        (self.avatar().yaw, self.avatar().pitch)
    }

    /// How the seat in it is turned: that of a 'mech is in its torso.
    pub fn seat(&self) -> Mat3A {
        match &self.kind {
            ActorKind::Mech(mech) => {
                let angles = Vec3::new(0.0, mech.avatar.yaw, mech.lean);
                Mat3A::from_quat(crate::euler_rotation(angles))
            }
            _ => self.rotation(),
        }
    }

    /// True when no number in it is NaN or infinite.
    pub fn is_finite(&self) -> bool {
        let avatar = self.avatar();
        avatar.position.is_finite()
            && avatar.velocity.is_finite()
            && avatar.yaw.is_finite()
            && avatar.pitch.is_finite()
            && avatar.journey.safe.is_none_or(Vec3::is_finite)
            && self.pilot.is_finite()
            && match &self.kind {
                ActorKind::Walker(_) => true,
                ActorKind::Creature(creature) => creature.order.is_finite(),
                ActorKind::Tank(tank) => tank.is_finite(),
                ActorKind::Mech(mech) => mech.is_finite(),
                ActorKind::Aeroplane(plane) => plane.is_finite(),
                ActorKind::Turret(turret) => turret.is_finite(),
            }
    }
}

impl Pilot {
    /// True when no number in it is NaN or infinite.
    pub fn is_finite(&self) -> bool {
        match self {
            Pilot::Nobody | Pilot::Person(_) => true,
            Pilot::Path(path) => path.points.iter().all(|point| point.is_finite()),
            Pilot::Bot(bot) => bot.is_finite(),
        }
    }
}

/// The actors of a world that runs.
pub type Actors = Registry<Actor>;

impl Actors {
    /// The actor that the person of a seat pilots.
    pub fn piloted_by(&self, seat: SeatId) -> Option<(ActorId, &Actor)> {
        let at = self.iter().position(|actor| actor.pilot == Pilot::Person(seat))?;
        Some((ActorId(self.ids()[at]), &self[at]))
    }

    /// The actor that stands at a node.
    pub fn at_node(&self, node: NodeId) -> Option<(ActorId, &Actor)> {
        let at = self.iter().position(|actor| actor.node == Some(node))?;
        Some((ActorId(self.ids()[at]), &self[at]))
    }
}
