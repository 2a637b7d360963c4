//! Sounds and music at places: `_sounds.eff`. Source: `docs/spec/everquest/zone-install.md`, "11. Sound".

use crate::sounds::{self, CONSTANT, FALLOFF, MUSIC, Sounds};
use binary::Result;
use filekind::{Content, FileKind, FolderForm, Recognise, Variant, boxed, document};

/// The sounds of a zone. One without any has an empty file.
pub static SOUNDS: FileKind = FileKind {
    endings: &["_sounds.eff"],
    reported: true,
    recognise: Recognise {
        name: |name, bytes| (SOUNDS.has_ending(name) && !bytes.is_empty()).then(Variant::default),
        promised: Some(|bytes| !bytes.is_empty()),
        ..Recognise::NEVER
    },
    folder: Some(&FolderForm {
        id: "everquest.sounds",
        name: "EverQuest sounds of a zone",
        parse: Some(document::parse::<Sounds>),
    }),
    codes: sounds::codes,
    ..FileKind::new("everquest.sounds", "EverQuest sounds of a zone", |bytes, _, mode| {
        boxed(sounds::read(bytes, mode))
    })
};

impl Content for Sounds {
    fn write(&self) -> Result<Option<Vec<u8>>> {
        Ok(Some(sounds::write(self)))
    }

    fn summary(&self) -> Vec<(&'static str, String)> {
        let of = |kind: u8| self.sounds.iter().filter(|sound| sound.kind == kind).count().to_string();
        vec![
            ("sounds", self.sounds.len().to_string()),
            ("constant", of(CONSTANT)),
            ("music", of(MUSIC)),
            ("fall-off", of(FALLOFF)),
        ]
    }

    fn kept_raw_bytes(&self) -> usize {
        self.rest.len() + 7 * self.sounds.len()
    }
}
