//! Parts of a world that mean something: water, lava, the line to another zone,
//! what sets something off. Which parts of a Gamestudio level are water is said in
//! `gamestudio/water.rs` of the crate `load`.

use crate::{Aabb, Hull, SpaceDef};
use glam::Vec3;
use serde::{Deserialize, Serialize};

/// What a region means.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RegionKind {
    /// One swims and floats in it.
    Water,
    /// As water, and cold.
    FreezingWater,
    /// As water, and nobody sees far in it.
    Slime,
    /// As water, and it burns.
    Lava,
    /// Its ground is ice.
    Slippery,
    /// It leads to another world.
    ZoneLine,
    /// Whoever comes in sets something off.
    Trigger,
    /// One climbs up and down in it: a ladder.
    Climb,
    /// People may fight each other there.
    Pvp,
    /// Scripts ask about it by its name.
    #[default]
    Other,
}

impl RegionKind {
    /// True for what one swims in.
    pub fn is_liquid(self) -> bool {
        matches!(self, RegionKind::Water | RegionKind::FreezingWater | RegionKind::Slime | RegionKind::Lava)
    }
}

/// Where a line into another world leads.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Exit {
    /// Id of the world; `None` where nobody knows which, or where it is not there.
    pub world: Option<String>,
    /// What messages call it, and without a world why nobody gets there.
    pub label: String,
    /// Where the feet arrive, engine axes; along an axis without a number they stay where they are.
    pub place: [Option<f32>; 3],
    /// Where one looks there, radians as in [`Avatar`](crate::Avatar); without it as before.
    pub yaw: Option<f32>,
}

impl Exit {
    /// Where someone who leaves from `feet` arrives.
    pub fn arrival(&self, feet: Vec3) -> Vec3 {
        Vec3::from_array(std::array::from_fn(|axis| self.place[axis].unwrap_or(feet[axis])))
    }
}

/// Where a region is.
#[derive(Clone, Debug, PartialEq)]
pub enum RegionShape {
    /// A box, engine axes; its sides belong to it.
    Box(Aabb),
    /// What lies below a surface, the top of the box, as far as the way up to it is free: water
    /// down to its bed. What is closed off from it, such as a cellar beside a lake, is not in it;
    /// [`Probe::water`](crate::Probe::water) asks for the way, the region itself only knows the box.
    Below(Aabb),
    /// A convex volume, engine axes.
    Hull(Box<Hull>),
    /// Rooms of a world that is divided by planes, their numbers ascending;
    /// nowhere in other worlds.
    Leafs(Box<[u32]>),
}

/// A part of a world that means something.
#[derive(Clone, Debug, PartialEq)]
pub struct Region {
    /// Name in the game's files; empty for none.
    pub name: String,
    /// What it means.
    pub kind: RegionKind,
    /// Where it is.
    pub shape: RegionShape,
    /// Where it leads, for a line into another world.
    pub exit: Option<Box<Exit>>,
}

impl Region {
    /// A box without a name.
    pub fn of_box(kind: RegionKind, bounds: Aabb) -> Self {
        Region { name: String::new(), kind, shape: RegionShape::Box(bounds), exit: None }
    }

    /// A convex volume without a name.
    pub fn of_hull(kind: RegionKind, hull: Hull) -> Self {
        Region { name: String::new(), kind, shape: RegionShape::Hull(Box::new(hull)), exit: None }
    }

    /// What lies below a surface without a name, down to `depth` units below its lowest point.
    pub fn below(kind: RegionKind, surface: Aabb, depth: f32) -> Self {
        let bounds = Aabb { min: surface.min - Vec3::Y * depth, max: surface.max };
        Region { name: String::new(), kind, shape: RegionShape::Below(bounds), exit: None }
    }

    /// Rooms without a name.
    pub fn of_leafs(kind: RegionKind, leafs: impl IntoIterator<Item = u32>) -> Self {
        let mut leafs: Vec<u32> = leafs.into_iter().collect();
        leafs.sort_unstable();
        leafs.dedup();
        Region { name: String::new(), kind, shape: RegionShape::Leafs(leafs.into()), exit: None }
    }

    /// Whether a place is in it.
    pub fn has(&self, space: &SpaceDef, place: Vec3) -> bool {
        match (&self.shape, space) {
            (RegionShape::Box(bounds) | RegionShape::Below(bounds), _) => {
                bounds.touches(&Aabb { min: place, max: place })
            }
            (RegionShape::Hull(hull), _) => hull.has_near(place, 0.0),
            (RegionShape::Leafs(own), SpaceDef::Leafs(leafs)) => {
                place.is_finite() && own.binary_search(&leafs.leaf_of_feet(place)).is_ok()
            }
            (RegionShape::Leafs(_), _) => false,
        }
    }

    /// Whether a place is in it or no farther from it than a level distance; false for rooms.
    pub fn has_near(&self, place: Vec3, margin: f32) -> bool {
        match &self.shape {
            RegionShape::Box(bounds) | RegionShape::Below(bounds) => {
                let level = Vec3::new(margin, 0.0, margin);
                bounds.touches(&Aabb { min: place - level, max: place + level })
            }
            RegionShape::Hull(hull) => hull.has_near(place, margin),
            RegionShape::Leafs(_) => false,
        }
    }

    /// How far it reaches upwards from a height at (x, z); `None` where it is
    /// not. Infinite where it ends nowhere.
    pub fn top(&self, space: &SpaceDef, x: f32, z: f32, height: f32) -> Option<f32> {
        match (&self.shape, space) {
            (RegionShape::Box(bounds) | RegionShape::Below(bounds), _) => {
                let here = bounds.covers_column(x, z) && bounds.min.y <= height && height <= bounds.max.y;
                here.then_some(bounds.max.y)
            }
            (RegionShape::Hull(hull), _) => {
                hull.has_near(Vec3::new(x, height, z), 0.0).then(|| hull.top(x, z)).flatten()
            }
            (RegionShape::Leafs(own), SpaceDef::Leafs(leafs)) if x.is_finite() && z.is_finite() => {
                let mut top = None;
                leafs.column(x, z, |leaf, low, high| {
                    // From below upwards: each piece starts where the last one ended.
                    let reached = top.unwrap_or(height);
                    if low <= reached && reached <= high && own.binary_search(&leaf).is_ok() {
                        top = Some(high);
                    }
                });
                top
            }
            (RegionShape::Leafs(_), _) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::space::{Branch, LeafDef, Split};

    /// Rock below y = 0, water up to 4 where x < 10, then air; a slope where
    /// x >= 10: water below the plane x + y = 14.
    fn pool() -> SpaceDef {
        let split = |normal: Vec3, distance, front, back| Split { normal, distance, front, back };
        let half = libm::sqrtf(0.5);
        let splits = vec![
            split(Vec3::Y, 0.0, Branch::Split(1), Branch::Leaf(0)),
            split(Vec3::X, 10.0, Branch::Split(3), Branch::Split(2)),
            split(Vec3::Y, 4.0, Branch::Leaf(2), Branch::Leaf(1)),
            split(Vec3::new(half, half, 0.0), 14.0 * half, Branch::Leaf(2), Branch::Leaf(3)),
        ];
        SpaceDef::Leafs(LeafDef::new(splits, 4).unwrap())
    }

    #[test]
    fn rooms_reach_as_far_up_as_their_planes_say() {
        let water = Region::of_leafs(RegionKind::Water, [3, 1, 3]);
        let space = pool();
        assert_eq!(water.shape, RegionShape::Leafs([1, 3].into()));
        let top = |x: f32, height: f32| water.top(&space, x, 0.0, height);
        assert_eq!((top(5.0, 1.0), top(5.0, 4.5), top(5.0, -1.0)), (Some(4.0), None, None));
        let slope = top(12.0, 1.0).unwrap();
        assert!((slope - 2.0).abs() < 1e-5, "{slope}");
        assert!(water.has(&space, Vec3::new(5.0, 3.9, 0.0)) && !water.has(&space, Vec3::new(12.0, 3.9, 0.0)));
        assert!(!water.has(&space, Vec3::NAN) && !water.has(&SpaceDef::Open, Vec3::ONE));
        // Two rooms, one over the other, are one piece; air has no end.
        let both = Region::of_leafs(RegionKind::Other, [1, 2]);
        assert_eq!(both.top(&space, 5.0, 0.0, 1.0), Some(f32::INFINITY));
    }

    #[test]
    fn a_box_reaches_to_its_top_where_it_is() {
        let bounds = Aabb { min: Vec3::ZERO, max: Vec3::new(2.0, 3.0, 4.0) };
        let lava = Region::of_box(RegionKind::Lava, bounds);
        let top = |x: f32, height: f32| lava.top(&SpaceDef::Open, x, 1.0, height);
        assert_eq!(
            (top(1.0, 0.0), top(2.0, 3.0), top(2.1, 1.0), top(1.0, 3.1)),
            (Some(3.0), Some(3.0), None, None)
        );
        assert!(lava.has(&SpaceDef::Open, bounds.max) && !lava.has(&SpaceDef::Open, Vec3::splat(2.5)));
    }
}
