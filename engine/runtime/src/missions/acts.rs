//! What objectives set off.
//!
//! Source: `docs/spec/zbd/vehicles-and-combat.md`, "D2. Objective life".

use super::{Course, MOST_DEPTH};
use glam::Vec3;
use smallvec::SmallVec;
use world::program::Phase;
use world::{
    ActorKind, CameraPose, LaterSound, MOST_LATER, Mission, MissionAct, NodeId, Pilot, Plan, ProgramId,
};

impl<'s> Course<'s, '_, '_> {
    /// Carries out what an objective, or the mission itself, sets off.
    pub(super) fn carry_out(&mut self, acts: &'s [MissionAct], owner: Option<u16>) {
        self.depth += 1;
        for (at, act) in acts.iter().enumerate() {
            if self.acts_left == 0 || self.depth > MOST_DEPTH {
                self.stop_acts();
                break;
            }
            self.acts_left -= 1;
            match act {
                MissionAct::Wake(all) => {
                    for number in all {
                        if !self.wake(*number) {
                            break;
                        }
                    }
                }
                MissionAct::Kill(all) => all.iter().for_each(|number| self.retire(*number)),
                MissionAct::Nap(all, seconds) => {
                    all.iter().for_each(|number| self.nap(*number, Mission::ticks_of(*seconds).max(1)));
                }
                MissionAct::Sleep(all) => all.iter().for_each(|number| self.put_to_sleep(*number)),
                MissionAct::Hide(all) => all.iter().for_each(|number| self.hide(*number)),
                MissionAct::StartProgram(program, node) => {
                    self.edit.start_program(*program, *node);
                }
                MissionAct::RestoreProgram(program) => {
                    self.edit.reset_program(*program);
                }
                MissionAct::ExecuteProgram(program) => self.execute(*program),
                MissionAct::InvalidateProgram(program) => {
                    self.edit.invalidate_program(*program);
                }
                MissionAct::Hear(_, true) => self.hear_after_a_while(at, owner),
                MissionAct::Hear(sound, false) => self.hear(sound),
                MissionAct::ResetTimer(seconds) => {
                    let usual = self.law.timer.map(|timer| timer.seconds);
                    self.mission.timer = seconds.or(usual).map(Mission::ticks_of);
                }
                MissionAct::AdjustTimer(seconds) => self.adjust_timer(*seconds),
                MissionAct::EndTimer => self.mission.timer = None,
                MissionAct::Rouse(minds) => self.rouse(minds),
                MissionAct::Warp(node) => self.warp(*node),
                MissionAct::ShowTarget(target, shown) => {
                    if let Some(own) = self.mission.targets.get_mut(usize::from(*target)) {
                        own.shown = *shown;
                    }
                }
                MissionAct::LabelTarget(target, _) => {
                    let own = self.mission.targets.get_mut(usize::from(*target));
                    if let (Some(own), Some(owner)) = (own, owner) {
                        own.label = Some((owner, at as u16));
                    }
                }
            }
        }
        self.depth -= 1;
    }

    /// A program counts as one that has run, if it has not.
    fn execute(&mut self, program: ProgramId) {
        let own = self.edit.simulation.state.programs.instances.get_mut(program.index());
        if let Some(own) = own.filter(|own| own.phase == Phase::Ready) {
            own.phase = Phase::Executed;
        }
    }

    /// Opponents that sleep look about, wherever the person is; those that were hidden are there.
    fn rouse(&mut self, minds: &[u32]) {
        let mut woken: SmallVec<[NodeId; 8]> = SmallVec::new();
        for actor in self.edit.simulation.state.actors.iter_mut() {
            if let Pilot::Bot(bot) = &mut actor.pilot
                && bot.plan == Plan::Asleep
                && minds.contains(&bot.mind)
            {
                bot.turn_to(Plan::Watch);
                woken.extend(actor.node.filter(|_| matches!(actor.kind, ActorKind::Aeroplane(_))));
            }
        }
        for node in woken {
            self.edit.set_active(node, true);
        }
    }

    fn adjust_timer(&mut self, seconds: f32) {
        let more = Mission::ticks_of(seconds.abs());
        if let Some(left) = &mut self.mission.timer {
            *left = if seconds < 0.0 { left.saturating_sub(more) } else { left.saturating_add(more) };
        }
    }

    fn warp(&mut self, node: NodeId) {
        let table = &self.edit.simulation.occurrences;
        let Some(place) = table.of(node).next().map(|id| *table.transform(id)) else { return };
        let feet = Vec3::from(place.translation);
        let yaw = CameraPose::along(feet, place.transform_vector3(Vec3::NEG_Z)).yaw;
        self.edit.teleport_avatar(feet, yaw, 0.0);
    }

    fn hear_after_a_while(&mut self, act: usize, owner: Option<u16>) {
        let wait = Mission::ticks_of(self.law.rules.sound_s);
        if let Some(objective) = owner.filter(|_| self.mission.later.len() < MOST_LATER) {
            self.mission.later.push(LaterSound { wait, objective, act: act as u16 });
        }
    }

    /// Sounds whose time has come.
    pub(super) fn hear_later(&mut self) {
        let law = self.law;
        let mut at = 0;
        while let Some(own) = self.mission.later.get_mut(at) {
            own.wait = own.wait.saturating_sub(1);
            if own.wait > 0 {
                at += 1;
                continue;
            }
            let LaterSound { objective, act, .. } = self.mission.later.remove(at);
            let acts = law.objectives.get(usize::from(objective)).map(|own| &own.on_completion);
            if let Some(MissionAct::Hear(sound, _)) = acts.and_then(|acts| acts.get(usize::from(act))) {
                self.hear(sound);
            }
        }
    }
}
