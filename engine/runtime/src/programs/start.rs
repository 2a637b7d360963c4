//! How programs start: with the world, by calls, by damage.
//!
//! Source: `docs/spec/zbd/anim.md`, "12.2 Load time" to "12.5 Prerequisites".

use super::step::Lane;
use super::trace::{Refusal, TracedWhat};
use super::{FULL, Player, UNSOUND};
use glam::Vec3;
use serde::{Deserialize, Serialize};
use world::program::{
    Activation, Blast, Captured, Definition, Event, Input, Instance, MOST_PROGRAMS, ONCE_ONLY, Phase,
    Requirement, ScriptMotion, Step, Wait,
};
use world::{NodeFlags, NodeId, ProgramId};

/// Damage that is counted; a save cannot hold what is infinite.
const MOST_DAMAGE: f32 = 1e9;

/// What does damage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DamageKind {
    /// A shot.
    Weapon,
    /// Something that ran into it.
    Collision,
}

impl DamageKind {
    fn starts(self, activation: Activation) -> bool {
        match activation {
            Activation::WeaponHit => self == DamageKind::Weapon,
            Activation::CollideHit => self == DamageKind::Collision,
            Activation::AnyHit => true,
            Activation::OnCall | Activation::OnStartup => false,
        }
    }

    fn hurts(self, own: &Definition) -> bool {
        self.starts(own.activation) || !own.damage.is_empty()
    }
}

/// What a caller wants of a start.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Start {
    /// Bound to this in place of its root.
    pub target: Option<NodeId>,
    /// Where its root goes, and turned how, if it comes into the world with it.
    pub place: Option<(Vec3, Vec3)>,
    pub inputs: [Input; 2],
    pub velocity: Vec3,
    /// One that runs already starts once more, if it brings its root into the world.
    pub again: bool,
}

impl Start {
    /// Its root goes there, turned so.
    pub fn at(place: Vec3, angles: Vec3) -> Self {
        Start { place: Some((place, angles)), ..Start::default() }
    }
}

/// What a hit did to what takes damage.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Hurt {
    /// The share of its health that is left.
    pub left: f32,
    /// It can take no more.
    pub killed: bool,
}

impl Player<'_, '_, '_> {
    /// What happens when a world begins: all resets, then what starts with it.
    ///
    /// Source: `docs/spec/zbd/engine-behaviour.md`, "11.7 Order of first effects".
    pub(super) fn begin_world(&mut self) {
        let scene = self.scene;
        if let Some(unsound) = scene.programs.iter().find(|own| has_unsound_time(own)) {
            self.report_once(&UNSOUND, "times that are finite", format_args!("program {}", unsound.name));
        }
        let first = |at: usize| ProgramId::from(at);
        for at in 0..scene.programs.len() {
            // What runs already has noted its nodes when it started.
            if self.programs.instances[at].runs == 0 {
                self.capture(at);
            }
        }
        for (at, own) in scene.programs.iter().enumerate() {
            if own.resets_first && self.programs.instances[at].phase == Phase::Ready {
                self.programs.instances[at].after = Phase::Ready;
                self.run_reset(at);
            }
        }
        for (at, own) in scene.programs.iter().enumerate() {
            if own.activation == Activation::OnStartup {
                self.start(first(at), Start::default());
            }
        }
    }

    /// Starts a program. None when it may not, or runs already.
    ///
    /// Source: `docs/spec/zbd/anim.md`, "12.4 Starting (CALL_ANIMATION, hit, startup)".
    pub fn start(&mut self, program: ProgramId, start: Start) -> Option<Wait> {
        let definition = self.scene.programs.get(program.index())?;
        let first = program.index();
        let phase = self.programs.instances[first].phase;
        let is_busy = is_busy(&self.programs.instances[first]);
        // Another one has a root of its own only if the first brought it into the world.
        let again = start.again && self.programs.instances[first].attached;
        let place = match self.refusal(program, definition, start.target, again) {
            Some(why) => Err(why),
            None if is_busy => self.add_instance(program, definition).ok_or(Refusal::Full),
            None => Ok(first),
        };
        let at = match place {
            Ok(at) => at,
            Err(why) => {
                self.trace_refusal(Some(program), why);
                return None;
            }
        };
        let own = &mut self.programs.instances[at];
        let root = definition.root.map(|root| own.own(root));
        own.node = start.target.or(root);
        own.inputs = start.inputs;
        (own.place, own.velocity) = (start.place, start.velocity);
        own.runs = own.runs.wrapping_add(1);
        (own.starts, own.resets_in) = (true, None);
        let run = own.runs;
        if phase == Phase::Resetting && at == first {
            // Its reset sequence is under way and it starts behind it.
        } else if definition.resets_first {
            own.after = Phase::Ready;
            self.run_reset(at);
        } else {
            self.launch(at);
        }
        Some(Wait { instance: self.programs.instances.ids()[at], run })
    }

    /// Why a program does not start at a node, or at its own root without one; none if it does.
    fn refusal(
        &self,
        program: ProgramId,
        definition: &Definition,
        target: Option<NodeId>,
        again: bool,
    ) -> Option<Refusal> {
        let first = &self.programs.instances[program.index()];
        match first.phase {
            Phase::Disabled => return Some(Refusal::Disabled),
            Phase::Invalid | Phase::RunningThenInvalid => return Some(Refusal::Invalidated),
            Phase::Resetting if first.after == Phase::Invalid => return Some(Refusal::Invalidated),
            Phase::Executed if definition.reset_time == ONCE_ONLY => return Some(Refusal::Once),
            Phase::Resetting | Phase::Executed | Phase::Ready | Phase::Running => {}
        }
        let is_bound = match target {
            Some(target) => self.is_bound(program, target),
            None => is_busy(first) && !again,
        };
        if is_bound {
            return Some(Refusal::Busy);
        }
        (!self.may_start(definition)).then_some(Refusal::Prerequisites)
    }

    /// True when a busy instance of a program is bound to a node.
    fn is_bound(&self, program: ProgramId, target: NodeId) -> bool {
        let own = self.programs.active.iter().filter_map(|id| self.programs.instances.find(*id));
        own.filter(|own| own.definition == program).any(|own| is_busy(own) && own.node == Some(target))
    }

    /// Another instance of a program that runs; with a root of its own, if the program brings its root
    /// into the world.
    fn add_instance(&mut self, program: ProgramId, definition: &Definition) -> Option<usize> {
        if self.programs.instances.len() >= self.scene.programs.len() + MOST_PROGRAMS {
            let found = format_args!("program {}", definition.name);
            self.report_once(&FULL, "at most 4096 beside the first of each", found);
            return None;
        }
        let mut own = Instance::new(program, definition);
        let root = definition.root.filter(|root| root.index() < self.scene.nodes.len());
        if let Some(root) = root.filter(|_| self.programs.instances[program.index()].attached) {
            (own.copies, own.reusable) = self.copy_of(program, root)?;
            own.attached = true;
        }
        self.programs.instances.add(own)?;
        Some(self.programs.instances.len() - 1)
    }

    /// Source: `docs/spec/zbd/anim.md`, "12.5 Prerequisites".
    fn may_start(&self, definition: &Definition) -> bool {
        let mut satisfied = 0;
        for own in &definition.prerequisites {
            let holds = self.holds(own.requirement);
            if own.required && !holds {
                return false;
            }
            satisfied += u32::from(!own.required && holds);
        }
        satisfied >= definition.min_to_satisfy
    }

    fn holds(&self, requirement: Requirement) -> bool {
        match requirement {
            Requirement::Started(program) => {
                let own = program.and_then(|program| self.programs.instances.get(program.index()));
                // One that never ran may have been reset, invalidated or switched off.
                own.is_some_and(|own| own.runs > 0 && own.phase != Phase::Ready)
            }
            Requirement::Active { node, active } => {
                let node = node.filter(|node| self.edit.knows(*node));
                node.is_some_and(|node| self.is_active(node) == active)
            }
        }
    }

    pub(super) fn is_active(&self, node: NodeId) -> bool {
        self.edit.state().nodes.flags[node.index()].contains(NodeFlags::ACTIVE)
    }

    /// Lets the sequences of an instance run.
    pub(super) fn launch(&mut self, at: usize) {
        self.bring_root(at);
        self.capture(at);
        let definition = &self.scene.programs[self.programs.instances[at].definition.index()];
        let own = &mut self.programs.instances[at];
        (own.phase, own.starts, own.clock) = (Phase::Running, false, 0.0);
        for (state, sequence) in own.sequences.iter_mut().zip(&definition.sequences) {
            state.begin(sequence.on_call);
        }
        self.trace(at, TracedWhat::Starts);
        self.activate_anew(at);
    }

    /// A root that hangs nowhere is in the world as long as the instance is.
    fn bring_root(&mut self, at: usize) {
        let own = &self.programs.instances[at];
        let Some(root) = self.scene.programs[own.definition.index()].root.map(|root| own.own(root)) else {
            return;
        };
        let (place, attached) = (own.place, own.attached);
        let attached = attached || self.edit.hangs_nowhere(root) && self.edit.link(None, root).is_ok();
        let transform = self.edit.state().nodes.transforms.get(root.index()).copied();
        if attached && let (Some((place, angles)), Some(mut transform)) = (place, transform) {
            transform.translation = place.into();
            self.edit.teleport_node(root, transform);
            self.edit.rotate_to(root, angles);
        }
        self.programs.instances[at].attached = attached;
    }

    fn capture(&mut self, at: usize) {
        let definition = &self.scene.programs[self.programs.instances[at].definition.index()];
        let mut captured = std::mem::take(&mut self.programs.instances[at].captured);
        captured.clear();
        for node in definition.saved.iter().flatten() {
            let node = self.programs.instances[at].own(*node);
            let state = self.edit.state();
            if !state.nodes.lives(node) {
                continue;
            }
            captured.push(Captured {
                node,
                active: self.is_active(node),
                transform: state.nodes.transforms[node.index()],
                euler: state.eulers.get(&node).copied(),
                opacity: state.nodes.opacities[node.index()],
                fade: self.programs.fades.get(&node).copied(),
            });
        }
        self.programs.instances[at].captured = captured;
    }

    /// Damage to a node: what stands there or above it takes it, and starts when it can take no more.
    ///
    /// Source: `docs/spec/zbd/anim.md`, "12.3 Damage activation".
    /// Says what is left of the toughest of them; nothing if nothing there takes damage.
    pub fn damage(&mut self, node: NodeId, amount: f32, kind: DamageKind) -> Option<Hurt> {
        let scene = self.scene;
        let mut hit = Some(node);
        // A node of a ring hangs below itself.
        for _ in 0..self.edit.state().nodes.len() {
            let node = hit?;
            let mut toughest: Option<(f32, Hurt)> = None;
            for (at, own) in scene.programs.iter().enumerate() {
                if own.root == Some(node) && kind.hurts(own) {
                    let (full, before) = (own.full_health(), self.programs.instances[at].health);
                    self.hurt(at, amount, kind);
                    if toughest.is_none_or(|(most, _)| full > most) {
                        let left = if full > 0.0 { ((before - amount) / full).clamp(0.0, 1.0) } else { 0.0 };
                        let killed = left <= 0.0 && (before > 0.0 || full <= 0.0);
                        toughest = Some((full, Hurt { left, killed }));
                    }
                }
            }
            if let Some((_, hurt)) = toughest {
                return Some(hurt);
            }
            hit = self.edit.first_parent(node);
        }
        None
    }

    /// The node that takes the hits of a node by weapons: itself, or the nearest above it.
    pub fn target_of(&mut self, node: NodeId) -> Option<NodeId> {
        let scene = self.scene;
        let mut hit = Some(node);
        for _ in 0..self.edit.state().nodes.len() {
            let node = hit?;
            let takes = |own: &Definition| own.root == Some(node) && DamageKind::Weapon.hurts(own);
            if scene.programs.iter().any(takes) {
                return Some(node);
            }
            hit = self.edit.first_parent(node);
        }
        None
    }

    /// Lets a program run at a node, or ends it there.
    pub fn show_at(&mut self, program: ProgramId, node: NodeId, on: bool) {
        if program.index() >= self.scene.programs.len() || on == self.is_bound(program, node) {
            return;
        }
        if on {
            self.start(program, Start { target: Some(node), ..Start::default() });
        } else {
            for at in self.instances_of(program) {
                if self.programs.instances[at].node == Some(node) {
                    self.stop(at);
                }
            }
        }
    }

    /// Damage to a program: it says what a hit does, and starts when it can take no more.
    ///
    /// Source: `docs/spec/zbd/engine-behaviour.md`, "11.5 Damage".
    fn hurt(&mut self, at: usize, amount: f32, kind: DamageKind) {
        let own = &mut self.programs.instances[at];
        own.health = (own.health - amount).max(-MOST_DAMAGE);
        let (is_used_up, is_disabled) = (own.health <= 0.0, own.phase == Phase::Disabled);
        let definition = self.definition(at);
        if !definition.damage.is_empty() && !is_disabled {
            self.step_damage(at);
        }
        if is_used_up && kind.starts(definition.activation) {
            self.start(ProgramId::from(at), Start::default());
        }
    }

    /// What a hit does. A hit that comes of it does nothing more than hurt: hits that lead to hits would
    /// have no end.
    fn step_damage(&mut self, at: usize) {
        if std::mem::replace(&mut self.is_hit, true) {
            return;
        }
        self.damage.begin(false);
        self.step(at, Lane::Damage, 0.0);
        self.is_hit = false;
    }

    /// Damage to all programs that stand near a place and take it from weapons that go off there.
    ///
    /// Source: `docs/spec/zbd/anim-events.md`, "4.35 DETONATE_WEAPON".
    pub(super) fn blast(&mut self, place: Vec3, blast: Blast) {
        let scene = self.scene;
        let sound = blast.damage.is_finite() && blast.damage >= 0.0 && blast.radius >= 0.0;
        for (at, own) in scene.programs.iter().enumerate().filter(|_| sound) {
            let is_target = own.takes_blasts && DamageKind::Weapon.hurts(own);
            let near = own.root.filter(|_| is_target).is_some_and(|root| {
                self.edit.knows(root)
                    && Vec3::from(self.stands(root).translation).distance(place) <= blast.radius
            });
            if near {
                self.hurt(at, blast.damage, DamageKind::Weapon);
            }
        }
    }
}

/// True while an instance runs or is about to.
pub(super) fn is_busy(own: &Instance) -> bool {
    own.phase.is_running() || own.starts
}

fn has_unsound_time(own: &Definition) -> bool {
    // One sum of all is enough: what is NaN or infinite stays so.
    let keyed = |own: &ScriptMotion| -> f32 {
        own.script.frames.iter().map(|frame| frame.start.abs() + frame.end.abs()).sum()
    };
    let seconds = |event: &Event| match event {
        Event::MoveTo(own) => own.seconds,
        Event::FadeTo(own) => own.seconds,
        Event::Motion(own) => own.run_time.unwrap_or_default(),
        Event::Script(own) => keyed(own),
        Event::Skeleton(all) => all.iter().map(keyed).sum(),
        Event::LightAnimation(own) => own.seconds,
        Event::Connector(own) => own.seconds,
        Event::CameraTo(own) => own.seconds,
        Event::ScreenWash(own) => own.seconds,
        Event::ScreenRipple(seconds) => *seconds,
        _ => 0.0,
    };
    let unsound = |step: &Step| !step.time.is_finite() || !seconds(&step.event).is_finite();
    !own.reset_time.is_finite()
        || !own.health.is_finite()
        || own.sequences.iter().flat_map(|sequence| &sequence.steps).any(unsound)
        || own.reset.iter().chain(&own.damage).any(unsound)
}
