//! Floats that may be NaN or infinite: JSON cannot hold these, so their bits are written as text,
//! `"0x7fc00000"`. Use with `#[serde(with = "crate::numbers")]` for a list and
//! `"crate::numbers::one"` for one.

use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;

struct Number(f32);

impl Serialize for Number {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Number(value) = self;
        if value.is_finite() {
            serializer.serialize_f32(*value)
        } else {
            serializer.collect_str(&format_args!("{:#010x}", value.to_bits()))
        }
    }
}

impl<'de> Deserialize<'de> for Number {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Either;

        impl Visitor<'_> for Either {
            type Value = Number;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("a number, or the bits of one such as \"0x7fc00000\"")
            }

            fn visit_f64<E: Error>(self, value: f64) -> Result<Number, E> {
                Ok(Number(value as f32))
            }

            fn visit_i64<E: Error>(self, value: i64) -> Result<Number, E> {
                Ok(Number(value as f32))
            }

            fn visit_u64<E: Error>(self, value: u64) -> Result<Number, E> {
                Ok(Number(value as f32))
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<Number, E> {
                let bits = text.strip_prefix("0x").and_then(|digits| u32::from_str_radix(digits, 16).ok());
                bits.map(|bits| Number(f32::from_bits(bits)))
                    .ok_or_else(|| E::invalid_value(serde::de::Unexpected::Str(text), &self))
            }
        }

        deserializer.deserialize_any(Either)
    }
}

pub(crate) fn serialize<S: Serializer, const N: usize>(
    list: &[f32; N],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(list.iter().copied().map(Number))
}

pub(crate) fn deserialize<'de, D: Deserializer<'de>, const N: usize>(
    deserializer: D,
) -> Result<[f32; N], D::Error> {
    let list = Vec::<Number>::deserialize(deserializer)?;
    let list: Vec<f32> = list.into_iter().map(|Number(value)| value).collect();
    let count = list.len();
    list.try_into().map_err(|_| D::Error::custom(format_args!("{count} numbers instead of {N}")))
}

/// A single number.
pub(crate) mod one {
    use super::{Deserialize, Deserializer, Number, Serialize, Serializer};

    pub(crate) fn serialize<S: Serializer>(value: &f32, serializer: S) -> Result<S::Ok, S::Error> {
        Number(*value).serialize(serializer)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f32, D::Error> {
        Number::deserialize(deserializer).map(|Number(value)| value)
    }
}
