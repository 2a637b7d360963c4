//! What late clients load at their start: `GlobalLoad.txt`.
//! Source: `docs/spec/everquest/zone-install.md`, "13. Side files, from real ones".

use crate::global_load::{self, GlobalLoad};
use binary::Result;
use filekind::{Content, FileKind, Recognise, Variant, boxed};

/// What late clients load at their start: `GlobalLoad.txt`. People edit it as the text that it is.
pub static GLOBAL_LOAD: FileKind = FileKind {
    endings: &["globalload.txt"],
    recognise: Recognise {
        name: |name, bytes| {
            (name.eq_ignore_ascii_case("GlobalLoad.txt") && !bytes.is_empty()).then(Variant::default)
        },
        ..Recognise::NEVER
    },
    codes: global_load::codes,
    ..FileKind::new("everquest.global_load", "EverQuest list of what is loaded", |bytes, _, mode| {
        boxed(global_load::read(bytes, mode))
    })
};

impl Content for GlobalLoad {
    fn write(&self) -> Result<Option<Vec<u8>>> {
        global_load::write(self).map(Some)
    }

    fn summary(&self) -> Vec<(&'static str, String)> {
        vec![("archives", self.loads().count().to_string())]
    }
}
