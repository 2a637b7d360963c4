//! Sounds and music of late zones: `.emt`.
//! Source: `docs/spec/everquest/zone-install.md`, "13. Side files, from real ones".

use crate::emitters::{self, Emitters};
use binary::Result;
use filekind::{Content, FileKind, Recognise, Variant, boxed};

/// Sounds and music of late zones: `.emt`. People edit it as the text that it is.
pub static EMITTERS: FileKind = FileKind {
    endings: &[".emt"],
    shared_ending: true,
    recognise: Recognise {
        start: |bytes| emitters::is_emitters(bytes).then(Variant::default),
        ..Recognise::NEVER
    },
    codes: emitters::codes,
    ..FileKind::new("everquest.emitters", "EverQuest sounds of a late zone", |bytes, _, mode| {
        boxed(emitters::read(bytes, mode))
    })
};

impl Content for Emitters {
    fn write(&self) -> Result<Option<Vec<u8>>> {
        emitters::write(self).map(Some)
    }

    fn summary(&self) -> Vec<(&'static str, String)> {
        vec![("sounds", self.sounds().count().to_string())]
    }
}
