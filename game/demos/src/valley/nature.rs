//! What was there before: rocks, trees in groves, bushes and reeds along the
//! water, woods on the flanks; and the power line that crosses it all.

use super::Site;
use super::layout::{BASE, BRIDGE, CIRQUE, HILL, STREET_X, WATER, river_half};
use super::light::SUN;
use super::mesh::{Lit, Mesh, Style};
use super::skins::Skin;
use super::structures::put;
use super::terrain::Ground;
use crate::builders::graph::{Home, ModelId, New, Pose};
use crate::builders::grid::CELL;
use crate::builders::numbers::{Random, mix, noise, smooth_step};
use crate::builders::solid;
use glam::Vec3;

/// A kind of plant: material, width, height, how it is strewn.
const TREES: [(Skin, f32, f32); 5] = [
    (Skin::Spruce, 6.4, 15.0),
    (Skin::Spruce, 5.0, 10.5),
    (Skin::Pine, 8.0, 15.5),
    (Skin::Birch, 7.6, 9.4),
    (Skin::Bush, 4.4, 2.4),
];
/// Brightness of trees in the sun and out of it.
const TONES: [f32; 2] = [1.0, 0.62];

pub(super) fn build(site: &mut Site) {
    let models: Vec<[ModelId; 2]> = TREES.iter().map(|kind| card(site, *kind)).collect();
    let woods = card(site, (Skin::Wood, 30.0, 15.0));
    let reeds = card(site, (Skin::Reeds, 5.0, 2.2));
    frame(site, &models);
    shore(site, reeds, models[4]);
    cells(site, &models, woods);
    rocks(site);
    pylons(site);
}

/// A card that turns about the upright axis, in both tones.
fn card(site: &mut Site, (skin, width, height): (Skin, f32, f32)) -> [ModelId; 2] {
    TONES.map(|tone| {
        let mut mesh = Mesh::facade(0, false);
        let half = Vec3::X * (width * 0.5);
        // Grown a little into the ground, for slopes.
        let (low, high) = (Vec3::Y * (-height * 0.04), Vec3::Y * (height * 0.96));
        let style = Style::fit(skin).both().own();
        let corners = [low - half, low + half, high + half, high - half];
        let sun = if tone == 1.0 { Vec3::new(1.0, 0.95, 0.80) } else { Vec3::new(0.60, 0.66, 0.74) };
        let tint = sun.extend(0.0).truncate();
        let style = Style { tint, ..style };
        mesh.polygon(&corners, &style);
        site.graph.model(mesh.free())
    })
}

fn plant(site: &mut Site, name: &str, home: Home, [sunny, shady]: [ModelId; 2], at: Vec3, scale: f32) {
    let sun = site.terrain.sunlight(at + Vec3::Y * 6.0, SUN.to());
    let model = if sun > 0.45 { sunny } else { shady };
    let pose = Pose::Turned([0.0; 3], [scale; 3], at);
    site.graph.add(New::object(name, home, pose).model(model));
}

/// True where nothing may grow.
fn is_taken(site: &Site, x: f32, z: f32) -> bool {
    let bridge = (x - STREET_X).abs() < 16.0 && (BASE.south..=BRIDGE[1] + 16.0).contains(&z);
    let street = (HILL.west - 120.0..=BASE.west).contains(&x) && (z - 8.0).abs() < 14.0;
    BASE.distance(x, z) < 9.0
        || HILL.contains(x, z)
        || CIRQUE.contains(x, z)
        || bridge
        || street
        || site.terrain.road().nearest(x, z).0 < 10.0
        || site.terrain.river().nearest(x, z).0 < river_half(z) + 9.0 && z.abs() < site.layout.half()
}

/// The picture that a visit starts with: a rock and trees on the left, more
/// trees on the right, nothing in between.
fn frame(site: &mut Site, models: &[[ModelId; 2]]) {
    let trees = [
        (9.0, 256.0, 0, 1.15),
        (5.0, 250.0, 1, 1.1),
        (11.5, 262.5, 4, 0.8),
        (2.0, 258.0, 3, 1.0),
        (-4.0, 248.0, 2, 1.0),
        (47.0, 255.0, 0, 1.1),
        (51.0, 248.0, 2, 1.0),
        (54.0, 258.0, 0, 1.3),
        (42.5, 261.0, 4, 0.7),
        (45.0, 246.0, 3, 1.0),
        (-54.0, 330.0, 0, 1.0),
        (-61.0, 322.0, 0, 1.25),
        (-66.0, 334.0, 2, 1.0),
        (-58.0, 312.0, 1, 1.0),
        (-74.0, 318.0, 0, 1.1),
        (-49.0, 318.0, 4, 1.0),
        (-70.0, 300.0, 3, 1.1),
        (-46.0, 338.0, 4, 0.8),
        (52.0, 306.0, 3, 1.0),
        (60.0, 298.0, 0, 1.2),
        (66.0, 312.0, 2, 1.1),
        (57.0, 288.0, 1, 1.0),
        (47.0, 300.0, 4, 1.1),
        (74.0, 300.0, 0, 1.0),
        (70.0, 284.0, 3, 1.2),
        (43.0, 286.0, 4, 0.9),
    ];
    for (number, (x, z, kind, scale)) in trees.into_iter().enumerate() {
        let at = Vec3::new(x, site.terrain.height(x, z), z);
        plant(site, &format!("frame_{number:02}"), Home::Placed, models[kind], at, scale);
    }
}

/// Reeds and bushes along the water.
fn shore(site: &mut Site, reeds: [ModelId; 2], bush: [ModelId; 2]) {
    let points = site.terrain.river().points().to_vec();
    let mut random = Random::new(site.seed, 0x0053_484F);
    for pair in points.windows(2).filter(|pair| pair[0].z.abs() < 800.0) {
        let along = (pair[1] - pair[0]).with_y(0.0);
        let out = Vec3::new(-along.z, 0.0, along.x).normalize_or_zero();
        for side in [-1.0, 1.0] {
            for _ in 0..3 {
                let wet = random.between(0.0, 1.0) < 0.62;
                let away = if wet { random.between(0.5, 3.5) } else { random.between(12.0, 26.0) };
                let spot = pair[0] + along * random.between(0.0, 1.0);
                let spot = spot + out * (side * (river_half(spot.z) + away));
                let clump = noise(site.seed ^ 31, spot.x / 40.0, spot.z / 40.0, 0);
                let scale = random.between(0.7, 1.25);
                if clump < 0.48 || (spot.x - STREET_X).abs() < 14.0 && (110.0..=220.0).contains(&spot.z) {
                    continue;
                }
                let at = spot.with_y(site.terrain.height(spot.x, spot.z).max(WATER - 0.4));
                plant(
                    site,
                    if wet { "reeds" } else { "bush" },
                    Home::Placed,
                    if wet { reeds } else { bush },
                    at,
                    scale,
                );
            }
        }
    }
}

/// Where a plant of this width stands so that it is rooted wherever it is seen
/// from: as low as the lowest land it covers, that seen from far away included.
/// None on crests, where it would stick up into the sky.
fn rooted(site: &Site, x: f32, z: f32, width: f32, sink: f32) -> Option<Vec3> {
    let land = |dx: f32, dz: f32| site.terrain.height(x + dx, z + dz);
    let here = land(0.0, 0.0);
    let half = width * 0.4;
    let lowest = [land(half, 0.0), land(-half, 0.0), land(0.0, half), land(0.0, -half)];
    let lowest = lowest.into_iter().fold(here, f32::min).min(site.terrain.far_height(x, z));
    let around = [land(40.0, 0.0), land(-40.0, 0.0), land(0.0, 40.0), land(0.0, -40.0)];
    let crest = here - around.iter().sum::<f32>() * 0.25;
    (here - lowest <= sink && crest < 5.0).then_some(Vec3::new(x, lowest, z))
}

/// Trees in every cell, in groves; woods where it is steep and high.
fn cells(site: &mut Site, models: &[[ModelId; 2]], woods: [ModelId; 2]) {
    let side = site.layout.side as i32;
    let (half, size, seed) = (site.layout.half(), CELL as f32, site.seed);
    for row in 0..side {
        for column in 0..side {
            let (west, south) = (column as f32 * size - half, half - row as f32 * size);
            let mut random = Random::new(seed, (row as u32) << 16 | column as u32);
            for _ in 0..site.layout.trees {
                let mut spot = None;
                for _ in 0..10 {
                    let (x, z) =
                        (west + random.between(6.0, size - 6.0), south - random.between(6.0, size - 6.0));
                    let grove = noise(seed ^ 17, x / 64.0, z / 64.0, 0);
                    let ground = site.terrain.ground(x, z);
                    let grows = grove > 0.56 && ground != Ground::Rock && ground != Ground::Gravel;
                    // Nothing stands in the view from the start.
                    let open = (z - 352.0) < 0.0
                        && (x + 24.0 - (352.0 - z) * 0.14).abs() < 26.0 + (352.0 - z) * 0.26
                        && z > 96.0;
                    let free = grows && !is_taken(site, x, z) && !(open && x.abs() < 200.0);
                    spot = rooted(site, x, z, 1.0, 3.0).filter(|_| free).map(|at| (at, grove));
                    if spot.is_some() {
                        break;
                    }
                }
                let Some((at, grove)) = spot else { continue };
                let high = smooth_step(20.0, 60.0, at.y + random.between(-14.0, 14.0));
                let scale = random.between(0.75, 1.3);
                if high > 0.5
                    && random.between(0.0, 1.0) < 0.7
                    && let Some(at) = rooted(site, at.x, at.z, 30.0, 9.0)
                {
                    let scale = mix(0.8, 1.15, grove);
                    plant(site, "wood", Home::Cell([column, row]), woods, at - Vec3::Y, scale);
                    continue;
                }
                let pick = random.between(0.0, 1.0);
                let kind = match high > 0.5 {
                    true if pick < 0.55 => 0,
                    true if pick < 0.85 => 1,
                    true => 2,
                    false if pick < 0.30 => 3,
                    false if pick < 0.55 => 4,
                    false if pick < 0.75 => 2,
                    false => 0,
                };
                plant(site, "tree", Home::Cell([column, row]), models[kind], at, scale);
            }
        }
    }
}

/// Rocks, each of its own shape, in heaps; and those in the first picture.
fn rocks(site: &mut Site) {
    let mut random = Random::new(site.seed, 0x0052_0C4B);
    let mut spots: Vec<(f32, f32, f32)> = vec![
        (14.0, 259.0, 1.5),
        (11.0, 261.0, 2.3),
        (15.5, 261.5, 0.7),
        (40.5, 258.0, 1.3),
        (43.0, 259.5, 2.0),
        (-38.0, 338.0, 3.4),
        (-43.0, 333.0, 4.6),
        (-35.0, 331.0, 1.6),
        (-40.0, 328.0, 2.2),
        (41.0, 322.0, 2.6),
        (37.0, 327.0, 1.2),
        (44.0, 327.0, 1.5),
        (-3.0, 128.0, 2.0),
        (38.0, 134.0, 2.4),
        (-14.0, 196.0, 2.2),
    ];
    for _ in 0..26 {
        let (x, z) = (random.between(-420.0, 420.0), random.between(-420.0, 420.0));
        for _ in 0..5 {
            spots.push((
                x + random.between(-9.0, 9.0),
                z + random.between(-9.0, 9.0),
                random.between(0.5, 2.6),
            ));
        }
    }
    let mut heap = Mesh::new();
    let mut count = 0;
    let last = spots.len() - 1;
    for (number, (x, z, size)) in spots.into_iter().enumerate() {
        if !is_taken(site, x, z) || number < 15 {
            let at = Vec3::new(x, site.terrain.height(x, z) - size * 0.25, z);
            rock(&mut heap, &mut random, at, size);
            count += 1;
        }
        if (number % 5 == 4 || number == last) && !heap.is_empty() {
            put(site, &format!("rocks_{:02}", count / 5), std::mem::replace(&mut heap, Mesh::new()));
        }
    }
}

fn rock(mesh: &mut Mesh, random: &mut Random, at: Vec3, size: f32) {
    const SIDES: usize = 7;
    let tall = random.between(0.7, 1.3);
    let lean = Vec3::new(random.between(-0.25, 0.25), 0.0, random.between(-0.25, 0.25));
    let rings: Vec<Vec<Vec3>> = [(-0.4, 1.1), (0.35, 1.05), (0.85, 0.62)]
        .into_iter()
        .map(|(height, radius)| {
            (0..SIDES)
                .map(|side| {
                    let (sin, cos) = libm::sincosf(side as f32 / SIDES as f32 * std::f32::consts::TAU);
                    let out = radius * random.between(0.72, 1.22);
                    let point = Vec3::new(sin * out, (height + random.between(-0.1, 0.14)) * tall, cos * out);
                    at + (point + lean * height) * size
                })
                .collect()
        })
        .collect();
    let style = Style { lit: Lit::Baked, ..Style::tiled(Skin::Rock, 6.0) }.tint(0.92, 0.86, 0.79);
    let top = Vec3::new(random.between(-0.2, 0.2), 1.05 * tall, random.between(-0.2, 0.2)) + lean;
    for face in solid::stone(&rings, at + top * size) {
        mesh.polygon(&face, &style);
    }
}

/// Lattice pylons with their wires, from the power plant to the south.
fn pylons(site: &mut Site) {
    let line =
        [[150.0, -118.0], [196.0, 84.0], [128.0, 250.0], [66.0, 410.0], [-30.0, 580.0], [-150.0, 760.0]];
    let steel = Style::tiled(Skin::Plates, 5.0).tint(0.58, 0.58, 0.60);
    let lattice = Style::fit(Skin::Lattice).both().tint(0.9, 0.9, 0.92);
    let feet: Vec<Vec3> = line.iter().map(|[x, z]| Vec3::new(*x, site.terrain.height(*x, *z), *z)).collect();
    let arms = [(24.0, 4.6), (28.5, 3.4)];
    for (number, foot) in feet.iter().enumerate() {
        let mut mesh = Mesh::new();
        mesh.stand(*foot, 0.0);
        for (low, high, wide, narrow) in
            [(-1.0, 9.0, 2.6, 1.9), (9.0, 18.0, 1.9, 1.2), (18.0, 31.0, 1.2, 0.5)]
        {
            for (x0, z0, x1, z1) in [
                (-1.0, 1.0, 1.0, 1.0),
                (1.0, 1.0, 1.0, -1.0),
                (1.0, -1.0, -1.0, -1.0),
                (-1.0, -1.0, -1.0, 1.0),
            ] {
                let at = |x: f32, z: f32, y: f32, wide: f32| Vec3::new(x * wide, y, z * wide);
                let corners = [
                    at(x0, z0, low, wide),
                    at(x1, z1, low, wide),
                    at(x1, z1, high, narrow),
                    at(x0, z0, high, narrow),
                ];
                mesh.polygon(&corners, &lattice.part([0.0, 0.0, 1.0, 2.0]));
                mesh.beam(at(x0, z0, low, wide), at(x0, z0, high, narrow), 0.3, &steel);
            }
        }
        for (y, reach) in arms {
            mesh.beam(Vec3::new(-reach, y, 0.0), Vec3::new(reach, y, 0.0), 0.4, &steel);
            mesh.beam(Vec3::new(-reach, y, 0.0), Vec3::new(0.0, y + 2.0, 0.0), 0.2, &steel);
            mesh.beam(Vec3::new(reach, y, 0.0), Vec3::new(0.0, y + 2.0, 0.0), 0.2, &steel);
        }
        put(site, &format!("pylon_{number}"), mesh);
    }
    for (number, pair) in feet.windows(2).enumerate() {
        let mut wires = Mesh::new();
        let wire = Style::plain(Skin::Dark).own().tint(1.1, 1.05, 1.0).both();
        for (y, reach) in arms {
            for side in [-1.0, 1.0] {
                let hang = |t: f32| {
                    let at = pair[0].lerp(pair[1], t);
                    at + Vec3::new(side * reach, y - 0.8 - 22.0 * t * (1.0 - t), 0.0)
                };
                for piece in 0..8 {
                    let (a, b) = (hang(piece as f32 / 8.0), hang((piece + 1) as f32 / 8.0));
                    let up = Vec3::Y * 0.09;
                    wires.polygon(&[a - up, b - up, b + up, a + up], &wire);
                }
            }
        }
        site.graph.thing(wires.free(), New::object(&format!("wires_{number}"), Home::Placed, Pose::Initial));
    }
}
