//! Values that JSON shows in a form of their own, read with errors that a
//! person understands: in a short form or, where that cannot say the bytes, as
//! an object; as a text that is more than a text, such as base64.

use serde::Deserialize;
use serde::de::value::{MapAccessDeserializer, SeqAccessDeserializer, StrDeserializer};
use serde::de::{Deserializer, Error, MapAccess, SeqAccess, Visitor};
use std::fmt;
use std::marker::PhantomData;

/// A value in one of two forms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shown<S, O> {
    /// The short one, a text or a list.
    Short(S),
    /// The object.
    Object(O),
}

impl<S, O> Shown<S, O> {
    /// Reads either form; `expecting` names both for errors.
    ///
    /// # Errors
    /// Neither a text or list nor an object, and what `S` and `O` refuse.
    pub fn read<'de, D: Deserializer<'de>>(deserializer: D, expecting: &'static str) -> Result<Self, D::Error>
    where
        S: Deserialize<'de>,
        O: Deserialize<'de>,
    {
        deserializer.deserialize_any(Forms { expecting, forms: PhantomData })
    }
}

struct Forms<S, O> {
    expecting: &'static str,
    forms: PhantomData<(S, O)>,
}

impl<'de, S: Deserialize<'de>, O: Deserialize<'de>> Visitor<'de> for Forms<S, O> {
    type Value = Shown<S, O>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.expecting)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Self::Value, E> {
        S::deserialize(StrDeserializer::new(text)).map(Shown::Short)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, items: A) -> Result<Self::Value, A::Error> {
        S::deserialize(SeqAccessDeserializer::new(items)).map(Shown::Short)
    }

    fn visit_map<A: MapAccess<'de>>(self, keys: A) -> Result<Self::Value, A::Error> {
        O::deserialize(MapAccessDeserializer::new(keys)).map(Shown::Object)
    }
}

/// Reads a text that `expecting` describes for errors.
///
/// # Errors
/// Anything but a text.
pub fn text<'de, D: Deserializer<'de>>(deserializer: D, expecting: &'static str) -> Result<String, D::Error> {
    struct Text(&'static str);

    impl Visitor<'_> for Text {
        type Value = String;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str(self.0)
        }

        fn visit_str<E: Error>(self, text: &str) -> Result<String, E> {
            Ok(text.to_owned())
        }

        fn visit_string<E: Error>(self, text: String) -> Result<String, E> {
            Ok(text)
        }
    }

    deserializer.deserialize_string(Text(expecting))
}
