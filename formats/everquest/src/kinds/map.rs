//! Maps that players draw: `Maps/Z.txt`.
//! Source: `docs/spec/everquest/zone-install.md`, "Player maps as witnesses".

use crate::map::{self, Drawn, Map};
use binary::Result;
use filekind::{Content, FileKind, Recognise, Variant, boxed};

/// Maps that players draw: `Maps/Z.txt`. People edit it as the text that it is.
pub static MAP: FileKind = FileKind {
    endings: &[],
    recognise: Recognise { start: |bytes| map::is_map(bytes).then(Variant::default), ..Recognise::NEVER },
    codes: map::codes,
    ..FileKind::new("everquest.map", "EverQuest map", |bytes, _, mode| boxed(map::read(bytes, mode)))
};

impl Content for Map {
    fn write(&self) -> Result<Option<Vec<u8>>> {
        map::write(self).map(Some)
    }

    fn summary(&self) -> Vec<(&'static str, String)> {
        let lines = self.drawn().filter(|drawn| matches!(drawn, Drawn::Line { .. })).count();
        vec![("lines", lines.to_string()), ("points", (self.drawn().count() - lines).to_string())]
    }
}
