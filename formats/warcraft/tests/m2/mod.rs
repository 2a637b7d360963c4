//! M2 models against docs/spec/m2.md.

mod authored;
mod awkward;
mod hostile;
mod profiles;
mod values;

use crate::COUNTING;
use binary::Mode;
use harness::mutate::{self, Options};
use harness::{Outcome, Subject, hex, rules};
use warcraft::m2::{self, Model};

/// Client 1.x, every structure, aligned.
fn first() -> Vec<u8> {
    hex::bytes(include_str!("../fixtures/m2_first.hex"))
}

/// Client 2.x, every structure, aligned.
fn second() -> Vec<u8> {
    hex::bytes(include_str!("../fixtures/m2_second.hex"))
}

/// Client 1.x, packed, in the other forms of cameras and emitters.
fn packed() -> Vec<u8> {
    hex::bytes(include_str!("../fixtures/m2_packed.hex"))
}

/// Client 1.x, padded.
fn padded() -> Vec<u8> {
    hex::bytes(include_str!("../fixtures/m2_padded.hex"))
}

/// As [`padded`], with offsets where nothing is.
fn stale() -> Vec<u8> {
    hex::bytes(include_str!("../fixtures/m2_stale.hex"))
}

/// A clean model, read strictly.
fn read(bytes: &[u8]) -> Model {
    let (model, report) = m2::read(bytes, Mode::Strict).unwrap();
    assert_eq!(report.findings(), []);
    model
}

fn outcome(bytes: &[u8], mode: Mode) -> binary::Result<Outcome> {
    let (model, report) = m2::read(bytes, mode)?;
    // What a loader asks for must hold for everything that is accepted.
    assert_eq!(model.bone_parents().len(), model.bones.len());
    for view in &model.views {
        Model::shown_at_first(view);
        for submesh in view.submeshes.iter().map(Some).chain([None]) {
            for triangle in view.drawable(submesh, model.vertices.len()) {
                assert!(triangle.iter().all(|vertex| usize::from(*vertex) < model.vertices.len()));
            }
        }
        for batch in view.batches.iter().take(50) {
            model.stages(batch).for_each(drop);
            model.transparency_of(batch);
        }
    }
    for animation in 0..8 {
        model.playable(animation);
        assert!(model.variations(animation).len() <= model.sequences.len());
    }
    for bone in &model.bones {
        for key in 0..bone.rotation.len() {
            assert!(bone.rotation.value(key).is_some());
        }
    }
    model.attachment(1);
    model.key_bone(1);
    Ok(Outcome { rewritten: m2::write(&model)?, findings: report.into_findings() })
}

fn subjects() -> [Subject; 4] {
    let subject = |name, fixture| Subject { name, fixture, read: outcome, sites: m2::fields };
    [
        subject("first", first()),
        subject("second", second()),
        subject("packed", packed()),
        subject("padded", padded()),
    ]
}

#[test]
fn the_fixtures_are_clean() {
    for subject in subjects() {
        subject.assert_clean();
    }
}

#[test]
fn every_rule_of_the_specification_is_enforced() {
    assert_eq!(rules::run(include_str!("../rules/m2.toml"), &subjects()), 273);
}

/// Findings that are only notes, or need more than an edit: tests of this folder make them.
const ELSEWHERE: [&str; 7] = [
    "warcraft.m2.leftover",
    "warcraft.m2.order",
    "warcraft.m2.overlaps",
    "warcraft.m2.stale_name",
    "warcraft.m2.track.empty",
    "warcraft.m2.unwritable",
    "warcraft.m2.version_between",
];

#[test]
fn every_finding_has_a_rule_and_says_what_to_do() {
    let table = include_str!("../rules/m2.toml");
    for code in m2::codes() {
        assert!(code.id.starts_with("warcraft.m2.") && !code.means.is_empty() && !code.advice.is_empty());
        let ruled = table.contains(&format!("code = \"{}\"", code.id));
        assert!(ruled != ELSEWHERE.contains(&code.id), "{}", code.id);
    }
}

#[test]
fn mutations_are_survived_and_written_back() {
    for (subject, seed) in subjects().iter().zip(2004..) {
        let tally = mutate::run(subject, &Options::new(seed, 20_000));
        println!("{tally}");
        tally.assert_healthy(&COUNTING);
    }
}
