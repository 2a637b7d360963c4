//! Worlds against docs/spec/everquest/wld.md.

mod types;

use binary::Mode;
use everquest::wld::{self, Wld};
use harness::alloc::Counting;
use harness::{Outcome, Subject, hex};

#[global_allocator]
static COUNTING: Counting = Counting;

/// The smallest walkable zone.
fn smallest() -> Vec<u8> {
    hex::bytes(include_str!("../fixtures/wld_smallest.hex"))
}

fn outcome(bytes: &[u8], mode: Mode) -> binary::Result<Outcome> {
    let (wld, report) = wld::read(bytes, mode)?;
    Ok(Outcome { rewritten: wld::write(&wld)?, findings: report.into_findings() })
}

fn subject(name: &'static str, fixture: Vec<u8>) -> Subject {
    Subject { name, fixture, read: outcome, sites: wld::fields }
}

/// A clean world, read strictly.
fn read(bytes: &[u8]) -> Wld {
    let (wld, report) = wld::read(bytes, Mode::Strict).unwrap();
    assert_eq!(report.findings(), []);
    wld
}

#[test]
fn the_smallest_walkable_zone_is_clean() {
    subject("smallest", smallest()).assert_clean();
    let wld = read(&smallest());
    harness::typed::through_json(&wld);
}
