//! What the readers of every block share: the rules of the specification as
//! one-line comparisons that know the offset of the field they are about.

use binary::{Code, Field, Finding, Record, Report, Result, codes};
use std::fmt::Display;

/// Largest `count32` of the specification.
pub(crate) const COUNT32_MAX: usize = 32_767;

codes! {
    COUNT = "zbd.gamez.count": "a count is negative or above 32767, more than the game's own tools can hold"
        => "the file is damaged or was made by another tool; export it again";
}

/// Compares the fields of one record that was read at `at`.
pub(crate) struct Check<'r> {
    report: &'r mut Report,
    at: usize,
    column: usize,
}

impl<'r> Check<'r> {
    pub(crate) fn new(report: &'r mut Report, at: usize, column: usize) -> Self {
        Check { report, at, column }
    }

    /// A documented habit about `field` of the record `R`.
    #[inline]
    pub(crate) fn habit<R: Record>(
        &mut self,
        kept: bool,
        field: &'static str,
        code: &'static Code,
        expected: impl Display,
        found: impl Display,
    ) {
        if !kept {
            let offset = self.at + offset_of::<R>(field, self.column);
            self.report.habit(code, offset, expected, found);
        }
    }

    /// A pointer that is set exactly when something is there.
    #[inline]
    pub(crate) fn pointer<R: Record>(
        &mut self,
        pointer: u32,
        wanted: bool,
        field: &'static str,
        code: &'static Code,
    ) {
        let expected = if wanted { "an address that is not zero" } else { "zero" };
        self.habit::<R>((pointer != 0) == wanted, field, code, expected, format_args!("{pointer:#010x}"));
    }

    /// A float from 0 to `max`; `-0.0` passes for `0.0`.
    #[inline]
    pub(crate) fn range<R: Record>(
        &mut self,
        value: f32,
        max: f32,
        field: &'static str,
        code: &'static Code,
    ) {
        self.habit::<R>((0.0..=max).contains(&value), field, code, format_args!("0..={max}"), value);
    }

    /// The report and the offset of `field`, for fields that check themselves.
    pub(crate) fn place<R: Record>(&mut self, field: &'static str) -> (&mut Report, usize) {
        (self.report, self.at + offset_of::<R>(field, self.column))
    }

    /// A `count32` that the rest of the file is measured by.
    pub(crate) fn count32<R: Record>(&self, value: u32, field: &'static str) -> Result<usize> {
        let count = value as usize;
        if count > COUNT32_MAX {
            let found = format_args!("{}", value as i32);
            return Err(self.broken::<R>(field, &COUNT, format_args!("a `{field}` of 0..=32767"), found));
        }
        Ok(count)
    }

    /// The structure around `field` of the record `R` is damaged.
    #[cold]
    pub(crate) fn broken<R: Record>(
        &self,
        field: &'static str,
        code: &'static Code,
        expected: impl Display,
        found: impl Display,
    ) -> Box<Finding> {
        self.report.broken(code, self.at + offset_of::<R>(field, self.column), expected, found)
    }
}

/// Offset of a field inside its record, 0 when the version lacks it.
fn offset_of<R: Record>(field: &str, column: usize) -> usize {
    R::LAYOUT.iter().find(|layout| layout.name == field).and_then(|layout| layout.offset(column)).unwrap_or(0)
}

/// Appends `count` values cut from the head of `rest`, which the caller has
/// measured to hold them.
#[inline]
pub(crate) fn append<T: Field>(list: &mut Vec<T>, rest: &mut &[u8], count: usize) {
    if let Some((head, tail)) = rest.split_at_checked(count * T::SIZE) {
        T::extend(list, head);
        *rest = tail;
    }
}
