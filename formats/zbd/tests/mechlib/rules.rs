//! Rules, findings and mutations.

use crate::mechlib::{COUNTING, mechwarrior, pirates_moon, read, subjects};
use binary::{Mode, Padded, Site};
use harness::mutate::{self, Options};
use harness::{Outcome, Subject, rules};
use zbd::archive;
use zbd::gamez::Version;
use zbd::mechlib::{self, Content};

#[test]
fn every_rule_of_the_specification_is_enforced() {
    assert_eq!(rules::run(include_str!("../rules/mechlib.toml"), &subjects()), 105);
}

#[test]
fn every_code_has_a_rule_or_a_reason() {
    let elsewhere = [
        // Shown by tests of their own.
        "zbd.mechlib.node.depth",
        // What the cursor notices, shown by the mutations.
        "zbd.mechlib.limit",
        "zbd.mechlib.not_finite",
        // Of the writer.
        "zbd.mechlib.unwritable",
        "zbd.mechlib.write.material",
        "zbd.mechlib.write.member_name",
        "zbd.mechlib.write.outline",
        "zbd.mechlib.write.tree",
    ];
    let table = include_str!("../rules/mechlib.toml");
    let mut missing: Vec<_> = mechlib::codes()
        .into_iter()
        .map(|code| code.id)
        .filter(|id| !table.contains(&format!("code = \"{id}\"")))
        .collect();
    missing.sort_unstable();
    let mut elsewhere = elsewhere.to_vec();
    elsewhere.sort_unstable();
    assert_eq!(missing, elsewhere);
}

#[test]
fn every_finding_says_what_to_do() {
    for code in mechlib::codes() {
        assert!(code.id.starts_with("zbd.mechlib.") && !code.means.is_empty(), "{code:?}");
        assert!(!code.advice.is_empty(), "{code:?}");
    }
}

#[test]
fn second_members_of_a_name_are_kept() {
    let mut library = read(&mechwarrior());
    for name in ["version", "Materials"] {
        let mut entry = library.archive.entries[0].clone();
        entry.name = Padded::new(name).unwrap();
        entry.content = Content::Other(vec![1, 2, 3]);
        library.archive.entries.push(entry);
    }
    let mut format = library.archive.entries[0].clone();
    format.content = Content::Format(1);
    library.archive.entries.push(format);
    let bytes = mechlib::write(&library).unwrap();
    let (again, report) = mechlib::read(&bytes, Mode::Lenient).unwrap();
    assert_eq!(again, library);
    let places: Vec<_> = report.findings().iter().map(|found| (found.code, found.path.as_str())).collect();
    assert_eq!(
        places,
        [("zbd.mechlib.member", "entry 4 \"version\""), ("zbd.mechlib.member", "entry 5 \"Materials\"")]
    );
}

/// A member alone, so that prefixes end inside trees and not before a footer.
fn alone(name: &'static str, library: &[u8], read: Read, sites: fn(&[u8]) -> Vec<Site>) -> Subject {
    let (directory, _) = archive::read_directory(library, Mode::Strict).unwrap();
    Subject { name, fixture: library[directory.members[2].range.clone()].to_vec(), read, sites }
}

type Read = fn(&[u8], Mode) -> binary::Result<Outcome>;

fn read_alone(bytes: &[u8], version: Version, mode: Mode) -> binary::Result<Outcome> {
    let (tree, report) = mechlib::read_model(bytes, version, 2, mode)?;
    Ok(Outcome { rewritten: mechlib::write_model(&tree, version)?, findings: report.into_findings() })
}

#[test]
fn damaged_trees_are_survived_and_written_back() {
    let mechwarrior = alone(
        "tree_mw",
        &mechwarrior(),
        |bytes, mode| read_alone(bytes, Version::MechWarrior3, mode),
        |bytes| mechlib::model_fields(bytes, Version::MechWarrior3, 2),
    );
    let pirates_moon = alone(
        "tree_pm",
        &pirates_moon(),
        |bytes, mode| read_alone(bytes, Version::PiratesMoon, mode),
        |bytes| mechlib::model_fields(bytes, Version::PiratesMoon, 2),
    );
    for subject in [mechwarrior, pirates_moon] {
        let tally = mutate::run(&subject, &Options::new(2000, 50_000));
        println!("{tally}");
        assert_eq!(tally.prefixes.accepted, 0, "no prefix is a tree");
        tally.assert_healthy(&COUNTING);
    }
}

#[test]
fn mutations_are_survived_and_written_back() {
    for subject in subjects() {
        let tally = mutate::run(&subject, &Options::new(1999, 100_000));
        println!("{tally}");
        tally.assert_healthy(&COUNTING);
    }
}
