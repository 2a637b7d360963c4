//! Motions against docs/spec/zbd/motion.md.

use crate::COUNTING;
use binary::Mode;
use harness::alloc;
use harness::mutate::{self, Options};
use harness::typed::row;
use harness::{Outcome, Subject, hex, rules, typed};
use zbd::Lenstr;
use zbd::archive::{self, Archive, Contents, Entry, Footer};
use zbd::gamez::Version;
use zbd::motion::{self, Motion, Part, flags};

fn small() -> Vec<u8> {
    hex::bytes(include_str!("fixtures/motion.hex"))
}

fn bare() -> Vec<u8> {
    hex::bytes(include_str!("fixtures/motion_bare.hex"))
}

fn all() -> Vec<u8> {
    hex::bytes(include_str!("fixtures/motion_all.hex"))
}

fn outcome(bytes: &[u8], mode: Mode) -> binary::Result<Outcome> {
    let (motion, report) = motion::read(bytes, mode)?;
    Ok(Outcome { rewritten: motion::write(&motion)?, findings: report.into_findings() })
}

fn subject(name: &'static str, fixture: Vec<u8>) -> Subject {
    Subject { name, fixture, read: outcome, sites: motion::fields }
}

/// A clean motion, read strictly.
fn read(bytes: &[u8]) -> Motion {
    let (motion, report) = motion::read(bytes, Mode::Strict).unwrap();
    assert_eq!(report.findings(), []);
    motion
}

#[test]
fn a_motion_is_read_as_specified() {
    let expected = Motion {
        loop_time: 1.5,
        frame_count: 2,
        unk16: -1.0,
        unk20: 1.0,
        parts: vec![Part {
            name: Lenstr::new("hip").unwrap(),
            flags: flags::TRANSLATION | flags::ROTATION,
            translations: vec![[0.0, 4.0, 0.5], [0.25, 4.5, 0.0], [0.0, 4.0, 0.5]],
            scales: vec![],
            // w, x, y, z.
            rotations: vec![[1.0, 0.0, 0.0, 0.0], [0.5, 0.5, -0.5, 0.5], [1.0, 0.0, 0.0, 0.0]],
        }],
    };
    assert_eq!(read(&small()), expected);
    let all = read(&all());
    let names: Vec<_> = all.parts.iter().map(|part| part.name.text()).collect();
    assert_eq!(names, ["hip", "torso", "", "Part with a long name, as long as it likes"]);
    assert!(all.parts.iter().all(|part| part.translations.len() == 4 && part.rotations.len() == 4));
    assert_eq!(all.parts[1].rotations[2], [0.0, 1.0, 0.0, 0.0]);
}

#[test]
fn a_motion_is_known_by_its_first_bytes() {
    assert!(motion::is_motion(&small()) && motion::is_motion(&bare()));
    assert!(!motion::is_motion(&small()[..23]));
    for at in [0, 16, 20] {
        let mut bytes = small();
        bytes[at] ^= 1;
        assert!(!motion::is_motion(&bytes), "{at}");
    }
}

#[test]
fn a_motion_made_from_scratch_is_clean() {
    let mut motion = Motion::new(1.5, 2);
    motion
        .push_part(
            "hip",
            vec![[0.0, 4.0, 0.5], [0.25, 4.5, 0.0]],
            vec![[1.0, 0.0, 0.0, 0.0], [0.5, 0.5, -0.5, 0.5]],
        )
        .unwrap();
    assert_eq!(motion::write(&motion).unwrap(), small());
    let code = |result: binary::Result<()>| result.unwrap_err().code;
    let (here, upright) = (vec![[0.0; 3]; 2], vec![[1.0, 0.0, 0.0, 0.0]; 2]);
    assert_eq!(code(motion.push_part("x", vec![[0.0; 3]], upright.clone())), "zbd.motion.unwritable");
    assert_eq!(code(motion.push_part("x", here.clone(), Vec::new())), "zbd.motion.unwritable");
    assert_eq!(code(motion.push_part("\u{e9}", here, upright)), "zbd.motion.unwritable");
    assert_eq!(code(Motion::new(1.0, 0).push_part("x", vec![], vec![])), "zbd.motion.unwritable");
    assert_eq!(motion.parts.len(), 1);
}

#[test]
fn what_no_file_can_hold_is_not_written() {
    let refused = |spoil: fn(&mut Part)| {
        let mut motion = read(&all());
        spoil(&mut motion.parts[1]);
        let finding = motion::write(&motion).unwrap_err();
        assert_eq!((finding.code, finding.path.as_str()), ("zbd.motion.unwritable", "part 1 \"torso\""));
    };
    refused(|part| part.translations.truncate(3));
    refused(|part| part.rotations.push([0.0; 4]));
    refused(|part| part.scales.push([1.0; 3]));
    refused(|part| part.flags = flags::ROTATION);
    refused(|part| part.flags |= 1);
}

#[test]
fn a_part_with_scales_is_kept() {
    let mut motion = read(&small());
    motion.parts[0].flags |= flags::SCALE;
    motion.parts[0].scales = vec![[1.0, 2.0, 1.0]; 3];
    let bytes = motion::write(&motion).unwrap();
    // Between translations and rotations.
    assert_eq!(bytes[71..75], 1.0_f32.to_le_bytes());
    assert_eq!(bytes[71 + 36..], small()[71..]);
    assert_eq!(motion::read(&bytes, Mode::Lenient).unwrap().0, motion);
    assert_eq!(typed::through_json(&motion).matches("scales").count(), 1);
}

#[test]
fn each_field_is_written_at_its_offset() {
    let rows = [
        row(&[("/loop_time", "-2")], &[(4, "00 00 00 c0")]),
        row(&[("/unk16", "1")], &[(16, "00 00 80 3f")]),
        row(&[("/unk20", "0")], &[(20, "00 00 00 00")]),
        row(&[("/parts/0/name", "\"HiP\"")], &[(28, "\"HiP\"")]),
        row(&[("/parts/0/translations/1/2", "2")], &[(35 + 20, "00 00 00 40")]),
        row(&[("/parts/0/rotations/1/0", "2")], &[(71 + 16, "00 00 00 40")]),
        row(&[("/parts/0/rotations/2/3", "2")], &[(71 + 44, "00 00 00 40")]),
    ];
    assert_eq!(typed::run(&read(&small()), motion::write, &rows), rows.len());
    let rows = [row(&[("/frame_count", "9")], &[(8, "09")])];
    assert_eq!(typed::run(&read(&bare()), motion::write, &rows), rows.len());
}

#[test]
fn json_keeps_everything() {
    let json = typed::through_json(&read(&all()));
    assert!(json.contains("\"name\":\"torso\"") && !json.contains("scales"), "{json}");
}

#[test]
fn a_whole_archive_is_read_and_written() {
    let entries = || {
        let entry = |name, data| Entry::new(name, data).unwrap();
        vec![entry("strider_walk", small()), entry("strider_stand", bare()), entry("strider_run", all())]
    };
    for version in [Version::MechWarrior3, Version::PiratesMoon] {
        let bytes = archive::write(&Archive::new(version, Contents::Motions, entries())).unwrap();
        let (motions, report) = motion::read_archive(&bytes, Mode::Strict).unwrap();
        assert_eq!(report.findings(), []);
        assert_eq!(motions.get("Strider_RUN"), Some(&read(&all())));
        assert_eq!(motion::write_archive(&motions).unwrap(), bytes);
        typed::through_json(&motions);
        let unit_lengths = version == Version::PiratesMoon;
        assert_eq!(motions.footer == Footer::Version2 { checksum: 0, unit_lengths }, unit_lengths);
    }
    let mut bytes =
        archive::write(&Archive::new(Version::MechWarrior3, Contents::Motions, entries())).unwrap();
    bytes[small().len()] = 3;
    let finding = motion::read_archive(&bytes, Mode::Lenient).unwrap_err();
    assert_eq!(
        (finding.code, finding.path.as_str(), finding.offset),
        ("zbd.motion.version", "entry 1 \"strider_stand\"", Some(small().len() as u64))
    );
}

#[test]
fn memory_follows_the_size_of_the_file() {
    // Parts without name and keys, then parts with as few keys as there can be.
    for part in [vec![0; 8], [&[1, 0, 0, 0, b'a', 12, 0, 0, 0], [0; 28].as_slice()].concat()] {
        let count = (1_usize << 20) / part.len();
        let mut bytes = bare();
        bytes[8] = 0;
        bytes[12..16].copy_from_slice(&(count as u32).to_le_bytes());
        bytes.extend_from_slice(&part.repeat(count));
        let (_, peak) = alloc::peak_of(|| outcome(&bytes, Mode::Lenient).unwrap());
        assert!(peak <= alloc::allowance(bytes.len()), "{peak} bytes for {}", bytes.len());
    }
}

#[test]
fn every_finding_says_what_to_do() {
    for code in motion::codes() {
        assert!(code.id.starts_with("zbd.motion.") && !code.means.is_empty(), "{code:?}");
        assert!(!code.advice.is_empty(), "{code:?}");
    }
}

#[test]
fn every_rule_of_the_specification_is_enforced() {
    let subjects = [subject("motion", small()), subject("motion_bare", bare())];
    assert_eq!(rules::run(include_str!("rules/motion.toml"), &subjects), 20);
}

#[test]
fn mutations_are_survived_and_written_back() {
    let tally = mutate::run(&subject("motion", all()), &Options::new(1999, 100_000));
    println!("{tally}");
    tally.assert_healthy(&COUNTING);
}
