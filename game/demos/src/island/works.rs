//! What stands outside: the retaining wall and its stairs, the gate, the jetty,
//! a stone with words, the box of the sky, and what keeps people out of the sea.

use super::layout::{DECK, GATE_Y, JETTY, MEADOW, PLATEAU, RETAINING, RETAINING_ENDS, SHORE, STAIRS, WAY_X};
use super::shape::{Lie, Paint, Solid, Surface, ring};
use super::wall::{Opening, Wall};
use super::{Site, sea};
use crate::builders::numbers::Random;
use glam::{Vec2, Vec3};

/// Half the side of the box that shows the sky.
pub(super) const SKY: f32 = 1650.0;
/// Steps up to the plateau.
const STEPS: u32 = 22;

pub(super) fn build(site: &mut Site) {
    retaining(site);
    stairs(site);
    gate(site);
    jetty(site);
    stone_of_words(site);
    boulders(site);
    sea::build(site);
    sky(site);
    bounds(site);
}

fn retaining(site: &mut Site) {
    let [south, north] = RETAINING;
    let [west, east] = RETAINING_ENDS;
    let foot = 1.5;
    for [x0, x1] in [[west, STAIRS.west - 1.0], [STAIRS.east + 1.0, east]] {
        let (min, max) = (Vec3::new(x0, south, foot), Vec3::new(x1, north, PLATEAU + 0.06));
        let mut solid = Solid::new(Surface::Stone);
        solid.add_cuboid(min, max, Paint::Rubble);
        site.add(solid);
    }
    let mut parapet = |from: f32, top: Vec<[f32; 2]>| {
        let long = top.last().map_or(0.0, |last| last[0]);
        let y = south + 0.25;
        let mut wall = Wall::level(
            Vec2::new(from, y),
            Vec2::new(from + long, y),
            0.5,
            [PLATEAU, PLATEAU + 1.0],
            Paint::Rubble,
        );
        wall.top = top.into_iter().map(|[at, height]| [at, PLATEAU + height]).collect();
        site.add(wall.build());
    };
    parapet(west, vec![[0.0, 0.3], [0.8, 0.8], [2.0, 1.0], [6.0, 1.0]]);
    parapet(
        STAIRS.east + 1.0,
        vec![
            [0.0, 1.0],
            [5.2, 1.0],
            [5.9, 0.55],
            [7.0, 0.2],
            [9.0, 0.12],
            [9.6, 0.7],
            [11.0, 1.0],
            [19.0, 1.0],
            [20.2, 0.5],
            [23.0, 0.35],
            [26.0, 0.9],
            [28.0, 1.0],
        ],
    );
    // Piers along its foot.
    for x in [-22.0, -10.6, -5.4, -0.2, 5.0, 10.2] {
        let (min, max) = (Vec3::new(x - 0.5, south - 0.9, foot), Vec3::new(x + 0.5, south, PLATEAU - 0.9));
        let mut pier = Solid::new(Surface::Stone);
        let (low, high) = (min, max);
        pier.add_cuboid(low, high, Paint::Rubble);
        site.add(pier);
    }
}

fn stairs(site: &mut Site) {
    let rise = (PLATEAU - MEADOW) / STEPS as f32;
    let tread = (STAIRS.south - STAIRS.north) / STEPS as f32;
    let mut solid = Solid::new(Surface::Stone);
    let (w, e) = (STAIRS.west, STAIRS.east);
    let low = MEADOW - 1.2;
    for step in 0..STEPS {
        let y = STAIRS.north + step as f32 * tread;
        let (z, before) =
            (MEADOW + (step + 1) as f32 * rise, if step == 0 { low } else { MEADOW + step as f32 * rise });
        let at = |x: f32, y: f32, z: f32| Vec3::new(x, y, z);
        solid.face(&[at(w, y, before), at(e, y, before), at(e, y, z), at(w, y, z)], Paint::Flags);
        let end = if step == STEPS - 1 { y + tread + 0.6 } else { y + tread };
        solid.face(&[at(w, y, z), at(e, y, z), at(e, end, z), at(w, end, z)], Paint::Flags);
    }
    site.add(solid);
    // Cheeks that rise along.
    for x in [w - 1.0, e] {
        let (x0, x1) = (x, x + 1.0);
        let (y0, y1) = (STAIRS.north - 0.3, STAIRS.south + 0.5);
        let (front, back) = (MEADOW + 0.55, PLATEAU + 0.95);
        let at = |x: f32, y: f32, z: f32| Vec3::new(x, y, z);
        let low = MEADOW - 1.5;
        let mut cheek = Solid::new(Surface::Stone);
        cheek.face(&[at(x0, y0, low), at(x1, y0, low), at(x1, y0, front), at(x0, y0, front)], Paint::Ashlar);
        cheek.face(&[at(x1, y1, low), at(x0, y1, low), at(x0, y1, back), at(x1, y1, back)], Paint::Ashlar);
        cheek.face(&[at(x0, y1, low), at(x0, y0, low), at(x0, y0, front), at(x0, y1, back)], Paint::Ashlar);
        cheek.face(&[at(x1, y0, low), at(x1, y1, low), at(x1, y1, back), at(x1, y0, front)], Paint::Ashlar);
        cheek.face(
            &[at(x0, y0, front), at(x1, y0, front), at(x1, y1, back), at(x0, y1, back)],
            Paint::Voussoir,
        );
        site.add(cheek);
        let post = Vec3::new(x + 0.5, y0 + 0.2, MEADOW - 1.0);
        let half = Vec3::new(0.62, 0.62, 0.0);
        let mut pillar = Solid::new(Surface::Stone);
        pillar.add_cuboid(post - half, post + half + Vec3::Z * 2.3, Paint::Ashlar);
        pillar.add_frustum(
            post - half * 1.15 + Vec3::Z * 2.3,
            post + half * 1.15 + Vec3::Z * 2.62,
            0.2,
            Paint::Voussoir,
        );
        site.add(pillar);
    }
}

fn gate(site: &mut Site) {
    let (from, to) = (Vec2::new(-24.0, GATE_Y), Vec2::new(-8.0, GATE_Y));
    let mut wall = Wall::level(from, to, 1.3, [-0.5, 8.0], Paint::Rubble);
    wall.top = vec![
        [0.0, 3.4],
        [1.2, 4.3],
        [2.0, 4.0],
        [3.4, 5.3],
        [4.3, 5.2],
        [4.8, 8.0],
        [5.6, 8.3],
        [6.4, 9.2],
        [8.0, 9.7],
        [9.6, 9.3],
        [10.4, 8.2],
        [11.2, 8.4],
        [11.6, 6.4],
        [12.2, 5.1],
        [13.4, 5.2],
        [14.0, 4.1],
        [15.0, 4.4],
        [16.0, 3.5],
    ];
    wall.openings = vec![Opening {
        at: WAY_X - from.x,
        half: 1.45,
        sill: 1.0,
        spring: 5.6,
        rise: 1.75,
        point: 0.5,
        trim: 0.42,
    }];
    site.add(wall.build());
    for x in [WAY_X - 2.55, WAY_X + 2.55] {
        let foot = site.land.height(x, GATE_Y - 1.2).min(site.land.height(x, GATE_Y));
        let at = Vec3::new(x, GATE_Y - 0.95, foot - 0.6);
        let half = Vec3::new(0.5, 0.5, 0.0);
        let mut pier = Solid::new(Surface::Stone);
        pier.add_cuboid(at - half, at + half + Vec3::Z * 5.2, Paint::Ashlar);
        pier.add_frustum(
            at - half * 1.2 + Vec3::Z * 5.2,
            at + half * 1.2 + Vec3::Z * 5.7,
            0.34,
            Paint::Voussoir,
        );
        site.add(pier);
    }
    for (x, name) in [(WAY_X - 3.9, "fire_gate_w"), (WAY_X + 3.9, "fire_gate_e")] {
        let at = site.land.on(x, GATE_Y - 2.0);
        site.brazier(at, 8.5, name);
    }
}

fn jetty(site: &mut Site) {
    let (min, max) =
        (Vec3::new(JETTY.west, JETTY.north, DECK - 0.14), Vec3::new(JETTY.east, JETTY.south, DECK));
    // Its boards lie across.
    let mut deck = Solid::new(Surface::Stone);
    deck.add_cuboid(min, max, Paint::Plank);
    for face in &mut deck.faces {
        if face.normal.z > 0.5 {
            face.lie = Lie { right: Vec3::Y, down: Vec3::X, shift: Vec2::ZERO };
        }
    }
    site.add(deck);
    for row in 0..6 {
        let y = JETTY.north + 0.3 + row as f32 * 3.1;
        let mut posts = Solid::new(Surface::Stone);
        for (side, x) in [JETTY.west + 0.12, JETTY.east - 0.12].into_iter().enumerate() {
            let tall = if (row + side) % 3 == 0 { 1.0 } else { 0.62 };
            let low = Vec3::new(x, y, -5.2);
            let high = Vec3::new(x, y, DECK + tall);
            posts.hull(&ring(low, 0.15, 6), &ring(high, 0.13, 6), Paint::Beam);
        }
        posts.add_cuboid(
            Vec3::new(min.x, y - 0.1, DECK - 0.36),
            Vec3::new(max.x, y + 0.1, DECK - 0.14),
            Paint::Beam,
        );
        site.add(posts);
    }
    boat(site);
}

/// A rowing boat beside the jetty.
fn boat(site: &mut Site) {
    let at = Vec3::new(JETTY.east + 1.9, -48.6, 0.0);
    // From stern to bow: place along, half width, keel, gunwale.
    let frames = [
        [-1.7, 0.52, -0.05, 0.55],
        [-1.0, 0.68, -0.16, 0.50],
        [0.2, 0.74, -0.20, 0.50],
        [1.3, 0.52, -0.14, 0.60],
        [2.0, 0.06, 0.05, 0.78],
    ];
    let mut solid = Solid::new(Surface::Stone);
    let outline = |[y, half, keel, top]: [f32; 4], thick: f32| {
        let half = half - thick;
        [
            [-half, top],
            [-half * 0.72, keel + 0.16 + thick],
            [0.0, keel + thick],
            [half * 0.72, keel + 0.16 + thick],
            [half, top],
        ]
        .map(|[x, z]| at + Vec3::new(x, y, z))
    };
    for pair in frames.windows(2) {
        let (a, b) = (outline(pair[0], 0.0), outline(pair[1], 0.0));
        let (c, d) = (outline(pair[0], 0.05), outline(pair[1], 0.05));
        for strake in 0..4 {
            let next = strake + 1;
            solid.face(&[a[strake], a[next], b[next], b[strake]], Paint::Beam);
            solid.face(&[c[next], c[strake], d[strake], d[next]], Paint::Plank);
        }
    }
    let stern = outline(frames[0], 0.0);
    solid.face(&stern.iter().rev().copied().collect::<Vec<_>>(), Paint::Plank);
    solid.face(&stern, Paint::Plank);
    for y in [-0.75, 0.65] {
        let (min, max) = (at + Vec3::new(-0.62, y, 0.24), at + Vec3::new(0.62, y + 0.28, 0.30));
        solid.add_cuboid(min, max, Paint::Plank);
    }
    // It lies as the water left it.
    solid.turn(0, at.truncate(), 14.0);
    site.add(solid);
}

fn stone_of_words(site: &mut Site) {
    // It looks south, at those who come up the stairs.
    let (x, y) = (-18.8, -5.4);
    let foot = site.land.height(x, y);
    let (wide, tall) = (1.7, 1.75);
    let min = Vec3::new(x - wide * 0.5, y, foot - 0.3);
    let max = Vec3::new(x + wide * 0.5, y + 0.3, foot + 0.35 + tall);
    let mut solid = Solid::cuboid(min, max, Paint::Voussoir);
    let metres = Paint::Plaque.metres();
    let (left, top) = (x - wide * 0.5 + 0.08, foot + 0.28 + tall);
    let (right, low) = (left + wide - 0.16, top - tall + 0.16);
    let out = y - 0.02;
    let at = |x: f32, z: f32| Vec3::new(x, out, z);
    let across = Vec3::X * (metres / (right - left));
    let down = -Vec3::Z * (metres / (top - low));
    let shift = Vec2::new(-across.x * left, -down.z * top);
    solid.lying(
        &[at(left, low), at(right, low), at(right, top), at(left, top)],
        Paint::Plaque,
        Lie { right: across, down, shift },
    );
    site.add(solid);
    let half = Vec3::new(wide * 0.5 + 0.22, 0.42, 0.0);
    let middle = Vec3::new(x, y + 0.15, foot - 0.3);
    site.add(Solid::cuboid(middle - half, middle + half + Vec3::Z * 0.52, Paint::Flags));
}

/// Boulders along the shore and on the slopes.
fn boulders(site: &mut Site) {
    let mut random = Random::new(site.seed, 711);
    let mut left = 46;
    for _ in 0..600 {
        if left == 0 {
            break;
        }
        let (x, y) = (random.between(-44.0, 40.0), random.between(-50.0, 44.0));
        let ground = site.land.on(x, y);
        let wanted = (-0.5..1.4).contains(&ground.z) || site.land.normal(x, y).z < 0.80 && ground.z < 7.0;
        let in_way =
            (x - WAY_X).abs() < 3.2 && y < -28.0 || (10.0..22.0).contains(&x) && (2.0..22.0).contains(&y);
        if !wanted || in_way {
            continue;
        }
        left -= 1;
        let size = random.between(0.35, 1.25);
        let mut stone = Solid::new(Surface::Stone);
        let center = ground - Vec3::Z * (size * 0.45);
        let sides = 6;
        let mut rough = |radius: f32, z: f32| -> Vec<Vec3> {
            let lean = random.between(-0.12, 0.12) * size;
            ring(center + Vec3::new(lean, -lean, z), radius, sides)
                .into_iter()
                .map(|corner| {
                    let out = (corner - center).with_z(0.0) * random.between(-0.16, 0.16);
                    corner + out
                })
                .collect()
        };
        let rings =
            [rough(size * 0.95, 0.0), rough(size * 1.05, size * 0.55), rough(size * 0.55, size * 1.08)];
        stone.tube(&rings[0], &rings[1], Paint::Rubble);
        stone.tube(&rings[1], &rings[2], Paint::Rubble);
        stone.face(&rings[2], Paint::Rubble);
        site.add(stone);
    }
}

/// The inside of a box, which shows the sky.
fn sky(site: &mut Site) {
    let far = Vec3::splat(SKY);
    for axis in 0..3 {
        for side in [-1.0, 1.0] {
            let (mut min, mut max) = (-far, far);
            min[axis] = if side < 0.0 { -SKY - 8.0 } else { SKY };
            max[axis] = if side < 0.0 { -SKY } else { SKY + 8.0 };
            let mut slab = Solid::cuboid(min, max, Paint::Plain);
            slab.kind = Surface::Sky;
            site.add(slab);
        }
    }
}

/// An invisible wall in the shallows.
fn bounds(site: &mut Site) {
    let [w, s, e, n] = [SHORE.west, SHORE.north, SHORE.east, SHORE.south];
    for [x0, y0, x1, y1] in [
        [w - 0.5, s, w, n],
        [e, s, e + 0.5, n],
        [w - 0.5, s - 0.5, e + 0.5, s],
        [w - 0.5, n, e + 0.5, n + 0.5],
    ] {
        let mut wall = Solid::cuboid(Vec3::new(x0, y0, -8.0), Vec3::new(x1, y1, 12.0), Paint::Plain);
        wall.kind = Surface::Unseen;
        site.add(wall);
    }
}
