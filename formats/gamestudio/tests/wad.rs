//! Texture packages against docs/spec/gamestudio.md, "2.12 WMP and WAD".

use crate::COUNTING;
use binary::Mode;
use gamestudio::pixels::{Format, Shape};
use gamestudio::wad::{self, Data, Entry, Wad};
use gamestudio::wmb::{ColorTable, Texture};
use harness::mutate::{self, Options};
use harness::typed::{self, row};
use harness::{Outcome, Subject, hex, rules};
use std::collections::BTreeSet;

/// As the tools write it: the directory behind the entries.
fn package() -> Vec<u8> {
    hex::bytes(include_str!("fixtures/wad.hex"))
}

/// With the directory in front.
fn front() -> Vec<u8> {
    hex::bytes(include_str!("fixtures/wad_front.hex"))
}

fn outcome(bytes: &[u8], mode: Mode) -> binary::Result<Outcome> {
    let (wad, report) = wad::read(bytes, mode)?;
    let colors = wad.colors().map(ColorTable::colors);
    for texture in wad.textures() {
        texture.decode_rgba8(0, colors.as_ref());
    }
    Ok(Outcome { rewritten: wad::write(&wad)?, findings: report.into_findings() })
}

fn subject(name: &'static str, fixture: Vec<u8>) -> Subject {
    Subject { name, fixture, read: outcome, sites: wad::fields }
}

/// A clean package, read strictly.
fn read(bytes: &[u8]) -> Wad {
    let (wad, report) = wad::read(bytes, Mode::Strict).unwrap();
    assert_eq!(report.findings(), []);
    wad
}

#[test]
fn a_package_holds_a_palette_and_textures() {
    let wad = read(&package());
    assert_eq!(wad.layout, None);
    let names: Vec<_> = wad.entries.iter().map(|entry| (entry.name.text(), entry.kind)).collect();
    let expected = [("P", 64), ("stone_wall_large", 10), ("fence", 4)];
    assert_eq!(names, expected.map(|(name, kind)| (name.to_owned(), kind)));
    assert_eq!(wad.colors().unwrap().colors()[..2], [[10, 20, 30], [9; 3]]);
    let textures: Vec<_> = wad.textures().collect();
    assert_eq!(textures[0].decode_rgba8(3, None).unwrap(), [255; 4]);
    assert_eq!(textures[1].decode_rgba8(0, None).unwrap(), [3, 2, 1, 255, 6, 5, 4, 255]);
}

#[test]
fn the_directory_may_stand_in_front() {
    let wad = read(&front());
    assert_eq!(wad.layout.as_ref().unwrap().offsets, [140, 908, 952, 996, 12]);
    let colors = wad.colors().unwrap().colors();
    let textures: Vec<_> = wad.textures().collect();
    assert_eq!(textures[0].decode_rgba8(0, None).unwrap(), [9, 8, 7, 128]);
    assert_eq!(textures[1].decode_rgba8(0, Some(&colors)).unwrap()[..8], [10, 20, 30, 255, 9, 9, 9, 255]);
    assert_eq!(textures[2].dds().unwrap().len(), 12);
}

#[test]
fn each_field_is_written_at_its_offset() {
    // Entries start at 12, 780 and 990, the directory at 1036.
    let rows = [
        row(&[("/entries/1/name", "\"x\"")], &[(1084, "\"x\" 00*15")]),
        row(&[("/entries/1/kind", "9")], &[(1080, "09")]),
        row(&[("/entries/1/compression", "9")], &[(1081, "09")]),
        row(&[("/entries/1/filler", "772")], &[(1082, "04 03")]),
        row(&[("/entries/1/second_size", "772")], &[(1076, "04 03 00 00")]),
        row(&[("/entries/2/data/texture/name", "\"x\"")], &[(990, "\"x\" 00*4")]),
        row(&[("/entries/2/data/texture/mip_offsets/0", "772")], &[(1018, "04 03")]),
        row(&[("/entries/2/data/texture/data", "\"BgUEAwIB\"")], &[(1030, "06 05 04 03 02 01")]),
    ];
    assert_eq!(typed::run(&read(&package()), wad::write, &rows), 8);
    let mut wad = read(&package());
    let Data::Palette(colors) = &mut wad.entries[0].data else { panic!("a palette") };
    colors.bytes[1] = 0x77;
    let mut expected = package();
    expected[13] = 0x77;
    assert_eq!(wad::write(&wad).unwrap(), expected);
}

#[test]
fn a_package_made_anew_breaks_no_rule() {
    let shape = Shape { format: Format::Rgb565, width: 8, height: 8, mips: true };
    let texture = Texture::from_rgba8("brick", shape, &[255; 256], None).unwrap();
    let made =
        Wad { entries: vec![Entry::palette(ColorTable::gray()), Entry::texture(texture)], layout: None };
    let bytes = wad::write(&made).unwrap();
    assert_eq!(bytes.len(), 12 + 768 + 40 + 170 + 2 * 32);
    assert_eq!(read(&bytes), made);
}

#[test]
fn parts_that_do_not_fit_are_refused() {
    let refusal = |bytes: &[u8], change: fn(&mut Wad)| {
        let mut wad = read(bytes);
        change(&mut wad);
        let finding = wad::write(&wad).unwrap_err();
        (finding.code, finding.path)
    };
    let is = |path: &str| ("gamestudio.wad.unwritable", path.to_owned());
    let palette = |wad: &mut Wad| {
        let Data::Palette(colors) = &mut wad.entries[0].data else { panic!("a palette") };
        colors.bytes.push(0);
    };
    assert_eq!(refusal(&package(), palette), is("entry 0"));
    let texture = |wad: &mut Wad| {
        let Data::Texture(texture) = &mut wad.entries[2].data else { panic!("a texture") };
        texture.height = 2;
    };
    assert_eq!(refusal(&package(), texture), ("gamestudio.wmb.unwritable", "entry 2".to_owned()));
    assert_eq!(refusal(&front(), |wad| drop(wad.entries.pop())), is("layout"));
    assert_eq!(refusal(&front(), |wad| wad.entries.swap(0, 1)), is("layout"));
    assert_eq!(refusal(&front(), |wad| wad.layout.as_mut().unwrap().offsets[0] = -1), is("layout"));
}

#[test]
fn every_finding_says_what_to_do() {
    let codes = wad::codes();
    assert!(codes.len() > 14);
    for code in &codes {
        assert!(
            code.id.starts_with("gamestudio.w") && !code.means.is_empty() && !code.advice.is_empty(),
            "{code:?}"
        );
    }
}

#[test]
fn every_rule_of_the_specification_is_enforced() {
    let subjects = [subject("wad", package()), subject("front", front())];
    assert_eq!(rules::run(include_str!("rules/wad.toml"), &subjects), 20);
}

#[test]
fn mutations_are_survived_and_written_back() {
    for (name, fixture) in [("wad", package()), ("front", front())] {
        let tally = mutate::run(&subject(name, fixture), &Options::new(2003, 100_000));
        println!("{tally}");
        tally.assert_healthy(&COUNTING);
    }
}

/// Codes that no file can be made to cause.
const WITHOUT_RULE: &[&str] = &[
    "gamestudio.wad.limit",
    "gamestudio.wad.not_finite",
    "gamestudio.wad.trailing",
    "gamestudio.wad.unwritable",
];

#[test]
fn every_code_has_a_rule_and_every_rule_a_code() {
    let ruled: BTreeSet<_> = include_str!("rules/wad.toml")
        .lines()
        .filter_map(|line| line.strip_prefix("code = \"")?.strip_suffix('"'))
        .chain(WITHOUT_RULE.iter().copied())
        .collect();
    let declared: BTreeSet<_> = wad::codes().iter().map(|code| code.id).collect();
    assert_eq!(ruled, declared);
}
