//! Long lists of bytes and words as one base64 string in JSON, where a list of
//! numbers would take four times the room of the file. Use with
//! `#[serde(with = "crate::packed")]`.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::de::{DeserializeOwned, Error as _};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;

/// A value that JSON shows as base64 of its bytes on disk.
pub(crate) trait Packed: Sized {
    /// Base64, or base64 that may be missing.
    type Text: Serialize + DeserializeOwned;
    fn pack(&self) -> Self::Text;
    fn unpack(text: Self::Text) -> Result<Self, UnpackError>;
}

/// Why a text stands for no such bytes.
#[derive(Debug)]
pub(crate) enum UnpackError {
    /// It is not base64.
    Base64(base64::DecodeError),
    /// So many bytes are no whole number of words.
    HalfWord(usize),
    /// So many words where there must be as many as `expected`.
    Words { found: usize, expected: usize },
}

impl fmt::Display for UnpackError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            UnpackError::Base64(error) => write!(f, "not base64: {error}"),
            UnpackError::HalfWord(bytes) => write!(f, "{bytes} bytes are no whole number of 16-bit words"),
            UnpackError::Words { found, expected } => write!(f, "{found} words where {expected} belong"),
        }
    }
}

/// Bytes as JSON has them.
#[derive(Serialize)]
pub(crate) struct Base64(String);

impl<'de> Deserialize<'de> for Base64 {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        binary::json::text(deserializer, "a text: bytes as base64").map(Base64)
    }
}

pub(crate) fn serialize<T: Packed, S: Serializer>(value: &T, serializer: S) -> Result<S::Ok, S::Error> {
    value.pack().serialize(serializer)
}

pub(crate) fn deserialize<'de, T: Packed, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
    T::unpack(T::Text::deserialize(deserializer)?).map_err(D::Error::custom)
}

impl Packed for Vec<u8> {
    type Text = Base64;
    fn pack(&self) -> Base64 {
        Base64(STANDARD.encode(self))
    }
    fn unpack(text: Base64) -> Result<Self, UnpackError> {
        STANDARD.decode(text.0).map_err(UnpackError::Base64)
    }
}

impl Packed for Vec<u16> {
    type Text = Base64;
    fn pack(&self) -> Base64 {
        Base64(STANDARD.encode(self.iter().flat_map(|word| word.to_le_bytes()).collect::<Vec<_>>()))
    }
    fn unpack(text: Base64) -> Result<Self, UnpackError> {
        let bytes = Vec::<u8>::unpack(text)?;
        match bytes.as_chunks::<2>() {
            (words, []) => Ok(words.iter().map(|word| u16::from_le_bytes(*word)).collect()),
            _ => Err(UnpackError::HalfWord(bytes.len())),
        }
    }
}

impl<const N: usize> Packed for [u16; N] {
    type Text = Base64;
    fn pack(&self) -> Base64 {
        self.to_vec().pack()
    }
    fn unpack(text: Base64) -> Result<Self, UnpackError> {
        Vec::unpack(text)?
            .try_into()
            .map_err(|words: Vec<u16>| UnpackError::Words { found: words.len(), expected: N })
    }
}

impl<T: Packed<Text = Base64>> Packed for Option<T> {
    type Text = Option<Base64>;
    fn pack(&self) -> Option<Base64> {
        self.as_ref().map(T::pack)
    }
    fn unpack(text: Option<Base64>) -> Result<Self, UnpackError> {
        text.map(T::unpack).transpose()
    }
}
