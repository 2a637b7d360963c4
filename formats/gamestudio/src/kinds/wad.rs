//! Packages of textures: `.wad`.

use super::{BY_ENDING, starts};
use crate::wad::{self, Wad};
use binary::Result;
use filekind::{Content, FileKind, FolderForm, Recognise, boxed, document};
use std::borrow::Cow;

/// A texture package of the editor. No game reads it, and many programs call
/// other things so: it does not speak for a game.
pub static WAD: FileKind = FileKind {
    endings: &[".wad"],
    shared_ending: true,
    recognise: Recognise { start: |bytes| starts(bytes, &[b"WAD7"]), ..BY_ENDING },
    folder: Some(&FolderForm {
        id: "gamestudio.wad",
        name: "Gamestudio texture package",
        parse: Some(document::parse::<Wad>),
    }),
    codes: wad::codes,
    ..FileKind::new("gamestudio.wad", "Gamestudio texture package", |bytes, _, mode| {
        boxed(wad::read(bytes, mode))
    })
};

impl Content for Wad {
    fn version(&self) -> Option<Cow<'static, str>> {
        Some("7".into())
    }

    fn write(&self) -> Result<Option<Vec<u8>>> {
        wad::write(self).map(Some)
    }

    fn summary(&self) -> Vec<(&'static str, String)> {
        vec![("entries", self.entries.len().to_string()), ("textures", self.textures().count().to_string())]
    }
}
