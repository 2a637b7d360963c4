//! The node block of GameZ: what is read, what is written, what is noticed.

mod authored;
mod formulas;
mod offsets;
mod values;
mod versions;

use crate::COUNTING;
use binary::{Code, Cursor, FormatCodes, Mode, Report, Result, Site, Writer};
use harness::mutate::{self, Options};
use harness::{Outcome, Subject, hex, rules};
use zbd::gamez::Version;
use zbd::gamez::nodes::{self, Nodes};

macro_rules! code {
    ($name:ident, $id:literal) => {
        static $name: Code = Code { id: $id, means: "", advice: "" };
    };
}
code!(TRUNCATED, "test.truncated");
code!(NOT_FINITE, "test.not_finite");
code!(TRAILING, "test.trailing");
code!(LIMIT, "test.limit");
static CODES: FormatCodes =
    FormatCodes { truncated: &TRUNCATED, not_finite: &NOT_FINITE, trailing: &TRAILING, limit: &LIMIT };

/// A node block behind what the header and the model array would say: the size
/// of the node array and the number of model slots.
struct Block {
    model_slots: u32,
    nodes: Nodes,
}

fn read(bytes: &[u8], version: Version, report: Report) -> Result<(Block, Report)> {
    let mut cursor = Cursor::with_report(bytes, &CODES, report);
    let block = read_from(&mut cursor, version)?;
    Ok((block, cursor.finish()?))
}

fn read_from(cursor: &mut Cursor<'_>, version: Version) -> Result<Block> {
    let array_size = cursor.value("array_size")?;
    let model_slots = cursor.value("model_slots")?;
    let nodes = nodes::read(cursor, version, array_size, model_slots as usize)?;
    Ok(Block { model_slots, nodes })
}

fn write(block: &Block, version: Version) -> Result<Vec<u8>> {
    let mut writer = Writer::new();
    writer.value(&block.nodes.array_size()?);
    writer.value(&block.model_slots);
    nodes::write(&mut writer, version, &block.nodes)?;
    Ok(writer.into_bytes())
}

/// Subjects hold plain functions, so the version is its number.
const fn version<const NUMBER: u32>() -> Version {
    match Version::from_number(NUMBER) {
        Some(version) => version,
        None => panic!("no such version"),
    }
}

fn read_again<const NUMBER: u32>(bytes: &[u8], mode: Mode) -> Result<Outcome> {
    let version = version::<NUMBER>();
    let (block, report) = read(bytes, version, Report::new(mode))?;
    let rewritten = write(&block, version)?;
    Ok(Outcome { rewritten, findings: report.into_findings() })
}

fn sites<const NUMBER: u32>(bytes: &[u8]) -> Vec<Site> {
    let mut cursor = Cursor::with_report(bytes, &CODES, Report::new(Mode::Lenient).with_trace());
    // Where reading ends early, the places up to there are all there is.
    let _ = read_from(&mut cursor, version::<NUMBER>());
    cursor.report.take_sites()
}

/// Every class, every mode of Object3d, two cells, two unused slots.
fn sink() -> Vec<u8> {
    hex::bytes(include_str!("../fixtures/nodes_mw.hex"))
}

fn subject() -> Subject {
    Subject { name: "nodes_mw", fixture: sink(), read: read_again::<27>, sites: sites::<27> }
}

/// The same nodes as far as Recoil has them, and an object with two parents.
fn recoil() -> Subject {
    let fixture = hex::bytes(include_str!("../fixtures/nodes_rc.hex"));
    Subject { name: "nodes_rc", fixture, read: read_again::<15>, sites: sites::<15> }
}

/// The same nodes, no unused slots.
fn pirates_moon() -> Subject {
    let fixture = hex::bytes(include_str!("../fixtures/nodes_pm.hex"));
    Subject { name: "nodes_pm", fixture, read: read_again::<41>, sites: sites::<41> }
}

/// The same nodes but the Empty one, two windows and two cameras.
fn crimson_skies() -> Subject {
    let fixture = hex::bytes(include_str!("../fixtures/nodes_cs.hex"));
    Subject { name: "nodes_cs", fixture, read: read_again::<42>, sites: sites::<42> }
}

/// Four nodes of `planes.zbd`, which has no world.
fn planes() -> Subject {
    let fixture = hex::bytes(include_str!("../fixtures/nodes_cs_planes.hex"));
    Subject { name: "nodes_cs_planes", fixture, read: read_again::<42>, sites: sites::<42> }
}

fn subjects() -> [Subject; 6] {
    [subject(), bare(), recoil(), pirates_moon(), crimson_skies(), planes()]
}

/// The smallest block, its world without a cell.
fn bare() -> Subject {
    let fixture = hex::bytes(include_str!("../fixtures/nodes_mw_bare.hex"));
    Subject { name: "nodes_mw_bare", fixture, read: read_again::<27>, sites: sites::<27> }
}

fn mechwarrior(bytes: &[u8]) -> Nodes {
    match read(bytes, Version::MechWarrior3, Report::new(Mode::Lenient)) {
        Ok((block, _)) => block.nodes,
        Err(finding) => panic!("{finding}"),
    }
}

#[test]
fn the_fixtures_are_clean_and_written_back() {
    for subject in subjects() {
        subject.assert_clean();
        assert!(subject.fixture.len() <= 8192, "{}", subject.name);
    }
}

/// The rules of every game and those of one, and how many rows each table has
/// for how many fixtures.
const TABLES: [(&str, usize); 4] = [
    (include_str!("../rules/nodes.toml"), 1435),
    (include_str!("../rules/nodes_rc.toml"), 64),
    (include_str!("../rules/nodes_pm.toml"), 84),
    (include_str!("../rules/nodes_cs.toml"), 225),
];

#[test]
fn every_rule_is_noticed() {
    let subjects = subjects();
    for (table, rows) in TABLES {
        let found = rules::run(table, &subjects);
        assert_eq!(found, rows, "a row was added or lost: adjust the number with it");
    }
}

/// A test each, so that they run side by side.
fn survives(subject: &Subject) {
    let tally = mutate::run(subject, &Options::new(27, 100_000));
    println!("{tally}");
    tally.assert_healthy(&COUNTING);
}

#[test]
fn whatever_is_accepted_is_written_back() {
    survives(&subject());
}

#[test]
fn whatever_is_accepted_of_recoil_is_written_back() {
    survives(&recoil());
}

#[test]
fn whatever_is_accepted_of_pirates_moon_is_written_back() {
    survives(&pirates_moon());
}

#[test]
fn whatever_is_accepted_of_crimson_skies_is_written_back() {
    survives(&crimson_skies());
    survives(&planes());
}
