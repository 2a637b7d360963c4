//! Savegames of MechWarrior 3: archives with a layout of their own. Source:
//! `docs/spec/zbd/saves.md`.

use super::archive::{Made, kept_around, version, with_archive};
use crate::saves::{self, Save};
use binary::Result;
use filekind::{Content, FileKind, FolderForm, Recognise, boxed, document};
use std::borrow::Cow;

/// A savegame.
pub static SAVE: FileKind = FileKind {
    endings: &[".mw3"],
    recognise: Recognise {
        end: |bytes| Made::is(bytes, Made::Save),
        promised: Some(|_| true),
        ..Recognise::NEVER
    },
    folder: Some(&FolderForm {
        id: "zbd.save",
        name: "Zipper savegame",
        parse: Some(document::parse::<Save>),
    }),
    codes: || with_archive(saves::codes),
    ..FileKind::new("zbd.save", "MechWarrior 3 savegame", |bytes, _, mode| boxed(saves::read(bytes, mode)))
};

impl Content for Save {
    fn version(&self) -> Option<Cow<'static, str>> {
        version(self.footer)
    }

    fn write(&self) -> Result<Option<Vec<u8>>> {
        saves::write(self).map(Some)
    }

    fn summary(&self) -> Vec<(&'static str, String)> {
        let started =
            self.entries.iter().filter(|entry| matches!(entry.content, saves::Content::Activation(_)));
        vec![("members", self.entries.len().to_string()), ("animations", started.count().to_string())]
    }

    fn kept_raw_bytes(&self) -> usize {
        let unknown = self.entries.iter().map(|entry| match &entry.content {
            saves::Content::Header { rest, .. } => rest.len(),
            saves::Content::Activation(activation) => activation.node_states.len(),
            saves::Content::Other(bytes) => bytes.len(),
        });
        kept_around(self) + unknown.sum::<usize>()
    }
}
