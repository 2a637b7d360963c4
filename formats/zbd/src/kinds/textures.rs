//! Packages of textures. Source: `docs/spec/zbd/textures.md`.

use super::word;
use crate::textures::{self, TexturePackage};
use binary::Result;
use filekind::{Content, FileKind, FolderForm, Recognise, Variant, boxed};

/// The length of the header.
const HEADER: usize = 24;
/// Bytes of one entry of its table.
const ENTRY: usize = 40;

/// How a package is laid out: each texture is a picture of its own.
pub static TEXTURES_FOLDER: FolderForm =
    FolderForm { id: "zbd.textures", name: "Zipper texture package", parse: None };

/// A texture package.
pub static TEXTURES: FileKind = FileKind {
    endings: &[".zbd"],
    reported: true,
    recognise: Recognise { start: recognise, ..Recognise::NEVER },
    folder: Some(&TEXTURES_FOLDER),
    codes: textures::codes,
    ..FileKind::new("zbd.textures", "Zipper texture package", |bytes, _, mode| {
        boxed(textures::read(bytes, mode))
    })
};

/// Files of other games begin with the same two numbers; of those the table of entries rarely fits.
fn recognise(bytes: &[u8]) -> Option<Variant> {
    let is = word(bytes, 0) == Some(0) && word(bytes, 4) == Some(1);
    let rest = bytes.len().checked_sub(HEADER)?;
    let fits = word(bytes, 12).is_some_and(|count| count as usize <= rest / ENTRY);
    (is && fits).then(Variant::default)
}

impl Content for TexturePackage {
    fn write(&self) -> Result<Option<Vec<u8>>> {
        textures::write(self).map(Some)
    }

    fn summary(&self) -> Vec<(&'static str, String)> {
        let area = self.textures.iter().map(|one| usize::from(one.width) * usize::from(one.height));
        let pixels: usize = area.sum();
        vec![
            ("textures", self.textures.len().to_string()),
            ("pixels", pixels.to_string()),
            ("global palettes", self.palettes.len().to_string()),
        ]
    }
}
