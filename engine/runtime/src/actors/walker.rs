//! How a person on foot moves: feet on the ground, up slopes and steps, along
//! walls, falling, jumping. How far it steps up and how fast it is are numbers in
//! `walker_sizes.rs` of the crate `world`.
//!
//! The games put vehicles on their ground; someone on foot is ours. What is
//! ground, solid or in another zone follows the games' rules, through
//! [`Probe`].
//!
//! The feet are a point that stands on the column below it. Walls meet a capsule
//! whose lower end is a step above the feet, so that whatever can be climbed is
//! no wall. Both are held apart by a skin, so that rounding never puts the
//! capsule into what it touches.

use super::{climb, fly, levitate, swim};
use crate::{DT, Intent};
use glam::Vec3;
use std::f32::consts::{FRAC_PI_2, PI, TAU};
use world::{Avatar, Capsule, Hit, Probe, RegionKind, Walker};

/// Distance kept from walls, as a part of the radius.
const SKIN: f32 = 0.01;
/// How far a slide along a wall leads away from it, as a part of its length.
const NUDGE: f32 = 1e-3;
/// Walls that one step may slide along.
const SLIDES: usize = 4;
/// Most steps a tick's way is divided into.
const MOST_STEPS: f32 = 16.0;
/// The steepest look up or down.
const MOST_PITCH: f32 = FRAC_PI_2 - 0.01;
/// How much of the difference to the wanted velocity is made up for in a second on ice.
const ICE_GRIP: f32 = 1.0;
/// Feet this near the ground, as a part of the step, are on it.
const CONTACT: f32 = 1e-3;

/// One tick of an avatar; true when it came as far from land as one swims.
pub(crate) fn tick(probe: &Probe<'_>, walker: &Walker, avatar: &mut Avatar, intent: Intent) -> bool {
    turn(avatar, intent);
    let feet = Feet { probe, walker };
    let sound = avatar.position.is_finite() && avatar.velocity.is_finite();
    if !sound || walker.radius <= 0.0 || walker.step <= 0.0 {
        return false;
    }
    let start = feet.freed(avatar.position);
    if avatar.journey.flies > 0.0 {
        fly::tick(&feet, avatar, intent);
        return false;
    }
    if avatar.journey.levitates {
        levitate::tick(&feet, avatar, start, intent);
        return false;
    }
    let surface = swim::surface(&feet, start, avatar.grounded);
    if climb::tick(&feet, avatar, start, surface.is_some(), intent) {
        return false;
    }
    if let Some(surface) = surface {
        // What carries a rider does not swim with them.
        avatar.journey.rides = false;
        return swim::tick(&feet, avatar, start, surface, intent);
    }
    let sliding = if avatar.grounded { None } else { feet.steep_below(start) };

    let wish = wish(walker, avatar.yaw, intent);
    let mut velocity = avatar.velocity;
    let mut grounded = avatar.grounded;
    if grounded {
        velocity = if is_slippery(probe, start) {
            let level = avatar.velocity.with_y(0.0);
            level + (wish - level) * (ICE_GRIP * DT).min(1.0)
        } else {
            wish
        };
        if intent.jump {
            velocity.y = walker.jump_speed;
            grounded = false;
        }
    } else if wish != Vec3::ZERO && sliding.is_none() {
        velocity = Vec3::new(wish.x, velocity.y, wish.z);
    }
    feet.go(avatar, start, velocity, grounded);
    false
}

pub(super) fn turn(avatar: &mut Avatar, intent: Intent) {
    let yaw = avatar.yaw + intent.yaw;
    avatar.yaw = if yaw.abs() <= PI { yaw } else { yaw - TAU * (yaw / TAU).round() };
    avatar.pitch = (avatar.pitch + intent.pitch).clamp(-MOST_PITCH, MOST_PITCH);
}

/// True where the ground is ice.
fn is_slippery(probe: &Probe<'_>, feet: Vec3) -> bool {
    // Most worlds have no ice: nobody looks for it there.
    let kinds = &probe.scene.regions;
    kinds.iter().any(|region| region.kind == RegionKind::Slippery && region.has(&probe.scene.space, feet))
}

/// The wanted velocity, level.
pub(super) fn wish(walker: &Walker, yaw: f32, intent: Intent) -> Vec3 {
    let (sin, cos) = (libm::sinf(yaw), libm::cosf(yaw));
    let way = Vec3::new(-sin, 0.0, -cos) * intent.forward + Vec3::new(cos, 0.0, -sin) * intent.strafe;
    let speed = if intent.run { walker.run_speed } else { walker.walk_speed };
    way.clamp_length_max(1.0) * speed
}

/// The level part of a normal, at unit length; none for floor and ceiling.
fn level(normal: Vec3) -> Option<Vec3> {
    normal.with_y(0.0).try_normalize().filter(|_| normal.y.abs() < 0.999)
}

/// The feet in their world.
pub(crate) struct Feet<'a> {
    pub probe: &'a Probe<'a>,
    pub walker: &'a Walker,
}

impl Feet<'_> {
    pub(crate) fn skin(&self) -> f32 {
        self.walker.radius * SKIN
    }

    /// A tick's way over land and through the air, at this velocity.
    pub(crate) fn go(&self, avatar: &mut Avatar, start: Vec3, mut velocity: Vec3, mut grounded: bool) {
        let (mut position, still_grounded) = self.walk(start, velocity.with_y(0.0) * DT, grounded);
        let moved = (position - start) / DT;
        velocity = Vec3::new(moved.x, velocity.y, moved.z);
        if grounded && still_grounded {
            velocity.y = 0.0;
        } else {
            grounded = self.fall(&mut position, &mut velocity);
        }
        let soil = if grounded { self.ground(position).map(|hit| hit.soil) } else { None };
        avatar.position = position;
        avatar.velocity = velocity;
        avatar.grounded = grounded;
        avatar.soil = soil.unwrap_or(avatar.soil);
    }

    /// What walls meet of someone with feet here.
    fn capsule(&self, feet: Vec3, radius: f32) -> Capsule {
        // A step of just the allowed height is out of its reach.
        let lift = self.walker.step + 3.0 * self.skin();
        let lift = lift.min((self.walker.height - 2.0 * radius).max(0.0));
        Capsule { base: feet + Vec3::Y * lift, radius, height: self.walker.height - lift }
    }

    pub(crate) fn swept(&self, feet: Vec3, motion: Vec3) -> Option<world::SweepHit> {
        self.probe.sweep(&self.capsule(feet, self.walker.radius + self.skin()), motion)
    }

    /// What is in the way straight up of somebody who is pressed against a wall: the wall itself is not.
    pub(crate) fn overhead(&self, feet: Vec3, rise: f32) -> Option<world::SweepHit> {
        self.probe.sweep(&self.capsule(feet, self.walker.radius), Vec3::Y * rise)
    }

    pub(crate) fn is_steep(&self, hit: &Hit) -> bool {
        hit.normal.y < self.walker.slope_cos
    }

    /// The ground within a step of the feet. Floor of a zone that does not exist
    /// yet counts where there is no other: walking on it makes it exist.
    fn ground(&self, feet: Vec3) -> Option<Hit> {
        let within = |probe: &Probe<'_>| {
            let hit = probe.ground(feet.x, feet.z, feet.y, self.walker.step)?;
            (hit.point.y >= feet.y - self.walker.step).then_some(hit)
        };
        within(self.probe).or_else(|| within(&self.probe.in_all_zones()))
    }

    /// The ground at any depth, in a zone that exists if there is one.
    pub(crate) fn ground_below(&self, feet: Vec3) -> Option<Hit> {
        let below = |probe: &Probe<'_>| probe.ground(feet.x, feet.z, feet.y, self.walker.step);
        below(self.probe).or_else(|| below(&self.probe.in_all_zones()))
    }

    /// Ground too steep to stand on that the feet touch.
    fn steep_below(&self, feet: Vec3) -> Option<Hit> {
        let reach = self.walker.step * CONTACT;
        let hit = self.ground(feet).filter(|hit| (hit.point.y - feet.y).abs() <= reach)?;
        self.is_steep(&hit).then_some(hit)
    }

    /// Out of walls that moved into the capsule; unchanged where there is no
    /// way out.
    fn freed(&self, feet: Vec3) -> Vec3 {
        let mut free = feet;
        for _ in 0..SLIDES {
            let Some(overlap) = self.probe.overlap(&self.capsule(free, self.walker.radius)) else {
                return free;
            };
            let Some(out) = level(overlap.normal) else { return feet };
            free += out * (overlap.depth + self.skin());
        }
        let stuck = self.probe.overlap(&self.capsule(free, self.walker.radius)).is_some();
        if stuck { feet } else { free }
    }

    /// A level way, along walls and up and down the ground; says whether the
    /// feet still have ground.
    pub(crate) fn walk(&self, start: Vec3, way: Vec3, grounded: bool) -> (Vec3, bool) {
        let longest = self.walker.radius.min(self.walker.step) * 0.5;
        let steps = (way.length() / longest).ceil().clamp(1.0, MOST_STEPS);
        let mut feet = start;
        let mut grounded = grounded;
        for _ in 0..steps as u32 {
            (feet, grounded) = self.step(feet, way / steps, grounded);
        }
        (feet, grounded)
    }

    fn step(&self, start: Vec3, way: Vec3, grounded: bool) -> (Vec3, bool) {
        let slid = self.slide(start, way);
        match self.settle(start, slid, way, grounded) {
            Settled::On(feet) => (feet, true),
            Settled::Over(feet) => (feet, false),
            Settled::Blocked(None) => (start, grounded),
            Settled::Blocked(Some(wall)) => {
                // Ground too steep is a wall: along it, once.
                let along = way - wall * way.dot(wall).min(0.0);
                match self.settle(start, self.slide(start, along), along, grounded) {
                    Settled::On(feet) => (feet, true),
                    Settled::Over(feet) => (feet, false),
                    Settled::Blocked(_) => (start, grounded),
                }
            }
        }
    }

    /// A level way along whatever walls are met.
    fn slide(&self, start: Vec3, way: Vec3) -> Vec3 {
        let mut feet = start;
        let mut left = way;
        let mut last: Option<Vec3> = None;
        for _ in 0..SLIDES {
            if left == Vec3::ZERO {
                break;
            }
            let Some(stop) = self.swept(feet, left) else { return feet + left };
            feet += left * stop.fraction;
            let Some(wall) = level(stop.normal) else { break };
            let rest = left * (1.0 - stop.fraction);
            let along = rest - wall * rest.dot(wall);
            if last.is_some_and(|last| along.dot(last) < 0.0) {
                // Between two walls.
                break;
            }
            last = Some(wall);
            left = along + wall * (along.length() * NUDGE);
        }
        feet
    }

    /// Puts feet that moved level from `start` to `feet` on the ground there.
    fn settle(&self, start: Vec3, feet: Vec3, way: Vec3, grounded: bool) -> Settled {
        if feet == start && !grounded {
            return Settled::Over(feet);
        }
        let Some(hit) = self.ground(feet) else { return Settled::Over(feet) };
        let rise = hit.point.y - feet.y;
        let contact = self.walker.step * CONTACT;
        if self.is_steep(&hit) && !self.leads_up(&hit, feet, way) {
            let rises = rise > contact;
            return if rises { Settled::Blocked(level(hit.normal)) } else { Settled::Over(feet) };
        }
        if !grounded {
            return Settled::Over(feet);
        }
        if rise > contact && self.swept(feet, Vec3::Y * rise).is_some() {
            // No room for the head.
            return Settled::Blocked(None);
        }
        Settled::On(feet.with_y(hit.point.y))
    }

    /// True when a steep edge is only the brink of ground to stand on.
    fn leads_up(&self, steep: &Hit, feet: Vec3, way: Vec3) -> bool {
        let Some(ahead) = way.try_normalize() else { return false };
        let place = feet + ahead * self.walker.radius;
        self.ground(place).is_some_and(|hit| !self.is_steep(&hit) && hit.point.y >= steep.point.y)
    }

    /// Falls or rises for one tick; true when the feet have landed.
    fn fall(&self, feet: &mut Vec3, velocity: &mut Vec3) -> bool {
        let before = velocity.y;
        velocity.y = (before - self.walker.gravity * DT).max(-self.walker.fall_speed);
        // The mean of both ends is exact under constant gravity.
        let mut rise = (before + velocity.y) * 0.5 * DT;
        if rise > 0.0
            && let Some(stop) = self.swept(*feet, Vec3::Y * rise)
        {
            rise *= stop.fraction;
            velocity.y = velocity.y.min(0.0);
        }
        let ground = self.ground_below(*feet);
        feet.y += rise;
        let Some(hit) = ground.filter(|hit| hit.point.y >= feet.y) else { return false };
        feet.y = hit.point.y;
        if velocity.y > 0.0 {
            // Off on a slope: it carries upwards for a while.
            return false;
        }
        if self.is_steep(&hit) {
            *velocity -= hit.normal * velocity.dot(hit.normal).min(0.0);
            return false;
        }
        velocity.y = 0.0;
        true
    }
}

/// Where a level step ends.
enum Settled {
    /// On the ground.
    On(Vec3),
    /// Over no ground to stand on.
    Over(Vec3),
    /// Not possible; a wall to go along, if there is one.
    Blocked(Option<Vec3>),
}
