//! Commands as edits.

use super::Edit;
use crate::{Command, CommandError};
use world::{AnimatorId, Clock, LightId, NodeId, Random};

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
            Command::FadeTo { animator, clock, seconds } => {
                let done = self.fade_to(*animator, *clock, *seconds);
                self.of_clip(*animator, Some(*clock).filter(|_| seconds.is_finite()), done)
            }
            Command::Overlay { animator, overlay } => {
                let clock = Some(overlay.clock).filter(|_| overlay.seconds.is_finite());
                let done = self.overlay(*animator, *overlay);
                self.of_clip(*animator, clock, done)
            }
            Command::FadeOut { animator, clip, seconds } => {
                let done = self.fade_out(*animator, *clip, *seconds);
                self.of_clip(*animator, Some(Clock::once(*clip)).filter(|_| seconds.is_finite()), done)
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
            Command::SetFog(fog) => sound(self.set_fog(*fog)),
            Command::AddActor(actor) => Ok(self.add_actor(actor.clone()).map(|_| ())?),
            Command::RemoveActor(actor) => Ok(self.remove_actor(*actor)?),
            Command::PlaceActor { actor, feet, yaw, pitch } => {
                Ok(self.place_actor(*actor, *feet, *yaw, *pitch)?)
            }
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
            let own = self.simulation.scene.animators.get(animator.index());
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

    /// What a change of a light that was not done failed at.
    fn of_light(&self, light: LightId, done: bool) -> Result<(), CommandError> {
        let known = self.state().lights.find(light.0).is_some();
        if done || known { sound(done) } else { Err(CommandError::MissingLight(light)) }
    }
}

fn sound(done: bool) -> Result<(), CommandError> {
    if done { Ok(()) } else { Err(CommandError::Unsound) }
}
