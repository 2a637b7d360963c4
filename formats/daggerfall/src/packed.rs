//! Bytes as one base64 string in JSON, where a list of numbers would take four times the room of the
//! file. Use with `#[serde(with = "crate::packed")]`.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::de::Error as _;
use serde::{Deserializer, Serializer};

pub(crate) fn serialize<S: Serializer>(bytes: &[u8], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&STANDARD.encode(bytes))
}

pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<u8>, D::Error> {
    let text = binary::json::text(deserializer, "a text: bytes as base64")?;
    STANDARD.decode(text).map_err(|error| D::Error::custom(format_args!("not base64: {error}")))
}

/// A list of 32-bit words as such a string.
pub(crate) mod words {
    use super::{Deserializer, Serializer};
    use serde::de::Error as _;

    pub(crate) fn serialize<S: Serializer>(words: &[u32], serializer: S) -> Result<S::Ok, S::Error> {
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        super::serialize(&bytes, serializer)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<u32>, D::Error> {
        let bytes = super::deserialize(deserializer)?;
        let (words, rest) = bytes.as_chunks::<4>();
        if !rest.is_empty() {
            return Err(D::Error::custom("not whole words of four bytes"));
        }
        Ok(words.iter().map(|word| u32::from_le_bytes(*word)).collect())
    }
}
