//! What can be asked of a file that was read, whatever its kind.

use crate::Variant;
use crate::document::{self, Head};
use binary::{Report, Result};
use serde::Serialize;
use std::any::Any;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;

/// A file read into its typed value. Who knows the type gets at it through
/// [`Any`].
pub trait Content: Json + Bytes + Any {
    /// The version of the layout; none of kinds that have but one.
    fn version(&self) -> Option<Cow<'static, str>> {
        None
    }

    /// What reading the written bytes needs to know.
    fn variant(&self) -> Variant {
        Variant::default()
    }

    /// The bytes of the file, made from the typed value alone; none for kinds
    /// that are [never](crate::Writing::Never) written.
    ///
    /// # Errors
    /// A value that the format cannot hold.
    fn write(&self) -> Result<Option<Vec<u8>>>
    where
        Self: Sized;

    /// What it holds in a few figures: labels and values.
    fn summary(&self) -> Vec<(&'static str, String)>;

    /// Which figures of [`summary`](Self::summary) count things by their kind: in JSON they are numbers by kind.
    fn tallies(&self) -> Vec<(&'static str, BTreeMap<String, usize>)> {
        Vec::new()
    }

    /// What it says as lines of text, for kinds that people edit by their words.
    fn lines(&self) -> Vec<String> {
        Vec::new()
    }

    /// A part of it as lines of text, by its name or number; none of kinds without parts, and where no
    /// part has this name.
    fn part(&self, _name: &str) -> Option<Vec<String>> {
        None
    }

    /// What [`part`](Self::part) takes, for people: `the name or number of a definition`; none of kinds
    /// without parts.
    fn parts(&self) -> Option<&'static str> {
        None
    }

    /// The files with its skins, as it names them and each once.
    fn external_skins(&self) -> Vec<String> {
        Vec::new()
    }

    /// How many bytes are kept as they are because no documented meaning explains
    /// them.
    fn kept_raw_bytes(&self) -> usize {
        0
    }
}

/// A file as its bytes. Every content has it.
pub trait Bytes {
    /// What [`Content::write`] makes; nothing in a page of a browser, which writes no files: what writes each kind is
    /// not a part of it.
    ///
    /// # Errors
    /// A value that the format cannot hold.
    fn to_bytes(&self) -> Result<Option<Vec<u8>>>;
}

impl<T: Content> Bytes for T {
    fn to_bytes(&self) -> Result<Option<Vec<u8>>> {
        if document::IS_ABSENT { Ok(None) } else { self.write() }
    }
}

/// Its figures: what is derived for each type would be a part of every page of a browser.
impl fmt::Debug for dyn Content {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.summary()).finish()
    }
}

/// Everything in a file, as JSON. Every type that can be serialized has it.
pub trait Json {
    /// As a JSON value.
    ///
    /// # Errors
    /// A value that JSON cannot say.
    fn to_json(&self) -> serde_json::Result<serde_json::Value>;

    /// As the text of a [document](crate::document).
    ///
    /// # Errors
    /// A value that JSON cannot say.
    fn to_document(&self, head: &Head) -> serde_json::Result<Vec<u8>>;
}

impl<T: Serialize> Json for T {
    fn to_json(&self) -> serde_json::Result<serde_json::Value> {
        if document::IS_ABSENT {
            return Err(document::absent());
        }
        serde_json::to_value(self)
    }

    fn to_document(&self, head: &Head) -> serde_json::Result<Vec<u8>> {
        if document::IS_ABSENT {
            return Err(document::absent());
        }
        document::write(head, self)
    }
}

/// A typed value as the content of a file of any kind.
///
/// # Errors
/// Those it is given.
pub fn boxed<T: Content>(read: Result<(T, Report)>) -> Result<(Box<dyn Content>, Report)> {
    read.map(|(value, report)| (Box::new(value) as Box<dyn Content>, report))
}
