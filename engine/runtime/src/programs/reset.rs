//! How programs end, are put back to how they were, and are invalidated.
//!
//! Source: `docs/spec/zbd/anim.md`, "12.7 Stop and reset".

use super::step::Lane;
use super::trace::TracedWhat;
use super::{MOST_DEPTH, Player};
use world::ProgramId;
use world::program::{Event, Owned, OwnedSound, Phase, SequencePhase, Step};

/// What a program says when it is over.
const DONE: u32 = 0;

impl Player<'_, '_, '_> {
    /// All sequences of an instance are over.
    pub(super) fn end(&mut self, at: usize) {
        let own = &self.programs.instances[at];
        let program = own.definition;
        let definition = &self.scene.programs[program.index()];
        let mut steps =
            definition.sequences.iter().flat_map(|sequence| &sequence.steps).chain(&definition.reset);
        if steps.any(|step: &Step| matches!(step.event, Event::Callback(_))) {
            self.call_back(at, DONE);
        }
        self.stop(at);
    }

    /// Ends an instance that runs: it is reset when its time has come.
    pub(super) fn stop(&mut self, at: usize) {
        let own = &mut self.programs.instances[at];
        if !own.phase.is_running() {
            // One whose reset sequence is under way does not start behind it.
            if std::mem::take(&mut own.starts) {
                self.trace(at, TracedWhat::Stops);
            }
            return;
        }
        let definition = &self.scene.programs[own.definition.index()];
        own.phase = if own.phase == Phase::RunningThenInvalid { Phase::Invalid } else { Phase::Executed };
        own.health = definition.full_health();
        self.trace(at, TracedWhat::Stops);
        let reset_time = definition.sound_reset_time();
        if reset_time > 0.0 {
            self.programs.instances[at].resets_in = Some(f64::from(reset_time));
        } else if reset_time == 0.0 {
            self.reset(at);
        } else {
            self.release(at);
        }
    }

    /// Ends all instances of a program that run.
    pub fn stop_program(&mut self, program: ProgramId) {
        self.instances_of(program).for_each(|at| self.stop(at));
    }

    /// Puts all instances of a program back to how they were. One that is invalid counts as over
    /// afterwards, one that is disabled stays so.
    ///
    /// Source: `docs/spec/zbd/engine-behaviour.md`, "11.2 State machine".
    pub fn reset_program(&mut self, program: ProgramId) {
        for at in self.instances_of(program) {
            let own = &mut self.programs.instances[at];
            let after = match own.phase {
                Phase::Disabled | Phase::Resetting => continue,
                Phase::Invalid | Phase::RunningThenInvalid => Phase::Executed,
                Phase::Ready | Phase::Running | Phase::Executed => Phase::Ready,
            };
            own.phase = after;
            own.health = self.scene.programs[program.index()].full_health();
            self.reset_to(at, after);
        }
    }

    /// Lets a program never start again; what runs of it goes on to its end.
    pub fn invalidate_program(&mut self, program: ProgramId) {
        for at in self.instances_of(program) {
            let own = &mut self.programs.instances[at];
            match own.phase {
                Phase::Disabled | Phase::RunningThenInvalid | Phase::Invalid => continue,
                Phase::Running => own.phase = Phase::RunningThenInvalid,
                Phase::Resetting => (own.after, own.starts) = (Phase::Invalid, false),
                Phase::Ready | Phase::Executed => own.phase = Phase::Invalid,
            }
            self.trace(at, TracedWhat::Invalidated);
        }
    }

    /// The reset that comes some time after the end.
    pub(super) fn reset(&mut self, at: usize) {
        let is_invalid = self.programs.instances[at].phase == Phase::Invalid;
        self.reset_to(at, if is_invalid { Phase::Invalid } else { Phase::Ready });
    }

    fn reset_to(&mut self, at: usize, after: Phase) {
        let own = &mut self.programs.instances[at];
        (own.after, own.starts, own.resets_in) = (after, false, None);
        if self.scene.programs[own.definition.index()].restores {
            self.restore(at);
        }
        self.run_reset(at);
    }

    /// Runs the reset sequence from its first event, and what comes behind it.
    pub(super) fn run_reset(&mut self, at: usize) {
        let own = &mut self.programs.instances[at];
        own.reset.begin(false);
        (own.phase, own.clock) = (Phase::Resetting, 0.0);
        self.activate(at);
        self.trace(at, TracedWhat::Resets);
        if self.depth < MOST_DEPTH && self.resets > 0 {
            self.resets -= 1;
            self.depth += 1;
            self.go_on_resetting(at, 0.0);
            self.depth -= 1;
        }
    }

    pub(super) fn go_on_resetting(&mut self, at: usize, dt: f64) {
        self.step(at, Lane::Reset, dt);
        let own = &mut self.programs.instances[at];
        if own.phase != Phase::Resetting || own.reset.phase != SequencePhase::Finished {
            return;
        }
        if own.starts {
            self.launch(at);
        } else {
            own.phase = own.after;
            self.release(at);
        }
    }

    /// Puts nodes back to how they were when an instance started.
    fn restore(&mut self, at: usize) {
        let captured = std::mem::take(&mut self.programs.instances[at].captured);
        for own in &captured {
            self.edit.set_active(own.node, own.active);
            self.edit.teleport_node(own.node, own.transform);
            self.edit.set_opacity(own.node, own.opacity);
            let eulers = &mut self.edit.simulation.state.eulers;
            match own.euler {
                Some(angles) => _ = eulers.insert(own.node, angles),
                None => _ = eulers.remove(&own.node),
            }
            match own.fade {
                Some(fade) => _ = self.programs.fades.insert(own.node, fade),
                None => _ = self.programs.fades.remove(&own.node),
            }
            if let Some(weight) = self.programs.morphs.get_mut(&own.node) {
                *weight = 0.0;
            }
        }
        self.programs.instances[at].captured = captured;
    }

    /// Takes what an instance brought into the world out of it, and switches off what goes with it.
    fn release(&mut self, at: usize) {
        self.release_owned(at);
        let own = &mut self.programs.instances[at];
        let program = own.definition;
        let root = self.scene.programs[program.index()].root.map(|root| own.own(root));
        let copies = std::mem::take(&mut own.copies);
        let reusable = std::mem::take(&mut own.reusable);
        if std::mem::take(&mut own.attached)
            && let Some(root) = root
        {
            if copies.is_empty() {
                self.edit.unlink(None, root);
            } else {
                self.give_back(program, root, copies, reusable);
            }
        }
    }

    /// Switches off lights, sounds and emitters of an instance, and stops the connectors that it called.
    fn release_owned(&mut self, at: usize) {
        let own = &mut self.programs.instances[at].owned;
        if own.is_empty() {
            return;
        }
        let Owned { mut lights, mut sounds, mut puffers, mut connectors } = std::mem::take(own);
        for own in lights.drain(..) {
            if own.made {
                self.edit.remove_light(own.light);
            } else if own.started {
                self.edit.switch_light(own.light, false);
            }
        }
        let known = &self.definition(at).sound_nodes;
        for own in sounds.drain(..).filter(OwnedSound::is_heard) {
            if let Some(sound) = known.get(usize::from(own.slot)).and_then(Option::as_ref) {
                self.stop_owned(sound, own.handle);
            }
        }
        for own in puffers.drain(..) {
            self.end_emitter(own.emitter);
        }
        // One that calls another that calls another is no deep stack.
        self.ending.extend(connectors.drain(..).map(|own| own.call));
        // The lists keep their memory for the next run.
        self.programs.instances[at].owned = Owned { lights, sounds, puffers, connectors };
    }
}
