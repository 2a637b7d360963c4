//! Values that animation files hold beside plain numbers and padded texts: floats that nobody
//! cleared, and texts with their length elsewhere. Source: `docs/spec/zbd/anim.md`, "8.1 Objects" and
//! "10. PM script table".

use crate::packed;
use binary::json::Shown;
use binary::{Field, Kind};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;

/// A float outside of events, or of memory that the original tool did not always clear: any 32 bits,
/// kept as they are, so that a damaged number never costs the file. In JSON a number, or its bits in hexadecimal where it is NaN or infinite.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct AnyF32(u32);

impl AnyF32 {
    /// The value with these bits.
    pub fn from_bits(bits: u32) -> Self {
        AnyF32(bits)
    }

    /// The bits as they stand in the file.
    pub fn to_bits(self) -> u32 {
        self.0
    }

    /// The number; it may be NaN or infinite.
    pub fn get(self) -> f32 {
        f32::from_bits(self.0)
    }

    /// True for zero of either sign.
    pub fn is_zero(self) -> bool {
        self.get() == 0.0
    }

    /// The number, if it is one to calculate with.
    pub fn finite(self) -> Option<f32> {
        Some(self.get()).filter(|number| number.is_finite())
    }
}

impl From<f32> for AnyF32 {
    fn from(number: f32) -> Self {
        AnyF32(number.to_bits())
    }
}

impl fmt::Debug for AnyF32 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.finite() {
            Some(number) => write!(f, "{number:?}"),
            None => write!(f, "{:?} ({:#010x})", self.get(), self.0),
        }
    }
}

impl Field for AnyF32 {
    const SIZE: usize = 4;
    const KIND: Kind = Kind::Float;
    #[inline]
    fn get(bytes: &[u8]) -> Self {
        AnyF32(u32::get(bytes))
    }
    #[inline]
    fn put(&self, bytes: &mut [u8]) {
        self.0.put(bytes);
    }
}

impl Serialize for AnyF32 {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.finite() {
            Some(number) => serializer.serialize_f32(number),
            None => serializer.serialize_str(&format!("{:#010x}", self.0)),
        }
    }
}

impl<'de> Deserialize<'de> for AnyF32 {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Visitor;

        impl serde::de::Visitor<'_> for Visitor {
            type Value = AnyF32;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a number, or a text with the bits of one such as \"0x7fc00000\"")
            }

            fn visit_f64<E: serde::de::Error>(self, number: f64) -> Result<AnyF32, E> {
                Ok(AnyF32::from(number as f32))
            }

            fn visit_i64<E: serde::de::Error>(self, number: i64) -> Result<AnyF32, E> {
                Ok(AnyF32::from(number as f32))
            }

            fn visit_u64<E: serde::de::Error>(self, number: u64) -> Result<AnyF32, E> {
                Ok(AnyF32::from(number as f32))
            }

            fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<AnyF32, E> {
                let bits = text.strip_prefix("0x").and_then(|digits| u32::from_str_radix(digits, 16).ok());
                bits.map(AnyF32).ok_or_else(|| {
                    E::custom(format_args!("\"{text}\" is not 0x and eight hexadecimal digits"))
                })
            }
        }

        deserializer.deserialize_any(Visitor)
    }
}

/// The bytes of a text whose length stands elsewhere and counts a NUL at its end. In JSON a string,
/// or base64 under `raw` where the bytes are not 7-bit text and one NUL.
#[derive(Clone, Default, PartialEq, Eq, Hash)]
pub struct Terminated(Box<[u8]>);

impl Terminated {
    /// A text of ASCII characters with a NUL behind it.
    pub fn new(text: &str) -> Option<Self> {
        let plain = text.bytes().all(|byte| byte.is_ascii() && byte != 0);
        plain.then(|| Terminated([text.as_bytes(), &[0]].concat().into()))
    }

    /// Any bytes; readers warn of those that are not a text and one NUL.
    pub fn from_bytes(bytes: &[u8]) -> Self {
        Terminated(bytes.into())
    }

    /// The bytes as they stand in the file.
    pub fn bytes(&self) -> &[u8] {
        &self.0
    }

    /// The text before the first NUL; bytes that are not ASCII are Latin-1.
    pub fn text(&self) -> String {
        self.0.iter().take_while(|byte| **byte != 0).map(|byte| char::from(*byte)).collect()
    }

    /// True for 7-bit text and one NUL at its end.
    pub fn is_regular(&self) -> bool {
        matches!(self.0.split_last(), Some((0, text)) if text.iter().all(|byte| byte.is_ascii() && *byte != 0))
    }
}

impl fmt::Debug for Terminated {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{}\"", self.0.escape_ascii())
    }
}

/// Bytes that are no terminated text, in JSON.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Raw {
    #[serde(with = "packed")]
    raw: Vec<u8>,
}

impl Serialize for Terminated {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.is_regular() {
            true => serializer.serialize_str(&self.text()),
            false => Raw { raw: self.0.to_vec() }.serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for Terminated {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let expecting = "a text, or an object with `raw`: its bytes as base64";
        match Shown::<String, Raw>::read(deserializer, expecting)? {
            Shown::Short(text) => Terminated::new(&text)
                .ok_or_else(|| D::Error::custom(format_args!("\"{text}\" is not 7-bit text without NUL"))),
            Shown::Object(Raw { raw }) => Ok(Terminated(raw.into())),
        }
    }
}
