//! Text as the tools of the time stored it: Windows-1252, in fields that end with a NUL only when
//! there is room for one. The bytes after the NUL are kept. Source: `docs/spec/gamestudio.md`, the
//! second paragraph.

use binary::json::Shown;
use binary::{Field, Kind, windows_1252};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::borrow::Cow;
use std::fmt;

/// A text that its bytes can be rebuilt from, for JSON.
#[derive(Serialize)]
#[serde(untagged)]
enum Json {
    Plain(String),
    Raw(Raw),
}

/// The bytes beside what can be read of them.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Raw {
    #[serde(default)]
    text: String,
    raw: Vec<u8>,
}

/// What JSON may say of a text.
const EXPECTED: &str = "a text, or an object with `raw`: its bytes as numbers";

fn decode(bytes: &[u8]) -> String {
    windows_1252::decode(bytes).into_owned()
}

/// The bytes of a text without control characters, if all of it exists in
/// Windows-1252.
fn encode(text: &str) -> Option<Vec<u8>> {
    let bytes = windows_1252::encode(text).filter(|_| !text.chars().any(char::is_control));
    bytes.map(Cow::into_owned)
}

fn until_nul(bytes: &[u8]) -> &[u8] {
    &bytes[..bytes.iter().position(|byte| *byte == 0).unwrap_or(bytes.len())]
}

/// A text in a field of N bytes.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Text<const N: usize>([u8; N]);

impl<const N: usize> Text<N> {
    /// The field for a text of at most N characters of Windows-1252, NULs
    /// behind it; `None` for a text that does not fit or that holds control
    /// characters.
    pub fn new(text: &str) -> Option<Self> {
        let encoded = encode(text)?;
        let mut bytes = [0; N];
        bytes.get_mut(..encoded.len())?.copy_from_slice(&encoded);
        Some(Text(bytes))
    }

    /// The text before the first NUL, or all of it.
    pub fn text(&self) -> String {
        decode(until_nul(&self.0))
    }

    /// The raw bytes of the field.
    pub fn bytes(&self) -> &[u8; N] {
        &self.0
    }

    /// A field with exactly these bytes.
    pub fn from_bytes(bytes: [u8; N]) -> Self {
        Text(bytes)
    }
}

impl<const N: usize> Default for Text<N> {
    fn default() -> Self {
        Text([0; N])
    }
}

impl<const N: usize> Field for Text<N> {
    const SIZE: usize = N;
    const KIND: Kind = Kind::Bytes(N as u16);
    #[inline]
    fn get(bytes: &[u8]) -> Self {
        let mut raw = [0; N];
        raw.copy_from_slice(&bytes[..N]);
        Text(raw)
    }
    #[inline]
    fn put(&self, bytes: &mut [u8]) {
        bytes[..N].copy_from_slice(&self.0);
    }
    fn show(&self) -> String {
        format!("\"{}\"", self.text())
    }
}

impl<const N: usize> fmt::Debug for Text<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{}\"", self.text())
    }
}

impl<const N: usize> fmt::Display for Text<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text())
    }
}

impl<const N: usize> Serialize for Text<N> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let text = self.text();
        match Text::<N>::new(&text) {
            Some(canonical) if canonical == *self => Json::Plain(text),
            _ => Json::Raw(Raw { text, raw: self.0.to_vec() }),
        }
        .serialize(serializer)
    }
}

impl<'de, const N: usize> Deserialize<'de> for Text<N> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match Shown::<String, Raw>::read(deserializer, EXPECTED)? {
            Shown::Short(text) => Text::new(&text).ok_or_else(|| {
                D::Error::custom(format_args!("\"{text}\" does not fit {N} bytes of Windows-1252 text"))
            }),
            Shown::Object(Raw { raw, .. }) => raw
                .try_into()
                .map(Text)
                .map_err(|_| D::Error::custom(format_args!("`raw` must be {N} numbers from 0 to 255"))),
        }
    }
}

/// A text as long as the file states. In fields of a fixed length it is kept without the NULs at
/// its end, which are added again when writing.
#[derive(Clone, Default, PartialEq, Eq, Hash)]
pub struct LongText(Vec<u8>);

impl LongText {
    /// The text; `None` when it holds characters outside Windows-1252 or
    /// control characters.
    pub fn new(text: &str) -> Option<Self> {
        encode(text).map(LongText)
    }

    /// These bytes without the NULs at their end.
    pub fn from_bytes(bytes: &[u8]) -> Self {
        let end = bytes.iter().rposition(|byte| *byte != 0).map_or(0, |last| last + 1);
        LongText(bytes[..end].to_vec())
    }

    /// Exactly these bytes.
    pub(crate) fn whole(bytes: Vec<u8>) -> Self {
        LongText(bytes)
    }

    /// All its bytes.
    pub fn bytes(&self) -> &[u8] {
        &self.0
    }

    /// The text before the first NUL, or all of it.
    pub fn text(&self) -> String {
        decode(until_nul(&self.0))
    }
}

impl fmt::Debug for LongText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{}\"", self.text())
    }
}

impl fmt::Display for LongText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text())
    }
}

impl Serialize for LongText {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let text = self.text();
        match LongText::new(&text) {
            Some(canonical) if canonical == *self => Json::Plain(text),
            _ => Json::Raw(Raw { text, raw: self.0.clone() }),
        }
        .serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for LongText {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match Shown::<String, Raw>::read(deserializer, EXPECTED)? {
            Shown::Short(text) => LongText::new(&text).ok_or_else(|| {
                D::Error::custom(format_args!("\"{text}\" holds characters outside Windows-1252"))
            }),
            Shown::Object(Raw { raw, .. }) => Ok(LongText(raw)),
        }
    }
}
