//! Somebody whom a spell carries: they walk as on land, sink slowly where there is no ground, and walk on water.

use super::walker::{Feet, wish};
use crate::{DT, Intent};
use glam::Vec3;
use world::Avatar;

/// How fast one sinks, as a part of walking.
const SINK: f32 = 0.3;

/// One tick; someone in the water rises to its surface first.
pub(super) fn tick(feet: &Feet<'_>, avatar: &mut Avatar, start: Vec3, intent: Intent) {
    let walker = feet.walker;
    let surface = feet.probe.water(start + Vec3::Y * feet.skin());
    let way = wish(walker, avatar.yaw, intent);
    let (mut position, is_on) = feet.walk(start, way * DT, avatar.grounded && surface.is_none());
    let moved = (position - start) / DT;
    let rise = match surface {
        Some(surface) => (walker.swim_speed * DT).min(surface - position.y),
        None if intent.jump => walker.walk_speed * DT,
        None => -walker.walk_speed * SINK * DT,
    };
    let mut grounded = is_on && rise < 0.0;
    if !grounded {
        let ground = feet.ground_below(position).map(|hit| hit.point.y);
        let is_free = rise <= 0.0 || feet.swept(position, Vec3::Y * rise).is_none();
        let wanted = if is_free { position.y + rise } else { position.y };
        // Sinking into water ends on it.
        let water = feet.probe.water(position.with_y(wanted)).filter(|_| rise < 0.0);
        let floor = [ground, water].into_iter().flatten().max_by(f32::total_cmp);
        grounded = rise < 0.0 && ground.is_some_and(|ground| ground >= wanted);
        position.y = floor.map_or(wanted, |floor| wanted.max(floor));
    }
    avatar.velocity = moved.with_y(0.0);
    avatar.position = position;
    avatar.grounded = grounded;
}
