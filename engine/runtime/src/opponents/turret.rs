//! What stands, turns and fires: at the nearest target within its range that it sees, for a spell; then it only follows
//! that with its eyes for another.
//!
//! Source: `docs/spec/zbd/vehicles-and-combat.md`, "B4. Turrets (`ai.zrd`)", "C5. Turrets".

use super::{Ask, HAIR, View, angles};
use crate::vehicles::turret::half_turn;
use crate::{DT, Intent};
use world::{Bot, LawKind, MindLaw, Plan, TurretMind};

impl View<'_> {
    pub(super) fn turret(&mut self, mind: &MindLaw, own: &TurretMind, bot: &mut Bot) -> Ask {
        if bot.plan == Plan::Asleep {
            return Ask::default();
        }
        let near = self.nearest(mind, own.range, |from, to| own.measure.of(from, to));
        let Some((mark, _)) = near else {
            bot.target = None;
            bot.turn_to(Plan::Watch);
            return Ask::default();
        };
        if !self.sees(bot, &mark) {
            bot.turn_to(Plan::Watch);
            return Ask::default();
        }
        let [attack, bored] = own.spells;
        match bot.plan {
            Plan::Attack if attack > 0.0 && bot.since >= attack - HAIR => bot.turn_to(Plan::Wait),
            Plan::Wait if bot.since < bored - HAIR => {}
            _ => bot.turn_to(Plan::Attack),
        }
        let weapon = self.weapon();
        let way = self.aim_at(&mark, weapon.map(|(weapon, _)| weapon));
        let (intent, beside) = self.turned(angles(way));
        let reach = weapon.filter(|(_, loaded)| *loaded).map_or(0.0, |(weapon, _)| weapon.reach());
        let fire = bot.plan == Plan::Attack
            && bot.wait <= HAIR
            && beside <= mind.aim
            && reach > 0.0
            && way.length() <= reach;
        Ask { intent, fire, ..Ask::default() }
    }

    /// What it asks for to point somewhere, and how far beside that it points after this tick, radians.
    fn turned(&self, [yaw, pitch]: [f32; 2]) -> (Intent, f32) {
        let law = self.scene.vehicle_of(self.actor).map(|vehicle| &vehicle.law);
        let Some(LawKind::Turret(law)) = law else { return (Intent::default(), f32::INFINITY) };
        let (own_yaw, own_pitch) = self.actor.look();
        let [side, up] = law.turns.map(|rate| rate.max(0.0) * DT);
        let wanted = [half_turn(yaw - own_yaw), pitch - own_pitch];
        let turns = [wanted[0].clamp(-side, side), wanted[1].clamp(-up, up)];
        let beside = (wanted[0] - turns[0]).abs().max((wanted[1] - turns[1]).abs());
        (Intent { yaw: turns[0], pitch: turns[1], ..Intent::default() }, beside)
    }
}
