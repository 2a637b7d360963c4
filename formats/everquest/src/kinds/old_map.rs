//! The older form of maps that players drew: `Z.map`.
//! Source: `docs/spec/everquest/zone-install.md`, "13. Side files, from real ones".

use crate::old_map::{self, OldMap};
use binary::Result;
use filekind::{Content, FileKind, Recognise, Variant, boxed};

/// The older form of maps that players drew: `Z.map`. People edit it as the text that it is.
pub static OLD_MAP: FileKind = FileKind {
    endings: &[".map"],
    shared_ending: true,
    recognise: Recognise {
        start: |bytes| old_map::is_old_map(bytes).then(Variant::default),
        ..Recognise::NEVER
    },
    codes: old_map::codes,
    ..FileKind::new("everquest.old_map", "EverQuest map of the older form", |bytes, _, mode| {
        boxed(old_map::read(bytes, mode))
    })
};

impl Content for OldMap {
    fn write(&self) -> Result<Option<Vec<u8>>> {
        old_map::write(self).map(Some)
    }

    fn summary(&self) -> Vec<(&'static str, String)> {
        vec![("rows", self.rows().count().to_string())]
    }
}
