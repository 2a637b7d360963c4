//! Reader data (`.zrd`): trees of numbers, strings and lists in which the games
//! keep their definitions, as bytes inside archives and as text beside them.
//! What the keys mean is not looked at. Source: `docs/spec/zbd/reader.md`.
//!
//! [`read`] and [`write()`] are the binary form, byte for byte. [`parse`] and
//! [`print()`] are the text form, which keeps values and not their layout:
//! blanks, line ends and the base of a number are lost,
//! and parsing what was printed gives the same value. [`Value::dictionary`]
//! looks things up as the engine does.
//!
//! ```
//! use binary::Mode;
//! use zbd::reader;
//!
//! let (value, report) = reader::parse(b"( CANNON damage(2.5) range(( 300 )) silent )", Mode::Strict)?;
//! report.verdict()?;
//! let cannon = value.dictionary();
//! assert_eq!(cannon.number("Damage"), Some(2.5));
//! assert_eq!(cannon.integer("range"), Some(300));
//! assert!(cannon.flag("SILENT") && !cannon.flag("loud"));
//! assert_eq!(reader::read(&reader::write(&value)?, Mode::Strict)?.0, value);
//! # Ok::<(), Box<binary::Finding>>(())
//! ```

mod file;
mod json;
mod print;
mod query;
mod text;

pub use file::{CODES, fields, read, read_archive, read_with, write, write_archive};
pub use print::print;
pub use query::Dictionary;
pub use text::{is_text, parse, parse_with, read_any};

use crate::Lenstr;
use binary::Code;

/// One value of a tree. In JSON a number (with a decimal point for floats), a
/// string or a list.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// A whole number.
    Int(i32),
    /// A number, finite.
    Float(f32),
    /// A string: a key, a name, a file reference.
    Str(Lenstr),
    /// Values one behind the other.
    List(Vec<Value>),
}

impl Default for Value {
    /// The empty list.
    fn default() -> Self {
        Value::List(Vec::new())
    }
}

impl Value {
    /// A string, if it is ASCII.
    pub fn string(text: &str) -> Option<Self> {
        Lenstr::new(text).map(Value::Str)
    }
}

impl From<i32> for Value {
    fn from(number: i32) -> Self {
        Value::Int(number)
    }
}

impl From<f32> for Value {
    fn from(number: f32) -> Self {
        Value::Float(number)
    }
}

impl From<Vec<Value>> for Value {
    fn from(list: Vec<Value>) -> Self {
        Value::List(list)
    }
}

/// Every finding that reading, parsing, printing or writing can make.
pub fn codes() -> Vec<&'static Code> {
    [CODES, text::CODES, print::CODES].concat()
}
