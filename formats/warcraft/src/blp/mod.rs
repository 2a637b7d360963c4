//! BLP1 and BLP2, the textures: a picture with its smaller copies, as indices into a palette, as
//! compressed blocks, as plain pixels or as JPEG. Source: `docs/spec/m2.md`, "14. What a real install
//! needs".
//!
//! Palettes, blocks and plain pixels are decoded here. Of a JPEG there is the file that a library can
//! read: its four components are blue, green, red and alpha, as they are.
//!
//! ```
//! use binary::Mode;
//! use warcraft::blp::{self, Blp};
//!
//! // Two colours in a chequered pattern, half transparent.
//! let palette = [[255, 0, 0], [0, 0, 255]];
//! let indices = [0, 1, 1, 0];
//! let texture = Blp::from_palette(2, 2, &palette, &[(&indices, &[0x80; 4])], 8)?;
//! let bytes = blp::write(&texture)?;
//! let (back, _) = blp::read(&bytes, Mode::Strict)?;
//! assert_eq!(back.decode_rgba8(0)?[..8], [255, 0, 0, 0x80, 0, 0, 255, 0x80]);
//! # Ok::<(), Box<binary::Finding>>(())
//! ```

mod dxt;
mod file;
mod pixels;

pub use file::{CODES, codes, fields, read, write};

use crate::packed;
use crate::placement::Gap;
use serde::{Deserialize, Serialize};

/// Most copies of a picture, the picture itself included.
pub const MOST_LEVELS: usize = 16;

/// A texture.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Blp {
    /// What the header says beside the size.
    pub head: Head,
    /// Columns.
    pub width: u32,
    /// Rows.
    pub height: u32,
    /// What all levels share.
    pub common: Common,
    /// The picture and its copies, each half as large as the one before; one that is not there is
    /// empty.
    #[serde(with = "packed::lists")]
    pub levels: Vec<Vec<u8>>,
    /// Where the levels are in the file, unless they follow one another.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub placement: Option<Placement>,
}

/// The numbers of the header, of which there are two kinds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[serde(rename_all = "lowercase")]
pub enum Head {
    /// The older one.
    Blp1 {
        /// 0 JPEG, 1 palette.
        compression: u32,
        /// 0, 1, 4 or 8.
        alpha_bits: u32,
        /// 3 to 5; 4 in the one file that was seen.
        kind: u32,
        /// Not 0 with smaller copies.
        mips: u32,
    },
    /// The one of all but one known textures.
    Blp2 {
        /// 0 JPEG, 1 what the encoding says.
        content: u32,
        /// 1 palette, 2 blocks, 3 plain.
        encoding: u8,
        /// 0, 1, 4 or 8.
        alpha_bits: u8,
        /// Of blocks: 0 DXT1, 1 DXT3, 7 DXT5.
        alpha_kind: u8,
        /// Not 0 with smaller copies.
        mips: u8,
    },
}

/// What stands between header and levels.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Common {
    /// 256 colours: blue, green, red, alpha. Empty for zeros, which textures without a palette have.
    Palette(#[serde(with = "packed")] Vec<u8>),
    /// How the JPEG file of each level starts.
    Jpeg(#[serde(with = "packed")] Vec<u8>),
}

/// Offsets of levels, and bytes that belong to none.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Placement {
    /// Length of the file in bytes.
    pub size: u32,
    /// The offsets that the header says.
    pub offsets: [u32; MOST_LEVELS],
    /// The sizes of levels that are not in the file; 0 for the others.
    pub stale: [u32; MOST_LEVELS],
    /// Bytes that are not zero and belong to nothing.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub gaps: Vec<Gap>,
}

/// How the pixels of a texture are stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    /// As JPEG files.
    Jpeg,
    /// As indices into the palette, with alpha of this many bits behind them.
    Palette {
        /// 0, 1, 4 or 8.
        alpha_bits: u8,
    },
    /// As blocks of 4 x 4 pixels.
    Blocks(Blocks),
    /// As blue, green, red, alpha.
    Plain,
}

/// How blocks of 4 x 4 pixels are compressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Blocks {
    /// 8 bytes, opaque: DXT1 without alpha.
    Opaque,
    /// 8 bytes, a pixel is there or not: DXT1.
    Punched,
    /// 16 bytes, 4 bits of alpha for each pixel: DXT3.
    Explicit,
    /// 16 bytes, alpha between two values: DXT5.
    Interpolated,
}

impl Blocks {
    /// Bytes of a block.
    pub fn size(self) -> usize {
        match self {
            Blocks::Opaque | Blocks::Punched => 8,
            Blocks::Explicit | Blocks::Interpolated => 16,
        }
    }
}

impl Blp {
    /// How pixels are stored; `None` of kinds that nobody knows.
    pub fn encoding(&self) -> Option<Encoding> {
        let palette = |bits: u32| {
            let alpha_bits = u8::try_from(bits).ok().filter(|bits| matches!(bits, 0 | 1 | 4 | 8))?;
            Some(Encoding::Palette { alpha_bits })
        };
        match self.head {
            Head::Blp1 { compression: 0, .. } | Head::Blp2 { content: 0, .. } => Some(Encoding::Jpeg),
            Head::Blp1 { compression: 1, alpha_bits, .. } => palette(alpha_bits),
            Head::Blp2 { content: 1, encoding: 1, alpha_bits, .. } => palette(alpha_bits.into()),
            Head::Blp2 { content: 1, encoding: 2, alpha_bits, alpha_kind, .. } => {
                match (alpha_kind, alpha_bits) {
                    (0, 0) => Some(Encoding::Blocks(Blocks::Opaque)),
                    (0, _) => Some(Encoding::Blocks(Blocks::Punched)),
                    (1, _) => Some(Encoding::Blocks(Blocks::Explicit)),
                    (7, _) => Some(Encoding::Blocks(Blocks::Interpolated)),
                    _ => None,
                }
            }
            Head::Blp2 { content: 1, encoding: 3, .. } => Some(Encoding::Plain),
            Head::Blp1 { .. } | Head::Blp2 { .. } => None,
        }
    }

    /// Columns and rows of a level: half of those of the one before, at least 1.
    pub fn size(&self, level: usize) -> (u32, u32) {
        let half = |side: u32| {
            u32::try_from(level).ok().and_then(|level| side.checked_shr(level)).unwrap_or(0).max(1)
        };
        (half(self.width), half(self.height))
    }

    /// How many bytes a level must have; `None` of JPEG, unknown kinds and sizes beyond memory.
    pub fn level_bytes(&self, level: usize) -> Option<usize> {
        let (width, height) = self.size(level);
        let (width, height) = (width as usize, height as usize);
        let pixels = width.checked_mul(height)?;
        match self.encoding()? {
            Encoding::Jpeg => None,
            Encoding::Palette { alpha_bits } => {
                pixels.checked_add(pixels.checked_mul(alpha_bits.into())?.div_ceil(8))
            }
            Encoding::Blocks(blocks) => {
                width.div_ceil(4).checked_mul(height.div_ceil(4))?.checked_mul(blocks.size())
            }
            Encoding::Plain => pixels.checked_mul(4),
        }
    }

    /// The JPEG file of a level: what all levels start with, and its own bytes. Its components are
    /// blue, green, red and alpha: a library must hand them over as they are.
    pub fn jpeg(&self, level: usize) -> Option<Vec<u8>> {
        let (Common::Jpeg(start), Some(level)) = (&self.common, self.levels.get(level)) else { return None };
        (!level.is_empty()).then(|| [start.as_slice(), level].concat())
    }
}
