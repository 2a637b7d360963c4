//! Bytes as one base64 string in JSON, where a list of numbers would take four
//! times the room of the file. Use with `#[serde(with = "crate::packed")]`.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::de::Error as _;
use serde::{Deserializer, Serializer};

pub(crate) fn serialize<S: Serializer>(bytes: &[u8], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&STANDARD.encode(bytes))
}

pub(crate) fn deserialize<'de, D: Deserializer<'de>, B: From<Vec<u8>>>(
    deserializer: D,
) -> Result<B, D::Error> {
    let text = binary::json::text(deserializer, "a text: bytes as base64")?;
    let bytes = STANDARD.decode(text);
    bytes.map(B::from).map_err(|error| D::Error::custom(format_args!("not base64: {error}")))
}
