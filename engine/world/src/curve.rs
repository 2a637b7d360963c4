//! Curves: values that change with time, as keys and a rule for what lies
//! between two of them.
//!
//! A curve is checked when it is made, so that reading one can neither fail nor
//! give NaN. It knows nothing of what it moves.

use crate::slerp::slerp;
use glam::{Quat, Vec2, Vec3};
use std::fmt;

/// What lies between two keys.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CurveKind {
    /// The value of the earlier key.
    Step,
    /// The straight way; for rotations the short way round at even speed.
    #[default]
    Linear,
    /// A cubic through both keys. The tangents are slopes over the whole way
    /// from one key to the next, in units of the value: not per second.
    Hermite,
    /// A cubic from key to key. The tangents are control points, in the value's
    /// own space.
    Bezier,
}

/// Which time a curve goes by.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum CurveClock {
    /// That of the clip that is played.
    #[default]
    Own,
    /// Time since the world began, starting over after this many seconds:
    /// everything with the same length is in step, whatever is played. Without
    /// a length above 0 it stands at its start.
    World {
        /// Length of one run.
        seconds: f32,
    },
}

/// Why keys are no curve.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CurveError {
    /// There are not as many of one as of the other.
    Lengths {
        /// Times of keys.
        times: usize,
        /// Values of keys.
        values: usize,
    },
    /// A cubic has not one pair of tangents per key.
    Tangents {
        /// Values of keys.
        values: usize,
        /// Pairs of tangents.
        tangents: usize,
    },
    /// A key comes before the one it follows.
    Order {
        /// Which.
        key: usize,
    },
    /// A time is NaN or infinite.
    Time {
        /// Of which key.
        key: usize,
    },
    /// A value or tangent is NaN or infinite, or a rotation has no length.
    Value {
        /// Of which key.
        key: usize,
    },
    /// The length of its own clock is NaN or infinite.
    Clock,
}

impl fmt::Display for CurveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CurveError::Lengths { times, values } => write!(f, "{times} times for {values} values"),
            CurveError::Tangents { values, tangents } => {
                write!(f, "{tangents} pairs of tangents for {values} values")
            }
            CurveError::Order { key } => write!(f, "key {key} is before the one it follows"),
            CurveError::Time { key } => write!(f, "the time of key {key} is NaN or infinite"),
            CurveError::Value { key } => {
                write!(f, "the value of key {key} is NaN or infinite, or a rotation without length")
            }
            CurveError::Clock => f.write_str("the length of the clock is NaN or infinite"),
        }
    }
}

impl std::error::Error for CurveError {}

/// What can be between two keys.
pub trait CurveValue: Copy {
    /// True without NaN and infinities.
    fn finite(self) -> bool;
    /// True for what a key may be.
    fn is_sound(self) -> bool {
        self.finite()
    }
    /// Part of the way to another.
    fn between(self, next: Self, share: f32) -> Self;
    /// The sum of four, each with its weight.
    fn sum(parts: [(Self, f32); 4]) -> Self;
    /// -1 when the short way to another is that to its negative.
    fn side(self, _next: Self) -> f32 {
        1.0
    }
}

impl CurveValue for f32 {
    fn finite(self) -> bool {
        self.is_finite()
    }

    fn between(self, next: Self, share: f32) -> Self {
        self * (1.0 - share) + next * share
    }

    fn sum(parts: [(Self, f32); 4]) -> Self {
        parts.iter().map(|(value, weight)| value * weight).sum()
    }
}

macro_rules! vectors {
    ($($vector:ty),*) => {$(
        impl CurveValue for $vector {
            fn finite(self) -> bool {
                self.is_finite()
            }

            fn between(self, next: Self, share: f32) -> Self {
                self.lerp(next, share)
            }

            fn sum(parts: [(Self, f32); 4]) -> Self {
                parts.iter().map(|(value, weight)| *value * *weight).sum()
            }
        }
    )*};
}
vectors!(Vec2, Vec3);

impl CurveValue for Quat {
    fn finite(self) -> bool {
        self.is_finite()
    }

    fn is_sound(self) -> bool {
        let size = self.length_squared();
        size > 0.0 && size.is_finite()
    }

    fn between(self, next: Self, share: f32) -> Self {
        slerp(self, next, share)
    }

    fn sum(parts: [(Self, f32); 4]) -> Self {
        let sum =
            parts.iter().fold(Quat::from_array([0.0; 4]), |sum, (value, weight)| sum + *value * *weight);
        sum.normalize()
    }

    fn side(self, next: Self) -> f32 {
        if self.dot(next) < 0.0 { -1.0 } else { 1.0 }
    }
}

/// A moment at which curves are read.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Moment {
    /// Seconds from the start of the clip.
    pub seconds: f32,
    /// Part of the clip's run that is over, 0..=1.
    pub fraction: f32,
    /// Seconds since the world began.
    pub world: f64,
}

#[derive(Clone, Debug, Default, PartialEq)]
enum Keys {
    /// Evenly apart over the whole run.
    #[default]
    Even,
    /// Seconds, never decreasing.
    Times(Box<[f32]>),
}

/// A value that changes with time. Without keys it has none, and what it would
/// move keeps its own.
///
/// Before the first key and after the last their values hold. Of keys at one
/// time the first counts for what is before it, the last for what comes from
/// then on: a jump.
///
/// ```
/// use world::{Curve, Moment};
///
/// let light = Curve::linear(vec![0.0, 2.0], vec![0.0_f32, 10.0])?;
/// assert_eq!(light.at(&Moment { seconds: 0.5, ..Moment::default() }), Some(2.5));
/// assert!(Curve::linear(vec![0.0], vec![f32::NAN]).is_err());
/// # Ok::<(), world::CurveError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Curve<T> {
    keys: Keys,
    kind: CurveKind,
    clock: CurveClock,
    values: Box<[T]>,
    /// Per key of a cubic: how it comes in and how it goes out.
    tangents: Box<[[T; 2]]>,
}

impl<T> Default for Curve<T> {
    fn default() -> Self {
        Curve {
            keys: Keys::Even,
            kind: CurveKind::Linear,
            clock: CurveClock::Own,
            values: Box::default(),
            tangents: Box::default(),
        }
    }
}

impl<T: CurveValue> Curve<T> {
    /// Straight between keys that are evenly apart: the first at the start of
    /// the run and the last at its end.
    ///
    /// # Errors
    ///
    /// When a value is not finite.
    pub fn even(values: Vec<T>) -> Result<Self, CurveError> {
        sound(&values, |value| value.is_sound())?;
        Ok(Curve { values: values.into(), ..Curve::default() })
    }

    /// One value at all times.
    ///
    /// # Errors
    ///
    /// When it is not finite.
    pub fn constant(value: T) -> Result<Self, CurveError> {
        Self::even(vec![value])
    }

    /// Each key holds until the next; times in seconds.
    ///
    /// # Errors
    ///
    /// See [`CurveError`].
    pub fn step(times: Vec<f32>, values: Vec<T>) -> Result<Self, CurveError> {
        Self::timed(CurveKind::Step, times, values)
    }

    /// Straight between keys; times in seconds.
    ///
    /// # Errors
    ///
    /// See [`CurveError`].
    pub fn linear(times: Vec<f32>, values: Vec<T>) -> Result<Self, CurveError> {
        Self::timed(CurveKind::Linear, times, values)
    }

    /// A cubic between keys, with a tangent into and one out of each: what they
    /// mean is said at [`CurveKind`]. Step and linear curves need none.
    ///
    /// # Errors
    ///
    /// See [`CurveError`].
    pub fn cubic(
        kind: CurveKind,
        times: Vec<f32>,
        values: Vec<T>,
        tangents: Vec<[T; 2]>,
    ) -> Result<Self, CurveError> {
        let mut made = Self::timed(kind, times, values)?;
        if matches!(kind, CurveKind::Hermite | CurveKind::Bezier) {
            if tangents.len() != made.values.len() {
                return Err(CurveError::Tangents { values: made.values.len(), tangents: tangents.len() });
            }
            if let Some(key) = tangents.iter().position(|[into, out]| !(into.finite() && out.finite())) {
                return Err(CurveError::Value { key });
            }
            made.tangents = tangents.into();
        }
        Ok(made)
    }

    fn timed(kind: CurveKind, times: Vec<f32>, values: Vec<T>) -> Result<Self, CurveError> {
        if times.len() != values.len() {
            return Err(CurveError::Lengths { times: times.len(), values: values.len() });
        }
        if let Some(key) = times.iter().position(|time| !time.is_finite()) {
            return Err(CurveError::Time { key });
        }
        if let Some(key) = times.windows(2).position(|pair| pair[1] < pair[0]) {
            return Err(CurveError::Order { key: key + 1 });
        }
        sound(&values, |value| value.is_sound())?;
        Ok(Curve { keys: Keys::Times(times.into()), kind, values: values.into(), ..Curve::default() })
    }

    /// The same, by time since the world began.
    ///
    /// # Errors
    ///
    /// When the length is NaN or infinite.
    pub fn by_world(self, seconds: f32) -> Result<Self, CurveError> {
        if !seconds.is_finite() {
            return Err(CurveError::Clock);
        }
        Ok(Curve { clock: CurveClock::World { seconds }, ..self })
    }

    /// The value at a moment; `None` without keys.
    pub fn at(&self, moment: &Moment) -> Option<T> {
        let last = self.values.len().checked_sub(1)?;
        let (seconds, fraction) = match self.clock {
            CurveClock::Own => (moment.seconds, moment.fraction),
            CurveClock::World { seconds } => round(moment.world, seconds),
        };
        let (from, to, share) = match &self.keys {
            Keys::Even => evenly(last, fraction),
            Keys::Times(times) => timely(times, last, seconds),
        };
        let (start, end) = (self.values[from], self.values[to]);
        let value = match self.kind {
            CurveKind::Step => start,
            CurveKind::Linear => start.between(end, share),
            CurveKind::Hermite | CurveKind::Bezier => self.between_tangents(from, to, share),
        };
        // The way between two finite keys may lead beyond what a number holds.
        Some(if value.is_sound() { value } else { start })
    }

    fn between_tangents(&self, from: usize, to: usize, t: f32) -> T {
        let (start, end) = (self.values[from], self.values[to]);
        let (Some([_, out]), Some([into, _])) = (self.tangents.get(from), self.tangents.get(to)) else {
            return start;
        };
        let (s, side) = (1.0 - t, start.side(end));
        let weights = match self.kind {
            CurveKind::Bezier => [s * s * s, 3.0 * s * s * t, 3.0 * s * t * t, t * t * t],
            _ => [s * s * (1.0 + 2.0 * t), s * s * t, -s * t * t, t * t * (3.0 - 2.0 * t)],
        };
        let [first, second, third, fourth] = weights;
        T::sum([(start, first), (*out, second), (*into, third * side), (end, fourth * side)])
    }
}

impl<T> Curve<T> {
    /// True without keys.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// The values of the keys.
    pub fn values(&self) -> &[T] {
        &self.values
    }

    /// Seconds of the keys; `None` for keys that are evenly apart.
    pub fn times(&self) -> Option<&[f32]> {
        match &self.keys {
            Keys::Even => None,
            Keys::Times(times) => Some(times),
        }
    }

    /// What lies between keys.
    pub fn kind(&self) -> CurveKind {
        self.kind
    }

    /// Which time it goes by.
    pub fn clock(&self) -> CurveClock {
        self.clock
    }

    /// True when its value changes though no clip is played.
    pub fn follows_world(&self) -> bool {
        self.clock != CurveClock::Own && self.values.len() > 1
    }
}

fn sound<T: Copy>(values: &[T], is_sound: impl Fn(T) -> bool) -> Result<(), CurveError> {
    match values.iter().position(|value| !is_sound(*value)) {
        Some(key) => Err(CurveError::Value { key }),
        None => Ok(()),
    }
}

/// Seconds and fraction of a run that starts over and over.
fn round(world: f64, seconds: f32) -> (f32, f32) {
    if seconds <= 0.0 || !world.is_finite() {
        return (0.0, 0.0);
    }
    let at = world.rem_euclid(f64::from(seconds)) as f32;
    (at, at / seconds)
}

/// The two keys around a fraction of the run, and how far it is to the second.
fn evenly(last: usize, fraction: f32) -> (usize, usize, f32) {
    let place = if fraction > 0.0 { fraction.min(1.0) * last as f32 } else { 0.0 };
    let from = (place as usize).min(last);
    (from, (from + 1).min(last), place - from as f32)
}

/// The two keys around a time, and how far it is to the second.
fn timely(times: &[f32], last: usize, seconds: f32) -> (usize, usize, f32) {
    let to = first_after(times, last, seconds);
    let Some(from) = to.checked_sub(1) else { return (0, 0, 0.0) };
    let (Some(start), Some(end)) = (times.get(from), times.get(to)) else { return (last, last, 0.0) };
    (from, to, (seconds - start) / (end - start))
}

/// The first key after a time. Keys are mostly evenly apart, so it is looked for where it would be
/// then, before the whole list is searched.
fn first_after(times: &[f32], last: usize, seconds: f32) -> usize {
    let guess = match (times.first(), times.get(last)) {
        (Some(first), Some(end)) => ((seconds - first) / (end - first) * last as f32) as usize,
        _ => 0,
    };
    match times.get(guess..guess.saturating_add(2)) {
        Some([start, end]) if *start <= seconds && seconds < *end => guess + 1,
        _ => times.partition_point(|time| *time <= seconds),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::f32::consts::FRAC_PI_2;

    fn after(seconds: f32) -> Moment {
        Moment { seconds, ..Moment::default() }
    }

    #[test]
    fn each_kind_goes_its_own_way_between_the_same_keys() {
        let (times, values) = (vec![1.0, 3.0], vec![2.0_f32, 10.0]);
        let step = Curve::step(times.clone(), values.clone()).unwrap();
        let linear = Curve::linear(times.clone(), values.clone()).unwrap();
        // Out with slope 8, in with slope -4.
        let tangents = vec![[100.0, 8.0], [-4.0, 100.0]];
        let hermite = Curve::cubic(CurveKind::Hermite, times.clone(), values.clone(), tangents).unwrap();
        // Control points 6 and 0.
        let tangents = vec![[100.0, 6.0], [0.0, 100.0]];
        let bezier = Curve::cubic(CurveKind::Bezier, times, values, tangents).unwrap();
        // A quarter of the way, hermite: 27/32 * 2 + 9/64 * 8 + 3/64 * 4 + 5/32 * 10,
        // bezier: 27/64 * 2 + 27/64 * 6 + 9/64 * 0 + 1/64 * 10. Half of it, hermite:
        // 1 + 1/8 * 8 + 1/8 * 4 + 5; bezier: (2 + 18 + 0 + 10) / 8.
        for (seconds, wanted) in [
            (0.0, [2.0, 2.0, 2.0, 2.0]),
            (1.0, [2.0, 2.0, 2.0, 2.0]),
            (1.5, [2.0, 4.0, 4.5625, 3.53125]),
            (2.0, [2.0, 6.0, 7.5, 3.75]),
            (3.0, [10.0, 10.0, 10.0, 10.0]),
            (9.0, [10.0, 10.0, 10.0, 10.0]),
        ] {
            let found = [&step, &linear, &hermite, &bezier].map(|curve| curve.at(&after(seconds)).unwrap());
            assert_eq!(found, wanted, "at {seconds}");
        }
    }

    #[test]
    fn vectors_and_rotations_are_read_the_same_way() {
        let places = Curve::linear(vec![0.0, 1.0], vec![Vec3::ZERO, Vec3::new(4.0, -8.0, 2.0)]).unwrap();
        assert_eq!(places.at(&after(0.25)), Some(Vec3::new(1.0, -2.0, 0.5)));
        let offsets = Curve::even(vec![Vec2::ZERO, Vec2::new(1.0, 2.0), Vec2::ZERO]).unwrap();
        let half = Moment { fraction: 0.75, ..Moment::default() };
        assert_eq!(offsets.at(&half), Some(Vec2::new(0.5, 1.0)));
        let quarter = Quat::from_rotation_y(FRAC_PI_2);
        for end in [quarter, -quarter] {
            let turn = Curve::linear(vec![0.0, 3.0], vec![Quat::IDENTITY, end]).unwrap();
            let found = turn.at(&after(1.0)).unwrap();
            assert!(found.abs_diff_eq(Quat::from_rotation_y(FRAC_PI_2 / 3.0), 1e-6), "{found}");
            // A cubic with even tangents: in the middle it is half way, unit length.
            let none = [Quat::from_array([0.0; 4]); 2];
            let keys = vec![Quat::IDENTITY, end];
            let cubic = Curve::cubic(CurveKind::Hermite, vec![0.0, 1.0], keys, vec![none; 2]).unwrap();
            let found = cubic.at(&after(0.5)).unwrap();
            assert!(found.abs_diff_eq(Quat::from_rotation_y(FRAC_PI_2 / 2.0), 1e-6), "{found}");
        }
    }

    #[test]
    fn keys_at_one_time_are_a_jump() {
        let jump =
            Curve::linear(vec![0.0, 1.0, 1.0, 1.0, 2.0], vec![0.0_f32, 4.0, 99.0, 10.0, 20.0]).unwrap();
        let found = [0.5, 1.0_f32.next_down(), 1.0, 1.5].map(|seconds| jump.at(&after(seconds)).unwrap());
        assert!((found[1] - 4.0).abs() < 1e-5, "{found:?}");
        assert_eq!([found[0], found[2], found[3]], [2.0, 10.0, 15.0]);
    }

    #[test]
    fn the_worlds_clock_goes_round_whatever_is_played() {
        let scroll = Curve::linear(vec![0.0, 2.0], vec![0.0_f32, 8.0]).unwrap().by_world(2.0).unwrap();
        let at = |world: f64| scroll.at(&Moment { world, seconds: 1.9, fraction: 0.9 }).unwrap();
        assert_eq!([at(0.0), at(0.5), at(3.5), at(-0.5)], [0.0, 2.0, 6.0, 6.0]);
        // A day later it is as exact as at the start.
        assert_eq!(at(86_400.0 + 0.5), 2.0);
        let still = scroll.clone().by_world(0.0).unwrap();
        assert_eq!(still.at(&Moment { world: 5.0, ..Moment::default() }), Some(0.0));
        assert_eq!(scroll.by_world(f32::NAN), Err(CurveError::Clock));
    }

    #[test]
    fn what_is_no_curve_is_refused_and_says_why() {
        let linear = |times: &[f32], values: &[f32]| Curve::linear(times.to_vec(), values.to_vec());
        assert_eq!(linear(&[0.0], &[1.0, 2.0]), Err(CurveError::Lengths { times: 1, values: 2 }));
        assert_eq!(linear(&[0.0, 2.0, 1.0], &[0.0; 3]), Err(CurveError::Order { key: 2 }));
        assert_eq!(linear(&[0.0, f32::NAN], &[0.0; 2]), Err(CurveError::Time { key: 1 }));
        assert_eq!(linear(&[0.0, 1.0], &[0.0, f32::INFINITY]), Err(CurveError::Value { key: 1 }));
        assert_eq!(Curve::even(vec![Quat::from_array([0.0; 4])]), Err(CurveError::Value { key: 0 }));
        let cubic = |tangents: &[[f32; 2]]| {
            Curve::cubic(CurveKind::Bezier, vec![0.0, 1.0], vec![0.0, 1.0], tangents.to_vec())
        };
        assert_eq!(cubic(&[[0.0; 2]]), Err(CurveError::Tangents { values: 2, tangents: 1 }));
        assert_eq!(cubic(&[[0.0; 2], [0.0, f32::NAN]]), Err(CurveError::Value { key: 1 }));
    }

    #[test]
    fn without_keys_there_is_no_value_and_beyond_numbers_the_earlier_key() {
        assert_eq!(Curve::<f32>::default().at(&after(1.0)), None);
        assert_eq!(linear_of(&[]).at(&after(1.0)), None);
        let far = Curve::cubic(
            CurveKind::Hermite,
            vec![0.0, 1.0],
            vec![f32::MAX, f32::MAX],
            vec![[0.0, f32::MAX]; 2],
        );
        assert_eq!(far.unwrap().at(&after(0.5)), Some(f32::MAX));
        for seconds in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
            assert!(linear_of(&[3.0, 5.0]).at(&after(seconds)).unwrap().is_finite(), "{seconds}");
        }
    }

    fn linear_of(values: &[f32]) -> Curve<f32> {
        Curve::linear((0..values.len()).map(|key| key as f32).collect(), values.to_vec()).unwrap()
    }

    #[test]
    fn keys_are_found_however_they_lie() {
        for times in [
            vec![0.0, 1.0, 2.0, 3.0, 4.0],
            vec![0.0, 0.1, 0.2, 3.9, 4.0],
            vec![0.0, 2.0, 2.0, 2.0, 4.0],
            vec![3.0, 3.0, 3.0, 3.0, 3.0],
            vec![-1e30, 0.0, 1.0, 2.0, 1e30],
        ] {
            let last = times.len() - 1;
            let between = (-10..60).map(|tenth| tenth as f32 / 10.0);
            for seconds in between.chain([f32::MIN, f32::MAX, f32::INFINITY, f32::NAN]) {
                let wanted = times.iter().take_while(|time| **time <= seconds).count();
                assert_eq!(first_after(&times, last, seconds), wanted, "{seconds} in {times:?}");
            }
        }
    }
}
