//! Which region each cell is of. Source: `docs/spec/daggerfall.md`, "3. CLIMATE.PAK and POLITIC.PAK **[O]**".

use super::overworld::{optional, usable};
use binary::{Finding, Mode};
use daggerfall::climate;
use daggerfall::maps::REGION_NAMES;
use daggerfall::pak::{self, Grid};
use vfs::Vfs;

/// The regions of a map; none without their file.
#[derive(Clone, Debug, Default)]
pub struct Regions(Option<Grid>);

impl Regions {
    /// Those of a file, which may be missing.
    pub fn read(vfs: &Vfs, address: &str, findings: &mut Vec<Finding>) -> Self {
        let bytes = optional(vfs, address, "cells have no regions", findings);
        let pak = bytes.and_then(|bytes| usable(pak::read(&bytes, Mode::Lenient), address, findings));
        Regions(pak.map(|pak| pak.grid()))
    }

    /// The number of the region of a cell; `None` at sea.
    pub fn number(&self, [x, y]: [i32; 2]) -> Option<usize> {
        climate::region(self.0.as_ref()?.at(x, y))
    }

    /// What that region is called.
    pub fn name(&self, cell: [i32; 2]) -> Option<&'static str> {
        REGION_NAMES.get(self.number(cell)?).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use daggerfall::climate::OPEN_SEA;
    use daggerfall::pak::Pak;

    #[test]
    fn a_region_is_its_value_less_128_and_the_sea_has_none() {
        let pak = Pak::new(|x, _| match x {
            0..=9 => OPEN_SEA,
            10..=19 => 128 + 17,
            _ => 128 + 62,
        });
        let regions = Regions(Some(pak.grid()));
        assert_eq!(regions.name([9, 3]), None);
        assert_eq!(regions.name([10, 3]), Some("Daggerfall"));
        // There is no region 62.
        assert_eq!(regions.name([20, 3]), None);
        assert_eq!(Regions::default().name([10, 3]), None);
    }
}
