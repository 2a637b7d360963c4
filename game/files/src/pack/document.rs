//! The side file of an unpacked folder: JSON that says what the folder is and
//! everything that the files beside it cannot.

use super::names::check;
use super::review::Known;
use super::words::explain;
use super::{Files, Kind};
use base::Failure;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_ignored::Path;
use serde_json::ser::{CompactFormatter, Formatter, PrettyFormatter};
use std::io::{self, Write};

/// What the side file is called.
pub const NAME: &str = "revisit.json";
/// Version of the layout of folders.
const VERSION: u32 = 1;
/// Lists and objects that are written over several lines; deeper ones stand on
/// one, so that a world of a million numbers has no million lines.
const OPEN_LEVELS: usize = 4;
/// What some editors put in front of a text.
const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

/// What every side file starts with.
#[derive(Deserialize)]
struct Head {
    revisit: u32,
    kind: String,
    #[serde(default)]
    findings: Known,
}

#[derive(Serialize)]
struct Document<'a, T> {
    revisit: u32,
    kind: &'static str,
    /// What strict reading found in the file that was unpacked.
    #[serde(skip_serializing_if = "Known::is_empty")]
    findings: &'a Known,
    content: &'a T,
}

/// All keys of a side file, of which only the content is still to be read.
#[derive(Deserialize)]
struct Whole<T> {
    #[serde(rename = "revisit")]
    _revisit: u32,
    #[serde(rename = "kind")]
    _kind: String,
    #[serde(rename = "findings", default)]
    _findings: Known,
    content: T,
}

/// A side file whose head was read.
pub struct Side {
    /// What the folder is.
    pub kind: Kind,
    /// What was odd about the file when it was unpacked.
    pub known: Known,
    shown: String,
    text: Vec<u8>,
}

impl Side {
    /// Reads the side file of the folder `under`.
    pub fn read(files: &dyn Files, under: &str) -> Result<Self, Failure> {
        let name = format!("{under}{NAME}");
        let shown = files.shown(&name);
        let text = files.read(&name).map_err(|failure| {
            Failure::Unusable(format!("{failure}; `revisit unpack` makes one in every folder it writes"))
        })?;
        // The other keys are looked at with the content.
        let head: Head = read(&shown, &text, |_| {})?;
        if head.revisit != VERSION {
            return Err(Failure::Unusable(format!(
                "{shown}: revisit: expected {VERSION}, found {}; unpack the file again with this version",
                head.revisit
            )));
        }
        let kind = Kind::of_id(&head.kind).ok_or_else(|| {
            Failure::Unusable(format!(
                "{shown}: kind: expected one of {}, found `{}`",
                Kind::ALL.map(Kind::id).join(", "),
                head.kind
            ))
        })?;
        Ok(Side { kind, known: head.findings, shown, text })
    }

    /// What it says.
    pub fn content<T: DeserializeOwned>(&self) -> Result<T, Failure> {
        Ok(parse::<Whole<T>>(&self.shown, &self.text)?.content)
    }

    /// What a person calls it.
    pub fn shown(&self) -> &str {
        &self.shown
    }

    /// A failure at a key.
    pub fn wrong(&self, key: &str, what: impl std::fmt::Display) -> Failure {
        Failure::Unusable(format!("{}: content.{key}: {what}", self.shown))
    }

    /// The bytes of the file in the folder `under` that a key names.
    pub fn file(&self, files: &dyn Files, under: &str, name: &str, key: &str) -> Result<Vec<u8>, Failure> {
        self.there(files, under, name, name, key)?;
        files.read(&format!("{under}{name}"))
    }

    /// The folder in the folder `under` that a key names has a side file.
    pub fn folder(&self, files: &dyn Files, under: &str, name: &str, key: &str) -> Result<(), Failure> {
        self.there(files, under, name, &format!("{name}/{NAME}"), key)
    }

    /// What a key names is a name, and `file` is there by it.
    fn there(
        &self,
        files: &dyn Files,
        under: &str,
        name: &str,
        file: &str,
        key: &str,
    ) -> Result<(), Failure> {
        check(name).map_err(|what| {
            self.wrong(key, format!("expected the name of a file in this folder, found {what} (`{name}`)"))
        })?;
        let path = format!("{under}{file}");
        if files.is_there(&path) {
            return Ok(());
        }
        let what =
            format!("no such file: {}; put it there, or change or remove this entry", files.shown(&path));
        Err(self.wrong(key, what))
    }

    /// A value that the format cannot hold.
    pub fn unwritable(&self, finding: &binary::Finding) -> Failure {
        Failure::Unusable(finding.clone().in_file(&self.shown).to_string())
    }
}

/// Parses JSON; the failure names file, key, line and what was expected. Keys
/// that mean nothing are refused, since they are slips of the hand.
pub fn parse<T: DeserializeOwned>(shown: &str, text: &[u8]) -> Result<T, Failure> {
    let mut unknown: Option<String> = None;
    let value = read(shown, text, |path| {
        unknown.get_or_insert_with(|| key_path(path));
    });
    match (value, unknown) {
        (Ok(value), None) => Ok(value),
        (Ok(_), Some(key)) => {
            Err(Failure::Unusable(format!("{shown}: {key}: unknown key; correct or remove it")))
        }
        // A key that is missing may be the one that is misspelt.
        (Err(failure), Some(key)) => Err(Failure::Unusable(format!("{failure}; unknown key: {key}"))),
        (Err(failure), None) => Err(failure),
    }
}

/// Parses JSON and says which keys mean nothing.
fn read<T: DeserializeOwned>(
    shown: &str,
    text: &[u8],
    mut unknown: impl FnMut(&Path<'_>),
) -> Result<T, Failure> {
    let mut json = serde_json::Deserializer::from_slice(text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text));
    let mut ignored = |path: Path<'_>| unknown(&path);
    let watched = serde_ignored::Deserializer::new(&mut json, &mut ignored);
    let value = serde_path_to_error::deserialize(watched).map_err(|error| {
        let path = error.path().to_string();
        let at = if path == "." { String::new() } else { format!("{path}: ") };
        Failure::Unusable(format!("{shown}: {at}{}", explain(error.inner())))
    })?;
    json.end().map_err(|error| {
        let (line, column) = (error.line(), error.column());
        Failure::Unusable(format!(
            "{shown}: expected the end of the text behind the last `}}` or `]`, found more \
             (line {line}, column {column})"
        ))
    })?;
    Ok(value)
}

/// A key as people write it: `content.items[1].text`.
fn key_path(path: &Path<'_>) -> String {
    match path {
        Path::Root => String::new(),
        Path::Seq { parent, index } => format!("{}[{index}]", key_path(parent)),
        Path::Map { parent, key } => {
            let parent = key_path(parent);
            if parent.is_empty() { key.clone() } else { format!("{parent}.{key}") }
        }
        Path::Some { parent } | Path::NewtypeStruct { parent } | Path::NewtypeVariant { parent } => {
            key_path(parent)
        }
    }
}

/// The side file of a folder.
pub fn side(kind: Kind, findings: &Known, content: &impl Serialize) -> Result<Vec<u8>, Failure> {
    print(&Document { revisit: VERSION, kind: kind.id(), findings, content })
}

/// Any value as JSON, with a line end.
pub fn print(value: &impl Serialize) -> Result<Vec<u8>, Failure> {
    let mut text = Vec::new();
    let formatter = Shallow { level: 0, pretty: PrettyFormatter::new() };
    value
        .serialize(&mut serde_json::Serializer::with_formatter(&mut text, formatter))
        .map_err(|error| Failure::Unusable(format!("cannot be shown as JSON: {error}")))?;
    text.push(b'\n');
    Ok(text)
}

/// Lines for the upper levels only.
struct Shallow {
    level: usize,
    pretty: PrettyFormatter<'static>,
}

impl Shallow {
    fn is_open(&self) -> bool {
        self.level <= OPEN_LEVELS
    }
}

/// Hands a call to the pretty formatter on the upper levels, to the compact one
/// below.
macro_rules! either {
    ($self:ident, $call:ident($($argument:expr),*)) => {
        if $self.is_open() { $self.pretty.$call($($argument),*) } else { CompactFormatter.$call($($argument),*) }
    };
}

impl Formatter for Shallow {
    fn begin_array<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.level += 1;
        either!(self, begin_array(writer))
    }

    fn end_array<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        either!(self, end_array(writer))?;
        self.level -= 1;
        Ok(())
    }

    fn begin_array_value<W: ?Sized + Write>(&mut self, writer: &mut W, first: bool) -> io::Result<()> {
        either!(self, begin_array_value(writer, first))
    }

    fn end_array_value<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        either!(self, end_array_value(writer))
    }

    fn begin_object<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.level += 1;
        either!(self, begin_object(writer))
    }

    fn end_object<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        either!(self, end_object(writer))?;
        self.level -= 1;
        Ok(())
    }

    fn begin_object_key<W: ?Sized + Write>(&mut self, writer: &mut W, first: bool) -> io::Result<()> {
        either!(self, begin_object_key(writer, first))
    }

    fn begin_object_value<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        either!(self, begin_object_value(writer))
    }

    fn end_object_value<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        either!(self, end_object_value(writer))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deep_lists_stand_on_one_line() {
        let value = serde_json::json!({"a": [{"b": [[1, 2], [3, 4]]}], "c": []});
        let text = String::from_utf8(print(&value).unwrap()).unwrap();
        assert!(text.contains("\n        [1,2],\n"), "{text}");
        assert!(text.contains("\"c\": []"), "{text}");
        assert_eq!(serde_json::from_str::<serde_json::Value>(&text).unwrap(), value);
    }
}
