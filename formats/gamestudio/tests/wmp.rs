//! Editor sources against docs/spec/gamestudio.md, "2.12 WMP and WAD".

use binary::Mode;
use gamestudio::wmp::{self, Chunk, Wmp};
use harness::mutate::{self, Options};
use harness::typed::{self, row};
use harness::{Outcome, Subject, hex, rules};
use std::collections::BTreeSet;

fn source() -> Vec<u8> {
    hex::bytes(include_str!("fixtures/wmp.hex"))
}

fn outcome(bytes: &[u8], mode: Mode) -> binary::Result<Outcome> {
    let (wmp, report) = wmp::read(bytes, mode)?;
    Ok(Outcome { rewritten: wmp::write(&wmp)?, findings: report.into_findings() })
}

fn subject() -> Subject {
    Subject { name: "wmp", fixture: source(), read: outcome, sites: wmp::fields }
}

fn read() -> Wmp {
    let (wmp, report) = wmp::read(&source(), Mode::Strict).unwrap();
    assert_eq!(report.findings(), []);
    wmp
}

#[test]
fn chunks_are_kept() {
    let wmp = read();
    let heads: Vec<_> =
        wmp.chunks.iter().map(|chunk| (chunk.id, chunk.kind, chunk.version, chunk.data.len())).collect();
    assert_eq!(heads, [(1, 4, 5, 32), (2, 4, 5, 0), (1, 5, 6, 12)]);
    assert_eq!(wmp.chunks[2].data, hex::bytes("01 00 00 00 02 00 00 00 03 00 00 00"));
    assert!(wmp.rest.is_empty());
}

#[test]
fn each_field_is_written_at_its_offset() {
    let rows = [
        row(&[("/chunks/1/id", "9")], &[(44, "09")]),
        row(&[("/chunks/1/kind", "9")], &[(45, "09")]),
        row(&[("/chunks/1/version", "772")], &[(46, "04 03")]),
        row(&[("/chunks/2/data", "\"AAAAAAAAAAAAAAAA\"")], &[(60, "00*12")]),
    ];
    assert_eq!(typed::run(&read(), wmp::write, &rows), 4);
    let mut wmp = read();
    wmp.chunks.truncate(1);
    wmp.chunks[0] = Chunk { id: 7, kind: 8, version: 9, data: vec![1, 2] };
    assert_eq!(wmp::write(&wmp).unwrap(), hex::bytes("\"WMPB\" 07 08 09 00 0a 00 00 00 01 02"));
}

#[test]
fn what_is_no_chunk_is_kept() {
    let mut bytes = source();
    bytes.truncate(70);
    let (wmp, report) = wmp::read(&bytes, Mode::Lenient).unwrap();
    assert_eq!((wmp.chunks.len(), wmp.rest.len()), (2, 18));
    assert_eq!((report.findings()[0].code, report.findings()[0].offset), ("gamestudio.wmp.chunk", Some(52)));
    assert_eq!(wmp::write(&wmp).unwrap(), bytes);
    typed::through_json(&wmp);
}

#[test]
fn every_finding_says_what_to_do() {
    for code in wmp::codes() {
        assert!(
            code.id.starts_with("gamestudio.wmp.") && !code.means.is_empty() && !code.advice.is_empty(),
            "{code:?}"
        );
    }
}

#[test]
fn every_rule_is_enforced() {
    assert_eq!(rules::run(include_str!("rules/wmp.toml"), &[subject()]), 5);
}

#[test]
fn mutations_are_survived_and_written_back() {
    let tally = mutate::run(&subject(), &Options::new(2001, 100_000));
    println!("{tally}");
    // Behind the magic letters nothing is structure, so that anything goes.
    assert!(harness::alloc::installed());
    assert!(tally.over_budget.is_none(), "{:?}", tally.over_budget);
    assert!(tally.mutations.accepted > 90_000);
    assert_eq!(tally.mutations.rejected.keys().collect::<Vec<_>>(), ["gamestudio.wmp.magic in "]);
}

/// Codes that no file can be made to cause.
const WITHOUT_RULE: &[&str] = &[
    "gamestudio.wmp.limit",
    "gamestudio.wmp.not_finite",
    "gamestudio.wmp.trailing",
    "gamestudio.wmp.truncated",
    "gamestudio.wmp.unwritable",
];

#[test]
fn every_code_has_a_rule_and_every_rule_a_code() {
    let ruled: BTreeSet<_> = include_str!("rules/wmp.toml")
        .lines()
        .filter_map(|line| line.strip_prefix("code = \"")?.strip_suffix('"'))
        .chain(WITHOUT_RULE.iter().copied())
        .collect();
    let declared: BTreeSet<_> = wmp::codes().iter().map(|code| code.id).collect();
    assert_eq!(ruled, declared);
}
