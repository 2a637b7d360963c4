//! Ladders: whoever is in a volume to climb neither falls nor walks, but goes up where they press on, and down where
//! they hold back or look down.
//!
//! Somebody who stands on the ground climbs once they walk against something there, so that nobody who only passes by
//! is lifted; whoever has no ground is caught. A jump lets go, until the volume was left or there is ground again. At
//! the upper end they come off upwards and walk on over the edge. Source: `docs/spec/everquest/zone-install.md`,
//! "7. Collision".

use super::walker::{Feet, wish};
use crate::{DT, Intent};
use glam::Vec3;
use world::{Avatar, Probe, RegionKind, Walker};

/// How fast one climbs, as a part of walking.
const SPEED: f32 = 0.7;
/// How far the volume may be from the middle of a body, as a part of its radius: it stands a little off what it
/// touches.
const REACH: f32 = 1.2;
/// Part of a walk that is left when something is in the way.
const BLOCKED: f32 = 0.5;
/// Forwards leads down for whoever looks farther down than this, radians.
const DOWN: f32 = -0.7;

/// Speed of a climb, units a second.
pub(super) fn speed(walker: &Walker) -> f32 {
    walker.walk_speed * SPEED
}

/// True where a body with its feet here touches a volume to climb, with the feet or the chest.
pub(super) fn is_at(probe: &Probe<'_>, walker: &Walker, feet: Vec3) -> bool {
    let chest = feet + Vec3::Y * (walker.eye * 0.6);
    let margin = walker.radius * REACH;
    let mut volumes = probe.scene.regions.iter().filter(|region| region.kind == RegionKind::Climb);
    volumes.any(|region| region.has_near(feet, margin) || region.has_near(chest, margin))
}

/// True for somebody who hangs there: feet off the ground in a volume that they did not let go of.
pub(super) fn hangs(probe: &Probe<'_>, walker: &Walker, avatar: &Avatar) -> bool {
    !avatar.grounded && !avatar.journey.let_go && is_at(probe, walker, avatar.position)
}

/// One tick of somebody who may climb; false for whoever does not, and goes on as elsewhere. `swims`: in water deep
/// enough for it only those who press on climb.
pub(super) fn tick(feet: &Feet<'_>, avatar: &mut Avatar, start: Vec3, swims: bool, intent: Intent) -> bool {
    let walker = feet.walker;
    if !is_at(feet.probe, walker, start) {
        avatar.journey.let_go = false;
        return false;
    }
    if intent.jump && !swims {
        if !avatar.grounded && !avatar.journey.let_go {
            avatar.velocity = Vec3::ZERO;
        }
        avatar.journey.let_go = true;
        return false;
    }
    if avatar.grounded {
        avatar.journey.let_go = false;
    }
    if avatar.journey.let_go || swims && intent.forward == 0.0 {
        return false;
    }
    let up = if avatar.pitch < DOWN { -intent.forward } else { intent.forward };
    if avatar.grounded && (up <= 0.0 || intent.forward < 0.0 || !is_blocked(feet, avatar, start, intent)) {
        return false;
    }
    let side = wish(walker, avatar.yaw, Intent { forward: 0.0, run: false, ..intent }) * SPEED;
    let (mut position, _) = feet.walk(start, side * DT, false);
    let mut rise = up.clamp(-1.0, 1.0) * speed(walker) * DT;
    if rise > 0.0
        && let Some(stop) = feet.overhead(position, rise)
    {
        rise *= stop.fraction;
    }
    let ground = if rise < 0.0 { feet.ground_below(position) } else { None };
    position.y += rise;
    avatar.grounded = false;
    if let Some(hit) = ground.filter(|hit| hit.point.y >= position.y) {
        position.y = hit.point.y;
        avatar.grounded = !feet.is_steep(&hit);
        avatar.soil = hit.soil;
    }
    avatar.velocity = (position - start) / DT;
    avatar.position = position;
    true
}

/// True when something is in the way of a walk straight ahead.
fn is_blocked(feet: &Feet<'_>, avatar: &Avatar, start: Vec3, intent: Intent) -> bool {
    let way = wish(feet.walker, avatar.yaw, Intent { strafe: 0.0, ..intent }) * DT;
    let (there, _) = feet.walk(start, way, true);
    (there - start).dot(way) < way.length_squared() * BLOCKED
}
