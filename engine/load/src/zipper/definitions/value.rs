//! Values of definitions, as they are after the checks of their keys.

use super::schema::Key;
use serde::ser::SerializeSeq;
use serde::{Serialize, Serializer};
use std::fmt;

pub use zbd::reader::Value;

/// A value of a key.
#[derive(Clone, Debug, PartialEq)]
pub enum Held {
    /// Yes or no.
    Flag(bool),
    /// A number, finite and within the bounds of its key.
    Number(f32),
    /// A whole number.
    Whole(i32),
    /// Numbers.
    Numbers(Vec<f32>),
    /// A word.
    Word(String),
    /// Words.
    Words(Vec<String>),
    /// A list of keys.
    Block(Vec<Field>),
    /// Lists of keys by name.
    Named(Vec<(String, Vec<Field>)>),
    /// Lists of values in the order of their keys.
    Rows(Vec<Vec<Field>>),
    /// As it stands in the file.
    Kept(Value),
}

/// A key with its value.
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    /// The key's row in the tables.
    pub key: &'static Key,
    /// The word of the data; differs from the key's name where that has a number.
    pub name: String,
    /// Its value.
    pub held: Held,
    /// Where it comes from.
    pub from: Origin,
}

/// Where a value comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// The definition says so itself.
    File,
    /// The definition of that name, of which it is a kind.
    Inherited(String),
    /// The game's program: the file of constants of the title says so, with that evidence.
    Constant(String),
}

impl Held {
    /// A number, also the first of a list.
    pub fn number(&self) -> Option<f32> {
        match self {
            Held::Number(number) => Some(*number),
            Held::Whole(number) => Some(*number as f32),
            Held::Numbers(numbers) => numbers.first().copied(),
            Held::Flag(flag) => Some(f32::from(u8::from(*flag))),
            _ => None,
        }
    }

    /// All its numbers.
    pub fn numbers(&self) -> &[f32] {
        match self {
            Held::Numbers(numbers) => numbers,
            Held::Number(number) => std::slice::from_ref(number),
            _ => &[],
        }
    }

    /// A word, also the first of a list.
    pub fn word(&self) -> Option<&str> {
        match self {
            Held::Word(word) => Some(word),
            Held::Words(words) => words.first().map(String::as_str),
            _ => None,
        }
    }

    /// All its words.
    pub fn words(&self) -> &[String] {
        match self {
            Held::Words(words) => words,
            Held::Word(word) => std::slice::from_ref(word),
            _ => &[],
        }
    }

    /// The value of a key in a list of keys.
    pub fn get(&self, key: &str) -> Option<&Held> {
        let Held::Block(fields) = self else { return None };
        find(fields, key)
    }
}

/// The value of a key, in any case.
pub fn find<'f>(fields: &'f [Field], key: &str) -> Option<&'f Held> {
    fields.iter().find(|field| field.name.eq_ignore_ascii_case(key)).map(|field| &field.held)
}

/// Numbers are numbers, words strings, lists of keys lists of pairs.
impl Serialize for Held {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Held::Flag(flag) => flag.serialize(serializer),
            Held::Number(number) => number.serialize(serializer),
            Held::Whole(number) => number.serialize(serializer),
            Held::Numbers(numbers) => numbers.serialize(serializer),
            Held::Word(word) => word.serialize(serializer),
            Held::Words(words) => words.serialize(serializer),
            Held::Block(fields) => Pairs(fields).serialize(serializer),
            Held::Named(lists) => {
                serializer.collect_seq(lists.iter().map(|(name, fields)| (name, Pairs(fields))))
            }
            Held::Rows(rows) => serializer.collect_seq(rows.iter().map(|row| Pairs(row))),
            Held::Kept(value) => value.serialize(serializer),
        }
    }
}

/// Keys and values as pairs.
struct Pairs<'f>(&'f [Field]);

impl Serialize for Pairs<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut pairs = serializer.serialize_seq(Some(self.0.len()))?;
        for field in self.0 {
            pairs.serialize_element(&(&field.name, &field.held))?;
        }
        pairs.end()
    }
}

/// On one line, for people.
impl fmt::Display for Held {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Held::Flag(flag) => f.write_str(if *flag { "yes" } else { "no" }),
            Held::Number(number) => write!(f, "{number}"),
            Held::Whole(number) => write!(f, "{number}"),
            Held::Numbers(numbers) => joined(f, numbers, |f, number| write!(f, "{number}")),
            Held::Word(word) => f.write_str(word),
            Held::Words(words) => joined(f, words, |f, word| f.write_str(word)),
            Held::Block(fields) => pairs(f, fields),
            Held::Named(lists) => joined(f, lists, |f, (name, fields)| {
                write!(f, "{name} ")?;
                pairs(f, fields)
            }),
            Held::Rows(rows) => joined(f, rows, |f, row| pairs(f, row)),
            Held::Kept(value) => kept(f, value),
        }
    }
}

fn pairs(f: &mut fmt::Formatter<'_>, fields: &[Field]) -> fmt::Result {
    f.write_str("(")?;
    joined(f, fields, |f, field| write!(f, "{} {}", field.name, field.held))?;
    f.write_str(")")
}

fn kept(f: &mut fmt::Formatter<'_>, value: &Value) -> fmt::Result {
    match value {
        Value::Int(number) => write!(f, "{number}"),
        Value::Float(number) => write!(f, "{number}"),
        Value::Str(word) => f.write_str(&word.text()),
        Value::List(items) => {
            f.write_str("(")?;
            joined(f, items, kept)?;
            f.write_str(")")
        }
    }
}

fn joined<T>(
    f: &mut fmt::Formatter<'_>,
    items: &[T],
    mut one: impl FnMut(&mut fmt::Formatter<'_>, &T) -> fmt::Result,
) -> fmt::Result {
    for (index, item) in items.iter().enumerate() {
        if index > 0 {
            f.write_str(", ")?;
        }
        one(f, item)?;
    }
    Ok(())
}
