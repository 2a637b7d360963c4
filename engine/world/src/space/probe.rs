//! The questions and their answers.

use super::index::{Entry, Space, is_far_level};
use super::queries::{Columns, Ground, Overlaps, Query, Rays, Sweeps};
use super::triangle::Moving;
use crate::{ActiveZones, MaterialId, NodeFlags, NodeId, OccurrenceId, Occurrences, Scene, ZoneSet};
use glam::{DVec3, Vec3};

/// A place on a surface.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hit {
    /// World space.
    pub point: Vec3,
    /// Unit normal of the surface, on the side that was hit.
    pub normal: Vec3,
    /// What was hit.
    pub occurrence: OccurrenceId,
    /// What was hit.
    pub node: NodeId,
    /// Polygon of the node's model; none for the face of a box.
    pub polygon: Option<u32>,
    /// Material of the polygon; none for the face of a box.
    pub material: Option<MaterialId>,
    /// Soil of the material; 0 for the face of a box.
    pub soil: u8,
    /// Zones of the polygon, or of its node when it names none.
    pub zones: ZoneSet,
}

/// An upright capsule.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Capsule {
    /// Its lowest point.
    pub base: Vec3,
    /// Units, > 0.
    pub radius: f32,
    /// From the lowest to the highest point; at least twice the radius counts.
    pub height: f32,
}

impl Capsule {
    fn moving(&self, motion: Vec3) -> Option<Moving> {
        let sound = self.base.is_finite() && motion.is_finite() && self.height.is_finite();
        if !sound || self.radius <= 0.0 || !self.radius.is_finite() {
            return None;
        }
        let radius = f64::from(self.radius);
        let top = (f64::from(self.height) - radius).max(radius);
        Some(Moving {
            axis: [DVec3::new(0.0, radius, 0.0), DVec3::new(0.0, top, 0.0)],
            radius,
            motion: motion.as_dvec3(),
        })
    }
}

/// Where a moving capsule is stopped.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SweepHit {
    /// Part of the motion that was possible, 0..=1.
    pub fraction: f32,
    /// Unit vector from the touched point to the capsule.
    pub normal: Vec3,
    /// The touched surface; its point is where they touch.
    pub hit: Hit,
}

/// How a capsule is in a surface.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Overlap {
    /// Units, > 0.
    pub depth: f32,
    /// Unit vector along which it gets out soonest.
    pub normal: Vec3,
    /// The surface.
    pub hit: Hit,
}

/// Asks a [`Space`] about the world as it is now.
///
/// A place that is not a number has no answer. Beyond the edge of a grid that
/// repeats its border, the answer is that of the repeated cells.
#[derive(Clone, Copy, Debug)]
pub struct Probe<'a> {
    /// Everything loading made.
    pub scene: &'a Scene,
    /// What is where.
    pub occurrences: &'a Occurrences,
    /// The index, up to date with the occurrences.
    pub space: &'a Space,
    /// The zones that exist.
    pub zones: ActiveZones,
}

impl<'a> Probe<'a> {
    /// Most hits of [`Probe::column`].
    pub const COLUMN_HITS: usize = 32;

    /// The same, with every zone existing.
    pub fn in_all_zones(self) -> Self {
        Probe { zones: ActiveZones::default(), ..self }
    }

    /// Height of the surface of the water that a place is in. Waters that touch
    /// are one.
    pub fn water(&self, place: Vec3) -> Option<f32> {
        let waters = &self.scene.waters;
        let top = |height: f32| {
            let here = waters.iter().filter(|water| {
                water.covers_column(place.x, place.z) && water.min.y <= height && height <= water.max.y
            });
            here.map(|water| water.max.y).max_by(f32::total_cmp)
        };
        let mut surface = top(place.y)?;
        for _ in waters {
            match top(surface) {
                Some(higher) if higher > surface => surface = higher,
                _ => break,
            }
        }
        Some(surface)
    }

    /// Every ground surface above and below (x, z), highest first, at most
    /// [`Probe::COLUMN_HITS`]; `hits` is cleared first.
    ///
    /// Of one model only the first polygon in list order that covers the place
    /// answers, as in the games. Ground faces up or has two sides.
    pub fn column(&self, x: f32, z: f32, hits: &mut Vec<Hit>) {
        hits.clear();
        if let Some(shift) = self.shift(x, z) {
            let mut query = Columns::new(x - shift.x, z - shift.z, hits);
            self.query_column(x - shift.x, z - shift.z, &mut query);
            for hit in hits {
                hit.point = Vec3::new(x, hit.point.y, z);
            }
        }
    }

    /// The highest ground at (x, z) that is not above `from` by more than
    /// `step`.
    ///
    /// Unlike [`Probe::column`], every polygon answers: someone on the upper
    /// floor of a house that is one model does not fall to the lower one. Of
    /// surfaces within a millimetre the first in list order answers.
    pub fn ground(&self, x: f32, z: f32, from: f32, step: f32) -> Option<Hit> {
        let limit = from + step;
        let shift = self.shift(x, z).filter(|_| limit.is_finite())?;
        let (at_x, at_z) = (x - shift.x, z - shift.z);
        let mut query = Ground::new(at_x, at_z, limit);
        self.query_column(at_x, at_z, &mut query);
        query.seek_first(self.scene.frame.units(0.001))?;
        self.query_column(at_x, at_z, &mut query);
        query.found().map(|hit| Hit { point: Vec3::new(x, hit.point.y, z), ..hit })
    }

    /// The nearest surface between two places that faces the first or has two
    /// sides.
    pub fn ray(&self, from: Vec3, to: Vec3) -> Option<Hit> {
        let shift = self.shift(from.x, from.z).filter(|_| from.is_finite() && to.is_finite())?;
        let (from, to) = (from - shift, to - shift);
        let mut query = Rays::new(from, to);
        self.space.along(from, to, |entry| {
            self.descend(entry, &mut query);
            query.limit()
        });
        query.found().map(|hit| Hit { point: hit.point + shift, ..hit })
    }

    /// Where a capsule that moves is first stopped. A surface it leaves, moves
    /// along, or meets from behind does not stop it.
    pub fn sweep(&self, capsule: &Capsule, motion: Vec3) -> Option<SweepHit> {
        let shift = self.shift(capsule.base.x, capsule.base.z)?;
        let start = capsule.base - shift;
        let mut query = Sweeps::new(start, capsule.moving(motion)?);
        let bounds = query.bounds();
        self.space.around(&bounds, |entry| self.descend(entry, &mut query));
        let found = query.found()?;
        Some(SweepHit { hit: Hit { point: found.hit.point + shift, ..found.hit }, ..found })
    }

    /// The surface a capsule is deepest in.
    pub fn overlap(&self, capsule: &Capsule) -> Option<Overlap> {
        let shift = self.shift(capsule.base.x, capsule.base.z)?;
        let mut query = Overlaps::new(capsule.base - shift, capsule.moving(Vec3::ZERO)?);
        let bounds = query.bounds();
        self.space.around(&bounds, |entry| self.descend(entry, &mut query));
        let found = query.found()?;
        Some(Overlap { hit: Hit { point: found.hit.point + shift, ..found.hit }, ..found })
    }

    /// How far (x, z) is from the place in the grid that stands for it.
    fn shift(&self, x: f32, z: f32) -> Option<Vec3> {
        if !x.is_finite() || !z.is_finite() {
            return None;
        }
        let (at_x, at_z) = self.space.grid().map_or((x, z), |grid| grid.wrap(x, z));
        Some(Vec3::new(x - at_x, 0.0, z - at_z))
    }

    fn query_column(&self, x: f32, z: f32, query: &mut impl Query) {
        self.space.at(x, z, |entry| self.descend(entry, query));
    }

    /// Shows a query every occurrence of an entry that may answer it.
    fn descend(&self, entry: Entry, query: &mut impl Query) {
        let occurrences = self.occurrences;
        let head = OccurrenceId(entry.row);
        let end = if entry.alone { occurrences.next(head) } else { occurrences.end(head) };
        let mut next = Some(head);
        while next != end
            && let Some(id) = next
        {
            let flags = occurrences.flags(id);
            let in_question = flags.contains(query.flags())
                && !flags.contains(NodeFlags::FOLLOWS_CAMERA)
                && query.wants(if entry.alone { occurrences.own_bounds(id) } else { occurrences.bounds(id) })
                && !is_far_level(self.scene, occurrences, id);
            if !in_question {
                next = if entry.alone { end } else { occurrences.end(id) };
                continue;
            }
            let own = occurrences.own_bounds(id);
            if !own.is_empty() && query.wants(own) {
                query.visit(self, id);
            }
            next = occurrences.next(id);
        }
    }
}
