//! The ground as faces: two triangles a square, walls where squares do not meet,
//! and invisible walls around the zone.

use super::materials::{BED, BORDER, GRASS, MEADOW, ROCK, SAND, SCREE};
use super::terrain::{PATH, ROAD, SQUARES, STEP, Terrain, to_way};
use crate::builders::numbers::layered_noise;
use crate::everquest::face::{Face, tile};
use glam::{Vec2, Vec3};

/// Units that a texture of the ground covers.
const TEXTURE: f32 = 32.0;
/// Units that one on cliffs covers.
const CLIFF: f32 = 40.0;

pub(super) fn faces(terrain: &Terrain, seed: u32) -> Vec<Face> {
    let mut faces = Vec::new();
    for row in 0..SQUARES {
        for column in 0..SQUARES {
            square(&mut faces, terrain, seed, column, row);
        }
    }
    borders(&mut faces);
    faces
}

fn square(faces: &mut Vec<Face>, terrain: &Terrain, seed: u32, column: usize, row: usize) {
    let heights = terrain.square(column, row);
    let origin = Terrain::origin(column, row);
    let [se, ne, nw, sw] = corners(origin, heights);
    let halves = [[se, ne, nw], [se, nw, sw]];
    let facing = |corners: &[Vec3; 3]| (corners[1] - corners[0]).cross(corners[2] - corners[0]).normalize();
    let [first, second] = halves.each_ref().map(facing);
    let whole = material(seed, (se + ne + nw + sw) / 4.0, (first + second).normalize());
    let of = |corners: &[Vec3; 3]| material(seed, corners.iter().sum::<Vec3>() / 3.0, facing(corners));
    // A shore goes by whole squares: by triangles it would be a saw-tooth from afar.
    let is_shore = halves.iter().any(|half| [SAND, BED].contains(&of(half))) || [SAND, BED].contains(&whole);
    for corners in halves {
        let material = if is_shore { whole } else { of(&corners) };
        let units = if material == ROCK { CLIFF } else { TEXTURE };
        let Some(mut face) = Face::tiled(&corners, material, units) else { continue };
        for corner in &mut face.corners {
            corner.normal = terrain.normal(corner.place.x, corner.place.y);
        }
        faces.push(face);
    }
    // Walls to the north and the west.
    if column + 1 < SQUARES {
        let [north_se, _, _, north_sw] = terrain.square(column + 1, row);
        let at = origin + Vec2::new(STEP, 0.0);
        wall(faces, [at, at + Vec2::new(0.0, STEP)], [heights[1], heights[2]], [north_se, north_sw]);
    }
    if row + 1 < SQUARES {
        let [west_se, west_ne, ..] = terrain.square(column, row + 1);
        let at = origin + Vec2::new(STEP, STEP);
        wall(faces, [at, at - Vec2::new(STEP, 0.0)], [heights[2], heights[3]], [west_ne, west_se]);
    }
}

fn corners(origin: Vec2, [se, ne, nw, sw]: [f32; 4]) -> [Vec3; 4] {
    [
        origin.extend(se),
        (origin + Vec2::new(STEP, 0.0)).extend(ne),
        (origin + Vec2::splat(STEP)).extend(nw),
        (origin + Vec2::new(0.0, STEP)).extend(sw),
    ]
}

/// The places in cliffs where arches are instead, by the middle of their foot.
const OPEN: [[f32; 2]; 3] = [[272.0, 40.0], [416.0, -56.0], [480.0, -56.0]];

/// A wall over the edge between two squares, where one is higher. `near` is the
/// square that the edge runs counter-clockwise around.
fn wall(faces: &mut Vec<Face>, [a, b]: [Vec2; 2], near: [f32; 2], far: [f32; 2]) {
    if near == far || OPEN.iter().any(|open| (a + b) / 2.0 == Vec2::from(*open)) {
        return;
    }
    let (low, high) = if near[0] + near[1] < far[0] + far[1] { (near, far) } else { (far, near) };
    let mut corners = vec![b.extend(low[1]), a.extend(low[0]), a.extend(high[0]), b.extend(high[1])];
    if near == high {
        corners.reverse();
    }
    corners.dedup();
    // The last may be the first.
    if corners.first() == corners.last() {
        corners.pop();
    }
    if corners.len() > 2 {
        faces.extend(Face::tiled(&corners, ROCK, CLIFF));
    }
}

/// What the ground is made of.
fn material(seed: u32, at: Vec3, normal: Vec3) -> usize {
    let spots = layered_noise(seed ^ 11, at.x * 0.05 + 90.0, at.y * 0.05 + 90.0, 2, 0) - 0.5;
    let steep = normal.z + spots * 0.10;
    let (road, _) = to_way(&ROAD, at.x, at.y);
    let (path, _) = to_way(&PATH, at.x, at.y);
    match () {
        () if steep < 0.74 => ROCK,
        () if at.z < -3.5 => BED,
        () if at.z < 2.2 + spots * 3.0 => SAND,
        () if steep < 0.84 => SCREE,
        () if at.z > 78.0 + spots * 30.0 => SCREE,
        () if road.min(path) > 26.0 && spots > 0.04 => MEADOW,
        () => GRASS,
    }
}

/// Nobody leaves the zone over the mountains.
fn borders(faces: &mut Vec<Face>) {
    const EDGE: f32 = 480.0;
    const NORTH: f32 = 508.0;
    let places = [[-EDGE, -EDGE], [NORTH, -EDGE], [NORTH, EDGE], [-EDGE, EDGE]];
    for (index, from) in places.iter().enumerate() {
        let to = places[(index + 1) % places.len()];
        let (from, to) = (Vec2::from(*from), Vec2::from(to));
        let parts = 16;
        for part in 0..parts {
            let [a, b] = [part, part + 1].map(|part| from.lerp(to, part as f32 / parts as f32));
            // Seen from inside.
            let corners = [b.extend(-20.0), a.extend(-20.0), a.extend(260.0), b.extend(260.0)];
            let normal = (corners[1] - corners[0]).cross(corners[2] - corners[0]).normalize();
            let corners = corners.map(|place| (place, tile(place, normal, TEXTURE)));
            faces.extend(Face::new(&corners, BORDER));
        }
    }
}
