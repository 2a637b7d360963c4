//! Tracks: values that change with time. All sequences of a model share one time line, and say by
//! ranges which keys are theirs. Source: `docs/spec/m2.md`, "3. Track".

use super::codes::{GLOBAL, INTERPOLATION, KEY_COUNTS, KEY_RANGE, KEY_TIMES, NO_KEY};
use super::sink::Sink;
use super::source::{Source, Span};
use crate::numbers::{self, Exact};
use binary::{Field, Kind, Record, Segment, record};
use serde::{Deserialize, Serialize};

/// Kinds of [`Track::interpolation`].
pub mod interpolation {
    /// A key holds until the next one.
    pub const NONE: u16 = 0;
    /// Straight from key to key; rotations take the shorter way round.
    pub const LINEAR: u16 = 1;
    /// Hermite curves, by tangents.
    pub const HERMITE: u16 = 2;
    /// Bézier curves, by control points.
    pub const BEZIER: u16 = 3;
}

/// Stands for no global sequence.
pub const NO_GLOBAL: i16 = -1;

record! {
    #[derive(Copy)]
    pub(crate) struct TrackRecord in "warcraft.m2.track" sizes [28] {
        interpolation: u16 [0],
        global_sequence: i16 [2],
        ranges: Span [4],
        times: Span [12],
        values: Span [20],
    }
}

record! {
    #[derive(Copy)]
    pub(crate) struct EventTrackRecord in "warcraft.m2.event.track" sizes [20] {
        interpolation: u16 [0],
        global_sequence: i16 [2],
        ranges: Span [4],
        times: Span [12],
    }
}

/// A record as one field of another: words, the first of which holds two numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Head<R>(pub R);

impl<R: Record> Field for Head<R> {
    const SIZE: usize = R::SIZES[0];
    const KIND: Kind = Kind::Integer(4);
    const ELEMENTS: usize = R::SIZES[0] / 4;

    #[inline]
    fn get(bytes: &[u8]) -> Self {
        Head(R::get(bytes, 0))
    }

    #[inline]
    fn put(&self, bytes: &mut [u8]) {
        self.0.put(bytes, 0);
    }
}

/// The head of a track.
pub(crate) type TrackHead = Head<TrackRecord>;

/// A value that changes with time.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[serde(bound(serialize = "T: Exact", deserialize = "T: Exact"))]
pub struct Track<T> {
    /// How values between keys come about, see [`interpolation`].
    pub interpolation: u16,
    /// The global sequence whose clock it follows, or [`NO_GLOBAL`].
    pub global_sequence: i16,
    /// For each sequence its first and last key. Not used with a global sequence.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ranges: Vec<[u32; 2]>,
    /// Milliseconds on the time line of the model, or in the global sequence.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub times: Vec<u32>,
    /// One value for each time; three where there are tangents: value, in, out.
    #[serde(with = "numbers", default = "Vec::new", skip_serializing_if = "Vec::is_empty")]
    pub values: Vec<T>,
    /// Each key has two tangents: with interpolation 2 and 3, and in the cameras of some writers
    /// always.
    #[serde(default, skip_serializing_if = "is_false")]
    pub tangents: bool,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks by reference")]
fn is_false(value: &bool) -> bool {
    !*value
}

impl<T> Default for Track<T> {
    fn default() -> Self {
        Track {
            interpolation: interpolation::NONE,
            global_sequence: NO_GLOBAL,
            ranges: Vec::new(),
            times: Vec::new(),
            values: Vec::new(),
            tangents: false,
        }
    }
}

/// How many values a key has in the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// As the interpolation says.
    Usual,
    /// Three, whatever the interpolation says.
    Triples,
}

impl<T: Copy> Track<T> {
    /// A value that does not change: one key at time 0.
    pub fn constant(value: T) -> Self {
        Track { times: vec![0], values: vec![value], ..Track::default() }
    }

    /// Values at times, with straight lines between them.
    pub fn linear(keys: impl IntoIterator<Item = (u32, T)>) -> Self {
        let (times, values) = keys.into_iter().unzip();
        Track { interpolation: interpolation::LINEAR, times, values, ..Track::default() }
    }

    /// How many keys have a time and a value.
    pub fn len(&self) -> usize {
        (self.values.len() / self.per_key()).min(self.times.len())
    }

    /// True without any key.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The value of a key.
    pub fn value(&self, key: usize) -> Option<T> {
        self.values.get(key.checked_mul(self.per_key())?).copied()
    }

    /// The tangents of a key, in and out; `None` of tracks without tangents.
    pub fn tangents(&self, key: usize) -> Option<[T; 2]> {
        let at = key.checked_mul(3).filter(|_| self.tangents)?;
        Some([*self.values.get(at + 1)?, *self.values.get(at + 2)?])
    }

    /// The keys of a sequence, first and last, unless its range is missing, leads to no key, or is
    /// that of a sequence without keys of its own.
    pub fn range(&self, sequence: usize) -> Option<[usize; 2]> {
        let [first, last] = self.ranges.get(sequence)?.map(|key| key as usize);
        ((first, last) != (0, 0) && first <= last && last < self.len()).then_some([first, last])
    }

    pub(crate) fn per_key(&self) -> usize {
        if self.tangents { 3 } else { 1 }
    }

    /// True when the interpolation asks for tangents.
    pub(crate) fn is_curved(&self) -> bool {
        self.interpolation >= interpolation::HERMITE
    }
}

impl<T: Field + Exact + Copy> Track<T> {
    /// Reads the arrays of a track; `name` is what it is called in paths.
    pub(crate) fn open(record: &TrackHead, source: &mut Source<'_>, name: &'static str, form: Form) -> Self {
        let Head(TrackRecord { interpolation, global_sequence, ranges, times, values }) = *record;
        let triples = form == Form::Triples || interpolation >= interpolation::HERMITE;
        source.within(Segment::one(name), |source| {
            let ranges = source.list(ranges, "ranges");
            let times = source.list(times, "times");
            let values: Vec<T> = source.list_of(values, if triples { 3 } else { 1 }, "values", true);
            let tangents = triples && !values.is_empty();
            let track = Track { interpolation, global_sequence, ranges, times, values, tangents };
            track.check(source);
            track
        })
    }

    fn check(&self, source: &mut Source<'_>) {
        let (globals, place) = (source.globals, source.place);
        let report = source.report();
        if self.interpolation > interpolation::BEZIER {
            report.habit(&INTERPOLATION, place, "0 to 3", self.interpolation);
        }
        check_global(self.global_sequence, globals, place, report);
        let keys = self.values.len() / self.per_key();
        if keys != self.times.len() {
            report.habit(&KEY_COUNTS, place, format_args!("{} values", self.times.len()), keys);
        }
        if !self.times.is_sorted() {
            report.habit(&KEY_TIMES, place, "ascending times", "an earlier one behind a later one");
        }
        // A constant may have any range.
        let lost = |[first, last]: &&[u32; 2]| first > last || *last as usize >= keys && *last > 0;
        if let Some([first, last]) =
            self.ranges.iter().find(lost).filter(|_| keys > 1 && self.global_sequence < 0)
        {
            report.habit(
                &KEY_RANGE,
                place,
                format_args!("keys below {keys}"),
                format_args!("{first} to {last}"),
            );
        }
    }

    /// Lays the arrays of a track that has tangents exactly with interpolation 2 and more.
    pub(crate) fn lay(&self, sink: &mut impl Sink) -> TrackHead {
        if !self.values.is_empty() && self.tangents != self.is_curved() {
            sink.fault("tangents exactly with interpolation 2 and more");
        }
        self.lay_any(sink)
    }

    /// Lays the arrays.
    pub(crate) fn lay_any(&self, sink: &mut impl Sink) -> TrackHead {
        if !self.values.len().is_multiple_of(self.per_key()) {
            sink.fault("three values for each key with tangents");
        }
        Head(TrackRecord {
            interpolation: self.interpolation,
            global_sequence: self.global_sequence,
            ranges: sink.list(&self.ranges),
            times: sink.list(&self.times),
            values: sink.list_of(&self.values, self.per_key()),
        })
    }
}

/// Notes that a track has no key although it has one in every known model.
pub(crate) fn demand_key<T: Copy>(track: &Track<T>, source: &mut Source<'_>, name: &'static str) {
    if track.values.is_empty() {
        let place = source.place;
        source.report().note(&NO_KEY, place, format_args!("a key of {name}"), "none");
    }
}

pub(crate) fn check_global(global: i16, globals: usize, place: usize, report: &mut binary::Report) {
    if usize::try_from(global).map_or(global != NO_GLOBAL, |global| global >= globals) {
        report.habit(&GLOBAL, place, format_args!("-1, or a number below {globals}"), global);
    }
}
