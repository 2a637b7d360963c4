//! How loud a sound is with distance, and from which side it comes.

use crate::Listener;
use glam::Vec3;
use std::f32::consts::FRAC_PI_4;

/// Where something sounds, and how far it is heard.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reach {
    /// Engine axes, the game's units.
    pub place: Vec3,
    /// Units: silent at and beyond this distance.
    pub range: f32,
}

impl Listener {
    /// Gains for the left and the right ear. Loudness falls linearly with distance:
    /// `1 - distance / range`, so 1 at the sound's place and 0 at the end of its range. It
    /// is shared between the ears with constant power: the squares of the two gains add up
    /// to the square of the loudness. Nearer than [`Listener::near`] the side fades.
    pub fn gains(&self, reach: &Reach) -> [f32; 2] {
        let way = reach.place - self.ear;
        let distance = way.length();
        // Nothing is within a range that is NaN, or away from a place that is NaN.
        let is_within = distance < reach.range;
        if !is_within {
            return [0.0; 2];
        }
        let loud = 1.0 - distance / reach.range;
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
        EAR.gains(&Reach { place: EAR.ear + Vec3::new(x, y, z), range })
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
}
