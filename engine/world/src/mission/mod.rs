//! Missions: what one is, which loading makes, and how it stands, which a tick changes. What happens in it is in the
//! crate `runtime`, `missions`.
//!
//! One machine carries the objectives of Recoil and those of Crimson Skies: the former are a small part of the latter.
//!
//! | file | holds |
//! |---|---|
//! | `objective.rs` | an objective: what completes it, when it is awake, what it sets off |
//! | `pickup.rs` | what lies about to be collected |
//! | `progress.rs` | how a mission stands |
//!
//! Source: `docs/spec/zbd/vehicles-and-combat.md`, "B6. Pickups (`puppies.zrd`)", "B7. Objectives (`objectives.zrd`)",
//! "Part D — Mission script vocabulary (Crimson Skies `objectives.zrd`)".

mod objective;
mod pickup;
mod progress;

pub use objective::{
    MissionAct, MissionCondition, MissionGroup, ObjectiveLaw, ObjectiveLife, ProgramStanding, Rank, Traveler,
};
pub use pickup::{Gift, PickupLaw};
pub use progress::{
    Generator, LaterSound, MOST_LATER, MOST_NOTICES, Mission, MissionOutcome, Notice, NoticeKind, Objective,
    ObjectivePhase, TargetState,
};

use crate::NodeId;
use crate::program::SoundRef;

/// Most objectives of a mission; more are left out.
pub const MOST_OBJECTIVES: usize = 256;
/// Most things that lie about to be collected.
pub const MOST_PICKUPS: usize = 512;
/// Most danger zones, and most targets.
pub const MOST_ZONES: usize = 256;
/// Most nodes of a danger zone: the state has a bit for each.
pub const MOST_GATES: usize = 32;

/// A mission as loading made it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MissionLaw {
    /// Its objectives, by the number that others name them with.
    pub objectives: Vec<ObjectiveLaw>,
    /// The time that it may take.
    pub timer: Option<TimerLaw>,
    /// What happens when it begins.
    pub begins: Vec<MissionAct>,
    /// Danger zones.
    pub zones: Vec<DangerZone>,
    /// What can be aimed at.
    pub targets: Vec<TargetLaw>,
    /// What lies about to be collected.
    pub pickups: Vec<PickupLaw>,
    /// What makes opponents.
    pub generators: Vec<GeneratorLaw>,
    /// What is heard when an objective is completed, by its rank.
    pub complete_sounds: [Option<SoundRef>; 3],
    /// What is heard when it is won.
    pub won_sound: Option<SoundRef>,
    /// What is heard when it is lost.
    pub lost_sound: Option<SoundRef>,
    /// Numbers that hold for all missions of the game.
    pub rules: MissionRules,
}

/// The time that a mission may take.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct TimerLaw {
    /// Seconds.
    pub seconds: f32,
    /// The mission is lost when they are over.
    pub loses: bool,
}

/// Something that makes opponents: those of its minds that sleep, or that were destroyed, come into the world one after
/// the other where they stand at the start.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GeneratorLaw {
    /// Its name.
    pub name: Box<str>,
    /// Whom it makes.
    pub minds: Vec<u32>,
}

/// A place through which somebody flies at some risk.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DangerZone {
    /// Its name.
    pub name: Box<str>,
    /// All of these have to be passed; at most [`MOST_GATES`] count.
    pub gates: Vec<NodeId>,
}

/// Something that can be aimed at.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TargetLaw {
    /// Its name in the game's files.
    pub name: Box<str>,
    /// What it is.
    pub text: Box<str>,
    /// What kind of thing it is.
    pub category: Box<str>,
    /// What to do with it.
    pub help: Box<str>,
    /// Its nodes.
    pub nodes: Vec<NodeId>,
}

/// Numbers that hold for all missions of a game; all of them seconds, units or counts that are finite and not negative.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct MissionRules {
    /// From the last primary objective to the end, seconds.
    pub won_s: f32,
    /// From an objective that ends the mission to that end, seconds.
    pub instant_s: f32,
    /// How many objectives end the last mission of a game, and the seconds of its review.
    pub last: Option<(u32, f32)>,
    /// From the death of the person to the next life or to the end, seconds.
    pub death_s: f32,
    /// From the completion of an objective to what is heard of it, seconds.
    pub sound_s: f32,
    /// Lives that the person has besides the first, and the most that can be had.
    pub lives: [u32; 2],
    /// How near the person passes a node of a danger zone, units.
    pub gate: f32,
    /// How near the person comes to what lies about to take it, units.
    pub reach: f32,
    /// How far above something and above who takes it a line between them has to be free, units.
    pub sight: f32,
    /// Share of health above which nobody takes more.
    pub healthy: f32,
    /// From one opponent that something makes to the next, seconds.
    pub generator_s: f32,
}
