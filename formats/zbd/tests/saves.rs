//! Savegames against docs/spec/zbd/saves.md.

use crate::COUNTING;
use binary::{Mode, Padded};
use harness::alloc;
use harness::mutate::{self, Options};
use harness::typed::row;
use harness::{Outcome, Subject, hex, rules, typed};
use zbd::archive::{Footer, TypedEntry};
use zbd::saves::{self, Activation, ActivationInfo, Content, HeaderWords, NODE_STATE, Save};

fn all() -> Vec<u8> {
    hex::bytes(include_str!("fixtures/save.hex"))
}

fn outcome(bytes: &[u8], mode: Mode) -> binary::Result<Outcome> {
    let (save, report) = saves::read(bytes, mode)?;
    Ok(Outcome { rewritten: saves::write(&save)?, findings: report.into_findings() })
}

fn subject() -> Subject {
    Subject { name: "save", fixture: all(), read: outcome, sites: saves::fields }
}

/// A clean savegame, read strictly.
fn read(bytes: &[u8]) -> Save {
    let (save, report) = saves::read(bytes, Mode::Strict).unwrap();
    assert_eq!(report.findings(), []);
    save
}

fn activation(save: &Save, name: &str) -> Activation {
    match save.get(name) {
        Some(Content::Activation(activation)) => (**activation).clone(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn records_are_read_as_specified() {
    let save = read(&all());
    assert_eq!(save.footer, Footer::Version1);
    let words = HeaderWords { version: 8, format: 2 };
    assert_eq!(save.get("ZSAVEHEADER"), Some(&Content::Header { words, rest: vec![1, 2, 3, 4, 5] }));
    let door = activation(&save, "door_open");
    let info = ActivationInfo {
        kind: 1,
        name: Padded::new("door_open").unwrap(),
        node_index: -1,
        status: 1,
        ..ActivationInfo::default()
    };
    assert_eq!(door, Activation { info, node_states: vec![0x11; NODE_STATE] });
    let bridge = activation(&save, "bridge");
    assert_eq!((bridge.info.kind, bridge.info.node_index, bridge.info.status), (2, 19_999, 3));
    assert_eq!((bridge.info.ptr, bridge.info.unk86), (0x00A0_1000, 25));
    assert_eq!(bridge.info.values[2..5], [0, 0x0403_0201, 0x0807_0605]);
    assert_eq!(bridge.node_states.len(), 2 * NODE_STATE);
    assert!(activation(&save, "flag").node_states.is_empty());
}

#[test]
fn members_that_are_no_records_are_kept() {
    let mut save = read(&all());
    for bytes in [vec![1; 87], vec![1; 88 + 67]] {
        save.entries.push(TypedEntry::new("unknown", Content::Other(bytes)).unwrap());
    }
    let bytes = saves::write(&save).unwrap();
    let (again, report) = saves::read(&bytes, Mode::Lenient).unwrap();
    assert_eq!(again, save);
    let places: Vec<_> = report.findings().iter().map(|found| (found.code, found.path.as_str())).collect();
    assert_eq!(
        places,
        [("zbd.save.record", "entry 4 \"unknown\""), ("zbd.save.record", "entry 5 \"unknown\"")]
    );
    typed::through_json(&save);
}

#[test]
fn zeros_may_be_negative() {
    let mut bytes = all();
    bytes[60] = 0x80;
    let save = read(&bytes);
    assert_eq!(activation(&save, "door_open").info.values[0], 0x8000_0000);
    assert_eq!(saves::write(&save).unwrap(), bytes);
}

#[test]
fn what_no_file_can_hold_is_not_written() {
    let refused = |what: &str, index: usize, spoil: fn(&mut TypedEntry<Content>)| {
        let mut save = read(&all());
        spoil(&mut save.entries[index]);
        let finding = saves::write(&save).unwrap_err();
        assert_eq!(finding.code, "zbd.save.unwritable", "{what}");
        assert!(finding.path.starts_with(&format!("entry {index}")), "{what}: {}", finding.path);
    };
    let states = |entry: &mut TypedEntry<Content>, count: usize| match &mut entry.content {
        Content::Activation(activation) => activation.node_states.resize(count, 0),
        other => panic!("{other:?}"),
    };
    refused("half a node state", 1, |entry| match &mut entry.content {
        Content::Activation(activation) => activation.node_states.truncate(NODE_STATE - 1),
        other => panic!("{other:?}"),
    });
    refused("a header by another name", 0, |entry| entry.name = Padded::new("header").unwrap());
    refused("a record by the name of the header", 2, |entry| {
        entry.name = Padded::new("zsaveheader").unwrap()
    });
    let mut save = read(&all());
    states(&mut save.entries[1], 255 * NODE_STATE);
    assert!(saves::write(&save).is_ok());
    states(&mut save.entries[1], 256 * NODE_STATE);
    assert_eq!(saves::write(&save).unwrap_err().code, "zbd.save.unwritable");
}

#[test]
fn each_field_is_written_at_its_offset() {
    let rows = [
        row(&[("/entries/0/content/header/words/version", "67305985")], &[(0, "01 02 03 04")]),
        row(&[("/entries/0/content/header/words/format", "67305985")], &[(4, "01 02 03 04")]),
        row(&[("/entries/0/content/header/rest", "\"CQgHBgU=\"")], &[(8, "09 08 07 06 05")]),
        row(&[("/entries/1/content/activation/info/kind", "2")], &[(13, "02")]),
        row(&[("/entries/1/content/activation/info/unk04", "-2")], &[(17, "fe ff ff ff")]),
        row(&[("/entries/1/content/activation/info/name", "\"Door_open\"")], &[(21, "\"D\"")]),
        row(&[("/entries/1/content/activation/info/node_index", "0")], &[(53, "00 00 00 00")]),
        row(&[("/entries/1/content/activation/info/values/8", "67305985")], &[(89, "01 02 03 04")]),
        row(&[("/entries/1/content/activation/info/ptr", "67305985")], &[(93, "01 02 03 04")]),
        row(&[("/entries/1/content/activation/info/status", "3")], &[(97, "03")]),
        row(&[("/entries/1/content/activation/info/unk86", "25")], &[(99, "19")]),
        row(&[("/entries/1/content/activation/info/unk87", "1")], &[(100, "01")]),
    ];
    assert_eq!(typed::run(&read(&all()), saves::write, &rows), rows.len());
}

#[test]
fn memory_follows_the_size_of_the_file() {
    // Members of one byte: the table is nearly all of the file.
    let mut save = read(&all());
    let entry = TypedEntry::new("x", Content::Other(vec![1])).unwrap();
    save.entries.extend(std::iter::repeat_n(entry, 8192));
    let bytes = saves::write(&save).unwrap();
    let (_, peak) = alloc::peak_of(|| outcome(&bytes, Mode::Lenient).unwrap());
    assert!(peak <= alloc::allowance(bytes.len()), "{peak} bytes for {}", bytes.len());
}

#[test]
fn every_finding_says_what_to_do() {
    for code in saves::codes() {
        assert!(code.id.starts_with("zbd.save.") && !code.means.is_empty(), "{code:?}");
        assert!(!code.advice.is_empty(), "{code:?}");
    }
}

#[test]
fn every_rule_of_the_specification_is_enforced() {
    assert_eq!(rules::run(include_str!("rules/saves.toml"), &[subject()]), 18);
}

#[test]
fn mutations_are_survived_and_written_back() {
    let tally = mutate::run(&subject(), &Options::new(1999, 100_000));
    println!("{tally}");
    tally.assert_healthy(&COUNTING);
}
