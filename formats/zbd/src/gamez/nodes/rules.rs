//! How the rules of a record are reported: at the offset of the field.

use crate::gamez::Version;
use binary::{Code, Field, Layout, Record, Report};
use std::fmt::Display;

/// The record whose rules are being checked, and where it stands.
pub(super) struct Rules<'r> {
    pub report: &'r mut Report,
    at: usize,
    column: usize,
    layout: &'static [Layout],
}

impl<'r> Rules<'r> {
    /// Rules of a record read at offset `at`.
    pub fn of<R: Record>(report: &'r mut Report, at: usize, version: Version) -> Self {
        Rules { report, at, column: version.column(), layout: R::LAYOUT }
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
            self.report.habit(code, self.offset(field), expected, found.show());
        }
    }

    /// Offset of a field in the file.
    #[cold]
    pub fn offset(&self, field: &str) -> usize {
        let row = self.layout.iter().find(|row| row.name == field);
        self.at + row.and_then(|row| row.offset(self.column)).unwrap_or(0)
    }
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

pub(super) use {equal, require};
