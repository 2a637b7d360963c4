//! The numbers by which opponents act: units of the game, radians, seconds. They come from a game's readers and, where
//! these say nothing, from the constants of its title.

use glam::Vec3;
use serde::{Deserialize, Serialize};

/// How an opponent acts.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MindLaw {
    /// Its name in the game's files.
    pub name: Box<str>,
    /// Whose side it is on.
    pub side: Side,
    /// Vehicles that it goes for, among [`Scene::vehicles`](crate::Scene::vehicles); everyone of the other side, where it
    /// names none.
    pub targets: Option<Vec<u32>>,
    /// It fires while it points no farther beside the aim than this, radians.
    pub aim: f32,
    /// A hit wakes it up.
    pub wakes_on_hit: bool,
    /// It is awake from the start.
    pub awake: bool,
    /// What else there is to it.
    pub kind: MindKind,
}

/// Whose side somebody is on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Side {
    /// Against the persons.
    #[default]
    Foe,
    /// With the persons.
    Friend,
}

/// What there is to a kind of opponent.
#[derive(Clone, Debug, PartialEq)]
pub enum MindKind {
    /// It stands, turns and fires.
    Turret(TurretMind),
    /// It drives on the ground.
    Driver(DriverMind),
    /// It flies.
    Flier(FlierMind),
}

impl Default for MindKind {
    fn default() -> Self {
        MindKind::Turret(TurretMind::default())
    }
}

/// How far two places are from each other, as a game measures it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Measure {
    /// By a straight line.
    #[default]
    Straight,
    /// Along x and along z, added up.
    AddedUp,
}

impl Measure {
    /// The distance.
    pub fn of(self, from: Vec3, to: Vec3) -> f32 {
        let way = to - from;
        match self {
            Measure::Straight => way.length(),
            Measure::AddedUp => way.x.abs() + way.z.abs(),
        }
    }
}

/// A turret.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TurretMind {
    /// How far it sees, units.
    pub range: f32,
    /// How that is measured.
    pub measure: Measure,
    /// Least seconds between two shots, whatever its weapon can do.
    pub dwell: f32,
    /// How long it attacks, and how long after that it only follows with its eyes, seconds; for ever at 0.
    pub spells: [f32; 2],
}

/// How a vehicle on the ground attacks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Strategy {
    /// It pursues.
    #[default]
    Pursues,
    /// It stops to aim.
    Stops,
    /// It gives up after misses.
    GivesUp,
    /// It does nothing.
    Suspended,
}

/// A vehicle on the ground. Distances are measured along the ground.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DriverMind {
    /// How near somebody wakes it up, units.
    pub activate: f32,
    /// How near it attacks, units.
    pub attack: f32,
    /// How long it goes on attacking whom it no longer sees so near, seconds.
    pub attack_dwell: f32,
    /// How long it then waits before it goes on its way, seconds.
    pub wait: f32,
    /// The distance that it keeps from whom it attacks: least, most, units.
    pub keeps: [f32; 2],
    /// How far it goes from where it began to attack, units.
    pub strays: f32,
    /// How far from a point of its way it may pass, units.
    pub path_width: f32,
    /// Its way, among [`OpponentLaw::nets`](super::OpponentLaw::nets); without one it stays where it is.
    pub net: Option<u32>,
    /// How it attacks.
    pub strategy: Strategy,
    /// Misses in a row after which [`Strategy::GivesUp`] gives up.
    pub misses: u32,
    /// How fast it looks up and down, and its torso to the side, radians/s.
    pub nod: f32,
    /// The angle from which on it steers as far as it can, radians.
    pub full_lock: f32,
    /// The share of its health below which it hides when it is hit, and how long it does each time, seconds; after the last
    /// of them it does not hide any more.
    pub hides: f32,
    /// See [`DriverMind::hides`].
    pub hide_times: Vec<f32>,
    /// The share of the heat that it can hold above which a 'mech does not fire.
    pub cool: f32,
    /// Opponents that wake up with it, by their minds.
    pub buddies: Vec<u32>,
}

/// An aeroplane.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FlierMind {
    /// How near it attacks, units.
    pub attack: f32,
    /// How long it goes for the same one, if there is another, seconds.
    pub patience: f32,
    /// How near it comes to the nearest of its target before it breaks off, units, and for how long it does, seconds.
    pub breaks_off: [f32; 2],
    /// How far above the ground it stays, units, and how far ahead it looks for that, seconds.
    pub clearance: [f32; 2],
    /// The least and the largest x and z of the world; beyond them it turns back.
    pub bounds: Option<[[f32; 2]; 2]>,
    /// The angle from which on it pulls and rolls as hard as it can, radians.
    pub full_stick: f32,
    /// How far ahead it reckons with the turn of its nose, seconds, so that this comes to rest where it wants it and
    /// does not swing; 0 for one that does not.
    pub damping_s: f32,
    /// The throttle that it wants, 0..=1.
    pub throttle: f32,
}
