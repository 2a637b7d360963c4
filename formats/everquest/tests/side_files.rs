//! The binary files beside a zone against docs/spec/everquest/zone-install.md,
//! "11. Sound" and "13. Side files, from real ones".

use crate::COUNTING;
use binary::{Code, Mode};
use everquest::sounds::{Numbered, numbered};
use everquest::{sound_bank, sounds, xmi, zon};
use harness::alloc;
use harness::mutate::{self, Options};
use harness::typed::{self, structure};
use harness::{Outcome, Subject, hex, rules};
use std::collections::BTreeSet;

fn sounds_subject() -> Subject {
    let read = |bytes: &[u8], mode: Mode| {
        let (sounds, report) = sounds::read(bytes, mode)?;
        Ok(Outcome { rewritten: sounds::write(&sounds), findings: report.into_findings() })
    };
    let fixture = hex::bytes(include_str!("fixtures/sounds.hex"));
    Subject { name: "sounds", fixture, read, sites: sounds::fields }
}

fn xmi_subject() -> Subject {
    let read = |bytes: &[u8], mode: Mode| {
        let (xmi, report) = xmi::read(bytes, mode)?;
        Ok(Outcome { rewritten: xmi::write(&xmi), findings: report.into_findings() })
    };
    Subject { name: "xmi", fixture: hex::bytes(include_str!("fixtures/xmi.hex")), read, sites: xmi::fields }
}

fn zon_subject() -> Subject {
    let read = |bytes: &[u8], mode: Mode| {
        let (zon, report) = zon::read(bytes, mode)?;
        Ok(Outcome { rewritten: zon::write(&zon), findings: report.into_findings() })
    };
    Subject { name: "zon", fixture: hex::bytes(include_str!("fixtures/zon.hex")), read, sites: zon::fields }
}

#[test]
fn sounds_are_read_as_specified() {
    let (sounds, report) = sounds::read(&sounds_subject().fixture, Mode::Strict).unwrap();
    assert_eq!(report.findings(), []);
    let [fire, wind, music] = sounds.sounds.as_slice() else { panic!("three") };
    assert_eq!((fire.kind, fire.position, fire.radius), (sounds::FALLOFF, [10.0, -20.5, 3.0], 30.0));
    assert_eq!((fire.number, fire.sound_1, fire.sound_2), (100_046, 1, 0));
    assert_eq!((fire.volume_or_loops, fire.fade_or_radius, fire.falloff), (100, 30, 2));
    assert_eq!((wind.kind, wind.radius, wind.sound_1, wind.sound_2), (sounds::CONSTANT, 900.0, 162, 163));
    assert_eq!((music.kind, music.sound_1, music.loops_night), (sounds::MUSIC, 1, 3));
    assert_eq!((music.fade_or_radius, music.falloff), (50_000, 1000));
    // A zone may have none.
    assert_eq!(sounds::read(&[], Mode::Strict).unwrap().0, sounds::Sounds::default());
}

#[test]
fn each_field_of_a_sound_is_written_at_its_offset() {
    let (sounds, _) = sounds::read(&sounds_subject().fixture, Mode::Strict).unwrap();
    let table = "
        0 pointer u32
        4 zero04 u32
        8 zero08 u32
        12 number u32
        16 position f32*3
        28 radius f32
        32 pause_1 i32
        36 pause_2 i32
        40 pause_random i32
        44 zero44 i32
        48 sound_1 i32
        52 sound_2 i32
        56 kind u8
        57 junk u8*3
        60 volume_or_loops i32
        64 loops_night i32
        68 fade_or_radius i32
        72 zero72 i32
        76 falloff i32
        80 zero80 i32
    ";
    let structures = [structure("/sounds/0", 0, table), structure("/sounds/2", 168, table)];
    assert_eq!(typed::run_tables(&sounds, |sounds| Ok(sounds::write(sounds)), 0, &structures), 2 * 24);
}

#[test]
fn numbers_of_sounds_name_one_of_two_lists() {
    let bank = sound_bank::SoundBank::new(&["fire", "bird"], &["wind_lp"]);
    let rows = [
        (-1, Numbered::None),
        (0, Numbered::None),
        (1, Numbered::Named("fire")),
        (2, Numbered::Named("bird")),
        (3, Numbered::Missing(3)),
        (31, Numbered::Missing(31)),
        (32, Numbered::BuiltIn(32)),
        (161, Numbered::BuiltIn(161)),
        (162, Numbered::Named("wind_lp")),
        (163, Numbered::Missing(163)),
        (i32::MAX, Numbered::Missing(i32::MAX)),
    ];
    for (number, expected) in rows {
        assert_eq!(numbered(&bank, number), expected, "{number}");
    }
}

#[test]
fn music_is_listed() {
    let (xmi, report) = xmi::read(&xmi_subject().fixture, Mode::Strict).unwrap();
    assert_eq!(report.findings(), []);
    assert_eq!(xmi.count(), Some(2));
    let [first, second] = xmi.sequences().try_into().unwrap();
    // A note that starts after 10 ticks and sounds for 120; two delays of 127 and 113.
    assert_eq!((first.instruments, first.branches, first.ticks), (vec![[5, 0]], 1, Some(130)));
    assert_eq!((second.instruments, second.branches, second.ticks), (vec![[5, 0], [9, 127]], 0, Some(240)));
    typed::through_json(&xmi);
}

#[test]
fn a_later_zone_is_recognised_and_counted() {
    let (zon, report) = zon::read(&zon_subject().fixture, Mode::Strict).unwrap();
    assert_eq!(report.findings(), []);
    let header = &zon.header;
    assert_eq!((header.version, header.string_bytes, header.models), (2, 16, 1));
    assert_eq!((header.placements, header.regions, header.lights), (1, 0, 1));
    let table = "4 version u32\n8 string_bytes u32\n12 models u32\n16 placements u32\n20 regions u32\n24 lights u32\n0 magic u8*4";
    let structures = [structure("/header", 0, table)];
    assert_eq!(typed::run_tables(&zon, |zon| Ok(zon::write(zon)), 0, &structures), 10);
}

#[test]
fn chunks_inside_chunks_have_an_end() {
    // Groups of groups, deeper than any file goes.
    let mut bytes = b"XMID".to_vec();
    for _ in 0..1000 {
        bytes = [b"FORM".as_slice(), &(bytes.len() as u32).to_be_bytes(), &bytes].concat();
        bytes.splice(8..8, *b"XMID");
        let size = (bytes.len() as u32 - 8).to_be_bytes();
        bytes[4..8].copy_from_slice(&size);
    }
    let head = b"FORM\0\0\0\x04XDIR".as_slice();
    let file = [head, &bytes].concat();
    let (read, peak) = alloc::peak_of(|| xmi::read(&file, Mode::Lenient).unwrap().0);
    assert_eq!(xmi::write(&read), file);
    assert!(peak < alloc::allowance(file.len()), "{peak}");
}

#[test]
fn every_rule_of_the_specification_is_enforced() {
    assert_eq!(rules::run(include_str!("rules/sounds.toml"), &[sounds_subject()]), 12);
    assert_eq!(rules::run(include_str!("rules/xmi.toml"), &[xmi_subject()]), 12);
    assert_eq!(rules::run(include_str!("rules/zon.toml"), &[zon_subject()]), 7);
}

#[test]
fn mutations_are_survived_and_written_back() {
    for subject in [sounds_subject(), xmi_subject(), zon_subject()] {
        let mut tally = mutate::run(&subject, &Options::new(1999, 100_000));
        println!("{tally}");
        // Sounds can only be no numbers, and of a zone only the letters and the length of its header are needed.
        if subject.name != "xmi" {
            tally.mutations.rejected.clear();
        }
        tally.assert_healthy(&COUNTING);
    }
}

#[test]
fn every_code_has_a_rule_and_every_rule_a_code() {
    let files: [(&str, Vec<&Code>, &[&str]); 3] = [
        (include_str!("rules/sounds.toml"), sounds::codes(), &["truncated", "trailing", "limit"]),
        (include_str!("rules/xmi.toml"), xmi::codes(), &["not_finite", "trailing", "limit"]),
        (include_str!("rules/zon.toml"), zon::codes(), &["not_finite", "trailing", "limit"]),
    ];
    for (rules, codes, without) in files {
        let ruled: BTreeSet<_> = rules
            .lines()
            .filter_map(|line| line.strip_prefix("code = \"")?.strip_suffix('"'))
            .map(str::to_owned)
            .collect();
        let cannot_be = |id: &str| {
            without.iter().any(|end| id.rsplit('.').next() == Some(*end) && id.matches('.').count() == 2)
        };
        let declared: BTreeSet<_> =
            codes.iter().map(|code| code.id).filter(|id| !cannot_be(id)).map(str::to_owned).collect();
        assert_eq!(ruled, declared);
        assert!(codes.iter().all(|code| !code.means.is_empty() && !code.advice.is_empty()));
    }
}
