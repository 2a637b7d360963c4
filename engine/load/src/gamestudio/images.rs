//! Image files beside models and levels: DDS, TGA, BMP, PNG, JPEG, PCX.

use image::{ImageFormat, ImageReader, Limits};
use std::io::Cursor;
use world::Image;

/// Largest width and height.
const MOST_SIDE: u32 = 16_384;
/// Most bytes that decoding one may take.
const MOST_BYTES: u64 = 1 << 30;
/// Most pixels of a PCX file.
const MOST_PCX: usize = 1 << 26;

/// An image file by its name's end, since TGA has no mark of its own; by its
/// content where the end lies.
pub(super) fn decode(name: &str, bytes: &[u8]) -> Result<Image, String> {
    let extension = name.rsplit_once('.').map_or("", |(_, extension)| extension).to_ascii_lowercase();
    // 10 is the mark of PCX.
    if extension == "pcx" && bytes.first() == Some(&10) {
        return pcx(bytes).map_err(|error| error.to_string());
    }
    if bytes.starts_with(b"DDS ") {
        return dds(bytes);
    }
    let named = ImageFormat::from_extension(&extension);
    let format = image::guess_format(bytes).ok().or(named).ok_or("an unknown kind of image")?;
    by_format(bytes, format)
}

/// How [`decode`] takes a file, in capitals.
pub(super) fn format(name: &str, bytes: &[u8]) -> &'static str {
    let extension = name.rsplit_once('.').map_or("", |(_, extension)| extension).to_ascii_lowercase();
    if extension == "pcx" && bytes.first() == Some(&10) {
        return "PCX";
    }
    match image::guess_format(bytes).ok().or(ImageFormat::from_extension(&extension)) {
        Some(ImageFormat::Dds) => "DDS",
        Some(ImageFormat::Tga) => "TGA",
        Some(ImageFormat::Bmp) => "BMP",
        Some(ImageFormat::Png) => "PNG",
        Some(ImageFormat::Jpeg) => "JPEG",
        _ => "unknown",
    }
}

fn by_format(bytes: &[u8], format: ImageFormat) -> Result<Image, String> {
    let mut reader = ImageReader::with_format(Cursor::new(bytes), format);
    let mut limits = Limits::default();
    limits.max_image_width = Some(MOST_SIDE);
    limits.max_image_height = Some(MOST_SIDE);
    limits.max_alloc = Some(MOST_BYTES);
    reader.limits(limits);
    let rgba = reader.decode().map_err(|error| error.to_string())?.into_rgba8();
    let (width, height) = rgba.dimensions();
    if width == 0 || height == 0 {
        return Err("an image without pixels".to_owned());
    }
    Ok(Image { width, height, rgba: rgba.into_raw() })
}

/// Height and width in the header of a DDS file.
const DDS_SIDES: [usize; 2] = [12, 16];

/// Blocks of 4 x 4 texels reach over the edge where a side is no multiple of 4,
/// which the decoder refuses: it gets the whole blocks, and the edge is cut off.
fn dds(bytes: &[u8]) -> Result<Image, String> {
    let side = |at: usize| bytes.get(at..)?.first_chunk().map(|side| u32::from_le_bytes(*side));
    let (Some(height), Some(width)) = (side(DDS_SIDES[0]), side(DDS_SIDES[1])) else {
        return Err("a header that is cut off".to_owned());
    };
    if width.max(height) > MOST_SIDE || width.is_multiple_of(4) && height.is_multiple_of(4) {
        return by_format(bytes, ImageFormat::Dds);
    }
    let mut whole = bytes.to_vec();
    for (at, side) in DDS_SIDES.into_iter().zip([height, width]) {
        whole[at..at + 4].copy_from_slice(&side.next_multiple_of(4).to_le_bytes());
    }
    let Image { width: stride, rgba, .. } = by_format(&whole, ImageFormat::Dds)?;
    let rows = rgba.chunks_exact(4 * stride as usize).take(height as usize);
    let rgba = rows.flat_map(|row| &row[..4 * width as usize]).copied().collect();
    Ok(Image { width, height, rgba })
}

fn pcx(bytes: &[u8]) -> Result<Image, std::io::Error> {
    let mut reader = pcx::Reader::new(bytes)?;
    let (width, height) = reader.dimensions();
    let (columns, rows) = (usize::from(width), usize::from(height));
    if columns * rows > MOST_PCX {
        return Err(std::io::Error::other(format!("{columns} x {rows} pixels, more than {MOST_PCX}")));
    }
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
    if rgba.is_empty() {
        return Err(std::io::Error::other("an image without pixels"));
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
