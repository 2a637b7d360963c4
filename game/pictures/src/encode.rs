//! Images as PNG files that say who wrote them.

use crate::viewpoint::{KEYWORD, Viewpoint};
use base::Failure;
use base::gate::Mark;
use std::fs::File;
use std::io::BufReader;
use std::path::Path;
use world::Image;

/// A PNG file that [`encode`] wrote.
pub const MARK: Mark = Mark { ending: "png", is_ours };

/// The keyword of a PNG's text that names the program that wrote it, and the beginning of our name.
const SOFTWARE: (&str, &str) = ("Software", "Revisit");

fn is_ours(path: &Path) -> bool {
    let Ok(file) = File::open(path) else { return false };
    let limits = png::Limits { bytes: 1 << 20 };
    let Ok(reader) = png::Decoder::new_with_limits(BufReader::new(file), limits).read_info() else {
        return false;
    };
    let texts = &reader.info().uncompressed_latin1_text;
    // Pictures of earlier versions say where they were taken, and nothing else.
    texts.iter().any(|text| {
        text.keyword == KEYWORD || (text.keyword == SOFTWARE.0 && text.text.starts_with(SOFTWARE.1))
    })
}

/// An image as PNG, and where it was taken.
pub fn encode(image: &Image, place: Option<&Viewpoint>) -> Result<Vec<u8>, Failure> {
    let failed =
        |error: png::EncodingError| Failure::Unusable(format!("the picture cannot be written: {error}"));
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, image.width, image.height);
    encoder.set_color(png::ColorType::Rgba);
    encoder.set_depth(png::BitDepth::Eight);
    let software = format!("{} {}", SOFTWARE.1, env!("CARGO_PKG_VERSION"));
    encoder.add_text_chunk(SOFTWARE.0.to_owned(), software).map_err(failed)?;
    if let Some(place) = place {
        let text = serde_json::to_string(place).unwrap_or_default();
        encoder.add_text_chunk(KEYWORD.to_owned(), ascii(&text)).map_err(failed)?;
    }
    let mut writer = encoder.write_header().map_err(failed)?;
    writer.write_image_data(&image.rgba).map_err(failed)?;
    writer.finish().map_err(failed)?;
    Ok(bytes)
}

/// JSON with everything beyond ASCII escaped: that is all a PNG's text holds.
fn ascii(json: &str) -> String {
    let mut text = String::with_capacity(json.len());
    for letter in json.chars() {
        if letter.is_ascii() {
            text.push(letter);
        } else {
            let mut units = [0; 2];
            text.extend(letter.encode_utf16(&mut units).iter().map(|unit| format!("\\u{unit:04x}")));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_says_where_it_was_taken() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("p.png");
        let place = Viewpoint {
            title: "mechwarrior3".to_owned(),
            world: "c1/\u{e9}\u{1f30d}".to_owned(),
            eye: [1.5, -2.25, 1e6],
            yaw_deg: -170.5,
            pitch_deg: 3.0,
        };
        let image = Image { width: 1, height: 1, rgba: vec![1, 2, 3, 255] };
        std::fs::write(&path, encode(&image, Some(&place)).unwrap()).unwrap();
        assert_eq!(Viewpoint::read(&path).unwrap(), place);
        assert!(is_ours(&path));
        std::fs::write(&path, encode(&image, None).unwrap()).unwrap();
        assert!(Viewpoint::read(&path).unwrap_err().to_string().contains("does not say"));
        assert!(is_ours(&path));
        std::fs::write(&path, b"no picture").unwrap();
        assert!(Viewpoint::read(&path).is_err() && !is_ours(&path));
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, 1, 1);
        encoder.add_text_chunk("Software".to_owned(), "a paint program".to_owned()).unwrap();
        encoder.write_header().unwrap().write_image_data(&[7]).unwrap();
        std::fs::write(&path, bytes).unwrap();
        assert!(!is_ours(&path));
    }
}
