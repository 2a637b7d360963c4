//! Actors that go from point to point by themselves.

use crate::{DT, Intent};
use glam::Vec3;
use std::f32::consts::{PI, TAU};
use world::PathPilot;

/// Radians a second that an actor turns towards its next point.
const TURN: f32 = PI;
/// An actor that looks this far past its next point stands until it has turned.
const ASIDE: f32 = PI / 3.0;

/// What someone at `position` who looks along `yaw` does to get to the next
/// point; a point nearer than `reach` counts as reached.
pub(super) fn along(path: &mut PathPilot, position: Vec3, yaw: f32, reach: f32) -> Intent {
    let Some(point) = path.points.get(path.next as usize) else { return Intent::default() };
    let way = (*point - position).with_y(0.0);
    if way.length() <= reach {
        path.next += 1;
        if path.looping && path.next as usize >= path.points.len() {
            path.next = 0;
        }
        return Intent::default();
    }
    towards(*point, position, yaw, path.run)
}

/// What someone does to get to a place: on the way they turn to it.
pub(super) fn towards(place: Vec3, position: Vec3, yaw: f32, run: bool) -> Intent {
    let turn = turn_to(place, position, yaw);
    let forward = if turn.abs() > ASIDE { 0.0 } else { 1.0 };
    Intent { forward, yaw: in_a_tick(turn), run, ..Intent::default() }
}

/// How far someone who looks along `yaw` has to turn to look at a place, radians, the shorter way.
pub(super) fn turn_to(place: Vec3, position: Vec3, yaw: f32) -> f32 {
    let way = place - position;
    if way.with_y(0.0) == Vec3::ZERO {
        return 0.0;
    }
    let wanted = libm::atan2f(-way.x, -way.z) - yaw;
    wanted - TAU * (wanted / TAU).round()
}

/// As much of a turn as there is time for in a tick.
pub(super) fn in_a_tick(turn: f32) -> f32 {
    let most = TURN * DT;
    turn.clamp(-most, most)
}
