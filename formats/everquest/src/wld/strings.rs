//! The string table, and texts inside fragments: both coded with one key.
//! Source: `docs/spec/everquest/wld.md`, "String table".

use super::header::{MAGIC, SIZE};
use super::reference::{Reference, Target};
use binary::json::Shown;
use binary::windows_1252;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::borrow::Cow;
use std::fmt;

/// The key; byte *i* is coded with key byte *i* & 7.
const KEY: [u8; 8] = [0x95, 0x3A, 0xC5, 0x2A, 0x95, 0x7A, 0x95, 0x6A];

/// Where the header has the length of the table.
const STRING_BYTES: usize = 0x14;

/// Codes or decodes bytes, which is the same.
pub fn code(bytes: &[u8]) -> Vec<u8> {
    let mut coded = bytes.to_vec();
    for chunk in coded.chunks_mut(KEY.len()) {
        chunk.iter_mut().zip(KEY).for_each(|(byte, key)| *byte ^= key);
    }
    coded
}

/// Text as it stands in files: Windows-1252.
fn to_text(bytes: &[u8]) -> Cow<'_, str> {
    windows_1252::decode(bytes)
}

/// The bytes of a text; none if Windows-1252 lacks a character of it.
pub(super) fn from_text(text: &str) -> Option<Vec<u8>> {
    windows_1252::encode(text).map(Cow::into_owned)
}

fn until_nul(bytes: &[u8]) -> Option<&[u8]> {
    bytes.iter().position(|byte| *byte == 0).map(|end| &bytes[..end])
}

/// The string table, decoded. The padding behind the last NUL is kept as it
/// decodes, which is garbage in files of the original compiler.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Strings {
    bytes: Vec<u8>,
}

impl Strings {
    /// The table with these decoded bytes.
    pub fn from_decoded(bytes: Vec<u8>) -> Self {
        Strings { bytes }
    }

    /// The table of these decoded texts, padded to 4 with zeros in the file.
    pub(super) fn padded(mut bytes: Vec<u8>) -> Self {
        while !bytes.len().is_multiple_of(4) {
            // The key's own byte: coded, it is 0.
            bytes.push(KEY[bytes.len() % KEY.len()]);
        }
        Strings { bytes }
    }

    /// The decoded bytes, padding included.
    pub fn decoded(&self) -> &[u8] {
        &self.bytes
    }

    /// How many bytes of a file hold the header and the string table, by its first 28; none if they are no header.
    pub fn end(start: &[u8]) -> Option<usize> {
        let word = |at: usize| start.get(at..)?.first_chunk().map(|word| u32::from_le_bytes(*word));
        let bytes = word(STRING_BYTES).filter(|_| word(0) == Some(MAGIC))?;
        usize::try_from(bytes).ok()?.checked_add(SIZE)
    }

    /// The table of a file of which only the start is there, for who wants to know its names and no more; none if
    /// that is no header, or ends before the table does.
    pub fn of_start(start: &[u8]) -> Option<Self> {
        Some(Strings::decode(start.get(SIZE..Strings::end(start)?)?))
    }

    /// Decodes a table.
    pub(super) fn decode(coded: &[u8]) -> Self {
        Strings { bytes: code(coded) }
    }

    /// The table as it stands in the file.
    pub(super) fn encode(&self) -> Vec<u8> {
        code(&self.bytes)
    }

    /// The bytes of the text at an offset; none outside the table, and where no
    /// NUL follows.
    pub fn bytes_at(&self, offset: u32) -> Option<&[u8]> {
        until_nul(self.bytes.get(usize::try_from(offset).ok()?..)?)
    }

    /// The text at an offset, as [`Strings::bytes_at`] finds it.
    pub fn text_at(&self, offset: u32) -> Option<Cow<'_, str>> {
        self.bytes_at(offset).map(to_text)
    }

    /// The text that a reference names; none of references to fragments and to
    /// nothing.
    pub fn text(&self, reference: Reference) -> Option<Cow<'_, str>> {
        match reference.target() {
            Target::Name(offset) => self.text_at(offset),
            Target::None | Target::Fragment(_) => None,
        }
    }

    /// True if a text starts at an offset: at 0 and behind each NUL.
    pub fn starts_at(&self, offset: u32) -> bool {
        match offset.checked_sub(1) {
            None => true,
            Some(before) => self.bytes.get(before as usize) == Some(&0),
        }
    }

    /// The texts with their offsets, the empty one at 0 included.
    pub fn iter(&self) -> impl Iterator<Item = (u32, Cow<'_, str>)> {
        let mut at = 0;
        std::iter::from_fn(move || {
            let text = until_nul(self.bytes.get(at..)?)?;
            let start = at as u32;
            at += text.len() + 1;
            Some((start, to_text(text)))
        })
    }

    /// Number of texts, the empty one at the start not counted.
    pub fn count(&self) -> usize {
        self.bytes.iter().filter(|byte| **byte == 0).count().saturating_sub(1)
    }
}

/// The table in JSON: its texts in order, and what follows the last of them.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    texts: Vec<String>,
    #[serde(default, with = "crate::packed", skip_serializing_if = "Vec::is_empty")]
    rest: Vec<u8>,
}

impl Serialize for Strings {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let end = self.bytes.iter().rposition(|byte| *byte == 0).map_or(0, |last| last + 1);
        let texts = self.iter().map(|(_, text)| text.into_owned()).collect();
        Table { texts, rest: self.bytes[end..].to_vec() }.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Strings {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let table = Table::deserialize(deserializer)?;
        let mut bytes = Vec::new();
        for text in &table.texts {
            bytes.extend(encodable(text).map_err(D::Error::custom)?);
            bytes.push(0);
        }
        bytes.extend(table.rest);
        Ok(Strings { bytes })
    }
}

fn encodable(text: &str) -> Result<Vec<u8>, String> {
    let bytes = from_text(text).filter(|bytes| !bytes.contains(&0));
    bytes.ok_or_else(|| format!("\"{text}\" is no text of Windows-1252 without NUL"))
}

/// A text inside a fragment, coded with the same key from its own start on.
/// JSON shows a text, or for bytes that are no text and one NUL an object.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Inline(Box<[u8]>);

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct RawInline {
    #[serde(with = "crate::packed")]
    raw: Vec<u8>,
}

impl Inline {
    /// Nothing: length 0 in the file.
    pub fn empty() -> Self {
        Self::default()
    }

    /// A text with its NUL; none if Windows-1252 lacks a character of it, or
    /// for a text with a NUL.
    pub fn new(text: &str) -> Option<Self> {
        let mut bytes = encodable(text).ok()?;
        bytes.push(0);
        Some(Inline(bytes.into()))
    }

    /// The decoded bytes, the NUL included.
    pub fn bytes(&self) -> &[u8] {
        &self.0
    }

    /// The text before the first NUL.
    pub fn text(&self) -> Cow<'_, str> {
        to_text(until_nul(&self.0).unwrap_or(&self.0))
    }

    /// True for length 0.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// True for a text with one NUL, at its end.
    pub fn is_regular(&self) -> bool {
        until_nul(&self.0).is_some_and(|text| text.len() + 1 == self.0.len())
    }

    pub(super) fn decode(coded: &[u8]) -> Self {
        Inline(code(coded).into())
    }

    pub(super) fn encode(&self) -> Vec<u8> {
        code(&self.0)
    }
}

impl fmt::Debug for Inline {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{}\"", self.0.escape_ascii())
    }
}

impl Serialize for Inline {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.is_regular() {
            serializer.serialize_str(&self.text())
        } else {
            RawInline { raw: self.0.to_vec() }.serialize(serializer)
        }
    }
}

impl<'de> Deserialize<'de> for Inline {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let expecting = "a text, or an object with `raw`: its bytes as base64";
        match Shown::<String, RawInline>::read(deserializer, expecting)? {
            Shown::Short(text) => {
                let mut bytes = encodable(&text).map_err(D::Error::custom)?;
                bytes.push(0);
                Ok(Inline(bytes.into()))
            }
            Shown::Object(RawInline { raw }) => Ok(Inline(raw.into())),
        }
    }
}
