//! How the land under a town is levelled. Source: `docs/spec/daggerfall.md`, "5. MAPS.BSA **[O]** (named)".

use super::ground::TILES;
use super::nature::Rectangle;
use daggerfall::woods::land::SIDE;

/// The kind of a location that is a city.
const CITY: u8 = 0;

/// The tiles that a town levels, from its lowest to its highest column and row: those that show ground of its own
/// (`own`), and some around them. What would reach the edge of the cell is kept a tile off it, so that neighbours
/// meet. `None` without ground of its own.
pub fn rectangle(own: impl Iterator<Item = [i32; 2]>, kind: u8) -> Option<Rectangle> {
    let mut found: Option<Rectangle> = None;
    for tile in own {
        let [low, high] = found.get_or_insert([tile, tile]);
        for axis in 0..2 {
            low[axis] = low[axis].min(tile[axis]);
            high[axis] = high[axis].max(tile[axis]);
        }
    }
    let around = if kind == CITY { 3 } else { 2 };
    let last = TILES as i32 - 1;
    found.map(|[low, high]| {
        [low.map(|at| (at - around).clamp(1, last)), high.map(|at| (at + around).clamp(1, last))]
    })
}

/// Levels a rectangle to the mean of all heights of the cell, which it gives; towards the edges of the cell the
/// land goes over into what it was.
pub fn level(heights: &mut [f32], [low, high]: Rectangle) -> f32 {
    let sum: f64 = heights.iter().map(|height| f64::from(*height)).sum();
    let mean = (sum / heights.len().max(1) as f64) as f32;
    let share = |at: usize, axis: usize| {
        let at = at as f32 / TILES as f32;
        let (from, to) = (low[axis] as f32 / TILES as f32, high[axis] as f32 / TILES as f32);
        if at < from {
            at / from
        } else if at > to {
            (1.0 - at) / (1.0 - to)
        } else {
            1.0
        }
    };
    let across: [f32; SIDE] = std::array::from_fn(|column| share(column, 0));
    for (row, line) in heights.chunks_exact_mut(SIDE).enumerate() {
        let along = share(row, 1);
        for (height, across) in line.iter_mut().zip(across) {
            let part = across * along;
            // All of it is the mean exactly, whatever rounding would make of it.
            *height = if part == 1.0 { mean } else { *height + (mean - *height) * part };
        }
    }
    mean
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_village_gets_two_tiles_around_it_and_a_city_three() {
        let tiles = || [[40, 50], [87, 60], [60, 87]].into_iter();
        assert_eq!(rectangle(tiles(), 2), Some([[38, 48], [89, 89]]));
        assert_eq!(rectangle(tiles(), 0), Some([[37, 47], [90, 90]]));
        assert_eq!(rectangle(std::iter::empty(), 0), None);
        // A city that fills its cell stays off the edge.
        assert_eq!(rectangle([[0, 0], [127, 127]].into_iter(), 0), Some([[1, 1], [127, 127]]));
    }

    #[test]
    fn inside_is_the_mean_and_the_edge_stays_wild() {
        // From 0 in the west to 128 in the east: the mean is 64.
        let wild: Vec<f32> = (0..SIDE * SIDE).map(|at| (at % SIDE) as f32).collect();
        let mut heights = wild.clone();
        assert_eq!(level(&mut heights, [[32, 32], [96, 96]]), 64.0);
        let at = |column: usize, row: usize| heights[row * SIDE + column];
        for (column, row) in [(32, 32), (64, 64), (96, 96), (32, 96)] {
            assert_eq!(at(column, row), 64.0);
        }
        for edge in 0..SIDE {
            for (column, row) in [(0, edge), (128, edge), (edge, 0), (edge, 128)] {
                assert_eq!(at(column, row), wild[row * SIDE + column], "{column} {row}");
            }
        }
        // Half way to the western edge half of the way to the mean: 16 + (64 - 16) / 2.
        assert_eq!(at(16, 64), 40.0);
        // In the corner a quarter: 112 + (64 - 112) / 4.
        assert_eq!(at(112, 112), 100.0);
    }
}
