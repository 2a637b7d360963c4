//! Values in JSON: numbers with a decimal point are floats, others integers.

use super::Value;
use crate::Lenstr;
use serde::de::value::MapAccessDeserializer;
use serde::de::{Error, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;

impl Serialize for Value {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Value::Int(number) => serializer.serialize_i32(*number),
            Value::Float(number) => serializer.serialize_f32(*number),
            Value::Str(text) => text.serialize(serializer),
            Value::List(items) => items.serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for Value {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Shown)
    }
}

struct Shown;

impl<'de> Visitor<'de> for Shown {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a number, a string or a list")
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<Value, E> {
        i32::try_from(number)
            .map(Value::Int)
            .map_err(|_| E::custom(format_args!("{number} does not fit 32 bits")))
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<Value, E> {
        i32::try_from(number)
            .map(Value::Int)
            .map_err(|_| E::custom(format_args!("{number} does not fit 32 bits")))
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<Value, E> {
        let single = number as f32;
        if !single.is_finite() {
            return Err(E::custom(format_args!("{number} does not fit a 32-bit float")));
        }
        Ok(Value::Float(single))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Value, E> {
        Value::string(text).ok_or_else(|| E::custom(format_args!("\"{text}\" is not 7-bit text")))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        let mut list = Vec::new();
        while let Some(value) = items.next_element()? {
            list.push(value);
        }
        Ok(Value::List(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Value, A::Error> {
        Lenstr::deserialize(MapAccessDeserializer::new(map)).map(Value::Str)
    }
}
