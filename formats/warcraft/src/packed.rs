//! Bytes as one base64 string in JSON, where a list of numbers would take four
//! times the room of the file. Use with `#[serde(with = "crate::packed")]`.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

pub(crate) fn serialize<S: Serializer>(bytes: &[u8], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&STANDARD.encode(bytes))
}

pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<u8>, D::Error> {
    let text = binary::json::text(deserializer, "a text: bytes as base64")?;
    STANDARD.decode(text).map_err(|error| D::Error::custom(format_args!("not base64: {error}")))
}

/// A list of such strings.
pub(crate) mod lists {
    use super::{Deserialize, Deserializer, Serialize, Serializer};

    #[derive(Deserialize)]
    struct Owned(#[serde(with = "super")] Vec<u8>);

    #[derive(Serialize)]
    struct Borrowed<'a>(#[serde(serialize_with = "super::serialize")] &'a [u8]);

    pub(crate) fn serialize<S: Serializer>(lists: &[Vec<u8>], serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(lists.iter().map(|bytes| Borrowed(bytes)))
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Vec<u8>>, D::Error> {
        let lists = Vec::<Owned>::deserialize(deserializer)?;
        Ok(lists.into_iter().map(|Owned(bytes)| bytes).collect())
    }
}
