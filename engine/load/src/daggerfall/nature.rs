//! Trees, bushes and stones of the wild: one try for every tile, by a generator of the cell's own, so that a cell
//! is the same whenever it is made.
//! Source: `docs/spec/daggerfall.md`, "9. Nature, sky, time, movement".

use super::ground::TILES;
use super::terrain::Relief;
use daggerfall::ground::{DIRT, GRASS, STONE};
use glam::Vec3;

/// The records of an archive of nature that stand in the wild.
pub const RECORDS: std::ops::RangeInclusive<u8> = 1..=31;
/// Steeper ground has none, as a rise over a level way: 50 degrees.
const STEEPEST: f32 = 1.191_753_6;
/// Tiles around a town without any.
pub const CLEAR: i32 = 4;

/// A rectangle of tiles from its south-west corner up to its north-east one, both included.
pub type Rectangle = [[i32; 2]; 2];

/// What grows in a cell.
#[derive(Clone, Copy, Debug)]
pub struct Wild<'a> {
    /// Heights in units.
    pub relief: Relief<'a>,
    /// The tiles.
    pub tiles: &'a [u8],
    /// Below it nothing grows, in units.
    pub beach: f32,
    /// Units of a metre of height, which a vertical factor makes more of than of others.
    pub metre: f32,
    /// The cell's elevation byte: the higher, the denser.
    pub elevation: u8,
    /// A desert has a quarter.
    pub desert: bool,
    /// How much of it there is: 1 for all.
    pub density: f32,
    /// The ground of a town.
    pub town: Option<Rectangle>,
}

/// Something that grows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plant {
    /// Its foot, from the cell's south-west corner.
    pub foot: Vec3,
    /// Its picture's record, see [`RECORDS`].
    pub record: u8,
}

impl Wild<'_> {
    /// Everything that grows, tile by tile from the south-west, row by row.
    pub fn plants(&self, px: i32, py: i32) -> Vec<Plant> {
        let mut random = Random::of(px, py);
        let density = (f32::from(self.elevation) / 128.0).clamp(0.4, 1.0)
            * if self.desert { 0.25 } else { 1.0 }
            * self.density;
        let mut plants = Vec::new();
        for row in 0..TILES {
            for column in 0..TILES {
                // Every tile draws as often, so that a town moves no tree far from it.
                let (luck, choice) = (random.next(), random.next());
                let tile = self.tiles.get(row * TILES + column).copied().unwrap_or(0);
                let chance = match tile {
                    DIRT => 0.2,
                    GRASS => 0.9,
                    STONE => 0.05,
                    _ => continue,
                };
                if luck >= chance * density || self.is_in_town(column, row) {
                    continue;
                }
                let [east, north] = self.relief.slope(column, row);
                let steep = libm::hypotf(east, north);
                let mut foot = self.relief.point(column, row);
                if steep > STEEPEST || foot.y < self.beach {
                    continue;
                }
                foot.y -= libm::atanf(steep).to_degrees() / 70.0 * self.metre;
                let count = RECORDS.end() - RECORDS.start() + 1;
                let record = RECORDS.start() + ((choice * f32::from(count)) as u8).min(count - 1);
                plants.push(Plant { foot, record });
            }
        }
        plants
    }

    fn is_in_town(&self, column: usize, row: usize) -> bool {
        let near = |at: usize, axis: usize, [low, high]: &Rectangle| {
            (low[axis] - CLEAR..=high[axis] + CLEAR).contains(&(at as i32))
        };
        self.town.as_ref().is_some_and(|town| near(column, 0, town) && near(row, 1, town))
    }
}

/// The generator of a cell.
struct Random(u64);

impl Random {
    fn of(px: i32, py: i32) -> Self {
        Random((px as u64) << 32 ^ (py as u64) ^ 0x5EED_0F7E_E5A1_1DAF)
    }

    /// From 0 up to, but not including, 1.
    fn next(&mut self) -> f32 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut bits = self.0;
        bits = (bits ^ bits >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        bits = (bits ^ bits >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((bits ^ bits >> 31) >> 40) as f32 / (1 << 24) as f32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use daggerfall::woods::land::SIDE;

    fn wild<'a>(heights: &'a [f32], tiles: &'a [u8]) -> Wild<'a> {
        Wild {
            relief: Relief(heights),
            tiles,
            beach: 100.0,
            metre: 40.0,
            elevation: 50,
            desert: false,
            density: 1.0,
            town: None,
        }
    }

    #[test]
    fn grass_is_dense_dirt_less_so_and_deserts_have_a_quarter() {
        let heights = vec![200.0; SIDE * SIDE];
        let all = (TILES * TILES) as f32;
        let share = |tile: u8, elevation: u8, desert: bool| {
            let tiles = vec![tile; TILES * TILES];
            let wild = Wild { elevation, desert, ..wild(&heights, &tiles) };
            wild.plants(207, 213).len() as f32 / all
        };
        // Chances are 0.9, 0.2 and 0.05, times 0.4 or, at an elevation of 96, 0.75.
        assert!((share(GRASS, 10, false) - 0.36).abs() < 0.02);
        assert!((share(GRASS, 96, false) - 0.675).abs() < 0.02);
        assert!((share(DIRT, 10, false) - 0.08).abs() < 0.01);
        assert!((share(STONE, 10, false) - 0.02).abs() < 0.005);
        assert!((share(GRASS, 10, true) - 0.09).abs() < 0.01);
        // Pieces between two materials have none, nor has water.
        assert_eq!((share(0, 96, false), share(5, 96, false), share(0x4C, 96, false)), (0.0, 0.0, 0.0));
    }

    #[test]
    fn a_cell_is_the_same_whenever_it_is_made_and_unlike_its_neighbours() {
        let (heights, tiles) = (vec![200.0; SIDE * SIDE], vec![GRASS; TILES * TILES]);
        let wild = wild(&heights, &tiles);
        let plants = wild.plants(207, 213);
        assert_eq!(plants, wild.plants(207, 213));
        assert_ne!(plants, wild.plants(208, 213));
        assert_ne!(plants, wild.plants(213, 207));
        assert!(plants.iter().all(|plant| RECORDS.contains(&plant.record)));
        let kinds: std::collections::BTreeSet<u8> = plants.iter().map(|plant| plant.record).collect();
        assert_eq!(kinds.len(), 31);
    }

    #[test]
    fn nothing_grows_on_beaches_cliffs_and_near_towns_and_a_town_moves_no_other_tree() {
        let tiles = vec![GRASS; TILES * TILES];
        let low = vec![99.0; SIDE * SIDE];
        assert!(wild(&low, &tiles).plants(1, 1).is_empty());
        // 60 degrees to the east.
        let cliff: Vec<f32> = (0..SIDE * SIDE).map(|at| 200.0 + (at % SIDE) as f32 * 443.4).collect();
        assert!(wild(&cliff, &tiles).plants(1, 1).is_empty());
        let level = vec![200.0; SIDE * SIDE];
        let all = wild(&level, &tiles).plants(1, 1);
        let around = Wild { town: Some([[38, 38], [89, 89]]), ..wild(&level, &tiles) }.plants(1, 1);
        let outside = |plant: &&Plant| {
            let tile = [plant.foot.x / 256.0, plant.foot.z / -256.0];
            !tile.iter().all(|at| (34.0..=93.0).contains(at))
        };
        assert_eq!(around, all.iter().filter(outside).copied().collect::<Vec<_>>());
        assert!(around.len() < all.len());
    }

    #[test]
    fn plants_stand_on_the_south_west_corner_of_their_tile_sunk_by_the_slope() {
        let tiles = vec![GRASS; TILES * TILES];
        // 45 degrees: 45 / 70 of a metre, which is 40 units.
        let slope: Vec<f32> = (0..SIDE * SIDE).map(|at| 200.0 + (at % SIDE) as f32 * 256.0).collect();
        let plants = wild(&slope, &tiles).plants(3, 4);
        for plant in plants {
            let column = plant.foot.x / 256.0;
            assert_eq!((column.fract(), (plant.foot.z / 256.0).fract()), (0.0, 0.0));
            assert!((plant.foot.y - (200.0 + 256.0 * column - 45.0 / 70.0 * 40.0)).abs() < 0.05);
        }
    }
}
