//! Pixels as levels, models and terrains hold them: the formats, how many bytes
//! an image takes, and the way to 8-bit RGBA and back. It is not a decoder of
//! image files: DDS bytes and external files are for others to open. Source:
//! `docs/spec/gamestudio.md`, "2.2 Textures" and "3. MDL3 / MDL4 / MDL5".

use serde::{Deserialize, Serialize};
use std::ops::Range;

/// Bit of a type code: three smaller levels follow the image.
pub const MIPS: u32 = 8;
/// Format number of a whole DDS file, whose *width* is its length in bytes.
pub const DDS: u32 = 6;
/// Format number of the name of an external file (models and terrains only).
pub const EXTERNAL: u32 = 7;
/// Number of smaller levels that [`MIPS`] stands for.
pub const MIP_LEVELS: u32 = 3;

/// How one pixel is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Format {
    /// 0: an index into a palette of 256 colours.
    Pal8,
    /// 2: a word, red in bits 11 to 15, green 5 to 10, blue 0 to 4.
    Rgb565,
    /// 3: a word, alpha in bits 12 to 15, red 8 to 11, green 4 to 7, blue 0 to 3.
    Argb4444,
    /// 4: bytes blue, green, red.
    Bgr888,
    /// 5: bytes blue, green, red, alpha.
    Bgra8888,
}

impl Format {
    /// The format of a type code (its low three bits), if those stand for
    /// pixels.
    pub const fn of_type(code: u32) -> Option<Format> {
        match code & 7 {
            0 => Some(Format::Pal8),
            2 => Some(Format::Rgb565),
            3 => Some(Format::Argb4444),
            4 => Some(Format::Bgr888),
            5 => Some(Format::Bgra8888),
            _ => None,
        }
    }

    /// The number in files, 0 to 5.
    pub const fn code(self) -> u32 {
        match self {
            Format::Pal8 => 0,
            Format::Rgb565 => 2,
            Format::Argb4444 => 3,
            Format::Bgr888 => 4,
            Format::Bgra8888 => 5,
        }
    }

    /// Bytes of one pixel, 1 to 4.
    pub const fn bytes_per_pixel(self) -> usize {
        match self {
            Format::Pal8 => 1,
            Format::Rgb565 | Format::Argb4444 => 2,
            Format::Bgr888 => 3,
            Format::Bgra8888 => 4,
        }
    }

    /// True when pixels have an alpha of their own.
    pub const fn has_alpha(self) -> bool {
        matches!(self, Format::Argb4444 | Format::Bgra8888)
    }
}

/// 256 colours for [`Format::Pal8`]: red, green, blue.
pub type Palette = [[u8; 3]; 256];

/// Size and format of an image with its smaller levels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shape {
    /// How a pixel is stored.
    pub format: Format,
    /// Columns of the largest level.
    pub width: u32,
    /// Rows of the largest level.
    pub height: u32,
    /// True when three smaller levels follow, each half as wide and high as the
    /// one before, rounded down.
    pub mips: bool,
}

/// One level of an image.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Level {
    /// Columns.
    pub width: u32,
    /// Rows.
    pub height: u32,
    /// Its bytes, from the start of the largest level.
    pub range: Range<usize>,
}

impl Shape {
    /// The shape a type code and a size describe; `None` when the code stands
    /// for no pixels (DDS, external file, unknown).
    pub const fn of_type(code: u32, width: u32, height: u32) -> Option<Shape> {
        match Format::of_type(code) {
            Some(format) => Some(Shape { format, width, height, mips: code & MIPS != 0 }),
            None => None,
        }
    }

    /// The type code: the format, and [`MIPS`].
    pub const fn type_code(self) -> u32 {
        self.format.code() | if self.mips { MIPS } else { 0 }
    }

    /// Number of levels, 1 or 4.
    pub const fn levels(self) -> u32 {
        if self.mips { 1 + MIP_LEVELS } else { 1 }
    }

    /// Pixels of the largest level; saturates.
    pub const fn pixels(self) -> u64 {
        // Both factors are below 2^32.
        self.width as u64 * self.height as u64
    }

    /// Bytes of all levels together; `None` when they could not be addressed.
    pub fn byte_len(self) -> Option<usize> {
        self.level(self.levels() - 1).map(|level| level.range.end)
    }

    /// Where level `number` is; `None` when there is no such level or it could
    /// not be addressed.
    pub fn level(self, number: u32) -> Option<Level> {
        if number >= self.levels() {
            return None;
        }
        let mut range = 0..0_usize;
        let (mut width, mut height) = (0, 0);
        for step in 0..=number {
            (width, height) = (self.width >> step, self.height >> step);
            let pixels = usize::try_from(u64::from(width) * u64::from(height)).ok()?;
            let bytes = pixels.checked_mul(self.format.bytes_per_pixel())?;
            range = range.end..range.end.checked_add(bytes)?;
        }
        Some(Level { width, height, range })
    }

    /// One level as 8-bit RGBA, rows from top to bottom; formats without alpha
    /// are opaque. `bytes` starts with the largest level.
    ///
    /// `None` when there is no such level, when `bytes` ends before it does, or
    /// when indices come without a palette.
    pub fn decode_rgba8(self, bytes: &[u8], number: u32, palette: Option<&Palette>) -> Option<Vec<u8>> {
        let bytes = bytes.get(self.level(number)?.range)?;
        Some(match self.format {
            Format::Pal8 => {
                let palette = palette?;
                let pixels = bytes.iter().map(|index| opaque(palette[usize::from(*index)]));
                pixels.collect::<Vec<_>>().into_flattened()
            }
            Format::Rgb565 => each(bytes, |word| opaque(expand565(u16::from_le_bytes(word)))),
            Format::Argb4444 => each(bytes, |word| expand4444(u16::from_le_bytes(word))),
            Format::Bgr888 => each(bytes, |[blue, green, red]| [red, green, blue, 255]),
            Format::Bgra8888 => each(bytes, |[blue, green, red, alpha]| [red, green, blue, alpha]),
        })
    }

    /// The bytes of all levels from the largest one as 8-bit RGBA. Smaller
    /// levels are means of 2 x 2 pixels; indices are the nearest colours of the
    /// palette; formats without alpha lose it.
    ///
    /// `None` when `rgba` is not `4 * width * height` bytes long, or when
    /// indices are asked for without a palette.
    pub fn encode_rgba8(self, rgba: &[u8], palette: Option<&Palette>) -> Option<Vec<u8>> {
        if rgba.len() as u64 != self.pixels().checked_mul(4)? {
            return None;
        }
        let (pixels, _) = rgba.as_chunks::<4>();
        let mut bytes = Vec::with_capacity(self.byte_len()?);
        self.encode_level(&mut bytes, pixels, palette)?;
        let (mut pixels, mut width) = (pixels.to_vec(), self.width as usize);
        for _ in 1..self.levels() {
            pixels = halve(&pixels, width);
            width /= 2;
            self.encode_level(&mut bytes, &pixels, palette)?;
        }
        Some(bytes)
    }

    fn encode_level(self, bytes: &mut Vec<u8>, pixels: &[[u8; 4]], palette: Option<&Palette>) -> Option<()> {
        match self.format {
            Format::Pal8 => {
                let palette = palette?;
                bytes.extend(
                    pixels.iter().map(|[red, green, blue, _]| nearest(palette, [*red, *green, *blue])),
                );
            }
            Format::Rgb565 => bytes.extend(pixels.iter().flat_map(|pixel| reduce565(*pixel).to_le_bytes())),
            Format::Argb4444 => {
                bytes.extend(pixels.iter().flat_map(|pixel| reduce4444(*pixel).to_le_bytes()))
            }
            Format::Bgr888 => {
                bytes.extend(pixels.iter().flat_map(|[red, green, blue, _]| [*blue, *green, *red]))
            }
            Format::Bgra8888 => {
                bytes.extend(
                    pixels.iter().flat_map(|[red, green, blue, alpha]| [*blue, *green, *red, *alpha]),
                );
            }
        }
        Some(())
    }
}

fn each<const N: usize>(bytes: &[u8], pixel: impl Fn([u8; N]) -> [u8; 4]) -> Vec<u8> {
    let (pixels, _) = bytes.as_chunks::<N>();
    pixels.iter().map(|bytes| pixel(*bytes)).collect::<Vec<_>>().into_flattened()
}

const fn opaque([red, green, blue]: [u8; 3]) -> [u8; 4] {
    [red, green, blue, 255]
}

/// The 8-bit channels of a 565 word, each scaled to 0..=255 and rounded.
#[inline]
const fn expand565(word: u16) -> [u8; 3] {
    let word = word as u32;
    // floor(c * 255 / max + 1/2) without a division; exact for every word.
    let (red, green, blue) = (word >> 11, word >> 5 & 0x3F, word & 0x1F);
    [((red * 527 + 23) >> 6) as u8, ((green * 259 + 33) >> 6) as u8, ((blue * 527 + 23) >> 6) as u8]
}

/// The nearest 565 word. Undoes [`expand565`] exactly.
#[inline]
const fn reduce565([red, green, blue, _]: [u8; 4]) -> u16 {
    scale(red, 31) << 11 | scale(green, 63) << 5 | scale(blue, 31)
}

/// The 8-bit channels of a 4444 word; 15 becomes 255.
#[inline]
const fn expand4444(word: u16) -> [u8; 4] {
    let (red, green, blue, alpha) = (word >> 8 & 15, word >> 4 & 15, word & 15, word >> 12);
    // Two channels at once, so that many words are done together.
    let (low, high) = ((red | green << 8) * 17, (blue | alpha << 8) * 17);
    (low as u32 | (high as u32) << 16).to_le_bytes()
}

/// The nearest 4444 word. Undoes [`expand4444`] exactly.
#[inline]
const fn reduce4444([red, green, blue, alpha]: [u8; 4]) -> u16 {
    scale(alpha, 15) << 12 | scale(red, 15) << 8 | scale(green, 15) << 4 | scale(blue, 15)
}

/// floor(channel * max / 255 + 1/2), in whole numbers.
const fn scale(channel: u8, max: u32) -> u16 {
    ((channel as u32 * 2 * max + 255) / 510) as u16
}

fn nearest(palette: &Palette, color: [u8; 3]) -> u8 {
    let distance = |other: &[u8; 3]| -> u32 {
        color.iter().zip(other).map(|(a, b)| u32::from(a.abs_diff(*b)).pow(2)).sum()
    };
    // The first of equals, so that the result does not depend on the order of search.
    let best = palette.iter().enumerate().min_by_key(|(_, other)| distance(other));
    best.map_or(0, |(index, _)| index as u8)
}

/// The mean of each 2 x 2 pixels; an odd last column or row is left out.
fn halve(pixels: &[[u8; 4]], width: usize) -> Vec<[u8; 4]> {
    let half = width / 2;
    if half == 0 {
        return Vec::new();
    }
    let mut smaller = Vec::with_capacity(pixels.len() / 4);
    for rows in pixels.chunks_exact(2 * width) {
        let (upper, lower) = rows.split_at(width);
        let (upper, _) = upper.as_chunks::<2>();
        let (lower, _) = lower.as_chunks::<2>();
        smaller.extend(upper.iter().zip(lower).map(|([a, b], [c, d])| {
            std::array::from_fn(|channel| {
                let sum: u16 = [a, b, c, d].iter().map(|pixel| u16::from(pixel[channel])).sum();
                ((sum + 2) / 4) as u8
            })
        }));
    }
    smaller
}
