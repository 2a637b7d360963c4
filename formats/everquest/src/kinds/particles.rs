//! Particles of late zones: `_environmentemitters.txt`.
//! Source: `docs/spec/everquest/zone-install.md`, "1. Files of an install".

use crate::particles::{self, Particles};
use binary::Result;
use filekind::{Content, FileKind, Recognise, Variant, boxed};

/// Particles of late zones: `_environmentemitters.txt`. People edit it as the text that it is.
pub static PARTICLES: FileKind = FileKind {
    endings: &["_environmentemitters.txt"],
    recognise: Recognise {
        start: |bytes| particles::is_particles(bytes).then(Variant::default),
        ..Recognise::NEVER
    },
    codes: particles::codes,
    ..FileKind::new("everquest.particles", "EverQuest particles of a late zone", |bytes, _, mode| {
        boxed(particles::read(bytes, mode))
    })
};

impl Content for Particles {
    fn write(&self) -> Result<Option<Vec<u8>>> {
        particles::write(self).map(Some)
    }

    fn summary(&self) -> Vec<(&'static str, String)> {
        vec![("particles", self.rows().count().saturating_sub(1).to_string())]
    }
}
