//! Roads: strips with ragged edges that lie on the ground.

use super::materials::ROAD as MATERIAL;
use super::terrain::{GORGE, PATH, ROAD, SQUARES, STEP, Terrain};
use crate::everquest::face::{Corner, Face, Plane};
use glam::{Vec2, Vec3};

/// How far above the ground a road lies.
const LIFT: f32 = 0.12;
/// Units that a texture covers along the road.
const TEXTURE: f32 = 16.0;

/// A straight part of a road.
struct Part {
    from: Vec2,
    to: Vec2,
    /// Across the road at both ends.
    sides: [Vec2; 2],
    /// Length of the road up to here.
    done: f32,
    half: f32,
}

pub(super) fn faces(terrain: &Terrain) -> Vec<Face> {
    let roads: [(&[[f32; 3]], f32); 3] = [(&ROAD, 7.0), (&PATH, 4.5), (&GORGE, 7.0)];
    let parts: Vec<Part> = roads.iter().flat_map(|(way, half)| parts(way, *half)).collect();
    let mut faces = Vec::new();
    for row in 0..SQUARES {
        for column in 0..SQUARES {
            let origin = Terrain::origin(column, row);
            let middle = origin + STEP / 2.0;
            let near = |part: &&Part| {
                let reach = part.from.distance(part.to) / 2.0 + part.half + STEP;
                middle.distance((part.from + part.to) / 2.0) < reach
            };
            for part in parts.iter().filter(near) {
                drape(&mut faces, terrain, column, row, part);
            }
        }
    }
    faces
}

/// The part of a road that is in a square.
fn drape(faces: &mut Vec<Face>, terrain: &Terrain, column: usize, row: usize, part: &Part) {
    let origin = Terrain::origin(column, row);
    let [se, ne, nw, sw] = terrain.square(column, row);
    let at = |x: f32, y: f32, height: f32| (origin + Vec2::new(x, y) * STEP).extend(height + LIFT);
    let [se, ne, nw, sw] = [at(0.0, 0.0, se), at(1.0, 0.0, ne), at(1.0, 1.0, nw), at(0.0, 1.0, sw)];
    for corners in [[se, ne, nw], [se, nw, sw]] {
        let Some(face) = Face::tiled(&corners, MATERIAL, 1.0) else { continue };
        let inside = part.walls().iter().try_fold(face, |face, wall| {
            let [inside, _] = face.cut(wall);
            inside
        });
        let Some(mut face) = inside else { continue };
        for corner in &mut face.corners {
            part.finish(corner, terrain);
        }
        faces.push(face.passable());
    }
}

impl Part {
    /// Upright planes around it, looking inwards.
    fn walls(&self) -> [Plane; 4] {
        let [start, end] = self.sides;
        let corners = [self.from - start, self.to - end, self.to + end, self.from + start]
            .map(|place| place.extend(0.0));
        [0, 1, 2, 3].map(|index| {
            let along = corners[(index + 1) % 4] - corners[index];
            Plane::through(Vec3::Z.cross(along).normalize(), corners[index])
        })
    }

    fn finish(&self, corner: &mut Corner, terrain: &Terrain) {
        let at = corner.place.truncate();
        let way = self.to - self.from;
        let along = (at - self.from).dot(way) / way.length_squared();
        let side = self.sides[0].lerp(self.sides[1], along.clamp(0.0, 1.0));
        let middle = self.from.lerp(self.to, along);
        let across = (at - middle).dot(side) / side.length_squared();
        corner.uv = Vec2::new(0.5 - across * 0.5, (self.done + along * way.length()) / TEXTURE);
        corner.normal = terrain.normal(at.x, at.y);
    }
}

/// A way as straight parts, rounded at its corners.
fn parts(way: &[[f32; 3]], half: f32) -> Vec<Part> {
    const PIECES: usize = 5;
    let point = |index: isize| {
        let last = way.len() as isize - 1;
        Vec3::from(way[index.clamp(0, last) as usize]).truncate()
    };
    let mut places = Vec::new();
    for index in 0..way.len() as isize - 1 {
        let [a, b, c, d] = [point(index - 1), point(index), point(index + 1), point(index + 2)];
        for piece in 0..PIECES {
            let t = piece as f32 / PIECES as f32;
            // A curve through all places.
            let curve = b * 2.0
                + (c - a) * t
                + (a * 2.0 - b * 5.0 + c * 4.0 - d) * (t * t)
                + (b * 3.0 - a - c * 3.0 + d) * (t * t * t);
            places.push(curve * 0.5);
        }
    }
    places.push(point(way.len() as isize - 1));
    let side = |index: usize| {
        let (before, after) = (places[index.saturating_sub(1)], places[(index + 1).min(places.len() - 1)]);
        (after - before).normalize_or_zero().perp() * half
    };
    let mut done = 0.0;
    let part = |index: usize| {
        let (from, to) = (places[index], places[index + 1]);
        let part = Part { from, to, sides: [side(index), side(index + 1)], done, half };
        done += from.distance(to);
        part
    };
    (0..places.len() - 1).map(part).collect()
}
