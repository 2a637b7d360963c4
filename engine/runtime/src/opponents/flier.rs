//! What flies: it pursues, breaks off before it rams, stays above the ground and turns back at the edge of the world. It
//! moves stick, rudder and lever as a person does.
//!
//! All of it is a proposal of this project: of the aeroplanes of the game only how far they see is known, and that the
//! law treats them otherwise. Source: `docs/spec/zbd/vehicles-and-combat.md`, "C1. Flight law".

use super::marks::Mark;
use super::{Ask, HAIR, View};
use crate::{DT, Intent};
use glam::Vec3;
use world::{ActorKind, Aeroplane, AeroplaneLaw, Bot, FlierMind, LawKind, MindLaw, Plan};

/// How steep it climbs away from the ground and from others: height for each unit of its way.
const CLIMB: f32 = 0.7;

impl View<'_> {
    pub(super) fn flier(&mut self, mind: &MindLaw, own: &FlierMind, bot: &mut Bot) -> Ask {
        let law = self.scene.vehicle_of(self.actor).map(|vehicle| &vehicle.law);
        let (ActorKind::Aeroplane(plane), Some(LawKind::Aeroplane(law))) = (&self.actor.kind, law) else {
            return Ask::default();
        };
        if bot.plan == Plan::Asleep {
            return Ask::default();
        }
        let near = self.nearest(mind, own.attack, |from, to| from.distance(to));
        let seen = near.filter(|(mark, _)| self.sees(bot, mark));
        self.pursue(own, bot, seen.as_ref().map(|(_, far)| *far));
        let weapon = self.weapon().map(|(weapon, _)| weapon);
        let way = match (&seen, bot.plan) {
            (Some((mark, _)), Plan::Attack) => self.aim_at(mark, weapon),
            (Some((mark, _)), Plan::BreakOff) => away(plane, mark),
            _ => ahead(plane),
        };
        let goes = self.above_ground(own, plane).or_else(|| turned_back(own, plane)).unwrap_or(way);
        let intent = flown(law, own, plane, goes);
        let nose = Vec3::from(-plane.rotation().z_axis);
        let points = way != Vec3::ZERO && nose.angle_between(way) <= mind.aim;
        let reach = weapon.map_or(0.0, world::WeaponLaw::reach);
        let fire = bot.plan == Plan::Attack && seen.is_some() && points && way.length() <= reach;
        Ask { intent, fire, ..Ask::default() }
    }

    /// Attacks what it sees, and breaks off before it rams that.
    fn pursue(&self, own: &FlierMind, bot: &mut Bot, far: Option<f32>) {
        let [near, seconds] = own.breaks_off;
        match (bot.plan, far) {
            (_, None) => bot.turn_to(Plan::Watch),
            (Plan::BreakOff, _) if bot.since < seconds - HAIR => {}
            (Plan::Attack, Some(far)) if far < near => bot.turn_to(Plan::BreakOff),
            (_, Some(_)) => bot.turn_to(Plan::Attack),
        }
    }

    /// Up, where the ground comes too near within a while.
    fn above_ground(&self, own: &FlierMind, plane: &Aeroplane) -> Option<Vec3> {
        let [height, seconds] = own.clearance;
        let (here, velocity) = (plane.avatar.position, plane.avatar.velocity);
        let probe = self.probe();
        let is_low = |seconds: f32| {
            let there = here + velocity * seconds;
            // From as high as it could climb until then.
            let rises = velocity.length() * seconds;
            let ground = probe.ground(there.x, there.z, there.y.max(here.y), rises).map(|hit| hit.point.y);
            let surface = probe.water(there);
            let bottom = ground.into_iter().chain(surface).reduce(f32::max);
            bottom.is_some_and(|bottom| there.y - bottom < height)
        };
        let low = plane.wheels == 0 && [0.0, 0.5, 1.0].into_iter().any(|share| is_low(seconds * share));
        low.then(|| ahead(plane) + Vec3::Y * CLIMB)
    }
}

/// Level, the way that it flies.
fn ahead(plane: &Aeroplane) -> Vec3 {
    let nose = Vec3::from(-plane.rotation().z_axis);
    let level = nose.with_y(0.0).normalize_or_zero();
    if level == Vec3::ZERO {
        Vec3::from(plane.rotation().y_axis).with_y(0.0).normalize_or_zero()
    } else {
        level
    }
}

/// Away from somebody, and up.
fn away(plane: &Aeroplane, mark: &Mark) -> Vec3 {
    let way = (plane.avatar.position - mark.place).with_y(0.0).normalize_or_zero();
    let side = way.cross(Vec3::Y) * ahead(plane).dot(way.cross(Vec3::Y)).signum();
    // Not straight back over the head of whom it came from, but past that.
    way + side + Vec3::Y * CLIMB
}

/// To the middle of the world, beyond its edge.
fn turned_back(own: &FlierMind, plane: &Aeroplane) -> Option<Vec3> {
    let [[west, north], [east, south]] = own.bounds?;
    let here = plane.avatar.position;
    let is_in = (west..=east).contains(&here.x) && (north..=south).contains(&here.z);
    let middle = Vec3::new((west + east) * 0.5, here.y, (north + south) * 0.5);
    (!is_in).then(|| middle - here)
}

/// Stick, rudder and lever to fly along a way: for a large angle it rolls until its top points there, and pulls; a small
/// one it takes by rudder and elevators, with its wings level.
fn flown(law: &AeroplaneLaw, own: &FlierMind, plane: &Aeroplane, way: Vec3) -> Intent {
    let body = plane.rotation();
    let local = body.transpose() * way.normalize_or_zero();
    let full = own.full_stick.max(f32::EPSILON);
    let beside = if way == Vec3::ZERO { 0.0 } else { libm::acosf((-local.z).clamp(-1.0, 1.0)) };
    // How much of it is a large angle.
    let large = (beside / full - 1.0).clamp(0.0, 1.0);
    let mixed = |small: f32, far: f32| small.clamp(-1.0, 1.0) * (1.0 - large) + far.clamp(-1.0, 1.0) * large;
    let bank = libm::atan2f(local.x, local.y);
    let level = libm::atan2f(body.x_axis.y, body.y_axis.y);
    let [right, pull] = [mixed(level, bank), mixed(local.y / full, libm::cosf(bank).max(0.0))];
    let rudder = mixed(local.x / full, 0.0);
    let lever = law.lever * DT;
    let throttle = if lever > 0.0 { ((own.throttle - plane.lever) / lever).clamp(-1.0, 1.0) } else { 0.0 };
    let stick = law.stick[0] * DT;
    Intent {
        forward: throttle,
        strafe: rudder,
        yaw: -right * stick,
        pitch: pull * stick,
        ..Intent::default()
    }
}
