//! How loud a sound is with distance, and from which side it comes.

use crate::Listener;
use glam::Vec3;
use std::f32::consts::FRAC_PI_4;
use world::Falloff;

/// Where something sounds, and how far it is heard.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reach {
    /// Engine axes, the game's units.
    pub place: Vec3,
    /// Units: full up to this distance.
    pub full: f32,
    /// Units: silent at and beyond this distance.
    pub range: f32,
    /// How it gets quieter in between.
    pub falloff: Falloff,
}

impl Reach {
    /// From its place on it gets quieter by the same amount with each unit.
    pub fn even(place: Vec3, range: f32) -> Self {
        Reach { place, full: 0.0, range, falloff: Falloff::Linear }
    }

    /// How loud it is at a distance, 0..=1; silent for NaN.
    ///
    /// * Linear: `1 - (distance - full) / (range - full)`.
    /// * Logarithmic: `1 - log(distance / full) / log(range / full)`. A logarithm needs a beginning: a sound
    ///   that is full nowhere is full up to a thousandth of its range.
    ///
    /// Source: `docs/spec/zbd/engine-behaviour.md`, "16. Sound"; `docs/spec/zbd/mw3-runtime.md`, "11. Sound".
    pub fn loudness(&self, distance: f32) -> f32 {
        let is_within = distance < self.range;
        if !is_within {
            return 0.0;
        }
        let full = if self.full.is_finite() { self.full.max(0.0) } else { 0.0 };
        match self.falloff {
            // Nothing gets quieter on the way to a place without end.
            _ if distance <= full || self.range == f32::INFINITY => 1.0,
            Falloff::Linear => 1.0 - (distance - full) / (self.range - full),
            Falloff::Logarithmic => {
                let full = full.max(self.range / 1000.0);
                let part = libm::logf(distance / full) / libm::logf(self.range / full);
                (1.0 - part).clamp(0.0, 1.0)
            }
        }
    }
}

impl Listener {
    /// Gains for the left and the right ear. How loud something is with distance says
    /// [`Reach::loudness`]. It is shared between the ears with constant power: the squares of the two
    /// gains add up to the square of the loudness. Nearer than [`Listener::near`] the side fades.
    pub fn gains(&self, reach: &Reach) -> [f32; 2] {
        let way = reach.place - self.ear;
        let distance = way.length();
        let loud = reach.loudness(distance);
        if loud == 0.0 {
            return [0.0; 2];
        }
        let side = self.right.dot(way) / distance.max(self.near).max(f32::MIN_POSITIVE);
        let angle = (side.clamp(-1.0, 1.0) + 1.0) * FRAC_PI_4;
        [loud * libm::cosf(angle), loud * libm::sinf(angle)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::f32::consts::FRAC_1_SQRT_2;

    /// Looks along -z, so that +x is on the right.
    const EAR: Listener = Listener { ear: Vec3::new(10.0, 2.0, 5.0), right: Vec3::X, near: 1.0 };

    fn at(x: f32, y: f32, z: f32, range: f32) -> [f32; 2] {
        EAR.gains(&Reach::even(EAR.ear + Vec3::new(x, y, z), range))
    }

    fn close(found: [f32; 2], wanted: [f32; 2]) {
        let near = found.iter().zip(wanted).all(|(a, b)| (a - b).abs() < 1e-6);
        assert!(near, "{found:?}, by hand {wanted:?}");
    }

    #[test]
    fn full_at_its_place_and_silent_at_the_end_of_its_range() {
        close(at(0.0, 0.0, 0.0, 20.0), [FRAC_1_SQRT_2; 2]);
        assert_eq!(at(0.0, 0.0, -20.0, 20.0), [0.0; 2]);
        assert_eq!(at(30.0, 0.0, 0.0, 20.0), [0.0; 2]);
        // Half-way, before and behind and above alike.
        for [x, y, z] in [[0.0, 0.0, -10.0], [0.0, 0.0, 10.0], [0.0, 10.0, 0.0]] {
            close(at(x, y, z, 20.0), [FRAC_1_SQRT_2 * 0.5; 2]);
        }
        for range in [0.0, -1.0, f32::NAN] {
            assert_eq!(at(0.0, 0.0, 0.0, range), [0.0; 2], "{range}");
        }
        assert_eq!(at(f32::NAN, 0.0, 0.0, 20.0), [0.0; 2]);
    }

    #[test]
    fn left_is_left_and_right_is_right() {
        close(at(-5.0, 0.0, 0.0, 20.0), [0.75, 0.0]);
        close(at(5.0, 0.0, 0.0, 20.0), [0.0, 0.75]);
        // 30 degrees to the right of straight ahead: sin 30 = 0.5, an angle of
        // 67.5 degrees between the ears.
        let (x, z) = (10.0 * 0.5, -10.0 * 0.866_025_4);
        close(at(x, 0.0, z, 20.0), [0.5 * 0.382_683_43, 0.5 * 0.923_879_5]);
        // `near` is 1 unit here: at half of it, half of the side is left.
        let [left, right] = at(-0.5, 0.0, 0.0, 20.0);
        close([left, right], [0.975 * 0.923_879_5, 0.975 * 0.382_683_43]);
    }

    #[test]
    fn the_two_laws_between_full_and_silent() {
        let at = |falloff, distance| {
            Reach { place: Vec3::ZERO, full: 10.0, range: 160.0, falloff }.loudness(distance)
        };
        // Full up to 10, silent from 160 on; 85 is half of the way.
        for (distance, wanted) in
            [(0.0, 1.0), (10.0, 1.0), (85.0, 0.5), (47.5, 0.75), (160.0, 0.0), (1e9, 0.0)]
        {
            let found = at(Falloff::Linear, distance);
            assert!((found - wanted).abs() < 1e-6, "{distance}: {found}");
        }
        // From 10 to 160 the distance doubles four times.
        for (distance, wanted) in
            [(5.0, 1.0), (10.0, 1.0), (20.0, 0.75), (40.0, 0.5), (80.0, 0.25), (160.0, 0.0)]
        {
            let found = at(Falloff::Logarithmic, distance);
            assert!((found - wanted).abs() < 1e-6, "{distance}: {found}");
        }
        // Full nowhere counts as a thousandth of the range, 0.1: at the root of 0.1 and 100 half of the
        // doublings are left.
        let law = Falloff::Logarithmic;
        let reach = Reach { place: Vec3::ZERO, full: 0.0, range: 100.0, falloff: law };
        assert!((reach.loudness(libm::sqrtf(10.0)) - 0.5).abs() < 1e-6);
        // Files may say anything.
        for full in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, -3.0, 1e9] {
            for range in [f32::NAN, 0.0, -1.0, 5.0] {
                let reach = Reach { place: Vec3::ZERO, full, range, falloff: law };
                let found = reach.loudness(1.0);
                assert!((0.0..=1.0).contains(&found), "{full} {range}: {found}");
            }
        }
    }
}
