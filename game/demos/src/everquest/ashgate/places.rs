//! Where things stand in Ashgate, and where fires burn.

use super::materials::{AHEAD, BARK, FLAME, HEWN, IRON, PLANKS, RUNES, STONE, TWIGS, WORDS};
use super::plan::{self, CAVE_FLOOR, FLOOR, Plan, SPRING, to_way};
use crate::builders::numbers::Random;
use crate::everquest::light::Lamp;
use crate::everquest::models::{self, Model, Placed};
use glam::{Vec2, Vec3};

/// What a torch gives, and a brazier: colour and reach.
const TORCH: (Vec3, f32) = (Vec3::new(1.0, 0.62, 0.28), 48.0);
const BRAZIER: (Vec3, f32) = (Vec3::new(1.0, 0.58, 0.24), 60.0);

/// Everything that is placed.
pub(super) fn models() -> Vec<Model> {
    let matter = models::Matter {
        stone: STONE,
        hewn: HEWN,
        iron: IRON,
        flame: FLAME,
        bark: BARK,
        runes: RUNES,
        twigs: TWIGS,
    };
    vec![
        models::portal(matter, &plan::outline(), SPRING),
        models::columns(matter),
        models::pillar(matter),
        models::brazier(matter),
        models::bridge(matter),
        models::snag(matter),
        models::slab(matter),
        models::shrine(matter),
        models::torch(IRON, PLANKS, FLAME),
        models::waymark(PLANKS, WORDS, AHEAD),
        models::boulder(STONE),
    ]
}

pub(super) fn all(plan: &Plan, seed: u32) -> Vec<Placed> {
    let mut placed = built(plan);
    placed.extend(torches());
    slabs(&mut placed, plan, seed);
    scattered(&mut placed, plan, seed);
    placed
}

/// Lamps where models have flames.
pub(super) fn lamps(placed: &[Placed], models: &[Model]) -> Vec<Lamp> {
    let flame = |placed: &Placed| {
        let model = models.iter().find(|model| model.name == placed.name)?;
        let (color, mut radius) = if placed.name == "TORCH" { TORCH } else { BRAZIER };
        // There is no other light in the cave.
        radius *= if plan::is_inside(placed.place) { 1.35 } else { 1.0 };
        (model.flame != Vec3::ZERO).then(|| Lamp { place: placed.at(model.flame), color, radius })
    };
    placed.iter().filter_map(flame).collect()
}

/// Frames of mouths, the bridge, fires, the shrine, a sign.
fn built(plan: &Plan) -> Vec<Placed> {
    let ravine = |x: f32, y: f32| plan.ravine.on(x, y);
    let cave = |x: f32, y: f32| plan.cave.on(x, y);
    let mut placed = vec![
        Placed::new("PORTAL", Vec3::new(48.0, 0.0, FLOOR), 0.0),
        Placed::new("PORTAL", Vec3::new(336.0, 0.0, FLOOR), 256.0),
        Placed::new("PORTAL", Vec3::new(480.0, 96.0, CAVE_FLOOR), 0.0),
        Placed::new("BRIDGE", Vec3::new(184.0, 8.0, FLOOR), 0.0),
        Placed::new("WAYMARK", ravine(80.0, 7.0), 492.0),
    ];
    for (x, y) in [(60.0, 15.0), (60.0, -15.0), (324.0, 15.0), (324.0, -15.0), (166.0, 18.0), (203.0, -3.0)] {
        placed.push(Placed::new("BRAZIER", ravine(x, y), x * 3.0));
    }
    // The shrine looks at whoever comes in; fires burn beside it.
    let foot = cave(658.0, 78.0);
    let turn = 246.0;
    let shrine = Placed::new("SHRINE", foot, turn);
    placed.push(shrine);
    for side in [-1.0, 1.0] {
        let at = shrine.at(Vec3::new(9.0, side * 11.0, 0.0));
        placed.push(Placed::new("BRAZIER", cave(at.x, at.y), 0.0));
    }
    placed.push(Placed::new("BRAZIER", cave(504.0, 116.0), 40.0));
    placed.push(Placed::new("BRAZIER", Vec3::new(664.0, 222.0, CAVE_FLOOR), 40.0));
    placed
}

/// Torches on walls: north, west, height of the floor, and the turn away from the wall.
fn torches() -> Vec<Placed> {
    const UP: f32 = 5.6;
    const SIDE: f32 = 5.95;
    let walls = [
        (40.0, SIDE, FLOOR, 384.0),
        (352.0, SIDE, FLOOR, 384.0),
        (372.0, -SIDE, FLOOR, 128.0),
        (392.0, SIDE, FLOOR, 384.0),
        (431.9, 0.0, FLOOR, 256.0),
        (416.0, -15.9, FLOOR, 128.0),
        (420.0 + SIDE, 36.0, FLOOR, 256.0),
        (420.0 - SIDE, 60.0, FLOOR, 0.0),
        (404.1, 96.0, FLOOR, 0.0),
        (420.0, 111.9, FLOOR, 384.0),
        (452.0, 96.0 + SIDE, FLOOR - 4.4, 384.0),
        (470.0, 96.0 - SIDE, FLOOR - 9.3, 128.0),
        (592.0 + SIDE, 188.0, CAVE_FLOOR, 256.0),
        (576.1, 216.0, CAVE_FLOOR, 0.0),
        (628.0, 222.0 + SIDE, CAVE_FLOOR, 384.0),
    ];
    let torch =
        |(x, y, floor, turn): (f32, f32, f32, f32)| Placed::new("TORCH", Vec3::new(x, y, floor + UP), turn);
    walls.into_iter().map(torch).collect()
}

/// Stones that were laid on the way, with gaps.
fn slabs(placed: &mut Vec<Placed>, plan: &Plan, seed: u32) {
    let mut random = Random::new(seed, 1301);
    for pair in plan::WAY.windows(2) {
        let (a, b) = (Vec2::from(pair[0]), Vec2::from(pair[1]));
        let count = (a.distance(b) / 3.1) as u32;
        for number in 0..count {
            let across = (b - a).perp().normalize() * random.between(-2.4, 2.4);
            let at = a.lerp(b, (number as f32 + 0.5) / count as f32) + across;
            let (turn, size, is_there) =
                (random.between(0.0, 512.0), random.between(0.75, 1.25), random.between(0.0, 1.0) < 0.86);
            let on_bridge = (at.x - 184.0).abs() < 17.0;
            if is_there && !on_bridge && at.x > 52.0 && at.x < 334.0 {
                placed.push(Placed::new("SLAB", plan.ravine.on(at.x, at.y), turn).scaled(size));
            }
        }
    }
}

/// Columns, dead trees and stones, where there is room for them.
fn scattered(placed: &mut Vec<Placed>, plan: &Plan, seed: u32) {
    let mut random = Random::new(seed, 1302);
    let mut taken: Vec<(Vec2, f32)> = placed
        .iter()
        .filter(|placed| placed.name != "SLAB" && placed.name != "TORCH")
        .map(|placed| (placed.place.truncate(), 14.0))
        .collect();
    // What, how many are tried, how much room each needs, how near the way it may be.
    for (name, tries, room, near) in [
        ("COLUMNS", 260, 16.0, 22.0),
        ("SNAG", 260, 15.0, 15.0),
        ("PILLAR", 200, 12.0, 17.0),
        ("STONE", 420, 7.0, 10.0),
    ] {
        for number in 0..tries {
            let at = Vec2::new(random.between(56.0, 330.0), random.between(-100.0, 100.0));
            let (turn, size, lean) =
                (random.between(0.0, 512.0), random.between(0.75, 1.3), random.between(-1.0, 1.0));
            let place = plan.ravine.on(at.x, at.y);
            let level = plan.ravine.normal(at).z;
            let molten = (at.x - 184.0).abs() < 34.0;
            let fits = match name {
                "COLUMNS" => level > 0.6,
                "SNAG" => level > 0.82,
                "PILLAR" => level > 0.75,
                _ => level > 0.55,
            };
            let is_free = || taken.iter().all(|(other, need)| other.distance(at) > need.max(room));
            let in_zone = plan.is_ground(at);
            if fits && in_zone && !molten && to_way(at).0 > near && is_free() {
                taken.push((at, room * 0.9));
                let thing = Placed::new(name, place - Vec3::Z * 0.5, turn).scaled(size);
                placed.push(match name {
                    // Some lean, some have fallen.
                    "PILLAR" if number % 3 == 0 => {
                        Placed { place: place + Vec3::Z * 1.5 * size, ..thing }.tilted(122.0)
                    }
                    "PILLAR" | "SNAG" => thing.tilted(lean * 16.0),
                    "STONE" if number % 3 == 0 => thing.tilted(lean * 256.0),
                    _ => thing,
                });
            }
        }
    }
    // In the cave.
    for (x, y, name, tilt) in [
        (520.0, 140.0, "COLUMNS", 0.0),
        (548.0, 40.0, "COLUMNS", 6.0),
        (640.0, 130.0, "COLUMNS", 0.0),
        (506.0, 70.0, "STONE", 40.0),
        (534.0, 118.0, "STONE", 90.0),
        (618.0, 150.0, "PILLAR", 14.0),
        (690.0, 104.0, "PILLAR", 500.0),
        (672.0, 44.0, "PILLAR", 10.0),
    ] {
        let at = Vec2::new(x, y);
        if plan.is_cave(at) {
            placed.push(Placed::new(name, plan.cave.on(x, y) - Vec3::Z * 0.6, x * 5.0).tilted(tilt));
        }
    }
}
