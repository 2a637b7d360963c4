//! Terrains: `.hmp`.

use super::{BY_ENDING, external, external_row, starts};
use crate::hmp::{self, Terrain};
use binary::Result;
use filekind::{Content, FileKind, FolderForm, Recognise, boxed, document};
use std::borrow::Cow;

const LETTERS: [&[u8; 4]; 3] = [b"HMP4", b"HMP5", b"HMP7"];

/// A terrain.
pub static TERRAIN: FileKind = FileKind {
    endings: &[".hmp"],
    shared_ending: true,
    reported: true,
    recognise: Recognise { start: |bytes| starts(bytes, &LETTERS), ..BY_ENDING },
    folder: Some(&FolderForm {
        id: "gamestudio.hmp",
        name: "Gamestudio terrain",
        parse: Some(document::parse::<Terrain>),
    }),
    codes: hmp::codes,
    ..FileKind::new("gamestudio.hmp", "Gamestudio terrain", |bytes, _, mode| boxed(hmp::read(bytes, mode)))
};

impl Content for Terrain {
    fn version(&self) -> Option<Cow<'static, str>> {
        Some(format!("{:?}", self.version).to_uppercase().into())
    }

    fn write(&self) -> Result<Option<Vec<u8>>> {
        hmp::write(self).map(Some)
    }

    fn summary(&self) -> Vec<(&'static str, String)> {
        let mut rows = vec![("skins", self.skins.len().to_string())];
        if let Some((columns, lines)) = self.size() {
            rows.push(("grid", format!("{columns} x {lines}")));
        }
        let extent = self.extent();
        rows.push(("area", format!("{:?} to {:?} quants", extent.min, extent.max)));
        rows.extend(external_row(&self.external_skins()));
        rows
    }

    fn external_skins(&self) -> Vec<String> {
        external(self.skins.iter().map(|skin| &skin.body))
    }
}
