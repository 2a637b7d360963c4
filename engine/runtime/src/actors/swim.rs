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

/// Height of the surface, for feet here that are deep enough to swim. Feet on
/// the ground are not while the water only reaches up to where one floats.
pub(crate) fn surface(feet: &Feet<'_>, at: Vec3, grounded: bool) -> Option<f32> {
    let float = feet.walker.float;
    let skin = feet.skin();
    let surface = feet.probe.water(at + Vec3::Y * (float - skin))?;
    let deep = if grounded { float + skin } else { float - skin };
    (surface - at.y > deep).then_some(surface)
}

/// One tick in water with its surface at this height.
pub(crate) fn tick(feet: &Feet<'_>, avatar: &mut Avatar, start: Vec3, surface: f32, intent: Intent) {
    let walker = feet.walker;
    let floating = surface - walker.float;
    let mut wish = wish(walker, avatar, intent);
    if intent.jump {
        if start.y >= floating - walker.step * LEAP {
            // Out of the water, as off the ground.
            return feet.go(avatar, start, wish.with_y(walker.jump_speed), false);
        }
        wish.y = walker.swim_speed;
    } else if wish.y == 0.0 {
        wish.y = walker.swim_speed * BUOYANT;
    }
    let mut velocity = avatar.velocity + (wish - avatar.velocity) * (GRIP * DT).min(1.0);
    let (mut position, _) = feet.walk(start, velocity.with_y(0.0) * DT, false);
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
}

/// The wanted velocity: forwards is where the eye looks.
fn wish(walker: &Walker, avatar: &Avatar, intent: Intent) -> Vec3 {
    let (sin, cos) = (libm::sinf(avatar.yaw), libm::cosf(avatar.yaw));
    let (up, level) = (libm::sinf(avatar.pitch), libm::cosf(avatar.pitch));
    let ahead = Vec3::new(-sin * level, up, -cos * level);
    let way = ahead * intent.forward + Vec3::new(cos, 0.0, -sin) * intent.strafe;
    let speed = walker.swim_speed * if intent.run { walker.run_speed / walker.walk_speed } else { 1.0 };
    way.clamp_length_max(1.0) * speed
}
