//! Walls and ceilings in the way of a tank: its points are swept from where they were to where they are, and the
//! first thing that one of them meets throws it back. Ground is left to the contact.
//!
//! Source: `docs/spec/zbd/vehicles-and-combat.md`, "A5. Collision".

use super::ram::Ram;
use glam::Vec3;
use std::f32::consts::TAU;
use world::{Hit, Probe, Tank, TankLaw};

/// How far from a wall it stays, units: a guard, or it would be behind it in the next tick.
const SKIN: f32 = 0.01;

/// What a point met.
struct Met {
    /// Part of the way to it.
    part: f32,
    hit: Hit,
    /// From the middle of the body to the point.
    lever: Vec3,
}

/// Throws a tank back that met something on its way since `before`; gives the speed in units/s against it, if it did, and
/// how hard it was thrown back from what.
pub(super) fn tick(probe: &Probe<'_>, law: &TankLaw, before: &Tank, tank: &mut Tank) -> Option<(f32, Ram)> {
    let Met { part, hit, lever } = first(probe, law, before, tank)?;
    let normal = hit.normal;
    let way = tank.avatar.position - before.avatar.position;
    let back = before.avatar.position + way * part + normal * SKIN;
    tank.avatar.position = Vec3::new(back.x, tank.avatar.position.y, back.z);
    // How it lies follows from where it is: with the attitude of a place that it did not come to, a point of it would be
    // beyond the wall, which would then hold it from behind.
    (tank.pitch, tank.roll) = (before.pitch, before.roll);
    if tank.avatar.position.y > before.avatar.position.y && tank.contacts > 0 {
        tank.avatar.position.y = before.avatar.position.y;
    }
    // A turn that pushes a corner into a wall ends there, too.
    let turn = tank.avatar.yaw - before.avatar.yaw;
    tank.avatar.yaw = before.avatar.yaw + (turn - TAU * (turn / TAU).round()) * part;
    // Against a ceiling it is the height that stops.
    if normal.y < law.walls[0] {
        tank.avatar.position.y = back.y;
    }
    // Another of its points may have come through meanwhile: then it stays where nothing was in its way.
    if meets(probe, law, before, tank) {
        (tank.avatar.position, tank.avatar.yaw) = (before.avatar.position, before.avatar.yaw);
    }
    let [restitution, least, kick] = law.bounce;
    let speed = -tank.avatar.velocity.dot(normal);
    let mut push = Vec3::ZERO;
    if speed > 0.0 {
        let back = normal * (speed + (speed * restitution).max(least));
        tank.avatar.velocity += back;
        push = -back;
    }
    let torque = lever.cross(normal).y;
    if torque.abs() > SKIN {
        tank.yaw_rate += kick.copysign(torque);
    }
    Some((speed.max(0.0), Ram { hit, push }))
}

/// Whether something is between where its points were and where they are.
pub(super) fn meets(probe: &Probe<'_>, law: &TankLaw, before: &Tank, tank: &Tank) -> bool {
    first(probe, law, before, tank).is_some()
}

/// What is met first; of two at once the one of the first point.
fn first(probe: &Probe<'_>, law: &TankLaw, before: &Tank, tank: &Tank) -> Option<Met> {
    let (old, new) = (before.rotation(), tank.rotation());
    let mut found: Option<Met> = None;
    for point in law.collision.iter().take(TankLaw::COLLISION_POINTS) {
        let lever = new * *point;
        let (from, to) = (before.avatar.position + old * *point, tank.avatar.position + lever);
        let Some(hit) = probe.ray(from, to).filter(|hit| stops(law, hit)) else { continue };
        let length = from.distance(to);
        let part = if length > 0.0 { from.distance(hit.point) / length } else { 0.0 };
        if found.as_ref().is_none_or(|found| part < found.part) {
            found = Some(Met { part, hit, lever });
        }
    }
    found
}

/// Whether a surface is a ceiling or a wall.
fn stops(law: &TankLaw, hit: &Hit) -> bool {
    let [ceiling, least, most] = law.walls;
    hit.normal.y < ceiling || (least..=most).contains(&hit.normal.y)
}
