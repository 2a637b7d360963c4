//! Maps of Recoil's missions, known by their names alone. Source:
//! `docs/spec/zbd/zmap.md`.

use crate::zmap::{self, ZMap};
use binary::Result;
use filekind::{Content, FileKind, FolderForm, Recognise, Variant, boxed, document};
use std::borrow::Cow;

/// A map.
pub static ZMAP: FileKind = FileKind {
    endings: &[".zmap"],
    reported: true,
    recognise: Recognise { name: |name, _| ZMAP.has_ending(name).then(Variant::default), ..Recognise::NEVER },
    folder: Some(&FolderForm {
        id: "zbd.zmap",
        name: "Zipper mission map",
        parse: Some(document::parse::<ZMap>),
    }),
    codes: zmap::codes,
    ..FileKind::new("zbd.zmap", "Recoil map", |bytes, _, mode| boxed(zmap::read(bytes, mode)))
};

impl Content for ZMap {
    fn version(&self) -> Option<Cow<'static, str>> {
        Some("5".into())
    }

    fn write(&self) -> Result<Option<Vec<u8>>> {
        zmap::write(self).map(Some)
    }

    fn summary(&self) -> Vec<(&'static str, String)> {
        let corners: usize = self.features.iter().map(|feature| feature.vertices.len()).sum();
        vec![("outlines", self.features.len().to_string()), ("corners", corners.to_string())]
    }
}
