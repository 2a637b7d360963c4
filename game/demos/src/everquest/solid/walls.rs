//! What is wall of the sides of rooms: all but where another room is behind.

use super::{Facing, Room, planes};
use crate::everquest::face::area_normal;
use glam::Vec3;
use std::collections::BTreeMap;

/// Parts of less area are left out.
const SMALLEST: f32 = 0.02;
/// How far from a line a corner still lies on it.
const ON_LINE: f32 = 2e-3;

/// A part of a side that is wall.
#[derive(Clone, Debug)]
pub(in crate::everquest) struct Wall {
    pub room: usize,
    pub side: usize,
    /// Counter-clockwise from inside.
    pub places: Vec<Vec3>,
}

/// All walls.
pub(in crate::everquest) fn walls(rooms: &[Room]) -> Vec<Wall> {
    let (_, facings) = planes(rooms);
    let mut sides: BTreeMap<usize, Vec<(usize, usize, Facing)>> = BTreeMap::new();
    for (room, of) in facings.iter().enumerate() {
        for (side, facing) in of.iter().enumerate() {
            sides.entry(facing.plane).or_default().push((room, side, *facing));
        }
    }
    let mut walls = Vec::new();
    for (room, of) in facings.iter().enumerate() {
        for (side, facing) in of.iter().enumerate() {
            let own = &rooms[room].sides[side];
            if own.skin.is_none() {
                continue;
            }
            let normal = area_normal(own.places.iter().copied()).normalize_or_zero();
            let mut parts = vec![own.places.clone()];
            for (other, across, away) in &sides[&facing.plane] {
                if *other != room && away.turned != facing.turned {
                    let hole = &rooms[*other].sides[*across].places;
                    parts = parts.into_iter().flat_map(|part| without(part, hole, normal)).collect();
                }
            }
            walls.extend(parts.into_iter().map(|places| Wall { room, side, places }));
        }
    }
    walls
}

/// A convex polygon without what lies in another on the same plane that is seen from behind: convex parts.
fn without(part: Vec<Vec3>, hole: &[Vec3], normal: Vec3) -> Vec<Vec<Vec3>> {
    let mut rest = part.clone();
    let mut parts = Vec::new();
    for index in 0..hole.len() {
        // Seen from here the hole goes around clockwise.
        let (from, to) = (hole[(index + 1) % hole.len()], hole[index]);
        let out = (to - from).cross(normal).normalize_or_zero();
        if out == Vec3::ZERO {
            continue;
        }
        let away = half(&rest, |place| out.dot(place - from));
        rest = half(&rest, |place| -out.dot(place - from));
        if area(&away) >= SMALLEST {
            parts.push(away);
        }
        if area(&rest) < SMALLEST {
            // They do not meet.
            return vec![part];
        }
    }
    parts
}

fn area(places: &[Vec3]) -> f32 {
    if places.len() < 3 { 0.0 } else { area_normal(places.iter().copied()).length() / 2.0 }
}

/// What of a polygon is where `side` is positive.
pub(in crate::everquest) fn half(places: &[Vec3], side: impl Fn(Vec3) -> f32) -> Vec<Vec3> {
    let mut kept = Vec::with_capacity(places.len() + 1);
    for (index, from) in places.iter().enumerate() {
        let to = places[(index + 1) % places.len()];
        let (a, b) = (side(*from), side(to));
        if a >= -ON_LINE {
            kept.push(*from);
        }
        if (a > ON_LINE && b < -ON_LINE) || (a < -ON_LINE && b > ON_LINE) {
            kept.push(from.lerp(to, a / (a - b)));
        }
    }
    kept
}
