//! Things of a land of fire: columns, braziers, bridges, dead trees, a shrine.

use super::making::{block, board, card, disc, smooth, turned};
use super::{Model, Way};
use crate::builders::numbers::noise;
use crate::everquest::face::{Corner, Face};
use glam::{Vec2, Vec3};

/// What these are made of.
#[derive(Clone, Copy)]
pub(in crate::everquest) struct Matter {
    pub stone: usize,
    pub hewn: usize,
    pub iron: usize,
    pub flame: usize,
    pub bark: usize,
    pub runes: usize,
    pub twigs: usize,
}

/// A column with six sides and a broken top.
fn column(faces: &mut Vec<Face>, foot: Vec3, radius: f32, height: f32, stone: usize) {
    let around = |side: u32| {
        let (sin, cos) = libm::sincosf(std::f32::consts::TAU * side as f32 / 6.0 + foot.x * 0.7);
        Vec3::new(cos, sin, 0.0) * radius
    };
    let tip = Vec3::new(0.34, 0.2, 1.0) * radius * 0.35;
    let top = |side: u32| foot + around(side) + Vec3::Z * (height + around(side).dot(tip) / radius);
    for side in 0..6 {
        let (a, b) = (foot + around(side), foot + around(side + 1));
        let wide = a.distance(b) / 5.0;
        let corners = [
            (a, Vec2::new(0.0, 0.0)),
            (b, Vec2::new(wide, 0.0)),
            (top(side + 1), Vec2::new(wide, height / 9.0)),
            (top(side), Vec2::new(0.0, height / 9.0)),
        ];
        faces.extend(Face::new(&corners, stone));
    }
    let lid: Vec<Vec3> = (0..6).map(top).collect();
    faces.extend(Face::tiled(&lid, stone, 9.0));
}

/// A cluster of columns, the tallest in the middle.
pub(in crate::everquest) fn columns(matter: Matter) -> Model {
    let mut faces = Vec::new();
    column(&mut faces, Vec3::new(0.0, 0.0, -3.0), 2.2, 21.0, matter.stone);
    for number in 0..6 {
        let (sin, cos) = libm::sincosf(std::f32::consts::TAU * number as f32 / 6.0 + 0.5);
        let height = 6.0 + noise(9, number as f32 * 1.7, 0.5, 0) * 12.0;
        column(&mut faces, Vec3::new(cos * 3.9, sin * 3.9, -3.0), 2.1, height, matter.stone);
    }
    Model::still("COLUMNS", faces)
}

/// One column, for those that lean or lie.
pub(in crate::everquest) fn pillar(matter: Matter) -> Model {
    let mut faces = Vec::new();
    column(&mut faces, Vec3::new(0.0, 0.0, -4.0), 1.9, 19.0, matter.stone);
    Model::still("PILLAR", faces)
}

/// A bowl of fire on three legs.
pub(in crate::everquest) fn brazier(matter: Matter) -> Model {
    let mut faces = Vec::new();
    let Matter { iron, flame, .. } = matter;
    for leg in 0..3 {
        let (sin, cos) = libm::sincosf(std::f32::consts::TAU * leg as f32 / 3.0);
        let foot = Vec3::new(cos * 1.25, sin * 1.25, -0.4);
        let knee = Vec3::new(cos * 0.55, sin * 0.55, 2.9);
        let side = Vec3::new(-sin, cos, 0.0) * 0.16;
        let out = Vec3::new(cos, sin, 0.0) * 0.16;
        // Each leg is a bar with four sides, seen from both.
        for (a, b) in [(side, out), (out, -side), (-side, -out), (-out, side)] {
            faces.extend(Face::tiled(&[foot + b, foot + a, knee + a, knee + b], iron, 2.0));
            faces.extend(Face::tiled(&[foot + a, foot + b, knee + b, knee + a], iron, 2.0));
        }
    }
    turned(&mut faces, Vec3::ZERO, &[(2.4, 0.35), (2.9, 1.1), (3.7, 1.5), (3.9, 1.55)], 9, iron, 2.0);
    disc(&mut faces, Vec3::Z * 3.55, 1.4, 9, iron, 2.0);
    let foot = Vec3::Z * 3.5;
    for turn in [0.4, 1.45, 2.5] {
        card(&mut faces, foot, turn, [2.3, 3.6], 0.0, foot - Vec3::Z, flame);
    }
    Model { flame: Vec3::Z * 5.4, casts: false, ..Model::still("BRAZIER", faces) }
}

/// A bridge of hewn stone along x, its top at 0.
pub(in crate::everquest) fn bridge(matter: Matter) -> Model {
    let mut faces = Vec::new();
    let hewn = matter.hewn;
    // Two slopes and a crown, thick at the ends.
    let top = [(-15.0, -0.7), (-11.0, 0.1), (-5.0, 0.8), (5.0, 0.8), (11.0, 0.1), (15.0, -0.7)];
    let low = [(-15.0, -5.0), (-11.0, -4.4), (-5.0, -2.0), (5.0, -2.0), (11.0, -4.4), (15.0, -5.0)];
    const HALF: f32 = 5.0;
    let at = |point: (f32, f32), side: f32| Vec3::new(point.0, side, point.1);
    for (upper, lower) in top.windows(2).zip(low.windows(2)) {
        let deck = [at(upper[0], -HALF), at(upper[1], -HALF), at(upper[1], HALF), at(upper[0], HALF)];
        let under = [at(lower[0], HALF), at(lower[1], HALF), at(lower[1], -HALF), at(lower[0], -HALF)];
        let east = [at(lower[0], -HALF), at(lower[1], -HALF), at(upper[1], -HALF), at(upper[0], -HALF)];
        let west = [at(lower[1], HALF), at(lower[0], HALF), at(upper[0], HALF), at(upper[1], HALF)];
        for side in [deck, under, east, west] {
            faces.extend(Face::tiled(&side, hewn, 8.0));
        }
    }
    for along in [-12.6, 12.6] {
        for side in [-HALF, HALF] {
            let (x, y) = (along, side * 0.88);
            block(&mut faces, [x - 0.8, y - 0.8, -2.0], [x + 0.8, y + 0.8, 3.4], hewn, 6.0);
            turned(&mut faces, Vec3::new(x, y, 3.4), &[(0.0, 1.1), (0.5, 1.1), (1.4, 0.0)], 4, hewn, 6.0);
        }
    }
    Model::still("BRIDGE", faces)
}

/// A tree that burnt.
pub(in crate::everquest) fn snag(matter: Matter) -> Model {
    let mut faces = Vec::new();
    turned(
        &mut faces,
        Vec3::Z * -1.5,
        &[(0.0, 1.5), (2.4, 0.85), (8.0, 0.6), (13.5, 0.28)],
        6,
        matter.bark,
        4.0,
    );
    for (turn, up, size, lean) in
        [(0.3, 9.0, 9.0, 0.35), (1.9, 10.5, 8.0, -0.2), (3.3, 6.8, 7.0, 0.5), (4.7, 11.4, 7.5, 0.1)]
    {
        card(&mut faces, Vec3::Z * up, turn, [size, size], lean, Vec3::Z * up, matter.twigs);
    }
    Model { way: Way::Sways(0.12), ..Model::still("SNAG", faces) }
}

/// A slab of the way, trodden flat.
pub(in crate::everquest) fn slab(matter: Matter) -> Model {
    let mut faces = Vec::new();
    let corner = |number: u32, up: f32| {
        let (sin, cos) = libm::sincosf(std::f32::consts::TAU * number as f32 / 7.0);
        let wide = 1.7 + noise(17, number as f32 * 1.9, 0.5, 0) * 0.8;
        Vec3::new(cos * wide, sin * wide * 0.8, up)
    };
    let top: Vec<Vec3> = (0..7).map(|number| corner(number, 0.16)).collect();
    faces.extend(Face::tiled(&top, matter.hewn, 7.0));
    for number in 0..7 {
        let (a, b) = (number, (number + 1) % 7);
        let side = [corner(a, -0.6), corner(b, -0.6), corner(b, 0.16), corner(a, 0.16)];
        faces.extend(Face::tiled(&side, matter.hewn, 7.0));
    }
    for face in &mut faces {
        face.passable = true;
    }
    Model { casts: false, ..Model::still("SLAB", faces) }
}

/// The frame of a mouth that looks to +x, around a passage of this outline: across, and up.
pub(in crate::everquest) fn portal(matter: Matter, outline: &[Vec2], spring: f32) -> Model {
    const RING: f32 = 3.0;
    const OUT: f32 = 1.5;
    let mut faces = Vec::new();
    let outer: Vec<Vec2> = outline
        .iter()
        .map(|point| {
            let center = Vec2::new(0.0, point.y.min(spring));
            *point + (*point - center).normalize_or(Vec2::new(point.x.signum(), 0.0)) * RING
        })
        .collect();
    let mut done = 0.0;
    let foot = |point: Vec2| if point.y == 0.0 { Vec2::new(point.x, -1.0) } else { point };
    for (inner, outer) in outline.windows(2).zip(outer.windows(2)) {
        let [a, b, c, d] = [inner[0], inner[1], outer[1], outer[0]].map(foot);
        let next = done + inner[0].distance(inner[1]);
        let place = |point: Vec2, along: f32| Vec3::new(along, point.x, point.y);
        let uv = |across: f32, along: f32| Vec2::new(across / RING * 0.3, along / 9.0);
        let quads = [
            [(d, OUT, 0.0, done), (c, OUT, 0.0, next), (b, OUT, RING, next), (a, OUT, RING, done)],
            [(d, -0.4, 1.2, done), (c, -0.4, 1.2, next), (c, OUT, 0.0, next), (d, OUT, 0.0, done)],
            [(a, OUT, 0.0, done), (b, OUT, 0.0, next), (b, -0.4, 1.2, next), (a, -0.4, 1.2, done)],
        ];
        for quad in quads {
            let corners = quad.map(|(point, along, u, v)| (place(point, along), uv(u, v)));
            faces.extend(Face::new(&corners, matter.hewn));
        }
        done = next;
    }
    // A keystone, and two posts that carry the ring.
    let top = spring + outline.iter().map(|point| point.x).fold(0.0, f32::max);
    block(&mut faces, [-0.4, -1.3, top - 0.5], [OUT + 0.7, 1.3, top + RING + 1.0], matter.hewn, 6.0);
    for side in [-1.0, 1.0] {
        let middle = side * (outline[0].x + RING + 1.2);
        block(&mut faces, [-0.4, middle - 1.4, -1.5], [2.4, middle + 1.4, spring + 1.0], matter.hewn, 6.0);
        let cap = Vec3::new(1.0, middle, spring + 1.0);
        turned(&mut faces, cap, &[(0.0, 2.2), (0.8, 2.2), (2.6, 0.0)], 4, matter.hewn, 6.0);
    }
    Model::still("PORTAL", faces)
}

/// A shrine that looks to +x: steps, a slab with words, two horns of stone.
pub(in crate::everquest) fn shrine(matter: Matter) -> Model {
    let mut faces = Vec::new();
    let hewn = matter.hewn;
    block(&mut faces, [-6.0, -8.0, -3.0], [6.0, 8.0, 0.6], hewn, 8.0);
    block(&mut faces, [-5.0, -6.5, 0.6], [4.2, 6.5, 1.5], hewn, 8.0);
    block(&mut faces, [-4.4, -4.5, 1.5], [-1.8, 4.5, 11.0], hewn, 8.0);
    board(&mut faces, Vec3::new(-1.74, 0.0, 6.4), Vec3::X, [7.4, 7.4], matter.runes);
    block(&mut faces, [-4.8, -5.0, 11.0], [-1.4, 5.0, 12.2], hewn, 8.0);
    block(&mut faces, [0.6, -2.2, 1.5], [3.0, 2.2, 4.4], hewn, 6.0);
    block(&mut faces, [0.2, -2.7, 4.4], [3.4, 2.7, 5.0], hewn, 6.0);
    for side in [-1.0, 1.0] {
        // A horn that bends inwards.
        let rings: Vec<(Vec3, f32)> = (0..7)
            .map(|step| {
                let t = step as f32 / 6.0;
                let bend = libm::sinf(t * 2.0) * 2.6;
                (Vec3::new(-3.0 + t * 1.5, side * (5.6 + bend - t * 3.4), 1.0 + t * 15.0), 1.25 * (1.02 - t))
            })
            .collect();
        for pair in rings.windows(2) {
            let around = |ring: &(Vec3, f32), number: u32| {
                let (sin, cos) = libm::sincosf(std::f32::consts::TAU * number as f32 / 6.0);
                let out = Vec3::new(cos, sin, 0.0);
                Corner {
                    place: ring.0 + out * ring.1,
                    uv: Vec2::new(number as f32 / 6.0, ring.0.z / 6.0),
                    normal: out,
                }
            };
            for number in 0..6 {
                let [a, b, c, d] = [
                    around(&pair[0], number),
                    around(&pair[0], number + 1),
                    around(&pair[1], number + 1),
                    around(&pair[1], number),
                ];
                faces.extend(smooth(&[a, b, c], matter.stone));
                faces.extend(smooth(&[a, c, d], matter.stone));
            }
        }
    }
    Model::still("SHRINE", faces)
}

/// A board on a post with words on both sides: what is ahead is read from -x, what is behind from +x.
pub(in crate::everquest) fn waymark(planks: usize, behind: usize, ahead: usize) -> Model {
    let mut faces = Vec::new();
    block(&mut faces, [-0.35, -0.35, -2.0], [0.35, 0.35, 8.6], planks, 4.0);
    block(&mut faces, [-0.6, -4.1, 4.4], [0.6, 4.1, 8.2], planks, 4.0);
    board(&mut faces, Vec3::new(0.63, 0.0, 6.3), Vec3::X, [7.8, 3.6], behind);
    board(&mut faces, Vec3::new(-0.63, 0.0, 6.3), Vec3::NEG_X, [7.8, 3.6], ahead);
    Model::still("WAYMARK", faces)
}
