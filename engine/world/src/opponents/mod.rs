//! Opponents: who acts by itself, what is known of how it does that, and what it has in mind. What they do is in the
//! crate `runtime`, `opponents`.
//!
//! | file | holds |
//! |---|---|
//! | `mind.rs` | the numbers by which turrets, drivers and fliers act |
//! | `bot.rs` | what one of them has in mind |
//! | `net.rs` | nets of ways |
//!
//! Source: `docs/spec/zbd/vehicles-and-combat.md`, "B4. Turrets (`ai.zrd`)", "B5. AI vehicles", "C5. Turrets".

mod bot;
mod mind;
mod net;

pub use bot::{Bot, Orders, Plan};
pub use mind::{DriverMind, FlierMind, Measure, MindKind, MindLaw, Side, Strategy, TurretMind};
pub use net::PathNet;

use crate::{Avatar, NodeId};
use serde::{Deserialize, Serialize};

/// How the opponents of a scene act, and who of them is there from the start.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct OpponentLaw {
    /// What holds for all of them.
    pub rules: OpponentRules,
    /// By the number that a [`Bot`] names.
    pub minds: Vec<MindLaw>,
    /// By the number that a [`DriverMind`] names.
    pub nets: Vec<PathNet>,
    /// Who is there from the start.
    pub starts: Vec<OpponentStart>,
}

/// What holds for all opponents of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct OpponentRules {
    /// Most looks of a tick, of all opponents together; who has none left goes by what it saw before.
    pub looks: u32,
    /// Most turrets that fire in a tick; 0 for as many as like to.
    pub firing: u32,
    /// How far above the origin of a vehicle one aims, as a share of how high its driver's eyes are.
    pub aim_height: f32,
    /// Half of the cone within which its shots go, by chance, around where it aims; radians. Besides what its weapon does.
    pub spread: f32,
}

/// An opponent that is there from the start.
#[derive(Clone, Debug, PartialEq)]
pub struct OpponentStart {
    /// Its law, among [`Scene::vehicles`](crate::Scene::vehicles).
    pub vehicle: u32,
    /// How it acts, among [`OpponentLaw::minds`].
    pub mind: u32,
    /// Where.
    pub place: Avatar,
    /// The node that shows it.
    pub node: Option<NodeId>,
}

/// What a tick changes of all opponents together: whose turn it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Opponents {
    /// The actor that looked last, and 1.
    pub looked: u32,
    /// The turret that fired last, and 1.
    pub fired: u32,
}

impl Opponents {
    /// True while nobody has looked or fired.
    pub fn is_unused(&self) -> bool {
        *self == Opponents::default()
    }
}
