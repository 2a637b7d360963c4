//! Questions that go on in the places next to one: whoever stands near an edge
//! meets the ground and the walls of both.

use super::index::Space;
use super::probe::{Capsule, Hit, Near, Overlap, Probe, SweepHit};
use crate::{ActiveZones, NodeFlags, NodeId, Occurrences, Region, RegionKind, Scene};
use glam::Vec3;

/// A place that goes on where another one ends, as that one asks it.
#[derive(Clone, Copy, Debug)]
pub struct Neighbour<'a> {
    /// Its number, for [`Hit::neighbour`].
    pub number: u32,
    /// Where its origin is in the coordinates of the place that asks.
    pub offset: Vec3,
    /// Everything loading made of it.
    pub scene: &'a Scene,
    /// What is where in it.
    pub occurrences: &'a Occurrences,
    /// Its index, up to date with the occurrences.
    pub space: &'a Space,
    /// The zones that exist in it.
    pub zones: ActiveZones,
}

impl<'a> Neighbour<'a> {
    fn probe(&self) -> Probe<'a> {
        Probe::new(self.scene, self.occurrences, self.space, self.zones)
    }

    /// An answer of its own in the coordinates of the place that asks.
    fn seen(&self, hit: Hit) -> Hit {
        Hit { point: hit.point + self.offset, neighbour: Some(self.number), ..hit }
    }
}

impl Probe<'_> {
    /// The highest ground at (x, z) that is not above `from` by more than
    /// `step`, here or next to here.
    ///
    /// Unlike [`Probe::column`], every polygon answers: someone on the upper
    /// floor of a house that is one model does not fall to the lower one. Of
    /// surfaces within a millimetre the first in list order answers.
    pub fn ground(&self, x: f32, z: f32, from: f32, step: f32) -> Option<Hit> {
        self.ground_beyond(self.own_ground(x, z, from, step), Vec3::new(x, from, z), step)
    }

    /// The ground below a place: the one of this place, or one next to here.
    pub(super) fn ground_beyond(&self, own: Option<Hit>, place: Vec3, step: f32) -> Option<Hit> {
        self.beyond.iter().fold(own, |best, next| {
            let at = place - next.offset;
            let found = next.probe().own_ground(at.x, at.z, at.y, step).map(|hit| next.seen(hit));
            nearest(best, found, |hit| -hit.point.y)
        })
    }

    /// Every ground surface above and below (x, z), highest first, at most
    /// [`Probe::COLUMN_HITS`]; `hits` is cleared first.
    ///
    /// Of one model only the first polygon in list order that covers the place
    /// answers, as in the games. Ground faces up or has two sides.
    pub fn column(&self, x: f32, z: f32, hits: &mut Vec<Hit>) {
        self.own_column(x, z, hits);
        let mut there = Vec::new();
        for next in self.beyond {
            next.probe().own_column(x - next.offset.x, z - next.offset.z, &mut there);
            for hit in there.drain(..) {
                let hit = Hit { point: Vec3::new(x, hit.point.y + next.offset.y, z), ..next.seen(hit) };
                let at = hits.partition_point(|known| known.point.y >= hit.point.y);
                hits.insert(at, hit);
            }
            hits.truncate(Probe::COLUMN_HITS);
        }
    }

    /// Everything that has a shape, is switched on, has all of `flags` and reaches
    /// into a sphere with its [bounds](Occurrences::own_bounds), nearest first;
    /// `found` is cleared first.
    pub fn within(&self, center: Vec3, radius: f32, flags: NodeFlags, found: &mut Vec<Near>) {
        self.own_within(center, radius, flags, found);
        let mut there = Vec::new();
        for next in self.beyond {
            next.probe().own_within(center - next.offset, radius, flags, &mut there);
            found.extend(there.drain(..).map(|near| Near { neighbour: Some(next.number), ..near }));
        }
        if !self.beyond.is_empty() {
            // Of those as near the order stays: here, then next to here.
            found.sort_by(|a, b| a.distance.total_cmp(&b.distance));
        }
    }

    /// As [`Probe::ray`], through nodes of this place that are left out with all
    /// below them.
    pub fn ray_without(&self, from: Vec3, to: Vec3, without: &[NodeId]) -> Option<Hit> {
        let own = self.own_ray(from, to, without);
        self.beyond.iter().fold(own, |best, next| {
            let found = next.probe().own_ray(from - next.offset, to - next.offset, &[]);
            nearest(best, found.map(|hit| next.seen(hit)), |hit| (hit.point - from).dot(to - from))
        })
    }

    /// As [`Probe::sweep`], through nodes of this place that are left out with all
    /// below them: whoever moves does not stop themselves.
    pub fn sweep_without(&self, capsule: &Capsule, motion: Vec3, without: &[NodeId]) -> Option<SweepHit> {
        let own = self.own_sweep(capsule, motion, without);
        self.beyond.iter().fold(own, |best, next| {
            let there = Capsule { base: capsule.base - next.offset, ..*capsule };
            let found = next.probe().own_sweep(&there, motion, &[]);
            let found = found.map(|sweep| SweepHit { hit: next.seen(sweep.hit), ..sweep });
            nearest(best, found, |sweep| sweep.fraction)
        })
    }

    /// The surface a capsule is deepest in.
    pub fn overlap(&self, capsule: &Capsule) -> Option<Overlap> {
        let own = self.own_overlap(capsule);
        self.beyond.iter().fold(own, |best, next| {
            let there = Capsule { base: capsule.base - next.offset, ..*capsule };
            let found = next.probe().own_overlap(&there);
            let found = found.map(|overlap| Overlap { hit: next.seen(overlap.hit), ..overlap });
            nearest(best, found, |overlap| -overlap.depth)
        })
    }

    /// Height of the surface of the water that a place is in. Waters that touch
    /// are one.
    pub fn water(&self, place: Vec3) -> Option<f32> {
        let own = self.own_water(place);
        self.beyond.iter().fold(own, |best, next| {
            let found = next.probe().own_water(place - next.offset).map(|height| height + next.offset.y);
            nearest(best, found, |height| -height)
        })
    }
}

impl<'a> Probe<'a> {
    /// The regions that a place is in: those of this place in the order of the
    /// scene, then those next to here.
    pub fn regions(&self, place: Vec3) -> impl Iterator<Item = &'a Region> + use<'a> {
        let beyond = self.beyond.iter();
        let beyond = beyond.flat_map(move |next| next.probe().own_regions(place - next.offset));
        self.own_regions(place).chain(beyond)
    }

    /// What one swims in at a place: lava, where it is several at once.
    pub fn liquid(&self, place: Vec3) -> Option<RegionKind> {
        let kinds = self.regions(place).map(|region| region.kind).filter(|kind| kind.is_liquid());
        kinds.reduce(|first, next| if next == RegionKind::Lava { next } else { first })
    }
}

/// The one of two answers with the smaller measure; of equal ones the first.
fn nearest<T>(first: Option<T>, second: Option<T>, measure: impl Fn(&T) -> f32) -> Option<T> {
    match (first, second) {
        (Some(first), Some(second)) => Some(if measure(&second) < measure(&first) { second } else { first }),
        (first, second) => first.or(second),
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::World;
    use super::*;
    use crate::sketch::{ModelSketch, Sketch};
    use crate::{Aabb, RegionKind};

    /// A floor of 10 by 10 at a height with a block of 1 on it, in the west corner,
    /// and a region over its western half.
    fn field(height: f32, name: &str) -> World {
        let mut sketch = Sketch::new();
        sketch.place(ModelSketch::new().floor([0.0; 2], [10.0; 2], height));
        let (low, high) = (Vec3::new(1.0, height, 4.0), Vec3::new(2.0, height + 1.0, 5.0));
        sketch.place(ModelSketch::new().cuboid(low, high));
        let bounds = Aabb { min: Vec3::ZERO, max: Vec3::new(5.0, 9.0, 10.0) };
        let region = Region { name: name.into(), ..Region::of_box(RegionKind::Trigger, bounds) };
        sketch.scene.regions.push(region);
        World::new(sketch)
    }

    /// Asks the west, the east of which lies at (10, 2, 0) in its coordinates.
    fn ask<T>(question: impl FnOnce(&Probe<'_>) -> T) -> T {
        let (west, east) = (field(0.0, "west"), field(0.5, "east"));
        let beyond = [Neighbour {
            number: 7,
            offset: Vec3::new(10.0, 2.0, 0.0),
            scene: &east.scene,
            occurrences: &east.occurrences,
            space: &east.space,
            zones: east.state.zones,
        }];
        question(&Probe { beyond: &beyond, ..west.probe() })
    }

    #[test]
    fn columns_go_through_both_places_where_they_meet() {
        let column = |x: f32| {
            ask(|probe| {
                let mut hits = Vec::new();
                probe.column(x, 4.5, &mut hits);
                hits.iter().map(|hit| (hit.point.x, hit.point.y, hit.neighbour)).collect::<Vec<_>>()
            })
        };
        assert_eq!(column(5.0), [(5.0, 0.0, None)]);
        // The block of the east, then its floor, two higher than its own numbers say.
        assert_eq!(column(11.5), [(11.5, 3.5, Some(7)), (11.5, 2.5, Some(7))]);
        // On the edge both have ground.
        assert_eq!(column(10.0), [(10.0, 2.5, Some(7)), (10.0, 0.0, None)]);
    }

    #[test]
    fn a_sphere_over_the_edge_finds_what_is_on_either_side() {
        let within = |radius: f32| {
            ask(|probe| {
                let mut found = Vec::new();
                probe.within(Vec3::new(9.0, 3.0, 4.5), radius, NodeFlags::empty(), &mut found);
                found.iter().map(|near| (near.neighbour, near.node, near.distance)).collect::<Vec<_>>()
            })
        };
        // The floor of the east begins at (10, 2.5), that of the west is 3 below, the
        // block of the east from (11, 2.5) to (12, 3.5).
        let edge = libm::sqrtf(1.25);
        let (east, west, block) =
            ((Some(7), NodeId(0), edge), (None, NodeId(0), 3.0), (Some(7), NodeId(1), 2.0));
        assert_eq!(within(1.0), []);
        assert_eq!(within(1.2), [east]);
        assert_eq!(within(2.5), [east, block]);
        assert_eq!(within(3.0), [east, block, west]);
    }

    #[test]
    fn ground_below_many_points_is_that_below_each() {
        let places = [5.0, 9.9, 10.0, 11.5, 15.0, 21.0].map(|x| Vec3::new(x, 3.0, 4.5));
        ask(|probe| {
            let mut hits = Vec::new();
            probe.grounds(&places, 0.4, &mut hits);
            let heights: Vec<_> = hits.iter().map(|hit| hit.map(|hit| hit.point.y)).collect();
            // The top of the block at 3.5 is a step of 0.5 too high.
            assert_eq!(heights, [Some(0.0), Some(0.0), Some(2.5), Some(2.5), Some(2.5), None]);
            let single = places.map(|place| probe.ground(place.x, place.z, place.y, 0.4));
            assert_eq!(hits, single);
        });
    }

    #[test]
    fn spheres_rays_and_regions_go_on_over_the_edge() {
        ask(|probe| {
            // Along +x at half the height of the eastern block: its western side is
            // at 11, the sphere stops half a unit before.
            let way = Vec3::X * 10.0;
            let stop = probe.sweep_sphere(Vec3::new(5.0, 3.2, 4.5), 0.5, way, &[]).unwrap();
            assert!((stop.fraction - 0.55).abs() < 1e-5, "{}", stop.fraction);
            assert_eq!((stop.hit.neighbour, stop.hit.node), (Some(7), NodeId(1)));
            let from = Vec3::new(5.0, 3.2, 4.5);
            let hit = probe.ray_without(from, from + way, &[NodeId(1)]).unwrap();
            assert_eq!(
                (hit.point.x, hit.neighbour),
                (11.0, Some(7)),
                "the block left out is that of the west"
            );
            let names = |x: f32| {
                let place = Vec3::new(x, 3.0, 4.5);
                probe.regions(place).map(|region| region.name.clone()).collect::<Vec<_>>()
            };
            assert_eq!(
                [names(4.0), names(7.0), names(14.0)],
                [vec!["west".to_owned()], vec![], vec!["east".to_owned()]]
            );
            assert_eq!(names(5.0), ["west"]);
        });
    }
}
