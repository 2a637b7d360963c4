//! Where whoever travels to a cell arrives: outside of its town, on the side that they come from, at the nearest
//! place that its blocks say, and looking at it; in the middle of wild land.
//! Source: `docs/spec/daggerfall.md`, "9. Nature, sky, time, movement".

use super::cell::Cell;
use super::streets;
use super::terrain::{self, CELL, Relief, TILE};
use glam::Vec3;

/// A tenth of a block: how far outside of a town one arrives.
const OUTSIDE: f32 = 410.0;

/// The side of a cell that somebody comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The west.
    West,
    /// The east.
    East,
    /// The south; also of who comes from nowhere.
    South,
    /// The north.
    North,
}

impl Side {
    /// The side of a cell that another one lies on, both from the west and from the north: along the longer way.
    pub fn towards(from: [i32; 2], to: [i32; 2]) -> Self {
        let [east, south] = [0, 1].map(|axis| i64::from(from[axis]) - i64::from(to[axis]));
        match (east.abs() > south.abs(), east > 0, south < 0) {
            (true, true, _) => Side::East,
            (true, false, _) => Side::West,
            (false, _, true) => Side::North,
            (false, _, false) => Side::South,
        }
    }
}

/// Where somebody arrives, in the engine's axes from the south-west corner of the cell.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Arrival {
    /// The feet, a little above the ground.
    pub feet: Vec3,
    /// Radians, 0 to the north and growing to the left.
    pub yaw: f32,
}

/// Where somebody arrives in a cell who comes from a side. Where there is the sea, it is the shore on the way to the
/// middle, or that of another side.
pub fn arrival(cell: &Cell, side: Side) -> Arrival {
    let shore = |side: Side| {
        let (at, looks_at) = spot(cell, side);
        let on_the_way =
            |step: u8| [0, 1].map(|axis| at[axis] + (looks_at[axis] - at[axis]) * f32::from(step) / 16.0);
        let dry = (0..13).map(on_the_way).find(|at| !terrain::is_water(&cell.tiles, *at))?;
        Some((dry, looks_at))
    };
    let dry = [side, Side::South, Side::West, Side::East, Side::North].into_iter().find_map(shore);
    let ([east, north], looks_at) = dry.unwrap_or_else(|| spot(cell, side));
    Arrival {
        feet: Vec3::new(east, Relief(&cell.relief).height(east, north) + TILE, -north),
        yaw: libm::atan2f(east - looks_at[0], looks_at[1] - north),
    }
}

/// The place for who comes from a side, and the one to look at: east and north of the south-west corner.
fn spot(cell: &Cell, side: Side) -> ([f32; 2], [f32; 2]) {
    let town = cell.town.as_ref();
    let Some([low, high]) = town.and_then(|town| town.rectangle) else {
        return ([CELL / 2.0; 2], [CELL / 2.0, CELL]);
    };
    let middle = [0, 1].map(|axis| (low[axis] + high[axis] + 1) as f32 / 2.0 * TILE);
    let before = |axis: usize| (low[axis] as f32 * TILE - OUTSIDE).max(TILE);
    let behind = |axis: usize| ((high[axis] + 1) as f32 * TILE + OUTSIDE).min(CELL - TILE);
    let outside = match side {
        Side::West => [before(0), middle[1]],
        Side::East => [behind(0), middle[1]],
        Side::South => [middle[0], before(1)],
        Side::North => [middle[0], behind(1)],
    };
    let away = |at: &[f32; 2]| {
        let [x, y] = [at[0] - outside[0], at[1] - outside[1]];
        x * x + y * y
    };
    let marked = town.map(streets::arrivals).unwrap_or_default();
    let nearest = marked.into_iter().min_by(|a, b| away(a).total_cmp(&away(b)));
    (nearest.unwrap_or(outside), middle)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_side_is_that_of_the_longer_way_and_north_is_up_the_map() {
        let to = [100, 100];
        for (from, side) in [
            ([90, 95], Side::West),
            ([111, 100], Side::East),
            ([100, 100], Side::South),
            ([105, 120], Side::South),
            ([101, 98], Side::North),
        ] {
            assert_eq!(Side::towards(from, to), side, "{from:?}");
        }
    }
}
