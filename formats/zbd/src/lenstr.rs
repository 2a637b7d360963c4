//! Texts with their length in front (`lenstr`): 7-bit text without a
//! terminator. Source: `docs/spec/zbd/README.md`, "Fixed-length strings".

use crate::packed;
use binary::json::Shown;
use binary::{Code, Cursor, Report, Result, Writer, length_prefixed, put_length_prefixed};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;

/// A text of any length, kept as the bytes that stood in the file. In JSON a
/// string, or base64 under `raw` when the bytes are not 7-bit text.
#[derive(Clone, Default, PartialEq, Eq, Hash)]
pub struct Lenstr(Box<[u8]>);

impl Lenstr {
    /// The text, if it is ASCII.
    pub fn new(text: &str) -> Option<Self> {
        text.is_ascii().then(|| Lenstr(text.as_bytes().into()))
    }

    /// A text of any bytes; readers warn of those that are not ASCII.
    pub fn from_bytes(bytes: &[u8]) -> Self {
        Lenstr(bytes.into())
    }

    /// The bytes as they stand in the file.
    pub fn bytes(&self) -> &[u8] {
        &self.0
    }

    /// The text; bytes that are not ASCII are Latin-1.
    pub fn text(&self) -> String {
        self.0.iter().map(|byte| char::from(*byte)).collect()
    }

    /// True for this text in whatever case, as the games compare names.
    pub fn is(&self, text: &str) -> bool {
        self.0.eq_ignore_ascii_case(text.as_bytes())
    }

    /// Reads a length and as many bytes; other than 7-bit text is `code`.
    pub(crate) fn read(cursor: &mut Cursor<'_>, what: &'static str, code: &'static Code) -> Result<Self> {
        let at = cursor.offset() + 4;
        let text = Lenstr(length_prefixed(cursor, what)?.into());
        text.check(&mut cursor.report, code, at);
        Ok(text)
    }

    fn check(&self, report: &mut Report, code: &'static Code, at: usize) {
        if let Some(index) = self.0.iter().position(|byte| !byte.is_ascii()) {
            let found = format_args!("\"{}\"", self.0.escape_ascii());
            report.habit(code, at + index, "7-bit text", found);
        }
    }

    /// Writes length and text. The length must fit 32 bits.
    pub(crate) fn write(&self, writer: &mut Writer) {
        put_length_prefixed(writer, &self.0);
    }

    /// Size in the file in bytes.
    pub(crate) fn size(&self) -> usize {
        4 + self.0.len()
    }
}

impl fmt::Debug for Lenstr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{}\"", self.0.escape_ascii())
    }
}

impl fmt::Display for Lenstr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text())
    }
}

/// Bytes that are no 7-bit text, in JSON.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Raw {
    #[serde(with = "packed")]
    raw: Vec<u8>,
}

impl Serialize for Lenstr {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        match std::str::from_utf8(&self.0) {
            Ok(text) if text.is_ascii() => serializer.serialize_str(text),
            _ => Raw { raw: self.0.to_vec() }.serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for Lenstr {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> std::result::Result<Self, D::Error> {
        let expecting = "a text, or an object with `raw`: its bytes as base64";
        match Shown::<String, Raw>::read(deserializer, expecting)? {
            Shown::Short(text) => Lenstr::new(&text)
                .ok_or_else(|| D::Error::custom(format_args!("\"{text}\" is not 7-bit text"))),
            Shown::Object(Raw { raw }) => Ok(Lenstr(raw.into())),
        }
    }
}
