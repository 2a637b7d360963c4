//! JPEG files whose four components are taken as they are.

use super::picture::MOST_SIDE;
use binary::Limits;
use world::Image;
use zune_jpeg::JpegDecoder;
use zune_jpeg::zune_core::bytestream::ZCursor;
use zune_jpeg::zune_core::colorspace::ColorSpace;
use zune_jpeg::zune_core::options::DecoderOptions;

/// The four components of each pixel of a JPEG file, neither converted nor inverted: image libraries take four for
/// inks.
///
/// # Errors
/// No JPEG file, one with other components, or more pixels than any picture may have.
pub(crate) fn four_components(bytes: &[u8]) -> Result<Image, String> {
    let side = MOST_SIDE as usize;
    let options = DecoderOptions::default()
        .jpeg_set_out_colorspace(ColorSpace::CMYK)
        .set_max_width(side)
        .set_max_height(side);
    let mut decoder = JpegDecoder::new_with_options(ZCursor::new(bytes), options);
    decoder.decode_headers().map_err(|error| format!("{error:?}"))?;
    if decoder.input_colorspace() != Some(ColorSpace::CMYK) {
        return Err("a JPEG file without four plain components".to_owned());
    }
    let (width, height) = decoder.dimensions().unwrap_or_default();
    if width * height > Limits::default().pixels {
        return Err(format!("{width} x {height} pixels"));
    }
    let rgba = decoder.decode().map_err(|error| format!("{error:?}"))?;
    if rgba.len() != width * height * 4 {
        return Err("a JPEG file that ends early".to_owned());
    }
    Ok(Image { width: width as u32, height: height as u32, rgba })
}
