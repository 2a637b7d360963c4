//! Texture packages (`texture*.zbd`, `rtexture*.zbd`, `rmechtex*.zbd`,
//! `rimage.zbd`): named images with 16-bit colours. No archive: nothing is
//! found from the end of the file. Source: `docs/spec/zbd/textures.md`.

pub mod color;
mod file;
mod image;

pub use file::{CODES, codes, fields, read, read_for, write};
pub use image::{AlphaKind, Image};

use crate::packed;
use binary::Padded;
use serde::{Deserialize, Serialize};

/// Bits of [`Texture::flags`]. Source: `docs/spec/zbd/textures.md`, "Info".
pub mod flags {
    /// 16-bit colours; always set, also on palettised images.
    pub const BYTES_PER_PIXEL2: u32 = 0x01;
    /// Simple or full alpha.
    pub const HAS_ALPHA: u32 = 0x02;
    /// Opaque; set exactly when `HAS_ALPHA` is clear.
    pub const NO_ALPHA: u32 = 0x04;
    /// An 8-bit alpha plane follows the pixels; with `HAS_ALPHA`.
    pub const FULL_ALPHA: u32 = 0x08;
    /// The colours are in a global palette of the package.
    pub const GLOBAL_PALETTE: u32 = 0x10;
    /// Stale engine state without meaning.
    pub const IMAGE_LOADED: u32 = 0x20;
    /// Stale engine state without meaning.
    pub const ALPHA_LOADED: u32 = 0x40;
    /// Stale engine state without meaning.
    pub const PALETTE_LOADED: u32 = 0x80;
}

/// A texture package. [`TexturePackage::default`] is an empty one with the
/// header words of every known file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TexturePackage {
    /// 0.
    pub zero00: u32,
    /// 1.
    pub has_entries: u32,
    /// 0.
    pub zero16: u32,
    /// 0.
    pub zero20: u32,
    /// Palettes that several textures share; none in MechWarrior 3.
    pub palettes: Vec<Palette>,
    /// The images, in file order. Names may occur twice.
    pub textures: Vec<Texture>,
}

impl Default for TexturePackage {
    fn default() -> Self {
        TexturePackage {
            zero00: 0,
            has_entries: 1,
            zero16: 0,
            zero20: 0,
            palettes: Vec::new(),
            textures: Vec::new(),
        }
    }
}

/// A global palette: 256 RGB565 colours, of which a texture may use fewer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Palette(
    /// The colours.
    #[serde(with = "packed")]
    pub [u16; 256],
);

/// One image with its name.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Texture {
    /// Name without extension; look it up without regard to case.
    pub name: Padded<32>,
    /// -1, or which of [`TexturePackage::palettes`] the image uses.
    pub palette_index: i32,
    /// See [`flags`].
    pub flags: u32,
    /// Columns.
    pub width: u16,
    /// Rows.
    pub height: u16,
    /// 0.
    pub zero08: u32,
    /// In which direction the engine enlarges the image: 0 none, 1 vertical,
    /// 2 horizontal, 3 both; Crimson Skies also 4, 7, 8. The pixels stand as
    /// they are.
    pub stretch: u16,
    /// `width * height` pixels, rows from top to bottom.
    pub pixels: Pixels,
    /// With [`flags::FULL_ALPHA`]: a byte for each pixel, 255 is opaque.
    #[serde(with = "packed")]
    pub alpha: Option<Vec<u8>>,
}

/// Where the colours of an image are.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[serde(rename_all = "lowercase")]
pub enum Pixels {
    /// An RGB565 word for each pixel.
    Direct(#[serde(with = "packed")] Vec<u16>),
    /// An index for each pixel into a palette of the image's own.
    Local {
        /// Below `palette.len()`.
        #[serde(with = "packed")]
        indices: Vec<u8>,
        /// 1 to 256 RGB565 colours.
        #[serde(with = "packed")]
        palette: Vec<u16>,
    },
    /// An index for each pixel into the global palette at
    /// [`Texture::palette_index`].
    Global {
        /// Below `colors`.
        #[serde(with = "packed")]
        indices: Vec<u8>,
        /// How many colours of the palette the image may use, 1 to 256.
        colors: u16,
    },
}

impl Pixels {
    /// Number of pixels.
    pub fn len(&self) -> usize {
        match self {
            Pixels::Direct(colors) => colors.len(),
            Pixels::Local { indices, .. } | Pixels::Global { indices, .. } => indices.len(),
        }
    }

    /// True for an image without an area.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}
