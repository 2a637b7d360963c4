//! The JSON document that stands for a file in an unpacked folder: a head that
//! says what it is, and the content. Its layout is described in
//! `docs/unpacked.md`.

mod place;
mod print;
mod words;

use crate::Content;
use place::key_at;
pub use print::print;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;
use words::{explain, is_of_whole};

/// What some editors put in front of a text.
const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

/// How many errors of each code strict reading found in a file.
pub type Known = BTreeMap<String, u32>;

/// What every document starts with.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Head {
    /// Version of the layout of folders.
    pub revisit: u32,
    /// Id of a [folder form](crate::FolderForm).
    pub kind: String,
    /// What strict reading found in the file that was unpacked.
    #[serde(default, skip_serializing_if = "Known::is_empty")]
    pub findings: Known,
}

#[derive(Serialize)]
struct Document<'a, T> {
    #[serde(flatten)]
    head: &'a Head,
    content: &'a T,
}

/// All keys of a document, of which only the content is still to be read.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Whole<T> {
    #[serde(rename = "revisit")]
    _revisit: u32,
    #[serde(rename = "kind")]
    _kind: String,
    #[serde(rename = "findings", default)]
    _findings: Known,
    content: T,
}

/// Why a text cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    /// What a person calls the file.
    pub file: String,
    /// The key it is about; empty where it is about the whole text.
    pub key: String,
    /// What was expected and found, and where.
    pub what: String,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.key.as_str() {
            "" => write!(f, "{}: {}", self.file, self.what),
            key => write!(f, "{}: {key}: {}", self.file, self.what),
        }
    }
}

impl std::error::Error for Error {}

/// Reads the content of a document into the typed value of a kind; the first
/// argument is what a person calls the file.
pub type Parse = fn(&str, &[u8]) -> Result<Box<dyn Content>, Error>;

/// The [`Parse`] of a type.
///
/// # Errors
/// As [`read`].
pub fn parse<T: Content + DeserializeOwned>(shown: &str, text: &[u8]) -> Result<Box<dyn Content>, Error> {
    Ok(Box::new(content::<T>(shown, text)?))
}

/// The content of a document.
///
/// # Errors
/// As [`read`].
pub fn content<T: DeserializeOwned>(shown: &str, text: &[u8]) -> Result<T, Error> {
    Ok(read::<Whole<T>>(shown, text)?.content)
}

/// The head of a document; the other keys are not looked at.
///
/// # Errors
/// As [`read`], but unknown keys are none.
pub fn head(shown: &str, text: &[u8]) -> Result<Head, Error> {
    if IS_ABSENT {
        return Err(Error { file: shown.to_owned(), key: String::new(), what: ABSENT.to_owned() });
    }
    values(shown, text)
}

/// A page of a browser has no documents: what would read and print every type of every file is a third of what it
/// would have to fetch.
pub(crate) const IS_ABSENT: bool = cfg!(target_family = "wasm");

/// Why there is none.
pub(crate) fn absent() -> serde_json::Error {
    serde::ser::Error::custom(ABSENT)
}

const ABSENT: &str = "a page of a browser shows no files as JSON; the program does";

/// The text of a document.
///
/// # Errors
/// A value that JSON cannot say.
pub fn write(head: &Head, content: &impl Serialize) -> serde_json::Result<Vec<u8>> {
    print(&Document { head, content })
}

/// Reads JSON. Keys that mean nothing are slips of the hand: types refuse them (`deny_unknown_fields`).
///
/// # Errors
/// The first thing that is wrong, with key, line and what was expected.
pub fn read<T: DeserializeOwned>(shown: &str, text: &[u8]) -> Result<T, Error> {
    if IS_ABSENT {
        return Err(Error { file: shown.to_owned(), key: String::new(), what: ABSENT.to_owned() });
    }
    values(shown, text)
}

/// All that a text says. `serde_json` alone reads it: a layer around it that knows where it is and which keys mean
/// nothing would be compiled once more for every type of every format.
fn values<T: DeserializeOwned>(shown: &str, text: &[u8]) -> Result<T, Error> {
    let text = text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text);
    let text = std::str::from_utf8(text).map_err(|odd| not_unicode(shown, text, odd.valid_up_to()))?;
    let mut json = serde_json::Deserializer::from_str(text);
    let value = T::deserialize(&mut json).map_err(|error| {
        let key = key_at(text, error.line(), error.column(), is_of_whole(&error));
        Error { file: shown.to_owned(), key, what: explain(&error) }
    })?;
    json.end().map_err(|error| more_behind(shown, &error))?;
    Ok(value)
}

fn not_unicode(shown: &str, text: &[u8], at: usize) -> Error {
    let line = text[..at].iter().filter(|byte| **byte == b'\n').count() + 1;
    let what = format!("not JSON: what is no text in UTF-8 (line {line})");
    Error { file: shown.to_owned(), key: String::new(), what }
}

fn more_behind(shown: &str, error: &serde_json::Error) -> Error {
    let (line, column) = (error.line(), error.column());
    let what = format!(
        "expected the end of the text behind the last `}}` or `]`, found more (line {line}, column {column})"
    );
    Error { file: shown.to_owned(), key: String::new(), what }
}

#[cfg(test)]
mod tests {
    #[test]
    fn what_is_no_text_is_refused_with_its_line() {
        let error = super::read::<u32>("a.json", b"1\n\xFF").unwrap_err();
        assert_eq!(error.to_string(), "a.json: not JSON: what is no text in UTF-8 (line 2)");
    }
}
