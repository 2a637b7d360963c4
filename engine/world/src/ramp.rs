//! A value that changes over something: a life, a time.

use serde::{Deserialize, Serialize};

/// Stops a ramp has at most; what comes after is dropped.
pub const MOST_STOPS: usize = 16;

/// A value by stops, straight between them; before the first and after the last
/// it stays. Stops are finite and in order.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Ramp<T> {
    stops: Box<[(f32, T)]>,
}

/// What ramps mix.
pub trait Mix: Copy {
    /// `share` of the way to another value.
    fn mix(self, to: Self, share: f32) -> Self;
    /// Every part is a finite number.
    fn is_sound(self) -> bool;
}

impl Mix for f32 {
    fn mix(self, to: Self, share: f32) -> Self {
        self + (to - self) * share
    }

    fn is_sound(self) -> bool {
        self.is_finite()
    }
}

impl<const N: usize> Mix for [f32; N] {
    fn mix(self, to: Self, share: f32) -> Self {
        std::array::from_fn(|part| self[part].mix(to[part], share))
    }

    fn is_sound(self) -> bool {
        self.iter().all(|part| part.is_finite())
    }
}

impl<T: Mix> Ramp<T> {
    /// The same value everywhere.
    pub fn constant(value: T) -> Self {
        Ramp { stops: Box::new([(0.0, value)]) }
    }

    /// A ramp through these stops. Stops that are NaN, infinite or before the
    /// one ahead of them are left out, and so is what follows the sixteenth;
    /// `None` when nothing is left.
    ///
    /// ```
    /// let ramp = world::Ramp::new([(0.0, 1.0), (0.5, 3.0), (1.0, 0.0)]).unwrap();
    /// assert_eq!([-1.0, 0.25, 0.5, 0.75, 9.0].map(|x| ramp.at(x)), [1.0, 2.0, 3.0, 1.5, 0.0]);
    /// assert!(world::Ramp::new([(f32::NAN, 1.0)]).is_none());
    /// ```
    pub fn new(stops: impl IntoIterator<Item = (f32, T)>) -> Option<Self> {
        let mut sound: Vec<(f32, T)> = Vec::new();
        for (at, value) in stops {
            let in_order = sound.last().is_none_or(|(last, _)| at >= *last);
            if at.is_finite() && value.is_sound() && in_order && sound.len() < MOST_STOPS {
                sound.push((at, value));
            }
        }
        (!sound.is_empty()).then(|| Ramp { stops: sound.into() })
    }

    /// The stops, in order.
    pub fn stops(&self) -> &[(f32, T)] {
        &self.stops
    }

    /// The value at a place; of two stops in one place the later counts from
    /// there on.
    pub fn at(&self, x: f32) -> T {
        let stops = &*self.stops;
        if let [(_, only)] = stops {
            return *only;
        }
        let after = stops.iter().position(|(at, _)| *at > x).unwrap_or(stops.len());
        match (after.checked_sub(1).map(|before| stops[before]), stops.get(after)) {
            (Some((from, value)), Some((to, next))) => value.mix(*next, (x - from) / (to - from)),
            (Some((_, value)), None) => value,
            // A ramp has stops.
            (None, _) => stops[0].1,
        }
    }
}

impl Ramp<f32> {
    /// The greatest value.
    pub fn greatest(&self) -> f32 {
        self.stops.iter().fold(f32::NEG_INFINITY, |most, (_, value)| most.max(*value))
    }

    /// The area from 0 to `x`; `x` is not negative.
    pub fn area(&self, x: f64) -> f64 {
        let mut sum = 0.0;
        self.pieces(|from, to, value, slope| {
            let length = x.min(to) - from;
            if length > 0.0 {
                sum += value * length + 0.5 * slope * length * length;
            }
            length > 0.0
        });
        sum
    }

    /// Where the area from 0 on reaches `area`, of a ramp nowhere below zero;
    /// infinite when it never does.
    pub fn reaches(&self, area: f64) -> f64 {
        let (mut left, mut place) = (area, f64::INFINITY);
        self.pieces(|from, to, value, slope| {
            let length = to - from;
            let whole = match (length.is_finite(), value > 0.0) {
                (true, _) => value * length + 0.5 * slope * length * length,
                (false, true) => f64::INFINITY,
                (false, false) => 0.0,
            };
            if left > whole {
                left -= whole;
                return true;
            }
            // The root that stays right where the slope is next to nothing.
            let root = (value * value + 2.0 * slope * left).max(0.0).sqrt();
            let sum = value + root;
            place = from + if sum > 0.0 { 2.0 * left / sum } else { 0.0 };
            false
        });
        place
    }

    /// Straight pieces from 0 on: start, end, value at the start and slope; until
    /// `each` answers false.
    fn pieces(&self, mut each: impl FnMut(f64, f64, f64, f64) -> bool) {
        let (mut from, mut value) = (0.0, f64::from(self.at(0.0)));
        for (at, next) in &*self.stops {
            let (to, next) = (f64::from(*at), f64::from(*next));
            if to > from && !each(from, to, value, (next - value) / (to - from)) {
                return;
            }
            (from, value) = if to >= from { (to, next) } else { (from, value) };
        }
        each(from, f64::INFINITY, value, 0.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stops_that_are_unsound_or_out_of_order_are_left_out() {
        let ramp = Ramp::new([(0.5, 1.0), (0.25, 7.0), (f32::INFINITY, 7.0), (1.0, f32::NAN), (2.0, 3.0)]);
        assert_eq!(ramp.unwrap().stops(), [(0.5, 1.0), (2.0, 3.0)]);
        let many = Ramp::new((0..1000).map(|stop| (stop as f32, 0.0))).unwrap();
        assert_eq!(many.stops().len(), MOST_STOPS);
    }

    #[test]
    fn a_step_is_two_stops_in_one_place() {
        let ramp = Ramp::new([(0.0, 0.0), (1.0, 0.0), (1.0, 5.0)]).unwrap();
        assert_eq!([0.5, 1.0, 2.0].map(|x| ramp.at(x)), [0.0, 5.0, 5.0]);
        assert_eq!([0.5, 1.0, 3.0].map(|x| ramp.area(x)), [0.0, 0.0, 10.0]);
        assert_eq!([0.0, 5.0, 7.5].map(|area| ramp.reaches(area)), [0.0, 2.0, 2.5]);
    }

    #[test]
    fn areas_and_where_they_are_reached_are_exact() {
        // Rises from 0 to 4 in two seconds, falls to 2 in one, and stays.
        let ramp = Ramp::new([(0.0, 0.0), (2.0, 4.0), (3.0, 2.0)]).unwrap();
        assert_eq!([1.0, 2.0, 3.0, 5.0].map(|x| ramp.area(x)), [1.0, 4.0, 7.0, 11.0]);
        for x in [0.5, 1.0, 2.0, 2.5, 3.0, 5.0] {
            assert!((ramp.reaches(ramp.area(x)) - x).abs() < 1e-12, "{x}");
        }
        assert_eq!(Ramp::constant(0.0).reaches(1.0), f64::INFINITY);
        assert_eq!(Ramp::constant(4.0).reaches(10.0), 2.5);
    }
}
