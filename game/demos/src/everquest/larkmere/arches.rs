//! The tunnel through the ridge and the gate: round vaults of stone, with square
//! rooms where the way bends.

use super::materials::{DARK, FLAGS, MASONRY, ROCK, VAULT};
use super::terrain::FLOOR;
use super::terrain::Terrain;
use crate::everquest::face::Face;
use glam::{Vec2, Vec3};

/// Half the width of a passage, and where its vault begins above the floor.
const HALF: f32 = 6.0;
const SPRING: f32 = 7.5;
/// Edges of the vault.
const EDGES: u32 = 6;
/// Units that a texture covers.
const TEXTURE: f32 = 12.0;
/// Height of a room.
const ROOM: f32 = 19.0;

/// The passage's outline from its left foot over the top to its right foot:
/// across to the left, and up.
fn outline() -> Vec<Vec2> {
    let arc = (0..=EDGES).map(|edge| {
        let (sin, cos) = libm::sincosf(std::f32::consts::PI * edge as f32 / EDGES as f32);
        // On the grid that places are stored on.
        let round = |value: f32| (value * 32.0).round() / 32.0;
        Vec2::new(round(cos * HALF), SPRING + round(sin * HALF))
    });
    [Vec2::new(HALF, 0.0)].into_iter().chain(arc).chain([Vec2::new(-HALF, 0.0)]).collect()
}

/// A frame: origin, forward along the way, left.
#[derive(Clone, Copy)]
struct Way {
    origin: Vec3,
    forward: Vec3,
}

impl Way {
    fn new(origin: [f32; 2], forward: Vec3) -> Self {
        Way { origin: Vec3::new(origin[0], origin[1], FLOOR), forward }
    }

    /// A place so far along, across to the left, and up.
    fn at(&self, along: f32, across: f32, up: f32) -> Vec3 {
        self.origin + self.forward * along + Vec3::Z.cross(self.forward) * across + Vec3::Z * up
    }
}

pub(super) fn build(faces: &mut Vec<Face>, terrain: &Terrain) {
    let (north, east) = (Vec3::X, Vec3::NEG_Y);
    passage(faces, Way::new([272.0, 40.0], north), 56.0);
    passage(faces, Way::new([344.0, 24.0], east), 64.0);
    passage(faces, Way::new([360.0, -56.0], north), 56.0);
    passage(faces, Way::new([480.0, -56.0], north), 30.0);
    room(faces, [344.0, 40.0], &[-north, east]);
    room(faces, [344.0, -56.0], &[-east, north]);
    for (place, out) in [([272.0, 40.0], -north), ([416.0, -56.0], north), ([480.0, -56.0], -north)] {
        let way = Way::new(place, out);
        mouth(faces, way);
        let top = [8.0, -8.0].map(|across| {
            let at = way.at(0.0, across, 0.0);
            terrain.at_corner(at.x, at.y) - FLOOR
        });
        pierced(faces, way, 8.0, top, ROCK);
    }
    // The gate's end, in the dark.
    let end = Way::new([510.0, -56.0], -north);
    let corners: Vec<Vec3> = outline().iter().map(|point| end.at(0.0, point.x, point.y)).collect();
    faces.extend(Face::tiled(&corners, DARK, TEXTURE));
}

/// A passage of this length: floor, walls, vault, all seen from inside.
fn passage(faces: &mut Vec<Face>, way: Way, length: f32) {
    let outline = outline();
    let pieces = (length / 14.0).round().max(1.0);
    let step = length / pieces;
    for piece in 0..pieces as u32 {
        let [near, far] = [piece as f32 * step, (piece + 1) as f32 * step];
        let mut around = 0.0;
        for pair in outline.windows(2) {
            let corners = [(near, pair[0]), (far, pair[0]), (far, pair[1]), (near, pair[1])];
            let next = around + pair[0].distance(pair[1]);
            let uv = |(along, point): (f32, Vec2)| {
                let up = if point == pair[0] { around } else { next };
                (way.at(along, point.x, point.y), Vec2::new(along, up) / TEXTURE)
            };
            faces.extend(Face::new(&corners.map(uv), VAULT));
            around = next;
        }
        let floor = [(near, HALF), (near, -HALF), (far, -HALF), (far, HALF)];
        let floor: Vec<Vec3> = floor.iter().map(|(along, across)| way.at(*along, *across, 0.0)).collect();
        faces.extend(Face::tiled(&floor, FLAGS, TEXTURE));
    }
}

/// A wall with an arch in it, seen from the way's front: `left` and `right` are
/// how far it goes, `top` how high it is at both ends.
fn pierced(faces: &mut Vec<Face>, way: Way, half: f32, top: [f32; 2], material: usize) {
    let height = |across: f32| top[0] + (top[1] - top[0]) * (half - across) / (2.0 * half);
    let outline = outline();
    let push = |faces: &mut Vec<Face>, points: &[Vec2]| {
        let corners: Vec<Vec3> = points.iter().map(|point| way.at(0.0, point.x, point.y)).collect();
        faces.extend(Face::tiled(&corners, material, TEXTURE * 2.0));
    };
    let up = |across: f32| Vec2::new(across, height(across));
    for (edge, sign) in [(half, 1.0), (-half, -1.0)] {
        let inner = HALF * sign;
        let mut corners =
            vec![Vec2::new(edge, 0.0), up(edge), up(inner), Vec2::new(inner, SPRING), Vec2::new(inner, 0.0)];
        if sign < 0.0 {
            corners.reverse();
        }
        push(faces, &corners);
    }
    for pair in outline[1..outline.len() - 1].windows(2) {
        push(faces, &[up(pair[0].x), up(pair[1].x), pair[1], pair[0]]);
    }
}

/// A square room of 32 units with passages in these directions.
fn room(faces: &mut Vec<Face>, middle: [f32; 2], doors: &[Vec3]) {
    const SIDE: f32 = 16.0;
    let center = Vec3::new(middle[0], middle[1], FLOOR);
    for forward in [Vec3::X, Vec3::Y, Vec3::NEG_X, Vec3::NEG_Y] {
        // Walls look inwards.
        let wall = Way { origin: center + forward * SIDE, forward: -forward };
        if doors.contains(&forward) {
            pierced(faces, wall, SIDE, [ROOM; 2], VAULT);
        } else {
            let corners = [
                wall.at(0.0, SIDE, 0.0),
                wall.at(0.0, SIDE, ROOM),
                wall.at(0.0, -SIDE, ROOM),
                wall.at(0.0, -SIDE, 0.0),
            ];
            faces.extend(Face::tiled(&corners, VAULT, TEXTURE * 2.0));
        }
    }
    let square = |height: f32| {
        [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)]
            .map(|(x, y)| center + Vec3::new(x * SIDE, y * SIDE, height))
    };
    faces.extend(Face::tiled(&square(0.0), FLAGS, TEXTURE));
    let mut ceiling = square(ROOM);
    ceiling.reverse();
    faces.extend(Face::tiled(&ceiling, VAULT, TEXTURE * 2.0));
}

/// A frame of masonry around a mouth, which `way` comes out of.
fn mouth(faces: &mut Vec<Face>, way: Way) {
    const RING: f32 = 2.6;
    const OUT: f32 = 1.2;
    let outline = outline();
    let outer: Vec<Vec2> = outline
        .iter()
        .map(|point| {
            let center = Vec2::new(0.0, point.y.min(SPRING));
            let way = (*point - center).normalize_or(Vec2::new(point.x.signum(), 0.0));
            *point + way * RING
        })
        .collect();
    let mut done = 0.0;
    for (inner, outer) in outline.windows(2).zip(outer.windows(2)) {
        let [a, b, c, d] = [inner[0], inner[1], outer[1], outer[0]];
        let next = done + inner[0].distance(inner[1]);
        let place = |point: Vec2, along: f32| way.at(along, point.x, point.y);
        let uv = |across: f32, along: f32| Vec2::new(across / RING * 0.25, along / TEXTURE);
        let quads = [
            // Front, outside, inside.
            [(d, OUT, 0.0, done), (c, OUT, 0.0, next), (b, OUT, RING, next), (a, OUT, RING, done)],
            [(d, 0.0, 1.2, done), (c, 0.0, 1.2, next), (c, OUT, 0.0, next), (d, OUT, 0.0, done)],
            [(a, OUT, 0.0, done), (b, OUT, 0.0, next), (b, 0.0, 1.2, next), (a, 0.0, 1.2, done)],
        ];
        for quad in quads {
            let corners = quad.map(|(point, along, u, v)| (place(point, along), uv(u, v)));
            faces.extend(Face::new(&corners, MASONRY));
        }
        done = next;
    }
}
