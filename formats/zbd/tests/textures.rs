//! Texture packages against docs/spec/zbd/textures.md.

use crate::COUNTING;
use binary::{Mode, Padded, Severity};
use harness::mutate::{self, Options};
use harness::typed::row;
use harness::{Outcome, Subject, hex, rules, typed};
use zbd::gamez::Version;
use zbd::textures::color::{expand, reduce};
use zbd::textures::{self, AlphaKind, Palette, Pixels, Texture, TexturePackage, flags};

fn direct() -> Vec<u8> {
    hex::bytes(include_str!("fixtures/textures_direct.hex"))
}

fn local() -> Vec<u8> {
    hex::bytes(include_str!("fixtures/textures_local.hex"))
}

fn global() -> Vec<u8> {
    hex::bytes(include_str!("fixtures/textures_global.hex"))
}

fn all() -> Vec<u8> {
    hex::bytes(include_str!("fixtures/textures_all.hex"))
}

fn outcome(bytes: &[u8], mode: Mode) -> binary::Result<Outcome> {
    let (package, report) = textures::read(bytes, mode)?;
    for index in 0..package.textures.len() {
        package.decode_rgba8(index)?;
    }
    Ok(Outcome { rewritten: textures::write(&package)?, findings: report.into_findings() })
}

fn subject(name: &'static str, fixture: Vec<u8>) -> Subject {
    Subject { name, fixture, read: outcome, sites: textures::fields }
}

/// A clean package, read strictly.
fn read(bytes: &[u8]) -> TexturePackage {
    let (package, report) = textures::read(bytes, Mode::Strict).unwrap();
    assert_eq!(report.findings(), []);
    package
}

fn name(text: &str) -> Padded<32> {
    Padded::new(text).unwrap()
}

#[test]
fn direct_colours_are_read_as_specified() {
    let expected = TexturePackage {
        textures: vec![Texture {
            name: name("fence"),
            palette_index: -1,
            flags: flags::BYTES_PER_PIXEL2 | flags::HAS_ALPHA,
            width: 2,
            height: 3,
            zero08: 0,
            stretch: 2,
            pixels: Pixels::Direct(vec![0xF800, 0x07E0, 0x001F, 0, 0xFFFF, 1]),
            alpha: None,
        }],
        ..TexturePackage::default()
    };
    let package = read(&direct());
    assert_eq!(package, expected);
    let image = package.decode_rgba8(0).unwrap();
    assert_eq!((image.width, image.height, image.alpha), (2, 3, AlphaKind::Simple));
    let rgba = hex::bytes("ff 00 00 ff  00 ff 00 ff  00 00 ff ff  00 00 00 00  ff ff ff ff  00 00 08 ff");
    assert_eq!(image.rgba, rgba);
}

#[test]
fn a_local_palette_follows_the_alpha_plane() {
    let package = read(&local());
    let texture = &package.textures[0];
    assert_eq!((texture.name.text().as_str(), texture.palette_index), ("glass", -1));
    assert_eq!((texture.width, texture.height, texture.stretch), (3, 2, 0));
    // The stale flags are kept.
    assert_eq!(texture.flags, 0xEB);
    let indices = vec![0, 1, 2, 2, 1, 0];
    assert_eq!(texture.pixels, Pixels::Local { indices, palette: vec![0, 0xF800, 0x8410] });
    assert_eq!(texture.alpha.as_deref(), Some([0, 0x40, 0x80, 0xC0, 0xFE, 0xFF].as_slice()));

    let image = package.decode_rgba8(0).unwrap();
    assert_eq!(image.alpha, AlphaKind::Full);
    let rgba = hex::bytes("00 00 00 00  ff 00 00 40  84 82 84 80  84 82 84 c0  ff 00 00 fe  00 00 00 ff");
    assert_eq!(image.rgba, rgba);
}

#[test]
fn a_global_palette_is_shared_and_only_its_first_colours_are_valid() {
    let package = read(&global());
    assert_eq!(package.palettes.len(), 2);
    assert_eq!(package.palettes[0], Palette([0; 256]));
    assert_eq!(package.palettes[1].0[..3], [0x07E0, 0x001F, 0]);
    let texture = &package.textures[0];
    assert_eq!((texture.palette_index, texture.flags, texture.stretch), (1, 0x15, 1));
    assert_eq!(texture.pixels, Pixels::Global { indices: vec![1, 0, 0, 1], colors: 2 });

    let image = package.decode_rgba8(0).unwrap();
    assert_eq!((image.width, image.height, image.alpha), (4, 1, AlphaKind::None));
    assert_eq!(image.rgba, hex::bytes("00 00 ff ff  00 ff 00 ff  00 ff 00 ff  00 00 ff ff"));
}

#[test]
fn every_kind_of_image_is_decoded() {
    let package = read(&all());
    assert_eq!(package.textures.len(), 10);
    assert_eq!(package.textures[8].name.text(), "a_name_of_thirty_one_characters");
    // Names may occur twice; entries differ by position.
    assert_eq!(package.textures[6].name, package.textures[7].name);
    let stretches: Vec<_> = package.textures.iter().map(|texture| texture.stretch).collect();
    assert_eq!(stretches, [1, 0, 2, 3, 0, 0, 0, 8, 4, 7]);

    use AlphaKind::{Full, None, Simple};
    let expected = [
        (None, "00 00 00 ff  ff ff ff ff  ff 00 00 ff  00 00 ff ff"),
        (Simple, "00 00 00 00  00 00 08 ff  00 04 00 ff  ff ff ff ff"),
        (Full, "00 00 00 00  84 82 84 40  ff 00 00 80  ff ff ff ff"),
        (None, "00 00 00 ff  84 82 84 ff  ff ff ff ff  00 00 00 ff"),
        (Simple, "00 00 00 00  00 ff 00 ff  00 ff 00 ff  00 00 00 00"),
        (Full, "ff ff ff ff  00 00 00 80  00 00 00 40  ff ff ff 00"),
        (None, "00 00 00 ff  00 00 ff ff  00 ff 00 ff  ff ff ff ff"),
        (Full, "ff 00 00 ff  00 00 00 00  84 82 84 01"),
        (None, "10 45 a5 ff"),
        (None, "ad 79 6b ff"),
    ];
    for (index, (alpha, rgba)) in expected.into_iter().enumerate() {
        let image = package.decode_rgba8(index).unwrap();
        assert_eq!(image.alpha, alpha, "texture {index}");
        assert_eq!(image.rgba, hex::bytes(rgba), "texture {index}");
        assert_eq!(image.rgba.len() as u32, 4 * image.width * image.height);
    }
}

#[test]
fn stretch_values_of_crimson_skies_are_odd_elsewhere() {
    for (game, odd) in [
        (Version::Recoil, 3),
        (Version::MechWarrior3, 3),
        (Version::PiratesMoon, 3),
        (Version::CrimsonSkies, 0),
    ] {
        let (package, report) = textures::read_for(&all(), Mode::Lenient, game).unwrap();
        let codes: Vec<_> =
            report.findings().iter().map(|finding| (finding.code, finding.severity)).collect();
        assert_eq!(codes, vec![("zbd.textures.stretch", Severity::Warning); odd], "{game:?}");
        assert_eq!(textures::write(&package).unwrap(), all());
    }
    let (_, report) = textures::read_for(&direct(), Mode::Strict, Version::MechWarrior3).unwrap();
    assert_eq!(report.findings(), []);
}

/// floor(value * to / from + 1/2).
fn scaled(value: u32, from: u32, to: u32) -> u32 {
    (2 * value * to + from) / (2 * from)
}

#[test]
fn colours_expand_and_reduce_exactly() {
    for (five, eight) in [0, 1, 2, 3, 15, 16, 30, 31].into_iter().zip([0, 8, 16, 25, 123, 132, 247, 255]) {
        assert_eq!(expand(five << 11 | five), [eight, 0, eight]);
        assert_eq!(reduce([eight, 0, eight]), five << 11 | five);
    }
    for (six, eight) in [1, 31, 32, 62].into_iter().zip([4, 125, 130, 251]) {
        assert_eq!(expand(six << 5), [0, eight, 0]);
        assert_eq!(reduce([0, eight, 0]), six << 5);
    }
    for word in 0..=u16::MAX {
        let [red, green, blue] = [word >> 11, word >> 5 & 63, word & 31].map(u32::from);
        let expected = [scaled(red, 31, 255), scaled(green, 63, 255), scaled(blue, 31, 255)];
        assert_eq!(expand(word).map(u32::from), expected);
        assert_eq!(reduce(expand(word)), word);
    }
    for value in 0..=255 {
        let expected = scaled(value.into(), 255, 31) << 11 | scaled(value.into(), 255, 63) << 5;
        assert_eq!(u32::from(reduce([value, value, 0])), expected);
    }
}

#[test]
fn an_image_made_from_rgba_comes_back() {
    let rgba = hex::bytes("00 00 00 ff  ff ff ff 80  08 04 08 7f  ff 00 00 00");
    let expected = [
        (AlphaKind::None, 0x05, "00 00 00 ff  ff ff ff ff  08 04 08 ff  ff 00 00 ff"),
        (AlphaKind::Simple, 0x03, "00 00 08 ff  ff ff ff ff  00 00 00 00  00 00 00 00"),
        (AlphaKind::Full, 0x0B, "00 00 00 ff  ff ff ff 80  08 04 08 7f  ff 00 00 00"),
    ];
    for (alpha, flags, back) in expected {
        let texture = Texture::from_rgba8("wall", 1, 4, &rgba, alpha).unwrap();
        assert_eq!((texture.flags, texture.alpha_kind(), texture.palette_index), (flags, alpha, -1));
        let package = TexturePackage { textures: vec![texture], ..TexturePackage::default() };
        let read = read(&textures::write(&package).unwrap());
        assert_eq!(read, package);
        let image = read.decode_rgba8(0).unwrap();
        assert_eq!((image.width, image.height, image.rgba), (1, 4, hex::bytes(back)));
    }
    let refused = [
        Texture::from_rgba8("wall", 2, 4, &rgba, AlphaKind::None),
        Texture::from_rgba8("a_name_of_thirty_two_characters_", 1, 4, &rgba, AlphaKind::None),
        Texture::from_rgba8("caf\u{e9}", 1, 4, &rgba, AlphaKind::None),
    ];
    for texture in refused {
        assert_eq!(texture.unwrap_err().code, "zbd.textures.unwritable");
    }
}

#[test]
fn each_field_is_written_at_its_offset() {
    let local_rows = [
        row(&[("/zero00", "1")], &[(0, "01")]),
        row(&[("/has_entries", "258")], &[(4, "02 01")]),
        row(&[("/zero16", "1")], &[(16, "01")]),
        row(&[("/zero20", "1")], &[(20, "01")]),
        row(&[("/textures/0/name", "\"grass\"")], &[(24, "\"grass\"")]),
        row(&[("/textures/0/flags", "2147483915")], &[(64, "0b 01 00 80")]),
        row(&[("/textures/0/width", "1"), ("/textures/0/height", "6")], &[(68, "01 00"), (70, "06 00")]),
        row(&[("/textures/0/zero08", "4294967295")], &[(72, "ff ff ff ff")]),
        row(&[("/textures/0/stretch", "772")], &[(78, "04 03")]),
        row(&[("/textures/0/pixels/local/indices", "\"AgAAAQEB\"")], &[(80, "02 00 00 01 01 01")]),
        row(&[("/textures/0/alpha", "\"AQIDBAUG\"")], &[(86, "01 02 03 04 05 06")]),
        row(&[("/textures/0/pixels/local/palette", "\"AQIDBAUG\"")], &[(92, "01 02 03 04 05 06")]),
    ];
    assert_eq!(typed::run(&read(&local()), textures::write, &local_rows), 12);
    let global_rows = [
        row(&[("/textures/0/palette_index", "0")], &[(60, "00")]),
        row(&[("/textures/0/pixels/global/colors", "772")], &[(1100, "04 03")]),
        row(&[("/textures/0/pixels/global/indices", "\"AAAAAA==\"")], &[(1104, "00 00 00 00")]),
    ];
    assert_eq!(typed::run(&read(&global()), textures::write, &global_rows), 3);
    let direct_rows = [row(
        &[("/textures/0/pixels/direct", "\"AQIDBAUGBwgJCgsM\"")],
        &[(80, "01 02 03 04 05 06 07 08 09 0a 0b 0c")],
    )];
    assert_eq!(typed::run(&read(&direct()), textures::write, &direct_rows), 1);

    let mut package = read(&global());
    package.palettes[1].0[255] = 0x1234;
    let mut expected = global();
    expected[1086..1088].copy_from_slice(&[0x34, 0x12]);
    assert_eq!(textures::write(&package).unwrap(), expected);
}

#[test]
fn json_keeps_everything_and_stays_small() {
    let json = typed::through_json(&read(&all()));
    assert!(json.len() < 4 * all().len(), "{} bytes of JSON", json.len());
    assert!(json.contains("\"name\":\"a_name_of_thirty_one_characters\""));
    let mut odd = all();
    odd[24..28].copy_from_slice(b"\xFF\0\0x");
    odd[1448] = 0x45;
    let (package, _) = textures::read(&odd, Mode::Lenient).unwrap();
    let back: TexturePackage = serde_json::from_str(&typed::through_json(&package)).unwrap();
    assert_eq!(textures::write(&back).unwrap(), odd);
}

/// Why the writer and the decoder refuse a changed texture of the sink.
fn refusals(index: usize, change: impl FnOnce(&mut Texture)) -> (String, Option<String>) {
    let mut package = read(&all());
    change(&mut package.textures[index]);
    let finding = textures::write(&package).expect_err("must be refused");
    assert_eq!(finding.code, "zbd.textures.unwritable");
    assert!(finding.path.starts_with(&format!("texture {index} \"")), "{finding}");
    (finding.expected, package.decode_rgba8(index).err().map(|finding| finding.expected))
}

#[test]
fn parts_that_do_not_fit_are_refused_by_writer_and_decoder() {
    let both = |reason: &str| (reason.to_owned(), Some(reason.to_owned()));
    let writer = |reason: &str| (reason.to_owned(), None);
    assert_eq!(refusals(0, |texture| texture.width = 3), both("6 pixels for 3 x 2"));
    assert_eq!(refusals(2, |texture| texture.alpha = None), both("an alpha plane, as the flags say"));
    assert_eq!(
        refusals(0, |texture| texture.alpha = Some(vec![0; 4])),
        both("no alpha plane, as the flags say")
    );
    assert_eq!(refusals(2, |texture| texture.alpha = Some(vec![0; 3])), both("4 bytes of alpha"));
    assert_eq!(refusals(6, |texture| texture.palette_index = 2), both("one of 2 global palettes"));
    assert_eq!(refusals(6, |texture| texture.palette_index = -1), both("one of 2 global palettes"));
    assert_eq!(refusals(0, |texture| texture.palette_index = 9), writer("-1 or one of 2 global palettes"));
    assert_eq!(refusals(6, |texture| texture.flags = 0x05), writer("flag 0x10 set"));
    assert_eq!(refusals(3, |texture| texture.flags = 0x15), writer("flag 0x10 clear"));
    let beyond = Pixels::Local { indices: vec![0, 1, 2, 3], palette: vec![0; 3] };
    assert_eq!(refusals(3, |texture| texture.pixels = beyond), both("indices below 3"));
    let bare = Pixels::Local { indices: Vec::new(), palette: Vec::new() };
    let empty = |texture: &mut Texture| (texture.width, texture.pixels) = (0, bare);
    assert_eq!(refusals(3, empty), writer("at least one colour"));
    let many = Pixels::Local { indices: vec![0; 4], palette: vec![0; 65536] };
    assert_eq!(refusals(3, |texture| texture.pixels = many), writer("at most 65535 colours"));
    assert_eq!(read(&all()).decode_rgba8(10).unwrap_err().expected, "one of 10 textures");
}

#[test]
fn an_image_beyond_the_limits_is_refused_before_it_is_made() {
    let mut huge = direct();
    huge[68..72].copy_from_slice(&[0xFF; 4]);
    let finding = textures::read(&huge, Mode::Lenient).unwrap_err();
    assert_eq!((finding.code, finding.offset), ("zbd.textures.limit", Some(68)));
    assert_eq!(finding.path, "texture 0 \"fence\"");
}

#[test]
fn every_finding_says_what_to_do() {
    let codes = textures::codes();
    assert!(codes.len() > 20);
    for code in &codes {
        assert!(
            code.id.starts_with("zbd.textures.") && !code.means.is_empty() && !code.advice.is_empty(),
            "{code:?}"
        );
    }
}

#[test]
fn every_rule_of_the_specification_is_enforced() {
    let subjects = [
        subject("textures", all()),
        subject("direct", direct()),
        subject("local", local()),
        subject("global", global()),
    ];
    assert_eq!(rules::run(include_str!("rules/textures.toml"), &subjects), 33);
}

#[test]
fn mutations_are_survived_and_written_back() {
    let tally = mutate::run(&subject("textures", all()), &Options::new(1999, 100_000));
    println!("{tally}");
    tally.assert_healthy(&COUNTING);
}
