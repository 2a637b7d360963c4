//! Where a node was: a ring of past places, by tick.

use glam::{Affine3A, Mat3A, Vec3A};
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;

/// Places a trail remembers at most: ten seconds of something that never rests.
pub const MOST_SAMPLES: usize = 600;

/// Where a node was and how far it had come. What rests takes one sample.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Trail {
    samples: VecDeque<Sample>,
}

/// A place at a tick. Between two of them it moved evenly.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sample {
    /// When.
    pub tick: u64,
    /// Where, world space.
    pub place: Affine3A,
    /// Units come so far.
    pub travelled: f64,
    /// It was not on the way here from the one before.
    pub jumped: bool,
}

impl Trail {
    /// The samples, oldest first.
    pub fn samples(&self) -> impl ExactSizeIterator<Item = &Sample> {
        self.samples.iter()
    }

    /// Notes where the node is at a tick later than the last one noted; forgets
    /// what was left before `oldest`. Places that are NaN or infinite are left
    /// out. A step of more than `longest` units is a jump.
    pub fn note(&mut self, tick: u64, place: Affine3A, jumped: bool, longest: f32, oldest: u64) {
        let Some(last) = self.samples.back().copied() else {
            if place.is_finite() {
                self.samples.push_back(Sample { tick, place, travelled: 0.0, jumped: true });
            }
            return;
        };
        if tick <= last.tick || !place.is_finite() {
            return;
        }
        if place != last.place {
            // It rested until the tick before.
            if last.tick + 1 < tick {
                self.samples.push_back(Sample { tick: tick - 1, jumped: false, ..last });
            }
            let step = place.translation.distance(last.place.translation);
            let jumped = jumped || step > longest;
            let travelled = last.travelled + if jumped { 0.0 } else { f64::from(step) };
            self.samples.push_back(Sample { tick, place, travelled, jumped });
        }
        // The last one before `oldest` is where it was then.
        while self.samples.len() > MOST_SAMPLES || self.samples.get(1).is_some_and(|next| next.tick <= oldest)
        {
            self.samples.pop_front();
        }
    }

    /// Where it was at a time in ticks: before the first sample at the first,
    /// after the last at the last. `None` for a trail without samples.
    pub fn at(&self, tick: f64) -> Option<Affine3A> {
        let after = self.samples.partition_point(|sample| sample.tick as f64 <= tick);
        self.between(after, |sample| sample.tick as f64, tick).map(|(place, _)| place)
    }

    /// Where it was when it had come this far, and at which tick.
    pub fn at_distance(&self, travelled: f64) -> Option<(Affine3A, f64)> {
        let after = self.samples.partition_point(|sample| sample.travelled < travelled);
        self.between(after, |sample| sample.travelled, travelled)
    }

    /// True when it jumped after one time in ticks and not later than another.
    pub fn jumps(&self, after: f64, until: f64) -> bool {
        // Before the first sample there is no place that it could have jumped from.
        let first = self.samples.partition_point(|sample| sample.tick as f64 <= after).max(1);
        let samples = self.samples.iter().skip(first);
        samples.take_while(|sample| sample.tick as f64 <= until).any(|sample| sample.jumped)
    }

    /// Units come at a time in ticks.
    pub fn travelled(&self, tick: f64) -> f64 {
        let after = self.samples.partition_point(|sample| sample.tick as f64 <= tick);
        let Some(to) = self.samples.get(after).or(self.samples.back()) else { return 0.0 };
        let from = after.checked_sub(1).map_or(to, |before| &self.samples[before]);
        let ticks = to.tick as f64 - from.tick as f64;
        let share = if ticks > 0.0 { ((tick - from.tick as f64) / ticks).clamp(0.0, 1.0) } else { 0.0 };
        from.travelled + (to.travelled - from.travelled) * share
    }

    fn between(&self, after: usize, of: impl Fn(&Sample) -> f64, wanted: f64) -> Option<(Affine3A, f64)> {
        let to = self.samples.get(after).or(self.samples.back())?;
        let from = after.checked_sub(1).map_or(to, |before| &self.samples[before]);
        let length = of(to) - of(from);
        if length <= 0.0 || to.jumped {
            let at = if length > 0.0 { from } else { to };
            return Some((at.place, at.tick as f64));
        }
        let share = ((wanted - of(from)) / length).clamp(0.0, 1.0);
        let tick = from.tick as f64 + (to.tick as f64 - from.tick as f64) * share;
        Some((mixed(&from.place, &to.place, share as f32), tick))
    }
}

fn mixed(from: &Affine3A, to: &Affine3A, share: f32) -> Affine3A {
    if from == to {
        return *to;
    }
    let mix = |from: Vec3A, to: Vec3A| from + (to - from) * share;
    let (a, b) = (&from.matrix3, &to.matrix3);
    Affine3A {
        matrix3: Mat3A::from_cols(mix(a.x_axis, b.x_axis), mix(a.y_axis, b.y_axis), mix(a.z_axis, b.z_axis)),
        translation: mix(from.translation, to.translation),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::Vec3;

    fn at(x: f32) -> Affine3A {
        Affine3A::from_translation(Vec3::new(x, 0.0, 0.0))
    }

    fn x(trail: &Trail, tick: f64) -> f32 {
        trail.at(tick).unwrap().translation.x
    }

    #[test]
    fn what_rests_takes_one_sample_and_what_moves_is_found_on_its_way() {
        let mut trail = Trail::default();
        assert!(trail.at(0.0).is_none());
        for tick in 0..50 {
            trail.note(tick, at(1.0), false, 200.0, 0);
        }
        assert_eq!(trail.samples().len(), 1);
        trail.note(50, at(3.0), false, 200.0, 0);
        trail.note(51, at(6.0), false, 200.0, 0);
        assert_eq!(
            [0.0, 48.0, 49.0, 49.5, 50.0, 50.5, 90.0].map(|t| x(&trail, t)),
            [1.0, 1.0, 1.0, 2.0, 3.0, 4.5, 6.0]
        );
        assert_eq!([49.0, 49.5, 51.0, 99.0].map(|tick| trail.travelled(tick)), [0.0, 1.0, 5.0, 5.0]);
        let (place, tick) = trail.at_distance(3.5).unwrap();
        assert_eq!((place.translation.x, tick), (4.5, 50.5));
    }

    #[test]
    fn a_jump_is_no_way_and_old_places_are_forgotten() {
        let mut trail = Trail::default();
        for (tick, place) in [(0, 0.0), (1, 1.0), (2, 500.0), (3, 501.0)] {
            trail.note(tick, at(place), false, 200.0, 0);
        }
        assert_eq!([1.5, 1.999, 2.0, 2.5].map(|tick| x(&trail, tick)), [1.0, 1.0, 500.0, 500.5]);
        assert_eq!(trail.travelled(3.0), 2.0);
        let jumps = [(0.0, 1.9), (0.0, 2.0), (1.99, 3.0), (2.0, 3.0), (-5.0, 1.0)];
        assert_eq!(jumps.map(|(after, until)| trail.jumps(after, until)), [false, true, true, false, false]);
        trail.note(4, at(502.0), false, 200.0, 2);
        assert_eq!(trail.samples().next().unwrap().tick, 2);
        for tick in 5..5000 {
            trail.note(tick, at(tick as f32), false, 200.0, 0);
        }
        assert_eq!(trail.samples().len(), MOST_SAMPLES);
        trail.note(6000, at(f32::NAN), false, 200.0, 0);
        assert_eq!(x(&trail, 9000.0), 4999.0);
    }
}
