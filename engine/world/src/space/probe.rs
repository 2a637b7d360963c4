//! The questions and their answers.

use super::beyond::Neighbour;
use super::index::{Entry, Space, is_far_level, slack};
use super::queries::{Columns, Contacts, Except, Ground, Query, Rays, Spheres};
use super::triangle::Moving;
use crate::{
    Aabb, ActiveZones, MaterialId, NodeFlags, NodeId, OccurrenceId, Occurrences, Region, RegionShape, Scene,
    ZoneSet,
};
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
    /// The [number](super::Neighbour::number) of the neighbouring place that was
    /// hit, whose occurrence and node these are; `None` for the place itself.
    pub neighbour: Option<u32>,
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

/// Something that reaches into a sphere.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Near {
    /// What it is.
    pub occurrence: OccurrenceId,
    /// What it is.
    pub node: NodeId,
    /// From the middle of the sphere to its bounds; 0 inside of them.
    pub distance: f32,
    /// As [`Hit::neighbour`].
    pub neighbour: Option<u32>,
}

/// Surfaces no higher above a place than this do not close it off from what is above.
const CLEAR_METRES: f32 = 0.02;

/// Entries that one question about many places shares at most.
const SHARED: usize = 64;

/// Asks a [`Space`] about the world as it is now.
///
/// A place that is NaN or infinite has no answer. Beyond the edge of a grid that
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
    /// The places next to this one, in which every question goes on.
    pub beyond: &'a [Neighbour<'a>],
    /// A node that answers nothing, with all below it: whoever asks is not in its
    /// own way.
    pub without: Option<NodeId>,
}

impl<'a> Probe<'a> {
    /// Asks one place alone.
    pub fn new(scene: &'a Scene, occurrences: &'a Occurrences, space: &'a Space, zones: ActiveZones) -> Self {
        Probe { scene, occurrences, space, zones, beyond: &[], without: None }
    }

    /// Most hits of [`Probe::column`].
    pub const COLUMN_HITS: usize = 32;

    /// The same place alone, with every zone existing.
    pub fn in_all_zones(self) -> Self {
        Probe { zones: ActiveZones::default(), beyond: &[], ..self }
    }

    pub(super) fn own_water(&self, place: Vec3) -> Option<f32> {
        // Beyond the edge of a grid its border goes on, with its water.
        let column = place - self.shift(place.x, place.z)?;
        debug_assert!(
            self.space.liquids().fits(&self.scene.regions),
            "regions changed and the index does not know"
        );
        let top = |height: f32| {
            let mut highest: Option<f32> = None;
            self.space.liquids().at(column.x, column.z, |number| {
                let Some(liquid) = self.scene.regions.get(number as usize) else { return };
                let Some(top) = liquid.top(&self.scene.space, column.x, column.z, height) else { return };
                let below = matches!(liquid.shape, RegionShape::Below(_));
                if highest.is_none_or(|highest| top > highest)
                    && (!below || self.is_open_up_to(place.with_y(height), top))
                {
                    highest = Some(top);
                }
            });
            highest
        };
        let mut surface = top(place.y)?;
        for _ in &self.scene.regions {
            match top(surface) {
                Some(higher) if higher > surface => surface = higher,
                _ => break,
            }
        }
        Some(surface)
    }

    /// True when nothing is between a place and a height above it. What one stands on does not
    /// count.
    fn is_open_up_to(&self, place: Vec3, height: f32) -> bool {
        let lift = self.scene.frame.units(CLEAR_METRES);
        let from = place + Vec3::Y * lift;
        from.y >= height || self.own_ray(from, place.with_y(height), &[]).is_none()
    }

    pub(super) fn own_regions(&self, place: Vec3) -> impl Iterator<Item = &'a Region> + use<'a> {
        let Scene { regions, space, .. } = self.scene;
        regions.iter().filter(move |region| region.has(space, place))
    }

    pub(super) fn own_column(&self, x: f32, z: f32, hits: &mut Vec<Hit>) {
        hits.clear();
        if let Some(shift) = self.shift(x, z) {
            let mut query = Columns::new(x - shift.x, z - shift.z, hits);
            self.query_column(x - shift.x, z - shift.z, &mut query);
            for hit in hits {
                hit.point = Vec3::new(x, hit.point.y, z);
            }
        }
    }

    pub(super) fn own_ground(&self, x: f32, z: f32, from: f32, step: f32) -> Option<Hit> {
        let limit = from + step;
        let shift = self.shift(x, z).filter(|_| limit.is_finite())?;
        let (at_x, at_z) = (x - shift.x, z - shift.z);
        let mut query = Ground::new(at_x, at_z, limit);
        self.query_column(at_x, at_z, &mut query);
        query.seek_first(self.scene.frame.units(0.001))?;
        self.query_column(at_x, at_z, &mut query);
        query.found().map(|hit| Hit { point: Vec3::new(x, hit.point.y, z), ..hit })
    }

    /// As [`Probe::ground`] below each of many places, from its height. Places
    /// near each other, such as those of feet and wheels, share the look-up.
    /// `hits` is cleared first.
    pub fn grounds(&self, places: &[Vec3], step: f32, hits: &mut Vec<Option<Hit>>) {
        hits.clear();
        let here = |place: &Vec3| self.shift(place.x, place.z) == Some(Vec3::ZERO);
        let shared = places.iter().all(here).then(|| self.candidates(places)).flatten();
        hits.extend(places.iter().map(|place| match &shared {
            Some((entries, count)) => {
                let limit = Some(place.y + step).filter(|limit| limit.is_finite())?;
                let mut query = Ground::new(place.x, place.z, limit);
                entries[..*count].iter().for_each(|entry| self.descend(*entry, &mut query));
                query.seek_first(self.scene.frame.units(0.001))?;
                entries[..*count].iter().for_each(|entry| self.descend(*entry, &mut query));
                query.found()
            }
            None => self.own_ground(place.x, place.z, place.y, step),
        }));
        for (place, hit) in places.iter().zip(hits) {
            *hit = self.ground_beyond(*hit, *place, step);
        }
    }

    /// All entries above and below some places, unless they are many.
    fn candidates(&self, places: &[Vec3]) -> Option<([Entry; SHARED], usize)> {
        let mut area = Aabb::around(places.iter().copied());
        (area.min.y, area.max.y) = (f32::NEG_INFINITY, f32::INFINITY);
        let margin = slack(area.min.with_y(0.0).abs().max(area.max.with_y(0.0).abs()));
        let area = Aabb { min: area.min - margin, max: area.max + margin };
        let mut found = ([Entry::NOWHERE; SHARED], 0);
        self.space.around(&area, |entry| {
            if let Some(slot) = found.0.get_mut(found.1) {
                *slot = entry;
            }
            found.1 += 1;
        });
        (found.1 <= SHARED).then_some(found)
    }

    /// The nearest surface between two places that faces the first or has two
    /// sides.
    pub fn ray(&self, from: Vec3, to: Vec3) -> Option<Hit> {
        self.ray_without(from, to, &[])
    }

    pub(super) fn own_ray(&self, from: Vec3, to: Vec3, without: &[NodeId]) -> Option<Hit> {
        let shift = self.shift(from.x, from.z).filter(|_| from.is_finite() && to.is_finite())?;
        let (from, to) = (from - shift, to - shift);
        let mut query = Except::new(Rays::new(from, to), without);
        self.space.along(from, to, |entry| {
            self.descend(entry, &mut query);
            query.inner.limit()
        });
        query.inner.found().map(|hit| Hit { point: hit.point + shift, ..hit })
    }

    /// Where a capsule that moves is first stopped. A surface it leaves, moves
    /// along, or meets from behind does not stop it.
    pub fn sweep(&self, capsule: &Capsule, motion: Vec3) -> Option<SweepHit> {
        self.sweep_without(capsule, motion, &[])
    }

    pub(super) fn own_sweep(&self, capsule: &Capsule, motion: Vec3, without: &[NodeId]) -> Option<SweepHit> {
        let shift = self.shift(capsule.base.x, capsule.base.z)?;
        let start = capsule.base - shift;
        let mut query = Except::new(Contacts::<SweepHit>::new(start, capsule.moving(motion)?), without);
        let bounds = query.inner.bounds();
        self.space.around(&bounds, |entry| self.descend(entry, &mut query));
        let found = query.inner.found()?;
        Some(SweepHit { hit: Hit { point: found.hit.point + shift, ..found.hit }, ..found })
    }

    /// As [`Probe::sweep_without`], of a sphere around a place.
    pub fn sweep_sphere(
        &self,
        center: Vec3,
        radius: f32,
        motion: Vec3,
        without: &[NodeId],
    ) -> Option<SweepHit> {
        let sphere = Capsule { base: center - Vec3::Y * radius, radius, height: 2.0 * radius };
        self.sweep_without(&sphere, motion, without)
    }

    pub(super) fn own_within(&self, center: Vec3, radius: f32, flags: NodeFlags, found: &mut Vec<Near>) {
        found.clear();
        let shift = self.shift(center.x, center.z).filter(|_| center.is_finite() && radius >= 0.0);
        let Some(shift) = shift else { return };
        let mut query = Spheres { center: center - shift, radius, wanted: flags, found };
        let bounds = query.bounds();
        self.space.around(&bounds, |entry| self.descend(entry, &mut query));
        let turn = |near: &Near| self.occurrences.turn(near.occurrence);
        let order =
            |a: &Near, b: &Near| a.distance.total_cmp(&b.distance).then_with(|| turn(a).cmp(&turn(b)));
        found.sort_unstable_by(order);
    }

    pub(super) fn own_overlap(&self, capsule: &Capsule) -> Option<Overlap> {
        let shift = self.shift(capsule.base.x, capsule.base.z)?;
        let mut query = Contacts::<Overlap>::new(capsule.base - shift, capsule.moving(Vec3::ZERO)?);
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
            if !own.is_empty() && query.wants(own) && !self.leaves_out(id) {
                query.visit(self, id);
            }
            next = occurrences.next(id);
        }
    }

    fn leaves_out(&self, id: OccurrenceId) -> bool {
        let table = self.occurrences;
        let mut path = std::iter::successors(Some(id), |id| table.parent(*id));
        self.without.is_some_and(|without| path.any(|id| table.node(id) == without))
    }
}
