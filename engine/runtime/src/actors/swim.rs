//! A person in water: up to the chest one walks, deeper one swims.
//!
//! Someone who does nothing rises and floats with the eye over the surface.
//! Forwards is where the eye looks, also up and down; what is in the way and
//! what is ground is asked as on land.

use super::walker::Feet;
use crate::{DT, Intent};
use glam::Vec3;
use world::{Avatar, Walker};

/// How much of the difference to the wanted velocity is made up for in a second.
const GRIP: f32 = 4.0;
/// Speed at which one rises who does nothing, as a part of the swimming speed.
const BUOYANT: f32 = 0.5;
/// How far below floating one may be and still leap out, as a part of the step.
const LEAP: f32 = 0.5;

/// Land is looked for on rings around a swimmer, metres apart.
const RING_METRES: f32 = 10.0;
/// One swims as far from land as this ring: 60 m.
const SHORE: u32 = 6;
/// The last ring. Farther out is open sea, where nothing says which way land is.
const RINGS: u32 = 12;
/// Places on each ring.
const WAYS: u32 = 12;
/// Land no higher above the water than this counts, metres: more than any cliff, less than a sky.
const CLIFF_METRES: f32 = 200.0;

/// Height of the surface, for feet here that are deep enough to swim. Feet on
/// the ground are not while the water only reaches up to where one floats.
pub(crate) fn surface(feet: &Feet<'_>, at: Vec3, grounded: bool) -> Option<f32> {
    let float = feet.walker.float;
    let skin = feet.skin();
    let surface = feet.probe.water(at + Vec3::Y * (float - skin))?;
    let deep = if grounded { float + skin } else { float - skin };
    (surface - at.y > deep).then_some(surface)
}

/// One tick in water with its surface at this height. Where it would lead too far from land one stays
/// where one is, and may dive or turn back; true for whoever comes there, and not for every tick of
/// swimming on.
pub(crate) fn tick(feet: &Feet<'_>, avatar: &mut Avatar, start: Vec3, surface: f32, intent: Intent) -> bool {
    let walker = feet.walker;
    let floating = surface - walker.float;
    let mut wish = wish(walker, avatar, intent);
    let mut out = Out { feet, surface, ring: None };
    if intent.jump {
        if start.y >= floating - walker.step * LEAP && out.ring_of(start) <= SHORE {
            // Out of the water, as off the ground.
            feet.go(avatar, start, wish.with_y(walker.jump_speed), false);
            return false;
        }
        wish.y = walker.swim_speed;
    } else if wish.y == 0.0 {
        wish.y = walker.swim_speed * BUOYANT;
    }
    let mut velocity = avatar.velocity + (wish - avatar.velocity) * (GRIP * DT).min(1.0);
    let (mut position, _) = feet.walk(start, velocity.with_y(0.0) * DT, false);
    let moves = (position.x, position.z) != (start.x, start.z);
    let is_too_far = moves && out.is_too_far(start, position);
    // Less than the last step may be left to the limit: too little to gain half the speed on.
    let arrives = is_too_far && avatar.velocity.with_y(0.0).length() > 0.5 * wish.with_y(0.0).length();
    if is_too_far {
        position = start;
    }
    let moved = (position - start) / DT;
    velocity = Vec3::new(moved.x, velocity.y, moved.z);

    let ground = feet.ground_below(position);
    let mut rise = velocity.y * DT;
    if rise > 0.0 {
        // Nobody swims out of the water.
        let room = (floating - position.y).max(0.0);
        if rise >= room {
            (rise, velocity.y) = (room, 0.0);
        }
        if let Some(stop) = feet.swept(position, Vec3::Y * rise) {
            rise *= stop.fraction;
            velocity.y = 0.0;
        }
    }
    position.y += rise;
    avatar.grounded = false;
    if let Some(hit) = ground.filter(|hit| hit.point.y >= position.y) {
        position.y = hit.point.y;
        velocity.y = velocity.y.max(0.0);
        avatar.grounded = !feet.is_steep(&hit);
        avatar.soil = hit.soil;
    }
    avatar.position = position;
    avatar.velocity = velocity;
    arrives
}

/// How far out in the water a swimmer is.
struct Out<'a> {
    feet: &'a Feet<'a>,
    surface: f32,
    /// Of the start of the tick, once it is known.
    ring: Option<u32>,
}

impl Out<'_> {
    /// True when a way leads beyond where one swims, and farther out than it starts.
    fn is_too_far(&mut self, start: Vec3, end: Vec3) -> bool {
        if self.feet.walker.swims_out_to_sea {
            return false;
        }
        let ring = self.nearest_land(end);
        ring > SHORE && ring > self.ring_of(start)
    }

    fn ring_of(&mut self, start: Vec3) -> u32 {
        if self.feet.walker.swims_out_to_sea {
            return 0;
        }
        let known = self.ring.unwrap_or_else(|| self.nearest_land(start));
        *self.ring.insert(known)
    }

    /// The first ring around a place on which somebody could stand with the head over the water;
    /// one more than the last when there is none.
    fn nearest_land(&self, at: Vec3) -> u32 {
        let units = |metres: f32| self.feet.probe.scene.frame.units(metres);
        let is_land = |x: f32, z: f32| {
            let hit = self.feet.probe.ground(x, z, self.surface + units(CLIFF_METRES), 0.0);
            hit.is_some_and(|hit| hit.point.y >= self.surface - self.feet.walker.float)
        };
        let has_land = |ring: &u32| {
            let distance = units(RING_METRES) * *ring as f32;
            (0..if *ring == 0 { 1 } else { WAYS }).any(|way| {
                let (sin, cos) = libm::sincosf(std::f32::consts::TAU * way as f32 / WAYS as f32);
                is_land(at.x + cos * distance, at.z + sin * distance)
            })
        };
        (0..=RINGS).find(has_land).unwrap_or(RINGS + 1)
    }
}

/// The wanted velocity: forwards is where the eye looks.
fn wish(walker: &Walker, avatar: &Avatar, intent: Intent) -> Vec3 {
    let (sin, cos) = (libm::sinf(avatar.yaw), libm::cosf(avatar.yaw));
    let (up, level) = (libm::sinf(avatar.pitch), libm::cosf(avatar.pitch));
    let ahead = Vec3::new(-sin * level, up, -cos * level);
    let way = ahead * intent.forward + Vec3::new(cos, 0.0, -sin) * intent.strafe;
    let speed = if intent.run { walker.swim_run_speed } else { walker.swim_speed };
    way.clamp_length_max(1.0) * speed
}
