//! What each event does.
//!
//! Source: `docs/spec/zbd/anim-events.md`, "4. Events".

use super::Player;
use super::start::{Start, is_busy};
use super::step::{Outcome, Visit, scan};
use super::trace::Refusal;
use world::euler_of;
use world::program::{Call, CallPlace, Event, Input, Operand, SequencePhase, Step, Wait};

impl Player<'_, '_, '_> {
    /// Lets an event happen, or go on.
    pub(super) fn happen(&mut self, at: usize, event: &Event, steps: &[Step], visit: Visit) -> Outcome {
        match event {
            Event::MoveTo(way) => return self.move_to(at, way, visit),
            Event::FadeTo(fade) => return self.fade_to(at, fade, visit),
            Event::Loop(limit) => return self.repeat(at, *limit, visit),
            Event::Call(call) => return self.call(at, call, steps, visit),
            Event::If(condition) => {
                let holds = self.is_true(at, condition);
                return branch(steps, visit, holds);
            }
            Event::ElseIf(condition) if visit.scanned => {
                let holds = self.is_true(at, condition);
                return branch(steps, visit, holds);
            }
            Event::Else if visit.scanned => {}
            Event::ElseIf(_) | Event::Else => {
                // The end of a branch that was taken.
                let to = scan(steps, visit.cursor, |event| matches!(event, Event::EndIf));
                return Outcome::Jump { to, scanned: true };
            }
            Event::EndIf => {}
            Event::SetActive { node, active } => {
                if let Some(node) = self.node(at, *node) {
                    self.edit.set_active(node, *active);
                }
            }
            Event::Translate { node, from, by, relative } => self.translate(at, *node, *from, *by, *relative),
            Event::Scale { node, scale } => {
                if let Some(node) = self.node(at, *node) {
                    self.set_scale(node, *scale);
                }
            }
            Event::Rotate { node, angles, turn } => self.rotate(at, *node, *angles, *turn),
            Event::SetOpacity { node, on, opacity } => {
                if let Some(node) = self.node(at, *node) {
                    self.set_fade(node, Some(*on), *opacity);
                }
            }
            Event::AddChild { parent, child } => {
                if let (Some(parent), Some(child)) = (self.node(at, *parent), self.node(at, *child)) {
                    // A child that hangs there already stays.
                    let _ = self.edit.link(Some(parent), child);
                }
            }
            Event::DeleteChild { parent, child } => {
                if let (Some(parent), Some(child)) = (self.node(at, *parent), self.node(at, *child)) {
                    self.edit.unlink(Some(parent), child);
                }
            }
            Event::CallSequence(sequence) => self.call_sequence(at, *sequence),
            Event::StopSequence(sequence) => self.stop_sequence(at, *sequence),
            Event::Stop(program) => program.iter().for_each(|program| self.stop_program(*program)),
            Event::Reset(program) => program.iter().for_each(|program| self.reset_program(*program)),
            Event::Invalidate(program) => {
                program.iter().for_each(|program| self.invalidate_program(*program));
            }
            Event::Callback(value) => self.call_back(at, *value),
            Event::Motion(own) => return self.fly(at, own, visit),
            Event::Script(own) => return self.follow_scripts(at, std::slice::from_ref(own), visit),
            Event::Skeleton(own) => return self.follow_scripts(at, own, visit),
            Event::LightAnimation(own) => return self.light_animation(at, own, visit),
            Event::Connector(own) => return self.connect(at, own, visit),
            Event::CameraTo(own) => return self.camera_to(at, own, visit),
            Event::ScreenWash(own) => return self.screen_wash(at, own, visit),
            Event::ScreenRipple(seconds) => {
                let part = self.part(at, visit, *seconds);
                return part.last.map_or(Outcome::Running, Outcome::Done);
            }
            Event::Light(own) => self.light_state(at, own),
            Event::Sound { sound, node, offset } => self.sound(at, *sound, *node, *offset),
            Event::SoundNode { sound, active, place } => self.sound_node(at, *sound, *active, *place),
            Event::HangSound { sound, parent, hangs } => self.hang_sound(at, *sound, *parent, *hangs),
            Event::Effect { effect, node, offset } => self.effect(at, *effect, *node, *offset),
            Event::CycleTexture { node, restart, frame } => self.cycle_texture(at, *node, *restart, *frame),
            Event::CallConnector(own) => self.call_connector(at, own),
            Event::Camera(change) => self.change_camera(change),
            Event::Fog(change) => self.change_fog(change),
            Event::Detonate(own) => self.detonate(at, own),
            Event::Puffer(own) => self.puffer(at, own),
        }
        Outcome::Done(visit.left)
    }

    pub(super) fn call_sequence(&mut self, at: usize, sequence: Option<u16>) {
        let own = &mut self.programs.instances[at].sequences;
        if let Some(state) = sequence.and_then(|number| own.get_mut(usize::from(number)))
            && state.phase == SequencePhase::Parked
        {
            state.begin(false);
            state.called = true;
        }
    }

    /// One that waits to be called cannot be called any more.
    fn stop_sequence(&mut self, at: usize, sequence: Option<u16>) {
        let own = &mut self.programs.instances[at].sequences;
        if let Some(state) = sequence.and_then(|number| own.get_mut(usize::from(number))) {
            state.phase = SequencePhase::Finished;
        }
    }

    /// Source: `docs/spec/zbd/anim-events.md`, "4.24 CALL_ANIMATION".
    fn call(&mut self, at: usize, call: &Call, steps: &[Step], visit: Visit) -> Outcome {
        if !visit.first {
            let wait = self.lane(at, visit.lane).waits;
            // When in the tick it ended is not known: at its end.
            return if self.lasts(wait) { Outcome::Running } else { Outcome::Done(0.0) };
        }
        let target = self.node(at, call.bind);
        if call.bind != Operand::None && target.is_none() {
            self.trace_refusal(call.program, Refusal::NoNode);
            return Outcome::Done(visit.left);
        }
        let start =
            Start { target, velocity: self.programs.instances[at].velocity, ..self.start_at(at, call.place) };
        let started = call.program.and_then(|program| self.start(program, start));
        // Who waits holds up the event behind the call; without one there is nothing to hold up.
        let is_last = visit.cursor as usize + 1 >= steps.len();
        let wait = started.filter(|_| call.wait && !is_last);
        if !self.lasts(wait) {
            return Outcome::Done(visit.left);
        }
        self.lane(at, visit.lane).waits = wait;
        Outcome::Running
    }

    fn lasts(&self, wait: Option<Wait>) -> bool {
        wait.is_some_and(|wait| {
            let own = self.programs.instances.find(wait.instance);
            own.is_some_and(|own| own.runs == wait.run && is_busy(own))
        })
    }

    fn start_at(&mut self, at: usize, place: CallPlace) -> Start {
        let mut start = Start::default();
        match place {
            CallPlace::Own => {}
            CallPlace::At { node, position } => {
                let space = self.space(at, node);
                start.place = space.map(|space| (space.transform_point3(position), glam::Vec3::ZERO));
            }
            CallPlace::Turned { node, angles } => {
                let space = self.space(at, node);
                start.place = space.map(|space| (space.translation.into(), euler_of(&space) + angles));
            }
            CallPlace::With { node, position } => {
                start.inputs[0] = Input { node: self.node(at, node), position };
            }
        }
        start.place = start.place.filter(|(place, angles)| place.is_finite() && angles.is_finite());
        let [input, _] = &mut start.inputs;
        input.position = if input.position.is_finite() { input.position } else { glam::Vec3::ZERO };
        start
    }
}

/// Into the branch behind a condition, or to the first marker behind it: that of a condition inside the
/// branch counts too.
///
/// Source: `docs/spec/zbd/anim-events.md`, "4.30 IF (31), ELSE (32), ELSEIF (33), ENDIF (34)".
fn branch(steps: &[Step], visit: Visit, holds: bool) -> Outcome {
    if holds {
        return Outcome::Done(visit.left);
    }
    let marker = |event: &Event| matches!(event, Event::Else | Event::ElseIf(_) | Event::EndIf);
    Outcome::Jump { to: scan(steps, visit.cursor, marker), scanned: true }
}
