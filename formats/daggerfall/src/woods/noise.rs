//! The land as published notes have it: each control height is a signed number added to the elevation
//! byte, which gives a map of 5 x 5 points for each pixel. Source: `docs/spec/daggerfall.md`,
//! "2. WOODS.WLD", and the notes on WOODS.WLD that it names.

use super::land::{Heights, SIDE, UNIT};
use super::{Elevations, Woods};

/// Values up to this are water.
pub const WATER: i32 = 2;
/// World units of a step of the map.
pub const STEP: f32 = 11.0;

/// A point of the map of 5 x 5 points for each pixel: columns from the west, rows from the north, those
/// beyond the map as its nearest point.
pub fn value(elevations: &Elevations, woods: &Woods, column: i32, row: i32) -> i32 {
    let inside = |place: i32, size: usize| place.clamp(0, (5 * size.max(1)) as i32 - 1);
    let (column, row) = (inside(column, woods.width()), inside(row, woods.height()));
    let (x, y) = (column / 5, row / 5);
    let control = woods.controls(x, y)[(5 * (row % 5) + column % 5) as usize];
    i32::from(elevations.at(x, y)) + i32::from(control as i8)
}

/// The heights of a pixel in metres, with the sea at 0. The points of the map stand in the middle of the
/// fifths of a pixel, and the land is straight between them.
pub fn heights(elevations: &Elevations, woods: &Woods, px: i32, py: i32, step: f32) -> Heights {
    // The points from one before the pixel to one behind it.
    let points: [[f32; 7]; 7] = std::array::from_fn(|row| {
        std::array::from_fn(|column| {
            let (column, row) = (5 * px + column as i32 - 1, 5 * py + row as i32 - 1);
            let value = value(elevations, woods, column, row);
            (value.max(WATER) - WATER) as f32 * step * UNIT
        })
    });
    // In 256ths of a fifth from the point before the pixel, so that neighbours agree on their edge.
    let places: [(usize, f32); SIDE] = std::array::from_fn(|index| {
        let place = 10 * index + 128;
        (place / 256, (place % 256) as f32 / 256.0)
    });
    let mut heights = Heights::new();
    for (row, (up, north)) in places.into_iter().rev().enumerate() {
        for (column, (across, east)) in places.into_iter().enumerate() {
            let line = |row: usize| mix(points[row][across], points[row][across + 1], east);
            heights.set(column, row, mix(line(up), line(up + 1), north));
        }
    }
    heights
}

fn mix(from: f32, to: f32, share: f32) -> f32 {
    from * (1.0 - share) + to * share
}
