//! Flats of nature: twelve archives of 32 records, trees, bushes, rocks and flowers, some with snow.
//! Source: `docs/spec/daggerfall.md`, "9. Nature, sky, time, movement".

use super::colors::{Ramp, picture};
use crate::builders::numbers::{Random, layered_noise, noise, smooth_step};
use daggerfall::texture::{Archive, Encoding, NewRecord, Picture};

/// What grows in a climate.
struct Wild {
    archive: u16,
    name: &'static str,
    tree: Tree,
    leaves: [Ramp; 2],
    rock: Ramp,
    snow: bool,
    /// Of 32 records, how many are trees.
    trees: usize,
}

#[derive(Clone, Copy, PartialEq)]
enum Tree {
    Broad,
    Needles,
    Palm,
    Dead,
    Cactus,
}

const fn wild(
    archive: u16,
    name: &'static str,
    tree: Tree,
    leaves: [Ramp; 2],
    rock: Ramp,
    trees: usize,
) -> Wild {
    // Odd archives from 505 on are the snowy twins.
    let snow = archive >= 504 && archive % 2 == 1;
    Wild { archive, name, tree, leaves, rock, snow, trees }
}

const WILDS: [Wild; 12] = [
    wild(500, "Rainforest", Tree::Palm, [Ramp::Forest, Ramp::Grass], Ramp::Warm, 16),
    wild(501, "Subtropical", Tree::Palm, [Ramp::Olive, Ramp::Grass], Ramp::Warm, 9),
    wild(502, "Swamp", Tree::Broad, [Ramp::Forest, Ramp::Olive], Ramp::Stone, 14),
    wild(503, "Desert", Tree::Cactus, [Ramp::Olive, Ramp::Thatch], Ramp::Warm, 8),
    wild(504, "Woodlands", Tree::Broad, [Ramp::Grass, Ramp::Forest], Ramp::Stone, 14),
    wild(505, "Woodlands, snow", Tree::Broad, [Ramp::Grass, Ramp::Forest], Ramp::Stone, 14),
    wild(506, "Mountain woods", Tree::Needles, [Ramp::Forest, Ramp::Olive], Ramp::Stone, 16),
    wild(507, "Mountain woods, snow", Tree::Needles, [Ramp::Forest, Ramp::Olive], Ramp::Stone, 16),
    wild(508, "Haunted woodlands", Tree::Dead, [Ramp::Autumn, Ramp::Olive], Ramp::Slate, 14),
    wild(509, "Haunted woodlands, snow", Tree::Dead, [Ramp::Autumn, Ramp::Olive], Ramp::Slate, 14),
    wild(510, "Mountains", Tree::Needles, [Ramp::Forest, Ramp::Olive], Ramp::Stone, 8),
    wild(511, "Mountains, snow", Tree::Needles, [Ramp::Forest, Ramp::Olive], Ramp::Stone, 8),
];

/// Records of an archive.
pub(super) const RECORDS: usize = 32;

/// All archives, by their number.
pub(super) fn archives(seed: u32) -> Option<Vec<(u16, Archive)>> {
    let archive = |wild: &Wild| {
        let records: Vec<NewRecord> = (0..RECORDS).map(|index| record(wild, index, seed)).collect();
        Some((wild.archive, Archive::new(wild.name, &records)?))
    };
    WILDS.iter().map(archive).collect()
}

fn record(wild: &Wild, index: usize, seed: u32) -> NewRecord {
    // Twins grow from the same seed.
    let seed = seed ^ (u32::from(wild.archive & !1) << 8) ^ index as u32;
    let mut random = Random::new(seed, 5);
    let kind = RECORDS - 1 - index;
    let (picture, times) = match index {
        // Record 0 is never drawn in the wild.
        0 => (small(wild, seed, 0.4), 1.0),
        _ if index <= wild.trees => (tree(wild, seed), random.between(3.4, 5.2)),
        _ if kind < 5 => (rock(wild, seed), random.between(0.8, 2.4)),
        _ if kind < 9 => (small(wild, seed, 0.9), random.between(0.7, 1.1)),
        _ => (bush(wild, seed), random.between(1.2, 2.2)),
    };
    let scale = ((times - 1.0) * 256.0) as i16;
    NewRecord { scale: [scale; 2], encoding: Encoding::ImageRuns, ..NewRecord::new(picture) }
}

/// Round tufts of leaves.
fn tufts(seed: u32, count: usize, area: [f32; 4], size: [f32; 2]) -> Vec<[f32; 3]> {
    let mut random = Random::new(seed, 6);
    let [left, top, right, bottom] = area;
    (0..count)
        .map(|_| {
            let x = (random.between(left, right) + random.between(left, right)) / 2.0;
            [x, random.between(top, bottom), random.between(size[0], size[1])]
        })
        .collect()
}

/// How bright leaves are at a place, lit from the upper left; none beside the tufts.
fn leaf_light(tufts: &[[f32; 3]], seed: u32, u: f32, v: f32, ragged: f32) -> Option<f32> {
    let edge = (noise(seed ^ 61, u * 40.0, v * 44.0, 0) - 0.5) * ragged;
    let mut best: Option<f32> = None;
    for [x, y, radius] in tufts {
        let (dx, dy) = ((u - x) / radius, (v - y) / radius);
        let far = (dx * dx + dy * dy).sqrt() + edge;
        if far < 1.0 {
            let light = 0.5 - dx * 0.2 - dy * 0.3 + (0.5 - far) * 0.12;
            best = Some(best.map_or(light, |before: f32| before.max(light)));
        }
    }
    best
}

fn tree(wild: &Wild, seed: u32) -> Picture {
    match wild.tree {
        Tree::Broad => broad(wild, seed, 26),
        Tree::Dead => broad(wild, seed, 7),
        Tree::Needles => needles(wild, seed),
        Tree::Palm => palm(wild, seed),
        Tree::Cactus if seed.is_multiple_of(3) => palm(wild, seed),
        Tree::Cactus => cactus(wild, seed),
    }
}

fn snowed(wild: &Wild, seed: u32, u: f32, v: f32, (ramp, light): (Ramp, f32)) -> (Ramp, f32) {
    let lies = light > 0.5 + noise(seed ^ 71, u * 20.0, v * 24.0, 0) * 0.18;
    if wild.snow && lies && ramp != Ramp::Wood { (Ramp::Snow, light + 0.28) } else { (ramp, light) }
}

/// A trunk that forks into a crown of leaves; with few leaves its branches show.
fn broad(wild: &Wild, seed: u32, count: usize) -> Picture {
    let bare = wild.snow || count < 10;
    let count = if wild.snow { count / 3 + 2 } else { count };
    // Away from the edges of the picture, which would cut tufts straight.
    let crown = tufts(seed, count, [0.24, 0.25, 0.76, 0.62], [0.11, 0.19]);
    let mut random = Random::new(seed, 7);
    let branches: Vec<[f32; 4]> = (0..9)
        .map(|index| {
            let side = if index % 2 == 0 { 1.0 } else { -1.0 };
            let start = random.between(0.36, 0.66);
            [
                start,
                side * random.between(0.16, 0.4),
                random.between(0.14, 0.34),
                random.between(0.012, 0.026),
            ]
        })
        .collect();
    let lean = random.between(-0.05, 0.05);
    let second = seed.is_multiple_of(3);
    picture([72, 96], |u, v| {
        if let Some(light) = leaf_light(&crown, seed, u, v, 0.5) {
            let ramp = wild.leaves[usize::from(second)];
            let spots = (noise(seed ^ 62, u * 26.0, v * 30.0, 0) - 0.5) * 0.26;
            return Some(snowed(wild, seed, u, v, (ramp, light + spots)));
        }
        let middle = 0.5 + lean * (1.0 - v);
        let wide = 0.035 + 0.06 * smooth_step(0.86, 1.0, v);
        let bark = (noise(seed ^ 63, u * 30.0, v * 12.0, 0) - 0.5) * 0.3;
        if v > 0.34 && (u - middle).abs() < wide * (0.5 + v * 0.5) {
            return Some((Ramp::Wood, 0.36 - (u - middle) * 4.0 + bark));
        }
        let on_branch = |[start, reach, rise, thick]: &[f32; 4]| {
            let along = (u - middle) / reach;
            let y = start - along.max(0.0).sqrt() * rise;
            (0.0..1.0).contains(&along) && (v - y).abs() < thick * (1.2 - along)
        };
        let shown = bare && branches.iter().any(on_branch);
        shown.then_some((Ramp::Wood, 0.34 + bark))
    })
}

/// A tall tree of tiers.
fn needles(wild: &Wild, seed: u32) -> Picture {
    let mut random = Random::new(seed, 8);
    let tiers = 6.0 + random.between(0.0, 3.0).floor();
    let thick = random.between(0.34, 0.46);
    picture([56, 112], |u, v| {
        let across = u - 0.5;
        if v > 0.04 && v < 0.92 {
            let down = (v - 0.04) / 0.88;
            let tier = down * tiers - (down * tiers).floor();
            let wide = thick * (down * 0.82 + 0.06) * (0.55 + tier * 0.55);
            let ragged = (noise(seed ^ 64, u * 34.0, v * 60.0, 0) - 0.5) * 0.09;
            if across.abs() < wide + ragged {
                let shadow = if tier < 0.18 { 0.16 } else { 0.0 };
                let light =
                    0.44 - across * 0.5 + (noise(seed ^ 65, u * 40.0, v * 50.0, 0) - 0.5) * 0.3 + tier * 0.1
                        - shadow;
                let lit = if wild.snow { light + (1.0 - tier) * 0.16 } else { light };
                return Some(snowed(wild, seed, u, v, (wild.leaves[0], lit)));
            }
        }
        (v > 0.86 && across.abs() < 0.035).then_some((Ramp::Wood, 0.34 - across * 3.0))
    })
}

/// A bent stem with a head of fronds.
fn palm(wild: &Wild, seed: u32) -> Picture {
    let mut random = Random::new(seed, 9);
    let bend = random.between(-0.16, 0.16);
    let fronds: Vec<[f32; 3]> = (0..11)
        .map(|index| {
            let turn = index as f32 / 11.0 * std::f32::consts::TAU + random.between(-0.2, 0.2);
            [
                libm::cosf(turn) * random.between(0.3, 0.44),
                libm::sinf(turn) * 0.1 - 0.06,
                random.between(0.1, 0.24),
            ]
        })
        .collect();
    let head = [0.5 + bend, 0.24];
    picture([80, 104], |u, v| {
        for [reach, rise, droop] in &fronds {
            let along = (u - head[0]) / reach;
            if !(0.0..1.0).contains(&along) {
                continue;
            }
            let y = head[1] + rise * along + droop * along * along;
            let wide = 0.036 * (1.0 - along) + 0.014;
            let toothed = wide * (0.6 + 0.8 * noise(seed ^ 66, u * 60.0, v * 8.0, 0));
            if (v - y).abs() < toothed {
                return Some((wild.leaves[usize::from(*rise > 0.0)], 0.52 - (v - y) * 5.0 - rise * 1.2));
            }
        }
        let height = (v - head[1]) / (1.0 - head[1]);
        let middle = head[0] - bend * height * height;
        let ring = (v * 28.0 - (v * 28.0).floor()) * 0.16;
        ((0.0..1.0).contains(&height) && (u - middle).abs() < 0.022 + 0.02 * height)
            .then_some((Ramp::Wood, 0.5 - (u - middle) * 6.0 - ring))
    })
}

/// A column with arms.
fn cactus(wild: &Wild, seed: u32) -> Picture {
    let mut random = Random::new(seed, 10);
    let arms = [[-0.2, random.between(0.3, 0.5)], [0.2, random.between(0.26, 0.56)]];
    picture([40, 72], |u, v| {
        let body = |x: f32, top: f32, bottom: f32, wide: f32| {
            let dx = (u - x) / wide;
            let round = if v < top + wide * 0.55 { (top + wide * 0.55 - v) / (wide * 0.55) } else { 0.0 };
            (v < bottom && dx * dx + round * round < 1.0).then_some(dx)
        };
        let mut part = body(0.5, 0.05, 1.0, 0.12);
        for [side, top] in arms {
            part = part.or_else(|| body(0.5 + side, top, top + 0.3, 0.075));
            let elbow = (v - (top + 0.28)).abs() < 0.035 && (u - 0.5) * side > 0.0 && (u - 0.5).abs() < 0.24;
            part = part.or(elbow.then_some(0.0));
        }
        part.map(|dx| {
            (wild.leaves[0], 0.46 - dx * 0.22 + if (dx * 5.0).rem_euclid(1.0) < 0.3 { -0.14 } else { 0.0 })
        })
    })
}

fn bush(wild: &Wild, seed: u32) -> Picture {
    let leaves = tufts(seed, 9, [0.2, 0.4, 0.8, 0.85], [0.16, 0.27]);
    let second = seed.is_multiple_of(2);
    picture([56, 40], |u, v| {
        let light = leaf_light(&leaves, seed, u, v, 0.6)?;
        let spots = (noise(seed ^ 67, u * 22.0, v * 18.0, 0) - 0.5) * 0.3;
        Some(snowed(wild, seed, u, v, (wild.leaves[usize::from(second)], light + spots)))
    })
}

/// Grass, reeds or flowers.
fn small(wild: &Wild, seed: u32, height: f32) -> Picture {
    let mut random = Random::new(seed, 11);
    let blades: Vec<[f32; 3]> = (0..15)
        .map(|_| [random.between(0.2, 0.8), random.between(-0.2, 0.2), random.between(0.4, 1.0) * height])
        .collect();
    let flower = [Ramp::Brick, Ramp::Plaster, Ramp::Autumn][seed as usize % 3];
    let flowers = !wild.snow && wild.leaves[0] != Ramp::Autumn && seed % 4 < 2;
    picture([36, 28], |u, v| {
        for (index, [x, lean, tall]) in blades.iter().enumerate() {
            let up = (1.0 - v) / tall;
            if up > 1.0 {
                continue;
            }
            let middle = x + lean * up * up;
            if flowers && index % 3 == 0 && up > 0.82 && (u - middle).abs() < 0.055 {
                return Some((flower, 0.84));
            }
            if (u - middle).abs() < 0.032 * (1.15 - up) {
                return Some(snowed(wild, seed, u, v, (wild.leaves[index % 2], 0.34 + up * 0.34)));
            }
        }
        None
    })
}

fn rock(wild: &Wild, seed: u32) -> Picture {
    let mut random = Random::new(seed, 12);
    let flat = random.between(0.7, 1.2);
    picture([52, 36], |u, v| {
        let (dx, dy) = ((u - 0.5) * 2.1, (v - 0.95) * 1.06 * flat);
        let bumpy = 1.0 + (layered_noise(seed ^ 68, u * 5.0, v * 5.0, 3, 0) - 0.5) * 0.6;
        let far = (dx * dx + dy * dy).sqrt() * bumpy;
        (far < 0.92).then(|| {
            let facet = (layered_noise(seed ^ 69, u * 4.0, v * 4.0, 2, 0) - 0.5) * 0.6;
            let light = 0.46 - dx * 0.16 - (v - 0.6) * 0.42 + facet;
            snowed(wild, seed, u, v, (wild.rock, if wild.snow { light + 0.1 } else { light }))
        })
    })
}
