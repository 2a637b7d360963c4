//! Programs: what follows a script of events by a clock.
//!
//! Programs that run are walked newest first, and one that starts on this walk goes on in the next tick;
//! so calls in a ring or a thousand deep take no more than their own time in each tick.
//!
//! Source: `docs/spec/zbd/anim.md`, "12. Run-time model of a definition".

mod bodies;
mod callbacks;
mod conditions;
mod connect;
mod events;
mod groups;
mod lights;
mod moves;
mod pool;
mod puffers;
mod reset;
mod script;
mod sounds;
mod start;
mod step;
mod trace;
mod view;

use crate::tick::Tick;
use crate::{DT, Edit};
use binary::{Code, Severity};
use glam::{Affine3A, Vec3};
use std::fmt;
use std::sync::Arc;
use world::program::{
    Definition, EventPlace, Gate, Instance, Operand, Phase, Programs, Ring, SequenceState, Wait,
};
use world::{Finding, NodeId, ProgramId, Scene};

pub(crate) use sounds::{FIRST_SHOT, cue as sound_cue};
pub use start::DamageKind;
pub(crate) use start::Start;
pub(crate) use trace::Trace;
pub use trace::{EventList, EventOutcome, MOST_TRACED, Refusal, Traced, TracedWhat};

binary::codes! {
    FULL = "runtime.program.full": "more programs run at once than there is room for; the rest does not start" => "look for a program that starts itself at another node again and again";
    UNSOUND = "runtime.program.unsound": "a time or the health of a program is NaN or infinite" => "write times as seconds and health as damage; NaN counts as 0, and a time that is infinite never comes";
}

/// Where the clock of a program stops: a day. Source: `docs/spec/zbd/engine-behaviour.md`, "1.1 Clock".
const MOST_SECONDS: f64 = 86400.0;
/// The greatest number that is drawn.
const MOST_DRAWN: f32 = 32767.0;
/// No instance has this number: stands for one that went elsewhere in a list.
const GONE: u32 = u32::MAX;
/// Sums of sixtieths of a second miss round times by less.
const HAIR: f64 = 1e-6;
/// Resets inside resets of one moment; deeper ones go on in the next tick.
const MOST_DEPTH: u32 = 16;
/// Resets of one tick that are done on the spot: two that each reset two others would be without number.
const MOST_RESETS: u32 = 4096;

/// The stage.
pub(crate) fn tick(tick: &mut Tick<'_>) {
    if tick.scene.programs.is_empty() {
        return;
    }
    let mut edit = Edit::new(tick.world);
    Player::with(&mut edit, |player| player.tick());
}

/// Plays the programs of a world. While it does, they are here and not in the state.
pub(crate) struct Player<'s, 'e, 'w> {
    scene: &'s Scene,
    edit: &'e mut Edit<'w>,
    programs: Programs,
    depth: u32,
    /// Resets that may still be done on the spot.
    resets: u32,
    /// Connectors whose caller is over.
    ending: Vec<Wait>,
    /// Where the events of a hit are while they happen: nothing of them lasts.
    damage: SequenceState,
    /// A hit happens now.
    is_hit: bool,
}

impl<'s> Player<'s, '_, '_> {
    /// What an instance follows.
    fn definition(&self, at: usize) -> &'s Definition {
        &self.scene.programs[self.programs.instances[at].definition.index()]
    }
}

impl Player<'_, '_, '_> {
    /// Lends the programs of a world for a while.
    pub fn with<R>(edit: &mut Edit<'_>, act: impl FnOnce(&mut Player<'_, '_, '_>) -> R) -> R {
        let scene = Arc::clone(&edit.simulation.scene);
        let programs = std::mem::take(&mut edit.simulation.state.programs);
        let ending = Vec::new();
        let mut player = Player {
            scene: &scene,
            edit,
            programs,
            depth: 0,
            resets: MOST_RESETS,
            ending,
            damage: SequenceState::default(),
            is_hit: false,
        };
        let result = act(&mut player);
        player.end_connectors();
        player.sweep();
        let Player { edit, programs, .. } = player;
        edit.simulation.state.programs = programs;
        result
    }

    /// The world that they play in.
    pub fn simulation(&self) -> &crate::Simulation {
        self.edit.simulation
    }

    fn tick(&mut self) {
        if !std::mem::replace(&mut self.programs.begun, true) {
            self.begin_world();
        }
        self.advance_groups();
        for place in (0..self.programs.active.len()).rev() {
            let at = self.programs.active.get(place).and_then(|id| self.programs.instances.position(*id));
            if let Some(at) = at.filter(|at| !self.is_held(*at)) {
                self.advance(at);
                self.end_connectors();
            }
        }
        for ticks in self.programs.held.values_mut() {
            *ticks = ticks.saturating_sub(1);
        }
        self.carry_sounds();
    }

    /// Stops connectors whose caller is over, if they still run.
    fn end_connectors(&mut self) {
        while let Some(call) = self.ending.pop() {
            let at = self.programs.instances.position(call.instance);
            if let Some(at) = at.filter(|at| self.programs.instances[*at].runs == call.run) {
                self.stop(at);
            }
        }
    }

    /// A sixtieth of a second of one instance.
    ///
    /// Source: `docs/spec/zbd/anim.md`, "12.6 Per frame".
    fn advance(&mut self, at: usize) {
        let dt = f64::from(DT);
        let own = &mut self.programs.instances[at];
        match own.phase {
            Phase::Running | Phase::RunningThenInvalid => {
                if self.is_open(at) {
                    self.advance_sequences(at, dt);
                }
            }
            Phase::Resetting => {
                own.clock = (own.clock + dt).min(MOST_SECONDS);
                self.go_on_resetting(at, dt);
            }
            _ => {
                let Some(left) = own.resets_in else { return };
                own.resets_in = Some(left - dt);
                if left - dt <= HAIR {
                    self.reset(at);
                }
            }
        }
    }

    /// Whether somebody holds the program of an instance.
    fn is_held(&self, at: usize) -> bool {
        self.programs.is_held(self.programs.instances[at].definition)
    }

    /// Whether time passes for an instance.
    fn is_open(&self, at: usize) -> bool {
        let own = &self.programs.instances[at];
        match self.scene.programs[own.definition.index()].gate {
            Gate::Always => true,
            Gate::Range { min_sq, max_sq } => {
                self.to_player_sq(own).is_none_or(|distance_sq| min_sq <= distance_sq && distance_sq < max_sq)
            }
            Gate::Zone => {
                let state = self.edit.state();
                let root = own.node.and_then(|node| self.scene.shape(&state.nodes, node));
                state.zones.shows(root.and_then(|root| root.zone))
            }
        }
    }

    /// From an instance to the person, squared; none if it stands nowhere.
    fn to_player_sq(&self, own: &Instance) -> Option<f32> {
        Some(self.stands(own.node?).translation.distance_squared(self.player().into()))
    }

    /// The feet of the person, or the eye that sees instead.
    fn player(&self) -> Vec3 {
        let state = self.edit.state();
        state.person().map_or(state.camera.eye, world::Actor::position)
    }

    /// Where a node stood when that was last worked out, in this tick or before it: to do so for every
    /// program that asks how far somebody is would cost as many updates. One that is not in the world,
    /// where it would stand.
    fn stands(&self, node: NodeId) -> Affine3A {
        let simulation = &*self.edit.simulation;
        let shown = simulation.occurrences.of(node).next();
        let own = || simulation.state.nodes.transforms.get(node.index()).copied().unwrap_or_default();
        shown.map_or_else(own, |id| *simulation.occurrences.transform(id))
    }

    /// Where a node stands now.
    fn stands_now(&mut self, node: NodeId) -> Affine3A {
        self.edit.refresh();
        self.stands(node)
    }

    /// The node that an event names, if it exists.
    fn node(&self, at: usize, operand: Operand) -> Option<NodeId> {
        let own = &self.programs.instances[at];
        let node = match operand {
            Operand::None => None,
            Operand::Node(place) => {
                let nodes = &self.scene.programs[own.definition.index()].nodes;
                nodes.get(usize::from(place)).copied().flatten().map(|node| own.own(node))
            }
            Operand::Bound => own.node,
            Operand::Input => own.inputs[0].node,
        };
        node.filter(|node| self.edit.knows(*node))
    }

    /// The space that an event names: that of a node, moved to the place in it for an input.
    fn space(&mut self, at: usize, operand: Operand) -> Option<Affine3A> {
        let node = self.node(at, operand)?;
        let space = self.stands_now(node);
        let input = self.programs.instances[at].inputs[0].position;
        Some(if operand == Operand::Input { space * Affine3A::from_translation(input) } else { space })
    }

    /// The numbers of a program's instances in the list: its first one, then the others.
    fn instances_of(&self, program: ProgramId) -> impl Iterator<Item = usize> + use<> {
        let known = program.index() < self.scene.programs.len();
        let others = self.scene.programs.len()..self.programs.instances.len();
        let own: smallvec::SmallVec<[usize; 8]> = known
            .then(|| {
                let same = |at: &usize| self.programs.instances[*at].definition == program;
                std::iter::once(program.index()).chain(others.filter(same))
            })
            .into_iter()
            .flatten()
            .collect();
        own.into_iter()
    }

    /// The node that a named input stands for: each side of a connector has one of its own.
    fn input_node(&self, at: usize, operand: Operand, side: usize) -> Option<NodeId> {
        match operand {
            Operand::Input => {
                let node = self.programs.instances[at].inputs.get(side)?.node;
                node.filter(|node| self.edit.knows(*node))
            }
            other => self.node(at, other),
        }
    }

    /// Where a node that an event names stands, with an offset along the axes of the world; the offset
    /// itself without a node. None for a node that is missing, and for what is NaN or infinite.
    fn place_at(&mut self, at: usize, node: Operand, offset: Vec3) -> Option<Vec3> {
        let origin = match node {
            Operand::None => Vec3::ZERO,
            node => self.space(at, node)?.translation.into(),
        };
        Some(origin + offset).filter(|place| place.is_finite())
    }

    /// Where an event puts a light or a sound: nothing to keep its place. The outer is none when the event
    /// names a node that is missing.
    fn event_place(&mut self, at: usize, place: EventPlace) -> Option<Option<Vec3>> {
        match place {
            EventPlace::Keep => Some(None),
            EventPlace::At(place) => place.is_finite().then_some(Some(place)),
            EventPlace::Node { node: Operand::None, .. } => None,
            EventPlace::Node { node, offset } => self.place_at(at, node, offset).map(Some),
        }
    }

    /// A number of the ring, 0..=1.
    ///
    /// Source: `docs/spec/zbd/engine-behaviour.md`, "1.3 Random numbers".
    fn draw(&mut self) -> f32 {
        let ring = &mut self.programs.ring;
        if ring.values.is_empty() {
            let random = &mut self.edit.simulation.state.random;
            ring.values.extend((0..Ring::LEN).map(|_| random.draw()));
        }
        let value = ring.values.get(ring.next as usize).copied().unwrap_or_default();
        ring.next = (ring.next + 1) % Ring::LEN as u32;
        f32::from(value) / MOST_DRAWN
    }

    /// Time acts on an instance from now on, as the one that started last.
    fn activate_anew(&mut self, at: usize) {
        let id = self.programs.instances.ids()[at];
        let active = &mut self.programs.active;
        match active.iter().position(|known| *known == id) {
            Some(place) if place + 1 == active.len() => return,
            // A walk may be under way: what is in front of it must not move up.
            Some(place) => active[place] = GONE,
            None => {}
        }
        active.push(id);
    }

    /// Time acts on an instance from now on.
    fn activate(&mut self, at: usize) {
        let id = self.programs.instances.ids()[at];
        if !self.programs.active.contains(&id) {
            self.programs.active.push(id);
        }
    }

    /// Forgets instances that have nothing left to do.
    fn sweep(&mut self) {
        let Programs { instances, active, .. } = &mut self.programs;
        let needs_time = |own: &Instance| {
            own.phase.is_running() || own.phase == Phase::Resetting || own.resets_in.is_some()
        };
        for at in (self.scene.programs.len()..instances.len()).rev() {
            if !needs_time(&instances[at]) {
                let id = instances.ids()[at];
                instances.remove(id);
            }
        }
        active.retain(|id| instances.find(*id).is_some_and(needs_time));
    }

    /// Says once in a run what is wrong.
    fn report_once(&mut self, code: &'static Code, wanted: &str, found: impl fmt::Display) {
        let simulation = &mut *self.edit.simulation;
        if !simulation.said.contains(&code.id) {
            simulation.said.push(code.id);
            simulation.report(Finding::new(code, Severity::Warning, "", wanted, found));
        }
    }
}
