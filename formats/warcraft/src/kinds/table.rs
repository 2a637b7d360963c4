//! Tables of the client: `.dbc`.

use super::{BY_ENDING, starts};
use crate::dbc::{self, Dbc};
use binary::Result;
use filekind::{Content, FileKind, FolderForm, Recognise, boxed, document};

/// A table. Many programs call other things so: it does not speak for a game.
pub static TABLE: FileKind = FileKind {
    endings: &[".dbc"],
    shared_ending: true,
    recognise: Recognise { start: |bytes| starts(bytes, &[b"WDBC"]), ..BY_ENDING },
    folder: Some(&FolderForm {
        id: "warcraft.dbc",
        name: "Warcraft table",
        parse: Some(document::parse::<Dbc>),
    }),
    codes: dbc::codes,
    ..FileKind::new("warcraft.dbc", "Warcraft table", |bytes, _, mode| boxed(dbc::read(bytes, mode)))
};

impl Content for Dbc {
    fn write(&self) -> Result<Option<Vec<u8>>> {
        dbc::write(self).map(Some)
    }

    fn summary(&self) -> Vec<(&'static str, String)> {
        vec![
            ("rows", self.len().to_string()),
            ("fields", self.fields.to_string()),
            ("row size", format!("{} bytes", self.row_size)),
            ("strings", format!("{} bytes", self.strings.len())),
        ]
    }

    fn kept_raw_bytes(&self) -> usize {
        self.rest.len()
    }
}
