//! Textures of buildings: sets that every climate has, in summer and in winter; signs and lamps.
//! Source: `docs/spec/daggerfall.md`, "3. CLIMATE.PAK and POLITIC.PAK".

use super::colors::{Ramp, fill, picture, shade};
use crate::builders::numbers::{layered_noise, noise};
use daggerfall::climate::WINDOW;
use daggerfall::texture::{Archive, NewRecord, Picture};

const SIDE: usize = 64;

/// Sets of textures that blocks use: a number that the base of a climate is added to.
pub(super) const CASTLE: u16 = 9;
pub(super) const CITY: u16 = 12;
pub(super) const FORT: u16 = 17;
pub(super) const FARM: u16 = 26;
pub(super) const TAVERN: u16 = 58;
pub(super) const TEMPLE: u16 = 61;
pub(super) const VILLAGE: u16 = 64;
pub(super) const ROOFS: u16 = 69;
pub(super) const DOORS: u16 = 74;
const SETS: [u16; 8] = [CASTLE, CITY, FORT, FARM, TAVERN, TEMPLE, VILLAGE, ROOFS];
/// Bases of the climates.
pub(super) const BASES: [u16; 4] = [0, 100, 300, 400];
/// The base that models name; climates exchange it.
pub(super) const BASE: u16 = 300;

/// Records of the sets but doors and roofs: a wall, another wall, its foot, a wall with a window.
pub(super) const WALL: u16 = 0;
pub(super) const OTHER_WALL: u16 = 1;
pub(super) const FOOT: u16 = 2;
pub(super) const WINDOWED: u16 = 3;
/// Records of roofs.
pub(super) const TILES: u16 = 0;
pub(super) const SHINGLES: u16 = 1;
pub(super) const BEAM: u16 = 2;

/// An archive that no climate exchanges, of signs and of things of wood.
pub(super) const SIGNS: u16 = 450;
/// What the signs say, record by record; planks, rope and canvas follow.
pub(super) const SIGN_TEXTS: [&str; 8] =
    ["SALT CROW", "HARBOUR", "CHANDLER", "SMITH", "TEMPLE", "BANK", "NOTICES", "LAST LAMP"];
pub(super) const PLANKS: u16 = 8;
pub(super) const CANVAS: u16 = 9;
pub(super) const GRAVE: u16 = 10;
pub(super) const RUIN: u16 = 11;

/// All archives, by their number.
pub(super) fn archives(seed: u32) -> Option<Vec<(u16, Archive)>> {
    let mut archives = Vec::new();
    for base in BASES {
        for set in SETS {
            for winter in [false, true] {
                let records: Vec<NewRecord> =
                    (0..4).map(|record| NewRecord::new(wall(base, set, record, winter, seed))).collect();
                archives.push((base + set + u16::from(winter), Archive::new("Walls", &records)?));
            }
        }
        let doors: Vec<NewRecord> = (0..4).map(|record| NewRecord::new(door(base, record, seed))).collect();
        archives.push((base + DOORS, Archive::new("Doors", &doors)?));
    }
    let mut signs: Vec<NewRecord> = SIGN_TEXTS.iter().map(|text| NewRecord::new(sign(text, seed))).collect();
    let things = [planks(seed), canvas(seed), grave(seed), ruin(seed)];
    signs.extend(things.into_iter().map(NewRecord::new));
    archives.push((SIGNS, Archive::new("Signs and things", &signs)?));
    archives.push((LIGHTS, Archive::new("Lights", &[lamp(seed, false), lamp(seed, true)])?));
    archives.push((MARKERS, Archive::new("Markers", &(0..12).map(|_| marker()).collect::<Vec<_>>())?));
    Some(archives)
}

/// Lights, whose light is at the top of the flat.
pub(super) const LIGHTS: u16 = 210;
/// Markers, which are never drawn.
pub(super) const MARKERS: u16 = 199;

fn lamp(seed: u32, tall: bool) -> NewRecord {
    let post = picture([24, 96], |u, v| {
        let across = (u - 0.5).abs();
        let lit = (0.06..0.2).contains(&v) && across < 0.3;
        let cap = (0.0..0.06).contains(&v) && across < 0.1 + v * 4.0;
        let frame = lit && (across > 0.24 || (v - 0.13).abs() > 0.06);
        let pole = v >= 0.2 && across < if v > 0.92 { 0.26 } else { 0.09 };
        match (cap || frame || pole, lit) {
            (true, _) => Some((Ramp::Slate, 0.34 - (u - 0.5) + noise(seed, u * 9.0, v * 40.0, 0) * 0.1)),
            (_, true) => Some((Ramp::Thatch, 0.98)),
            _ => None,
        }
    });
    // 96 pixels and as much again by half: 3.6 metres.
    let scale = if tall { 192 } else { 128 };
    NewRecord { scale: [scale; 2], ..NewRecord::new(post) }
}

fn marker() -> NewRecord {
    NewRecord::new(picture([8, 8], |u, v| ((u - 0.5).abs() < v / 2.0).then_some((Ramp::Brick, 0.8))))
}

/// The plaster and the stone of a climate.
fn ramps(base: u16) -> [Ramp; 3] {
    match base {
        0 => [Ramp::Sand, Ramp::Sand, Ramp::Warm],
        100 => [Ramp::Warm, Ramp::Wood, Ramp::Stone],
        300 => [Ramp::Plaster, Ramp::Wood, Ramp::Stone],
        _ => [Ramp::Thatch, Ramp::Wood, Ramp::Warm],
    }
}

fn wall(base: u16, set: u16, record: u16, winter: bool, seed: u32) -> Picture {
    let [plaster, wood, stone] = ramps(base);
    let seed = seed ^ u32::from(base + 7 * set);
    let snow = winter && base != 0;
    let mut made = picture([SIDE; 2], |u, v| {
        let (ramp, light) = match (set, record) {
            (ROOFS, SHINGLES) => thatch(base, seed, u, v),
            (ROOFS, BEAM) => boards(Ramp::Wood, seed, v, u),
            (ROOFS, _) => tiles(base, seed, u, v),
            (CASTLE | FORT, _) => blocks(stone, seed, u, v, [4.0, 8.0]),
            (TEMPLE, _) => blocks(if base == 0 { Ramp::Sand } else { Ramp::Plaster }, seed, u, v, [2.0, 4.0]),
            (_, FOOT) => blocks(stone, seed, u, v, [4.0, 6.0]),
            (FARM, _) => boards(wood, seed, u, v),
            (VILLAGE | TAVERN, OTHER_WALL) => boards(wood, seed, u, v),
            (_, _) => timber(plaster, wood, seed, u, v, record == OTHER_WALL || base == 0),
        };
        let dirt = if set == ROOFS { 0.0 } else { 0.1 * (v - 0.6).max(0.0) };
        let lies = snow && set == ROOFS && layered_noise(seed ^ 81, u * 4.0, v * 4.0, 3, 4) > 0.36;
        if lies {
            return Some((Ramp::Snow, 0.78 + (noise(seed, u * 16.0, v * 16.0, 16) - 0.5) * 0.2));
        }
        let rim = snow && set != ROOFS && v > 0.9 + noise(seed ^ 82, u * 8.0, 0.0, 8) * 0.1;
        Some(if rim { (Ramp::Snow, 0.74) } else { (ramp, light - dirt) })
    });
    if record == WINDOWED && set != ROOFS {
        window(&mut made, set);
    }
    made
}

/// Panes in a frame, which glow at night by their index.
fn window(picture: &mut Picture, set: u16) {
    let [x, y, width, height] = match set {
        CASTLE => [28, 12, 8, 34],
        TEMPLE => [22, 6, 20, 46],
        _ => [18, 12, 28, 32],
    };
    let frame = shade(Ramp::Wood, 0.3, 0, 0);
    fill(picture, [x - 3, y - 3, width + 6, height + 6], frame);
    fill(picture, [x - 5, y + height + 3, width + 10, 3], shade(Ramp::Warm, 0.6, 0, 0));
    fill(picture, [x, y, width, height], WINDOW);
    for bar in [x + width / 3, x + 2 * width / 3] {
        fill(picture, [bar, y, 2, height], frame);
    }
    fill(picture, [x, y + height / 2, width, 2], frame);
}

fn blocks(ramp: Ramp, seed: u32, u: f32, v: f32, [across, down]: [f32; 2]) -> (Ramp, f32) {
    let row = (v * down).floor();
    let shifted = u * across + if row as i32 % 2 == 0 { 0.0 } else { 0.5 };
    let (x, y) = (shifted - shifted.floor(), v * down - row);
    let own = noise(seed ^ 83, shifted.floor().rem_euclid(across) + 0.5, row + 0.5, 0) - 0.5;
    let edge = x.min(1.0 - x) * down / across < 0.05 || y.min(1.0 - y) < 0.07;
    let grain = (layered_noise(seed ^ 84, u * 16.0, v * 16.0, 3, 16) - 0.5) * 0.24;
    let worn = if y < 0.2 { 0.07 } else { 0.0 };
    (ramp, 0.54 + own * 0.16 + grain + worn - if edge { 0.24 } else { 0.0 })
}

fn boards(ramp: Ramp, seed: u32, u: f32, v: f32) -> (Ramp, f32) {
    let board = (u * 8.0).floor();
    let x = u * 8.0 - board;
    let own = noise(seed ^ 85, board + 0.5, 0.5, 0) - 0.5;
    let vein = (layered_noise(seed ^ 86, u * 32.0, v * 4.0, 2, 4) - 0.5) * 0.3;
    (ramp, 0.48 + own * 0.22 + vein - if x < 0.12 { 0.24 } else { 0.0 })
}

/// Plaster between posts and braces.
fn timber(plaster: Ramp, wood: Ramp, seed: u32, u: f32, v: f32, plain: bool) -> (Ramp, f32) {
    let stain = (layered_noise(seed ^ 87, u * 4.0, v * 4.0, 4, 4) - 0.5) * 0.22;
    let beam =
        !(0.07..=0.95).contains(&u) || !(0.07..=0.94).contains(&v) || (u - v * 0.9).abs() < 0.035 && v > 0.5;
    if beam && !plain {
        return (wood, 0.34 + (noise(seed ^ 88, u * 24.0, v * 24.0, 24) - 0.5) * 0.24);
    }
    (plaster, 0.72 + stain - 0.12 * v)
}

fn tiles(base: u16, seed: u32, u: f32, v: f32) -> (Ramp, f32) {
    let row = (v * 8.0).floor();
    let shifted = u * 8.0 + if row as i32 % 2 == 0 { 0.0 } else { 0.5 };
    let (x, y) = (shifted - shifted.floor(), v * 8.0 - row);
    let own = noise(seed ^ 89, shifted.floor().rem_euclid(8.0) + 0.5, row + 0.5, 0) - 0.5;
    let gap = x < 0.08 || y > 0.9 - (x - 0.5).abs() * 0.3;
    let ramp = if matches!(base, 100 | 400) { Ramp::Slate } else { Ramp::Brick };
    (ramp, 0.56 + own * 0.26 - y * 0.16 - if gap { 0.26 } else { 0.0 })
}

fn thatch(base: u16, seed: u32, u: f32, v: f32) -> (Ramp, f32) {
    let straw = noise(seed ^ 90, u * 48.0, v * 6.0, 6) - 0.5;
    let layer = (v * 4.0 - (v * 4.0).floor()) * 0.26;
    let ramp = if base == 100 { Ramp::Wood } else { Ramp::Thatch };
    (ramp, 0.62 + straw * 0.36 - layer)
}

fn door(base: u16, record: u16, seed: u32) -> Picture {
    let [_, wood, stone] = ramps(base);
    let wood = if base == 0 { Ramp::Wood } else { wood };
    let mut made = picture([32, SIDE], |u, v| {
        let frame = !(0.1..=0.9).contains(&u) || v < 0.05;
        let (ramp, light) =
            if frame { (stone, 0.5) } else { boards(wood, seed ^ u32::from(record), u * 0.7, v) };
        let band = !frame && ((v - 0.25).abs() < 0.025 || (v - 0.75).abs() < 0.025);
        Some(if band { (Ramp::Slate, 0.3) } else { (ramp, light) })
    });
    fill(&mut made, [24, 34, 3, 4], shade(Ramp::Thatch, 0.9, 0, 0));
    made
}

fn sign(text: &str, seed: u32) -> Picture {
    let mut made = picture([64, 24], |u, v| {
        let rim = !(0.04..0.96).contains(&u) || !(0.1..0.9).contains(&v);
        let (ramp, light) = boards(Ramp::Wood, seed, v, u * 0.5);
        Some(if rim { (Ramp::Thatch, 0.6) } else { (ramp, light * 0.5) })
    });
    let wide = text.len() * font::ADVANCE as usize - 1;
    let left = (64 - wide.min(64)) / 2;
    let ink = shade(Ramp::Plaster, 1.0, 0, 0);
    for (index, letter) in text.chars().enumerate() {
        for (row, bits) in font::rows(letter).into_iter().enumerate() {
            for column in (0..5).filter(|column| bits >> (4 - column) & 1 == 1) {
                fill(&mut made, [left + index * font::ADVANCE as usize + column, 9 + row, 1, 1], ink);
            }
        }
    }
    made
}

fn planks(seed: u32) -> Picture {
    picture([SIDE; 2], |u, v| Some(boards(Ramp::Wood, seed ^ 91, u, v)))
}

fn canvas(seed: u32) -> Picture {
    picture([SIDE; 2], |u, v| {
        let stripe = (u * 4.0) as i32 % 2 == 0;
        let fold = (layered_noise(seed ^ 92, u * 4.0, v * 2.0, 2, 4) - 0.5) * 0.2;
        Some(if stripe { (Ramp::Brick, 0.62 + fold) } else { (Ramp::Plaster, 0.82 + fold) })
    })
}

fn grave(seed: u32) -> Picture {
    picture([32, 40], |u, v| {
        let (ramp, light) = blocks(Ramp::Stone, seed ^ 93, u, v, [1.0, 1.0]);
        let cross = (u - 0.5).abs() < 0.06 && (0.2..0.7).contains(&v)
            || (v - 0.35).abs() < 0.05 && (u - 0.5).abs() < 0.2;
        Some((ramp, if cross { light - 0.2 } else { light }))
    })
}

fn ruin(seed: u32) -> Picture {
    picture([SIDE; 2], |u, v| {
        let moss = layered_noise(seed ^ 94, u * 5.0, v * 5.0, 3, 5);
        let (ramp, light) = blocks(Ramp::Stone, seed ^ 95, u, v, [3.0, 6.0]);
        Some(if moss > 0.62 { (Ramp::Forest, light) } else { (ramp, light - 0.06) })
    })
}
