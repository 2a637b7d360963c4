//! The node block of GameZ: what is read, what is written, what is noticed.

mod authored;
mod formulas;
mod offsets;
mod values;

use binary::{Code, Cursor, FormatCodes, Mode, Report, Result, Site, Writer};
use harness::mutate::{self, Options};
use harness::{Outcome, Subject, hex, rules};
use zbd::gamez::Version;
use zbd::gamez::nodes::{self, Nodes};

#[global_allocator]
static COUNTING: harness::alloc::Counting = harness::alloc::Counting;

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
    subject().assert_clean();
    bare().assert_clean();
}

#[test]
fn every_rule_is_noticed() {
    let rows = rules::run(include_str!("../rules/nodes.toml"), &[subject(), bare()]);
    assert_eq!(rows, 417);
}

#[test]
fn whatever_is_accepted_is_written_back() {
    let tally = mutate::run(&subject(), &Options::new(27, 100_000));
    println!("{tally}");
    tally.assert_healthy(&COUNTING);
}

#[test]
fn whatever_is_accepted_of_the_other_versions_is_written_back() {
    fn authored<const NUMBER: u32>(name: &'static str) -> Subject {
        let nodes = authored::demo(version::<NUMBER>());
        let fixture = write(&Block { model_slots: 2, nodes }, version::<NUMBER>()).unwrap();
        Subject { name, fixture, read: read_again::<NUMBER>, sites: sites::<NUMBER> }
    }
    for subject in [authored::<15>("nodes_rc"), authored::<41>("nodes_pm"), authored::<42>("nodes_cs")] {
        subject.assert_clean();
        let tally = mutate::run(&subject, &Options::new(15, 20_000));
        tally.assert_healthy(&COUNTING);
    }
}
