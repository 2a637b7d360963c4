//! PNG files as images.

use std::io::Cursor;
use world::Image;

/// The picture of a PNG file that [`encode`](crate::encode()) made, up to a width and height in pixels; `None` for
/// any other file, a damaged one and a larger one.
pub fn decode(png: &[u8], (most_width, most_height): (u32, u32)) -> Option<Image> {
    let most = most_width as usize * most_height as usize * 4;
    let decoder = png::Decoder::new_with_limits(Cursor::new(png), png::Limits { bytes: most + (1 << 20) });
    let mut reader = decoder.read_info().ok()?;
    let info = reader.info();
    let (width, height) = (info.width, info.height);
    let is_rgba = info.color_type == png::ColorType::Rgba && info.bit_depth == png::BitDepth::Eight;
    if !is_rgba || width > most_width || height > most_height {
        return None;
    }
    let mut rgba = vec![0; width as usize * height as usize * 4];
    reader.next_frame(&mut rgba).ok()?;
    Some(Image { width, height, rgba })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_encoded_is_read_again() {
        let image = Image { width: 2, height: 2, rgba: (0..16).collect() };
        let png = crate::encode(&image, None).unwrap();
        assert_eq!(decode(&png, (2, 2)), Some(image));
        assert_eq!(decode(&png, (2, 1)), None);
        assert_eq!(decode(&png[..png.len() / 2], (2, 2)), None);
        assert_eq!(decode(b"", (2, 2)), None);
    }
}
