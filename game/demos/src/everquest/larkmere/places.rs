//! Where things stand in the valley, and where lamps burn.

use super::TUNNEL;
use super::terrain::{FLOOR, PATH, ROAD, Terrain, to_way};
use super::water::LEVEL;
use crate::builders::numbers::Random;
use crate::everquest::light::Lamp;
use crate::everquest::models::{Model, Placed};
use glam::{Vec2, Vec3};

/// The middle of the village.
const VILLAGE: Vec2 = Vec2::new(24.0, 124.0);
/// Where the mill stands.
const MILL: Vec2 = Vec2::new(150.0, -178.0);
/// What a flame gives: colour and reach.
const FLAME: (Vec3, f32) = (Vec3::new(1.0, 0.62, 0.28), 46.0);

/// The turn that brings a model's +x towards a place, 512 to a full one.
fn towards(from: Vec2, to: Vec2) -> f32 {
    let way = to - from;
    libm::atan2f(way.y, way.x) / std::f32::consts::TAU * 512.0
}

/// Everything that is placed.
pub(super) fn all(terrain: &Terrain, seed: u32) -> Vec<Placed> {
    let mut placed = village(terrain);
    placed.extend(mill(terrain));
    placed.extend(shore(terrain));
    placed.extend(torches());
    plants(&mut placed, terrain, seed);
    placed
}

/// Lamps where models have flames.
pub(super) fn lamps(placed: &[Placed], models: &[Model]) -> Vec<Lamp> {
    let (color, radius) = FLAME;
    let flame = |placed: &Placed| {
        let model = models.iter().find(|model| model.name == placed.name)?;
        (model.flame != Vec3::ZERO).then(|| Lamp { place: placed.at(model.flame), color, radius })
    };
    placed.iter().filter_map(flame).collect()
}

/// Houses around a square, fences, lanterns along the road, and a sign.
fn village(terrain: &Terrain) -> Vec<Placed> {
    let mut placed = Vec::new();
    let on = |x: f32, y: f32| terrain.on(x, y);
    for (x, y, turned) in [
        (-22.0, 138.0, 8.0),
        (10.0, 168.0, -12.0),
        (62.0, 152.0, 10.0),
        (74.0, 108.0, 0.0),
        (-34.0, 106.0, 4.0),
    ] {
        placed.push(Placed::new("HOUSE", on(x, y), towards(Vec2::new(x, y), VILLAGE) + turned));
    }
    for (x, y) in [(-4.0, 142.0), (-1.5, 144.5), (46.0, 142.0), (58.0, 104.0), (57.0, 107.5), (-20.0, 104.0)]
    {
        placed.push(Placed::new("BARREL", on(x, y), x * 7.0));
    }
    // One has fallen over.
    placed.push(Placed::new("BARREL", on(3.0, 147.0) + Vec3::Z * 1.4, 90.0).tilted(128.0));
    for (x, y, turn) in [
        (96.0, 128.0, 20.0),
        (96.0, 140.0, 0.0),
        (94.0, 152.0, 500.0),
        (-52.0, 126.0, 0.0),
        (-52.0, 138.0, 12.0),
    ] {
        placed.push(Placed::new("FENCE", on(x, y), turn));
    }
    for (x, y, turn) in [
        (-120.0, 88.0, 384.0),
        (-36.0, 88.0, 384.0),
        (48.0, 90.0, 384.0),
        (120.0, 68.0, 384.0),
        (196.0, 54.0, 384.0),
        // In the gorge before the gate.
        (426.0, -44.0, 384.0),
        (452.0, -68.0, 128.0),
        (474.0, -44.0, 384.0),
    ] {
        placed.push(Placed::new("LAMPPOST", on(x, y), turn));
    }
    placed.push(Placed::new("SIGN", on(114.0, 50.0), 256.0));
    placed.push(Placed::new("SIGN", on(-414.0, 148.0), 240.0));
    placed
}

/// The windmill with its sails, and a ladder that leans on it.
fn mill(terrain: &Terrain) -> Vec<Placed> {
    let foot = terrain.on(MILL.x, MILL.y);
    // Its door looks down to the village.
    let turn = towards(MILL, VILLAGE);
    let mill = Placed::new("MILL", foot, turn);
    let hub = mill.at(Vec3::new(12.2, 0.0, 32.1));
    let ladder = mill.at(Vec3::new(4.0, -13.6, 0.0));
    let ladder = terrain.on(ladder.x, ladder.y);
    vec![
        mill,
        Placed::new("MILLSAIL", hub, turn),
        // It leans towards the wall behind it.
        Placed::new("LADDER", ladder, towards(ladder.truncate(), MILL) + 256.0).tilted(-20.0),
        Placed::new("BARREL", terrain.on(MILL.x + 12.0, MILL.y + 9.0), 30.0),
        Placed::new("BARREL", terrain.on(MILL.x + 14.5, MILL.y + 10.5), 130.0),
    ]
}

/// A landing stage with a boat, and another on the beach that leans on its side.
fn shore(terrain: &Terrain) -> Vec<Placed> {
    // From the village towards the lake until there is water.
    let start = Vec2::new(-10.0, 60.0);
    let far = (0..120).map(|step| start - Vec2::Y * step as f32);
    let edge = far.into_iter().find(|at| terrain.height(at.x, at.y) < LEVEL + 1.0).unwrap_or(start);
    let beach = Vec2::new(edge.x + 26.0, edge.y + 9.0);
    vec![
        Placed::new("PIER", (edge + Vec2::Y * 3.0).extend(LEVEL + 2.0), 384.0),
        Placed::new("BOAT", (edge + Vec2::new(-9.0, -24.0)).extend(LEVEL - 0.8), 120.0),
        Placed::new("BOAT", terrain.on(beach.x, beach.y) + Vec3::Z * 0.9, 60.0).tilted(12.0).scaled(0.9),
    ]
}

/// Torches on the walls of the tunnel: north, west, and the turn away from the
/// wall.
fn torches() -> Vec<Placed> {
    const UP: f32 = 5.6;
    const HALF: f32 = 5.95;
    let walls = [
        (286.0, 40.0 + HALF, 384.0),
        (312.0, 40.0 - HALF, 128.0),
        (359.9, 40.0, 256.0),
        (344.0 + HALF, 8.0, 256.0),
        (344.0 - HALF, -22.0, 0.0),
        (328.1, -56.0, 0.0),
        (378.0, -56.0 + HALF, 384.0),
        (402.0, -56.0 - HALF, 128.0),
        // At the gate, which would else be a hole in the dark.
        (484.0, -56.0 + HALF, 384.0),
        (484.0, -56.0 - HALF, 128.0),
        (505.0, -56.0 + HALF, 384.0),
    ];
    let torch = |(x, y, turn): (f32, f32, f32)| Placed::new("TORCH", Vec3::new(x, y, FLOOR + UP), turn);
    walls.into_iter().map(torch).collect()
}

/// Trees, bushes, reeds and stones, where there is room for them.
fn plants(placed: &mut Vec<Placed>, terrain: &Terrain, seed: u32) {
    let mut random = Random::new(seed, 1201);
    let mut taken: Vec<(Vec2, f32)> = placed.iter().map(|placed| (placed.place.truncate(), 13.0)).collect();
    // How many are tried, how much room each needs.
    for (name, tries, room) in
        [("OAK", 520, 15.0), ("FIR", 620, 11.0), ("STONE", 260, 8.0), ("BUSH", 420, 6.0), ("REED", 900, 4.0)]
    {
        for _ in 0..tries {
            let (x, y) = (random.between(-470.0, 420.0), random.between(-450.0, 450.0));
            let (turn, size) = (random.between(0.0, 512.0), random.between(0.75, 1.25));
            let at = Vec2::new(x, y);
            let place = terrain.on(x, y);
            let way = to_way(&ROAD, x, y).0.min(to_way(&PATH, x, y).0);
            let level = terrain.normal(x, y).z;
            let fits = match name {
                "OAK" => level > 0.86 && (3.0..46.0).contains(&place.z) && way > 15.0,
                "FIR" => level > 0.72 && (24.0..110.0).contains(&place.z) && way > 16.0,
                "STONE" => place.z > -9.0 && way > 13.0,
                "BUSH" => level > 0.84 && place.z > 2.5 && way > 12.0,
                _ => (-3.0..0.6).contains(&place.z),
            };
            let is_indoors =
                TUNNEL.iter().any(|part| part.near(at, 24.0)) || (x > 236.0 && (y + 10.0).abs() < 90.0);
            let is_free = || taken.iter().all(|(other, need)| other.distance(at) > need.max(room));
            if fits && !is_indoors && at.distance(VILLAGE) > 66.0 && at.distance(MILL) > 28.0 && is_free() {
                taken.push((at, room * 0.9));
                let sunk = if name == "STONE" { 0.6 } else { 0.3 };
                // One of three stones has rolled; most lie as they fell.
                let rolled = if name == "STONE" { random.between(0.0, 512.0).floor() } else { 0.0 };
                let tilt = if placed.len().is_multiple_of(3) { rolled } else { 0.0 };
                placed.push(Placed::new(name, place - Vec3::Z * sunk, turn).tilted(tilt).scaled(size));
            }
        }
    }
}
