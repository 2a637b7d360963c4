//! The climates of a map, with that of the land carried out to sea: beaches and shallow water look like the coast
//! that they belong to.
//! Source: `docs/spec/daggerfall.md`, "The surface Daggerfall Unity shows **[O]** (without the noise term)".

use daggerfall::climate::OCEAN;

/// The value of woodlands, which every unknown one counts as.
const WOODLANDS: u8 = 231;
/// How many pixels out to sea the climate of the land reaches.
const COAST: usize = 2;

/// The values of a map's pixels, row by row from the north-west, after the sea along coasts took those of its land.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Climates {
    width: usize,
    values: Vec<u8>,
}

impl Climates {
    /// From the values of the file; `value` gives that of the pixel at x from the west, y from the north.
    pub fn new(width: usize, height: usize, value: impl Fn(usize, usize) -> u8) -> Self {
        let values = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
        let values = values.map(|(x, y)| value(x, y)).collect();
        let mut climates = Climates { width, values };
        for _ in 0..COAST {
            climates.spread();
        }
        climates
    }

    /// One climate everywhere.
    pub fn plain(width: usize, height: usize) -> Self {
        Climates { width, values: vec![WOODLANDS; width * height] }
    }

    /// The value of a pixel, or of the nearest one of the map.
    pub fn at(&self, x: i32, y: i32) -> u8 {
        let height = self.values.len() / self.width.max(1);
        let inside = |place: i32, size: usize| (place.max(0) as usize).min(size.saturating_sub(1));
        let index = inside(y, height) * self.width + inside(x, self.width);
        self.values.get(index).copied().unwrap_or(WOODLANDS)
    }

    /// Every pixel of the sea that touches land takes the climate of that land: of the first neighbour that is
    /// none of the sea, row by row from the north-west.
    fn spread(&mut self) {
        let height = self.values.len() / self.width.max(1);
        let before = self.values.clone();
        for y in 0..height {
            for x in 0..self.width {
                let here = y * self.width + x;
                if before[here] != OCEAN {
                    continue;
                }
                let rows = y.saturating_sub(1)..(y + 2).min(height);
                let columns = x.saturating_sub(1)..(x + 2).min(self.width);
                let mut around = rows.flat_map(|row| columns.clone().map(move |column| (column, row)));
                let land = around.find_map(|(column, row)| {
                    Some(before[row * self.width + column]).filter(|value| *value != OCEAN)
                });
                self.values[here] = land.unwrap_or(OCEAN);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sea_two_pixels_off_a_coast_has_the_climate_of_its_land() {
        // Land of climate 226 at x = 0, sea beyond.
        let climates = Climates::new(6, 1, |x, _| if x == 0 { 226 } else { OCEAN });
        let row: Vec<u8> = (0..6).map(|x| climates.at(x, 0)).collect();
        assert_eq!(row, [226, 226, 226, OCEAN, OCEAN, OCEAN]);
        assert_eq!(climates.at(-5, 9), 226);
        assert_eq!(Climates::plain(4, 4).at(2, 2), WOODLANDS);
    }
}
