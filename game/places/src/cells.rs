//! The cells of an overworld: too many to list, so that those around somebody are worked out from where they are.
//!
//! Two sizes of places lie over each other. *Cells* are what one walks in. *Sectors* are squares of cells as they
//! are seen from afar; each cell in them stands in for the real one until that has joined.

use load::daggerfall::{self, Layout};
use runtime::places::{Extent, Site, Wishes};

/// Cells that are so many cells away join.
const JOIN_CELLS: f64 = 0.6;
/// More cells away by which a place leaves than by which it joins.
const HOLD: f64 = 0.3;

/// Where the cells of an overworld are, and how far they are seen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cells {
    layout: Layout,
    /// Whole cells around the person's that are there.
    around: u8,
    /// Units up to which sectors are seen.
    sight: f64,
}

impl Cells {
    /// Around somebody there are so many cells in each direction, 1 to 4; sectors are seen for `sight` units.
    pub fn new(layout: Layout, around: u8, sight: f64) -> Self {
        Cells { layout, around: around.clamp(1, 4), sight }
    }

    /// How many places there are, numbered from 0: cells row by row from the north-west, then sectors.
    pub fn count(&self) -> usize {
        self.layout.cells() + self.layout.sectors()
    }

    /// A place by its number: where it lies, and the name of the world that is to be loaded for it.
    pub fn site(&self, number: usize) -> Option<Site> {
        let layout = &self.layout;
        let place = layout.place(number)?;
        let [x, z] = layout.origin(place);
        // Nobody walks in a sector.
        let side = daggerfall::CELL_UNITS as i32;
        let extent = (number < layout.cells()).then_some(Extent { min: [0, -side], max: [side, 0] });
        Some(Site { key: place.to_string(), origin: [x, 0, z], extent })
    }

    /// The number of a place.
    pub fn number(&self, key: &str) -> Option<usize> {
        self.layout.number(key.parse().ok()?)
    }

    /// The number of a place that one walks in.
    pub fn cell(&self, key: &str) -> Option<usize> {
        self.number(key).filter(|number| *number < self.layout.cells())
    }

    /// Units between a position of the whole world and a place, 0 in it.
    pub fn distance(&self, at: [i64; 3], number: usize) -> Option<i64> {
        self.layout.distance(at, number)
    }

    /// Who should join and who may leave when the person is at a position of the whole world; `is_here` says by
    /// number which places are there, `here` are all that are there.
    pub fn wishes(&self, at: [i64; 3], here: impl Iterator<Item = usize>) -> Wishes {
        self.wishes_within(at, 0.0, here)
    }

    /// As [`Cells::wishes`], where places join so many units farther away than they do.
    pub fn wishes_within(&self, at: [i64; 3], more: f64, here: impl Iterator<Item = usize>) -> Wishes {
        let mut wishes = Wishes::default();
        let here: Vec<usize> = here.collect();
        let unit = daggerfall::CELL_UNITS as f64;
        let near = (f64::from(self.around) - 1.0 + JOIN_CELLS) * unit;
        let mut found: Vec<(i64, usize)> = Vec::new();
        let cells = self.layout.cells();
        for (reach, places) in [(near, 0..cells), (self.sight, cells..self.count())] {
            let around = self.layout.around(at, reach + more, places.start > 0);
            found.extend(around.into_iter().filter(|(_, number)| !here.contains(number)));
        }
        // Land that is stood on first, then what is nearest.
        found.sort_unstable_by_key(|(away, number)| (*number >= cells, *away, *number));
        wishes.join.extend(found.into_iter().map(|(_, number)| number));
        let far =
            |number: usize| if number < cells { near + HOLD * unit } else { self.sight + HOLD * 8.0 * unit };
        let left = here.iter().copied().filter(|number| {
            self.layout.distance(at, *number).is_some_and(|away| away as f64 > far(*number))
        });
        wishes.leave.extend(left);
        wishes.leave.sort_unstable();
        wishes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MAP: Layout = Layout { width: 1000, height: 500 };

    fn names(cells: &Cells, numbers: &[usize]) -> Vec<String> {
        numbers.iter().map(|number| cells.site(*number).unwrap().key).collect()
    }

    #[test]
    fn around_somebody_are_the_nearest_cells_and_the_sectors_in_sight() {
        let cells = Cells::new(MAP, 1, 200_000.0);
        let middle = |cell: [i64; 2]| [cell[0] * 32_768 + 16_384, 0, (cell[1] - 499) * 32_768 - 16_384];
        let wishes = cells.wishes(middle([207, 213]), std::iter::empty());
        let first = names(&cells, &wishes.join[..9]);
        assert_eq!(first[0], "207,213");
        for x in 206..=208 {
            for y in 212..=214 {
                assert!(first.contains(&format!("{x},{y}")), "{first:?}");
            }
        }
        let sectors = names(&cells, &wishes.join[9..]);
        assert_eq!(sectors[0], "far 25,26");
        assert!(sectors.iter().all(|name| name.starts_with("far ")), "{sectors:?}");
        assert!((4..=16).contains(&sectors.len()), "{sectors:?}");
    }

    #[test]
    fn whoever_walks_to_and_fro_loads_nothing_twice() {
        let cells = Cells::new(MAP, 1, 1.0);
        let number = cells.number("208,213").unwrap();
        // So far west of the eastern neighbour's edge.
        let at = |west: i64| [208 * 32_768 - west, 0, (213 - 499) * 32_768 - 16_384];
        assert!(cells.wishes(at(19_000), std::iter::empty()).join.contains(&number));
        assert!(!cells.wishes(at(20_000), std::iter::empty()).join.contains(&number));
        assert!(cells.wishes(at(29_000), [number].into_iter()).leave.is_empty());
        assert_eq!(cells.wishes(at(30_000), [number].into_iter()).leave, [number]);
    }

    #[test]
    fn however_far_somebody_goes_only_so_many_places_are_there() {
        let cells = Cells::new(MAP, 1, 230_000.0);
        let mut here: Vec<usize> = Vec::new();
        let (mut most, mut joined) = ([0, 0], 0);
        // From the south-west corner to the north-east one, 400 metres at a time.
        for step in 0..1500_i64 {
            let at = [step * 16_000, 0, -step * 10_000];
            let wishes = cells.wishes(at, here.iter().copied());
            here.retain(|number| !wishes.leave.contains(number));
            joined += wishes.join.len();
            here.extend(wishes.join);
            let sectors = here.iter().filter(|number| **number >= MAP.cells()).count();
            most = [most[0].max(here.len() - sectors), most[1].max(sectors)];
        }
        assert!(most[0] <= 16 && most[1] <= 16, "{most:?}");
        assert!(joined > 1500, "{joined}");
    }

    #[test]
    fn the_map_ends_in_its_corners() {
        let cells = Cells::new(MAP, 1, 100.0);
        // The north-western corner: three neighbours, and its sector.
        let wishes = cells.wishes([20_000, 0, -499 * 32_768 - 10_000], std::iter::empty());
        assert_eq!(names(&cells, &wishes.join), ["0,0", "0,1", "1,0", "1,1", "far 0,0"]);
        assert_eq!(cells.site(0).unwrap().origin, [0, 0, -499 * 32_768]);
        let corner = cells.site(cells.number("999,499").unwrap()).unwrap();
        assert_eq!(corner.origin, [999 * 32_768, 0, 0]);
        assert!(cells.number("1000,3").is_none() && cells.number("c1").is_none());
        let beyond = cells.wishes([-10_000_000, 0, 5_000_000], std::iter::empty());
        assert!(beyond.join.is_empty());
    }
}
