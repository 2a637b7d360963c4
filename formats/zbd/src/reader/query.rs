//! Looking things up as the engine does: find the key, take what follows.
//! Source: `docs/spec/zbd/reader.md`, "Conventions in the data".

use super::Value;
use super::text::{Number, number};
use std::borrow::Cow;
use std::slice;

impl Value {
    /// The items of a list; none of anything else.
    pub fn items(&self) -> &[Value] {
        match self {
            Value::List(items) => items,
            Value::Int(_) | Value::Float(_) | Value::Str(_) => &[],
        }
    }

    /// The value inside lists of one item; itself if it is not such a list.
    pub fn unwrapped(&self) -> &Value {
        let mut value = self;
        while let Value::List(items) = value
            && let [only] = items.as_slice()
        {
            value = only;
        }
        value
    }

    /// A number, whole or not, also in lists of one item. A string that begins
    /// with one counts as that number: the data says `1.5.0` where 1.5 is meant.
    pub fn number(&self) -> Option<f32> {
        match self.unwrapped() {
            Value::Int(number) => Some(*number as f32),
            Value::Float(number) => Some(*number),
            Value::Str(text) => leading_number(text.bytes()),
            Value::List(_) => None,
        }
    }

    /// A whole number, also in lists of one item; of other numbers the part
    /// before the point.
    pub fn integer(&self) -> Option<i32> {
        match self.unwrapped() {
            Value::Int(number) => Some(*number),
            // Out of range it stays at the end of the range.
            _ => self.number().map(|number| number as i32),
        }
    }

    /// A string, also in lists of one item.
    pub fn text(&self) -> Option<Cow<'_, str>> {
        match self.unwrapped() {
            Value::Str(text) => Some(match std::str::from_utf8(text.bytes()) {
                Ok(text) if text.is_ascii() => Cow::Borrowed(text),
                _ => Cow::Owned(text.text()),
            }),
            Value::Int(_) | Value::Float(_) | Value::List(_) => None,
        }
    }

    /// True for this string in whatever case, also in lists of one item.
    pub fn is(&self, text: &str) -> bool {
        matches!(self.unwrapped(), Value::Str(string) if string.is(text))
    }

    /// The list as pairs of keys and what follows them; empty for other values.
    /// A list around a single list is looked through.
    pub fn dictionary(&self) -> Dictionary<'_> {
        let mut items = self.items();
        while let [Value::List(only)] = items {
            items = only;
        }
        Dictionary { items }
    }
}

/// The number at the start of a text.
fn leading_number(text: &[u8]) -> Option<f32> {
    let numeric = |byte: &u8| !(byte.is_ascii_digit() || matches!(byte, b'-' | b'.'));
    let mut end = text.iter().position(numeric).unwrap_or(text.len());
    while end > 0 {
        match number(&text[..end]) {
            Number::Is(Value::Int(number)) => return Some(number as f32),
            Number::Is(Value::Float(number)) => return Some(number),
            _ => end -= 1,
        }
    }
    None
}

/// A list in which keys are strings and their values follow them.
///
/// The data does not say how many values a key has: the caller knows. Other keys are skipped, even
/// an author's comment that slipped into the data. Keys are compared without regard to case; of
/// repeated ones the first counts, and [`Dictionary::each`] gives them all.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Dictionary<'v> {
    items: &'v [Value],
}

impl<'v> Dictionary<'v> {
    /// All items, keys and values.
    pub fn items(self) -> &'v [Value] {
        self.items
    }

    /// True when nothing is in it.
    pub fn is_empty(self) -> bool {
        self.items.is_empty()
    }

    /// Everything after the first occurrence of a key: for keys with several values.
    pub fn rest(self, key: &str) -> Option<&'v [Value]> {
        let at = self.position(key)?;
        self.items.get(at + 1..)
    }

    /// The value after the first occurrence of a key.
    pub fn value(self, key: &str) -> Option<&'v Value> {
        self.rest(key)?.first()
    }

    /// What follows each occurrence of a key, in order.
    pub fn each(self, key: &str) -> impl Iterator<Item = &'v [Value]> {
        let keys = self.items.iter().enumerate().filter(move |(_, item)| is_key(item, key));
        keys.filter_map(move |(at, _)| self.items.get(at + 1..))
    }

    /// True when the key is there, whatever follows.
    pub fn has(self, key: &str) -> bool {
        self.position(key).is_some()
    }

    /// A switch: 0 or 1 after the key, or the bare key for true.
    pub fn flag(self, key: &str) -> bool {
        match self.rest(key) {
            None => false,
            Some([value, ..]) => match value.unwrapped() {
                Value::Int(number) => *number != 0,
                Value::Float(number) => *number != 0.0,
                Value::Str(_) | Value::List(_) => true,
            },
            Some([]) => true,
        }
    }

    /// The number behind the key, see [`Value::number`].
    pub fn number(self, key: &str) -> Option<f32> {
        self.value(key)?.number()
    }

    /// The whole number behind the key, see [`Value::integer`].
    pub fn integer(self, key: &str) -> Option<i32> {
        self.value(key)?.integer()
    }

    /// The string behind the key, see [`Value::text`].
    pub fn text(self, key: &str) -> Option<Cow<'v, str>> {
        self.value(key)?.text()
    }

    /// `N` numbers behind the key, in a list or one behind the other.
    pub fn numbers<const N: usize>(self, key: &str) -> Option<[f32; N]> {
        let rest = self.rest(key)?;
        let values = match rest.first()? {
            Value::List(_) => rest[0].dictionary().items,
            Value::Int(_) | Value::Float(_) | Value::Str(_) => rest,
        };
        let mut numbers = [0.0; N];
        let values = values.get(..N)?;
        for (number, value) in numbers.iter_mut().zip(values) {
            *number = value.number()?;
        }
        Some(numbers)
    }

    /// The items of the list behind the key; a single value counts as a list of
    /// one.
    pub fn list(self, key: &str) -> Option<&'v [Value]> {
        let value = self.value(key)?;
        Some(match value {
            Value::List(items) => items,
            Value::Int(_) | Value::Float(_) | Value::Str(_) => slice::from_ref(value),
        })
    }

    /// The dictionary behind the key; empty when the key is not there.
    pub fn dictionary(self, key: &str) -> Dictionary<'v> {
        self.value(key).map_or(Dictionary { items: &[] }, Value::dictionary)
    }

    fn position(self, key: &str) -> Option<usize> {
        self.items.iter().position(|item| is_key(item, key))
    }
}

/// A key is an item of the list itself, not of a nested list.
fn is_key(item: &Value, key: &str) -> bool {
    matches!(item, Value::Str(text) if text.is(key))
}
