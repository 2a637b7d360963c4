//! Which places a person should find around them: the list of all places that
//! there are, and who of them should join or may leave, from where the person
//! is.
//!
//! Nothing here loads or runs a place. The answers follow from whole numbers
//! alone, so they are the same on every machine and at any distance from the
//! origin.

use super::{Extent, PlaceId, Site, World};
use crate::Simulation;
use glam::Vec3;
use std::fmt;
use world::{NodeFlags, SeatId, SpaceDef};

/// Most sites of an atlas.
pub const MOST_SITES: usize = 65_536;

/// All places that there are, by the order in which they were added.
///
/// A place should join once the person is at most `near` units away from what
/// belongs to it, and may leave when they are farther than `far`. Between the two
/// nothing changes, so that somebody who walks to and fro at one distance loads
/// nothing twice. How near and how far that is, is chosen by whoever makes the atlas; for worlds
/// beside each other see `game/places/src/surroundings.rs`, which also keeps places with somebody in
/// them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Atlas {
    sites: Vec<Site>,
    near: u32,
    far: u32,
    /// Most places that are there at a time.
    most: usize,
}

/// Who should join and who may leave, by their numbers in the atlas.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Wishes {
    /// The nearest first.
    pub join: Vec<usize>,
    /// In the order of the atlas.
    pub leave: Vec<usize>,
}

/// Why an atlas cannot be, or cannot hold one more site.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AtlasError {
    /// A site of this key is there already.
    Known(String),
    /// There are [`MOST_SITES`] already.
    TooMany,
    /// `far` is not greater than `near`.
    Reach {
        /// Units within which a place joins.
        near: u32,
        /// Units beyond which it leaves.
        far: u32,
    },
}

impl fmt::Display for AtlasError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AtlasError::Known(key) => write!(f, "the place \"{key}\" is listed twice"),
            AtlasError::TooMany => write!(f, "there are more than {MOST_SITES} places"),
            AtlasError::Reach { near, far } => {
                write!(f, "places that join within {near} units must leave beyond more than {far}")
            }
        }
    }
}

impl std::error::Error for AtlasError {}

impl Atlas {
    /// Without a site. Places join within `near` whole units and leave beyond
    /// `far`; no place is wished for while `most` are there.
    ///
    /// # Errors
    ///
    /// When `far` is not larger than `near`.
    pub fn new(near: u32, far: u32, most: usize) -> Result<Self, AtlasError> {
        if far <= near {
            return Err(AtlasError::Reach { near, far });
        }
        Ok(Atlas { sites: Vec::new(), near, far, most })
    }

    /// Adds a site and gives its number. One without an extent was not measured
    /// yet: it is wished for from anywhere until [`Atlas::measure`] says how far
    /// it reaches.
    ///
    /// # Errors
    ///
    /// When its key is there already, or there are too many.
    pub fn add(&mut self, site: Site) -> Result<usize, AtlasError> {
        if self.number(&site.key).is_some() {
            return Err(AtlasError::Known(site.key));
        }
        if self.sites.len() >= MOST_SITES {
            return Err(AtlasError::TooMany);
        }
        self.sites.push(site);
        Ok(self.sites.len() - 1)
    }

    /// The sites, by number.
    pub fn sites(&self) -> &[Site] {
        &self.sites
    }

    /// The number of a key.
    pub fn number(&self, key: &str) -> Option<usize> {
        self.sites.iter().position(|site| site.key == key)
    }

    /// Says how far a site reaches, as its files say.
    pub fn measure(&mut self, number: usize, extent: Extent) {
        if let Some(site) = self.sites.get_mut(number) {
            site.extent = Some(extent);
        }
    }

    /// Who should join and who may leave when the person is at a position of the
    /// whole world; `is_here` says by number which places are there.
    pub fn wishes(&self, at: [i64; 3], is_here: impl Fn(usize) -> bool) -> Wishes {
        let mut wishes = Wishes::default();
        let mut near: Vec<(u128, usize)> = Vec::new();
        let mut here = 0;
        for (number, site) in self.sites.iter().enumerate() {
            let away = site.distance_sq(at);
            if is_here(number) {
                here += 1;
                if away > square(self.far) {
                    wishes.leave.push(number);
                }
            } else if away <= square(self.near) {
                near.push((away, number));
            }
        }
        near.sort_unstable();
        near.truncate(self.most.saturating_sub(here));
        wishes.join.extend(near.into_iter().map(|(_, number)| number));
        wishes
    }
}

fn square(units: u32) -> u128 {
    u128::from(units) * u128::from(units)
}

impl Site {
    /// The square of the units between a position and what belongs to the place,
    /// along x and z; 0 in it, and 0 from anywhere while nobody measured it.
    fn distance_sq(&self, at: [i64; 3]) -> u128 {
        let Some(extent) = self.extent else { return 0 };
        let gap = |axis: usize, low: i32, high: i32| {
            let origin = i128::from(self.origin[axis]);
            let (low, high) = (origin + i128::from(low), origin + i128::from(high));
            let at = i128::from(at[axis]);
            // What is measured is less than 2^65, so its square fits.
            let gap = (low - at).max(at - high).max(0).unsigned_abs();
            gap.saturating_mul(gap)
        };
        let [x, z] = [gap(0, extent.min[0], extent.max[0]), gap(2, extent.min[1], extent.max[1])];
        x.saturating_add(z)
    }
}

impl Extent {
    /// What belongs to a world: all cells of its grid, or else everything that can
    /// be stood on. `None` when there is nothing, or it has no whole numbers.
    pub fn of(simulation: &Simulation) -> Option<Self> {
        if let SpaceDef::Grid(grid) = &simulation.scene().space
            && grid.is_sound()
        {
            let size = |count: u32| grid.cell * count as f32;
            let max = [grid.min_x + size(grid.columns), grid.min_z + size(grid.rows)];
            return Self::around([grid.min_x, grid.min_z], max);
        }
        let occurrences = simulation.occurrences();
        let is_ground = |flags: NodeFlags| {
            flags.contains(NodeFlags::ACTIVE | NodeFlags::ALTITUDE)
                && !flags.contains(NodeFlags::FOLLOWS_CAMERA)
        };
        let grounds = occurrences.ids().filter(|id| is_ground(occurrences.flags(*id)));
        let (mut min, mut max) = (Vec3::INFINITY, Vec3::NEG_INFINITY);
        for bounds in grounds.map(|id| occurrences.own_bounds(id)) {
            if !bounds.is_empty() && bounds.min.is_finite() && bounds.max.is_finite() {
                (min, max) = (min.min(bounds.min), max.max(bounds.max));
            }
        }
        Self::around([min.x, min.z], [max.x, max.z])
    }

    /// The whole units around a rectangle.
    fn around(min: [f32; 2], max: [f32; 2]) -> Option<Self> {
        let whole = |value: f32| (value.abs() < i32::MAX as f32).then_some(value as i32);
        let extent = Extent {
            min: [whole(libm::floorf(min[0]))?, whole(libm::floorf(min[1]))?],
            max: [whole(libm::ceilf(max[0]))?, whole(libm::ceilf(max[1]))?],
        };
        (0..2).all(|axis| extent.min[axis] < extent.max[axis]).then_some(extent)
    }
}

impl World {
    /// The place that the person of a seat is in, and where in it their feet are.
    pub fn person(&self, seat: SeatId) -> Option<(PlaceId, Vec3)> {
        self.places.iter().find_map(|place| {
            let (_, actor) = place.simulation.state().actors.piloted_by(seat)?;
            Some((place.id, actor.position()))
        })
    }

    /// A position of a place as one of the whole world, in whole units. `None`
    /// for a place that is not there and for NaN.
    pub fn whole(&self, place: PlaceId, at: Vec3) -> Option<[i64; 3]> {
        let origin = self.place(place)?.site.origin;
        at.is_finite().then(|| {
            let at = at.to_array();
            std::array::from_fn(|axis| origin[axis].saturating_add(libm::floorf(at[axis]) as i64))
        })
    }

    /// Where the person of the first seat is in the whole world, or else what is
    /// seen with.
    pub fn whereabouts(&self) -> Option<[i64; 3]> {
        let (place, at) = match self.person(SeatId::FIRST) {
            Some(found) => found,
            None => self.camera().map(|(place, camera)| (place.id, camera.eye))?,
        };
        self.whole(place, at)
    }
}
