//! The whole map as a picture, a pixel for each cell: land by climate and height, lit from the north-west, the sea
//! by depth, and the borders of regions.
//!
//! The game has pictures of its own for this, which are optional: what the other files say serves as well.
//! Source: `docs/spec/daggerfall.md`, "9. Nature, sky, time, movement".

use super::overworld::Overworld;
use daggerfall::maps::REGION_NAMES;
use std::collections::BTreeMap;
use world::Image;

/// Elevations up to this are sea.
const SEA: u8 = 2;
/// Colours of the sea: at the coast and far out.
const WATER: [[f32; 3]; 2] = [[64.0, 104.0, 132.0], [38.0, 66.0, 96.0]];
/// Elevation from which on mountains are bare.
const BARE: f32 = 70.0;
/// The colour of bare mountains.
const ROCK: [f32; 3] = [150.0, 146.0, 140.0];
/// The colour of borders, and how much of it covers the land.
const BORDER: [f32; 3] = [70.0, 40.0, 28.0];
const BORDER_SHARE: f32 = 0.6;
/// How strongly slopes are lit.
const RELIEF: f32 = 0.035;

/// Longest side of the picture: graphics cards take no longer ones. The game's map has 1000 cells.
const LONGEST: i32 = 2048;

/// A map of the whole overworld.
#[derive(Clone, Debug, PartialEq)]
pub struct Chart {
    /// A pixel for each cell, row by row from the north-west; of maps that are too long for that only every second
    /// cell, or third.
    pub image: Image,
    /// Cells from west to east and from north to south.
    pub cells: [u32; 2],
    /// Regions, and the middle of their land in cells from the west and from the north.
    pub regions: Vec<(&'static str, [f32; 2])>,
}

impl Overworld {
    /// The whole map as a picture.
    pub fn chart(&self) -> Chart {
        let layout = self.layout();
        let step = (layout.width.max(layout.height) - 1) / LONGEST + 1;
        let [width, height] = [layout.width, layout.height].map(|cells| (cells - 1) / step + 1);
        let cells = (0..height).flat_map(|y| (0..width).map(move |x| [x * step, y * step]));
        let rgba = cells.flat_map(|cell| {
            let [r, g, b] = self.color(cell).map(|channel| channel.clamp(0.0, 255.0) as u8);
            [r, g, b, 255]
        });
        let image = Image { width: width as u32, height: height as u32, rgba: rgba.collect() };
        let cells = [layout.width, layout.height].map(|cells| cells as u32);
        Chart { image, cells, regions: self.region_middles() }
    }

    fn region_middles(&self) -> Vec<(&'static str, [f32; 2])> {
        let layout = self.layout();
        let mut sums: BTreeMap<usize, [f32; 3]> = BTreeMap::new();
        for y in 0..layout.height {
            for x in 0..layout.width {
                let Some(number) = self.regions.number([x, y]) else { continue };
                if self.elevations.at(x, y) > SEA {
                    let sum = sums.entry(number).or_default();
                    (sum[0], sum[1], sum[2]) = (sum[0] + x as f32, sum[1] + y as f32, sum[2] + 1.0);
                }
            }
        }
        let middle = |(number, [x, y, count]): (&usize, &[f32; 3])| {
            Some((*REGION_NAMES.get(*number)?, [x / count + 0.5, y / count + 0.5]))
        };
        sums.iter().filter_map(middle).collect()
    }

    fn color(&self, [x, y]: [i32; 2]) -> [f32; 3] {
        let height = |x: i32, y: i32| f32::from(self.elevations.at(x, y));
        if self.elevations.at(x, y) <= SEA {
            let coast =
                (-3..=3).any(|by| self.elevations.at(x + by, y) > SEA || self.elevations.at(x, y + by) > SEA);
            return WATER[usize::from(!coast)];
        }
        let land = land(self.climates.at(x, y));
        let bare = ((height(x, y) - BARE * 0.5) / (BARE * 0.5)).clamp(0.0, 1.0);
        let land: [f32; 3] = std::array::from_fn(|at| land[at] * (1.0 - bare) + ROCK[at] * bare);
        // Light falls from the upper left, as on most maps.
        let lit = height(x, y) - (height(x - 1, y) + height(x, y - 1)) * 0.5;
        let light = (1.0 + lit * RELIEF).clamp(0.6, 1.35);
        let share = if self.is_border([x, y]) { BORDER_SHARE } else { 0.0 };
        std::array::from_fn(|at| land[at] * light * (1.0 - share) + BORDER[at] * share)
    }

    /// True for a cell of land whose eastern or southern neighbour on land is of another region.
    fn is_border(&self, [x, y]: [i32; 2]) -> bool {
        let here = self.regions.number([x, y]);
        let other = |x: i32, y: i32| {
            let there = self.regions.number([x, y]);
            self.elevations.at(x, y) > SEA && there.is_some() && here.is_some() && there != here
        };
        other(x + 1, y) || other(x, y + 1)
    }
}

/// The colour of low land in a climate, by its value in CLIMATE.PAK.
fn land(climate: u8) -> [f32; 3] {
    match climate {
        224 | 225 => [196.0, 172.0, 116.0],
        226 => [136.0, 134.0, 116.0],
        227 => [70.0, 112.0, 62.0],
        228 => [92.0, 104.0, 66.0],
        229 => [164.0, 156.0, 92.0],
        230 => [108.0, 124.0, 88.0],
        232 => [88.0, 100.0, 78.0],
        _ => [104.0, 132.0, 74.0],
    }
}

#[cfg(test)]
mod tests {
    use super::super::overworld::tests::{island, land as install};

    #[test]
    fn the_map_shows_land_and_sea_where_they_are_and_north_is_up() {
        let (_folder, vfs, request) = install(island);
        let (overworld, _) = request.land.open(&vfs, &request.container).unwrap();
        let image = overworld.chart().image;
        assert_eq!((image.width, image.height), (10, 9));
        let at = |x: usize, y: usize| &image.rgba[(y * 10 + x) * 4..][..3];
        // The island is around cell 4,4; three cells from its middle is the sea, which is blue.
        let is_sea = |pixel: &[u8]| pixel[2] > pixel[1] && pixel[1] > pixel[0];
        assert!(is_sea(at(1, 4)) && is_sea(at(9, 0)) && !is_sea(at(4, 4)) && !is_sea(at(3, 5)));
        // Its north-western slopes are brighter than the south-eastern ones.
        assert!(at(3, 3)[1] > at(5, 5)[1], "{:?} {:?}", at(3, 3), at(5, 5));
    }
}
