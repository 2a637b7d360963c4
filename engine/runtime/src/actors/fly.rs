//! Somebody who flies: where they look, through everything but the ground.

use super::walker::Feet;
use crate::{DT, Intent};
use glam::Vec3;
use world::{Avatar, CameraPose};

/// How many times faster whoever runs flies.
const FAST: f32 = 5.0;

/// One tick.
pub(super) fn tick(feet: &Feet<'_>, avatar: &mut Avatar, intent: Intent) {
    let before = avatar.position;
    let ahead = CameraPose { eye: Vec3::ZERO, yaw: avatar.yaw, pitch: avatar.pitch, roll: 0.0 }.forward();
    let (sin, cos) = libm::sincosf(avatar.yaw);
    let up = if intent.jump { Vec3::Y } else { Vec3::ZERO };
    let way = ahead * intent.forward + Vec3::new(cos, 0.0, -sin) * intent.strafe + up;
    let fast = if intent.run { FAST } else { 1.0 };
    let way = way.clamp_length_max(1.0) * avatar.journey.flies * fast * DT;
    let mut position = before + way;
    // Land that rises faster than one climbs lifts whoever is over it.
    let reach = feet.walker.step + feet.walker.height + way.length();
    let from = position.with_y(before.y.max(position.y));
    let ground = feet.probe.ground(from.x, from.z, from.y, reach).map(|hit| hit.point.y);
    position.y = ground.map_or(position.y, |ground| position.y.max(ground));
    avatar.position = position;
    avatar.velocity = (position - before) / DT;
    avatar.grounded = false;
}
