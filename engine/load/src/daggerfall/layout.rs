//! Where the cells of a map lie in the whole world, and the sectors that show them from afar: their names, their
//! numbers, their origins in whole units.
//! Source: `docs/spec/daggerfall.md`, "1. World frame and units".

use std::fmt;
use std::str::FromStr;

/// Units along an edge of a cell.
pub const CELL_UNITS: i64 = 32_768;
/// Cells along an edge of a sector.
pub const SECTOR_CELLS: i32 = 8;

/// A place of an overworld.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PlaceName {
    /// A cell of the map: from the west, from the north. Written `207,213`.
    Cell([i32; 2]),
    /// A sector: from the west, from the north. Written `far 25,26`.
    Sector([i32; 2]),
}

/// What a sector's name starts with.
const FAR: &str = "far ";

impl fmt::Display for PlaceName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlaceName::Cell([x, y]) => write!(f, "{x},{y}"),
            PlaceName::Sector([x, y]) => write!(f, "{FAR}{x},{y}"),
        }
    }
}

/// A text names neither a cell nor a sector.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotAPlace;

impl FromStr for PlaceName {
    type Err = NotAPlace;

    fn from_str(text: &str) -> Result<Self, NotAPlace> {
        let (is_far, numbers) = text.strip_prefix(FAR).map_or((false, text), |numbers| (true, numbers));
        let (x, y) = numbers.split_once(',').ok_or(NotAPlace)?;
        let number = |text: &str| text.trim().parse::<u16>().map(i32::from).map_err(|_| NotAPlace);
        let at = [number(x)?, number(y)?];
        Ok(if is_far { PlaceName::Sector(at) } else { PlaceName::Cell(at) })
    }
}

/// How many cells a map has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    /// Cells from west to east.
    pub width: i32,
    /// Cells from north to south.
    pub height: i32,
}

impl Layout {
    /// Number of cells.
    pub fn cells(&self) -> usize {
        self.width as usize * self.height as usize
    }

    /// Number of sectors.
    pub fn sectors(&self) -> usize {
        let [across, down] = self.in_sectors();
        across as usize * down as usize
    }

    fn in_sectors(&self) -> [i32; 2] {
        [self.width, self.height].map(|cells| (cells + SECTOR_CELLS - 1) / SECTOR_CELLS)
    }

    /// The place of a number: cells row by row from the north-west, then sectors.
    pub fn place(&self, number: usize) -> Option<PlaceName> {
        let at = |number: usize, across: i32| {
            [(number % across as usize) as i32, (number / across as usize) as i32]
        };
        match number.checked_sub(self.cells()) {
            None => Some(PlaceName::Cell(at(number, self.width))),
            Some(sector) if sector < self.sectors() => {
                Some(PlaceName::Sector(at(sector, self.in_sectors()[0])))
            }
            Some(_) => None,
        }
    }

    /// The number of a place of this map.
    pub fn number(&self, place: PlaceName) -> Option<usize> {
        let (at, size, before) = match place {
            PlaceName::Cell(at) => (at, [self.width, self.height], 0),
            PlaceName::Sector(at) => (at, self.in_sectors(), self.cells()),
        };
        let inside = (0..2).all(|axis| (0..size[axis]).contains(&at[axis]));
        inside.then(|| before + at[1] as usize * size[0] as usize + at[0] as usize)
    }

    /// The cells of a sector that are on the map.
    pub fn cells_of(&self, sector: [i32; 2]) -> impl Iterator<Item = [i32; 2]> {
        let [first_x, first_y] = sector.map(|at| at * SECTOR_CELLS);
        let (width, height) = (self.width, self.height);
        let rows = first_y..(first_y + SECTOR_CELLS).min(height);
        rows.flat_map(move |y| (first_x..(first_x + SECTOR_CELLS).min(width)).map(move |x| [x, y]))
    }

    /// The south-west corner of a place in the engine's axes, x and z.
    pub fn origin(&self, place: PlaceName) -> [i64; 2] {
        let [x, y] = match place {
            PlaceName::Cell(at) => at,
            PlaceName::Sector([x, y]) => [x * SECTOR_CELLS, y * SECTOR_CELLS + SECTOR_CELLS - 1],
        };
        [i64::from(x) * CELL_UNITS, i64::from(y - (self.height - 1)) * CELL_UNITS]
    }

    /// West, north, east and south of a place.
    fn edges(&self, place: PlaceName) -> [i64; 4] {
        let side = match place {
            PlaceName::Cell(_) => CELL_UNITS,
            PlaceName::Sector(_) => CELL_UNITS * i64::from(SECTOR_CELLS),
        };
        let [west, south] = self.origin(place);
        [west, south - side, west + side, south]
    }

    /// Units between a position of the whole world and a place, along the axis in which it is farther away; 0 in
    /// it.
    pub fn distance(&self, at: [i64; 3], number: usize) -> Option<i64> {
        let [west, north, east, south] = self.edges(self.place(number)?);
        let gap = |low: i64, at: i64, high: i64| low.saturating_sub(at).max(at.saturating_sub(high)).max(0);
        Some(gap(west, at[0], east).max(gap(north, at[2], south)))
    }

    /// The cells, or the sectors, within `reach` units of a position, each with its distance.
    pub fn around(&self, at: [i64; 3], reach: f64, sectors: bool) -> Vec<(i64, usize)> {
        let (side, size) = match sectors {
            false => (CELL_UNITS, [self.width, self.height]),
            true => (CELL_UNITS * i64::from(SECTOR_CELLS), self.in_sectors()),
        };
        // The north-western corner of the map.
        let top = -i64::from(self.height) * CELL_UNITS;
        let reach = reach.max(0.0) as i64;
        let range = |at: i64, count: i32| {
            let from = at.saturating_sub(reach).saturating_sub(1).div_euclid(side);
            let to = at.saturating_add(reach).div_euclid(side);
            (from.clamp(0, i64::from(count)) as i32)..(to.saturating_add(1).clamp(0, i64::from(count)) as i32)
        };
        let mut found = Vec::new();
        for y in range(at[2].saturating_sub(top), size[1]) {
            for x in range(at[0], size[0]) {
                let place = if sectors { PlaceName::Sector([x, y]) } else { PlaceName::Cell([x, y]) };
                let Some(number) = self.number(place) else { continue };
                let away = self.distance(at, number).filter(|away| *away <= reach);
                found.extend(away.map(|away| (away, number)));
            }
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MAP: Layout = Layout { width: 1000, height: 500 };

    #[test]
    fn places_have_names_and_numbers_and_back() {
        for (number, name) in
            [(0, "0,0"), (999, "999,0"), (1000, "0,1"), (499_999, "999,499"), (500_000, "far 0,0")]
        {
            assert_eq!(MAP.place(number).unwrap().to_string(), name);
            assert_eq!(MAP.number(name.parse().unwrap()), Some(number));
        }
        assert_eq!((MAP.cells(), MAP.sectors()), (500_000, 125 * 63));
        assert_eq!(MAP.place(500_000 + 125 * 63), None);
        for name in ["", "1", "a,b", "1,2,3", "-1,4", "far", "1000,0", "0,500"] {
            assert_eq!(name.parse().ok().and_then(|place| MAP.number(place)), None, "{name}");
        }
    }

    #[test]
    fn the_south_western_cell_is_at_the_origin_and_north_is_minus_z() {
        assert_eq!(MAP.origin(PlaceName::Cell([0, 499])), [0, 0]);
        assert_eq!(MAP.origin(PlaceName::Cell([1, 498])), [32_768, -32_768]);
        // The sector of its eight by eight cells begins at its south-western one.
        assert_eq!(MAP.origin(PlaceName::Sector([25, 26])), MAP.origin(PlaceName::Cell([200, 215])));
        assert_eq!(MAP.cells_of([25, 26]).count(), 64);
        // The last row of sectors is half on the map.
        assert_eq!(MAP.cells_of([0, 62]).count(), 32);
    }

    #[test]
    fn distances_are_to_the_nearest_edge() {
        let at = |x: i64, north: i64| [x, 0, -north];
        let cell = |x, y| MAP.number(PlaceName::Cell([x, y])).unwrap();
        assert_eq!(MAP.distance(at(100, 100), cell(0, 499)), Some(0));
        assert_eq!(MAP.distance(at(100, 100), cell(1, 499)), Some(32_668));
        assert_eq!(MAP.distance(at(100, 100), cell(0, 498)), Some(32_668));
        assert_eq!(MAP.distance(at(i64::MIN, 0), cell(0, 499)), Some(i64::MAX));
        let near: Vec<usize> = MAP.around(at(100, 100), 100.0, false).into_iter().map(|(_, at)| at).collect();
        assert_eq!(near, [cell(0, 499)]);
        assert_eq!(MAP.around(at(100, 100), 32_668.0, false).len(), 4);
    }
}
