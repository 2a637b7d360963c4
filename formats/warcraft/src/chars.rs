//! Names as the files hold them: bytes with a NUL behind them, in some files one in front of
//! them, too. The bytes are kept as they are.

use binary::json::Shown;
use binary::{Field, Kind};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;

/// A name with its NULs.
#[derive(Clone, Default, PartialEq, Eq, Hash)]
pub struct Chars(Vec<u8>);

#[derive(Serialize)]
#[serde(untagged)]
enum Json {
    Plain(String),
    Raw(Raw),
}

/// The bytes beside what can be read of them.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Raw {
    #[serde(default)]
    text: String,
    raw: Vec<u8>,
}

impl Chars {
    /// The text with a NUL behind it; `None` when it is not ASCII or holds control characters.
    pub fn new(text: &str) -> Option<Self> {
        let plain = text.bytes().all(|byte| byte.is_ascii() && !byte.is_ascii_control());
        plain.then(|| Chars([text.as_bytes(), &[0]].concat()))
    }

    /// Exactly these bytes.
    pub fn from_bytes(bytes: Vec<u8>) -> Self {
        Chars(bytes)
    }

    /// All bytes, NULs too.
    pub fn bytes(&self) -> &[u8] {
        &self.0
    }

    /// The text without the NULs at both ends; bytes beyond ASCII are read as Latin-1.
    pub fn text(&self) -> String {
        let start = self.0.iter().position(|byte| *byte != 0).unwrap_or(self.0.len());
        let end = self.0.iter().rposition(|byte| *byte != 0).map_or(start, |last| last + 1);
        self.0[start..end].iter().map(|byte| char::from(*byte)).collect()
    }

    /// True without any character but NULs.
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|byte| *byte == 0)
    }
}

impl fmt::Debug for Chars {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{}\"", self.0.escape_ascii())
    }
}

impl fmt::Display for Chars {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text())
    }
}

impl Serialize for Chars {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let text = self.text();
        match Chars::new(&text) {
            Some(canonical) if canonical == *self => Json::Plain(text),
            _ => Json::Raw(Raw { text, raw: self.0.clone() }),
        }
        .serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Chars {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match Shown::<String, Raw>::read(
            deserializer,
            "a text, or an object with `raw`: its bytes as numbers",
        )? {
            Shown::Short(text) => Chars::new(&text).ok_or_else(|| {
                D::Error::custom(format_args!(
                    "\"{text}\" holds characters outside ASCII or control characters"
                ))
            }),
            Shown::Object(Raw { raw, .. }) => Ok(Chars(raw)),
        }
    }
}

/// Four letters that name something, such as `$HIT`.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Tag(pub [u8; 4]);

impl Tag {
    /// Four ASCII characters.
    pub fn new(text: &str) -> Option<Self> {
        let letters: [u8; 4] = text.as_bytes().try_into().ok()?;
        letters.iter().all(|byte| byte.is_ascii() && !byte.is_ascii_control()).then_some(Tag(letters))
    }

    /// The letters; bytes beyond ASCII are read as Latin-1.
    pub fn text(self) -> String {
        self.0.into_iter().map(char::from).collect()
    }
}

impl Field for Tag {
    const SIZE: usize = 4;
    const KIND: Kind = Kind::Bytes(4);

    fn get(bytes: &[u8]) -> Self {
        Tag(Field::get(bytes))
    }

    fn put(&self, bytes: &mut [u8]) {
        self.0.put(bytes);
    }
}

impl fmt::Debug for Tag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{}\"", self.0.escape_ascii())
    }
}

impl fmt::Display for Tag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text())
    }
}

impl Serialize for Tag {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let text = self.text();
        match Tag::new(&text) {
            Some(_) => Json::Plain(text),
            None => Json::Raw(Raw { text, raw: self.0.to_vec() }),
        }
        .serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Tag {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match Shown::<String, Raw>::read(deserializer, "four letters, or an object with `raw`: four numbers")?
        {
            Shown::Short(text) => Tag::new(&text)
                .ok_or_else(|| D::Error::custom(format_args!("\"{text}\" is not four letters"))),
            Shown::Object(Raw { raw, .. }) => raw
                .try_into()
                .map(Tag)
                .map_err(|_| D::Error::custom("`raw` must be four numbers from 0 to 255")),
        }
    }
}
