//! The names of a zone's sounds: `_sndbnk.eff`.
//! Source: `docs/spec/everquest/zone-install.md`, "11. Sound".

use crate::sound_bank::{self, SoundBank};
use binary::Result;
use filekind::{Content, FileKind, Recognise, Variant, boxed};

/// The names of a zone's sounds: `_sndbnk.eff`. People edit it as the text that it is.
pub static SOUND_BANK: FileKind = FileKind {
    endings: &["_sndbnk.eff"],
    recognise: Recognise {
        start: |bytes| sound_bank::is_sound_bank(bytes).then(Variant::default),
        promised: Some(|bytes| !bytes.is_empty()),
        ..Recognise::NEVER
    },
    codes: sound_bank::codes,
    ..FileKind::new("everquest.sound_bank", "EverQuest names of sounds", |bytes, _, mode| {
        boxed(sound_bank::read(bytes, mode))
    })
};

impl Content for SoundBank {
    fn write(&self) -> Result<Option<Vec<u8>>> {
        sound_bank::write(self).map(Some)
    }

    fn summary(&self) -> Vec<(&'static str, String)> {
        vec![("emit", self.emit().len().to_string()), ("loop", self.loops().len().to_string())]
    }
}
