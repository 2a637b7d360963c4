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
    let wanted = libm::atan2f(-way.x, -way.z) - yaw;
    let turn = wanted - TAU * (wanted / TAU).round();
    let most = TURN * DT;
    let forward = if turn.abs() > ASIDE { 0.0 } else { 1.0 };
    Intent { forward, yaw: turn.clamp(-most, most), run: path.run, ..Intent::default() }
}
