//! The ground of a map cell: what each corner of a tile is made of, and which piece shows it.
//! Source: `docs/spec/daggerfall.md`, "8. TEXTURE.nnn **[O]**".

use daggerfall::ground::{DIRT, GRASS, STONE, WATER, tile};
use daggerfall::woods::land::SIDE;
use daggerfall::woods::perlin::{Rows, perlin};

/// Tiles along an edge of a cell.
pub const TILES: usize = SIDE - 1;

/// The tile that shows four corners: south-west, south-east, north-west, north-east. There are none between
/// materials that are more than one apart, so that higher ones count as one above the lowest.
pub fn piece(corners: [u8; 4]) -> u8 {
    let lowest = corners.into_iter().min().unwrap_or(WATER);
    tile(corners.map(|corner| corner.min(lowest + 1)))
}

/// Heights that say what a corner is made of, in metres before the vertical factor.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Levels {
    /// Corners that are not higher are water.
    pub sea: f32,
    /// About so high the beach ends.
    pub beach: f32,
}

/// What the corners of a cell's tiles are made of, row by row from the south-west: 129 x 129. Cells that share
/// an edge have the same on it.
pub fn materials(heights: &[f32], levels: Levels, px: i32, py: i32) -> Vec<u8> {
    let mut materials = Vec::with_capacity(heights.len());
    let [first, south] = on_map([px, py], [0, 0]);
    let mut octaves = OCTAVES.map(|(frequency, _)| Rows::new(first as f64 + AWAY, SIDE, frequency));
    let [mut sum, mut noise] = [[0.0; SIDE]; 2];
    for (y, line) in (south..).zip(heights.chunks_exact(SIDE)) {
        let mut known = [None; SIDE];
        for ((x, height), known) in (first..).zip(line).zip(&mut known) {
            *known = by_height(*height, levels, x, y);
        }
        if known.contains(&None) {
            sum.fill(0.0);
            for (rows, (_, share)) in octaves.iter_mut().zip(OCTAVES) {
                rows.fill(y as f64 + AWAY, &mut noise);
                sum.iter_mut().zip(&noise).for_each(|(sum, noise)| *sum += share * noise);
            }
        }
        let known = known.iter().zip(&sum);
        materials.extend(known.map(|(known, noise)| known.unwrap_or_else(|| by_noise(*noise))));
    }
    materials
}

/// The number of a corner of a cell among all of the map, to the east and to the north.
pub fn on_map([px, py]: [i32; 2], [column, row]: [i64; 2]) -> [i64; 2] {
    let tiles = TILES as i64;
    [i64::from(px) * tiles + column, FAR_NORTH - i64::from(py) * tiles + row]
}

/// Tiles from the southern edge of the map's frame to that of its first row.
const FAR_NORTH: i64 = 64_000;
/// Metres by which the end of the beach goes up and down.
const RAGGED: f32 = 1.5;
/// Noise below it is dirt.
const BARE: f32 = 0.5;
/// Noise above it is stone.
const ROCKY: f32 = 0.95;

/// How far from where the noise has its own origin the map lies, so that nothing in it is symmetric.
const AWAY: f64 = 1_000_000.0;
/// Frequencies of the noise of the ground, and how much each counts.
const OCTAVES: [(f64, f32); 3] = [(0.05, 0.9), (0.1, 0.9 * 0.4), (0.2, 0.9 * 0.4 * 0.4)];

/// The material of a corner by its number on the whole map.
pub fn material(height: f32, levels: Levels, x: i64, y: i64) -> u8 {
    by_height(height, levels, x, y).unwrap_or_else(|| {
        let (x, y) = (x as f64 + AWAY, y as f64 + AWAY);
        let octave = |(frequency, share): (f64, f32)| share * perlin(x * frequency, y * frequency);
        by_noise(OCTAVES.map(octave).iter().sum())
    })
}

/// Water and beaches; `None` above.
fn by_height(height: f32, levels: Levels, x: i64, y: i64) -> Option<u8> {
    if height <= levels.sea {
        return Some(WATER);
    }
    // Most corners are far above.
    if height > levels.beach + RAGGED {
        return None;
    }
    let ragged = (chance(x as u64, y as u64) * 2.0 - 1.0) * RAGGED;
    (height <= levels.beach + ragged).then_some(DIRT)
}

/// What the noise makes of land above the beach.
fn by_noise(noise: f32) -> u8 {
    match noise {
        w if w < BARE => DIRT,
        w if w > ROCKY => STONE,
        _ => GRASS,
    }
}

/// A number from 0 to 1 that belongs to two others.
fn chance(x: u64, y: u64) -> f32 {
    let mut bits = x.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ y.wrapping_mul(0xD1B5_4A32_D192_ED03);
    bits ^= bits >> 29;
    bits = bits.wrapping_mul(0xBF58_476D_1CE4_E5B9);
    (bits >> 40) as f32 / (1 << 24) as f32
}

/// The tiles of a cell by its corners, row by row from the south-west: 128 x 128.
pub fn tiles(materials: &[u8]) -> Vec<u8> {
    let at = |column: usize, row: usize| materials.get(row * SIDE + column).copied().unwrap_or(WATER);
    let place = |index: usize| (index % TILES, index / TILES);
    let tile = |(column, row)| {
        piece([at(column, row), at(column + 1, row), at(column, row + 1), at(column + 1, row + 1)])
    };
    (0..TILES * TILES).map(place).map(tile).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use daggerfall::ground::{FLIPPED, ROTATED, picture_at, record};

    /// Which quarters of an unturned piece show the later material: north-west, north-east, south-west,
    /// south-east.
    fn filled(record: u8) -> Option<[bool; 4]> {
        Some(match record {
            5 | 10 | 15 => [true, false, false, false],
            6 | 11 | 16 => [true, false, true, false],
            7 | 12 | 17 => [true, true, true, false],
            48 | 51 | 53 => [true, false, false, true],
            _ => return None,
        })
    }

    /// The two materials of a piece, the earlier first.
    fn pair(record: u8) -> [u8; 2] {
        match record {
            0 => [WATER; 2],
            1 => [DIRT; 2],
            2 => [GRASS; 2],
            3 => [STONE; 2],
            5..=7 | 48 => [WATER, DIRT],
            10..=12 | 51 => [DIRT, GRASS],
            _ => [GRASS, STONE],
        }
    }

    /// What a tile shows near each of its corners: south-west, south-east, north-west, north-east.
    fn shown(tile: u8) -> [u8; 4] {
        let record = record(tile);
        let [low, high] = pair(record);
        [[0.1, 0.1], [0.9, 0.1], [0.1, 0.9], [0.9, 0.9]].map(|place| {
            let [x, y] = picture_at(tile, place);
            let quarter = usize::from(x > 0.5) + if y > 0.5 { 0 } else { 2 };
            match filled(record) {
                Some(filled) if filled[quarter] => high,
                Some(_) => low,
                None => high,
            }
        })
    }

    #[test]
    fn every_transition_shows_its_four_corners_where_they_are() {
        let mut tried = 0;
        for low in WATER..STONE {
            for shape in 0..16_u8 {
                let corners = [0, 1, 2, 3].map(|bit| low + (shape >> bit & 1));
                assert_eq!(shown(piece(corners)), corners, "{corners:?} {:#x}", piece(corners));
                tried += 1;
            }
        }
        assert_eq!(tried, 48);
    }

    #[test]
    fn turns_go_as_the_text_says() {
        // The middle of the picture's top, where each turn puts it.
        let top_is_at = |tile: u8| {
            let sides =
                [("south", [0.5, 0.0]), ("west", [0.0, 0.5]), ("north", [0.5, 1.0]), ("east", [1.0, 0.5])];
            sides.into_iter().find(|(_, place)| picture_at(tile, *place) == [0.5, 1.0]).unwrap().0
        };
        assert_eq!(top_is_at(5), "north");
        assert_eq!(top_is_at(5 | ROTATED), "west");
        assert_eq!(top_is_at(5 | FLIPPED), "south");
        assert_eq!(top_is_at(5 | ROTATED | FLIPPED), "east");
    }

    #[test]
    fn materials_far_apart_meet_in_the_lower_pair() {
        // Stone beside water is a beach, not a piece between stone and grass.
        assert_eq!(piece([WATER, STONE, WATER, STONE]), piece([WATER, DIRT, WATER, DIRT]));
        assert_eq!(piece([STONE, STONE, STONE, DIRT]), piece([GRASS, GRASS, GRASS, DIRT]));
    }

    #[test]
    fn heights_decide_between_water_beach_and_the_rest() {
        let levels = Levels { sea: 27.2, beach: 40.0 };
        assert_eq!(material(27.2, levels, 5, 5), WATER);
        assert_eq!(material(27.3, levels, 5, 5), DIRT);
        assert_eq!(material(38.4, levels, 5, 5), DIRT);
        let inland: Vec<u8> = (0..4000).map(|x| material(80.0, levels, x * 7, x * 13)).collect();
        let share = |wanted: u8| inland.iter().filter(|found| **found == wanted).count() as f32 / 4000.0;
        assert!(share(GRASS) > 0.7, "{}", share(GRASS));
        assert!(share(DIRT) > 0.01 && share(STONE) > 0.001, "{} {}", share(DIRT), share(STONE));
    }

    #[test]
    fn cells_have_the_same_on_the_edge_that_they_share() {
        let heights: Vec<f32> = (0..SIDE * SIDE).map(|_| 60.0).collect();
        let levels = Levels { sea: 27.2, beach: 40.0 };
        let [west, east] = [207, 208].map(|px| materials(&heights, levels, px, 213));
        let north = materials(&heights, levels, 207, 212);
        for at in 0..SIDE {
            assert_eq!(west[at * SIDE + TILES], east[at * SIDE], "row {at}");
            assert_eq!(west[TILES * SIDE + at], north[at], "column {at}");
        }
    }
}
