//! DDS files: blocks of compressed texels, which the image library decodes, and plain pixels, whose
//! header says which bits of a pixel are which channel. Only the largest level is looked at.
//! Source: Microsoft's documentation "DDS_HEADER structure" and "DDS_PIXELFORMAT structure".

use super::picture::{PictureError, by_format};
use image::ImageFormat;
use world::Image;

/// Height and width in the header.
const SIDES: [usize; 2] = [12, 16];
/// Flags of the pixel format.
const FLAGS: usize = 80;
/// Bits of a plain pixel.
const BITS: usize = 88;
/// The bits of red, green, blue and alpha.
const MASKS: [usize; 4] = [92, 96, 100, 104];
/// Where the largest level starts.
const PIXELS: usize = 128;

/// The pixel format has alpha bits.
const HAS_ALPHA: u32 = 0x1;
/// A code of four letters names the pixel format: the file is compressed.
const FOUR_LETTERS: u32 = 0x4;
/// One channel, in the bits of red, is grey.
const LUMINANCE: u32 = 0x2_0000;

fn word(bytes: &[u8], at: usize) -> Result<u32, PictureError> {
    let word = bytes.get(at..).and_then(<[u8]>::first_chunk);
    word.map(|word| u32::from_le_bytes(*word)).ok_or(PictureError::HeaderCut)
}

/// Width and height.
pub(crate) fn size(bytes: &[u8]) -> Result<(u32, u32), PictureError> {
    let [height, width] = SIDES;
    Ok((word(bytes, width)?, word(bytes, height)?))
}

/// The picture; its size has been checked.
pub(crate) fn decode(bytes: &[u8]) -> Result<Image, PictureError> {
    if word(bytes, FLAGS)? & FOUR_LETTERS != 0 { blocks(bytes) } else { plain(bytes) }
}

/// Blocks of 4 x 4 texels reach over the edge where a side is no multiple of 4,
/// which the decoder refuses: it gets the whole blocks, and the edge is cut off.
fn blocks(bytes: &[u8]) -> Result<Image, PictureError> {
    let (width, height) = size(bytes)?;
    if width.is_multiple_of(4) && height.is_multiple_of(4) {
        return by_format(bytes, ImageFormat::Dds);
    }
    let mut whole = bytes.to_vec();
    for (at, side) in SIDES.into_iter().zip([height, width]) {
        whole[at..at + 4].copy_from_slice(&side.next_multiple_of(4).to_le_bytes());
    }
    let Image { width: stride, rgba, .. } = by_format(&whole, ImageFormat::Dds)?;
    let rows = rgba.chunks_exact(4 * stride as usize).take(height as usize);
    let rgba = rows.flat_map(|row| &row[..4 * width as usize]).copied().collect();
    Ok(Image { width, height, rgba })
}

/// A channel of a plain pixel: some of its bits, spread over 0..=255.
#[derive(Clone, Copy)]
struct Channel {
    mask: u32,
    shift: u32,
    most: u64,
    /// What a pixel has without such bits.
    without: u8,
}

impl Channel {
    fn new(mask: u32, without: u8) -> Self {
        let shift = mask.trailing_zeros() % u32::BITS;
        Channel { mask, shift, most: u64::from(mask >> shift), without }
    }

    /// To the nearest of 256 steps.
    fn of(self, pixel: u32) -> u8 {
        if self.mask == 0 {
            return self.without;
        }
        let value = u64::from((pixel & self.mask) >> self.shift);
        ((value * 255 + self.most / 2) / self.most) as u8
    }
}

/// Rows of plain pixels without gaps.
fn plain(bytes: &[u8]) -> Result<Image, PictureError> {
    let (width, height) = size(bytes)?;
    let (flags, bits) = (word(bytes, FLAGS)?, word(bytes, BITS)?);
    let bytes_each = match bits {
        8 | 16 | 24 | 32 => bits as usize / 8,
        _ => return Err(PictureError::DdsBits(bits)),
    };
    let mut masks = [0; 4];
    for (mask, at) in masks.iter_mut().zip(MASKS) {
        *mask = word(bytes, at)?;
    }
    let [red, mut green, mut blue, mut alpha] = masks;
    if flags & LUMINANCE != 0 {
        (green, blue) = (red, red);
    }
    if flags & HAS_ALPHA == 0 {
        alpha = 0;
    }
    let [red, green, blue] = [red, green, blue].map(|mask| Channel::new(mask, 0));
    let alpha = Channel::new(alpha, u8::MAX);
    let count = width as usize * height as usize;
    let pixels = bytes.get(PIXELS..).and_then(|pixels| pixels.get(..count * bytes_each));
    let pixels = pixels.ok_or(PictureError::Cut(bytes.len()))?;
    let mut rgba = Vec::with_capacity(count * 4);
    for pixel in pixels.chunks_exact(bytes_each) {
        let pixel = pixel.iter().rev().fold(0, |word, byte| word << 8 | u32::from(*byte));
        rgba.extend([red, green, blue, alpha].map(|channel| channel.of(pixel)));
    }
    Ok(Image { width, height, rgba })
}

#[cfg(test)]
mod tests {
    use super::super::decode;

    /// A header of plain pixels.
    fn header(width: u32, height: u32, flags: u32, bits: u32, masks: [u32; 4]) -> Vec<u8> {
        let mut bytes = vec![0; 128];
        bytes[..4].copy_from_slice(b"DDS ");
        let mut put = |at: usize, word: u32| bytes[at..at + 4].copy_from_slice(&word.to_le_bytes());
        for (at, word) in
            [(4, 124), (8, 0x100f), (12, height), (16, width), (76, 32), (80, flags), (88, bits)]
        {
            put(at, word);
        }
        for (at, mask) in [92, 96, 100, 104].into_iter().zip(masks) {
            put(at, mask);
        }
        bytes
    }

    #[test]
    fn plain_pixels_are_taken_apart_by_their_masks() {
        // 32 bits with alpha, blue first: two pixels.
        let masks = [0x00ff_0000, 0x0000_ff00, 0x0000_00ff, 0xff00_0000];
        let four = [header(2, 1, 0x41, 32, masks), vec![30, 20, 10, 128, 3, 2, 1, 0]].concat();
        let image = decode("a.dds", &four).unwrap();
        assert_eq!((image.width, image.height), (2, 1));
        assert_eq!(image.rgba, [10, 20, 30, 128, 1, 2, 3, 0]);
        // The same without the flag for alpha is opaque.
        let opaque = [header(2, 1, 0x40, 32, masks), vec![30, 20, 10, 128, 3, 2, 1, 0]].concat();
        assert_eq!(decode("a.dds", &opaque).unwrap().rgba, [10, 20, 30, 255, 1, 2, 3, 255]);
        // 24 bits, one column of two rows, and a smaller level behind it.
        let three = [header(1, 2, 0x40, 24, [0x00ff_0000, 0xff00, 0xff, 0]), vec![9, 8, 7, 6, 5, 4, 1, 1, 1]];
        assert_eq!(decode("a.dds", &three.concat()).unwrap().rgba, [7, 8, 9, 255, 4, 5, 6, 255]);
        // 565: red 31 of 31, green 32 of 63, blue 1 of 31: 255, 129.5 and 8.2.
        let pixel = (31_u16 << 11 | 32 << 5 | 1).to_le_bytes();
        let two = [header(1, 1, 0x40, 16, [0xf800, 0x07e0, 0x001f, 0]), pixel.to_vec()].concat();
        assert_eq!(decode("a.dds", &two).unwrap().rgba, [255, 130, 8, 255]);
        // One channel of grey.
        let grey = [header(2, 1, 0x2_0000, 8, [0xff, 0, 0, 0]), vec![0, 77]].concat();
        assert_eq!(decode("a.dds", &grey).unwrap().rgba, [0, 0, 0, 255, 77, 77, 77, 255]);
    }

    #[test]
    fn plain_pixels_that_are_missing_or_of_an_odd_size_are_refused() {
        let masks = [0x00ff_0000, 0xff00, 0xff, 0];
        let cut = [header(2, 2, 0x40, 24, masks), vec![0; 11]].concat();
        let said = decode("a.dds", &cut).unwrap_err().to_string();
        assert_eq!(said, "a file that ends after 139 bytes, inside the picture");
        for bits in [0, 1, 12, 64, u32::MAX] {
            let said = decode("a.dds", &header(1, 1, 0x40, bits, masks)).unwrap_err().to_string();
            assert!(said.starts_with(&format!("a DDS file of {bits} bits")), "{said}");
        }
        assert!(decode("a.dds", &header(1, 1, 0x40, 24, masks)[..100]).is_err());
    }

    #[test]
    fn a_dds_file_of_any_size_is_decoded() {
        let mut bytes = vec![0; 128];
        bytes[..4].copy_from_slice(b"DDS ");
        let mut put = |at: usize, word: u32| bytes[at..at + 4].copy_from_slice(&word.to_le_bytes());
        for (at, word) in [(4, 124), (8, 0x1007), (12, 3), (16, 6), (76, 32), (80, 4), (108, 0x1000)] {
            put(at, word);
        }
        bytes[84..88].copy_from_slice(b"DXT1");
        // Two blocks of one colour each: red, and blue.
        for color in [[0x00, 0xf8], [0x1f, 0x00]] {
            bytes.extend([color[0], color[1], 0, 0, 0, 0, 0, 0]);
        }
        let image = decode("a.dds", &bytes).unwrap();
        assert_eq!((image.width, image.height, image.rgba.len()), (6, 3, 6 * 3 * 4));
        let (red, blue) = ([255, 0, 0, 255], [0, 0, 255, 255]);
        assert_eq!(image.rgba[..24], [red, red, red, red, blue, blue].concat());
        assert_eq!(image.rgba[48..], image.rgba[..24]);
        for length in [4, 100, 130] {
            assert!(decode("a.dds", &bytes[..length]).is_err(), "{length}");
        }
    }
}
