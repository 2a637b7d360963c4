//! What somebody asks of an aeroplane who fights: it goes for the nearest opponent, fires its cannon while that is in its
//! sights, launches what homes when that is ahead, and breaks off before it rams; without any it flies to where an
//! objective is fulfilled.

use crate::{goal, gunner};
use glam::Vec3;
use runtime::{Input, Mark, Simulation, aim_ahead};
use std::collections::BTreeSet;
use world::{Actor, ActorId, FlierMind};

/// How near it comes, metres, at the latest so many seconds before they would meet, and for how many ticks it then flies
/// on.
const BREAKS_OFF_M: f32 = 40.0;
const BREAKS_OFF_S: f32 = 2.0;
const BREAKS_OFF: u32 = 120;
/// How steep it climbs then. It passes what is farther to the right on its left, and all else on its right.
const CLIMB: f32 = 0.6;
/// How far above the ground it stays, metres, and how far ahead it looks for that, seconds.
const CLEARANCE: [f32; 2] = [90.0, 6.0];
/// From which angle on it pulls and rolls as hard as it can, radians.
const FULL_STICK: f32 = 0.07;
/// How many metres farther somebody may be ahead than behind, for each radian.
const TURN_M: f32 = 250.0;
const THROTTLE: f32 = 0.9;
/// How far beside its target it fires, radians, and farther from a near one, which is large: metres.
const BESIDE: f32 = 0.02;
const SIZE_M: f32 = 4.0;
/// How far beside it what it launches finds a target by itself, radians, and from how far, metres.
const LAUNCH: f32 = 0.25;
const LAUNCH_M: f32 = 450.0;
/// Share of the reach of its weapon from which on it fires.
const NEAR: f32 = 0.75;

/// What somebody remembers who flies.
#[derive(Clone, Debug, Default)]
pub struct Flier {
    /// Ticks that it flies on yet, away from where it broke off.
    away: u32,
    /// Where it flies then.
    aside: Vec3,
}

impl Flier {
    /// What it asks in the next tick.
    pub fn input(&mut self, simulation: &Simulation, (id, own): (ActorId, &Actor)) -> Input {
        let (here, metre) = (own.position(), simulation.scene().frame.units(1.0));
        let nose: Vec3 = (-own.rotation().z_axis).into();
        // One that is ahead is nearer than one for whom it has to turn.
        let turn = |mark: &Mark| nose.angle_between(mark.place - here) * TURN_M * metre;
        let far = |mark: &Mark| mark.place.distance(here) + turn(mark);
        let opponents = gunner::opponents(simulation, here);
        let target = opponents.iter().min_by(|a, b| far(a).total_cmp(&far(b)));
        let (way, fire, launch) = match target {
            Some(mark) => self.fight(simulation, (id, own), mark, nose, metre),
            None => {
                let goal = goal::next(simulation, here, &BTreeSet::new());
                (goal.map_or(nose.with_y(0.0), |goal| goal.place - here), false, false)
            }
        };
        let habits = FlierMind {
            attack: f32::INFINITY,
            patience: f32::INFINITY,
            breaks_off: [BREAKS_OFF_M * metre, 0.0],
            clearance: [CLEARANCE[0] * metre, CLEARANCE[1]],
            bounds: None,
            full_stick: FULL_STICK,
            damping_s: 0.0,
            throttle: THROTTLE,
        };
        let target = target.filter(|_| self.away == 0).and_then(|mark| mark.node);
        let asked = simulation.flight(own, &habits, way, target).unwrap_or_default();
        // In whole thousandths, so that a recording says the same.
        let rounded = |number: f32| (number * 1000.0).round() / 1000.0;
        Input {
            forward: rounded(asked.forward),
            strafe: rounded(asked.strafe),
            yaw: rounded(asked.yaw),
            pitch: rounded(asked.pitch),
            fire,
            fire_second: launch,
            ..Input::default()
        }
    }

    /// Where it flies, whether it fires its cannons, and whether it launches what homes.
    fn fight(
        &mut self,
        simulation: &Simulation,
        (id, own): (ActorId, &Actor),
        mark: &Mark,
        nose: Vec3,
        metre: f32,
    ) -> (Vec3, bool, bool) {
        let far = mark.place.distance(own.position());
        if self.away > 0 {
            self.away -= 1;
            return (self.aside, false, false);
        }
        let apart = (mark.place - own.position()).normalize_or_zero();
        let closing = (own.avatar().velocity - mark.velocity).dot(apart).max(0.0);
        if far < BREAKS_OFF_M * metre + closing * BREAKS_OFF_S {
            self.away = BREAKS_OFF;
            let ahead = nose.with_y(0.0).normalize_or_zero();
            let right = ahead.cross(Vec3::Y);
            let side = if right.dot(apart) > BESIDE { -right } else { right };
            self.aside = ahead + side + Vec3::Y * CLIMB;
        }
        let Some(sights) = simulation.sights(id) else { return (mark.place - own.position(), false, false) };
        let way = aim_ahead(mark.middle - sights.eye, mark.velocity, sights.speed);
        let beside = BESIDE.max(SIZE_M * metre / way.length().max(1.0));
        let fire = nose.angle_between(way) <= beside && way.length() <= sights.reach * NEAR;
        let launch = nose.angle_between(mark.place - own.position()) <= LAUNCH && far <= LAUNCH_M * metre;
        (way, fire, launch)
    }
}
