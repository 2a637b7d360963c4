//! Archives against docs/spec/zbd/archive.md.

use crate::COUNTING;
use binary::{Garbage, Mode, Padded, Severity};
use harness::alloc;
use harness::mutate::{self, Options};
use harness::typed::row;
use harness::{Outcome, Subject, hex, rules, typed};
use zbd::archive::{self, Archive, Contents, Entry, Footer};
use zbd::gamez::Version;

fn small() -> Vec<u8> {
    hex::bytes(include_str!("fixtures/archive.hex"))
}

fn all() -> Vec<u8> {
    hex::bytes(include_str!("fixtures/archive_all.hex"))
}

fn pm_reader() -> Vec<u8> {
    hex::bytes(include_str!("fixtures/archive_pm_reader.hex"))
}

fn pm_motion() -> Vec<u8> {
    hex::bytes(include_str!("fixtures/archive_pm_motion.hex"))
}

fn subject(name: &'static str, fixture: Vec<u8>) -> Subject {
    Subject { name, fixture, read: outcome, sites: archive::fields }
}

fn outcome(bytes: &[u8], mode: Mode) -> binary::Result<Outcome> {
    let (archive, report) = archive::read(bytes, mode)?;
    Ok(Outcome { rewritten: archive::write(&archive)?, findings: report.into_findings() })
}

/// As [`outcome`], knowing what the members are.
fn outcome_of(bytes: &[u8], contents: Contents, mode: Mode) -> binary::Result<Outcome> {
    let (archive, report) = archive::read_of(bytes, contents, mode)?;
    Ok(Outcome { rewritten: archive::write(&archive)?, findings: report.into_findings() })
}

fn known_readers() -> Subject {
    Subject {
        read: |bytes, mode| outcome_of(bytes, Contents::Readers, mode),
        ..subject("known_readers", pm_reader())
    }
}

fn known_motions() -> Subject {
    Subject {
        read: |bytes, mode| outcome_of(bytes, Contents::Motions, mode),
        ..subject("known_motions", pm_motion())
    }
}

/// Sounds or 'mech models of Pirate's Moon: the reader archive without its sum.
fn known_others() -> Subject {
    let mut fixture = pm_reader();
    let at = fixture.len() - 4;
    fixture[at..].fill(0);
    Subject {
        read: |bytes, mode| outcome_of(bytes, Contents::Other, mode),
        ..subject("known_others", fixture)
    }
}

/// A clean archive, read strictly.
fn read(bytes: &[u8]) -> Archive {
    let (archive, report) = archive::read(bytes, Mode::Strict).unwrap();
    assert_eq!(report.findings(), []);
    archive
}

#[test]
fn members_are_read_as_specified() {
    let mut memory = [0xFF; 64];
    memory[..2].copy_from_slice(b"x\0");
    let expected = Archive {
        footer: Footer::Version1,
        entries: vec![
            Entry {
                name: Padded::new("greeting.txt").unwrap(),
                flags: 2,
                comment: Garbage::new("a comment").unwrap(),
                filetime: 0x019D_B1DE_D53E_8000,
                gap: Vec::new(),
                data: b"hello".to_vec(),
            },
            Entry {
                name: Padded::new("beef").unwrap(),
                flags: 0,
                comment: Garbage::from_bytes(memory),
                filetime: 0xABAB_ABAB_CDCD_CDCD,
                gap: Vec::new(),
                data: vec![0xDE, 0xAD, 0xBE, 0xEF],
            },
        ],
        tail: Vec::new(),
    };
    assert_eq!(read(&small()), expected);
}

#[test]
fn the_directory_lists_the_same_members_without_their_data() {
    let bytes = all();
    let (directory, report) = archive::read_directory(&bytes, Mode::Strict).unwrap();
    assert_eq!(report.findings(), []);
    assert_eq!(directory.toc_start, 83);
    let members: Vec<_> =
        directory.members.iter().map(|member| (member.name.text(), member.range.clone())).collect();
    let expected = [
        ("engine.wav", 0..32),
        ("one", 32..33),
        ("twice.zrd", 33..38),
        ("twice.zrd", 38..43),
        ("a_name_as_long_as_a_name_can_be_with_sixty_three_characters_063", 43..83),
    ];
    assert_eq!(members, expected.map(|(name, range)| (name.to_owned(), range)));
    for (member, entry) in directory.members.into_iter().zip(read(&bytes).entries) {
        assert_eq!(bytes[member.range], entry.data);
        assert_eq!(
            (member.name, member.flags, member.comment, member.filetime),
            (entry.name, entry.flags, entry.comment, entry.filetime)
        );
    }
}

#[test]
fn listing_a_large_archive_copies_nothing() {
    let archive =
        Archive { entries: vec![Entry::new("big", vec![7; 10 << 20]).unwrap()], ..Archive::default() };
    let bytes = archive::write(&archive).unwrap();
    let (directory, peak) = alloc::peak_of(|| archive::read_directory(&bytes, Mode::Strict).unwrap().0);
    assert_eq!(directory.members[0].range, 0..10 << 20);
    assert!((1..4096).contains(&peak), "{peak} bytes");
}

#[test]
fn a_reader_archive_of_version_2_carries_the_sum_of_its_data() {
    let archive = read(&pm_reader());
    assert_eq!(archive.footer, Footer::Version2 { checksum: 0x89A1_897F, unit_lengths: false });
    assert_eq!(archive.data_checksum(), 0x89A1_897F);
    let data: Vec<_> = archive.entries.iter().map(|entry| entry.data.as_slice()).collect();
    assert_eq!(data, [b"1234".as_slice(), b"5", b"6789"]);
    // Other archives of version 2 have none.
    let bare = Archive { footer: Footer::Version2 { checksum: 0, unit_lengths: false }, ..archive };
    assert_eq!(read(&archive::write(&bare).unwrap()), bare);
}

#[test]
fn a_wrong_checksum_is_reported_and_kept() {
    let mut bytes = pm_reader();
    bytes[0] = b'!';
    let (archive, report) = archive::read(&bytes, Mode::Lenient).unwrap();
    let finding = &report.findings()[0];
    assert_eq!((finding.code, finding.severity), ("zbd.archive.checksum", Severity::Warning));
    assert_eq!(finding.expected, format!("0x{:08x}", archive.data_checksum()));
    assert_eq!((finding.found.as_str(), finding.offset), ("0x89a1897f", Some(bytes.len() as u64 - 4)));
    assert_eq!(archive::write(&archive).unwrap(), bytes);
}

#[test]
fn members_of_a_motion_archive_of_version_2_reach_to_the_next() {
    let archive = read(&pm_motion());
    assert_eq!(archive.footer, Footer::Version2 { checksum: 0, unit_lengths: true });
    let data: Vec<_> = archive.entries.iter().map(|entry| entry.data.as_slice()).collect();
    assert_eq!(data, [b"walk".as_slice(), b"r", b"jumping"]);
    let (directory, _) = archive::read_directory(&pm_motion(), Mode::Strict).unwrap();
    let ranges: Vec<_> = directory.members.into_iter().map(|member| member.range).collect();
    assert_eq!(ranges, [0..4, 4..5, 5..12]);
    typed::through_json(&archive);

    // Members that really are one byte long need no such reading.
    let entries = vec![Entry::new("a", vec![1]).unwrap(), Entry::new("b", vec![2]).unwrap()];
    let footer = Footer::Version2 { checksum: 0, unit_lengths: false };
    let single = Archive { footer, entries, tail: Vec::new() };
    assert_eq!(read(&archive::write(&single).unwrap()), single);
}

#[test]
fn the_version_is_found_where_both_could_be_meant() {
    // One member: the count of version 2 stands where version 1 has its word.
    let entries = vec![Entry::new("a", b"123456789".to_vec()).unwrap()];
    for checksum in [0, 0x89A1_897F] {
        let footer = Footer::Version2 { checksum, unit_lengths: false };
        let archive = Archive { footer, entries: entries.clone(), tail: Vec::new() };
        assert_eq!(read(&archive::write(&archive).unwrap()), archive);
    }
    // The other way round: a time that looks like the word of version 2.
    let mut archive = Archive { entries, ..Archive::default() };
    archive.entries[0].filetime = 2 << 32;
    assert_eq!(read(&archive::write(&archive).unwrap()), archive);
    let empty = hex::bytes("02 00 00 00  00 00 00 00  00 00 00 00");
    let footer = Footer::Version2 { checksum: 0, unit_lengths: false };
    assert_eq!(read(&empty), Archive { footer, ..Archive::default() });
}

#[test]
fn lengths_of_one_cannot_say_where_a_gap_is() {
    let archive = read(&pm_motion());
    let refused = |change: fn(&mut Archive)| {
        let mut archive = archive.clone();
        change(&mut archive);
        archive::write(&archive).unwrap_err().code
    };
    assert_eq!(refused(|archive| archive.tail = vec![1]), "zbd.archive.unwritable");
    assert_eq!(refused(|archive| archive.entries[1].gap = vec![1]), "zbd.archive.unwritable");
    assert_eq!(refused(|archive| archive.entries.clear()), "zbd.archive.unwritable");
}

#[test]
fn an_archive_without_members_is_a_footer() {
    let bytes = hex::bytes("01 00 00 00  00 00 00 00");
    assert_eq!(read(&bytes), Archive::default());
    assert_eq!(archive::write(&Archive::default()).unwrap(), bytes);
}

#[test]
fn an_archive_made_from_scratch_is_clean() {
    let entries = vec![Entry::new("a.zrd", vec![1]).unwrap(), Entry::new("b.zrd", vec![2, 3]).unwrap()];
    let archive = Archive { entries, ..Archive::default() };
    let bytes = archive::write(&archive).unwrap();
    assert_eq!(bytes.len(), 3 + 2 * 148 + 8);
    assert_eq!(read(&bytes), archive);
    assert!(Entry::new(&"a".repeat(64), Vec::new()).is_none());
    assert!(Entry::new("caf\u{e9}", Vec::new()).is_none());
}

#[test]
fn each_game_gets_its_footer() {
    let entries = || {
        let entry = |name, data: &[u8]| Entry::new(name, data.to_vec()).unwrap();
        vec![entry("a", b"1234"), entry("b", b"5"), entry("c", b"6789")]
    };
    let plain = |checksum, unit_lengths| Footer::Version2 { checksum, unit_lengths };
    for (version, contents, footer) in [
        (Version::Recoil, Contents::Readers, Footer::Version1),
        (Version::MechWarrior3, Contents::Motions, Footer::Version1),
        (Version::CrimsonSkies, Contents::Other, Footer::Version1),
        (Version::PiratesMoon, Contents::Readers, plain(0x89A1_897F, false)),
        (Version::PiratesMoon, Contents::Motions, plain(0, true)),
        (Version::PiratesMoon, Contents::Other, plain(0, false)),
    ] {
        let archive = Archive::new(version, contents, entries());
        assert_eq!(archive.footer, footer, "{version:?} {contents:?}");
        let (read, report) =
            archive::read_of(&archive::write(&archive).unwrap(), contents, Mode::Strict).unwrap();
        assert_eq!(report.findings(), []);
        assert_eq!(read, archive);
    }
    // What is true by itself or of nothing needs no oddity.
    let short = vec![Entry::new("a", vec![1]).unwrap()];
    assert_eq!(Archive::new(Version::PiratesMoon, Contents::Motions, short).footer, plain(0, false));
    assert_eq!(Archive::new(Version::PiratesMoon, Contents::Motions, Vec::new()).footer, plain(0, false));
}

#[test]
fn a_changed_archive_is_sealed_again() {
    let mut archive = read(&pm_reader());
    archive.entries[0].data = b"0".to_vec();
    let bytes = archive::write(&archive).unwrap();
    let (_, report) = archive::read_of(&bytes, Contents::Readers, Mode::Strict).unwrap();
    assert_eq!(report.findings()[0].code, "zbd.archive.contents_checksum");
    archive.seal(Contents::Readers);
    let bytes = archive::write(&archive).unwrap();
    let (sealed, report) = archive::read_of(&bytes, Contents::Readers, Mode::Strict).unwrap();
    assert_eq!(report.findings(), []);
    assert_eq!(sealed, archive);
}

#[test]
fn bytes_of_no_member_are_noted_and_kept() {
    let mut bytes = small();
    bytes.splice(9..9, *b"tail");
    let (archive, report) = archive::read(&bytes, Mode::Strict).unwrap();
    assert_eq!(archive.tail, b"tail");
    let finding = &report.findings()[0];
    assert_eq!((finding.code, finding.severity), ("zbd.archive.tail", Severity::Note));
    assert_eq!(finding.offset, Some(9));
    typed::through_json(&archive);
    assert_eq!(archive::write(&archive).unwrap(), bytes);
}

#[test]
fn bytes_between_members_are_reported_and_kept() {
    let mut bytes = all();
    bytes[231..235].copy_from_slice(&[32 + 3, 0, 0, 0]);
    bytes[235..239].copy_from_slice(&[1, 0, 0, 0]);
    // The second member now stands inside the third.
    assert_eq!(archive::read(&bytes, Mode::Lenient).unwrap_err().code, "zbd.archive.overlap");
    bytes[379..383].copy_from_slice(&[36, 0, 0, 0]);
    bytes[383..387].copy_from_slice(&[2, 0, 0, 0]);
    let (archive, report) = archive::read(&bytes, Mode::Lenient).unwrap();
    assert_eq!(archive.entries[1].gap, [1, b's', b'a']);
    assert_eq!(archive.entries[2].data, [b'e', 2]);
    assert_eq!(report.findings()[0].code, "zbd.archive.gap");
    assert_eq!(report.findings()[0].path, "entry 1 \"one\"");
    typed::through_json(&archive);
    assert_eq!(archive::write(&archive).unwrap(), bytes);
}

#[test]
fn each_field_is_written_at_its_offset() {
    let rows = [
        row(&[("/entries/0/data", "\"SEVMTE8=\"")], &[(0, "\"HELLO\"")]),
        row(&[("/entries/1/data", "\"AQIDBA==\"")], &[(5, "01 02 03 04")]),
        row(&[("/entries/0/name", "\"Greeting.txt\"")], &[(17, "\"G\"")]),
        row(&[("/entries/0/flags", "67305985")], &[(81, "01 02 03 04")]),
        row(&[("/entries/0/comment", "\"A comment\"")], &[(85, "\"A\"")]),
        row(&[("/entries/0/filetime", "578437695752307201")], &[(149, "01 02 03 04 05 06 07 08")]),
        row(&[("/entries/1/name", "\"pork\"")], &[(165, "\"pork\"")]),
        row(&[("/entries/1/flags", "1")], &[(229, "01")]),
        row(&[("/entries/1/comment", "\"\"")], &[(233, "00*64")]),
        row(&[("/entries/1/filetime", "0")], &[(297, "00*8")]),
        // Where members start and how long they are follows from the data.
        row(
            &[("/entries/0/data", "\"aGU=\""), ("/entries/1/data", "\"bGxv3q2+7w==\"")],
            &[(13, "02"), (157, "02"), (161, "07")],
        ),
    ];
    assert_eq!(typed::run(&read(&small()), archive::write, &rows), rows.len());
    let rows = [
        row(&[("/footer/version2/checksum", "67305985")], &[(464, "01 02 03 04")]),
        row(&[("/entries/2/flags", "1")], &[(12 + 2 * 148 + 72, "01")]),
        // The second member is one byte long as it is.
        row(&[("/footer/version2/unit_lengths", "false")], &[(16, "04"), (312, "07")]),
    ];
    assert_eq!(typed::run(&read(&pm_motion()), archive::write, &rows), rows.len());
}

#[test]
fn json_keeps_everything() {
    let json = typed::through_json(&read(&all()));
    assert!(json.contains("\"name\":\"twice.zrd\""));
    assert!(!json.contains("gap") && !json.contains("tail"), "what no known file has is left out: {json}");
}

#[test]
fn bytes_without_a_member_are_not_written() {
    let archive = Archive { tail: vec![1], ..Archive::default() };
    assert_eq!(archive::write(&archive).unwrap_err().code, "zbd.archive.unwritable");
}

#[test]
fn every_finding_says_what_to_do() {
    for code in archive::codes() {
        assert!(code.id.starts_with("zbd.archive.") && !code.means.is_empty(), "{code:?}");
        assert!(!code.advice.is_empty(), "{code:?}");
    }
}

#[test]
fn every_rule_of_the_specification_is_enforced() {
    let subjects =
        [subject("archive", all()), subject("pm_reader", pm_reader()), subject("pm_motion", pm_motion())]
            .into_iter()
            .chain([known_readers(), known_motions(), known_others()])
            .collect::<Vec<_>>();
    assert_eq!(rules::run(include_str!("rules/archive.toml"), &subjects), 33);
}

#[test]
fn mutations_are_survived_and_written_back() {
    for (name, fixture) in [("archive", all()), ("pm_reader", pm_reader()), ("pm_motion", pm_motion())] {
        let tally = mutate::run(&subject(name, fixture), &Options::new(1999, 100_000));
        println!("{tally}");
        tally.assert_healthy(&COUNTING);
    }
}

/// docs/spec/zbd/archive.md, "CRC32 of PM reader archives": of one byte the sum is its entry in the table.
#[test]
fn sums_are_those_of_the_specification() {
    let of_byte = |byte: u8| archive::crc32(&[byte]);
    assert_eq!([0, 1, 2].map(of_byte), [0, 0x04C1_1DB7, 0x0982_3B6E]);
    assert_eq!([128, 255].map(of_byte), [0x690C_E0EE, 0xB1F7_40B4]);
    assert_eq!(archive::crc32(b""), 0);
    assert_eq!(archive::crc32(b"a"), 0xA864_DB20);
    assert_eq!(archive::crc32(b"RIFF"), 0x69BB_927F);
    assert_eq!(archive::crc32(b"123456789"), 0x89A1_897F);
}
