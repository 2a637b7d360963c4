//! Names in fields of a fixed size: to the first zero, or to the end of the field if there is none.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use binary::json::Shown;
use binary::{Field, Kind};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;

/// A name of at most `N` letters. What stands behind a zero is kept.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Text<const N: usize>([u8; N]);

impl<const N: usize> Text<N> {
    /// The field for a text of at most `N` printable ASCII characters, zeros behind it.
    pub fn new(text: &str) -> Option<Self> {
        let plain = |byte: u8| byte.is_ascii_graphic() || byte == b' ';
        let mut bytes = [0; N];
        bytes.get_mut(..text.len())?.copy_from_slice(text.as_bytes());
        text.bytes().all(plain).then_some(Text(bytes))
    }

    /// A field of these bytes.
    pub fn from_bytes(bytes: [u8; N]) -> Self {
        Text(bytes)
    }

    /// The bytes of the field.
    pub fn bytes(&self) -> &[u8; N] {
        &self.0
    }

    /// The letters as they stand in the file.
    pub fn letters(&self) -> &[u8] {
        let end = self.0.iter().position(|byte| *byte == 0).unwrap_or(N);
        &self.0[..end]
    }

    /// The text; bytes beyond ASCII are read as Latin-1, control characters as `?`.
    pub fn text(&self) -> String {
        let letter = |byte: &u8| if byte.is_ascii_control() { '?' } else { char::from(*byte) };
        self.letters().iter().map(letter).collect()
    }

    /// True where no zero ends the text, which fills its field.
    pub fn is_unterminated(&self) -> bool {
        !self.0.contains(&0)
    }
}

impl<const N: usize> Default for Text<N> {
    fn default() -> Self {
        Text([0; N])
    }
}

impl<const N: usize> fmt::Display for Text<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text())
    }
}

impl<const N: usize> fmt::Debug for Text<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{self}\"")
    }
}

impl<const N: usize> Field for Text<N> {
    const SIZE: usize = N;
    const KIND: Kind = Kind::Bytes(N as u16);

    fn get(bytes: &[u8]) -> Self {
        let mut raw = [0; N];
        raw.copy_from_slice(&bytes[..N]);
        Text(raw)
    }

    fn put(&self, bytes: &mut [u8]) {
        bytes[..N].copy_from_slice(&self.0);
    }

    fn show(&self) -> String {
        format!("{self:?}")
    }
}

/// A text that JSON cannot say: its bytes as base64 beside what can be read of it.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct RawText {
    #[serde(default)]
    text: String,
    raw: String,
}

impl<const N: usize> Serialize for Text<N> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let text = self.text();
        match Self::new(&text) {
            Some(same) if same == *self => text.serialize(serializer),
            _ => RawText { text, raw: STANDARD.encode(self.0) }.serialize(serializer),
        }
    }
}

impl<'de, const N: usize> Deserialize<'de> for Text<N> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let expecting = "a text, or an object with `raw`: its bytes as base64";
        match Shown::<String, RawText>::read(deserializer, expecting)? {
            Shown::Short(text) => Self::new(&text).ok_or_else(|| {
                D::Error::custom(format_args!("\"{text}\" is not at most {N} letters of 7-bit text"))
            }),
            Shown::Object(RawText { raw, .. }) => {
                let bytes = STANDARD.decode(raw).ok().and_then(|bytes| bytes.try_into().ok());
                bytes
                    .map(Text)
                    .ok_or_else(|| D::Error::custom(format_args!("`raw` must be {N} bytes as base64")))
            }
        }
    }
}
