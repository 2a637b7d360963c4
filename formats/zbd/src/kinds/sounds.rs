//! Sounds, and archives of them. Source: `docs/spec/zbd/sounds.md`.

use super::archive::{
    Made, archive_kind, kept_around, list_other, members, starts_an_archive, version, with_archive,
};
use crate::archive::TypedArchive;
use crate::sounds::{self, Wave};
use binary::Result;
use filekind::{ArchiveForm, Content, FileKind, Recognise, Variant, boxed};
use std::borrow::Cow;

/// An archive of sounds.
pub static SOUNDS: FileKind = FileKind {
    recognise: Recognise { end: |bytes| Made::is(bytes, Made::Sounds), ..Recognise::NEVER },
    archive: Some(ArchiveForm { list: list_other, members, reads_members: true }),
    codes: || with_archive(sounds::codes),
    ..archive_kind("zbd.sounds", "Zipper sound archive", |bytes, _, mode| {
        boxed(sounds::read_archive(bytes, mode))
    })
};

/// One sound.
pub static SOUND: FileKind = FileKind {
    endings: &[".wav"],
    recognise: Recognise {
        start: |bytes| (is_wave(bytes) && !starts_an_archive(bytes)).then(Variant::default),
        promised: Some(|_| true),
        ..Recognise::NEVER
    },
    codes: sounds::codes,
    ..FileKind::new("wav", "WAV sound", |bytes, _, mode| boxed(sounds::read(bytes, mode)))
};

fn is_wave(bytes: &[u8]) -> bool {
    bytes.starts_with(b"RIFF") && bytes.get(8..12) == Some(b"WAVE")
}

impl Content for TypedArchive<Wave> {
    fn version(&self) -> Option<Cow<'static, str>> {
        version(self.footer)
    }

    fn write(&self) -> Result<Option<Vec<u8>>> {
        sounds::write_archive(self).map(Some)
    }

    fn summary(&self) -> Vec<(&'static str, String)> {
        let bytes: usize = self.entries.iter().map(|entry| entry.content.samples().len()).sum();
        vec![("sounds", self.entries.len().to_string()), ("sample bytes", bytes.to_string())]
    }

    fn kept_raw_bytes(&self) -> usize {
        kept_around(self)
    }
}

impl Content for Wave {
    fn write(&self) -> Result<Option<Vec<u8>>> {
        sounds::write(self).map(Some)
    }

    fn summary(&self) -> Vec<(&'static str, String)> {
        let mut rows = vec![("sample bytes", self.samples().len().to_string())];
        if let Some(format) = self.format() {
            rows.push(("channels", format.channels.to_string()));
            rows.push(("samples", format!("{} a second", format.samples_per_second)));
        }
        rows
    }
}
