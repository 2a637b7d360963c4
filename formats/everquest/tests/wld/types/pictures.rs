//! Pictures and materials: their bytes, typed from the tables of docs/spec/everquest/wld.md.

use super::{A, B, C, clean, inline, old};
use everquest::wld::textures::DefaultPaletteFile;
use everquest::wld::*;

#[test]
fn default_palette_file() {
    // No name; "a.pal" and NUL, coded.
    let body = old(0x01, "06 00  f4 14 b5 4b f9 7a");
    assert_eq!(body, Body::DefaultPaletteFile(DefaultPaletteFile { file: inline("a.pal") }));
    assert_eq!(body.name(), Reference::NONE);
}

#[test]
fn bitmap_info() {
    let body = old(
        0x03,
        r#"
        ff ff ff ff  00 00 00 00    # name, one file
        06 00  f4 14 a7 47 e5 7a    # "a.bmp" and NUL, coded
        "#,
    );
    assert_eq!(body, Body::BmInfo(BitmapInfo { name: A, files: vec![inline("a.bmp")] }));
    // Layers of the new version, packed without padding between them.
    let body = clean(
        0x03,
        Version::New,
        r#"
        ff ff ff ff  01 00 00 00    # name, two files
        02 00  f4 3a                # "a"
        03 00  f7 58 c5             # "bb"
        00 00 00                    # padding
        "#,
    );
    assert_eq!(body, Body::BmInfo(BitmapInfo { name: A, files: vec![inline("a"), inline("bb")] }));
}

#[test]
fn simple_sprite_def() {
    // One picture: flag 0x10 alone has no time.
    let body = old(0x04, "ff ff ff ff 10 00 00 00 01 00 00 00  fd ff ff ff");
    let still = SimpleSpriteDef { name: A, flags: 0x10, frames: vec![B], ..SimpleSpriteDef::default() };
    assert_eq!(body, Body::SimpleSpriteDef(still.clone()));
    assert_eq!(SimpleSpriteDef::still(A, B), still);
    assert_eq!(still.frame_ms(), None);
    // Two in turn.
    let body = old(0x04, "ff ff ff ff 18 00 00 00 02 00 00 00  64 00 00 00  fd ff ff ff fb ff ff ff");
    assert_eq!(body, Body::SimpleSpriteDef(SimpleSpriteDef::animated(A, vec![B, C], 100)));
    // A current frame alone, and both, in this order.
    let body = old(0x04, "ff ff ff ff 28 00 00 00 01 00 00 00  07 00 00 00  fd ff ff ff");
    let Body::SimpleSpriteDef(sprite) = body else { panic!() };
    assert_eq!((sprite.current_frame, sprite.sleep_ms), (Some(7), None));
    let body = old(0x04, "ff ff ff ff 38 00 00 00 01 00 00 00  07 00 00 00  c8 00 00 00  fd ff ff ff");
    let Body::SimpleSpriteDef(sprite) = body else { panic!() };
    assert_eq!((sprite.current_frame, sprite.sleep_ms, sprite.frames), (Some(7), Some(200), vec![B]));
}

#[test]
fn material_def() {
    let text = "ff ff ff ff 03 00 00 00 13 00 00 80  4e 4e 4e 00  00 00 80 3f 00 00 40 3f  fd ff ff ff";
    let body = old(0x30, &format!("{text} 05 00 00 00 00 00 00 3f"));
    let mut head = MaterialHead {
        name: A,
        flags: 3,
        render_method: 0x8000_0013,
        pen: [0x4E, 0x4E, 0x4E, 0],
        brightness: 1.0,
        scaled_ambient: 0.75,
        sprite: B,
    };
    assert!(head.is_two_sided());
    assert_eq!(head.method(), RenderMethod::Masked);
    assert_eq!(body, Body::MaterialDef(MaterialDef { head, pair: Some((5, 0.5)) }));
    // Without flag 0x02 there is no pair.
    let body = old(0x30, &text.replace("03 00 00 00 13", "00 00 00 00 13"));
    head.flags = 0;
    assert_eq!(body, Body::MaterialDef(MaterialDef { head, pair: None }));
}

#[test]
fn material_palette() {
    let body = old(0x31, "ff ff ff ff 09 00 00 00 02 00 00 00 fd ff ff ff fb ff ff ff");
    let expected = MaterialPalette { name: A, flags: 9, materials: vec![B, C] };
    assert_eq!(body, Body::MaterialPalette(expected));
}
