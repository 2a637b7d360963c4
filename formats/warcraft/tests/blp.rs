//! Textures against docs/spec/m2.md, "14. What a real install needs".

use binary::{Mode, Severity};
use harness::alloc;
use harness::mutate::{self, Options};
use harness::typed::{self, row, structure};
use harness::{Outcome, Subject, hex, rules};
use warcraft::blp::{self, Blocks, Blp, Common, Encoding};

macro_rules! fixture {
    ($name:ident) => {
        fn $name() -> Vec<u8> {
            hex::bytes(include_str!(concat!("fixtures/", stringify!($name), ".hex")))
        }
    };
}
fixture!(blp2_palette);
fixture!(blp2_dxt1);
fixture!(blp2_dxt3);
fixture!(blp2_dxt5);
fixture!(blp2_plain);
fixture!(blp1_palette);
fixture!(blp1_jpeg);

fn outcome(bytes: &[u8], mode: Mode) -> binary::Result<Outcome> {
    let (texture, report) = blp::read(bytes, mode)?;
    for level in 0..texture.levels.len() {
        if let Ok(rgba) = texture.decode_rgba8(level) {
            let (width, height) = texture.size(level);
            assert_eq!(rgba.len(), 4 * width as usize * height as usize);
        }
        texture.jpeg(level);
    }
    Ok(Outcome { rewritten: blp::write(&texture)?, findings: report.into_findings() })
}

fn subjects() -> Vec<Subject> {
    let subject = |name, fixture| Subject { name, fixture, read: outcome, sites: blp::fields };
    vec![
        subject("palette", blp2_palette()),
        subject("dxt1", blp2_dxt1()),
        subject("dxt3", blp2_dxt3()),
        subject("dxt5", blp2_dxt5()),
        subject("plain", blp2_plain()),
        subject("palette1", blp1_palette()),
        subject("jpeg", blp1_jpeg()),
    ]
}

fn read(bytes: &[u8]) -> Blp {
    let (texture, report) = blp::read(bytes, Mode::Strict).unwrap();
    assert_eq!(report.findings(), []);
    texture
}

#[test]
fn every_rule_of_the_specification_is_enforced() {
    assert_eq!(rules::run(include_str!("rules/blp.toml"), &subjects()), 27);
}

#[test]
fn every_finding_has_a_rule_and_says_what_to_do() {
    let table = include_str!("rules/blp.toml");
    let elsewhere =
        ["leftover", "decode", "unwritable", "overlaps"].map(|code| format!("warcraft.blp.{code}"));
    for code in blp::codes() {
        assert!(code.id.starts_with("warcraft.blp.") && !code.means.is_empty() && !code.advice.is_empty());
        let ruled = table.contains(&format!("code = \"{}\"", code.id));
        assert!(ruled != elsewhere.iter().any(|other| other == code.id), "{}", code.id);
    }
}

#[test]
fn mutations_are_survived_and_written_back() {
    for (subject, seed) in subjects().iter().zip(2004..) {
        let tally = mutate::run(subject, &Options::new(seed, 20_000));
        println!("{tally}");
        // Next to nothing but the first four bytes can end the reading: no more is asked of the rest.
        assert!(alloc::installed() && tally.over_budget.is_none(), "{:?}", tally.over_budget);
        assert!(tally.mutations.accepted > tally.mutations.rejections(), "{tally}");
    }
}

#[test]
fn palettes_are_looked_up() {
    // Red, green, blue, white; the lower four bits are the alpha of the first of two pixels.
    let texture = read(&blp2_palette());
    assert_eq!(texture.encoding(), Some(Encoding::Palette { alpha_bits: 4 }));
    let rgba = texture.decode_rgba8(0).unwrap();
    assert_eq!(rgba[..16], [255, 0, 0, 0, 0, 255, 0, 17, 0, 0, 255, 34, 255, 255, 255, 51]);
    assert_eq!(rgba[28..], [255, 0, 0, 255]);
    assert_eq!(
        (texture.size(1), texture.decode_rgba8(1).unwrap()),
        ((2, 1), vec![0, 255, 0, 255, 0, 0, 255, 136])
    );
    assert_eq!((texture.size(2), texture.decode_rgba8(2).unwrap()), ((1, 1), vec![255, 255, 255, 204]));
    // The lowest bit is the alpha of the first of eight pixels: 10100101.
    let texture = read(&blp1_palette());
    let alphas: Vec<u8> = texture.decode_rgba8(0).unwrap().chunks(4).map(|pixel| pixel[3]).collect();
    assert_eq!(alphas, [255, 0, 255, 0, 0, 255, 0, 255]);
}

#[test]
fn blocks_are_decoded() {
    // Red and blue with two colours between them; then blue and red, whose first is the lesser: one
    // colour between them, and black. Rows of pixels: 0 1 2 3, 0 0 0 0, 1 1 1 1, 3 3 3 3.
    let texture = read(&blp2_dxt1());
    assert_eq!(texture.encoding(), Some(Encoding::Blocks(Blocks::Opaque)));
    let rgba = texture.decode_rgba8(0).unwrap();
    let (red, blue, black) = ([255, 0, 0, 255], [0, 0, 255, 255], [0, 0, 0, 255]);
    let row = |rgba: &[u8], width: usize, row: usize| -> Vec<[u8; 4]> {
        rgba[4 * width * row..4 * width * (row + 1)].as_chunks::<4>().0.to_vec()
    };
    let (near_red, near_blue, middle) = ([170, 0, 85, 255], [85, 0, 170, 255], [127, 0, 127, 255]);
    assert_eq!(row(&rgba, 8, 0), [red, blue, near_red, near_blue, blue, red, middle, black]);
    assert_eq!(row(&rgba, 8, 3), [[near_blue; 4], [black; 4]].concat());
    // The block of a level of 2 x 1 reaches over its edges.
    assert_eq!(texture.decode_rgba8(2).unwrap(), [red, blue].concat());
    // With a bit of alpha, black is not there.
    let mut punched = blp2_dxt1();
    punched[9] = 1;
    assert_eq!(row(&read(&punched).decode_rgba8(0).unwrap(), 8, 3)[4..], [[0, 0, 0, 0]; 4]);

    // Four bits of alpha; colours are four although the first is the lesser.
    let rgba = read(&blp2_dxt3()).decode_rgba8(0).unwrap();
    assert_eq!(row(&rgba, 4, 0), [[0, 0, 255, 0], [255, 0, 0, 17], [85, 0, 170, 34], [170, 0, 85, 51]]);
    assert_eq!(row(&rgba, 4, 3)[3], [170, 0, 85, 255]);

    // 255 and 0, and sixths between them, 255 * 6 / 7 = 218 and so on.
    let texture = read(&blp2_dxt5());
    let alphas = |texture: &Blp| -> Vec<u8> {
        texture.decode_rgba8(0).unwrap().chunks(4).map(|pixel| pixel[3]).collect()
    };
    assert_eq!(alphas(&texture)[..8], [255, 0, 218, 182, 145, 109, 72, 36]);
    // 0 and 255, fifths between them, then 0 and 255.
    let mut other = blp2_dxt5();
    other.swap(1172, 1173);
    assert_eq!(alphas(&read(&other))[8..], [0, 255, 51, 102, 153, 204, 0, 255]);
}

#[test]
fn plain_pixels_change_places() {
    assert_eq!(read(&blp2_plain()).decode_rgba8(0).unwrap(), [3, 2, 1, 4, 7, 6, 5, 8]);
}

#[test]
fn jpeg_files_are_joined() {
    let texture = read(&blp1_jpeg());
    assert_eq!(texture.encoding(), Some(Encoding::Jpeg));
    assert_eq!(texture.common, Common::Jpeg(vec![0xFF, 0xD8, 0xFF, 0xDB, 0xFF]));
    assert_eq!(texture.jpeg(0).unwrap(), [0xFF, 0xD8, 0xFF, 0xDB, 0xFF, 0xD9, 1, 2, 3]);
    assert_eq!((texture.jpeg(2), read(&blp2_plain()).jpeg(0)), (None, None));
    assert_eq!(texture.decode_rgba8(0).unwrap_err().code, "warcraft.blp.decode");
    // The levels do not follow the header at once.
    assert!(texture.placement.is_some());
}

#[test]
fn palette_textures_are_made() {
    let palette = [[255, 0, 0], [0, 255, 0], [0, 0, 255], [255, 255, 255]];
    let alphas = [0, 17, 34, 51, 68, 85, 102, 255];
    let levels: [(&[u8], &[u8]); 3] =
        [(&[0, 1, 2, 3, 3, 2, 1, 0], &alphas), (&[1, 2], &[255, 136]), (&[3], &[204])];
    let texture = Blp::from_palette(4, 2, &palette, &levels, 4).unwrap();
    assert_eq!(blp::write(&texture).unwrap(), blp2_palette());
    for (bits, wanted) in [(0, [255; 8]), (1, [0, 0, 0, 0, 0, 0, 0, 255]), (8, alphas)] {
        let texture = Blp::from_palette(4, 2, &palette, &levels[..1], bits).unwrap();
        let back = read(&blp::write(&texture).unwrap());
        assert_eq!(back, texture);
        let found: Vec<u8> = back.decode_rgba8(0).unwrap().chunks(4).map(|pixel| pixel[3]).collect();
        assert_eq!(found, wanted);
    }
    let refused = |result: binary::Result<Blp>| result.unwrap_err().expected.clone();
    assert_eq!(refused(Blp::from_palette(4, 2, &palette, &levels, 2)), "0, 1, 4 or 8 bits of alpha");
    assert_eq!(refused(Blp::from_palette(4, 2, &[[0; 3]; 257], &levels, 8)), "at most 256 colours");
    assert_eq!(refused(Blp::from_palette(4, 4, &palette, &levels, 8)), "16 pixels in level 0");
    assert_eq!(refused(Blp::from_palette(4, 2, &palette, &[levels[0]; 17], 8)), "at most 16 levels");
}

#[test]
fn parts_that_do_not_fit_are_refused() {
    let refused = |texture: &Blp| blp::write(texture).unwrap_err().expected.clone();
    let mut texture = read(&blp2_plain());
    texture.common = Common::Jpeg(vec![1]);
    assert_eq!(refused(&texture), "a palette");
    texture.common = Common::Palette(vec![1]);
    assert_eq!(refused(&texture), "a palette of 1024 bytes");
    let mut texture = read(&blp1_jpeg());
    texture.common = Common::Palette(vec![]);
    assert_eq!(refused(&texture), "the start of JPEG files");
    texture.levels = vec![vec![]; 17];
    assert_eq!(refused(&texture), "at most 16 levels");
}

#[test]
fn odd_places_are_kept_until_they_no_longer_fit() {
    let mut bytes = blp2_plain();
    bytes.extend([0, 5]);
    let (mut texture, report) = blp::read(&bytes, Mode::Strict).unwrap();
    let found: Vec<_> = report.findings().iter().map(|finding| (finding.code, finding.severity)).collect();
    assert_eq!(found, [("warcraft.blp.leftover", Severity::Note)]);
    assert_eq!(blp::write(&texture).unwrap(), bytes);
    typed::through_json(&texture);
    texture.levels.push(vec![1; 4]);
    let back = read(&blp::write(&texture).unwrap());
    assert_eq!((back.levels.len(), back.placement), (3, None));
    // Sixteen levels, each the whole file.
    let mut bytes = blp2_dxt3();
    for level in 0..16 {
        bytes[20 + 4 * level..24 + 4 * level].copy_from_slice(&1172_u32.to_le_bytes());
        bytes[84 + 4 * level..88 + 4 * level].copy_from_slice(&48_u32.to_le_bytes());
    }
    bytes.truncate(1172 + 48);
    let (texture, _) = blp::read(&bytes, Mode::Lenient).unwrap();
    assert_eq!(blp::write(&texture).unwrap(), bytes);
    let mut large = bytes[..1172].to_vec();
    large.resize(20_000, 7);
    for level in 0..16 {
        large[84 + 4 * level..88 + 4 * level].copy_from_slice(&18_000_u32.to_le_bytes());
    }
    let (texture, report) = blp::read(&large, Mode::Lenient).unwrap();
    assert_eq!(report.counts()["warcraft.blp.overlaps"], 14);
    assert_eq!(blp::write(&texture).unwrap(), large);
}

const HEAD2: &str = "
    4 content u32
    8 encoding u8
    9 alpha_bits u8
    10 alpha_kind u8
    11 mips u8
";

const HEAD1: &str = "
    4 compression =
    8 alpha_bits u32
    20 kind u32
    24 mips u32
";

const SIZES: &str = "
    - head =
    12 width u32
    16 height u32
    - common =
    - levels =
    - placement =
";

#[test]
fn every_number_is_written_where_the_tables_say() {
    let structures = [structure("", 0, SIZES), structure("/head/blp2", 0, HEAD2)];
    assert_eq!(typed::run_tables(&read(&blp2_palette()), blp::write, 0, &structures), 7);
    let structures = [structure("", 0, SIZES), structure("/head/blp1", 0, HEAD1)];
    assert_eq!(typed::run_tables(&read(&blp1_palette()), blp::write, 0, &structures), 5);
    let rows = [
        row(&[("/levels/2", "\"BAw=\"")], &[(1187, "04 0c")]),
        row(&[("/common/palette", "\"\"")], &[(148, "00*1024")]),
    ];
    assert_eq!(typed::run(&read(&blp2_palette()), blp::write, &rows), 2);
    let rows = [row(&[("/common/jpeg", "\"AQIDBAU=\"")], &[(160, "01 02 03 04 05")])];
    assert_eq!(typed::run(&read(&blp1_jpeg()), blp::write, &rows), 1);
}
