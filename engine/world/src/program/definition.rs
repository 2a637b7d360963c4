//! What loading made of a program.

use super::{SoundRef, Step};
use crate::{EmitterLawId, LightId, NodeId, ProgramId};

/// A reset time that says: starts once and never again.
///
/// Source: `docs/spec/zbd/anim.md`, "12.4 Starting (CALL_ANIMATION, hit, startup)".
pub const ONCE_ONLY: f32 = -99.0;

/// A program as loading made it.
#[derive(Clone, Debug, PartialEq)]
pub struct Definition {
    /// Its name in the game's files; several may have the same.
    pub name: Box<str>,
    /// What it stands at and what takes its hits.
    pub root: Option<NodeId>,
    /// What starts it.
    pub activation: Activation,
    /// While what it runs.
    pub gate: Gate,
    /// Damage that starts it; at 0 any hit does.
    pub health: f32,
    /// Seconds from its end to its reset; below 0 for no reset; see [`ONCE_ONLY`].
    pub reset_time: f32,
    /// The reset sequence runs when the world begins and before each start.
    pub resets_first: bool,
    /// A reset puts the saved nodes back to where they were at the start.
    pub restores: bool,
    /// It cannot start.
    pub disabled: bool,
    /// Weapons that go off near its root damage it, too; otherwise only what hits it does.
    pub takes_blasts: bool,
    /// What must hold before it may start.
    pub prerequisites: Vec<Prerequisite>,
    /// How many of the optional prerequisites must hold.
    pub min_to_satisfy: u32,
    /// Nodes that a reset restores; none for one that is missing.
    pub saved: Vec<Option<NodeId>>,
    /// Nodes that events name; none for one that is missing.
    pub nodes: Vec<Option<NodeId>>,
    /// Lights that events name. None for one that the scene does not have: then each instance makes its
    /// own when it first needs it.
    pub lights: Vec<Option<LightId>>,
    /// Sounds that events let be heard once; none for one that is missing.
    pub sounds: Vec<Option<SoundRef>>,
    /// Sounds that events switch on and off; none for one that is missing.
    pub sound_nodes: Vec<Option<SoundRef>>,
    /// Names of the emitters of particles that events change, in the game's files. Each instance has its
    /// own.
    pub puffers: Vec<Box<str>>,
    /// Effects that events let happen; none for one that is missing.
    pub effects: Vec<Option<EffectTemplate>>,
    /// What it does, side by side.
    pub sequences: Vec<Sequence>,
    /// What a reset does.
    pub reset: Vec<Step>,
    /// What each hit does, from its first event on and without any time; what would go on does not. With
    /// it a program takes every kind of damage, whatever starts it.
    ///
    /// Source: `docs/spec/zbd/engine-behaviour.md`, "11.5 Damage".
    pub damage: Vec<Step>,
}

impl Default for Definition {
    /// A program without events that is started by calls alone.
    fn default() -> Self {
        Definition {
            name: Box::default(),
            root: None,
            activation: Activation::OnCall,
            gate: Gate::Always,
            health: 0.0,
            reset_time: -1.0,
            resets_first: false,
            restores: true,
            disabled: false,
            takes_blasts: false,
            prerequisites: Vec::new(),
            min_to_satisfy: 0,
            saved: Vec::new(),
            nodes: Vec::new(),
            lights: Vec::new(),
            sounds: Vec::new(),
            sound_nodes: Vec::new(),
            puffers: Vec::new(),
            effects: Vec::new(),
            sequences: Vec::new(),
            reset: Vec::new(),
            damage: Vec::new(),
        }
    }
}

/// The longest time and the most health that a definition may say; what is infinite counts as this. A
/// save cannot hold what is infinite.
const MOST: f32 = 1e9;

impl Definition {
    /// Damage that starts it, as a number that a save can hold.
    pub fn full_health(&self) -> f32 {
        if self.health.is_nan() { 0.0 } else { self.health.clamp(-MOST, MOST) }
    }

    /// Seconds from its end to its reset, as a number that a save can hold.
    pub fn sound_reset_time(&self) -> f32 {
        if self.reset_time.is_nan() { 0.0 } else { self.reset_time.clamp(-MOST, MOST) }
    }
}

/// An effect that happens somewhere and lives on its own.
///
/// Source: `docs/spec/zbd/anim-events.md`, "4.3 EFFECT".
#[derive(Clone, Debug, PartialEq)]
pub struct EffectTemplate {
    /// Its name in the game's files.
    pub name: Box<str>,
    /// The particles that it sends out, if it is known.
    pub particles: Option<EmitterLawId>,
    /// How long it sends them out.
    pub seconds: f32,
}

/// What starts a program. Source: `docs/spec/zbd/anim.md`, "6.5 Activation".
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Activation {
    /// A shot at its root.
    WeaponHit,
    /// Something that runs into its root.
    CollideHit,
    /// Either.
    AnyHit,
    /// Another program, a command.
    #[default]
    OnCall,
    /// The world begins.
    OnStartup,
}

/// While what a program runs; otherwise its clocks stand. Source: `docs/spec/zbd/anim.md`,
/// "12.6 Per frame".
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Gate {
    /// Always.
    #[default]
    Always,
    /// The person is within a range of distances of it.
    Range {
        /// Nearest, squared.
        min_sq: f32,
        /// Squared; farther ones and this one are out of range.
        max_sq: f32,
    },
    /// The zone of its root exists.
    Zone,
}

/// One condition of a start. Source: `docs/spec/zbd/anim.md`, "12.5 Prerequisites".
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Prerequisite {
    /// It must hold; otherwise it is counted.
    pub required: bool,
    /// What is to hold.
    pub requirement: Requirement,
}

/// What has to hold before a program starts. What names something missing never holds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Requirement {
    /// Another program is no longer ready to start: it runs or has run.
    Started(Option<ProgramId>),
    /// A node is switched on, or off.
    Active {
        /// Which.
        node: Option<NodeId>,
        /// On.
        active: bool,
    },
}

/// Events one after the other.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sequence {
    /// Its name in the game's files.
    pub name: Box<str>,
    /// It waits to be called; otherwise it starts with its program.
    pub on_call: bool,
    /// What it does.
    pub steps: Vec<Step>,
}
