//! Pixel formats against docs/spec/gamestudio.md, "2.2 Textures" and "3. MDL3 / MDL4
//! / MDL5".

use gamestudio::pixels::{Format, Palette, Shape};

const FORMATS: [Format; 5] =
    [Format::Pal8, Format::Rgb565, Format::Argb4444, Format::Bgr888, Format::Bgra8888];

fn shape(format: Format, width: u32, height: u32, mips: bool) -> Shape {
    Shape { format, width, height, mips }
}

fn palette() -> Palette {
    let mut palette = [[0; 3]; 256];
    palette[1] = [255, 0, 0];
    palette[2] = [1, 2, 3];
    palette[255] = [9, 8, 7];
    palette
}

#[test]
fn type_codes_name_formats_and_mips() {
    let codes: Vec<_> = (0..16).map(|code| Shape::of_type(code, 8, 8).map(Shape::type_code)).collect();
    let pixels = |code: u32| (!matches!(code & 7, 1 | 6 | 7)).then_some(code);
    assert_eq!(codes, (0..16).map(pixels).collect::<Vec<_>>());
    assert_eq!(FORMATS.map(Format::bytes_per_pixel), [1, 2, 2, 3, 4]);
    assert_eq!(FORMATS.map(Format::code), [0, 2, 3, 4, 5]);
}

#[test]
fn levels_follow_one_another_and_halve() {
    let shape = shape(Format::Bgr888, 16, 9, true);
    let levels: Vec<_> = (0..5)
        .map(|number| shape.level(number).map(|level| (level.width, level.height, level.range)))
        .collect();
    assert_eq!(
        levels,
        [Some((16, 9, 0..432)), Some((8, 4, 432..528)), Some((4, 2, 528..552)), Some((2, 1, 552..558)), None]
    );
    assert_eq!(shape.byte_len(), Some(558));
    assert_eq!(Shape { mips: false, ..shape }.byte_len(), Some(432));
    // A column has no smaller level of any width.
    assert_eq!(Shape { width: 1, ..shape }.byte_len(), Some(27));
}

#[test]
fn sizes_that_cannot_be_addressed_are_no_sizes() {
    for mips in [false, true] {
        let huge = shape(Format::Bgra8888, u32::MAX, u32::MAX, mips);
        assert_eq!((huge.byte_len(), huge.level(0)), (None, None));
        assert_eq!(huge.decode_rgba8(&[0; 64], 0, None), None);
        assert_eq!(huge.encode_rgba8(&[0; 64], None), None);
    }
}

#[test]
fn channels_stand_where_the_specification_says() {
    let decoded =
        |format, bytes: &[u8]| shape(format, 2, 1, false).decode_rgba8(bytes, 0, Some(&palette())).unwrap();
    assert_eq!(decoded(Format::Pal8, &[2, 255]), [1, 2, 3, 255, 9, 8, 7, 255]);
    assert_eq!(decoded(Format::Rgb565, &[0x00, 0xF8, 0xE1, 0x07]), [255, 0, 0, 255, 0, 255, 8, 255]);
    assert_eq!(decoded(Format::Argb4444, &[0x23, 0x81, 0x0F, 0xF0]), [17, 34, 51, 136, 0, 0, 255, 255]);
    assert_eq!(decoded(Format::Bgr888, &[1, 2, 3, 4, 5, 6]), [3, 2, 1, 255, 6, 5, 4, 255]);
    assert_eq!(decoded(Format::Bgra8888, &[1, 2, 3, 4, 5, 6, 7, 8]), [3, 2, 1, 4, 7, 6, 5, 8]);
}

#[test]
fn a_smaller_level_is_decoded_alone() {
    let shape = shape(Format::Pal8, 8, 8, true);
    let mut bytes = vec![0; 85];
    bytes[84] = 1;
    assert_eq!(shape.byte_len(), Some(85));
    assert_eq!(shape.decode_rgba8(&bytes, 3, Some(&palette())).unwrap(), [255, 0, 0, 255]);
    assert_eq!(shape.decode_rgba8(&bytes, 4, Some(&palette())), None);
    assert_eq!(shape.decode_rgba8(&bytes[..84], 3, Some(&palette())), None);
    assert_eq!(shape.decode_rgba8(&bytes, 0, None), None);
}

#[test]
fn every_word_comes_back_from_its_colour() {
    let words: Vec<u8> = (0..=u16::MAX).flat_map(u16::to_le_bytes).collect();
    for format in [Format::Rgb565, Format::Argb4444] {
        let shape = shape(format, 256, 256, false);
        let rgba = shape.decode_rgba8(&words, 0, None).unwrap();
        assert_eq!(rgba[65535 * 4..], [255; 4]);
        assert_eq!(shape.encode_rgba8(&rgba, None).unwrap(), words, "{format:?}");
    }
    // 16 of 31 is 131.6, 32 of 63 is 129.5.
    let half = shape(Format::Rgb565, 1, 1, false).decode_rgba8(&[0x10, 0x84], 0, None).unwrap();
    assert_eq!(half, [132, 130, 132, 255]);
}

#[test]
fn colours_become_the_nearest_that_can_be_stored() {
    let encode = |format, rgba: &[u8]| shape(format, 1, 1, false).encode_rgba8(rgba, Some(&palette()));
    assert_eq!(encode(Format::Pal8, &[200, 10, 10, 0]).unwrap(), [1]);
    assert_eq!(encode(Format::Pal8, &[0, 0, 0, 255]).unwrap(), [0]);
    assert_eq!(encode(Format::Rgb565, &[255, 4, 0, 255]).unwrap(), [0x20, 0xF8]);
    assert_eq!(encode(Format::Argb4444, &[8, 9, 255, 247]).unwrap(), [0x1F, 0xF0]);
    assert_eq!(encode(Format::Bgr888, &[1, 2, 3, 4]).unwrap(), [3, 2, 1]);
    assert_eq!(encode(Format::Bgra8888, &[1, 2, 3, 4]).unwrap(), [3, 2, 1, 4]);
    assert_eq!(encode(Format::Bgr888, &[1, 2, 3]), None);
    assert_eq!(shape(Format::Pal8, 1, 1, false).encode_rgba8(&[0; 4], None), None);
}

#[test]
fn smaller_levels_are_means() {
    let shape = shape(Format::Bgra8888, 8, 8, true);
    let mut rgba = vec![0; 8 * 8 * 4];
    // The four pixels of the upper left corner of the first smaller level.
    for (pixel, value) in [(0, 10), (1, 20), (8, 30), (9, 41)] {
        rgba[4 * pixel] = value;
    }
    let bytes = shape.encode_rgba8(&rgba, None).unwrap();
    assert_eq!(bytes.len(), shape.byte_len().unwrap());
    let red = |level| shape.decode_rgba8(&bytes, level, None).unwrap()[0];
    assert_eq!([red(0), red(1), red(2), red(3)], [10, 25, 6, 2]);
    // An odd column and row have no part in them.
    let odd = Shape { width: 3, height: 3, ..shape };
    let bytes = odd.encode_rgba8(&[255; 36], None).unwrap();
    assert_eq!((bytes.len(), bytes), (40, vec![255; 40]));
}
