//! What a tick changes of programs.

use super::{
    Body, Definition, GroupRun, GroupState, Lens, MOST_GROUP_RUNS, Owned, PooledCopy, Ring, SoundGroupId,
};
use crate::{NodeId, NodeStates, ProgramId, Registry, Scene};
use glam::{Affine3A, Vec3};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Most instances beside the first of each definition.
pub const MOST_PROGRAMS: usize = 4096;

/// The programs of a world. The first instance of each definition has its number and always exists;
/// the others come and go.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Programs {
    /// By number.
    pub instances: Registry<Instance>,
    /// Those on which time acts, in the order in which they started.
    pub active: Vec<u32>,
    /// Nodes that programs faded.
    pub fades: BTreeMap<NodeId, Fade>,
    /// Weights that programs gave to the offsets of models, by node, 0..=1; 0 for all others.
    pub morphs: BTreeMap<NodeId, f32>,
    /// The random numbers of conditions and launches.
    pub ring: Ring,
    /// Field of view and zoom as programs set them; none before the first.
    pub lens: Option<Lens>,
    /// How many sounds were started: each has a handle of its own.
    pub sounds: u32,
    /// Copies of roots that wait for the next instance that needs one.
    pub pool: Vec<PooledCopy>,
    /// What happens when the world begins has happened.
    pub begun: bool,
    /// Programs whose time stands because somebody looks at them, each with the ticks that it may still
    /// go. Their instances start, stop and are reset as any other; only time does not pass for them.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub held: BTreeMap<ProgramId, u32>,
    /// Groups of sounds that were heard.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub groups: BTreeMap<SoundGroupId, GroupState>,
    /// Groups of sounds that play, or wait to.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub group_runs: Vec<GroupRun>,
}

/// A node whose opacity has a switch. Source: `docs/spec/zbd/engine-behaviour.md`, "9.4 Opacity".
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fade {
    /// The opacity counts.
    pub on: bool,
    /// 0..=1.
    pub opacity: f32,
}

/// States of an instance. Source: `docs/spec/zbd/anim.md`, "12.1 States".
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[repr(u8)]
pub enum Phase {
    /// Its reset sequence runs.
    Resetting = 0,
    /// It may start.
    #[default]
    Ready = 1,
    /// It runs.
    Running = 2,
    /// It is over and was not reset since.
    Executed = 3,
    /// It may not start again.
    Invalid = 4,
    /// It is bad or switched off.
    Disabled = 5,
    /// It runs and may not start again.
    RunningThenInvalid = 6,
}

impl Phase {
    /// True while its sequences run.
    pub fn is_running(self) -> bool {
        matches!(self, Phase::Running | Phase::RunningThenInvalid)
    }
}

/// A program that runs, has run, or may.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Instance {
    /// What it does.
    pub definition: ProgramId,
    /// Whether it runs.
    pub phase: Phase,
    /// How often it was started: who waits for one run is not held up by the next.
    pub runs: u32,
    /// Seconds since it started.
    pub clock: f64,
    /// One for each of the definition's.
    pub sequences: Vec<SequenceState>,
    /// Of the reset sequence.
    pub reset: SequenceState,
    /// It starts when its reset sequence is over.
    pub starts: bool,
    /// What it is after its reset sequence, if it does not start.
    pub after: Phase,
    /// Seconds to its reset, after its end.
    pub resets_in: Option<f64>,
    /// What it is bound to.
    pub node: Option<NodeId>,
    /// What its caller handed over.
    pub inputs: [Input; 2],
    /// Where its caller wants its root, and turned how.
    pub place: Option<(Vec3, Vec3)>,
    /// What it inherits from its caller, units per second.
    pub velocity: Vec3,
    /// Damage that it can still take.
    pub health: f32,
    /// Nodes as they were when it started.
    pub captured: Vec<Captured>,
    /// It brought its root into the world.
    pub attached: bool,
    /// Nodes of the scene, each with what stands for it here; ascending.
    pub copies: Vec<(NodeId, NodeId)>,
    /// Its copies are nodes and nothing else, so that another instance may have them after it.
    pub reusable: bool,
    /// Lights, sounds, emitters and connectors that go with it.
    pub owned: Owned,
}

/// What a caller hands over.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Input {
    /// A node.
    pub node: Option<NodeId>,
    /// A place in its space.
    pub position: Vec3,
}

/// A node as it was.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Captured {
    /// Which.
    pub node: NodeId,
    /// It was switched on.
    pub active: bool,
    /// Its place below its parents.
    pub transform: Affine3A,
    /// The angles it was turned to, if it was.
    pub euler: Option<Vec3>,
    /// 0..=1.
    pub opacity: f32,
    /// Its fade, if it had one.
    pub fade: Option<Fade>,
}

/// States of a sequence. Source: `docs/spec/zbd/anim-events.md`, "3.2 Clocks and start test".
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[repr(u8)]
pub enum SequencePhase {
    /// The event under the cursor has not begun.
    #[default]
    Pending = 0,
    /// It has, and is not over.
    Running = 1,
    /// It is over.
    Finished = 2,
    /// It waits to be called.
    Parked = 3,
    /// A loop started it over; it goes on in the next tick.
    Rewound = 4,
}

/// A sequence on its way.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SequenceState {
    /// Whether it runs.
    pub phase: SequencePhase,
    /// Number of the event it is at.
    pub cursor: u32,
    /// Seconds since it started or was started over.
    pub clock: f64,
    /// Seconds since the event before was over.
    pub event_clock: f64,
    /// Seconds of the event under the cursor, while it runs.
    pub elapsed: f64,
    /// Seconds of the last tick that a loop left over.
    pub carry: f64,
    /// Passes of its loop.
    pub loops: i32,
    /// Seconds of passes that are over.
    pub loop_time: f64,
    /// This pass has used time that its author asked for.
    pub spent: bool,
    /// The cursor came to an ELSE or ELSEIF from a condition that did not hold.
    pub scanned: bool,
    /// Events that have put their node to where they begin: a loop does not do so again.
    pub entered: Vec<u32>,
    /// What the event under the cursor waits for.
    pub waits: Option<Wait>,
    /// It was called and has not had a tick since: its first one passes without time.
    pub called: bool,
    /// The node that the event under the cursor throws or spins.
    pub body: Option<Body>,
    /// Rates of near and far of the light that the event under the cursor changes, units a second.
    pub range_rate: Option<[f32; 2]>,
}

/// One run of an instance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Wait {
    /// Its number.
    pub instance: u32,
    /// Which of its runs.
    pub run: u32,
}

impl SequenceState {
    /// At its first event.
    pub fn begin(&mut self, on_call: bool) {
        self.phase = if on_call { SequencePhase::Parked } else { SequencePhase::Pending };
        self.cursor = 0;
        (self.clock, self.event_clock, self.elapsed, self.carry, self.loop_time) = (0.0, 0.0, 0.0, 0.0, 0.0);
        self.loops = 0;
        (self.spent, self.scanned, self.waits, self.called) = (false, false, None, false);
        (self.body, self.range_rate) = (None, None);
        self.entered.clear();
    }

    /// True while it has something to do.
    pub fn is_live(&self) -> bool {
        matches!(self.phase, SequencePhase::Pending | SequencePhase::Running | SequencePhase::Rewound)
    }

    fn fits(&self, steps: usize) -> bool {
        let clocks = [self.clock, self.event_clock, self.elapsed, self.carry, self.loop_time];
        clocks.iter().all(|clock| clock.is_finite() && *clock >= 0.0)
            && self.cursor as usize <= steps
            && self.entered.len() <= steps
            && self.body.as_ref().is_none_or(Body::is_finite)
            && self.range_rate.is_none_or(|rates| rates.iter().all(|rate| rate.is_finite()))
    }
}

impl Instance {
    /// An instance that never started.
    pub fn new(id: ProgramId, definition: &Definition) -> Self {
        Instance {
            definition: id,
            phase: if definition.disabled { Phase::Disabled } else { Phase::Ready },
            node: definition.root,
            health: definition.full_health(),
            sequences: vec![SequenceState::default(); definition.sequences.len()],
            ..Instance::default()
        }
    }

    /// What stands here for a node of the scene.
    pub fn own(&self, node: NodeId) -> NodeId {
        let copy = self.copies.binary_search_by_key(&node, |(shape, _)| *shape);
        copy.map_or(node, |at| self.copies[at].1)
    }

    fn fits(&self, scene: &Scene, nodes: &NodeStates) -> bool {
        let Some(definition) = scene.programs.get(self.definition.index()) else { return false };
        let steps = definition.sequences.iter().map(|sequence| sequence.steps.len());
        self.sequences.len() == definition.sequences.len()
            && self.sequences.iter().zip(steps).all(|(own, steps)| own.fits(steps))
            && self.reset.fits(definition.reset.len())
            && self.clock.is_finite()
            && self.resets_in.is_none_or(f64::is_finite)
            && self.health.is_finite()
            && self.velocity.is_finite()
            && self.place.is_none_or(|(place, angles)| place.is_finite() && angles.is_finite())
            && self.inputs.iter().all(|input| input.position.is_finite())
            && self.captured.len() <= definition.saved.len()
            && self.captured.iter().all(Captured::is_sound)
            && self.copies.is_sorted_by(|a, b| a.0 < b.0)
            && self.copies.iter().all(|(_, node)| node.index() < nodes.len())
            && self.owned.is_sound()
            && self.owned.sounds.iter().all(|own| own.host.is_none_or(|host| host.node.index() < nodes.len()))
    }
}

impl Captured {
    fn is_sound(&self) -> bool {
        self.transform.is_finite()
            && self.opacity.is_finite()
            && self.euler.is_none_or(Vec3::is_finite)
            && self.fade.is_none_or(|fade| fade.opacity.is_finite())
    }
}

impl Programs {
    /// Those of a scene, none of them started.
    pub fn new(scene: &Scene) -> Self {
        let ids = (0..).map(ProgramId);
        let first = ids.zip(&scene.programs).map(|(id, definition)| Instance::new(id, definition));
        Programs { instances: Registry::new(first.collect()), ..Programs::default() }
    }

    /// True while time does not pass for the instances of a program.
    pub fn is_held(&self, program: ProgramId) -> bool {
        // Nearly always nobody holds anything.
        !self.held.is_empty() && self.held.get(&program) == Some(&0)
    }

    /// True in a world without programs.
    pub fn is_unused(&self) -> bool {
        *self == Programs::default()
    }

    /// True when they can be those of a scene: each definition has its first instance, and whatever is
    /// numbered exists.
    pub(crate) fn fits(&self, scene: &Scene, nodes: &NodeStates) -> bool {
        let own = scene.programs.len();
        let first = self.instances.ids().iter().zip(self.instances.iter()).take(own);
        let mut active = self.active.clone();
        active.sort_unstable();
        self.instances.is_consistent()
            && (own..=own + MOST_PROGRAMS).contains(&self.instances.len())
            && first.zip(0..).all(|((id, instance), own)| *id == own && instance.definition.0 == own)
            && self.instances.iter().all(|instance| instance.fits(scene, nodes))
            && active.is_sorted_by(|a, b| a < b)
            && active.iter().all(|id| self.instances.position(*id).is_some())
            && self.fades.values().all(|fade| fade.opacity.is_finite())
            && self.morphs.values().all(|weight| weight.is_finite())
            && self.ring.is_sound()
            && self.lens.is_none_or(|lens| lens.is_finite())
            && self.held.keys().all(|held| held.index() < own)
            && self.groups.iter().all(|(id, own)| own.fits(scene.sound_groups.get(id.index())))
            && self.group_runs.len() <= MOST_GROUP_RUNS
            && self.group_runs.iter().all(|run| run.fits(&scene.sound_groups))
            && self.pool.len() <= MOST_PROGRAMS
            && self.pool.iter().all(|own| own.fits(nodes))
            && (own > 0 || self.is_unused())
    }
}
