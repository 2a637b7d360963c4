//! BSA archives.

use super::{clean, fixture, found, hold, outcome, refused};
use binary::{Mode, Severity};
use daggerfall::bsa::{self, Archive, Key};
use harness::typed::{self, row};
use harness::{Outcome, Subject};

fn read(bytes: &[u8], mode: Mode) -> binary::Result<Outcome> {
    let (archive, report) = bsa::read(bytes, mode)?;
    for entry in &archive.directory.entries {
        assert_eq!(archive.bytes(entry), &bytes[entry.place()]);
    }
    Ok(outcome(bsa::write(&archive)?, report))
}

#[test]
fn every_rule_of_archives_is_enforced() {
    let subject = |name, fixture| Subject { name, fixture, read, sites: bsa::fields };
    let subjects = [subject("named", fixture!("bsa_named")), subject("numbered", fixture!("bsa_numbered"))];
    let table = include_str!("../rules/bsa.toml");
    hold(table, 13, &subjects, &bsa::codes(), &["limit", "gap", "unwritable"]);
}

#[test]
fn records_are_found_by_name_and_by_number() {
    let bytes = fixture!("bsa_named");
    let named = clean(bsa::read(&bytes, Mode::Strict));
    let entry = named.directory.by_name("mappitem.000").unwrap();
    assert_eq!((named.bytes(entry), entry.place()), (&[6, 7][..], 9..11));
    assert!(named.directory.by_name("FOO").unwrap().place().is_empty());
    assert!(named.directory.by_name("MAPPITEM.00").is_none());
    let numbered = clean(bsa::read(&fixture!("bsa_numbered"), Mode::Strict));
    assert_eq!(numbered.bytes(numbered.directory.by_number(41739).unwrap()), [5, 6, 7]);
    assert!(numbered.directory.by_number(447).is_none());
    // Both can be made.
    let parts = [("A.RMB", vec![1, 2, 3, 4, 5]), ("FOO", vec![]), ("MAPPITEM.000", vec![6, 7])];
    assert_eq!(bsa::write(&Archive::named(parts).unwrap()).unwrap(), bytes);
    let parts = [(446, vec![1, 2, 3, 4]), (41739, vec![5, 6, 7])];
    assert_eq!(bsa::write(&Archive::numbered(parts).unwrap()).unwrap(), fixture!("bsa_numbered"));
    assert!(Archive::named([("THIRTEEN.LETT", vec![])]).is_none());
    assert!(Archive::named([("", vec![])]).is_none());
}

#[test]
fn numbers_are_written_where_the_tables_say() {
    let named = clean(bsa::read(&fixture!("bsa_named"), Mode::Strict));
    let rows = [
        row(&[("/entries/1/key/name", "\"BAR\"")], &[(11 + 18, "42 41 52")]),
        row(&[("/entries/1/packed", "258")], &[(11 + 18 + 12, "02 01")]),
        row(&[("/entries/0/size", "4")], &[(11 + 14, "04")]),
    ];
    let mut named_with_flags = named.clone();
    // A value of 0 is not shown.
    named_with_flags.directory.entries[1].packed = 1;
    assert_eq!(typed::run(&named_with_flags, bsa::write, &rows), 3);
    let numbered = clean(bsa::read(&fixture!("bsa_numbered"), Mode::Strict));
    let rows = [row(&[("/entries/1/key/number", "258")], &[(11 + 8, "02 01")])];
    assert_eq!(typed::run(&numbered, bsa::write, &rows), 1);
    let mut mixed = numbered.clone();
    mixed.directory.entries[0].key = named.directory.entries[0].key;
    assert_eq!(bsa::write(&mixed).unwrap_err().code, "daggerfall.bsa.unwritable");
}

#[test]
fn bytes_of_no_record_are_kept_and_noted() {
    let mut bytes = fixture!("bsa_named");
    bytes.splice(11..11, [9, 9, 9]);
    let (archive, report) = bsa::read(&bytes, Mode::Strict).unwrap();
    assert_eq!(report.findings()[0].code, "daggerfall.bsa.gap");
    assert_eq!(report.findings()[0].severity, Severity::Note);
    assert_eq!(bsa::write(&archive).unwrap(), bytes);
}

#[test]
fn records_that_overlap_are_cut_at_the_directory() {
    let mut bytes = fixture!("bsa_numbered");
    bytes[11 + 4..11 + 8].copy_from_slice(&1_000_000_i32.to_le_bytes());
    let (archive, codes) = found(bsa::read(&bytes, Mode::Lenient));
    assert_eq!(codes, ["daggerfall.bsa.overlap"; 2]);
    let places: Vec<_> = archive.directory.entries.iter().map(|entry| entry.place()).collect();
    assert_eq!(places, [4..11, 11..11]);
    assert_eq!(archive.directory.entries[0].key, Key::Number(446));
    // A count that no file holds takes no memory.
    bytes[0..2].copy_from_slice(&32767_i16.to_le_bytes());
    assert_eq!(refused(bsa::read(&bytes, Mode::Lenient)), "daggerfall.bsa.truncated");
}
