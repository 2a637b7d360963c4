//! Motions of 'mechs, and archives of them. Source: `docs/spec/zbd/motion.md`.

use super::archive::{
    Made, archive_kind, kept_around, list, members, starts_an_archive, version, with_archive,
};
use crate::archive::{Contents, TypedArchive};
use crate::motion::{self, Motion};
use binary::Result;
use filekind::{ArchiveForm, Content, FileKind, Recognise, Variant, boxed};
use std::borrow::Cow;

/// An archive of 'mechs' motions.
pub static MOTIONS: FileKind = FileKind {
    recognise: Recognise { end: |bytes| Made::is(bytes, Made::Motions), ..Recognise::NEVER },
    archive: Some(ArchiveForm {
        list: |bytes, mode| list(bytes, Contents::Motions, mode),
        members,
        reads_members: true,
    }),
    codes: || with_archive(motion::codes),
    ..archive_kind("zbd.motions", "Zipper motion archive", |bytes, _, mode| {
        boxed(motion::read_archive(bytes, mode))
    })
};

/// One member of those.
pub static MOTION: FileKind = FileKind {
    recognise: Recognise {
        start: |bytes| (motion::is_motion(bytes) && !starts_an_archive(bytes)).then(Variant::default),
        ..Recognise::NEVER
    },
    codes: motion::codes,
    ..FileKind::new("zbd.motion", "Zipper motion", |bytes, _, mode| boxed(motion::read(bytes, mode)))
};

impl Content for TypedArchive<Motion> {
    fn version(&self) -> Option<Cow<'static, str>> {
        version(self.footer)
    }

    fn write(&self) -> Result<Option<Vec<u8>>> {
        motion::write_archive(self).map(Some)
    }

    fn summary(&self) -> Vec<(&'static str, String)> {
        let seconds: f32 = self.entries.iter().map(|entry| entry.content.loop_time).sum();
        vec![("motions", self.entries.len().to_string()), ("seconds", format!("{seconds:.1}"))]
    }

    fn kept_raw_bytes(&self) -> usize {
        kept_around(self)
    }
}

impl Content for Motion {
    fn version(&self) -> Option<Cow<'static, str>> {
        Some(motion::VERSION_WORD.to_string().into())
    }

    fn write(&self) -> Result<Option<Vec<u8>>> {
        motion::write(self).map(Some)
    }

    fn summary(&self) -> Vec<(&'static str, String)> {
        vec![
            ("seconds", format!("{:.2}", self.loop_time)),
            ("frames", self.frame_count.to_string()),
            ("parts", self.parts.len().to_string()),
        ]
    }
}
