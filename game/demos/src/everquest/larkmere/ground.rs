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
    for corners in [[se, ne, nw], [se, nw, sw]] {
        for (corners, material) in parts(seed, corners) {
            let units = if material == ROCK { CLIFF } else { TEXTURE };
            let Some(mut face) = Face::tiled(&corners, material, units) else { continue };
            for corner in &mut face.corners {
                corner.normal = terrain.normal(corner.place.x, corner.place.y);
            }
            faces.push(face);
        }
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

/// Half a square by what it is made of: cut where the sand of the shore begins and where it ends, because a shore of
/// whole triangles is a saw-tooth from afar.
fn parts(seed: u32, corners: [Vec3; 3]) -> Vec<(Vec<Vec3>, usize)> {
    let normal = (corners[1] - corners[0]).cross(corners[2] - corners[0]).normalize();
    let steep = |at: Vec3| normal.z + spots(seed, at) * 0.10;
    let middle = |corners: &[Vec3]| corners.iter().sum::<Vec3>() / corners.len() as f32;
    if steep(middle(&corners)) < 0.74 {
        return vec![(corners.to_vec(), ROCK)];
    }
    let (bed, shore) = cut(&corners, |at| at.z + 3.5);
    let (sand, land) = cut(&shore, |at| at.z - 2.2 - spots(seed, at) * 3.0);
    let dry = |at: Vec3| match () {
        () if steep(at) < 0.84 => SCREE,
        () if at.z > 78.0 + spots(seed, at) * 30.0 => SCREE,
        () if far_from_ways(at) && spots(seed, at) > 0.04 => MEADOW,
        () => GRASS,
    };
    let land_material = if land.is_empty() { GRASS } else { dry(middle(&corners)) };
    let parts = [(bed, BED), (sand, SAND), (land, land_material)];
    parts.into_iter().filter(|(corners, _)| corners.len() > 2).collect()
}

/// Changes of the ground from place to place, -0.5 to 0.5.
fn spots(seed: u32, at: Vec3) -> f32 {
    layered_noise(seed ^ 11, at.x * 0.05 + 90.0, at.y * 0.05 + 90.0, 2, 0) - 0.5
}

fn far_from_ways(at: Vec3) -> bool {
    [&ROAD[..], &PATH[..]].iter().all(|way| to_way(way, at.x, at.y).0 > 26.0)
}

/// The parts of a polygon where `level` is negative, and where it is not. What is cut near a corner is cut at the
/// corner, so that no slivers arise; an edge is cut at the same place from both of its sides.
fn cut(corners: &[Vec3], level: impl Fn(Vec3) -> f32) -> (Vec<Vec3>, Vec<Vec3>) {
    const NEAR: f32 = 0.15;
    let (mut below, mut above) = (Vec::new(), Vec::new());
    for (index, &corner) in corners.iter().enumerate() {
        let next = corners[(index + 1) % corners.len()];
        let (here, there) = (level(corner), level(next));
        if here < 0.0 { &mut below } else { &mut above }.push(corner);
        if (here < 0.0) == (there < 0.0) {
            continue;
        }
        let (low, high, part) = if here < 0.0 {
            (corner, next, here / (here - there))
        } else {
            (next, corner, there / (there - here))
        };
        let at = match part {
            _ if part < NEAR => low,
            _ if part > 1.0 - NEAR => high,
            _ => low.lerp(high, part),
        };
        below.push(at);
        above.push(at);
    }
    for part in [&mut below, &mut above] {
        part.dedup();
        if part.len() > 1 && part.first() == part.last() {
            part.pop();
        }
    }
    (below, above)
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
