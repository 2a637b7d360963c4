//! MDL7 models against docs/spec/gamestudio.md, "4. MDL7".

mod authored;
mod odd;
mod offsets;
mod values;

use crate::COUNTING;
use binary::Mode;
use gamestudio::mdl7::{self, Model};
use harness::mutate::{self, Options};
use harness::{Outcome, Subject, hex, rules};

/// Everything in it; most common record sizes.
fn all() -> Vec<u8> {
    hex::bytes(include_str!("../fixtures/mdl7_all.hex"))
}

/// Triangles of 12 bytes, vertices of 16, bones of 16.
fn small() -> Vec<u8> {
    hex::bytes(include_str!("../fixtures/mdl7_small.hex"))
}

/// Triangles of 16 bytes, frame vertices of 28, bones of 52.
fn mixed() -> Vec<u8> {
    hex::bytes(include_str!("../fixtures/mdl7_mixed.hex"))
}

/// Triangles of 44 bytes.
fn wide() -> Vec<u8> {
    hex::bytes(include_str!("../fixtures/mdl7_wide.hex"))
}

/// A clean model, read strictly.
fn read(bytes: &[u8]) -> Model {
    let (model, report) = mdl7::read(bytes, Mode::Strict).unwrap();
    assert_eq!(report.findings(), []);
    model
}

fn outcome(bytes: &[u8], mode: Mode) -> binary::Result<Outcome> {
    let (model, report) = mdl7::read(bytes, mode)?;
    // What a loader asks for must hold for everything that is accepted.
    let places = model.bone_positions();
    assert_eq!(places.len(), model.bones.len());
    model.scenes();
    for (index, group) in model.groups.iter().enumerate() {
        for triangle in group.drawable() {
            assert!(triangle.vertices.iter().all(|vertex| (*vertex as usize) < group.vertices.len()));
        }
        for skin in 0..group.skins.len() {
            if let Some(skin) = group.resolve_skin(skin)
                && skin.kind & 15 <= 5
                && skin.width > 0
                && skin.height > 0
            {
                skin.decode_rgba8(0, Some(&[[0; 3]; 256]))?;
            }
        }
        model.skins(index);
        for frame in 0..group.frames.len() {
            assert_eq!(model.posed_positions(group, frame).len(), group.vertices.len());
        }
    }
    Ok(Outcome { rewritten: mdl7::write(&model)?, findings: report.into_findings() })
}

fn subjects() -> [Subject; 4] {
    let subject = |name, fixture| Subject { name, fixture, read: outcome, sites: mdl7::fields };
    [subject("all", all()), subject("small", small()), subject("mixed", mixed()), subject("wide", wide())]
}

#[test]
fn every_rule_of_the_specification_is_enforced() {
    assert_eq!(rules::run(include_str!("../rules/mdl7.toml"), &subjects()), 65);
}

#[test]
fn every_finding_says_what_to_do() {
    for code in mdl7::codes() {
        assert!(code.id.starts_with("gamestudio.") && !code.means.is_empty() && !code.advice.is_empty());
    }
}

#[test]
fn mutations_are_survived_and_written_back() {
    for (subject, seed) in subjects().iter().zip(2004..) {
        let tally = mutate::run(subject, &Options::new(seed, 100_000));
        println!("{tally}");
        tally.assert_healthy(&COUNTING);
    }
}
