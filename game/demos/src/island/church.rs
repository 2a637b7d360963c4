//! The church: four walls, half a roof, what is left inside.

use super::Site;
use super::layout::{EAVES, FLOOR, NAVE, PLATEAU, STAIRWELL, THICK};
use super::shape::{Lie, Paint, Solid, Surface};
use super::wall::{Opening, Wall};
use crate::builders::numbers::Random;
use glam::{Vec2, Vec3};

/// Below all ground.
const ROOT: f32 = 1.0;
/// Height of the ridge.
const RIDGE: f32 = FLOOR + 11.9;
/// From here on to the east there is a roof.
const ROOFED: f32 = 2.4;

/// A window; heights count from the floor.
fn lancet(at: f32, half: f32, sill: f32, spring: f32) -> Opening {
    Opening {
        at,
        half,
        sill: FLOOR + sill,
        spring: FLOOR + spring,
        rise: half * 1.85,
        point: 1.0,
        trim: 0.24,
    }
}

/// A door at floor level.
pub(super) fn door(at: f32, half: f32, spring: f32) -> Opening {
    Opening { at, half, sill: FLOOR, spring: FLOOR + spring, rise: half * 1.35, point: 0.5, trim: 0.32 }
}

/// A top in heights from the floor.
pub(super) fn top(points: &[[f32; 2]]) -> Vec<[f32; 2]> {
    points.iter().map(|[at, height]| [*at, FLOOR + height]).collect()
}

pub(super) fn build(site: &mut Site) {
    walls(site);
    floor(site);
    roof(site);
    inside(site);
    buttresses(site);
}

fn walls(site: &mut Site) {
    let half = THICK * 0.5;
    let (west, east) = (NAVE.west - THICK, NAVE.east + THICK);
    let wall = |from: [f32; 2], to: [f32; 2]| {
        Wall::level(from.into(), to.into(), THICK, [ROOT, EAVES], Paint::Ashlar)
    };

    let mut south = wall([west, NAVE.north - half], [east, NAVE.north - half]);
    // Sea wind and time have opened it.
    south.top = top(&[
        [0.0, 7.4],
        [4.9, 7.4],
        [5.5, 6.5],
        [6.7, 5.7],
        [7.2, 4.3],
        [8.4, 3.9],
        [9.0, 4.5],
        [9.5, 5.7],
        [10.7, 6.1],
        [11.3, 7.1],
        [12.0, 7.4],
        [25.8, 7.4],
    ]);
    south.openings = vec![
        lancet(3.0, 0.68, 4.4, 5.8),
        lancet(13.4, 0.68, 4.4, 5.8),
        lancet(16.6, 0.68, 4.4, 5.8),
        lancet(20.2, 0.68, 4.4, 5.8),
        lancet(23.4, 0.68, 4.4, 5.8),
        door(19.4, 0.8, 2.0),
    ];
    site.add(south.build());

    let mut north = wall([west, NAVE.south + half], [east, NAVE.south + half]);
    north.top = top(&[
        [0.0, 7.4],
        [10.6, 7.4],
        [11.0, 6.9],
        [12.8, 6.95],
        [13.3, 7.4],
        [14.4, 7.2],
        [15.0, 7.4],
        [25.8, 7.4],
    ]);
    north.openings = [8.4, 12.0, 15.6, 19.2, 22.8].map(|at| lancet(at, 0.72, 2.5, 5.2)).to_vec();
    site.add(north.build());

    let mut front = wall([west + half, NAVE.north], [west + half, NAVE.south]);
    front.top = top(&[
        [0.0, 7.4],
        [1.1, 8.7],
        [2.6, 10.3],
        [3.3, 11.1],
        [4.2, 11.3],
        [4.9, 10.5],
        [5.4, 10.6],
        [6.0, 9.4],
        [6.8, 8.9],
        [8.0, 7.4],
    ]);
    front.openings = vec![
        door(4.0, 1.15, 2.3),
        lancet(4.0, 0.62, 5.2, 7.6),
        lancet(2.2, 0.46, 5.2, 6.7),
        lancet(5.8, 0.46, 5.2, 6.7),
    ];
    site.add(front.build());

    let mut end = wall([east - half, NAVE.south], [east - half, NAVE.north]);
    end.top = top(&[[0.0, 7.4], [4.0, 11.75], [8.0, 7.4]]);
    end.openings = vec![
        lancet(4.0, 0.78, 1.9, 6.4),
        lancet(1.9, 0.62, 1.9, 5.2),
        lancet(6.1, 0.62, 1.9, 5.2),
        // Out of the crypt, onto the ledge.
        Opening {
            at: 4.0,
            half: 1.0,
            sill: super::layout::CRYPT,
            spring: super::layout::CRYPT + 1.5,
            rise: 1.1,
            point: 0.2,
            trim: 0.3,
        },
    ];
    site.add(end.build());
}

fn floor(site: &mut Site) {
    let (low, high) = (FLOOR - 0.4, FLOOR);
    let pieces = [
        [NAVE.west, NAVE.north, STAIRWELL.west, NAVE.south],
        [STAIRWELL.west, NAVE.north, STAIRWELL.east, STAIRWELL.north],
        [STAIRWELL.west, STAIRWELL.south, STAIRWELL.east, NAVE.south],
        [STAIRWELL.east, NAVE.north, NAVE.east, NAVE.south],
    ];
    for [west, north, east, south] in pieces {
        site.add(Solid::cuboid(Vec3::new(west, north, low), Vec3::new(east, south, high), Paint::Flags));
    }
    // Where the altar stands.
    let step = |west: f32, height: f32, paint: Paint| {
        let (min, max) =
            (Vec3::new(west, NAVE.north, FLOOR), Vec3::new(NAVE.east, NAVE.south, FLOOR + height));
        Solid::cuboid(min, max, paint)
    };
    site.add(step(6.4, 0.18, Paint::Mosaic));
    site.add(step(8.8, 0.36, Paint::Mosaic));
    // A threshold before the front, and steps to the door of the cloister.
    let (west, base) = (NAVE.west - THICK, PLATEAU - 0.6);
    site.add(Solid::cuboid(
        Vec3::new(west - 1.3, 10.2, base),
        Vec3::new(NAVE.west, 13.8, FLOOR - 0.01),
        Paint::Flags,
    ));
    let sill = [Vec3::new(5.6, NAVE.north - THICK, base), Vec3::new(7.4, NAVE.north, FLOOR - 0.005)];
    site.add(Solid::cuboid(sill[0], sill[1], Paint::Flags));
}

/// A beam between two points.
pub(super) fn beam(from: Vec3, to: Vec3, thick: f32) -> Solid {
    let way = (to - from).normalize_or(Vec3::X);
    let level = if way.z.abs() > 0.9 { Vec3::X } else { Vec3::Z.cross(way).normalize_or(Vec3::X) };
    let (side, up) = (level * (thick * 0.5), way.cross(level) * (thick * 0.6));
    let around = [-side - up, side - up, side + up, -side + up];
    let mut solid = Solid::new(Surface::Stone);
    for (index, a) in around.into_iter().enumerate() {
        let b = around[(index + 1) % 4];
        // The grain runs along.
        let outward = (a + b).normalize_or(Vec3::Z);
        let lie = Lie { right: outward.cross(way), down: way, shift: Vec2::ZERO };
        solid.lying(&[from + a, from + b, to + b, to + a], Paint::Beam, lie);
    }
    solid.face(&around.map(|off| to + off), Paint::Beam);
    solid.face(&[around[3], around[2], around[1], around[0]].map(|off| from + off), Paint::Beam);
    solid
}

fn roof(site: &mut Site) {
    let middle = (NAVE.north + NAVE.south) * 0.5;
    let eaves = EAVES - 0.25;
    let out = NAVE.south + THICK - middle + 0.35;
    // Two slopes; the western edge has lost its slates in steps.
    for side in [-1.0, 1.0] {
        let at = |x: f32, part: f32, lift: f32| {
            Vec3::new(x, middle + side * out * (1.0 - part), eaves + (RIDGE - eaves) * part + lift)
        };
        let east = NAVE.east + THICK + 0.3;
        let strips: [[f32; 3]; 4] = if side < 0.0 {
            [[0.0, 0.3, 4.6], [0.3, 0.55, 3.4], [0.55, 0.8, ROOFED], [0.8, 1.0, 1.2]]
        } else {
            [[0.0, 0.3, ROOFED], [0.3, 0.55, 1.4], [0.55, 0.8, 2.0], [0.8, 1.0, 0.2]]
        };
        let mut solid = Solid::new(Surface::Stone);
        for [low, high, west] in strips {
            let upper =
                [at(west, low, 0.22), at(east, low, 0.22), at(east, high, 0.22), at(west, high, 0.22)];
            let under = [at(west, low, 0.0), at(east, low, 0.0), at(east, high, 0.0), at(west, high, 0.0)];
            let turned = |corners: [Vec3; 4], flip: bool| {
                if flip { [corners[3], corners[2], corners[1], corners[0]] } else { corners }
            };
            solid.face(&turned(upper, side > 0.0), Paint::Slate);
            solid.face(&turned(under, side < 0.0), Paint::Plank);
            let ragged = [under[0], upper[0], upper[3], under[3]];
            solid.face(&turned(ragged, side > 0.0), Paint::Beam);
            if low == 0.0 {
                solid.face(&turned([under[0], under[1], upper[1], upper[0]], side > 0.0), Paint::Beam);
            }
            solid.face(&turned([under[1], under[2], upper[2], upper[1]], side > 0.0), Paint::Beam);
        }
        site.add(solid);
        // Rafters, the western ones bare.
        for (number, x) in [-7.4, -4.6, -1.8, 1.0, 4.2, 7.2, 10.2].into_iter().enumerate() {
            if number == 0 && side < 0.0 {
                continue;
            }
            let foot = Vec3::new(x, middle + side * (out - 0.35), eaves - 0.02);
            let head = Vec3::new(x, middle, RIDGE - 0.25);
            let head = if number == 1 && side > 0.0 { foot.lerp(head, 0.72) } else { head };
            site.add(beam(foot, head, 0.24));
        }
    }
    for x in [-4.6, -1.8, 1.0, 4.2, 7.2, 10.2] {
        site.add(beam(
            Vec3::new(x, NAVE.north - 0.2, eaves + 0.1),
            Vec3::new(x, NAVE.south + 0.2, eaves + 0.1),
            0.28,
        ));
    }
    site.add(beam(Vec3::new(-2.6, middle, RIDGE - 0.2), Vec3::new(NAVE.east, middle, RIDGE - 0.2), 0.22));
}

fn inside(site: &mut Site) {
    // Shafts on the walls between the windows.
    for (x, y, way) in [-10.0_f32, -6.3, -2.7, 0.9, 4.5, 8.1]
        .into_iter()
        .flat_map(|x| [(x, NAVE.south, -1.0), (x - 0.4, NAVE.north, 1.0)])
    {
        if (x + 4.9).abs() < 1.9 && way > 0.0 {
            continue;
        }
        let (low, high) = (y.min(y + way * 0.28), y.max(y + way * 0.28));
        let mut shaft = Solid::cuboid(
            Vec3::new(x - 0.22, low, FLOOR),
            Vec3::new(x + 0.22, high, FLOOR + 6.2),
            Paint::Voussoir,
        );
        let (low, high) = (y.min(y + way * 0.42), y.max(y + way * 0.42));
        shaft.add_cuboid(
            Vec3::new(x - 0.34, low, FLOOR),
            Vec3::new(x + 0.34, high, FLOOR + 0.55),
            Paint::Voussoir,
        );
        shaft.add_cuboid(
            Vec3::new(x - 0.32, low, FLOOR + 6.2),
            Vec3::new(x + 0.32, high, FLOOR + 6.5),
            Paint::Voussoir,
        );
        site.add(shaft);
    }
    // The altar.
    let mut altar = Solid::cuboid(
        Vec3::new(10.0, 10.9, FLOOR + 0.36),
        Vec3::new(10.9, 13.1, FLOOR + 1.25),
        Paint::Ashlar,
    );
    altar.add_cuboid(
        Vec3::new(9.85, 10.7, FLOOR + 1.25),
        Vec3::new(11.05, 13.3, FLOOR + 1.42),
        Paint::Voussoir,
    );
    site.add(altar);
    // Around the way down.
    let rail = |from: [f32; 2], to: [f32; 2]| {
        let mut wall = Wall::level(from.into(), to.into(), 0.26, [FLOOR, FLOOR + 0.95], Paint::Ashlar);
        wall.cap = Paint::Voussoir;
        wall.build()
    };
    let (north, south) = (STAIRWELL.north - 0.13, STAIRWELL.south + 0.13);
    site.add(rail([STAIRWELL.west, north], [STAIRWELL.east + 0.26, north]));
    site.add(rail([STAIRWELL.west, south], [STAIRWELL.east + 0.26, south]));
    site.add(rail([STAIRWELL.east + 0.13, STAIRWELL.north], [STAIRWELL.east + 0.13, STAIRWELL.south]));
    // What fell out of the wall.
    let mut random = Random::new(site.seed, 701);
    for number in 0..26 {
        let far = random.between(0.0, 1.0);
        let spread = 1.0 + far * 2.0;
        let at = Vec3::new(
            -4.8 + random.between(-1.0, 1.0) * spread,
            NAVE.north + 0.25 + far * 3.4 * random.between(0.4, 1.0),
            FLOOR,
        );
        let size = random.between(0.22, 0.62) * (1.15 - far * 0.6);
        let heap = if far < 0.35 && number % 2 == 0 { 0.32 } else { 0.0 };
        let mut stone = Solid::new(Surface::Stone);
        let half = Vec3::new(size * random.between(0.6, 1.0), size * 0.55, 0.0);
        let tall = size * random.between(0.5, 0.8) + heap;
        stone.add_frustum(at - half, at + half + Vec3::Z * tall, 0.03, Paint::Ashlar);
        stone.turn(0, at.truncate(), random.between(0.0, 180.0));
        site.add(stone);
    }
}

fn buttresses(site: &mut Site) {
    let y = NAVE.south + THICK;
    for x in [-2.7, 0.9, 4.5, 8.1, 11.9] {
        let mut solid = Solid::new(Surface::Stone);
        let (w, e) = (x - 0.45, x + 0.45);
        // From below: deep, then set back, each with a sloping top.
        for (low, high, near, far) in
            [(ROOT, FLOOR + 2.6, 1.45, 0.95), (FLOOR + 2.6, FLOOR + 5.6, 0.95, 0.35)]
        {
            let slope = high + 0.7;
            let at = |x: f32, out: f32, z: f32| Vec3::new(x, y + out, z);
            solid.face(
                &[at(e, near, low), at(w, near, low), at(w, near, high), at(e, near, high)],
                Paint::Ashlar,
            );
            solid.face(
                &[at(e, near, high), at(w, near, high), at(w, far, slope), at(e, far, slope)],
                Paint::Voussoir,
            );
            solid.face(
                &[at(w, near, low), at(w, 0.0, low), at(w, 0.0, high), at(w, near, high)],
                Paint::Ashlar,
            );
            solid.face(
                &[at(e, 0.0, low), at(e, near, low), at(e, near, high), at(e, 0.0, high)],
                Paint::Ashlar,
            );
            solid.face(
                &[at(w, near, high), at(w, 0.0, high), at(w, 0.0, slope), at(w, far, slope)],
                Paint::Ashlar,
            );
            solid.face(
                &[at(e, 0.0, high), at(e, near, high), at(e, far, slope), at(e, 0.0, slope)],
                Paint::Ashlar,
            );
            solid.face(
                &[at(w, far, slope), at(w, 0.0, slope), at(e, 0.0, slope), at(e, far, slope)],
                Paint::Voussoir,
            );
        }
        site.add(solid);
    }
}
