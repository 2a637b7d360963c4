//! Images as 8-bit RGBA, and textures made from them. Source:
//! `docs/spec/zbd/textures.md`, "Pixel data" and "Writing a valid file".

use super::color::{expand, reduce};
use super::file::UNWRITABLE;
use super::{Palette, Pixels, Texture, TexturePackage, flags};
use binary::{Finding, Padded, Result, Severity};
use serde::{Deserialize, Serialize};

/// What the alpha of an image is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum AlphaKind {
    /// Every pixel is opaque.
    None,
    /// A pixel is transparent or opaque.
    Simple,
    /// Every pixel has its own alpha.
    Full,
}

/// An image as 8-bit RGBA.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Image {
    /// Columns.
    pub width: u32,
    /// Rows.
    pub height: u32,
    /// Four bytes for each pixel, rows from top to bottom; alpha 255 is opaque.
    pub rgba: Vec<u8>,
    /// What the alpha is.
    pub alpha: AlphaKind,
}

/// The word that stands for "transparent" under simple alpha.
const TRANSPARENT: u16 = 0;
/// The darkest word that does not.
const NEARLY_BLACK: u16 = 1;

impl Texture {
    /// What the alpha of this image is, by its flags.
    pub const fn alpha_kind(&self) -> AlphaKind {
        if self.flags & flags::FULL_ALPHA != 0 {
            AlphaKind::Full
        } else if self.flags & flags::HAS_ALPHA != 0 {
            AlphaKind::Simple
        } else {
            AlphaKind::None
        }
    }

    /// A texture with direct colours from 8-bit RGBA.
    ///
    /// With [`AlphaKind::Simple`] pixels of alpha below 128 become transparent,
    /// and opaque black becomes the darkest blue, since black *is* the
    /// transparent colour.
    ///
    /// # Errors
    /// `zbd.textures.unwritable` when the name does not fit 31 ASCII characters
    /// or `rgba` is not `4 * width * height` bytes long.
    pub fn from_rgba8(name: &str, width: u16, height: u16, rgba: &[u8], alpha: AlphaKind) -> Result<Texture> {
        let unwritable = |expected: String, found: String| {
            Finding::new(&UNWRITABLE, Severity::Error, "", expected, found)
                .inside(format_args!("texture \"{name}\""))
        };
        let field = Padded::new(name).ok_or_else(|| {
            unwritable("a name of at most 31 ASCII characters".to_owned(), format!("\"{name}\""))
        })?;
        let wanted = 4 * u64::from(width) * u64::from(height);
        if rgba.len() as u64 != wanted {
            return Err(Box::new(unwritable(
                format!("{wanted} bytes for {width} x {height} pixels"),
                format!("{} bytes", rgba.len()),
            )));
        }
        let (pixels, _) = rgba.as_chunks::<4>();
        let word = |[red, green, blue, opacity]: &[u8; 4]| match (alpha, reduce([*red, *green, *blue])) {
            (AlphaKind::Simple, _) if *opacity < 128 => TRANSPARENT,
            (AlphaKind::Simple, TRANSPARENT) => NEARLY_BLACK,
            (_, word) => word,
        };
        let kind = match alpha {
            AlphaKind::None => flags::NO_ALPHA,
            AlphaKind::Simple => flags::HAS_ALPHA,
            AlphaKind::Full => flags::HAS_ALPHA | flags::FULL_ALPHA,
        };
        Ok(Texture {
            name: field,
            palette_index: -1,
            flags: flags::BYTES_PER_PIXEL2 | kind,
            width,
            height,
            zero08: 0,
            stretch: 0,
            pixels: Pixels::Direct(pixels.iter().map(word).collect()),
            alpha: (alpha == AlphaKind::Full).then(|| pixels.iter().map(|pixel| pixel[3]).collect()),
        })
    }

    /// The global palette of an image that uses one, if the package has it.
    pub(super) fn global_palette<'p>(&self, palettes: &'p [Palette]) -> Option<&'p Palette> {
        palettes.get(usize::try_from(self.palette_index).ok()?)
    }

    /// What keeps this texture from being drawn or written: nothing in a
    /// texture that was read from a file.
    pub(super) fn verdict(&self, palettes: &[Palette]) -> std::result::Result<(), (String, String)> {
        let area = usize::from(self.width) * usize::from(self.height);
        if self.pixels.len() != area {
            let expected = format!("{area} pixels for {} x {}", self.width, self.height);
            return Err((expected, format!("{}", self.pixels.len())));
        }
        match (&self.alpha, self.flags & flags::FULL_ALPHA != 0) {
            (None, true) => return Err(("an alpha plane, as the flags say".into(), "none".into())),
            (Some(_), false) => return Err(("no alpha plane, as the flags say".into(), "one".into())),
            (Some(alpha), true) if alpha.len() != area => {
                return Err((format!("{area} bytes of alpha"), alpha.len().to_string()));
            }
            _ => {}
        }
        let (indices, colors) = match &self.pixels {
            Pixels::Direct(_) => return Ok(()),
            Pixels::Local { indices, palette } => (indices, palette.len()),
            Pixels::Global { indices, colors } => {
                if self.global_palette(palettes).is_none() {
                    let expected = format!("one of {} global palettes", palettes.len());
                    return Err((expected, format!("palette {}", self.palette_index)));
                }
                (indices, usize::from(*colors))
            }
        };
        match indices.iter().max() {
            Some(index) if usize::from(*index) >= colors => {
                Err((format!("indices below {colors}"), format!("index {index}")))
            }
            _ => Ok(()),
        }
    }
}

impl TexturePackage {
    /// Decodes one image to 8-bit RGBA.
    ///
    /// Under simple alpha a colour word of 0 is transparent, in palettes too.
    ///
    /// # Errors
    /// `zbd.textures.unwritable` when there is no texture `index`, or when its
    /// parts do not fit each other; never for a package that was read.
    pub fn decode_rgba8(&self, index: usize) -> Result<Image> {
        let unwritable = |(expected, found): (String, String)| {
            Finding::new(&UNWRITABLE, Severity::Error, "", expected, found)
                .inside(format_args!("texture {index}"))
        };
        let texture = self.textures.get(index).ok_or_else(|| {
            unwritable((format!("one of {} textures", self.textures.len()), index.to_string()))
        })?;
        texture.verdict(&self.palettes).map_err(unwritable)?;

        let alpha = texture.alpha_kind();
        let mut rgba = match &texture.pixels {
            Pixels::Direct(colors) => match alpha {
                AlphaKind::Simple => colors.iter().map(|word| keyed(*word)).collect(),
                _ => colors.iter().map(|word| opaque(*word)).collect(),
            },
            Pixels::Local { indices, palette } => look_up(indices, palette, alpha),
            Pixels::Global { indices, .. } => {
                let palette = texture.global_palette(&self.palettes);
                look_up(indices, palette.map_or(&[], |palette| &palette.0), alpha)
            }
        };
        if let Some(plane) = &texture.alpha {
            for (pixel, alpha) in rgba.iter_mut().zip(plane) {
                pixel[3] = *alpha;
            }
        }
        Ok(Image {
            width: texture.width.into(),
            height: texture.height.into(),
            rgba: rgba.into_flattened(),
            alpha,
        })
    }
}

#[inline]
fn opaque(word: u16) -> [u8; 4] {
    let [red, green, blue] = expand(word);
    [red, green, blue, 255]
}

#[inline]
fn keyed(word: u16) -> [u8; 4] {
    let [red, green, blue] = expand(word);
    [red, green, blue, if word == TRANSPARENT { 0 } else { 255 }]
}

fn look_up(indices: &[u8], palette: &[u16], alpha: AlphaKind) -> Vec<[u8; 4]> {
    let mut table = [[0; 4]; 256];
    for (entry, word) in table.iter_mut().zip(palette) {
        *entry = if alpha == AlphaKind::Simple { keyed(*word) } else { opaque(*word) };
    }
    indices.iter().map(|index| table[usize::from(*index)]).collect()
}
