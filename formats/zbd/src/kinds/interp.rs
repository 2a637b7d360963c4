//! Scripts: `interp.zbd`. Source: `docs/spec/zbd/interp.md`.

use super::word;
use crate::interp::{self, Interp};
use binary::Result;
use filekind::{Content, FileKind, FolderForm, Recognise, Variant, boxed, document};
use std::borrow::Cow;

/// A script container.
pub static INTERP: FileKind = FileKind {
    endings: &[".zbd"],
    reported: true,
    recognise: Recognise {
        start: |bytes| (word(bytes, 0) == Some(interp::SIGNATURE_WORD)).then(Variant::default),
        ..Recognise::NEVER
    },
    folder: Some(&FolderForm {
        id: "zbd.interp",
        name: "Zipper interpreter scripts",
        parse: Some(document::parse::<Interp>),
    }),
    codes: interp::codes,
    ..FileKind::new("zbd.interp", "Zipper interpreter scripts", |bytes, _, mode| {
        boxed(interp::read(bytes, mode))
    })
};

impl Content for Interp {
    fn version(&self) -> Option<Cow<'static, str>> {
        Some("7".into())
    }

    fn write(&self) -> Result<Option<Vec<u8>>> {
        interp::write(self).map(Some)
    }

    fn summary(&self) -> Vec<(&'static str, String)> {
        let lines: usize = self.scripts.iter().map(|script| script.lines.len()).sum();
        vec![("scripts", self.scripts.len().to_string()), ("lines", lines.to_string())]
    }
}
