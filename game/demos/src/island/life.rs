//! What lives on the island, and the land it lives on: everything that is a
//! file of its own.

use super::Site;
use super::layout::{DECK, FLOOR, JETTY, PLATEAU, WAY_X};
use super::level::{Noise, Stand};
use crate::builders::numbers::{Random, layered_noise};
use gamestudio::wmb::objects::entity_flags;
use glam::{Vec2, Vec3};
use std::f32::consts::TAU;

/// Distance of the places that a path goes through.
const STEP: f32 = 0.9;

pub(super) fn build(site: &mut Site) {
    let fixed = |name: &str, file: &'static str, flags: u32, action: &'static str| Stand {
        name: name.to_owned(),
        file,
        at: Vec3::ZERO,
        angles: [0.0; 3],
        scale: [1.0; 3],
        flags,
        action,
        path: 0,
    };
    site.parts.stands.push(fixed("land", "land.hmp", entity_flags::POLYGON, ""));
    let air = entity_flags::UNLIT | entity_flags::NOFOG | entity_flags::PASSABLE;
    site.parts.stands.push(fixed("sky", "skydome.mdl", air, "act_sky"));
    stags(site);
    gulls(site);
    pines(site);
    ferns(site);
    for (file, at, range, volume) in [
        ("surf.wav", Vec3::new(WAY_X, -47.0, 0.5), 34.0, 90.0),
        ("surf.wav", Vec3::new(27.0, 12.0, 0.5), 28.0, 80.0),
        ("surf.wav", Vec3::new(-32.0, 8.0, 0.5), 28.0, 80.0),
        ("wind.wav", Vec3::new(-10.0, 20.0, FLOOR + 14.0), 40.0, 60.0),
        ("drops.wav", Vec3::new(7.9, 12.0, 4.2), 10.0, 70.0),
    ] {
        site.parts.noises.push(Noise { file, at, range, volume });
    }
}

fn creature(name: String, file: &'static str, at: Vec3, pan: f32, size: f32) -> Stand {
    Stand {
        name,
        file,
        at,
        angles: [pan, 0.0, 0.0],
        scale: [size; 3],
        flags: entity_flags::PASSABLE | entity_flags::SHADOW,
        action: "act_rest",
        path: 0,
    }
}

/// A closed way on the ground around a point, wider and narrower as it goes.
fn round(site: &Site, center: [f32; 2], wide: [f32; 2], salt: f32) -> Vec<Vec3> {
    let around = TAU * (wide[0] + wide[1]) * 0.5;
    let count = (around / STEP) as u32;
    (0..count)
        .map(|step| {
            let turn = step as f32 / count as f32 * TAU;
            let (sin, cos) = libm::sincosf(turn);
            let swell = 1.0 + 0.16 * libm::sinf(turn * 3.0 + salt) + 0.08 * libm::sinf(turn * 5.0 - salt);
            let at = Vec2::from(center) + Vec2::new(cos * wide[0], sin * wide[1]) * swell;
            site.land.on(at.x, at.y)
        })
        .collect()
}

fn stags(site: &mut Site) {
    let standing = [
        (2.5, -20.6, 205.0, 1.06),
        (-4.6, -18.8, 300.0, 0.86),
        (-2.9, -22.4, 20.0, 0.82),
        (-20.5, 19.6, 235.0, 0.95),
    ];
    for (number, (x, y, pan, size)) in standing.into_iter().enumerate() {
        let at = site.land.on(x, y);
        site.parts.stands.push(creature(format!("stag_{number}"), "stag.mdl", at, pan, size));
    }
    for (name, center, wide, salt) in
        [("meadow_round", [6.5, -24.0], [9.5, 4.2], 0.4), ("meadow_small", [-6.5, -24.0], [4.6, 3.4], 2.0)]
    {
        let way = round(site, center, wide, salt);
        let at = way[0];
        site.parts.paths.push((name, way, true));
        let path = site.parts.paths.len() as i32;
        let walker = creature(format!("stag_{name}"), "stag.mdl", at, 90.0, 1.0);
        site.parts.stands.push(Stand { path, action: "act_wander", ..walker });
    }
}

fn gulls(site: &mut Site) {
    let posts = JETTY.north + 0.3 + 6.2;
    let standing = [
        (Vec3::new(JETTY.west + 0.12, posts, DECK + 0.62), 300.0),
        (Vec3::new(JETTY.east - 0.12, posts + 3.1, DECK + 0.62), 160.0),
        (Vec3::new(-15.3, -44.6, DECK), 220.0),
        (Vec3::new(-11.8, -13.35, PLATEAU + 1.0), 270.0),
        (Vec3::new(-4.6, -13.35, PLATEAU + 1.0), 250.0),
        (Vec3::new(-0.7, -1.3, FLOOR + 1.0), 40.0),
        (Vec3::new(-19.8, -13.35, PLATEAU + 1.0), 255.0),
    ];
    for (number, (at, pan)) in standing.into_iter().enumerate() {
        site.parts.stands.push(creature(format!("gull_{number}"), "gull.mdl", at, pan, 1.15));
    }
    // One runs along the beach.
    let way = round(site, [-21.5, -40.6], [2.6, 1.5], 1.1);
    let at = way[0];
    site.parts.paths.push(("beach", way, true));
    let path = site.parts.paths.len() as i32;
    let runner = creature("gull_beach".to_owned(), "gull.mdl", at, 90.0, 1.15);
    site.parts.stands.push(Stand { path, action: "act_wander", ..runner });
    // Others circle over the bay and around the tower.
    for (name, center, radius, height) in [
        ("bay_one", [-10.0, -40.0], 13.0, 9.0),
        ("bay_two", [-14.0, -36.0], 19.0, 13.5),
        ("tower_one", [-10.0, 16.0], 14.0, 22.0),
        ("tower_two", [-6.0, 12.0], 18.0, 26.5),
    ] {
        let count = 40;
        let way: Vec<Vec3> = (0..count)
            .map(|step| {
                let turn = step as f32 / count as f32 * TAU;
                let (sin, cos) = libm::sincosf(turn);
                let lift = libm::sinf(turn * 2.0) * 1.2;
                Vec3::new(center[0] + cos * radius, center[1] + sin * radius * 0.8, height + lift)
            })
            .collect();
        let at = way[0];
        site.parts.paths.push((name, way, true));
        let path = site.parts.paths.len() as i32;
        let flyer = creature(format!("gull_{name}"), "gull_wing.mdl", at, 90.0, 1.5);
        site.parts.stands.push(Stand { path, action: "act_wander", ..flyer });
    }
}

fn pines(site: &mut Site) {
    let trees = [
        (-17.6, 29.6, 20.0, 1.25),
        (-15.2, 31.0, 60.0, 0.9),
        (5.6, 27.2, 35.0, 1.15),
        (-25.9, 7.0, 10.0, 1.0),
        (18.4, -21.6, 40.0, 1.2),
        (16.2, -28.6, 80.0, 0.85),
        (-25.0, -27.0, 30.0, 1.1),
        (12.0, -16.4, 15.0, 0.8),
        (31.4, 28.0, 25.0, 0.9),
    ];
    for (number, (x, y, pan, size)) in trees.into_iter().enumerate() {
        let at = site.land.on(x, y);
        let tree = Stand {
            flags: entity_flags::SHADOW,
            action: "",
            ..creature(format!("pine_{number}"), "pine.mdl", at, pan, size)
        };
        site.parts.stands.push(tree);
    }
}

/// Tufts where it is green: along walls, on the meadow, thinly elsewhere.
fn ferns(site: &mut Site) {
    let mut random = Random::new(site.seed, 731);
    let mut left = 230;
    for _ in 0..6000 {
        if left == 0 {
            break;
        }
        let (x, y) = (random.between(-28.0, 22.0), random.between(-35.0, 26.0));
        let (turn, size) = (random.between(0.0, 360.0), random.between(0.65, 1.5));
        let ground = site.land.on(x, y);
        let built = super::pictures::built(x, y);
        let green = layered_noise(site.seed ^ 732, x * 0.22, y * 0.22, 3, 0);
        let edge = (0.25..1.1).contains(&built);
        let wanted = ground.z > 2.0 && site.land.normal(x, y).z > 0.86 && built > 0.25;
        let walked = super::pictures::off_the_way(x, y) < 1.5;
        if !wanted || walked || !(edge || green > 0.55) {
            continue;
        }
        left -= 1;
        let tuft = creature(format!("fern_{left}"), "fern.mdl", ground - Vec3::Z * 0.03, turn, size);
        site.parts.stands.push(Stand { flags: entity_flags::PASSABLE, action: "", ..tuft });
    }
    // Some have come in where the roof is gone.
    for (x, y) in
        [(-8.2, 8.6), (-3.2, 8.5), (-9.6, 15.5), (-5.9, 15.6), (-1.0, 8.7), (-11.5, 9.0), (-7.0, 9.4)]
    {
        left += 1;
        let at = Vec3::new(x, y, FLOOR);
        let tuft = creature(format!("fern_in_{left}"), "fern.mdl", at, x * 77.0, 0.8);
        site.parts.stands.push(Stand {
            angles: [(x * 77.0).rem_euclid(360.0), 0.0, 0.0],
            flags: entity_flags::PASSABLE,
            action: "",
            ..tuft
        });
    }
}
