//! Tracks as curves. A track has the keys of all sequences on one time line; a curve has those of one sequence,
//! from its start on. Source: `docs/spec/m2.md`, "3. Track".

use glam::{Quat, Vec3};
use order::Order;
use warcraft::m2::{Sequence, Track, interpolation};
use world::{Curve, CurveKind, CurveValue, Frame};

/// Most keys of all curves of a model: several sequences may share keys, so that a small file could ask for many.
const MOST_KEYS: usize = 1 << 22;

/// What is left of the room for keys.
pub(super) struct Room {
    left: usize,
    /// Curves that found none.
    pub refused: usize,
}

impl Default for Room {
    fn default() -> Self {
        Room { left: MOST_KEYS, refused: 0 }
    }
}

impl Room {
    /// Looking at a track is work, too, so that each curve counts as a key more than it has.
    pub fn take(&mut self, keys: usize) -> bool {
        match self.left.checked_sub(keys + 1) {
            Some(left) => {
                self.left = left;
                true
            }
            None => {
                self.refused += 1;
                false
            }
        }
    }
}

/// The keys of a track in the engine's terms.
#[derive(Clone)]
pub(super) struct Keys<'m, T> {
    kind: CurveKind,
    /// Seconds of the global sequence whose clock it follows.
    global: Option<f32>,
    /// Empty where keys had to be sorted: then ranges mean nothing.
    ranges: &'m [[u32; 2]],
    times: Vec<u32>,
    values: Vec<T>,
    tangents: Vec<[T; 2]>,
    /// What leaves everything as it is.
    rest: Option<T>,
}

impl<T> Default for Keys<'_, T> {
    fn default() -> Self {
        Keys {
            kind: CurveKind::Step,
            global: None,
            ranges: &[],
            times: Vec::new(),
            values: Vec::new(),
            tangents: Vec::new(),
            rest: None,
        }
    }
}

impl<'m, T: CurveValue + PartialEq> Keys<'m, T> {
    /// One value, whatever the time.
    pub fn always(value: T) -> Self {
        Keys { times: vec![0], values: vec![value], ..Keys::default() }
    }

    /// The keys of a track. `rest` is what stands for values that are no numbers; a curve of nothing else is left
    /// out.
    pub fn new<S: Copy>(track: &'m Track<S>, globals: &[u32], rest: T, convert: impl Fn(S) -> T) -> Self {
        let sound = |value: S| {
            let value = convert(value);
            if value.is_sound() { value } else { rest }
        };
        let count = track.len();
        let mut times: Vec<u32> = track.times.iter().take(count).copied().collect();
        let mut values: Vec<T> = (0..count).filter_map(|key| track.value(key)).map(sound).collect();
        let tangent = |key| track.tangents(key).map(|pair| pair.map(&convert));
        let mut tangents: Vec<[T; 2]> = (0..count).filter_map(tangent).collect();
        let is_cubic =
            tangents.len() == count && tangents.iter().all(|[into, out]| into.finite() && out.finite());
        let kind = match track.interpolation {
            interpolation::HERMITE if is_cubic => CurveKind::Hermite,
            interpolation::BEZIER if is_cubic => CurveKind::Bezier,
            interpolation::LINEAR | interpolation::HERMITE | interpolation::BEZIER => CurveKind::Linear,
            _ => CurveKind::Step,
        };
        let mut ranges = track.ranges.as_slice();
        if !times.is_sorted() {
            let mut order: Vec<usize> = (0..times.len()).collect();
            order.order_by_key(|key| times.get(*key).copied());
            times = sorted(&order, &times);
            values = sorted(&order, &values);
            tangents = sorted(&order, &tangents);
            ranges = &[];
        }
        // A track of a global sequence that is not there follows the sequences.
        let global = usize::try_from(track.global_sequence).ok().and_then(|global| globals.get(global));
        let global = global.map(|milliseconds| *milliseconds as f32 / 1000.0);
        Keys { kind, global, ranges, times, values, tangents, rest: Some(rest) }
    }

    /// The same; no curve of it is left out, since what it changes may be otherwise without it.
    pub fn kept(mut self) -> Self {
        self.rest = None;
        self
    }

    /// All values.
    pub fn values(&self) -> &[T] {
        &self.values
    }

    /// The same with other values, tangents as they are.
    pub fn mapped(mut self, change: impl Fn(T) -> T) -> Self {
        self.values.iter_mut().for_each(|value| *value = change(*value));
        self
    }

    /// The only value that it ever has, if it has only one.
    pub fn constant(&self) -> Option<T> {
        let first = *self.values.first()?;
        (self.values.len() == 1).then_some(first)
    }

    /// The first value.
    pub fn first(&self) -> Option<T> {
        self.values.first().copied()
    }

    /// True when its value changes.
    pub fn moves(&self) -> bool {
        self.values.len() > 1
    }

    /// True without any key.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// The keys of a sequence. Keys outside it count where its range names them: what is between is interpolated.
    fn picked(&self, index: usize, sequence: &Sequence) -> std::ops::Range<usize> {
        let count = self.values.len();
        if self.global.is_some() || count < 2 {
            return 0..count;
        }
        if let Some([first, last]) = self.ranges.get(index).map(|range| range.map(|key| key as usize))
            && (first, last) != (0, 0)
            && first <= last
            && last < count
        {
            return first..last + 1;
        }
        let first = self.times.partition_point(|time| *time < sequence.start);
        let after = self.times.partition_point(|time| *time <= sequence.end.max(sequence.start));
        if first < after {
            return first..after;
        }
        // Between two keys outside, if nothing says that none is its own.
        if self.ranges.get(index).is_none() && first > 0 && first < count {
            return first - 1..first + 1;
        }
        // None inside: the nearest one holds.
        let gap = |key: usize| {
            self.times.get(key).map_or(u32::MAX, |time| match *time < sequence.start {
                true => sequence.start - time,
                false => time.saturating_sub(sequence.end),
            })
        };
        let before = first.saturating_sub(1);
        let nearest = if first < count && gap(first) < gap(before) { first } else { before };
        nearest..nearest + 1
    }

    /// The curve of a sequence; empty for one that moves nothing.
    pub fn curve(&self, index: usize, sequence: &Sequence, room: &mut Room) -> Curve<T> {
        self.clocked(self.by_clip(index, sequence, room))
    }

    /// A curve that goes by the clock that this one goes by.
    pub fn clocked(&self, curve: Curve<T>) -> Curve<T> {
        match self.global {
            // The length of a sequence is a number of milliseconds, so it is finite.
            Some(seconds) if !curve.is_empty() => curve.by_world(seconds).unwrap_or_default(),
            _ => curve,
        }
    }

    /// True when both go by one clock.
    pub fn in_step(&self, other: &Self) -> bool {
        self.global == other.global
    }

    /// The curve of a sequence by the clip's own time, whatever clock it goes by.
    pub fn by_clip(&self, index: usize, sequence: &Sequence, room: &mut Room) -> Curve<T> {
        if self.values.is_empty() {
            return Curve::default();
        }
        let picked = self.picked(index, sequence);
        if !room.take(picked.len()) {
            return Curve::default();
        }
        let values = self.values.get(picked.clone()).unwrap_or_default();
        if values.iter().all(|value| Some(*value) == self.rest) && self.tangents.is_empty() {
            return Curve::default();
        }
        if let [only] = values {
            return Curve::constant(*only).unwrap_or_default();
        }
        let start = if self.global.is_some() { 0 } else { sequence.start };
        let seconds = |time: &u32| ((f64::from(*time) - f64::from(start)) / 1000.0) as f32;
        let times = self.times.get(picked.clone()).unwrap_or_default().iter().map(seconds).collect();
        let tangents = self.tangents.get(picked).unwrap_or_default().to_vec();
        Curve::cubic(self.kind, times, values.to_vec(), tangents).unwrap_or_default()
    }
}

fn sorted<T: Copy>(order: &[usize], list: &[T]) -> Vec<T> {
    order.iter().filter_map(|key| list.get(*key).copied()).collect()
}

/// A place or a way, in the engine's axes.
pub(super) fn way(frame: &Frame) -> impl Fn([f32; 3]) -> Vec3 + use<> {
    let frame = *frame;
    move |way| frame.to_engine(Vec3::from(way))
}

/// Sizes, along the engine's axes.
pub(super) fn sizes(frame: &Frame) -> impl Fn([f32; 3]) -> Vec3 + use<> {
    let frame = *frame;
    move |sizes| frame.sizes(Vec3::from(sizes))
}

/// A turn, about the engine's axes.
pub(super) fn turn(frame: &Frame) -> impl Fn([f32; 4]) -> Quat + use<> {
    let frame = *frame;
    move |turn| frame.rotation(Quat::from_array(turn))
}

/// 0 to 32767 as 0 to 1.
pub(super) fn share(value: i16) -> f32 {
    (f32::from(value) / 32767.0).clamp(0.0, 1.0)
}
