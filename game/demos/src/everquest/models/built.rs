//! What people made: houses, the mill, signs, lights, small things.

use super::making::{block, board, card, disc, turned};
use super::{Model, Way};
use crate::everquest::face::Face;
use crate::everquest::partition::Bounds;
use glam::{Vec2, Vec3};

/// Materials of buildings.
#[derive(Clone, Copy, Debug)]
pub(in crate::everquest) struct Stuff {
    pub planks: usize,
    pub plaster: usize,
    pub thatch: usize,
    pub masonry: usize,
}

/// A cottage, its door to +x.
pub(in crate::everquest) fn house(stuff: Stuff) -> Model {
    let mut faces = Vec::new();
    let Stuff { planks, plaster, thatch, masonry } = stuff;
    const HIGH: f32 = 9.0;
    const RIDGE: f32 = 17.0;
    block(&mut faces, [-7.6, -10.6, -3.0], [7.6, 10.6, 1.2], masonry, 8.0);
    // Walls show whole panels: the texture is one panel.
    block(&mut faces, [-7.0, -10.0, 1.2], [7.0, 10.0, HIGH], plaster, 7.8);
    for side in [-1.0, 1.0] {
        // Gables, and the roof that hangs over.
        let mut gable = vec![
            Vec3::new(-7.0, 10.0 * side, HIGH),
            Vec3::new(7.0, 10.0 * side, HIGH),
            Vec3::new(0.0, 10.0 * side, RIDGE - 0.4),
        ];
        if side > 0.0 {
            gable.reverse();
        }
        faces.extend(Face::tiled(&gable, planks, 6.0));
        let (eave, ridge) = (Vec3::new(8.8 * side, 0.0, HIGH - 1.9), Vec3::new(0.0, 0.0, RIDGE));
        let run = Vec3::Y * 12.0;
        let slope = eave.distance(ridge) / 9.0;
        let mut roof = vec![
            (eave - run, Vec2::new(0.0, 0.0)),
            (eave + run, Vec2::new(2.7, 0.0)),
            (ridge + run, Vec2::new(2.7, slope)),
            (ridge - run, Vec2::new(0.0, slope)),
        ];
        if side < 0.0 {
            roof.reverse();
        }
        faces.extend(Face::new(&roof, thatch));
        roof.reverse();
        roof.iter_mut().for_each(|(place, _)| place.z -= 0.35);
        faces.extend(Face::new(&roof, thatch));
    }
    block(&mut faces, [6.9, -1.7, 1.0], [7.35, 1.7, 7.6], planks, 4.0);
    block(&mut faces, [7.0, -2.2, 7.6], [7.5, 2.2, 8.3], planks, 4.0);
    block(&mut faces, [7.3, -2.6, -0.4], [9.6, 2.6, 0.9], masonry, 8.0);
    block(&mut faces, [-4.4, 5.0, 8.0], [-1.8, 7.6, 20.0], masonry, 8.0);
    Model::still("HOUSE", faces)
}

/// The tower of the windmill.
pub(in crate::everquest) fn mill(stuff: Stuff) -> Model {
    let mut faces = Vec::new();
    let Stuff { planks, thatch, masonry, .. } = stuff;
    turned(&mut faces, Vec3::ZERO, &[(-4.0, 11.2), (1.5, 10.6), (30.0, 7.4)], 12, masonry, 10.0);
    turned(&mut faces, Vec3::ZERO, &[(29.2, 9.0), (33.0, 7.0), (39.0, 2.4), (41.0, 0.0)], 12, thatch, 9.0);
    block(&mut faces, [-2.6, -0.7, 31.4], [12.0, 0.7, 32.8], planks, 4.0);
    block(&mut faces, [9.2, -2.2, -0.5], [10.9, 2.2, 8.0], planks, 4.5);
    for (turn, up) in [(2.0, 11.0), (4.2, 15.0), (5.6, 21.0), (1.0, 21.0)] {
        let (sin, cos) = libm::sincosf(turn);
        let out = Vec3::new(cos, sin, 0.0);
        let away = 10.6 - (up - 1.5) * 0.112;
        board(&mut faces, out * (away + 0.12) + Vec3::Z * up, out, [2.4, 3.6], planks);
    }
    Model::still("MILL", faces)
}

/// Four sails that turn about +x; the hub is the origin.
pub(in crate::everquest) fn sail(planks: usize) -> Model {
    let mut faces = Vec::new();
    block(&mut faces, [-0.9, -1.0, -1.0], [1.1, 1.0, 1.0], planks, 4.0);
    for arm in 0..4u32 {
        let (sin, cos) = libm::sincosf(std::f32::consts::FRAC_PI_2 * arm as f32 + 0.4);
        let (along, across) = (Vec3::new(0.0, cos, sin), Vec3::new(0.0, -sin, cos));
        let at = |far: f32, side: f32, out: f32| along * far + across * side + Vec3::X * out;
        for (near, far, left, right, out) in [(0.5, 25.0, -0.3, 0.3, 0.4), (6.0, 24.5, 0.3, 4.4, 0.2)] {
            let corners = [
                (at(near, left, out), Vec2::ZERO),
                (at(near, right, out + right * 0.12), Vec2::new((right - left) / 4.4, 0.0)),
                (at(far, right, out + right * 0.12), Vec2::new((right - left) / 4.4, 4.0)),
                (at(far, left, out), Vec2::new(0.0, 4.0)),
            ];
            let mut back = corners;
            back.reverse();
            faces.extend([corners, back].iter().filter_map(|side| Face::new(side, planks)));
        }
    }
    Model { way: Way::Turns(16), casts: false, ..Model::still("MILLSAIL", faces) }
}

/// A board with words on a post, to be read from +x.
pub(in crate::everquest) fn sign(words: usize, planks: usize) -> Model {
    let mut faces = Vec::new();
    block(&mut faces, [-0.35, -0.35, -2.0], [0.35, 0.35, 8.6], planks, 4.0);
    block(&mut faces, [0.35, -4.1, 4.4], [0.7, 4.1, 8.2], planks, 4.0);
    board(&mut faces, Vec3::new(0.72, 0.0, 6.3), Vec3::X, [8.2, 3.8], words);
    Model::still("SIGN", faces)
}

/// A torch in a bracket on a wall that looks to +x.
pub(in crate::everquest) fn torch(iron: usize, planks: usize, flame: usize) -> Model {
    let mut faces = Vec::new();
    block(&mut faces, [0.0, -0.25, -0.7], [0.2, 0.25, 0.7], iron, 2.0);
    block(&mut faces, [0.0, -0.1, -0.1], [1.1, 0.1, 0.1], iron, 2.0);
    turned(&mut faces, Vec3::new(1.1, 0.0, 0.0), &[(-1.1, 0.12), (0.9, 0.25)], 6, planks, 2.0);
    turned(&mut faces, Vec3::new(1.1, 0.0, 0.0), &[(0.6, 0.36), (1.0, 0.42)], 6, iron, 2.0);
    let place = Vec3::new(1.1, 0.0, 0.9);
    flames(&mut faces, place, [1.5, 2.6], flame);
    Model { flame: place + Vec3::Z * 0.9, casts: false, ..Model::still("TORCH", faces) }
}

fn flames(faces: &mut Vec<Face>, foot: Vec3, size: [f32; 2], flame: usize) {
    for turn in [0.4, 1.97] {
        card(faces, foot, turn, size, 0.0, foot - Vec3::Z, flame);
    }
}

/// A lantern on a post.
pub(in crate::everquest) fn post(iron: usize, planks: usize, flame: usize) -> Model {
    let mut faces = Vec::new();
    block(&mut faces, [-0.3, -0.3, -2.0], [0.3, 0.3, 10.5], planks, 4.0);
    block(&mut faces, [0.0, -0.15, 10.0], [2.2, 0.15, 10.35], planks, 4.0);
    turned(&mut faces, Vec3::new(1.9, 0.0, 0.0), &[(9.2, 0.62), (9.9, 0.0)], 6, iron, 2.0);
    disc(&mut faces, Vec3::new(1.9, 0.0, 7.5), 0.62, 6, iron, 2.0);
    let place = Vec3::new(1.9, 0.0, 7.5);
    flames(&mut faces, place, [1.0, 1.6], flame);
    Model { flame: place + Vec3::Z * 0.7, casts: false, ..Model::still("LAMPPOST", faces) }
}

pub(in crate::everquest) fn barrel(planks: usize, iron: usize) -> Model {
    let mut faces = Vec::new();
    turned(&mut faces, Vec3::ZERO, &[(0.0, 1.15), (1.0, 1.42), (2.2, 1.42), (3.2, 1.15)], 9, planks, 3.0);
    turned(&mut faces, Vec3::ZERO, &[(0.55, 1.36), (0.85, 1.45)], 9, iron, 3.0);
    turned(&mut faces, Vec3::ZERO, &[(2.35, 1.45), (2.65, 1.36)], 9, iron, 3.0);
    disc(&mut faces, Vec3::Z * 3.05, 1.2, 9, planks, 3.0);
    Model::still("BARREL", faces)
}

/// A rowing boat, its bow to +x.
pub(in crate::everquest) fn boat(planks: usize) -> Model {
    let mut faces = Vec::new();
    // Along, half as wide, keel and gunwale.
    let ribs = [
        (-7.0, 1.9, 0.5, 2.5),
        (-3.0, 2.5, 0.0, 2.2),
        (2.0, 2.4, 0.0, 2.3),
        (5.5, 1.4, 0.5, 2.7),
        (7.6, 0.05, 1.7, 3.3),
    ];
    let rib = |(along, half, keel, top): (f32, f32, f32, f32)| {
        [
            Vec3::new(along, -half, top),
            Vec3::new(along, -half * 0.55, keel),
            Vec3::new(along, half * 0.55, keel),
            Vec3::new(along, half, top),
        ]
    };
    for pair in ribs.windows(2) {
        let (a, b) = (rib(pair[0]), rib(pair[1]));
        for strake in 0..3 {
            let corners = [a[strake], a[strake + 1], b[strake + 1], b[strake]];
            for triangle in [[0, 1, 2], [0, 2, 3]] {
                let mut own = triangle.map(|number| corners[number]);
                faces.extend(Face::tiled(&own, planks, 5.0));
                own.reverse();
                faces.extend(Face::tiled(&own, planks, 5.0));
            }
        }
    }
    let stern = rib(ribs[0]);
    let mut stern = vec![stern[0], stern[3], stern[2], stern[1]];
    faces.extend(Face::tiled(&stern, planks, 5.0));
    stern.reverse();
    faces.extend(Face::tiled(&stern, planks, 5.0));
    for along in [-3.5, 1.5] {
        block(&mut faces, [along, -2.2, 1.4], [along + 1.0, 2.2, 1.6], planks, 4.0);
    }
    Model::still("BOAT", faces)
}

/// A fence along y, from -6 to 6.
pub(in crate::everquest) fn fence(planks: usize) -> Model {
    let mut faces = Vec::new();
    for across in [-6.0, 0.0, 6.0] {
        block(&mut faces, [-0.25, across - 0.25, -2.0], [0.25, across + 0.25, 3.9], planks, 4.0);
    }
    for up in [1.3, 2.9] {
        block(&mut faces, [0.2, -6.3, up], [0.42, 6.3, up + 0.5], planks, 4.0);
    }
    Model::still("FENCE", faces)
}

/// A landing stage along x, from 0 to 36.
pub(in crate::everquest) fn pier(planks: usize) -> Model {
    let mut faces = Vec::new();
    block(&mut faces, [0.0, -3.2, -0.4], [36.0, 3.2, 0.0], planks, 5.0);
    for along in [1.0, 12.0, 23.5, 35.0] {
        for side in [-3.0, 3.0] {
            turned(
                &mut faces,
                Vec3::new(along, side, 0.0),
                &[(-16.0, 0.5), (1.6, 0.45), (1.9, 0.0)],
                6,
                planks,
                4.0,
            );
        }
    }
    Model::still("PIER", faces)
}

/// A ladder that leans on nothing, its rungs to +x.
pub(in crate::everquest) fn ladder(planks: usize) -> Model {
    const TOP: f32 = 16.0;
    let mut faces = Vec::new();
    for side in [-1.2, 1.0] {
        block(&mut faces, [-0.1, side, -1.0], [0.15, side + 0.2, TOP], planks, 4.0);
    }
    let mut up = 0.4;
    while up < TOP {
        block(&mut faces, [-0.05, -1.1, up], [0.1, 1.1, up + 0.18], planks, 4.0);
        up += 1.2;
    }
    let way = Way::Ladder(Bounds::new([-0.2, -1.3, -1.0], [1.2, 1.3, TOP + 1.0]));
    Model { way, casts: false, ..Model::still("LADDER", faces) }
}
