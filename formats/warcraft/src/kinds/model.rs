//! Models: `.m2`. Those of later clients are recognised and refused by name.

use super::{BY_ENDING, starts};
use crate::m2::{self, Bounds, Model};
use binary::Result;
use filekind::{Content, FileKind, FolderForm, Recognise, boxed, document};
use std::borrow::Cow;

/// A model.
pub static MODEL: FileKind = FileKind {
    endings: &[".m2"],
    shared_ending: true,
    reported: true,
    recognise: Recognise { start: |bytes| starts(bytes, &[b"MD20", b"MD21"]), ..BY_ENDING },
    folder: Some(&FolderForm {
        id: "warcraft.m2",
        name: "Warcraft model",
        parse: Some(document::parse::<Model>),
    }),
    codes: m2::codes,
    ..FileKind::new("warcraft.m2", "Warcraft model", |bytes, _, mode| boxed(m2::read(bytes, mode)))
};

impl Content for Model {
    fn version(&self) -> Option<Cow<'static, str>> {
        Some(self.version.to_string().into())
    }

    fn write(&self) -> Result<Option<Vec<u8>>> {
        m2::write(self).map(Some)
    }

    fn summary(&self) -> Vec<(&'static str, String)> {
        let of_views = |count: fn(&m2::View) -> usize| {
            let counts: Vec<String> = self.views.iter().map(|view| count(view).to_string()).collect();
            counts.join(", ")
        };
        vec![
            ("version", self.version.to_string()),
            ("name", self.name.text()),
            ("vertices", self.vertices.len().to_string()),
            ("triangles", of_views(|view| view.triangles.len() / 3)),
            ("sequences", self.sequences.len().to_string()),
            ("bones", self.bones.len().to_string()),
            ("textures", self.textures.len().to_string()),
            ("batches", of_views(|view| view.batches.len())),
            ("particles", self.particles.len().to_string()),
            ("ribbons", self.ribbons.len().to_string()),
            ("attachments", self.attachments.len().to_string()),
            ("events", self.events.len().to_string()),
            ("lights", self.lights.len().to_string()),
            ("cameras", self.cameras.len().to_string()),
            ("bounds", bounds(&self.bounds)),
        ]
    }

    fn external_skins(&self) -> Vec<String> {
        let mut names: Vec<String> = Vec::new();
        for name in self.textures.iter().filter_map(m2::Texture::file) {
            if !name.is_empty() && !names.iter().any(|known| known.eq_ignore_ascii_case(&name)) {
                names.push(name);
            }
        }
        names
    }

    fn kept_raw_bytes(&self) -> usize {
        let gaps = self.layout.placement.iter().flat_map(|placement| &placement.gaps);
        gaps.map(|gap| gap.bytes.len()).sum()
    }
}

fn bounds(bounds: &Bounds) -> String {
    let Bounds { min, max, radius } = bounds;
    format!("{min:?} to {max:?} yards, radius {radius:?}")
}
