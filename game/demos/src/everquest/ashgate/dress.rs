//! What the walls of the rooms look like.

use super::materials::{ASH, BORDER, CRUST, DARK, LAVA, ROCK, ROOF, SCREE};
use super::plan::{self, Plan};
use super::weld::weld;
use crate::builders::numbers::layered_noise;
use crate::everquest::face::{Face, Plane, area_normal, tile};
use crate::everquest::solid::{self, Wall};
use glam::{Vec2, Vec3};

/// Units between corners that light falls on.
const FINE: f32 = 8.0;
/// Faces narrower than this are not cut any more.
const NARROW: f32 = 0.9;
/// Units that textures cover: on the ground, on cliffs, of hewn stone, of lava.
const GROUND: f32 = 32.0;
const CLIFF: f32 = 40.0;
const HEWN: f32 = 12.0;
const MOLTEN: f32 = 24.0;

/// Faces of each room.
pub(super) fn faces(plan: &Plan, seed: u32) -> Vec<Vec<Face>> {
    let mut faces = vec![Vec::new(); plan.rooms.len()];
    for wall in solid::walls(&plan.rooms) {
        dress(&mut faces[wall.room], plan, &wall, seed);
    }
    for surface in &plan.surfaces {
        let mut places = surface.places.clone();
        faces[surface.above].extend(Face::tiled(&places, LAVA, MOLTEN).map(Face::passable));
        places.reverse();
        faces[surface.below].extend(Face::tiled(&places, LAVA, MOLTEN).map(Face::passable));
    }
    weld(&mut faces);
    faces
}

fn dress(faces: &mut Vec<Face>, plan: &Plan, wall: &Wall, seed: u32) {
    let room = &plan.rooms[wall.room];
    let side = &room.sides[wall.side];
    let Some(skin) = side.skin else { return };
    let normal = area_normal(wall.places.iter().copied()).normalize_or_zero();
    match skin {
        ASH | CRUST => {
            let middle = wall.places.iter().sum::<Vec3>() / wall.places.len() as f32;
            let spots = layered_noise(seed ^ 11, middle.x * 0.07 + 90.0, middle.y * 0.07 + 90.0, 2, 0) - 0.5;
            let steep = normal.z + spots * 0.14;
            let material = match () {
                () if steep < 0.66 => ROCK,
                () if steep < 0.86 && skin == ASH => SCREE,
                () => skin,
            };
            let units = if material == ROCK { CLIFF } else { GROUND };
            let field = if skin == ASH { &plan.ravine } else { &plan.cave };
            let is_ground = !room.volumes.contains(&plan::LAVA);
            for mut face in fine(Face::tiled(&wall.places, material, units)) {
                for corner in face.corners.iter_mut().filter(|_| is_ground) {
                    // The ground is round, but its edges are sharp.
                    let soft = field.normal(corner.place.truncate());
                    corner.normal = (soft + normal * 0.7).normalize_or(normal);
                }
                faces.push(face);
            }
        }
        ROCK if plan.is_under_sky(wall.room) && normal.z == 0.0 => cliff(faces, wall, &side.places, seed),
        ROCK | ROOF => faces.extend(fine(Face::tiled(&wall.places, skin, CLIFF))),
        _ if normal.x > 0.99 && wall.places.iter().all(|place| place.x < plan::END + 0.01) => {
            faces.extend(Face::tiled(&wall.places, DARK, HEWN));
        }
        skin if room.sides.len() > 10 && normal.z.abs() < 0.99 && wall.side < room.sides.len() - 3 => {
            faces.extend(
                strip(room.sides.iter().map(|side| &side.places), wall, skin)
                    .into_iter()
                    .flat_map(|face| fine(Some(face))),
            );
        }
        skin => faces.extend(fine(Face::tiled(&wall.places, skin, HEWN))),
    }
}

/// A strip of a vault: its texture goes around without a break.
fn strip<'a>(mut sides: impl Iterator<Item = &'a Vec<Vec3>>, wall: &Wall, skin: usize) -> Option<Face> {
    let mut around = 0.0;
    for _ in 0..wall.side {
        let places = sides.next()?;
        around += places[0].distance(places[3]);
    }
    let own = sides.next()?;
    let (forward, up) = ((own[1] - own[0]).normalize(), (own[3] - own[0]).normalize());
    let uv =
        |place: &Vec3| (*place, Vec2::new(place.dot(forward), around + (*place - own[0]).dot(up)) / HEWN);
    let corners: Vec<(Vec3, Vec2)> = wall.places.iter().map(uv).collect();
    Face::new(&corners, skin)
}

/// An upright wall under the sky: rock up to the rim, and nothing to be seen above it.
fn cliff(faces: &mut Vec<Face>, wall: &Wall, side: &[Vec3], seed: u32) {
    // The side's corners on the ground are corners of the grid, that both sides of an edge know.
    let (a, b) = (side[0].truncate(), side[1].truncate());
    let height = |at: Vec2, ground: f32| plan::rim(seed, at).max(ground + 3.0);
    let (high_a, high_b) = (height(a, side[0].z), height(b, side[1].z));
    let along = (b - a).length_squared().max(1.0);
    let above = |place: Vec3| {
        let t = (place.truncate() - a).dot(b - a) / along;
        place.z - (high_a + (high_b - high_a) * t)
    };
    let low = solid::half(&wall.places, |place| -above(place));
    let high = solid::half(&wall.places, above);
    if low.len() > 2 {
        faces.extend(fine(Face::tiled(&low, ROCK, CLIFF)));
    }
    if high.len() > 2 {
        let normal = area_normal(high.iter().copied()).normalize_or_zero();
        let corners: Vec<_> = high.iter().map(|place| (*place, tile(*place, normal, GROUND))).collect();
        faces.extend(Face::new(&corners, BORDER));
    }
}

/// A face in parts that are small enough for the light of lamps.
fn fine(face: Option<Face>) -> Vec<Face> {
    let mut parts: Vec<Face> = face.into_iter().collect();
    for axis in 0..3 {
        let mut cut = Vec::with_capacity(parts.len());
        for part in parts {
            along(part, axis, &mut cut);
        }
        parts = cut;
    }
    parts
}

fn along(face: Face, axis: usize, parts: &mut Vec<Face>) {
    let (low, high) = face
        .places()
        .fold((f32::MAX, f32::MIN), |(low, high), place| (low.min(place[axis]), high.max(place[axis])));
    let mut rest = face;
    let mut at = (low / FINE).floor() * FINE + FINE;
    while at < high {
        let mut normal = Vec3::ZERO;
        normal[axis] = -1.0;
        let plane = Plane { normal, distance: at };
        if let [Some(near), Some(far)] = rest.clone().cut(&plane)
            && is_wide(&near)
            && is_wide(&far)
        {
            parts.push(near);
            rest = far;
        }
        at += FINE;
    }
    parts.push(rest);
}

/// False for slivers, and for faces with an edge so short that a triangle of them is one.
fn is_wide(face: &Face) -> bool {
    let places: Vec<Vec3> = face.places().collect();
    let area = area_normal(places.iter().copied()).length() / 2.0;
    let longest = (0..places.len())
        .flat_map(|a| (0..a).map(move |b| (a, b)))
        .map(|(a, b)| places[a].distance(places[b]))
        .fold(0.0, f32::max);
    let shortest = (0..places.len())
        .map(|index| places[index].distance(places[(index + 1) % places.len()]))
        .fold(f32::MAX, f32::min);
    area > longest * NARROW && shortest > NARROW
}
