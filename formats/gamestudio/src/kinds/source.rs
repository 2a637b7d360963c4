//! Sources of the editor: `.wmp`, which may be text, too.

use super::starts;
use crate::wmp::{self, Wmp};
use binary::Result;
use filekind::{Content, FileKind, FolderForm, Recognise, boxed, document};

/// Bytes that are looked at to tell text.
const START: usize = 512;

/// An editor source. No game reads it: it does not speak for one.
pub static SOURCE: FileKind = FileKind {
    endings: &[".wmp"],
    shared_ending: true,
    recognise: Recognise {
        start: |bytes| starts(bytes, &[b"WMPB"]),
        promised: Some(|bytes| !is_text(bytes)),
        ..Recognise::NEVER
    },
    folder: Some(&FolderForm {
        id: "gamestudio.wmp",
        name: "Gamestudio editor source",
        parse: Some(document::parse::<Wmp>),
    }),
    codes: wmp::codes,
    ..FileKind::new("gamestudio.wmp", "Gamestudio editor source", |bytes, _, mode| {
        boxed(wmp::read(bytes, mode))
    })
};

/// Text has no bytes below the tabulator; nothing at all is none.
fn is_text(bytes: &[u8]) -> bool {
    !bytes.is_empty() && bytes.iter().take(START).all(|byte| *byte >= b'\t')
}

impl Content for Wmp {
    fn write(&self) -> Result<Option<Vec<u8>>> {
        wmp::write(self).map(Some)
    }

    fn summary(&self) -> Vec<(&'static str, String)> {
        vec![("chunks", self.chunks.len().to_string())]
    }

    fn kept_raw_bytes(&self) -> usize {
        self.chunks.iter().map(|chunk| chunk.data.len()).sum::<usize>() + self.rest.len()
    }
}
