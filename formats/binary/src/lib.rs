//! Checked reading and writing of little-endian binary files.
//!
//! Every file format of Revisit stands on this crate: one cursor that never
//! reads past the end and never allocates more than the bytes left could fill,
//! one writer, the fixed-length strings old tools stored, and [`Finding`], the
//! single shape in which anything odd about a file is reported.
//!
//! It is not a parser generator and knows no format. It opens no files: input
//! is a `&[u8]`, output a `Vec<u8>`.
//!
//! | file | holds |
//! |---|---|
//! | `cursor.rs`, `writer.rs` | checked reading, and writing |
//! | `record.rs`, `field.rs` | records as tables of fields with an offset per version; values of a fixed size |
//! | `finding.rs`, `report.rs` | what is odd about a file, and where; all of it, gathered while a file is read |
//! | `data.rs` | bytes of which parts are read when they are wanted |
//! | `limits.rs` | how much a file may ask for: the length of lists, the size of an image, the depth of nesting |
//! | `text.rs`, `windows_1252.rs` | fixed-length strings; text of Western Windows |
//! | `json.rs` | values that JSON shows in a form of their own |
//!
//! ```
//! use binary::{Cursor, FormatCodes, Mode, Writer, codes, record};
//!
//! codes! {
//!     TRUNCATED = "demo.truncated": "the file ends inside a structure" => "copy the file again from its source";
//!     NOT_FINITE = "demo.not_finite": "a number is NaN or infinite" => "export the file again";
//!     TRAILING = "demo.trailing": "bytes follow the last structure" => "cut the file at the stated offset";
//!     LIMIT = "demo.limit": "a list is larger than the limits allow" => "raise the limit if the file is trusted";
//! }
//! static DEMO: FormatCodes =
//!     FormatCodes { truncated: &TRUNCATED, not_finite: &NOT_FINITE, trailing: &TRAILING, limit: &LIMIT };
//!
//! record! {
//!     /// A point with a reserved word; version 2 added the weight.
//!     pub struct Point in "demo.point" sizes [16, 20] {
//!         // Columns: version 1; version 2.
//!         position: [f32; 3] [0, 0],
//!         reserved: u32 [12, 12] must 0,
//!         weight: f32 [_, 16],
//!     }
//! }
//!
//! let mut writer = Writer::new();
//! writer.record(&Point { position: [1.0, 2.0, 3.0], reserved: 7, weight: 0.0 }, 0);
//! let bytes = writer.into_bytes();
//!
//! let mut cursor = Cursor::new(&bytes, &DEMO, Mode::Lenient);
//! let point: Point = cursor.record(0)?;
//! let report = cursor.finish()?;
//! assert_eq!(point.position[1], 2.0);
//! assert_eq!(report.findings()[0].code, "demo.point.reserved");
//! assert_eq!(report.findings()[0].offset, Some(12));
//! # Ok::<(), Box<binary::Finding>>(())
//! ```

#![forbid(unsafe_code)]

mod cursor;
mod data;
mod field;
mod finding;
pub mod json;
mod limits;
mod record;
mod report;
mod text;
pub mod windows_1252;
mod writer;

pub use cursor::{Cursor, FormatCodes, Result};
pub use data::Data;
pub use field::{Field, Kind};
pub use finding::{Code, Finding, Severity};
pub use limits::Limits;
pub use record::{Layout, Record, Site};
pub use report::{Mode, Report, Segment};
pub use text::{Garbage, Name, NodeName, NodeText, Padded, Suffixed, length_prefixed, put_length_prefixed};
pub use writer::Writer;

#[doc(hidden)]
pub use record::ABSENT as __ABSENT;

#[doc(hidden)]
pub mod __private {
    pub use serde::{Deserialize, Serialize};
}
