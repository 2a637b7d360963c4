//! Commands as edits.

use super::Edit;
use crate::{Command, CommandError, TICKS_PER_SECOND};
use world::{AnimatorId, Clock, LightId, MaterialId, NodeId, ProgramId, Random, ScreenEffect};

/// Longest way of an effect on the screen from its start to its end, in ticks: an
/// hour.
const MOST_TICKS: f32 = 3600.0 * TICKS_PER_SECOND as f32;

impl Edit<'_> {
    /// Carries out a command at once. What is to be recorded goes into a tick
    /// instead: [`Simulation::advance`](crate::Simulation::advance).
    ///
    /// # Errors
    ///
    /// What it names does not exist, or it makes no sense; then nothing changed.
    pub fn apply(&mut self, command: &Command) -> Result<(), CommandError> {
        match command {
            Command::Move { node, transform } => {
                let done = self.move_node(*node, *transform);
                self.of_node(*node, done)
            }
            Command::Teleport { node, transform } => {
                let done = self.teleport_node(*node, *transform);
                self.of_node(*node, done)
            }
            Command::RotateTo { node, angles } => {
                let done = self.rotate_to(*node, *angles);
                self.of_node(*node, done)
            }
            Command::RotateBy { node, angles } => {
                let done = self.rotate_by(*node, *angles);
                self.of_node(*node, done)
            }
            Command::SetFlags { node, flags, on } => {
                let done = self.set_flags(*node, *flags, *on);
                self.of_node(*node, done)
            }
            Command::SetOpacity { node, opacity } => {
                let done = self.set_opacity(*node, *opacity);
                self.of_node(*node, done)
            }
            Command::Link { parent, child } => Ok(self.link(*parent, *child)?),
            Command::Unlink { parent, child } => {
                if self.unlink(*parent, *child) {
                    Ok(())
                } else {
                    Err(CommandError::NotLinked)
                }
            }
            Command::Spawn { template, parent, transform } => {
                Ok(self.spawn(*template, *parent, *transform).map(|_| ())?)
            }
            Command::Despawn(node) => {
                let done = self.despawn(*node);
                self.of_node(*node, done)
            }
            Command::Play { animator, clock } => {
                let done = self.play(*animator, *clock);
                self.of_clip(*animator, Some(*clock), done)
            }
            Command::Perform { animator, action } => {
                if self.perform(*animator, *action) {
                    Ok(())
                } else {
                    Err(CommandError::MissingClip(*animator))
                }
            }
            Command::FadeTo { animator, clock, seconds } => {
                let done = self.fade_to(*animator, *clock, *seconds);
                self.of_clip(*animator, seconds.is_finite().then_some(*clock), done)
            }
            Command::Overlay { animator, overlay } => {
                let clock = overlay.seconds.is_finite().then_some(overlay.clock);
                let done = self.overlay(*animator, *overlay);
                self.of_clip(*animator, clock, done)
            }
            Command::FadeOut { animator, clip, seconds } => {
                let done = self.fade_out(*animator, *clip, *seconds);
                self.of_clip(*animator, seconds.is_finite().then(|| Clock::once(*clip)), done)
            }
            Command::Attach(attachment) => self.attach_to_bone(*attachment).map_err(CommandError::Attach),
            Command::Detach { node } => {
                let done = self.detach_from_bone(*node);
                if done { Ok(()) } else { Err(CommandError::NotCarried(*node)) }
            }
            Command::AddLight(light) => match light.node.filter(|node| !self.knows(*node)) {
                Some(node) => Err(CommandError::MissingNode(node)),
                None => sound(self.add_light(*light).is_some()),
            },
            Command::RemoveLight(light) => {
                let done = self.remove_light(*light);
                if done { Ok(()) } else { Err(CommandError::MissingLight(*light)) }
            }
            Command::AimLight { light, direction } => {
                let done = self.aim_light(*light, *direction);
                self.of_light(*light, done)
            }
            Command::SwitchLight { light, on } => {
                let done = self.switch_light(*light, *on);
                self.of_light(*light, done)
            }
            Command::SetLight { light, new } => {
                if let Some(node) = new.node.filter(|node| !self.knows(*node)) {
                    return Err(CommandError::MissingNode(node));
                }
                let done = self.set_light(*light, *new);
                self.of_light(*light, done)
            }
            Command::SetPaint { node, paint } => {
                let done = self.set_paint(*node, *paint);
                self.of_node(*node, done)
            }
            Command::SetMaterial { material, new } => {
                let done = self.set_material(*material, *new);
                self.of_material(*material, done)
            }
            Command::SetCycle { material, frame } => {
                let done = self.set_cycle(*material, *frame);
                let cycles = self.simulation.scene.materials.get(material.index());
                match cycles.and_then(|known| known.cycle.as_ref()) {
                    None => Err(CommandError::MissingMaterial(*material)),
                    Some(_) => sound(done),
                }
            }
            Command::Emit { law, node, seed } => {
                let done = self.emit(*law, *node, *seed);
                let known = law.index() < self.simulation.scene.emitters.len();
                self.of_effect(done, *node, known.then_some(()).ok_or(law.0))
            }
            Command::LeaveRibbon { law, node } => {
                let done = self.leave_ribbon(*law, *node);
                let known = law.index() < self.simulation.scene.ribbons.len();
                self.of_effect(done, *node, known.then_some(()).ok_or(law.0))
            }
            Command::ChangeEmitter { id, law } => {
                let known = law.index() < self.simulation.scene.emitters.len();
                let own = self.state().effects.emitters.iter();
                let node =
                    own.filter(|own| own.until.is_none()).find(|own| own.id == *id).map(|own| own.node);
                let node = node.ok_or(CommandError::MissingEffect(*id))?;
                let done = self.change_emitter(*id, *law);
                self.of_effect(done, node, known.then_some(()).ok_or(law.0))
            }
            Command::EndEffect { id } => {
                let done = self.end_effect(*id);
                if done { Ok(()) } else { Err(CommandError::MissingEffect(*id)) }
            }
            Command::ShowOnScreen { mix, color, from, to, seconds } => {
                if !seconds.is_finite() {
                    return Err(CommandError::Unsound);
                }
                let ticks = (seconds * TICKS_PER_SECOND as f32).round().clamp(0.0, MOST_TICKS) as u32;
                let (mix, color, from, to) = (*mix, *color, *from, *to);
                sound(self.show_on_screen(ScreenEffect { mix, color, from, to, since: 0, ticks }))
            }
            Command::ClearScreen => {
                self.clear_screen();
                Ok(())
            }
            Command::SetFog(fog) => sound(self.set_fog(*fog)),
            Command::SetHour { hour } => match self.state().time_of_day.is_unused() {
                true => Err(CommandError::NoHours),
                false => sound(self.set_hour(*hour)),
            },
            Command::AddActor(actor) => Ok(self.add_actor(actor.clone()).map(|_| ())?),
            Command::RemoveActor(actor) => Ok(self.remove_actor(*actor)?),
            Command::PlaceActor { actor, feet, yaw, pitch } => {
                Ok(self.place_actor(*actor, *feet, *yaw, *pitch)?)
            }
            Command::BackToStart { actor } => Ok(self.back_to_start(*actor)?),
            Command::Levitate { actor, on } => Ok(self.levitate(*actor, *on)?),
            Command::SelectWeapons { actor, group } => Ok(self.select_weapons(*actor, *group)?),
            Command::SetTankMode { actor, mode } => Ok(self.set_tank_mode(*actor, *mode)?),
            Command::Eject { actor } => Ok(self.eject(*actor)?),
            Command::Fly { actor, speed } => Ok(self.fly(*actor, *speed)?),
            Command::Ride { actor, on } => Ok(self.ride(*actor, *on)?),
            Command::Tell { node, order } => Ok(self.tell(*node, order)?),
            Command::TurnAway { actor } => Ok(self.turn_away(*actor)?),
            Command::SetPilot { actor, pilot } => Ok(self.set_pilot(*actor, pilot.clone())?),
            Command::Enter { seat, actor, seconds } => Ok(self.enter(*seat, *actor, *seconds)?),
            Command::Leave { seat } => {
                if self.leave(*seat) {
                    Ok(())
                } else {
                    Err(CommandError::EmptySeat(*seat))
                }
            }
            Command::SetCamera { mode, seconds } => match mode.node().filter(|node| !self.knows(*node)) {
                Some(node) => Err(CommandError::MissingNode(node)),
                None => sound(self.set_camera(mode.clone(), *seconds)),
            },
            Command::SetLens { fov_y, near, far, lod_multiplier } => {
                sound(self.set_lens(*fov_y, *near, *far, *lod_multiplier))
            }
            Command::StartProgram { program, node } => {
                let done = self.start_program(*program, *node);
                match node.filter(|node| !self.knows(*node)) {
                    Some(node) => Err(CommandError::MissingNode(node)),
                    None if done || !self.has_program(*program) => self.of_program(*program, done),
                    None => Err(CommandError::NotStarted(*program)),
                }
            }
            Command::StopProgram(program) => {
                let done = self.stop_program(*program);
                self.of_program(*program, done)
            }
            Command::ResetProgram(program) => {
                let done = self.reset_program(*program);
                self.of_program(*program, done)
            }
            Command::InvalidateProgram(program) => {
                let done = self.invalidate_program(*program);
                self.of_program(*program, done)
            }
            Command::HoldProgram { program, held } => {
                let done = self.hold_program(*program, *held);
                self.of_program(*program, done)
            }
            Command::StepProgram { program, ticks } => {
                let done = self.step_program(*program, *ticks);
                self.of_program(*program, done)
            }
            Command::Damage { node, amount, kind } => {
                let done = self.damage(*node, *amount, *kind);
                self.of_node(*node, done)
            }
            Command::GiveVelocity { instance, velocity } => {
                let done = self.give_velocity(*instance, *velocity);
                let known = self.state().programs.instances.find(*instance).is_some();
                if done || known { sound(done) } else { Err(CommandError::MissingInstance(*instance)) }
            }
            Command::SetSeed(seed) => {
                self.simulation.state.random = Random(*seed);
                Ok(())
            }
            Command::Cue(cue) => {
                let finite = cue.is_finite();
                if finite {
                    self.simulation.cues.push(cue.clone());
                }
                sound(finite)
            }
        }
    }

    /// What a change of a clock that was not done failed at: one without a clock
    /// has a number that is not finite.
    fn of_clip(&self, animator: AnimatorId, clock: Option<Clock>, done: bool) -> Result<(), CommandError> {
        let clock = clock.filter(|clock| clock.time.is_finite() && clock.speed.is_finite());
        let known = clock.is_some_and(|clock| {
            let own = self.animator(animator);
            own.is_some_and(|own| clock.clip.is_none_or(|clip| own.playable(clip).is_some()))
        });
        match clock {
            Some(_) if !done && !known => Err(CommandError::MissingClip(animator)),
            _ => sound(done),
        }
    }

    /// What a change of a node that was not done failed at.
    fn of_node(&self, node: NodeId, done: bool) -> Result<(), CommandError> {
        if done || self.knows(node) { sound(done) } else { Err(CommandError::MissingNode(node)) }
    }

    /// What a change of a material that was not done failed at.
    fn of_material(&self, material: MaterialId, done: bool) -> Result<(), CommandError> {
        let known = material.index() < self.state().materials.len();
        if done || known { sound(done) } else { Err(CommandError::MissingMaterial(material)) }
    }

    /// What an emitter or ribbon that was not started failed at: its node, its law,
    /// or that there are too many.
    fn of_effect(&self, done: Option<u32>, node: NodeId, law: Result<(), u32>) -> Result<(), CommandError> {
        match (done, law) {
            (Some(_), _) => Ok(()),
            (None, _) if !self.knows(node) => Err(CommandError::MissingNode(node)),
            (None, Err(law)) => Err(CommandError::MissingLaw(law)),
            (None, Ok(())) => Err(CommandError::TooManyEffects),
        }
    }

    /// What a change of a program that was not done failed at.
    fn of_program(&self, program: ProgramId, done: bool) -> Result<(), CommandError> {
        if done { Ok(()) } else { Err(CommandError::MissingProgram(program)) }
    }

    /// What a change of a light that was not done failed at.
    fn of_light(&self, light: LightId, done: bool) -> Result<(), CommandError> {
        let known = self.state().lights.find(light.0).is_some();
        if done || known { sound(done) } else { Err(CommandError::MissingLight(light)) }
    }
}

fn sound(done: bool) -> Result<(), CommandError> {
    if done { Ok(()) } else { Err(CommandError::Unsound) }
}
