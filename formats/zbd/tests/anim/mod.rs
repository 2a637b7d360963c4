//! Animation files: values, offsets, rules, mutations and files made from scratch.

mod events;
mod mutations;
mod offsets;
mod rules;
mod scratch;
mod tables;
mod text;
mod text_errors;
mod values;

use crate::COUNTING;
use binary::{Mode, Result};
use harness::{Outcome, Subject, hex};
use zbd::anim::{self, Anim};

fn recoil() -> Vec<u8> {
    hex::bytes(include_str!("../fixtures/anim_rc.hex"))
}

fn mechwarrior3() -> Vec<u8> {
    hex::bytes(include_str!("../fixtures/anim_mw.hex"))
}

fn pirates_moon() -> Vec<u8> {
    hex::bytes(include_str!("../fixtures/anim_pm.hex"))
}

fn crimson_skies() -> Vec<u8> {
    hex::bytes(include_str!("../fixtures/anim_cs.hex"))
}

/// Reads a file that must be as the specification has it.
fn strict(bytes: &[u8]) -> Anim {
    let (anim, report) = anim::read(bytes, Mode::Strict).unwrap();
    assert_eq!(report.findings(), []);
    anim
}

fn outcome(bytes: &[u8], mode: Mode) -> Result<Outcome> {
    let (anim, report) = anim::read(bytes, mode)?;
    Ok(Outcome { rewritten: anim::write(&anim)?, findings: report.into_findings() })
}

fn subject(name: &'static str, fixture: Vec<u8>) -> Subject {
    Subject { name, fixture, read: outcome, sites: anim::fields }
}

fn subjects() -> [Subject; 4] {
    [
        subject("anim_rc", recoil()),
        subject("anim_mw", mechwarrior3()),
        subject("anim_pm", pirates_moon()),
        subject("anim_cs", crimson_skies()),
    ]
}

#[test]
fn each_game_is_read_strictly_and_written_back() {
    for subject in subjects() {
        subject.assert_clean();
    }
}
