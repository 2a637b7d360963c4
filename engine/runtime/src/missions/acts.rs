//! What objectives set off.
//!
//! Source: `docs/spec/zbd/vehicles-and-combat.md`, "D2. Objective life".

use super::{Course, MOST_DEPTH};
use crate::Cue;
use glam::Vec3;
use smallvec::SmallVec;
use world::program::Phase;
use world::{
    Actor, ActorId, ActorKind, CameraPose, LaterSound, MOST_LATER, Mission, MissionAct, NodeId, Orders,
    Pilot, Plan, ProgramId,
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
                MissionAct::WarpOthers(minds, node) => self.warp_others(minds, *node),
                MissionAct::SetSide(minds, side) => self.order(minds, |own| own.side = Some(*side)),
                MissionAct::SetNet(minds, net) => self.order(minds, |own| own.net = Some(*net)),
                MissionAct::SetAttack(minds, units) => self.order(minds, |own| own.attack = Some(*units)),
                MissionAct::Generate(number, more) => {
                    if let Some(own) = self.mission.generators.get_mut(usize::from(*number)) {
                        own.left = own.left.saturating_add(*more);
                    }
                }
                MissionAct::StopQueued => self.edit.simulation.cues.push(Cue::StopQueued),
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
                let is_shown = !matches!(actor.kind, ActorKind::Turret(_));
                woken.extend(actor.node.filter(|_| is_shown));
            }
        }
        for node in woken {
            self.edit.set_active(node, true);
        }
    }

    /// Opponents are told to do something otherwise; where they go along a way, they look for its nearest point.
    fn order(&mut self, minds: &[u32], change: impl Fn(&mut Orders)) {
        for actor in self.edit.simulation.state.actors.iter_mut() {
            if let Pilot::Bot(bot) = &mut actor.pilot
                && minds.contains(&bot.mind)
            {
                let before = bot.orders;
                change(&mut bot.orders);
                if bot.orders.net != before.net {
                    bot.next = u32::MAX;
                }
            }
        }
    }

    fn adjust_timer(&mut self, seconds: f32) {
        let more = Mission::ticks_of(seconds.abs());
        if let Some(left) = &mut self.mission.timer {
            *left = if seconds < 0.0 { left.saturating_sub(more) } else { left.saturating_add(more) };
        }
    }

    fn warp(&mut self, node: NodeId) {
        if let Some((feet, yaw)) = self.stand_of(node) {
            self.edit.teleport_avatar(feet, yaw, 0.0);
        }
    }

    fn warp_others(&mut self, minds: &[u32], node: NodeId) {
        let Some((feet, yaw)) = self.stand_of(node) else { return };
        let actors = &self.edit.simulation.state.actors;
        let is_one = |actor: &Actor| matches!(&actor.pilot, Pilot::Bot(bot) if minds.contains(&bot.mind));
        let all = actors.ids().iter().zip(actors.iter()).filter(|(_, actor)| is_one(actor));
        let all: SmallVec<[ActorId; 8]> = all.map(|(id, _)| ActorId(*id)).collect();
        for id in all {
            // It was found just now, and the place is that of a node of the world.
            let _ = self.edit.place_actor(id, feet, yaw, 0.0);
        }
    }

    /// Where somebody stands who is put at a node, and where they look.
    fn stand_of(&self, node: NodeId) -> Option<(Vec3, f32)> {
        let table = &self.edit.simulation.occurrences;
        let place = table.of(node).next().map(|id| *table.transform(id))?;
        let feet = Vec3::from(place.translation);
        Some((feet, CameraPose::along(feet, place.transform_vector3(Vec3::NEG_Z)).yaw))
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
