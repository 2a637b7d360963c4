//! PNG files of textures: true colours, or colours by number.

use png::{BitDepth, ColorType, Transformations};
use std::fmt;
use std::io::Cursor;

/// Memory that unpacking one picture may take, in bytes.
const LIMIT: usize = 1 << 30;

/// A picture as a PNG holds it.
#[derive(Debug, PartialEq)]
pub struct Picture {
    /// Columns.
    pub width: u32,
    /// Rows.
    pub height: u32,
    /// Four bytes for each pixel, rows from the top.
    pub rgba: Vec<u8>,
    /// When colours go by number: the number of each pixel, and the colours as
    /// RGBA.
    pub indexed: Option<(Vec<u8>, Vec<[u8; 4]>)>,
}

/// What the pixels of a new PNG are.
pub enum Pixels<'a> {
    /// A grey for each pixel.
    Grey(&'a [u8]),
    /// Four bytes for each pixel, of which the last does not count.
    Rgb(&'a [u8]),
    /// Four bytes for each pixel.
    Rgba(&'a [u8]),
    /// A number for each pixel, and 1 to 256 colours as RGBA.
    Indexed(&'a [u8], &'a [[u8; 4]]),
}

/// Why a picture cannot be written or read.
#[derive(Debug)]
pub enum PictureError {
    /// Sizes and pixels do not fit each other, or there are none.
    Encode(png::EncodingError),
    /// Not a PNG, or a damaged one.
    Decode(png::DecodingError),
    /// More pixels than memory is given for.
    TooLarge {
        /// Columns.
        width: u32,
        /// Rows.
        height: u32,
    },
    /// A pixel's number is beyond the colours of the palette.
    BeyondPalette,
    /// Colours by number with fewer than eight bits, which could not be expanded.
    Colors,
}

impl fmt::Display for PictureError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PictureError::Encode(error) => write!(f, "cannot be written as PNG: {error}"),
            PictureError::Decode(error) => write!(f, "expected a PNG picture, found: {error}"),
            PictureError::TooLarge { width, height } => {
                write!(f, "{width} x {height} pixels are more than can be read")
            }
            PictureError::BeyondPalette => f.write_str("a pixel has a colour beyond the palette of the PNG"),
            PictureError::Colors => f.write_str("the colours of the PNG cannot be read; save it as RGBA"),
        }
    }
}

impl std::error::Error for PictureError {}

impl From<png::EncodingError> for PictureError {
    fn from(error: png::EncodingError) -> Self {
        PictureError::Encode(error)
    }
}

impl From<png::DecodingError> for PictureError {
    fn from(error: png::DecodingError) -> Self {
        PictureError::Decode(error)
    }
}

/// Encodes a PNG; both sizes are above 0.
pub fn encode(width: u16, height: u16, pixels: &Pixels) -> Result<Vec<u8>, PictureError> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width.into(), height.into());
    encoder.set_depth(BitDepth::Eight);
    let three: Vec<u8>;
    let data: &[u8] = match pixels {
        Pixels::Grey(grey) => {
            encoder.set_color(ColorType::Grayscale);
            grey
        }
        Pixels::Rgb(rgba) => {
            encoder.set_color(ColorType::Rgb);
            let (quads, _) = rgba.as_chunks::<4>();
            three = quads.iter().flat_map(|[red, green, blue, _]| [*red, *green, *blue]).collect();
            &three
        }
        Pixels::Rgba(rgba) => {
            encoder.set_color(ColorType::Rgba);
            rgba
        }
        Pixels::Indexed(indices, palette) => {
            encoder.set_color(ColorType::Indexed);
            let colors: Vec<u8> =
                palette.iter().flat_map(|[red, green, blue, _]| [*red, *green, *blue]).collect();
            encoder.set_palette(colors);
            if palette.iter().any(|color| color[3] != 255) {
                encoder.set_trns(palette.iter().map(|color| color[3]).collect::<Vec<u8>>());
            }
            indices
        }
    };
    let mut writer = encoder.write_header()?;
    writer.write_image_data(data)?;
    writer.finish()?;
    Ok(bytes)
}

/// Decodes any PNG.
pub fn decode(bytes: &[u8]) -> Result<Picture, PictureError> {
    let open = |transformations| {
        let mut decoder = png::Decoder::new_with_limits(Cursor::new(bytes), png::Limits { bytes: LIMIT });
        decoder.set_transformations(transformations);
        decoder.read_info()
    };
    let mut reader = open(Transformations::IDENTITY)?;
    let info = reader.info();
    let by_number = info.color_type == ColorType::Indexed && info.bit_depth == BitDepth::Eight;
    if !by_number {
        reader = open(Transformations::EXPAND | Transformations::STRIP_16)?;
    }
    let (width, height) = (reader.info().width, reader.info().height);
    let size = reader.output_buffer_size().filter(|size| *size <= LIMIT);
    let size = size.ok_or(PictureError::TooLarge { width, height })?;
    let mut data = vec![0; size];
    let frame = reader.next_frame(&mut data)?;
    data.truncate(frame.buffer_size());
    if by_number {
        let palette = palette(reader.info());
        let color = |index: &u8| palette.get(usize::from(*index)).copied();
        let rgba: Option<Vec<[u8; 4]>> = data.iter().map(color).collect();
        let rgba = rgba.ok_or(PictureError::BeyondPalette)?.into_flattened();
        return Ok(Picture { width, height, rgba, indexed: Some((data, palette)) });
    }
    let rgba = match frame.color_type {
        ColorType::Grayscale => data.iter().flat_map(|grey| [*grey, *grey, *grey, 255]).collect(),
        ColorType::GrayscaleAlpha => {
            data.as_chunks::<2>().0.iter().flat_map(|[grey, alpha]| [*grey, *grey, *grey, *alpha]).collect()
        }
        ColorType::Rgb => {
            data.as_chunks::<3>().0.iter().flat_map(|[red, green, blue]| [*red, *green, *blue, 255]).collect()
        }
        ColorType::Rgba => data,
        ColorType::Indexed => return Err(PictureError::Colors),
    };
    Ok(Picture { width, height, rgba, indexed: None })
}

fn palette(info: &png::Info) -> Vec<[u8; 4]> {
    let colors = info.palette.as_deref().unwrap_or_default();
    let alphas = info.trns.as_deref().unwrap_or_default();
    let (colors, _) = colors.as_chunks::<3>();
    let color = |(index, [red, green, blue]): (usize, &[u8; 3])| {
        [*red, *green, *blue, alphas.get(index).copied().unwrap_or(255)]
    };
    colors.iter().enumerate().map(color).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_pixels_comes_back() {
        let rgba = [1, 2, 3, 0, 255, 254, 253, 128];
        let back = |pixels: Pixels| decode(&encode(2, 1, &pixels).unwrap()).unwrap();
        assert_eq!(back(Pixels::Rgba(&rgba)).rgba, rgba);
        assert_eq!(back(Pixels::Rgb(&rgba)).rgba, [1, 2, 3, 255, 255, 254, 253, 255]);
        assert_eq!(back(Pixels::Grey(&[7, 9])).rgba, [7, 7, 7, 255, 9, 9, 9, 255]);
        let palette = [[9, 9, 9, 255], [1, 2, 3, 0], [4, 5, 6, 255]];
        let picture = back(Pixels::Indexed(&[1, 2], &palette));
        assert_eq!(picture.rgba, [1, 2, 3, 0, 4, 5, 6, 255]);
        assert_eq!(picture.indexed, Some((vec![1, 2], palette.to_vec())));
    }

    #[test]
    fn damaged_pictures_are_refused() {
        let png = encode(2, 1, &Pixels::Rgba(&[0; 8])).unwrap();
        for end in 0..png.len() - 12 {
            assert!(decode(&png[..end]).is_err(), "cut at {end}");
        }
        // A palette of one colour, and a pixel with the second.
        let png = encode(1, 1, &Pixels::Indexed(&[1], &[[0, 0, 0, 255]])).unwrap();
        assert!(matches!(decode(&png), Err(PictureError::BeyondPalette)));
    }
}
