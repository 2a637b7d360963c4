//! Libraries of models against docs/spec/zbd/mechlib.md: values, offsets, rules,
//! mutations and libraries made from scratch.

mod authoring;
mod rules;
mod values;

use crate::COUNTING;
use binary::Mode;
use harness::{Outcome, Subject, hex};
use zbd::mechlib::{self, Mechlib, ModelTree};

fn mechwarrior() -> Vec<u8> {
    hex::bytes(include_str!("../fixtures/mechlib_mw.hex"))
}

fn pirates_moon() -> Vec<u8> {
    hex::bytes(include_str!("../fixtures/mechlib_pm.hex"))
}

fn outcome(bytes: &[u8], mode: Mode) -> binary::Result<Outcome> {
    let (mechlib, report) = mechlib::read(bytes, mode)?;
    Ok(Outcome { rewritten: mechlib::write(&mechlib)?, findings: report.into_findings() })
}

fn subjects() -> [Subject; 2] {
    [("mechlib_mw", mechwarrior()), ("mechlib_pm", pirates_moon())].map(|(name, fixture)| Subject {
        name,
        fixture,
        read: outcome,
        sites: mechlib::fields,
    })
}

/// A clean library, read strictly.
fn read(bytes: &[u8]) -> Mechlib {
    let (mechlib, report) = mechlib::read(bytes, Mode::Strict).unwrap();
    assert_eq!(report.findings(), []);
    mechlib
}

/// The only model of a library.
fn tree(mechlib: &Mechlib) -> &ModelTree {
    mechlib.models().next().unwrap().1
}
