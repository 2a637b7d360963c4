//! How the rules of a record are reported: at the offset of the field.

use super::Version;
use binary::{Code, Field, Finding, Layout, Record, Report, Result, codes};
use std::fmt::Display;

/// Largest `count32` of the specification.
pub(crate) const COUNT32_MAX: usize = 32_767;

codes! {
    COUNT = "zbd.gamez.count": "a count is negative or above 32767, more than the game's own tools can hold"
        => "the file is damaged or was made by another tool; export it again";
}

/// The record whose rules are being checked, and where it stands.
pub(crate) struct Rules<'r> {
    pub report: &'r mut Report,
    at: usize,
    column: usize,
    layout: &'static [Layout],
    /// What is broken is a note, not a habit.
    notes: bool,
}

impl<'r> Rules<'r> {
    /// Rules of a record read at offset `at`.
    pub fn of<R: Record>(report: &'r mut Report, at: usize, version: Version) -> Self {
        Self::in_column::<R>(report, at, version.column())
    }

    /// The same for a record whose columns are not those of worlds.
    pub fn in_column<R: Record>(report: &'r mut Report, at: usize, column: usize) -> Self {
        Rules { report, at, column, layout: R::LAYOUT, notes: false }
    }

    /// The same rules as mere notes, for a game in whose files nobody has counted how they are kept.
    pub fn with_notes(self, notes: bool) -> Self {
        Rules { notes, ..self }
    }

    /// Reports `field` when the rule does not hold. Use [`require!`].
    #[inline]
    pub fn hold<T: Field>(
        &mut self,
        holds: bool,
        field: &'static str,
        code: &'static Code,
        expected: impl Display,
        found: &T,
    ) {
        if !holds {
            self.habit(field, code, expected, found.show());
        }
    }

    /// Reports `field` with words of its own for what was found.
    #[cold]
    pub fn habit(
        &mut self,
        field: &'static str,
        code: &'static Code,
        expected: impl Display,
        found: impl Display,
    ) {
        let at = self.offset(field);
        match self.notes {
            true => self.report.note(code, at, expected, found),
            false => self.report.habit(code, at, expected, found),
        }
    }

    /// A `count32` that the rest of the file is measured by.
    pub fn count32(&self, value: u32, field: &'static str) -> Result<usize> {
        let count = value as usize;
        if count > COUNT32_MAX {
            return Err(self.broken(field, &COUNT, "a count of 0..=32767", value as i32));
        }
        Ok(count)
    }

    /// The structure around `field` is damaged.
    #[cold]
    pub fn broken(
        &self,
        field: &'static str,
        code: &'static Code,
        expected: impl Display,
        found: impl Display,
    ) -> Box<Finding> {
        self.report.broken(code, self.offset(field), expected, found)
    }

    /// Offset of a field in the file.
    #[cold]
    pub fn offset(&self, field: &str) -> usize {
        offset(self.layout, self.at, self.column, field)
    }
}

/// Offset in the file of a field of a record read at `at`.
pub(crate) fn offset_of<R: Record>(at: usize, version: Version, field: &str) -> usize {
    offset(R::LAYOUT, at, version.column(), field)
}

fn offset(layout: &[Layout], at: usize, column: usize, field: &str) -> usize {
    let row = layout.iter().find(|row| row.name == field);
    at + row.and_then(|row| row.offset(column)).unwrap_or(0)
}

/// `require!(rules, CODE, self.field, condition, "what is expected")`: the
/// field's name is checked by the compiler.
macro_rules! require {
    ($rules:expr, $code:expr, $this:ident . $field:ident, $holds:expr, $($expected:tt)+) => {
        $rules.hold($holds, stringify!($field), &$code, format_args!($($expected)+), &$this.$field)
    };
}

/// `equal!(rules, CODE, self.field, value)`; -0.0 passes for 0.0.
macro_rules! equal {
    ($rules:expr, $code:expr, $this:ident . $field:ident, $value:expr) => {{
        let value = $value;
        $rules.hold(
            $this.$field == value,
            stringify!($field),
            &$code,
            format_args!("{value:?}"),
            &$this.$field,
        )
    }};
}

/// `bits!(rules, CODE, self.field, known)`: no bit beyond the known ones.
macro_rules! bits {
    ($rules:expr, $code:expr, $this:ident . $field:ident, $known:expr) => {{
        let known = $known;
        if $this.$field & !known != 0 {
            let expected = format_args!("only bits of {known:#x}");
            $rules.habit(stringify!($field), &$code, expected, format_args!("{:#x}", $this.$field));
        }
    }};
}

/// `pointer!(rules, CODE, self.field, wanted)`: an address that is set exactly
/// when something is there.
macro_rules! pointer {
    ($rules:expr, $code:expr, $this:ident . $field:ident, $wanted:expr) => {{
        let wanted: bool = $wanted;
        if ($this.$field != 0) != wanted {
            let expected = if wanted { "an address that is not zero" } else { "zero" };
            $rules.habit(stringify!($field), &$code, expected, format_args!("{:#010x}", $this.$field));
        }
    }};
}

/// `range!(rules, CODE, self.field, max)`: a float from 0 to `max`; -0.0
/// passes for 0.0.
macro_rules! range {
    ($rules:expr, $code:expr, $this:ident . $field:ident, $max:expr) => {{
        let range = 0.0..=$max;
        $rules.hold(
            range.contains(&$this.$field),
            stringify!($field),
            &$code,
            format_args!("{range:?}"),
            &$this.$field,
        )
    }};
}

pub(crate) use {bits, equal, pointer, range, require};
