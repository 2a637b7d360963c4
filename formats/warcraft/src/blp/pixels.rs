//! Pixels of a level, and textures made of pixels.

use super::file::{DECODE, UNWRITABLE};
use super::{Blocks, Blp, Common, Encoding, Head, MOST_LEVELS, dxt};
use binary::{Finding, Limits, Result, Severity};

impl Blp {
    /// A level as 8-bit RGBA, rows from top to bottom; 0 is the largest. The alpha of what has none is
    /// 255.
    ///
    /// # Errors
    /// `warcraft.blp.decode` for levels that are not there or do not have the bytes of their size, for
    /// unknown kinds, and for JPEG, which a library decodes from [`Blp::jpeg`].
    pub fn decode_rgba8(&self, level: usize) -> Result<Vec<u8>> {
        let fail = |expected: &str, found: String| {
            let finding = Finding::new(&DECODE, Severity::Error, "", expected, found);
            Err(Box::new(finding.inside(format_args!("level {level}"))))
        };
        let Some(encoding) = self.encoding() else {
            return fail("a known way to store pixels", format!("{:?}", self.head));
        };
        let Some(bytes) = self.levels.get(level).filter(|bytes| !bytes.is_empty()) else {
            return fail("a level", "none".to_owned());
        };
        let (width, height) = self.size(level);
        let pixels = u64::from(width) * u64::from(height);
        if pixels > Limits::default().pixels as u64 {
            return fail("a picture within the limits", format!("{width} x {height}"));
        }
        match self.level_bytes(level) {
            None => return fail("pixels that need no library", "a JPEG file".to_owned()),
            Some(wanted) if wanted != bytes.len() => {
                return fail(&format!("{wanted} bytes"), bytes.len().to_string());
            }
            Some(_) => {}
        }
        Ok(match encoding {
            Encoding::Palette { alpha_bits } => self.through_palette(bytes, pixels as usize, alpha_bits),
            Encoding::Blocks(blocks) => through_blocks(bytes, [width, height], blocks),
            Encoding::Plain | Encoding::Jpeg => bytes
                .chunks_exact(4)
                .flat_map(|pixel| {
                    if let [blue, green, red, alpha] = *pixel { [red, green, blue, alpha] } else { [0; 4] }
                })
                .collect(),
        })
    }

    fn through_palette(&self, bytes: &[u8], pixels: usize, alpha_bits: u8) -> Vec<u8> {
        let (indices, alphas) = bytes.split_at_checked(pixels).unwrap_or((bytes, &[]));
        let palette: &[u8] = if let Common::Palette(palette) = &self.common { palette } else { &[] };
        let alpha = |pixel: usize| {
            let bits = usize::from(alpha_bits);
            let byte = alphas.get(pixel * bits / 8).copied().unwrap_or(0);
            match alpha_bits {
                // The lowest bits are the first pixel's.
                1 => 255 * (byte >> (pixel % 8) & 1),
                4 => 17 * (byte >> (4 * (pixel % 2)) & 15),
                8 => byte,
                _ => 255,
            }
        };
        let color = |index: u8| palette.get(4 * usize::from(index)..).and_then(<[u8]>::first_chunk::<3>);
        let rgba = indices.iter().enumerate().flat_map(|(pixel, index)| {
            let [blue, green, red] = color(*index).copied().unwrap_or_default();
            [red, green, blue, alpha(pixel)]
        });
        rgba.collect()
    }

    /// A BLP2 texture of palette indices. `palette` are red, green, blue, at most 256; each level is a
    /// picture half as large as the one before: an index for each pixel, and alpha of 0 to 255, which
    /// is rounded to the bits there are: 0, 1, 4 or 8.
    ///
    /// # Errors
    /// `warcraft.blp.unwritable` for too many colours or levels, for levels of other sizes, and for
    /// other numbers of alpha bits.
    pub fn from_palette(
        width: u32,
        height: u32,
        palette: &[[u8; 3]],
        levels: &[(&[u8], &[u8])],
        alpha_bits: u8,
    ) -> Result<Blp> {
        let refuse = |expected: &str, found: usize| {
            Err(Box::new(Finding::new(&UNWRITABLE, Severity::Error, "", expected, found)))
        };
        if !matches!(alpha_bits, 0 | 1 | 4 | 8) {
            return refuse("0, 1, 4 or 8 bits of alpha", alpha_bits.into());
        }
        if palette.len() > 256 {
            return refuse("at most 256 colours", palette.len());
        }
        if levels.len() > MOST_LEVELS {
            return refuse("at most 16 levels", levels.len());
        }
        let mut colors: Vec<u8> =
            palette.iter().flat_map(|[red, green, blue]| [*blue, *green, *red, 0]).collect();
        colors.resize(1024, 0);
        let head = Head::Blp2 {
            content: 1,
            encoding: 1,
            alpha_bits,
            alpha_kind: 8,
            mips: (levels.len() > 1).into(),
        };
        let mut texture =
            Blp { head, width, height, common: Common::Palette(colors), levels: Vec::new(), placement: None };
        for (level, (indices, alphas)) in levels.iter().enumerate() {
            let (width, height) = texture.size(level);
            let pixels = (width as usize).saturating_mul(height as usize);
            for length in [indices.len(), alphas.len()] {
                if length != pixels {
                    return refuse(&format!("{pixels} pixels in level {level}"), length);
                }
            }
            texture.levels.push([indices, pack(alphas, alpha_bits).as_slice()].concat());
        }
        Ok(texture)
    }
}

/// Alpha values in fewer bits.
fn pack(alphas: &[u8], bits: u8) -> Vec<u8> {
    match bits {
        8 => alphas.to_vec(),
        4 => alphas
            .chunks(2)
            .map(|pair| pair.iter().rev().fold(0, |byte, alpha| byte << 4 | nibble(*alpha)))
            .collect(),
        1 => alphas
            .chunks(8)
            .map(|eight| eight.iter().rev().fold(0, |byte, alpha| byte << 1 | alpha >> 7))
            .collect(),
        _ => Vec::new(),
    }
}

/// The nearest of 16 steps.
fn nibble(alpha: u8) -> u8 {
    ((u16::from(alpha) + 8) / 17) as u8
}

fn through_blocks(bytes: &[u8], [width, height]: [u32; 2], blocks: Blocks) -> Vec<u8> {
    let (width, height) = (width as usize, height as usize);
    let across = width.div_ceil(4);
    let mut rgba = vec![0; 4 * width * height];
    for (index, bytes) in bytes.chunks_exact(blocks.size()).enumerate() {
        let (left, top) = (index % across * 4, index / across * 4);
        for (pixel, color) in dxt::block(bytes, blocks).into_iter().enumerate() {
            let (x, y) = (left + pixel % 4, top + pixel / 4);
            let place = rgba.get_mut(4 * (y * width + x)..).and_then(<[u8]>::first_chunk_mut);
            if let Some(place) = place.filter(|_| x < width) {
                *place = color;
            }
        }
    }
    rgba
}
