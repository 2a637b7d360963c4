//! Records declared as the specification's tables: one row per field, one
//! column of offsets per version of the format.

use crate::{Code, Kind, Report};
use std::fmt::Debug;

/// Marks a field that a version of the format does not have.
#[doc(hidden)]
pub const ABSENT: u16 = u16::MAX;

/// One row of a record's table.
#[derive(Clone, Copy, Debug)]
pub struct Layout {
    /// Field name.
    pub name: &'static str,
    /// Kind of one element.
    pub kind: Kind,
    /// Number of elements, one behind the other.
    pub elements: usize,
    #[doc(hidden)]
    pub offsets: &'static [u16],
}

impl Layout {
    /// Offset inside the record in the layout `column`, if the field is there.
    pub fn offset(&self, column: usize) -> Option<usize> {
        self.offsets.get(column).filter(|offset| **offset != ABSENT).map(|offset| usize::from(*offset))
    }
}

/// One value the reader looked at, found by tracing a real file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Site {
    /// `node[17].camera.clip_near`.
    pub path: String,
    /// Byte offset from the start of the file.
    pub offset: usize,
    /// How the bytes are meant.
    pub kind: Kind,
}

/// A record with a fixed layout per version, declared with
/// [`record!`](crate::record).
pub trait Record: Sized + Clone + Debug + Default + PartialEq {
    /// Name in messages.
    const NAME: &'static str;
    /// Size in bytes per version.
    const SIZES: &'static [usize];
    /// The table.
    const LAYOUT: &'static [Layout];
    /// Codes of the fields with a required value.
    const CODES: &'static [&'static Code];

    /// Reads the record from exactly `SIZES[column]` bytes.
    fn get(bytes: &[u8], column: usize) -> Self;
    /// Writes the record over exactly `SIZES[column]` bytes.
    fn put(&self, bytes: &mut [u8], column: usize);
    /// The first field holding a float that is not finite.
    fn first_not_finite(&self) -> Option<&'static str>;
    /// Compares the required values; `at` is the record's offset in the file.
    fn check(&self, report: &mut Report, at: usize, column: usize);
}

/// Declares a [`Record`]: a struct, its byte layout per version and the values
/// some fields must have, in the words and columns of the specification.
///
/// ```text
/// record! {
///     /// What it is, and where the specification says so.
///     pub struct Name in "code.prefix" sizes [84, 92, 100] {
///         // Columns: version 1; version 2; version 3.
///         field: u32 [0, 0, 0],            // offset per version
///         newer: u32 [_, 4, 4],            // absent in the first
///         fixed: u32 [4, 8, 8] must 0,     // finding `code.prefix.fixed` otherwise
///     }
/// }
/// ```
///
/// A record with several columns begins with a comment that names them. That the
/// fields of each column follow one another without a gap or overlap and fill the
/// size is checked at compile time. A field that a version lacks reads as its
/// default. Required values are compared with `==`, so that -0.0 passes for 0.0.
#[macro_export]
macro_rules! record {
    (
        $(#[$meta:meta])*
        $vis:vis struct $name:ident in $prefix:literal sizes [$($size:literal),+ $(,)?] {
            $(
                $(#[$field_meta:meta])*
                $field:ident : $ty:ty [$($offset:tt),+ $(,)?] $(must $must:expr)?
            ),* $(,)?
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Debug, Default, PartialEq, $crate::__private::Serialize, $crate::__private::Deserialize)]
        #[serde(deny_unknown_fields)]
        #[allow(missing_docs, reason = "fields carry the specification's names")]
        $vis struct $name {
            $($(#[$field_meta])* pub $field: $ty,)*
        }

        const _: () = {
            use $crate::Field as _;
            const SIZES: &[usize] = &[$($size),+];
            const ROWS: &[(&[u16], usize)] = &[$((&[$($crate::__offset!($offset)),+], <$ty as $crate::Field>::SIZE)),*];
            // Every column must tile its record exactly.
            const _: () = {
                let mut column = 0;
                while column < SIZES.len() {
                    let mut end = 0;
                    let mut row = 0;
                    while row < ROWS.len() {
                        assert!(ROWS[row].0.len() == SIZES.len(), "one offset per version");
                        let offset = ROWS[row].0[column];
                        if offset != $crate::__ABSENT {
                            assert!(offset as usize == end, "fields must follow one another without a gap");
                            end += ROWS[row].1;
                        }
                        row += 1;
                    }
                    assert!(end == SIZES[column], "fields must fill the record");
                    column += 1;
                }
            };

            impl $crate::Record for $name {
                const NAME: &'static str = $prefix;
                const SIZES: &'static [usize] = SIZES;
                const LAYOUT: &'static [$crate::Layout] = &[$($crate::Layout {
                    name: stringify!($field),
                    kind: <$ty as $crate::Field>::KIND,
                    elements: <$ty as $crate::Field>::ELEMENTS,
                    offsets: &[$($crate::__offset!($offset)),+],
                }),*];
                const CODES: &'static [&'static $crate::Code] = {
                    &[$($(&$crate::__must_only!($prefix, $field, $must),)?)*]
                };

                #[inline]
                fn get(bytes: &[u8], column: usize) -> Self {
                    $name {
                        $($field: {
                            const OFFSETS: &[u16] = &[$($crate::__offset!($offset)),+];
                            let offset = OFFSETS[column];
                            if offset == $crate::__ABSENT {
                                <$ty>::default()
                            } else {
                                <$ty as $crate::Field>::get(&bytes[offset as usize..])
                            }
                        },)*
                    }
                }

                #[inline]
                fn put(&self, bytes: &mut [u8], column: usize) {
                    $({
                        const OFFSETS: &[u16] = &[$($crate::__offset!($offset)),+];
                        let offset = OFFSETS[column];
                        if offset != $crate::__ABSENT {
                            self.$field.put(&mut bytes[offset as usize..]);
                        }
                    })*
                }

                #[inline]
                fn first_not_finite(&self) -> Option<&'static str> {
                    $(if !$crate::Field::is_finite(&self.$field) {
                        return Some(stringify!($field));
                    })*
                    None
                }

                #[inline]
                #[allow(unused_variables, reason = "records without required values compare nothing")]
                fn check(&self, report: &mut $crate::Report, at: usize, column: usize) {
                    $($crate::__must_check!(
                        self, report, at, column, $prefix, $field, $ty, [$($offset),+] $(, $must)?
                    );)*
                }
            }
        };
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! __offset {
    (_) => {
        $crate::__ABSENT
    };
    ($offset:literal) => {
        $offset
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! __must_check {
    ($self:ident, $report:ident, $at:ident, $column:ident, $prefix:literal, $field:ident, $ty:ty, [$($offset:tt),+]) => {};
    (
        $self:ident, $report:ident, $at:ident, $column:ident, $prefix:literal, $field:ident, $ty:ty,
        [$($offset:tt),+], $must:expr
    ) => {{
        const OFFSETS: &[u16] = &[$($crate::__offset!($offset)),+];
        let offset = OFFSETS[$column];
        let wanted: $ty = $must;
        if offset != $crate::__ABSENT && $self.$field != wanted {
            $report.habit(
                &$crate::__must_only!($prefix, $field, $must),
                $at + offset as usize,
                $crate::Field::show(&wanted),
                $crate::Field::show(&$self.$field),
            );
        }
    }};
}

#[doc(hidden)]
#[macro_export]
macro_rules! __must_only {
    ($prefix:literal, $field:ident, $must:expr) => {
        $crate::Code {
            id: concat!($prefix, ".", stringify!($field)),
            means: concat!(
                "`",
                stringify!($field),
                "` is not ",
                stringify!($must),
                ", as in every known file"
            ),
            advice: concat!("set it to ", stringify!($must), " unless the difference is intended"),
        }
    };
}
