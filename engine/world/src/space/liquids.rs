//! Regions of liquid, found by the column that they lie in. A level of a Zipper game has one for each polygon of
//! water, which is thousands, and everything that drives or flies asks several times a tick.

use super::tree::BoxTree;
use crate::{Region, RegionShape};
use glam::Vec3;

/// An index over the liquids of a scene.
#[derive(Debug, Default)]
pub(super) struct Liquids {
    tree: BoxTree,
    /// Rooms, and boxes that are NaN or infinite: every question looks at them.
    everywhere: Vec<u32>,
    /// How many regions the scene had.
    regions: usize,
}

impl Liquids {
    /// The index of the liquids among the regions of a scene.
    pub fn new(regions: &[Region]) -> Self {
        let mut liquids = Liquids { regions: regions.len(), ..Liquids::default() };
        let mut boxes = Vec::new();
        for (number, region) in (0..).zip(regions).filter(|(_, region)| region.kind.is_liquid()) {
            let bounds = match &region.shape {
                RegionShape::Box(bounds) | RegionShape::Below(bounds) => Some(bounds),
                RegionShape::Hull(hull) => Some(&hull.bounds),
                RegionShape::Leafs(_) => None,
            };
            match bounds.filter(|bounds| bounds.min.is_finite() && bounds.max.is_finite()) {
                Some(bounds) => boxes.push((*bounds, number)),
                None => liquids.everywhere.push(number),
            }
        }
        liquids.tree.build(&mut boxes, |_, _| ());
        liquids
    }

    /// True for regions that are as many as those it was made for.
    pub fn fits(&self, regions: &[Region]) -> bool {
        self.regions == regions.len()
    }

    /// Numbers of the liquids that may be above or below a place, each once.
    pub fn at(&self, x: f32, z: f32, mut each: impl FnMut(u32)) {
        self.tree.visit(Vec3::ZERO, |bounds| bounds.covers_column(x, z), &mut each);
        self.everywhere.iter().for_each(|number| each(*number));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Aabb, RegionKind};

    #[test]
    fn liquids_are_found_by_their_column_and_rooms_always() {
        let sheet = |x: f32, kind| {
            let bounds = Aabb { min: Vec3::new(x, 0.0, 0.0), max: Vec3::new(x + 1.0, 1.0, 1.0) };
            Region::of_box(kind, bounds)
        };
        let mut regions: Vec<Region> =
            (0_u16..100).map(|x| sheet(f32::from(x) * 2.0, RegionKind::Water)).collect();
        regions[7].kind = RegionKind::Trigger;
        regions[8].kind = RegionKind::Lava;
        regions.push(Region::of_leafs(RegionKind::Water, [1]));
        regions.push(sheet(f32::NEG_INFINITY, RegionKind::Water));
        let liquids = Liquids::new(&regions);
        let at = |x: f32, z: f32| {
            let mut found = Vec::new();
            liquids.at(x, z, |number| found.push(number));
            found.sort_unstable();
            found
        };
        assert_eq!(at(12.5, 0.5), [6, 100, 101]);
        assert_eq!(at(14.5, 0.5), [100, 101], "a trigger");
        assert_eq!(at(16.5, 0.5), [8, 100, 101]);
        assert_eq!(at(13.5, 0.5), [100, 101], "between two");
        assert_eq!(at(12.5, 2.0), [100, 101]);
    }
}
