//! The cloister: four walks around a court with a well.

use super::Site;
use super::church::{beam, door, top};
use super::layout::{CLOISTER, FLOOR, GARTH, PLATEAU};
use super::shape::{Paint, Solid, Surface, ring};
use super::wall::{Opening, Wall};
use glam::{Vec2, Vec3};

/// Thickness of the outer walls and of the arcade.
const OUTER: f32 = 0.7;
const ARCADE: f32 = 0.5;
/// Heights of the roof at the outer walls and over the court.
const HIGH: f32 = 4.25;
const LOW: f32 = 2.95;
/// How far it reaches over the arcade.
const EAVES: f32 = 0.45;
/// The middle of the court.
pub(super) const WELL: Vec2 = Vec2::new(0.0, -1.9);

pub(super) fn build(site: &mut Site) {
    outer(site);
    arcades(site);
    floors(site);
    roofs(site);
    well(site);
}

fn outer(site: &mut Site) {
    let half = OUTER * 0.5;
    let base = PLATEAU - 1.2;
    let wall = |from: [f32; 2], to: [f32; 2]| {
        Wall::level(from.into(), to.into(), OUTER, [base, FLOOR + HIGH - 0.3], Paint::Ashlar)
    };
    let (west, east) = (CLOISTER.west + half, CLOISTER.east - half);
    let (low, high) = (CLOISTER.north, CLOISTER.south);
    let whole = HIGH - 0.3;
    let long = high - low;

    let mut side = wall([west, low], [west, high]);
    side.openings = vec![door(8.9, 0.85, 1.9)];
    side.top = top(&[[0.0, 1.6], [1.0, 2.4], [2.2, 2.7], [3.4, whole], [long, whole]]);
    site.add(side.build());

    let mut side = wall([east, low], [east, high]);
    let window = |at: f32| Opening {
        at,
        half: 0.5,
        sill: FLOOR + 1.1,
        spring: FLOOR + 2.0,
        rise: 0.7,
        point: 0.6,
        trim: 0.2,
    };
    side.openings = [3.4, 7.0, 10.6, 14.2].map(window).to_vec();
    site.add(side.build());

    let mut side = wall([CLOISTER.west + OUTER, low + half], [CLOISTER.east - OUTER, low + half]);
    let long = CLOISTER.east - CLOISTER.west - 2.0 * OUTER;
    side.top = top(&[
        [0.0, 1.6],
        [1.2, 1.2],
        [3.0, 1.35],
        [3.8, 2.3],
        [6.2, 2.5],
        [6.8, 1.7],
        [9.4, 1.5],
        [10.6, 2.6],
        [12.4, 2.7],
        [13.0, whole],
        [long, whole],
    ]);
    side.openings = vec![window(5.0), window(14.4)];
    site.add(side.build());
}

fn arcades(site: &mut Site) {
    let half = ARCADE * 0.5;
    let base = PLATEAU - 1.2;
    let wide = GARTH.east - GARTH.west;
    let sides = [
        // North, south; then west and east between them.
        ([GARTH.west - half, GARTH.south], [GARTH.east + half, GARTH.south], half),
        ([GARTH.west - half, GARTH.north], [GARTH.east + half, GARTH.north], half),
        ([GARTH.west, GARTH.north + half], [GARTH.west, GARTH.south - half], -half),
        ([GARTH.east, GARTH.north + half], [GARTH.east, GARTH.south - half], -half),
    ];
    for (number, (from, to, shift)) in sides.into_iter().enumerate() {
        let mut wall = Wall::level(from.into(), to.into(), ARCADE, [base, FLOOR + LOW - 0.02], Paint::Ashlar);
        let pitch = (wide - 0.7) / 5.0;
        wall.openings = (0..5)
            .map(|arch| {
                let at = 0.35 + pitch * (arch as f32 + 0.5) + shift;
                // The middle one of each side lets pass.
                let sill = if arch == 2 { FLOOR + 0.03 } else { FLOOR + 0.55 };
                Opening { at, half: 0.76, sill, spring: FLOOR + 1.62, rise: 0.92, point: 0.6, trim: 0.17 }
            })
            .collect();
        if number == 1 {
            let length = wide + ARCADE;
            wall.top = top(&[
                [0.0, LOW],
                [2.1, LOW],
                [2.5, LOW - 0.22],
                [7.2, LOW - 0.18],
                [7.6, LOW],
                [length, LOW],
            ]);
        }
        site.add(wall.build());
    }
}

fn floors(site: &mut Site) {
    let (low, high) = (PLATEAU - 0.9, FLOOR);
    let (w, e) = (CLOISTER.west + OUTER, CLOISTER.east - OUTER);
    let (s, n) = (CLOISTER.north + OUTER, CLOISTER.south);
    let half = ARCADE * 0.5;
    let pieces = [
        [w, GARTH.south - half, e, n],
        [w, s, e, GARTH.north + half],
        [w, GARTH.north + half, GARTH.west + half, GARTH.south - half],
        [GARTH.east - half, GARTH.north + half, e, GARTH.south - half],
    ];
    for [x0, y0, x1, y1] in pieces {
        site.add(Solid::cuboid(Vec3::new(x0, y0, low), Vec3::new(x1, y1, high), Paint::Flags));
    }
    // Sills of the door, and slabs across the court.
    let sill = [Vec3::new(CLOISTER.west - 0.5, -2.85, low), Vec3::new(w, -1.15, high - 0.005)];
    site.add(Solid::cuboid(sill[0], sill[1], Paint::Flags));
    for [x0, y0, x1, y1] in [
        [GARTH.west + half, WELL.y - 0.7, WELL.x - 1.9, WELL.y + 0.7],
        [WELL.x + 1.9, WELL.y - 0.7, GARTH.east - half, WELL.y + 0.7],
        [WELL.x - 0.7, WELL.y + 1.9, WELL.x + 0.7, GARTH.south - half],
        [WELL.x - 0.7, GARTH.north + half, WELL.x + 0.7, WELL.y - 1.9],
    ] {
        site.add(Solid::cuboid(Vec3::new(x0, y0, low), Vec3::new(x1, y1, FLOOR - 0.02), Paint::Flags));
    }
}

/// A roof over a walk: outer edge and inner edge, each from one end to the
/// other, counter-clockwise from above when joined.
fn lean_to(outer: [Vec2; 2], inner: [Vec2; 2]) -> Solid {
    let at = |point: Vec2, z: f32| point.extend(FLOOR + z);
    let [a, b] = outer;
    let [d, c] = inner;
    let upper = [at(a, HIGH + 0.18), at(b, HIGH + 0.18), at(c, LOW + 0.18), at(d, LOW + 0.18)];
    let under = [at(a, HIGH), at(b, HIGH), at(c, LOW), at(d, LOW)];
    let mut solid = Solid::new(Surface::Stone);
    solid.face(&upper, Paint::Slate);
    solid.face(&[under[3], under[2], under[1], under[0]], Paint::Plank);
    for side in 0..4 {
        let next = (side + 1) % 4;
        solid.face(&[under[side], under[next], upper[next], upper[side]], Paint::Beam);
    }
    solid
}

fn roofs(site: &mut Site) {
    let (w, e, s, n) = (CLOISTER.west, CLOISTER.east, CLOISTER.north, CLOISTER.south);
    let half = ARCADE * 0.5 + EAVES - 0.25;
    let (iw, ie, is, inn) = (GARTH.west + half, GARTH.east - half, GARTH.north + half, GARTH.south - half);
    let p = Vec2::new;
    // North and east are whole; of the west a part, of the south only beams.
    site.add(lean_to([p(e, n), p(w, n)], [p(ie, inn), p(iw, inn)]));
    site.add(lean_to([p(e, s + 3.6), p(e, n)], [p(ie, is + 0.4), p(ie, inn)]));
    site.add(lean_to([p(w, n), p(w, -4.2)], [p(iw, inn), p(iw, -3.4)]));
    for x in [-7.4, -5.0, -2.6, -0.2, 2.2, 4.6, 7.0] {
        if x == -2.6 {
            continue;
        }
        let (from, to) =
            (Vec3::new(x, s + 0.3, FLOOR + HIGH - 0.35), Vec3::new(x, is + 0.1, FLOOR + LOW + 0.1));
        let from = if x < -1.0 { Vec3::new(x, s + 0.3, FLOOR + 2.2) } else { from };
        site.add(beam(from, to, 0.18));
    }
    for y in [5.2, 2.6, 0.0, -2.6, -5.4, -8.0] {
        let (from, to) =
            (Vec3::new(e - 0.6, y, FLOOR + HIGH - 0.35), Vec3::new(ie + 0.25, y, FLOOR + LOW - 0.03));
        site.add(beam(from, to, 0.16));
    }
}

fn well(site: &mut Site) {
    let at = |z: f32| WELL.extend(FLOOR + z);
    let mut solid = Solid::new(Surface::Stone);
    // Two steps, a basin, a shaft with a bowl.
    for (low, high, radius) in [(-0.9, 0.12, 2.3), (0.12, 0.24, 1.85)] {
        solid.hull(&ring(at(low), radius, 8), &ring(at(high), radius, 8), Paint::Flags);
    }
    let (outer, inner) = (ring(at(0.24), 1.45, 8), ring(at(0.24), 1.15, 8));
    let (rim, lip) = (ring(at(1.0), 1.5, 8), ring(at(1.0), 1.15, 8));
    solid.tube(&outer, &rim, Paint::Voussoir);
    for (index, corner) in rim.iter().enumerate() {
        let next = (index + 1) % 8;
        solid.face(&[*corner, rim[next], lip[next], lip[index]], Paint::Voussoir);
        solid.face(&[lip[index], lip[next], inner[next], inner[index]], Paint::Damp);
    }
    solid.hull(&ring(at(0.24), 0.26, 8), &ring(at(1.75), 0.18, 8), Paint::Voussoir);
    solid.hull(&ring(at(1.75), 0.2, 8), &ring(at(1.98), 0.55, 8), Paint::Voussoir);
    site.add(solid);
    let mut water = Solid::new(Surface::Water);
    water.face(&ring(at(0.82), 1.2, 8), Paint::Pool);
    site.add(water);
}
