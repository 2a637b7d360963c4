//! How far gusts have carried the particles of an emitter.
//!
//! Air takes a particle along by `v' = -k (v - gust)`, so that a gust between birth and now moves it by
//! the integral of `(1 - exp(-k (now - s))) gust(s)`. That is the difference of two sums, which an emitter
//! notes every tick; each particle then needs those of its birth and of now alone, and stays a function
//! of the emitter and the time.

use super::{Drag, EmitterLaw};
use crate::TICKS_PER_SECOND;
use glam::Vec3;
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;

/// Moments that are remembered, at most: a particle that lives for longer than ten seconds finds fewer of
/// them in a second.
const MOST_MOMENTS: usize = 600;

/// What gusts did since an emitter started, as far back as its particles live.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Drift {
    /// How much of a gust counts.
    factor: f32,
    moments: VecDeque<Moment>,
}

/// What gusts did up to a tick.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Moment {
    pub tick: u64,
    /// Units that the air has come.
    pub carried: Vec3,
    /// Units by which what rests at the start is behind it.
    pub behind: Vec3,
}

impl Drift {
    /// Nothing yet.
    pub fn new(factor: f32) -> Self {
        Drift { factor, moments: VecDeque::new() }
    }

    /// How much of a gust counts, and all that is remembered, oldest first.
    pub(crate) fn parts(&self) -> (f32, impl ExactSizeIterator<Item = &Moment>) {
        (self.factor, self.moments.iter())
    }

    /// Notes the gust of the tick that ends as `tick`, and forgets what was before `oldest`.
    pub(crate) fn note(&mut self, tick: u64, gust: Vec3, law: &EmitterLaw, oldest: u64) {
        let friction = law.friction();
        let Some(last) = self.moments.back().copied() else {
            self.moments.push_back(Moment { tick, ..Moment::default() });
            return;
        };
        if tick <= last.tick || friction == 0.0 {
            return;
        }
        let seconds = (tick - last.tick) as f32 / TICKS_PER_SECOND as f32;
        let left = libm::expf(-friction * seconds);
        let gust = gust * self.factor;
        let carried = last.carried + gust * seconds;
        let behind = last.behind * left + gust * ((1.0 - left) / friction);
        // With long lives only some ticks are kept, besides the last one.
        let stride = (tick.saturating_sub(oldest)).div_ceil(MOST_MOMENTS as u64 - 2).max(1);
        if !last.tick.is_multiple_of(stride) && self.moments.len() > 1 {
            self.moments.pop_back();
        }
        self.moments.push_back(Moment { tick, carried, behind });
        // The last one before the oldest is what was then.
        while self.moments.len() > MOST_MOMENTS || self.moments.get(1).is_some_and(|next| next.tick <= oldest)
        {
            self.moments.pop_front();
        }
    }

    /// Units by which gusts have moved a particle from its birth until now, both in ticks.
    pub(super) fn between(&self, law: &EmitterLaw, birth: f64, now: f64) -> Vec3 {
        let (Some(from), Some(to)) = (self.at(birth), self.at(now)) else { return Vec3::ZERO };
        let age = ((now - birth).max(0.0) / f64::from(TICKS_PER_SECOND)) as f32;
        let left = libm::expf(-law.friction() * age);
        (to.carried - from.carried) - (to.behind - from.behind * left)
    }

    /// What gusts did up to a time in ticks, between what is remembered.
    fn at(&self, tick: f64) -> Option<Moment> {
        let after = self.moments.partition_point(|moment| moment.tick as f64 <= tick);
        let Some(before) = after.checked_sub(1).and_then(|before| self.moments.get(before)) else {
            return self.moments.front().copied();
        };
        let Some(next) = self.moments.get(after) else { return Some(*before) };
        let share = ((tick - before.tick as f64) / (next.tick - before.tick) as f64) as f32;
        let (carried, behind) =
            (before.carried.lerp(next.carried, share), before.behind.lerp(next.behind, share));
        Some(Moment { tick: before.tick, carried, behind })
    }

    pub(super) fn is_sound(&self) -> bool {
        let is_finite = |moment: &Moment| moment.carried.is_finite() && moment.behind.is_finite();
        self.factor.is_finite()
            && self.moments.len() <= MOST_MOMENTS
            && self.moments.iter().all(is_finite)
            && self.moments.iter().is_sorted_by(|a, b| a.tick < b.tick)
    }
}

impl EmitterLaw {
    /// Of its speed against the wind, what air takes from a particle in a second; 0 where air does not
    /// move particles.
    pub fn friction(&self) -> f32 {
        match self.drag {
            Drag::Friction { per_second, .. } if per_second > 1e-4 => per_second,
            _ => 0.0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::Vec3A;

    #[test]
    fn a_gust_that_lasts_carries_as_a_steady_wind_does() {
        let drag =
            |wind| EmitterLaw { drag: Drag::Friction { per_second: 2.0, wind }, ..EmitterLaw::default() };
        let (law, gust) = (drag(Vec3::ZERO), Vec3::X * 8.0);
        let mut drift = Drift::new(0.5);
        (0..=120).for_each(|tick| drift.note(tick, gust, &law, 0));
        // Half of 8, for half a second: 4 * (0.5 - (1 - 1/e) / 2).
        let moved = drift.between(&law, 15.0, 45.0);
        assert!(moved.abs_diff_eq(Vec3::X * 0.735_76, 1e-4), "{moved}");
        let steady = Vec3::from(drag(Vec3::X * 4.0).way(Vec3A::ZERO, Vec3A::ZERO, 0.5));
        assert!(moved.abs_diff_eq(steady, 1e-4), "{moved} {steady}");
        assert_eq!(drift.between(&law, 30.0, 30.0), Vec3::ZERO);
    }

    #[test]
    fn there_and_back_nearly_stays_and_long_lives_keep_few_moments() {
        let drag = Drag::Friction { per_second: 1.0, wind: Vec3::ZERO };
        let law = EmitterLaw { drag, life: [120.0; 2], ..EmitterLaw::default() };
        let mut drift = Drift::new(1.0);
        for tick in 0..=7200_u64 {
            let gust = if tick.is_multiple_of(2) { Vec3::X } else { Vec3::NEG_X };
            drift.note(tick, gust * 10.0, &law, 0);
        }
        assert!(drift.moments.len() <= MOST_MOMENTS && drift.is_sound());
        let moved = drift.between(&law, 600.0, 7200.0);
        // A tick of 10 units a second is a sixth of a unit.
        assert!(moved.length() < 0.35, "{moved}");
        let free = EmitterLaw::default();
        let mut none = Drift::new(1.0);
        (0..60).for_each(|tick| none.note(tick, Vec3::X, &free, 0));
        assert_eq!(none.between(&free, 0.0, 59.0), Vec3::ZERO);
    }
}
