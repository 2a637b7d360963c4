//! Fixed-length strings, kept as the bytes that stood in the file so that
//! whatever follows the terminator survives a rewrite.
//!
//! Source: `docs/spec/zbd/README.md`, "Fixed-length strings".

use crate::json::Shown;
use crate::{Code, Cursor, Field, Kind, Report, Result, Writer};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;

/// A short name kept in place: no allocation, at most 64 bytes.
#[derive(Clone, Copy)]
pub struct Name {
    bytes: [u8; 64],
    length: u8,
}

impl Name {
    /// The bytes up to the first NUL, cut at 64.
    #[inline]
    pub fn new(text: &[u8]) -> Self {
        let text = until_nul(&text[..text.len().min(64)]);
        let mut bytes = [0; 64];
        // Eight bytes at a time, which is quicker than a call for so few.
        let (words, rest) = text.as_chunks::<8>();
        for (to, word) in bytes.as_chunks_mut::<8>().0.iter_mut().zip(words) {
            *to = *word;
        }
        for (to, byte) in bytes[text.len() - rest.len()..].iter_mut().zip(rest) {
            *to = *byte;
        }
        Name { bytes, length: text.len() as u8 }
    }

    /// The name of a constant, cut at 64 bytes.
    pub const fn of(text: &'static str) -> Self {
        let text = text.as_bytes();
        let mut name = Name { bytes: [0; 64], length: 0 };
        let mut length = 0;
        while length < text.len() && length < name.bytes.len() {
            name.bytes[length] = text[length];
            length += 1;
        }
        name.length = length as u8;
        name
    }

    /// The bytes as they stand in the file.
    #[inline]
    pub fn bytes(&self) -> &[u8] {
        &self.bytes[..usize::from(self.length)]
    }

    /// True for the empty name.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.length == 0
    }
}

impl Default for Name {
    #[inline]
    fn default() -> Self {
        Name { bytes: [0; 64], length: 0 }
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&decode(&self.bytes[..usize::from(self.length)]))
    }
}

impl fmt::Debug for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{self}\"")
    }
}

/// ASCII as it is, other bytes as Latin-1, control characters as `?`.
fn decode(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| if byte.is_ascii_control() { '?' } else { char::from(*byte) }).collect()
}

/// The bytes before the first NUL, or all of them.
#[inline]
fn until_nul(bytes: &[u8]) -> &[u8] {
    let (words, rest) = bytes.as_chunks::<8>();
    for (place, word) in words.iter().enumerate() {
        let word = u64::from_le_bytes(*word);
        // The lowest of these bits that is set belongs to the first byte that is 0.
        let zeros = word.wrapping_sub(u64::MAX / 255) & !word & ((u64::MAX / 255) << 7);
        if zeros != 0 {
            return &bytes[..8 * place + zeros.trailing_zeros() as usize / 8];
        }
    }
    let left = rest.iter().position(|byte| *byte == 0).unwrap_or(rest.len());
    &bytes[..bytes.len() - rest.len() + left]
}

/// A text that its bytes can be rebuilt from, for JSON.
#[derive(Serialize)]
#[serde(untagged)]
enum Text {
    Plain(String),
    Raw(RawText),
}

/// The bytes in hexadecimal beside what can be read of them.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct RawText {
    #[serde(default)]
    text: String,
    raw: String,
}

fn to_hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn from_hex(text: &str) -> Option<Vec<u8>> {
    let digits: Vec<u8> = text.chars().map(|c| c.to_digit(16).map(|d| d as u8)).collect::<Option<_>>()?;
    let (pairs, rest) = digits.as_chunks::<2>();
    rest.is_empty().then(|| pairs.iter().map(|[high, low]| high << 4 | low).collect())
}

macro_rules! fixed_text {
    ($name:ident, $what:literal) => {
        impl<const N: usize> $name<N> {
            /// The raw bytes of the field.
            #[inline]
            pub fn bytes(&self) -> &[u8; N] {
                &self.0
            }

            /// A field with exactly these bytes.
            pub fn from_bytes(bytes: [u8; N]) -> Self {
                $name(bytes)
            }

            /// True for bytes that keep the rules of the field.
            #[inline]
            pub fn is_regular(&self) -> bool {
                self.verdict().is_ok()
            }

            /// Reports bytes that break the rules of the field.
            #[inline]
            pub fn check(&self, report: &mut Report, code: &'static Code, at: usize) {
                if let Err(expected) = self.verdict() {
                    report.habit(code, at, expected, format_args!("\"{}\"", self.0.escape_ascii()));
                }
            }
        }

        impl<const N: usize> Default for $name<N> {
            fn default() -> Self {
                $name::new("").unwrap_or($name([0; N]))
            }
        }

        impl<const N: usize> Field for $name<N> {
            const SIZE: usize = N;
            const KIND: Kind = Kind::Bytes(N as u16);
            #[inline]
            fn get(bytes: &[u8]) -> Self {
                let mut raw = [0; N];
                raw.copy_from_slice(&bytes[..N]);
                $name(raw)
            }
            #[inline]
            fn put(&self, bytes: &mut [u8]) {
                bytes[..N].copy_from_slice(&self.0);
            }
            fn show(&self) -> String {
                format!("\"{}\"", self.text())
            }
        }

        impl<const N: usize> fmt::Debug for $name<N> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "\"{}\"", self.text())
            }
        }

        impl<const N: usize> fmt::Display for $name<N> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.text())
            }
        }

        impl<const N: usize> Serialize for $name<N> {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result2<S> {
                let text = self.text();
                match Self::new(&text) {
                    Some(canonical) if canonical == *self => Text::Plain(text),
                    _ => Text::Raw(RawText { text, raw: to_hex(&self.0) }),
                }
                .serialize(serializer)
            }
        }

        impl<'de, const N: usize> Deserialize<'de> for $name<N> {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> std::result::Result<Self, D::Error> {
                let expecting = "a text, or an object with `raw`: its bytes in hexadecimal";
                match Shown::<String, RawText>::read(deserializer, expecting)? {
                    Shown::Short(text) => Self::new(&text).ok_or_else(|| {
                        D::Error::custom(format_args!(
                            "\"{text}\" does not fit {} of {N} bytes: 7-bit text without NUL",
                            $what
                        ))
                    }),
                    Shown::Object(RawText { raw, .. }) => {
                        from_hex(&raw).and_then(|bytes| bytes.try_into().ok()).map($name).ok_or_else(|| {
                            D::Error::custom(format_args!("`raw` must be {N} bytes in hexadecimal"))
                        })
                    }
                }
            }
        }
    };
}

type Result2<S> = std::result::Result<<S as Serializer>::Ok, <S as Serializer>::Error>;

/// Text, at least one NUL, and NULs to the end.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Padded<const N: usize>([u8; N]);
fixed_text!(Padded, "a padded text");

impl<const N: usize> Padded<N> {
    /// The field for a text of at most N - 1 ASCII characters.
    pub fn new(text: &str) -> Option<Self> {
        if text.len() >= N || !plain(text.as_bytes()) {
            return None;
        }
        let mut bytes = [0; N];
        bytes[..text.len()].copy_from_slice(text.as_bytes());
        Some(Padded(bytes))
    }

    /// The text before the first NUL.
    pub fn text(&self) -> String {
        decode(until_nul(&self.0))
    }

    fn verdict(&self) -> std::result::Result<(), &'static str> {
        let text = until_nul(&self.0);
        if !text.is_ascii() {
            Err("7-bit text")
        } else if text.len() == N {
            Err("a NUL inside the field")
        } else if self.0[text.len()..].iter().fold(0, |all, byte| all | byte) != 0 {
            // All of them without an early exit, which becomes a few vector instructions.
            Err("only NULs after the text")
        } else {
            Ok(())
        }
    }
}

/// What an unnamed node was filled with before its name was written over it.
const DEFAULT_NODE_NAME: &[u8] = b"Default_node_name";

/// A node's name over the rest of the tool's default name.
pub type NodeName = NodeText<36>;

/// A name written over `Default_node_name` and NULs.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct NodeText<const N: usize>([u8; N]);
fixed_text!(NodeText, "a node name");

impl<const N: usize> NodeText<N> {
    /// The field for a name of at most N - 1 ASCII characters.
    pub fn new(text: &str) -> Option<Self> {
        if text.len() >= N || !plain(text.as_bytes()) {
            return None;
        }
        let mut bytes = Self::fill();
        bytes[..text.len()].copy_from_slice(text.as_bytes());
        bytes[text.len()] = 0;
        Some(NodeText(bytes))
    }

    /// The name before the first NUL.
    pub fn text(&self) -> String {
        decode(until_nul(&self.0))
    }

    /// True when every byte is NUL: the mark of an unused slot.
    pub fn is_zero(&self) -> bool {
        self.0.iter().all(|byte| *byte == 0)
    }

    fn fill() -> [u8; N] {
        let mut bytes = [0; N];
        for (byte, default) in bytes.iter_mut().zip(DEFAULT_NODE_NAME) {
            *byte = *default;
        }
        bytes
    }

    fn verdict(&self) -> std::result::Result<(), &'static str> {
        let text = until_nul(&self.0);
        if !text.is_ascii() {
            return Err("7-bit text");
        }
        if text.len() == N {
            return Err("a NUL inside the field");
        }
        let from = text.len() + 1;
        if self.0[from..] != Self::fill()[from..] {
            return Err("the rest of `Default_node_name` after the name");
        }
        Ok(())
    }
}

/// A file name whose last dot became a NUL: `stem NUL ext NUL`.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Suffixed<const N: usize>([u8; N]);
fixed_text!(Suffixed, "a file name");

impl<const N: usize> Suffixed<N> {
    /// The field for a file name, cut at N bytes as the original tool did.
    pub fn new(text: &str) -> Option<Self> {
        if !plain(text.as_bytes()) {
            return None;
        }
        let mut bytes = [0; N];
        let length = text.len().min(N);
        bytes[..length].copy_from_slice(&text.as_bytes()[..length]);
        match bytes[..length].iter().rposition(|byte| *byte == b'.') {
            Some(dot) => bytes[dot] = 0,
            None => bytes[length.min(N - 1)] = 0,
        }
        Some(Suffixed(bytes))
    }

    /// `stem.ext`, or the stem alone.
    pub fn text(&self) -> String {
        let stem = until_nul(&self.0);
        let rest = self.0.get(stem.len() + 1..).map(until_nul).unwrap_or_default();
        if rest.is_empty() { decode(stem) } else { format!("{}.{}", decode(stem), decode(rest)) }
    }

    /// The stem, by which textures are looked up.
    pub fn stem(&self) -> String {
        decode(until_nul(&self.0))
    }

    /// True when the text fills the field, so that it may have been cut.
    pub fn may_be_cut(&self) -> bool {
        self.0[N - 1] != 0 || until_nul(&self.0).len() + 1 == N
    }

    fn verdict(&self) -> std::result::Result<(), &'static str> {
        let stem = until_nul(&self.0);
        if stem.len() == N {
            return Err("a NUL inside the field");
        }
        let rest = &self.0[stem.len() + 1..];
        let extension = until_nul(rest);
        if !stem.is_ascii() || !extension.is_ascii() {
            return Err("7-bit text");
        }
        if rest[extension.len()..].iter().any(|byte| *byte != 0) {
            return Err("only NULs after the extension");
        }
        Ok(())
    }
}

/// Text, a NUL, then whatever was in memory.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Garbage<const N: usize>([u8; N]);
fixed_text!(Garbage, "a text");

impl<const N: usize> Garbage<N> {
    /// The field for a text of at most N - 1 ASCII characters, NULs behind it.
    pub fn new(text: &str) -> Option<Self> {
        Padded::<N>::new(text).map(|padded| Garbage(padded.0))
    }

    /// The text before the first NUL.
    pub fn text(&self) -> String {
        decode(until_nul(&self.0))
    }

    fn verdict(&self) -> std::result::Result<(), &'static str> {
        let text = until_nul(&self.0);
        if !text.is_ascii() {
            Err("7-bit text")
        } else if text.len() == N {
            Err("a NUL inside the field")
        } else {
            Ok(())
        }
    }
}

fn plain(text: &[u8]) -> bool {
    text.iter().all(|byte| byte.is_ascii() && !byte.is_ascii_control())
}

/// Reads a 32-bit length and that many bytes of text.
pub fn length_prefixed(cursor: &mut Cursor<'_>, what: &'static str) -> Result<Vec<u8>> {
    let length: u32 = cursor.value(what)?;
    cursor.list(length as usize, what)
}

/// Writes a 32-bit length and the text.
pub fn put_length_prefixed(writer: &mut Writer, text: &[u8]) {
    writer.value(&(text.len() as u32));
    writer.raw(text);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_ends_at_its_first_nul_wherever_that_is() {
        for length in 0..70 {
            // 0x80 and 0x01 beside a NUL are what a search by words could mistake for one.
            let text: Vec<u8> = (0..length).map(|place| [0x80, 0x01, b'a'][place % 3]).collect();
            assert_eq!(until_nul(&text), text, "{length}");
            assert_eq!(Name::new(&text).bytes(), &text[..length.min(64)], "{length}");
            for nul in 0..length {
                let mut cut = text.clone();
                cut[nul] = 0;
                assert_eq!(until_nul(&cut), &text[..nul], "{length} {nul}");
                assert_eq!(Name::new(&cut).bytes(), &text[..nul.min(64)], "{length} {nul}");
            }
        }
    }
}
