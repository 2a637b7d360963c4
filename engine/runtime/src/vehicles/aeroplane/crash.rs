//! What is in the way of an aeroplane: points of its body are swept from where they were to where they are, and the first
//! thing that one of them meets throws it back and does it harm. A wreck falls, comes to rest, and is over after a while.
//!
//! All of it is a proposal of this project.

use super::fading;
use crate::DT;
use glam::Vec3;
use world::{Aeroplane, AeroplaneLaw, Hit, Probe};

/// How far from what it hits it stays, units: a guard, or it would be behind it in the next tick.
const SKIN: f32 = 0.01;

/// Throws it back if something was in its way since `before`; gives the speed against it in units/s.
pub(super) fn tick(
    probe: &Probe<'_>,
    law: &AeroplaneLaw,
    before: &Aeroplane,
    plane: &mut Aeroplane,
) -> Option<f32> {
    let Some((part, hit, lever)) = first(probe, law, before, plane) else {
        return drown(probe, before, plane);
    };
    let speed = -plane.avatar.velocity.dot(hit.normal);
    let way = plane.avatar.position - before.avatar.position;
    plane.avatar.position = before.avatar.position + way * part + hit.normal * SKIN;
    plane.attitude = before.attitude;
    if speed <= 0.0 {
        return None;
    }
    let [left, turn] = law.crash.bounce;
    plane.avatar.velocity += hit.normal * (speed * (1.0 + left));
    let axis = lever.cross(hit.normal).normalize_or_zero();
    plane.momentum += axis * (turn * speed * law.metres);
    plane.health = (plane.health - speed * law.metres * law.crash.harm).max(0.0);
    Some(speed)
}

/// What is met first: the part of the way to it, and from the origin to the point that meets it.
fn first(
    probe: &Probe<'_>,
    law: &AeroplaneLaw,
    before: &Aeroplane,
    plane: &Aeroplane,
) -> Option<(f32, Hit, Vec3)> {
    let mut found: Option<(f32, Hit, Vec3)> = None;
    for point in law.crash.points.iter().take(AeroplaneLaw::COLLISION_POINTS) {
        let lever = plane.attitude * *point;
        let from = before.avatar.position + before.attitude * *point;
        let to = plane.avatar.position + lever;
        let Some(hit) = probe.ray(from, to) else { continue };
        let length = from.distance(to);
        let part = if length > 0.0 { from.distance(hit.point) / length } else { 0.0 };
        if found.as_ref().is_none_or(|(best, ..)| part < *best) {
            found = Some((part, hit, lever));
        }
    }
    found
}

/// Water is the end of it.
fn drown(probe: &Probe<'_>, before: &Aeroplane, plane: &mut Aeroplane) -> Option<f32> {
    let surface = probe.water(plane.avatar.position)?;
    plane.health = 0.0;
    plane.avatar.position.y = plane.avatar.position.y.max(surface - plane.avatar.velocity.length() * DT);
    Some(before.avatar.velocity.length())
}

/// A wreck for one tick.
pub(super) fn fall(probe: &Probe<'_>, law: &AeroplaneLaw, plane: &mut Aeroplane) {
    plane.wreck_s += DT;
    (plane.throttle, plane.lever, plane.nitro, plane.wheels) = (0.0, 0.0, false, 0);
    (plane.stick, plane.load, plane.stall) = ([0.0; 2], 0.0, 0.0);
    plane.avatar.velocity.y -= law.gravity * DT / law.metres;
    let fall = plane.avatar.velocity * DT;
    let (from, to) = (plane.avatar.position, plane.avatar.position + fall);
    let ground = probe.ground(to.x, to.z, from.y.max(to.y), law.gear.reach + fall.length());
    let water = probe.water(to);
    plane.avatar.position = to;
    let bottom = ground.map_or(f32::NEG_INFINITY, |hit| hit.point.y);
    let bottom = water.map_or(bottom, |surface| bottom.max(surface));
    if to.y <= bottom {
        plane.avatar.position.y = bottom;
        let left = fading(law.crash.rest);
        plane.avatar.velocity = plane.avatar.velocity.with_y(0.0) * left;
        plane.momentum *= left;
    }
    if let Some(hit) = probe.ray(from, plane.avatar.position).filter(|hit| hit.normal.y < law.gear.slope) {
        plane.avatar.position = hit.point + hit.normal * SKIN;
        plane.avatar.velocity -= hit.normal * plane.avatar.velocity.dot(hit.normal);
    }
}
