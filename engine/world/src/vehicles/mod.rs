//! Vehicles: the numbers of their laws, which loading makes, and where each is, which a tick changes. How they move is
//! in the crate `runtime`, `vehicles`.
//!
//! | file | holds |
//! |---|---|
//! | `tank.rs` | tanks of Recoil |
//! | `turret.rs` | turrets |
//! | `mech.rs` | 'mechs of MechWarrior 3 and Pirate's Moon |
//! | `aeroplane.rs` | aeroplanes of Crimson Skies |
//! | `heard.rs` | what is heard of them |
//! | `programs.rs` | animations that begin with what they do |

mod aeroplane;
mod heard;
mod mech;
mod programs;
mod tank;
mod turret;

pub use aeroplane::{Aeroplane, AeroplaneLaw, AirLaw, AutopilotLaw, CrashLaw, Gauge, GaugeReading, GearLaw};
pub use heard::{Loop, VehicleSounds};
pub use mech::{CollapseLaw, Footfall, HeatLaw, Jolt, JoltLaw, JumpJets, Mech, MechLaw, MechParts};
pub use programs::VehiclePrograms;
pub use tank::{LAVA, LeanLaw, Platform, QUICKSAND, Tank, TankLaw, TankMode, TracksLaw};
pub use turret::{Turret, TurretLaw};

use crate::{Actor, ActorKind, Avatar, CameraMode, NodeId, Pilot, SeatId, TrailView};
use glam::Vec3;

/// A vehicle that can be driven in a scene.
#[derive(Clone, Debug, PartialEq)]
pub struct VehicleLaw {
    /// Its name.
    pub name: Box<str>,
    /// The node that shows it.
    pub node: Option<NodeId>,
    /// Where its cameras are.
    pub views: Views,
    /// The numbers that it moves by.
    pub law: LawKind,
}

/// The numbers of a vehicle's law, by what it is.
#[derive(Clone, Debug, PartialEq)]
pub enum LawKind {
    /// A tank.
    Tank(Box<TankLaw>),
    /// A 'mech.
    Mech(Box<MechLaw>),
    /// An aeroplane.
    Aeroplane(Box<AeroplaneLaw>),
    /// A turret.
    Turret(Box<TurretLaw>),
}

/// Cameras of a vehicle.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Views {
    /// From outside: behind its origin, above it, and how high the place is that it looks at, units.
    pub outside: [f32; 3],
    /// The camera from outside that follows late, instead of that.
    pub trail: Option<TrailView>,
    /// The cockpit's eye in the space of the body: x to the right, y up, z back, units.
    pub cockpit: Vec3,
    /// What is seen around whoever looks from there, with that place as its origin; it is seen from nowhere else.
    pub cage: Option<NodeId>,
}

impl VehicleLaw {
    /// One that stands here, as an actor.
    pub fn standing(&self, number: u32, place: Avatar, pilot: Pilot) -> Actor {
        let kind = match &self.law {
            LawKind::Tank(law) => ActorKind::Tank(Box::new(Tank::standing(number, law, place))),
            LawKind::Mech(law) => ActorKind::Mech(Box::new(Mech::standing(number, law, place))),
            LawKind::Aeroplane(law) => ActorKind::Aeroplane(Box::new(Aeroplane::placed(number, law, place))),
            LawKind::Turret(law) => ActorKind::Turret(Box::new(Turret::standing(number, law, place))),
        };
        Actor { kind, pilot, node: self.node }
    }

    /// As [`VehicleLaw::standing`], driven by the person of the first seat.
    pub fn driven(&self, number: u32, place: Avatar) -> Actor {
        self.standing(number, place, Pilot::Person(SeatId::FIRST))
    }

    /// The camera from outside.
    pub fn outside(&self) -> CameraMode {
        let [distance, lift, aim] = self.views.outside;
        self.views.trail.map_or(CameraMode::Follow { distance, lift, aim }, CameraMode::Trail)
    }

    /// The camera of the cockpit.
    pub fn cockpit(&self) -> CameraMode {
        CameraMode::Cockpit { eye: self.views.cockpit }
    }
}
