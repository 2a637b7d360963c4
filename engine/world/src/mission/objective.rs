//! An objective: what completes it, when it is awake, what it sets off.

use super::MissionOutcome;
use crate::program::SoundRef;
use crate::{NodeId, ProgramId, Side, State};

/// An objective as loading made it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ObjectiveLaw {
    /// Its name in the game's files.
    pub name: Box<str>,
    /// How much depends on it; `None` for one that is not shown and only works for others.
    pub rank: Option<Rank>,
    /// Of two with one rank that with the smaller number is shown first.
    pub priority: i32,
    /// What is to be done.
    pub text: Box<str>,
    /// How that may be done.
    pub hint: Box<str>,
    /// One of these completes it; with none it is completed as soon as it is awake.
    pub conditions: Vec<MissionCondition>,
    /// When it is awake.
    pub life: ObjectiveLife,
    /// As long as this one is not completed its own time stands.
    pub after: Option<u16>,
    /// What happens when it wakes up.
    pub on_wake: Vec<MissionAct>,
    /// What happens when it is completed.
    pub on_completion: Vec<MissionAct>,
    /// What happens when it falls asleep.
    pub on_sleep: Vec<MissionAct>,
    /// The mission ends with it.
    pub ends: Option<MissionOutcome>,
    /// How long its text can be read, seconds.
    pub read_s: f32,
    /// From its completion to its text, seconds.
    pub review_s: f32,
    /// What is heard with its text.
    pub read_sound: Option<SoundRef>,
}

/// How much depends on an objective.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Rank {
    /// The mission is won when all of these are completed.
    Primary,
    /// Worth something.
    Secondary,
    /// Nice to have.
    Tertiary,
}

/// When an objective is awake. All times are seconds, finite and not negative.
///
/// Source: `docs/spec/zbd/vehicles-and-combat.md`, "D2. Objective life": that a nap follows the time awake, and that it
/// cannot be completed any more after its deadline, is inferred.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ObjectiveLife {
    /// From the start of the mission until it wakes up; `None` for one that is woken by others alone.
    pub delay: Option<f32>,
    /// How long it stays awake until it takes a nap; 0 for ever.
    pub awake: f32,
    /// How long that nap is.
    pub nap: f32,
    /// From its waking on how long it may take; 0 for ever.
    pub deadline: f32,
}

impl Default for ObjectiveLife {
    /// Awake from the start.
    fn default() -> Self {
        ObjectiveLife { delay: Some(0.0), awake: 0.0, nap: 0.0, deadline: 0.0 }
    }
}

/// What completes an objective.
#[derive(Clone, Debug, PartialEq)]
pub enum MissionCondition {
    /// So many of these nodes are switched on, or off.
    Nodes {
        /// Which.
        nodes: Vec<NodeId>,
        /// On.
        active: bool,
        /// At least 1.
        count: u32,
    },
    /// So many of these programs run, have run, or cannot run any more.
    Programs {
        /// Which, and what of each.
        programs: Vec<(ProgramId, ProgramStanding)>,
        /// At least 1.
        count: u32,
    },
    /// So many of these danger zones were flown through.
    Zones {
        /// Their numbers.
        zones: Vec<u16>,
        /// At least 1.
        count: u32,
    },
    /// Of a group so few are left.
    Few {
        /// Which.
        group: MissionGroup,
        /// Most that may be left.
        most: u32,
        /// What makes more of them, among [`MissionLaw::generators`](super::MissionLaw::generators): it must have made all.
        generator: Option<u16>,
    },
    /// So many come near to a node.
    Near {
        /// Who.
        who: Traveler,
        /// The node.
        place: NodeId,
        /// Units.
        radius: f32,
        /// At least 1.
        count: u32,
        /// Whoever came is gone then.
        removes: bool,
    },
    /// What it needs does not exist.
    Never,
}

impl MissionCondition {
    /// Where somebody can fulfil it who comes there: the nodes that are still as they must not be, or the one to come to.
    pub fn open_nodes<'a>(&'a self, state: &'a State) -> impl Iterator<Item = NodeId> + 'a {
        let (nodes, wanted): (&[NodeId], Option<bool>) = match self {
            MissionCondition::Nodes { nodes, active, .. } => (nodes, Some(*active)),
            MissionCondition::Near { who: Traveler::Person, place, .. } => {
                (std::slice::from_ref(place), None)
            }
            _ => (&[], None),
        };
        nodes.iter().copied().filter(move |node| wanted.is_none_or(|wanted| state.is_active(*node) != wanted))
    }
}

/// How a program stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProgramStanding {
    /// It runs.
    Running,
    /// It has run.
    Executed,
    /// It cannot run any more.
    Invalid,
}

/// Vehicles that belong together: those of these laws, and those at these nodes. Nobody in it is driven by a person.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MissionGroup {
    /// Among [`Scene::vehicles`](crate::Scene::vehicles).
    pub vehicles: Vec<u32>,
    /// Nodes of the vehicles themselves.
    pub nodes: Vec<NodeId>,
}

/// Who comes somewhere.
#[derive(Clone, Debug, PartialEq)]
pub enum Traveler {
    /// The person in the first seat.
    Person,
    /// Somebody of a group.
    Group(MissionGroup),
}

/// Something that a mission sets off. Objectives are named by their numbers.
#[derive(Clone, Debug, PartialEq)]
pub enum MissionAct {
    /// These wake up; the list ends at the first that is awake already.
    Wake(Vec<u16>),
    /// These end and are not completed any more.
    Kill(Vec<u16>),
    /// These take a nap of so many seconds, and if they were completed, they are no more.
    Nap(Vec<u16>, f32),
    /// These fall asleep until they are woken.
    Sleep(Vec<u16>),
    /// These are not shown.
    Hide(Vec<u16>),
    /// A program starts, at a node if one is given.
    StartProgram(ProgramId, Option<NodeId>),
    /// A program is as before it ran.
    RestoreProgram(ProgramId),
    /// A program counts as one that has run.
    ExecuteProgram(ProgramId),
    /// A program cannot run any more.
    InvalidateProgram(ProgramId),
    /// Something is heard; after the time that the rules give if that is said.
    Hear(SoundRef, bool),
    /// The timer begins anew, with so many seconds if that is said.
    ResetTimer(Option<f32>),
    /// The timer gains or loses seconds.
    AdjustTimer(f32),
    /// The timer ends, and nothing follows from it.
    EndTimer,
    /// Opponents of these minds wake up.
    Rouse(Vec<u32>),
    /// The person is put at a node.
    Warp(NodeId),
    /// Opponents of these minds are put at a node.
    WarpOthers(Vec<u32>, NodeId),
    /// Opponents of these minds are on another side from now on.
    SetSide(Vec<u32>, Side),
    /// Opponents of these minds go another way, among [`OpponentLaw::nets`](crate::OpponentLaw::nets).
    SetNet(Vec<u32>, u32),
    /// Opponents of these minds attack whom they have so near, units.
    SetAttack(Vec<u32>, f32),
    /// Something that makes opponents makes so many more.
    Generate(u16, u32),
    /// What waits to be said is not said any more.
    StopQueued,
    /// A target is shown, or not any more.
    ShowTarget(u16, bool),
    /// There is another text for a target.
    LabelTarget(u16, Box<str>),
}
