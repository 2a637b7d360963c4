//! GameZ files: values, offsets, rules, mutations and files made from scratch.

mod authoring;
mod mutations;
mod offsets;
mod rules;
mod values;
mod versions;

use crate::COUNTING;
use binary::{Mode, Report, Result, Site};
use harness::{Outcome, Subject, hex};
use zbd::gamez::{self, GameZ};

/// A MechWarrior 3 world with one of everything, typed from the specification.
fn world() -> Vec<u8> {
    hex::bytes(include_str!("../fixtures/gamez_mw.hex"))
}

/// Reads a file that must be as the specification has it.
fn strict(bytes: &[u8]) -> GameZ {
    let (gamez, report) = gamez::read(bytes, Mode::Strict).unwrap();
    assert_eq!(report.findings(), []);
    gamez
}

fn outcome(bytes: &[u8], mode: Mode) -> Result<Outcome> {
    let (gamez, report) = gamez::read_with(bytes, Report::new(mode))?;
    Ok(Outcome { rewritten: gamez::write(&gamez)?, findings: report.into_findings() })
}

fn sites(bytes: &[u8]) -> Vec<Site> {
    gamez::fields(bytes)
}

fn subject() -> Subject {
    Subject { name: "gamez_mw", fixture: world(), read: outcome, sites }
}

/// The same world as Recoil has it: no colours, no strips.
fn recoil() -> Subject {
    let fixture = hex::bytes(include_str!("../fixtures/gamez_rc.hex"));
    Subject { name: "gamez_rc", fixture, ..subject() }
}

/// The same world with several materials to a polygon and material references.
fn pirates_moon() -> Subject {
    let fixture = hex::bytes(include_str!("../fixtures/gamez_pm.hex"));
    Subject { name: "gamez_pm", fixture, ..subject() }
}

/// The same world, its used and free model slots in turn.
fn crimson_skies() -> Subject {
    let fixture = hex::bytes(include_str!("../fixtures/gamez_cs.hex"));
    Subject { name: "gamez_cs", fixture, ..subject() }
}

fn subjects() -> [Subject; 4] {
    [subject(), recoil(), pirates_moon(), crimson_skies()]
}
