//! Levels: `.wmb`. Those of older kinds are recognised and refused by name.

use super::{BY_ENDING, starts};
use crate::wmb::{self, Level};
use binary::Result;
use filekind::{Content, FileKind, FolderForm, Recognise, boxed, document};
use std::borrow::Cow;

const LETTERS: [&[u8; 4]; 7] = [b"WMB1", b"WMB2", b"WMB3", b"WMB4", b"WMB5", b"WMB6", b"WMB7"];

/// A level.
pub static LEVEL: FileKind = FileKind {
    endings: &[".wmb"],
    shared_ending: true,
    reported: true,
    recognise: Recognise { start: |bytes| starts(bytes, &LETTERS), ..BY_ENDING },
    folder: Some(&FolderForm {
        id: "gamestudio.wmb",
        name: "Gamestudio level",
        parse: Some(document::parse::<Level>),
    }),
    codes: wmb::codes,
    ..FileKind::new("gamestudio.wmb", "Gamestudio level", |bytes, _, mode| boxed(wmb::read(bytes, mode)))
};

impl Content for Level {
    fn version(&self) -> Option<Cow<'static, str>> {
        Some("7".into())
    }

    fn write(&self) -> Result<Option<Vec<u8>>> {
        wmb::write(self).map(Some)
    }

    fn summary(&self) -> Vec<(&'static str, String)> {
        let objects = |wanted: i32| self.objects.iter().filter(|object| object.kind() == wanted).count();
        let mut actions: Vec<String> = self.entities().map(|entity| entity.action).collect();
        let mut files: Vec<String> = self.entities().map(|entity| entity.file.to_lowercase()).collect();
        for names in [&mut actions, &mut files] {
            names.retain(|name| !name.is_empty());
            names.sort_unstable();
            names.dedup();
        }
        vec![
            ("blocks", self.blocks.len().to_string()),
            ("triangles", self.blocks.iter().map(|block| block.triangles.len()).sum::<usize>().to_string()),
            ("textures", self.textures.len().to_string()),
            ("light maps", self.lightmap_count().to_string()),
            ("entities", format!("{} of {} files", self.entities().count(), files.len())),
            ("actions", actions.join(", ")),
            ("positions", objects(1).to_string()),
            ("lights", objects(2).to_string()),
            ("sounds", objects(4).to_string()),
            ("paths", self.paths().count().to_string()),
            ("regions", objects(8).to_string()),
        ]
    }

    fn kept_raw_bytes(&self) -> usize {
        let layout = &self.layout;
        let places = [&layout.lists, &layout.textures, &layout.objects].into_iter().flatten();
        let gaps = places.flat_map(|place| &place.gaps).map(|gap| gap.bytes.len()).sum::<usize>();
        let raw = self.legacy.iter().chain(&layout.tails).map(|list| list.bytes.len());
        gaps + raw.sum::<usize>()
    }
}
