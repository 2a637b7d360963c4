//! Rules, findings and mutations.

use crate::{COUNTING, mechwarrior, read, subjects};
use binary::{Mode, Padded};
use harness::mutate::{self, Options};
use harness::rules;
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

#[test]
fn mutations_are_survived_and_written_back() {
    for subject in subjects() {
        let tally = mutate::run(&subject, &Options::new(1999, 100_000));
        println!("{tally}");
        tally.assert_healthy(&COUNTING);
    }
}
