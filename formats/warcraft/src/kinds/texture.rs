//! Textures: `.blp`.

use super::{BY_ENDING, starts};
use crate::blp::{self, Blocks, Blp, Encoding, Head};
use binary::Result;
use filekind::{Content, FileKind, FolderForm, Recognise, boxed, document};
use std::borrow::Cow;

/// A texture.
pub static TEXTURE: FileKind = FileKind {
    endings: &[".blp"],
    shared_ending: true,
    reported: true,
    recognise: Recognise { start: |bytes| starts(bytes, &[b"BLP1", b"BLP2"]), ..BY_ENDING },
    folder: Some(&FolderForm {
        id: "warcraft.blp",
        name: "Warcraft texture",
        parse: Some(document::parse::<Blp>),
    }),
    codes: blp::codes,
    ..FileKind::new("warcraft.blp", "Warcraft texture", |bytes, _, mode| boxed(blp::read(bytes, mode)))
};

impl Content for Blp {
    fn version(&self) -> Option<Cow<'static, str>> {
        Some(match self.head {
            Head::Blp1 { .. } => "BLP1".into(),
            Head::Blp2 { .. } => "BLP2".into(),
        })
    }

    fn write(&self) -> Result<Option<Vec<u8>>> {
        blp::write(self).map(Some)
    }

    fn summary(&self) -> Vec<(&'static str, String)> {
        let encoding = match self.encoding() {
            None => "unknown".to_owned(),
            Some(Encoding::Jpeg) => "JPEG".to_owned(),
            Some(Encoding::Palette { alpha_bits: 0 }) => "palette".to_owned(),
            Some(Encoding::Palette { alpha_bits }) => format!("palette, {alpha_bits} bit alpha"),
            Some(Encoding::Blocks(Blocks::Opaque)) => "DXT1, opaque".to_owned(),
            Some(Encoding::Blocks(Blocks::Punched)) => "DXT1, 1 bit alpha".to_owned(),
            Some(Encoding::Blocks(Blocks::Explicit)) => "DXT3".to_owned(),
            Some(Encoding::Blocks(Blocks::Interpolated)) => "DXT5".to_owned(),
            Some(Encoding::Plain) => "plain".to_owned(),
        };
        let levels = self.levels.iter().filter(|level| !level.is_empty()).count();
        vec![
            ("size", format!("{} x {}", self.width, self.height)),
            ("encoding", encoding),
            ("levels", levels.to_string()),
        ]
    }

    fn kept_raw_bytes(&self) -> usize {
        let gaps = self.placement.iter().flat_map(|placement| &placement.gaps);
        gaps.map(|gap| gap.bytes.len()).sum()
    }
}
