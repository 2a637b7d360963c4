//! What drives: it goes its way along a net, attacks who comes near, keeps its distance, and goes back. It steers and
//! drives by the same axes as a person.
//!
//! When one hides, and how ways are followed exactly, is not known. Source:
//! `docs/spec/zbd/vehicles-and-combat.md`, "B5. AI vehicles".

use super::marks::Mark;
use super::{Ask, HAIR, View};
use crate::vehicles::turret::half_turn;
use crate::{DT, Intent};
use glam::Vec3;
use std::f32::consts::{FRAC_PI_2, PI};
use world::{Actor, Bot, DriverMind, MindLaw, Pilot, Plan};

/// The strategy that does nothing.
const SUSPENDED: u32 = 6;
/// Strategies that stop to aim.
const STOPS: [u32; 2] = [1, 2];
/// Strategies that give up after misses.
const GIVES_UP: [u32; 2] = [3, 5];
/// A place is reached at least this near, units.
const NEAR: f32 = 2.0;
/// How fast it looks up and down, radians/s.
const NOD: f32 = PI;

impl View<'_> {
    pub(super) fn driver(&mut self, mind: &MindLaw, own: &DriverMind, bot: &mut Bot) -> Ask {
        if own.strategy == SUSPENDED {
            return Ask::default();
        }
        let near = self.nearest(mind, f32::INFINITY, along_ground);
        if bot.plan == Plan::Asleep {
            let is_woken = near.is_some_and(|(_, far)| far <= own.activate) || bot.hit || self.is_called(own);
            if !is_woken {
                return Ask::default();
            }
            bot.turn_to(Plan::Watch);
        }
        // It looks at whom it could attack alone.
        let seen = near.filter(|(_, far)| *far <= own.attack).filter(|(mark, _)| self.sees(bot, mark));
        self.decide(own, bot, seen.is_some());
        match (bot.plan, near) {
            (Plan::Attack, Some((mark, far))) => self.attack(mind, own, bot, (&mark, far), seen.is_some()),
            (Plan::Return, _) => self.drive_to(bot.home, own.full_lock),
            (Plan::Watch, _) => self.patrol(own, bot),
            _ => Ask::default(),
        }
    }

    /// Somebody wakes up with it who is awake.
    fn is_called(&self, own: &DriverMind) -> bool {
        let is_one = |actor: &Actor| match &actor.pilot {
            Pilot::Bot(bot) => own.buddies.contains(&bot.mind) && bot.plan != Plan::Asleep,
            _ => false,
        };
        !own.buddies.is_empty() && self.world.state.actors.iter().any(is_one)
    }

    /// What it turns to.
    fn decide(&self, own: &DriverMind, bot: &mut Bot, sees: bool) {
        let here = self.actor.position();
        let strays = own.strays > 0.0 && along_ground(here, bot.home) > own.strays;
        match bot.plan {
            Plan::Watch if sees => {
                (bot.home, bot.misses) = (here, 0);
                bot.turn_to(Plan::Attack);
            }
            Plan::Attack if strays => bot.turn_to(Plan::Return),
            Plan::Attack if GIVES_UP.contains(&own.strategy) && bot.misses > own.misses => {
                bot.misses = 0;
                bot.turn_to(Plan::Wait);
            }
            // As long as it sees its target, its patience begins anew.
            Plan::Attack if sees => bot.since = 0.0,
            Plan::Attack if bot.since >= own.attack_dwell - HAIR => bot.turn_to(Plan::Wait),
            Plan::Wait if bot.since >= own.wait - HAIR => bot.turn_to(Plan::Return),
            Plan::Return if bot.hit && sees => bot.turn_to(Plan::Attack),
            Plan::Return if along_ground(here, bot.home) <= own.path_width.max(NEAR) => {
                bot.turn_to(Plan::Watch);
            }
            _ => {}
        }
    }

    /// Keeps its distance, points at its target and fires.
    fn attack(
        &self,
        mind: &MindLaw,
        own: &DriverMind,
        bot: &Bot,
        (mark, far): (&Mark, f32),
        sees: bool,
    ) -> Ask {
        let weapon = self.weapon();
        let way = self.aim_at(mark, weapon.map(|(weapon, _)| weapon));
        let [least, most] = own.keeps;
        let stops = STOPS.contains(&own.strategy) && sees && far <= most;
        let drive = match far {
            _ if stops => 0.0,
            far if far < least => -1.0,
            far if far > most || !sees => 1.0,
            _ => 0.0,
        };
        let turn = self.turn_to(way);
        let pitch = self.elevation(way);
        let intent =
            Intent { pitch: pitch.clamp(-NOD * DT, NOD * DT), ..self.steered(turn, drive, own.full_lock) };
        let reach = weapon.map_or(0.0, |(weapon, _)| weapon.reach());
        let points = turn.abs() <= mind.aim && pitch.abs() <= mind.aim;
        let fire = sees && points && bot.wait <= HAIR && way.length() <= reach;
        Ask { intent, fire, ..Ask::default() }
    }

    /// Along its net, by chance where ways part.
    fn patrol(&mut self, own: &DriverMind, bot: &mut Bot) -> Ask {
        let net = own.net.and_then(|net| self.scene.opponents.nets.get(net as usize));
        let Some(net) = net.filter(|net| !net.points.is_empty()) else { return Ask::default() };
        let here = self.actor.position();
        if bot.since <= DT || bot.next as usize >= net.points.len() {
            let nearest = net.nearest(here).unwrap_or_default();
            (bot.next, bot.last) = (nearest, nearest);
        }
        let reached = |point: u32| {
            let point = net.points.get(point as usize);
            point.is_some_and(|point| along_ground(here, *point) <= own.path_width.max(NEAR))
        };
        if reached(bot.next) {
            let draw = self.draw();
            let next = net.after(bot.next, bot.last, draw);
            (bot.last, bot.next) = (bot.next, next);
        }
        match net.points.get(bot.next as usize) {
            Some(point) if !reached(bot.next) => self.drive_to(*point, own.full_lock),
            _ => Ask::default(),
        }
    }

    fn drive_to(&self, place: Vec3, full_lock: f32) -> Ask {
        let way = place - self.actor.position();
        Ask { intent: self.steered(self.turn_to(way), 1.0, full_lock), ..Ask::default() }
    }

    /// How far it has to turn to the left to point along a way, radians.
    fn turn_to(&self, way: Vec3) -> f32 {
        let [yaw, _] = super::angles(way);
        if way.with_y(0.0) == Vec3::ZERO { 0.0 } else { half_turn(yaw - self.actor.look().0) }
    }

    /// How far its guns have to go up to point along a way, radians.
    fn elevation(&self, way: Vec3) -> f32 {
        let own = self.actor.rotation().transpose() * way.normalize_or_zero();
        libm::asinf(own.y.clamp(-1.0, 1.0)) - self.actor.look().1
    }

    /// Full lock for what is behind it; the farther it has to turn, the slower it drives.
    fn steered(&self, turn: f32, drive: f32, full_lock: f32) -> Intent {
        let steer = match turn.abs() {
            angle if angle >= FRAC_PI_2 || full_lock.is_nan() || full_lock <= 0.0 => {
                if turn == 0.0 {
                    0.0
                } else {
                    1.0_f32.copysign(turn)
                }
            }
            _ => (turn / full_lock).clamp(-1.0, 1.0),
        };
        let share = if drive < 0.0 { 1.0 } else { libm::cosf(turn).max(0.0) };
        Intent { forward: drive * share, strafe: -steer, ..Intent::default() }
    }
}

/// How far two places are from each other along the ground.
fn along_ground(from: Vec3, to: Vec3) -> f32 {
    (to - from).with_y(0.0).length()
}
