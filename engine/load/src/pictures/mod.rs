//! Image files beside models and levels: TGA, BMP, PNG, JPEG, PCX, and DDS through `dds.rs`. The most
//! pixels that one may have are in `limits.rs` of the crate `binary`.

pub(crate) mod picture;

mod dds;
mod jpeg;

pub(crate) use jpeg::four_components;

use binary::Limits;
use image::{ImageFormat, ImageReader};
use picture::{MOST_IN_ALL, MOST_SIDE, PictureError, by_format};
use std::io::{self, Cursor};
use world::Image;

/// Bytes of a decoded pixel.
const PIXEL: u64 = 4;

/// What is left of the memory budget for all pictures of a world.
pub(crate) struct Budget {
    left: u64,
    is_over: bool,
}

impl Default for Budget {
    fn default() -> Self {
        Budget { left: MOST_IN_ALL, is_over: false }
    }
}

/// Outcome of asking the budget for a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Room {
    /// There is room.
    Granted,
    /// There is no room, for the first time.
    Over,
    /// There is no room; this was reported before.
    Again,
}

impl Budget {
    /// Reserves room for a picture of so many pixels.
    pub fn take(&mut self, pixels: u64) -> Room {
        match self.left.checked_sub(pixels.saturating_mul(PIXEL)) {
            Some(left) => {
                self.left = left;
                Room::Granted
            }
            None if std::mem::replace(&mut self.is_over, true) => Room::Again,
            None => Room::Over,
        }
    }

    #[cfg(test)]
    pub fn with_room_for(pixels: u64) -> Self {
        Budget { left: pixels * PIXEL, is_over: false }
    }
}

/// Width and height of an image file, by its header.
///
/// # Errors
/// Larger than anything that is decoded, or no header.
pub(crate) fn size(name: &str, bytes: &[u8]) -> Result<(u32, u32), PictureError> {
    let (width, height) = match decoder(name, bytes)? {
        Decoder::Pcx => {
            let (width, height) =
                pcx::Reader::new(bytes).map_err(|error| PictureError::of_read(error, bytes))?.dimensions();
            (width.into(), height.into())
        }
        Decoder::Dds => dds::size(bytes)?,
        Decoder::Other(format) => {
            let reader = ImageReader::with_format(Cursor::new(bytes), format);
            reader.into_dimensions().map_err(|error| PictureError::of(error, bytes))?
        }
    };
    if width == 0 || height == 0 {
        return Err(PictureError::Empty);
    }
    let most = Limits::default().pixels as u64;
    if width.max(height) > MOST_SIDE || u64::from(width) * u64::from(height) > most {
        return Err(PictureError::TooLarge { width, height });
    }
    Ok((width, height))
}

/// The formats of games, besides PCX and DDS, which have decoders of their own. Nothing else is
/// decoded, whatever the image library knows.
const FORMATS: [(ImageFormat, &str); 4] = [
    (ImageFormat::Tga, "TGA"),
    (ImageFormat::Bmp, "BMP"),
    (ImageFormat::Png, "PNG"),
    (ImageFormat::Jpeg, "JPEG"),
];

/// Who decodes an image file.
#[derive(Clone, Copy)]
enum Decoder {
    Pcx,
    Dds,
    Other(ImageFormat),
}

/// The decoder of an image file, by its extension, since TGA has no signature; by its content where
/// the extension is wrong.
fn decoder(name: &str, bytes: &[u8]) -> Result<Decoder, PictureError> {
    let extension = name.rsplit_once('.').map_or("", |(_, extension)| extension).to_ascii_lowercase();
    // PCX starts with 10.
    if extension == "pcx" && bytes.first() == Some(&10) {
        return Ok(Decoder::Pcx);
    }
    if bytes.starts_with(b"DDS ") {
        return Ok(Decoder::Dds);
    }
    let named = ImageFormat::from_extension(&extension);
    let format = image::guess_format(bytes).ok().or(named).ok_or(PictureError::UnknownKind)?;
    match FORMATS.iter().any(|(known, _)| *known == format) {
        true => Ok(Decoder::Other(format)),
        false => Err(PictureError::NotOfGames(format)),
    }
}

/// The picture in an image file.
///
/// # Errors
/// As [`size`], or pixels that cannot be read.
pub(crate) fn decode(name: &str, bytes: &[u8]) -> Result<Image, PictureError> {
    size(name, bytes)?;
    match decoder(name, bytes)? {
        Decoder::Pcx => pcx(bytes).map_err(|error| PictureError::of_read(error, bytes)),
        Decoder::Dds => dds::decode(bytes),
        Decoder::Other(format) => by_format(bytes, format),
    }
}

/// The format that [`decode`] assumes, in capitals.
pub(crate) fn format(name: &str, bytes: &[u8]) -> &'static str {
    match decoder(name, bytes) {
        Ok(Decoder::Pcx) => "PCX",
        Ok(Decoder::Dds) => "DDS",
        Ok(Decoder::Other(format)) => {
            FORMATS.iter().find(|(known, _)| *known == format).map_or("unknown", |(_, name)| name)
        }
        Err(_) => "unknown",
    }
}

fn pcx(bytes: &[u8]) -> io::Result<Image> {
    let mut reader = pcx::Reader::new(bytes)?;
    let (width, height) = reader.dimensions();
    let (columns, rows) = (usize::from(width), usize::from(height));
    let mut rgba = Vec::with_capacity(columns * rows * 4);
    if reader.is_paletted() {
        let mut indices = vec![0; columns * rows];
        for row in indices.chunks_exact_mut(columns.max(1)) {
            reader.next_row_paletted(row)?;
        }
        let mut colors = [0; 768];
        reader.read_palette(&mut colors)?;
        for index in indices {
            let color = &colors[3 * usize::from(index)..][..3];
            rgba.extend([color[0], color[1], color[2], 255]);
        }
    } else {
        let mut row = vec![0; columns * 3];
        for _ in 0..rows {
            reader.next_row_rgb(&mut row)?;
            rgba.extend(row.chunks_exact(3).flat_map(|color| [color[0], color[1], color[2], 255]));
        }
    }
    Ok(Image { width: width.into(), height: height.into(), rgba })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_is_known_by_content_before_its_name() {
        // BMP, 24 bits, one row of red and blue.
        let head = [b"BM".as_slice(), &[62, 0, 0, 0, 0, 0, 0, 0, 54, 0, 0, 0]].concat();
        let info = [40, 0, 0, 0, 2, 0, 0, 0, 1, 0, 0, 0, 1, 0, 24, 0];
        let pixels = [0, 0, 255, 255, 0, 0, 0, 0];
        let bytes = [head.as_slice(), &info, &[0; 24], &pixels].concat();
        for name in ["a.bmp", "a.tga", "a.pcx"] {
            let image = decode(name, &bytes).unwrap();
            assert_eq!((image.width, image.height), (2, 1), "{name}");
            assert_eq!(image.rgba, [255, 0, 0, 255, 0, 0, 255, 255], "{name}");
        }
        assert!(decode("a.txt", b"words").is_err());
        assert!(decode("a.bmp", &bytes[..60]).is_err());
    }

    #[test]
    fn only_formats_of_games_are_decoded_whatever_the_name_says() {
        let gif = b"GIF89a\x01\0\x01\0\x80\0\0\xff\0\0\0\0\0,\0\0\0\0\x01\0\x01\0\0\x02\x02D\x01\0;";
        let others: [(&[u8], &str); 5] = [
            (gif, "GIF"),
            (b"RIFF\x1a\0\0\0WEBPVP8L", "WebP"),
            (b"II*\0\x08\0\0\0", "TIFF"),
            (b"P6 1 1 255 abc", "PNM"),
            (b"\0\0\x01\0\x01\0", "ICO"),
        ];
        for (bytes, kind) in others {
            for name in ["a.png", "a.pcx", "a.dds", "a.tga", "a.bmp", "a"] {
                for problem in [size(name, bytes).err(), decode(name, bytes).err()] {
                    let said = problem.unwrap().to_string();
                    let expected =
                        format!("{kind}, which games do not use (they use BMP, DDS, JPEG, PCX, PNG and TGA)");
                    assert_eq!(said, expected, "{name}");
                }
                assert_eq!(format(name, bytes), "unknown");
            }
        }
        // Its name alone says what it is.
        assert!(matches!(decode("a.gif", b"words"), Err(PictureError::NotOfGames(ImageFormat::Gif))));
    }

    fn tga(width: u16, height: u16, pixels: usize) -> Vec<u8> {
        let [w, h] = [width, height].map(u16::to_le_bytes);
        let head = [0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, w[0], w[1], h[0], h[1], 24, 0x20];
        [head.as_slice(), &vec![7; 3 * pixels]].concat()
    }

    #[test]
    fn a_picture_that_is_cut_off_empty_or_huge_says_so() {
        assert_eq!(size("a.tga", &tga(8, 4, 0)).unwrap(), (8, 4), "its header tells");
        let cut = decode("a.tga", &tga(8, 4, 31)).unwrap_err().to_string();
        assert_eq!(cut, "a file that ends after 111 bytes, inside the picture");
        assert_eq!(decode("a.tga", &tga(8, 4, 32)).unwrap().rgba.len(), 128);
        for (width, height) in [(16_385, 1), (1, 20_000), (8193, 8192), (65_535, 65_535)] {
            let problem = decode("a.tga", &tga(width, height, 0)).unwrap_err().to_string();
            assert!(problem.starts_with(&format!("{width} x {height} pixels, more than")), "{problem}");
        }
    }

    #[test]
    fn pictures_share_their_room() {
        let mut budget = Budget::default();
        let largest = 1 << 26;
        for _ in 0..7 {
            assert_eq!(budget.take(largest), Room::Granted);
        }
        assert_eq!(budget.take(largest - 16), Room::Granted);
        assert_eq!([17, 17].map(|pixels| budget.take(pixels)), [Room::Over, Room::Again]);
        assert_eq!(budget.take(16), Room::Granted, "what fits is shown all the same");
    }

    #[test]
    fn indices_and_rows_of_pcx_become_colours() {
        let mut bytes = Vec::new();
        let mut writer = pcx::WriterPaletted::new(&mut bytes, (3, 2), (96, 96)).unwrap();
        for row in [[0, 1, 2], [2, 1, 0]] {
            writer.write_row(&row).unwrap();
        }
        let mut colors = [0; 768];
        colors[3..9].copy_from_slice(&[10, 20, 30, 40, 50, 60]);
        writer.write_palette(&colors).unwrap();
        let image = decode("a.PCX", &bytes).unwrap();
        assert_eq!((image.width, image.height), (3, 2));
        assert_eq!(image.rgba[4..12], [10, 20, 30, 255, 40, 50, 60, 255]);
        assert_eq!(image.rgba[12..16], [40, 50, 60, 255]);
        assert!(decode("a.pcx", &bytes[..100]).is_err());
    }
}
