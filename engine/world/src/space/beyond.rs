//! Questions that go on in the places next to one: whoever stands near an edge
//! meets the ground and the walls of both.

use super::index::Space;
use super::probe::{Capsule, Hit, Overlap, Probe, SweepHit};
use crate::{ActiveZones, NodeId, Occurrences, Scene};
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
        let own = self.own_ground(x, z, from, step);
        self.beyond.iter().fold(own, |best, next| {
            let at = Vec3::new(x, from, z) - next.offset;
            let found = next.probe().own_ground(at.x, at.z, at.y, step).map(|hit| next.seen(hit));
            nearest(best, found, |hit| -hit.point.y)
        })
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

/// The one of two answers with the smaller measure; of equal ones the first.
fn nearest<T>(first: Option<T>, second: Option<T>, measure: impl Fn(&T) -> f32) -> Option<T> {
    match (first, second) {
        (Some(first), Some(second)) => Some(if measure(&second) < measure(&first) { second } else { first }),
        (first, second) => first.or(second),
    }
}
