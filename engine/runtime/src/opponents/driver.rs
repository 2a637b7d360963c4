//! What drives: it goes its way along a net, attacks who comes near, keeps its distance, and goes back. It steers and
//! drives by the same axes as a person.
//!
//! When one hides, and how ways are followed exactly, is not known: that it hides when it is hit and has little health left
//! is a proposal. A 'mech does the same with its legs, and points with its torso. Source:
//! `docs/spec/zbd/vehicles-and-combat.md`, "B5. AI vehicles".

use super::marks::Mark;
use super::{Ask, HAIR, View};
use crate::vehicles::turret::half_turn;
use crate::{DT, Intent};
use glam::Vec3;
use std::f32::consts::FRAC_PI_2;
use world::{Actor, ActorKind, Bot, DriverMind, LawKind, MindLaw, PathNet, Pilot, Plan, Strategy};

impl View<'_> {
    pub(super) fn driver(&mut self, mind: &MindLaw, own: &DriverMind, bot: &mut Bot) -> Ask {
        if own.strategy == Strategy::Suspended {
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
        let reach = bot.orders.attack.unwrap_or(own.attack);
        let seen = near.filter(|(_, far)| *far <= reach).filter(|(mark, _)| self.sees(bot, mark));
        self.decide(own, bot, seen.is_some());
        match (bot.plan, near) {
            (Plan::Hide, Some((mark, _))) => self.hide(own, bot, &mark),
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
            Plan::Attack if bot.hit && self.hides(own, bot) => bot.turn_to(Plan::Hide),
            Plan::Hide if bot.since >= self.hide_time(own, bot) - HAIR => {
                bot.hides = bot.hides.saturating_add(1);
                bot.turn_to(Plan::Watch);
            }
            Plan::Attack if strays => bot.turn_to(Plan::Return),
            Plan::Attack if own.strategy == Strategy::GivesUp && bot.misses > own.misses => {
                bot.misses = 0;
                bot.turn_to(Plan::Wait);
            }
            // As long as it sees its target, its patience begins anew.
            Plan::Attack if sees => bot.since = 0.0,
            Plan::Attack if bot.since >= own.attack_dwell - HAIR => bot.turn_to(Plan::Wait),
            Plan::Wait if bot.since >= own.wait - HAIR => bot.turn_to(Plan::Return),
            Plan::Return if bot.hit && sees => bot.turn_to(Plan::Attack),
            Plan::Return if along_ground(here, bot.home) <= own.path_width => {
                bot.turn_to(Plan::Watch);
            }
            _ => {}
        }
    }

    /// It is hurt enough to hide, and has not yet hidden as often as it does.
    fn hides(&self, own: &DriverMind, bot: &Bot) -> bool {
        self.health() <= own.hides && (bot.hides as usize) < own.hide_times.len()
    }

    /// How long it hides now, seconds.
    fn hide_time(&self, own: &DriverMind, bot: &Bot) -> f32 {
        own.hide_times.get(bot.hides as usize).copied().unwrap_or_default()
    }

    /// The share of its health that is left.
    fn health(&self) -> f32 {
        let law = self.scene.vehicle_of(self.actor).map(|vehicle| &vehicle.law);
        match (&self.actor.kind, law) {
            (ActorKind::Tank(tank), Some(LawKind::Tank(law))) if law.health > 0.0 => tank.health / law.health,
            (ActorKind::Mech(mech), Some(LawKind::Mech(law))) if law.legs > 0.0 => {
                mech.legs[0].min(mech.legs[1]) / law.legs
            }
            _ => 1.0,
        }
    }

    /// To the point of its way that is farthest from whom it hides from, or away from them.
    fn hide(&self, own: &DriverMind, bot: &Bot, mark: &Mark) -> Ask {
        let here = self.actor.position();
        let points = self.net(own, bot).map_or(&[][..], |net| net.points.as_slice());
        let far = |point: &&Vec3| along_ground(**point, mark.place);
        let farthest = points.iter().max_by(|a, b| far(a).total_cmp(&far(b))).copied();
        let goal = farthest.unwrap_or(here + (here - mark.place).with_y(0.0));
        if along_ground(here, goal) <= own.path_width {
            return Ask::default();
        }
        self.drive_to(goal, own.full_lock)
    }

    /// The net that it goes along.
    fn net(&self, own: &DriverMind, bot: &Bot) -> Option<&'_ PathNet> {
        let net = bot.orders.net.or(own.net)?;
        self.scene.opponents.nets.get(net as usize)
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
        let stops = own.strategy == Strategy::Stops && sees && far <= most;
        let drive = match far {
            _ if stops => 0.0,
            far if far < least => -1.0,
            far if far > most || !sees => 1.0,
            _ => 0.0,
        };
        let turn = self.turn_to(way);
        let aside = self.aside(way);
        let pitch = self.elevation(way);
        let most = own.nod.abs() * DT;
        let in_a_tick = |angle: f32| angle.clamp(-most, most);
        // A torso turns by itself; what has none turns with its tracks.
        let yaw = if self.has_torso() { in_a_tick(aside) } else { 0.0 };
        let intent = Intent { yaw, pitch: in_a_tick(pitch), ..self.steered(turn, drive, own.full_lock) };
        let reach = weapon.map_or(0.0, |(weapon, _)| weapon.reach());
        let points = aside.abs() <= mind.aim && pitch.abs() <= mind.aim;
        let fire = sees && points && bot.wait <= HAIR && way.length() <= reach && self.is_cool(own);
        Ask { intent, fire, ..Ask::default() }
    }

    /// Along its net, by chance where ways part.
    fn patrol(&mut self, own: &DriverMind, bot: &mut Bot) -> Ask {
        let scene = self.scene;
        let net = bot.orders.net.or(own.net).and_then(|net| scene.opponents.nets.get(net as usize));
        let Some(net) = net.filter(|net| !net.points.is_empty()) else { return Ask::default() };
        let here = self.actor.position();
        if bot.since <= DT || bot.next as usize >= net.points.len() {
            let nearest = net.nearest(here).unwrap_or_default();
            (bot.next, bot.last) = (nearest, nearest);
        }
        let reached = |point: u32| {
            let point = net.points.get(point as usize);
            point.is_some_and(|point| along_ground(here, *point) <= own.path_width)
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

    /// How far it has to turn to the left to drive along a way, radians.
    fn turn_to(&self, way: Vec3) -> f32 {
        let front = match &self.actor.kind {
            ActorKind::Mech(mech) => mech.heading,
            _ => self.actor.look().0,
        };
        turn_from(front, way)
    }

    /// How far its guns have to turn to the left to point along a way, radians.
    fn aside(&self, way: Vec3) -> f32 {
        turn_from(self.actor.look().0, way)
    }

    fn has_torso(&self) -> bool {
        matches!(self.actor.kind, ActorKind::Mech(_))
    }

    /// A 'mech that is too hot fires no more until it is cooler.
    fn is_cool(&self, own: &DriverMind) -> bool {
        let law = self.scene.vehicle_of(self.actor).map(|vehicle| &vehicle.law);
        match (&self.actor.kind, law) {
            (ActorKind::Mech(mech), Some(LawKind::Mech(law))) => mech.heat <= law.heat.capacity * own.cool,
            _ => true,
        }
    }

    /// How far its guns have to go up to point along a way, radians.
    fn elevation(&self, way: Vec3) -> f32 {
        if self.has_torso() {
            return super::angles(way)[1] - self.actor.look().1;
        }
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

/// How far one that points along `front` has to turn to the left to point along a way, radians.
fn turn_from(front: f32, way: Vec3) -> f32 {
    let [yaw, _] = super::angles(way);
    if way.with_y(0.0) == Vec3::ZERO { 0.0 } else { half_turn(yaw - front) }
}

/// How far two places are from each other along the ground.
fn along_ground(from: Vec3, to: Vec3) -> f32 {
    (to - from).with_y(0.0).length()
}
