//! Definitions: archives of readers, one of their members, and the same as text.
//! Source: `docs/spec/zbd/reader.md`.

use super::archive::{Made, archive_kind, kept_around, list, members, version, with_archive};
use crate::archive::{Contents, TypedArchive};
use crate::reader::{self, Value};
use binary::Result;
use filekind::{ArchiveForm, Content, FileKind, Recognise, Variant, Writing, boxed};
use serde::Serialize;
use std::borrow::Cow;

/// How names of members end.
const ENDING: &str = ".zrd";

/// An archive of definitions.
pub static READERS: FileKind = FileKind {
    recognise: Recognise { end: |bytes| Made::is(bytes, Made::Readers), ..Recognise::NEVER },
    archive: Some(ArchiveForm {
        list: |bytes, mode| list(bytes, Contents::Readers, mode),
        members,
        reads_members: true,
    }),
    codes: || with_archive(reader::codes),
    ..archive_kind("zbd.readers", "Zipper reader archive", |bytes, _, mode| {
        boxed(reader::read_archive(bytes, mode))
    })
};

/// One member of those.
pub static READER: FileKind = FileKind {
    endings: &[ENDING],
    recognise: Recognise {
        name: |name, bytes| (READER.has_ending(name) && !reader::is_text(bytes)).then(Variant::default),
        ..Recognise::NEVER
    },
    codes: reader::codes,
    ..FileKind::new("zbd.reader", "Zipper reader", |bytes, _, mode| boxed(reader::read(bytes, mode)))
};

/// The same as text, of which blanks and comments are not kept.
pub static READER_TEXT: FileKind = FileKind {
    endings: &[ENDING],
    recognise: Recognise {
        name: |name, bytes| (READER_TEXT.has_ending(name) && reader::is_text(bytes)).then(Variant::default),
        ..Recognise::NEVER
    },
    writing: Writing::Never,
    codes: reader::codes,
    ..FileKind::new("zbd.reader.text", "Zipper reader as text", |bytes, _, mode| {
        boxed(reader::parse(bytes, mode).map(|(value, report)| (Text(value), report)))
    })
};

impl Content for TypedArchive<Value> {
    fn version(&self) -> Option<Cow<'static, str>> {
        version(self.footer)
    }

    fn write(&self) -> Result<Option<Vec<u8>>> {
        reader::write_archive(self).map(Some)
    }

    fn summary(&self) -> Vec<(&'static str, String)> {
        let values = self.entries.iter().map(|entry| values_in(&entry.content));
        vec![("readers", self.entries.len().to_string()), ("values", values.sum::<usize>().to_string())]
    }

    fn kept_raw_bytes(&self) -> usize {
        kept_around(self)
    }
}

impl Content for Value {
    fn write(&self) -> Result<Option<Vec<u8>>> {
        reader::write(self).map(Some)
    }

    fn summary(&self) -> Vec<(&'static str, String)> {
        vec![("values", values_in(self).to_string())]
    }

    /// As the text form; as JSON what that cannot say.
    fn lines(&self) -> Vec<String> {
        let text = reader::print(self).ok().or_else(|| serde_json::to_string_pretty(self).ok());
        text.unwrap_or_default().lines().map(str::to_owned).collect()
    }
}

/// A reader that was text.
#[derive(Debug, Serialize)]
#[serde(transparent)]
struct Text(Value);

impl Content for Text {
    fn write(&self) -> Result<Option<Vec<u8>>> {
        Ok(None)
    }

    fn summary(&self) -> Vec<(&'static str, String)> {
        self.0.summary()
    }

    fn lines(&self) -> Vec<String> {
        self.0.lines()
    }
}

/// A value and everything inside it. Readers nest no deeper than their format's
/// limit.
fn values_in(value: &Value) -> usize {
    1 + value.items().iter().map(values_in).sum::<usize>()
}
