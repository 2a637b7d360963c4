//! Numbers in JSON, floats that are NaN or infinite among them: JSON cannot hold
//! these, so their bits are written as text, `"0x7fc00000"`. Use with
//! `#[serde(with = "crate::numbers")]` for a number, an array or a list.

use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;

/// Numbers that come back from JSON bit for bit.
pub trait Exact: Sized {
    /// To JSON.
    ///
    /// # Errors
    /// Those of the serializer.
    fn to_json<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error>;

    /// From JSON.
    ///
    /// # Errors
    /// Anything but such numbers.
    fn from_json<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error>;
}

pub(crate) fn serialize<T: Exact, S: Serializer>(value: &T, serializer: S) -> Result<S::Ok, S::Error> {
    value.to_json(serializer)
}

pub(crate) fn deserialize<'de, T: Exact, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
    T::from_json(deserializer)
}

macro_rules! integers {
    ($($ty:ty),*) => {$(
        impl Exact for $ty {
            fn to_json<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                self.serialize(serializer)
            }

            fn from_json<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                Self::deserialize(deserializer)
            }
        }
    )*};
}
integers!(u8, i16, u16, u32);

impl Exact for f32 {
    fn to_json<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.is_finite() {
            serializer.serialize_f32(*self)
        } else {
            serializer.collect_str(&format_args!("{:#010x}", self.to_bits()))
        }
    }

    fn from_json<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Either;

        impl Visitor<'_> for Either {
            type Value = f32;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("a number, or the bits of one such as \"0x7fc00000\"")
            }

            fn visit_f64<E: Error>(self, value: f64) -> Result<f32, E> {
                Ok(value as f32)
            }

            fn visit_i64<E: Error>(self, value: i64) -> Result<f32, E> {
                Ok(value as f32)
            }

            fn visit_u64<E: Error>(self, value: u64) -> Result<f32, E> {
                Ok(value as f32)
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<f32, E> {
                let bits = text.strip_prefix("0x").and_then(|digits| u32::from_str_radix(digits, 16).ok());
                bits.map(f32::from_bits)
                    .ok_or_else(|| E::invalid_value(serde::de::Unexpected::Str(text), &self))
            }
        }

        deserializer.deserialize_any(Either)
    }
}

struct Shown<'a, T>(&'a T);

impl<T: Exact> Serialize for Shown<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.to_json(serializer)
    }
}

struct Read<T>(T);

impl<'de, T: Exact> Deserialize<'de> for Read<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        T::from_json(deserializer).map(Read)
    }
}

impl<T: Exact> Exact for Vec<T> {
    fn to_json<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter().map(Shown))
    }

    fn from_json<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let list = Vec::<Read<T>>::deserialize(deserializer)?;
        Ok(list.into_iter().map(|Read(value)| value).collect())
    }
}

impl<T: Exact, const N: usize> Exact for [T; N] {
    fn to_json<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter().map(Shown))
    }

    fn from_json<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let list = Vec::<T>::from_json(deserializer)?;
        let count = list.len();
        list.try_into().map_err(|_| D::Error::custom(format_args!("{count} numbers instead of {N}")))
    }
}
