//! Files against docs/spec/daggerfall.md: values of typed fixtures, rules, mutations, memory.

mod archives;
mod blocks;
mod heights;
mod kinds;

mod land;
mod meshes;
mod pictures;
mod places;
mod structures;

use binary::Report;
use harness::alloc::Counting;
use harness::mutate::{self, Options};
use harness::{Outcome, Subject, rules};

#[global_allocator]
static COUNTING: Counting = Counting;

/// The fixture of a file in `tests/fixtures`.
macro_rules! fixture {
    ($name:literal) => {
        harness::hex::bytes(include_str!(concat!("../fixtures/", $name, ".hex")))
    };
}
use fixture;

/// What reading and writing gave, but for findings about the size of whole maps, which fixtures do not have.
fn outcome(rewritten: Vec<u8>, report: Report) -> Outcome {
    let of_size = ["daggerfall.woods.size", "daggerfall.maps.region_count"];
    let findings = report.into_findings();
    Outcome {
        rewritten,
        findings: findings.into_iter().filter(|finding| !of_size.contains(&finding.code)).collect(),
    }
}

/// A file that is read without findings in strict mode.
fn clean<T>(read: binary::Result<(T, Report)>) -> T {
    let (value, report) = read.unwrap();
    assert_eq!(report.findings(), []);
    value
}

/// Codes of what was found in lenient mode.
fn found<T>(read: binary::Result<(T, Report)>) -> (T, Vec<&'static str>) {
    let (value, report) = read.unwrap();
    (value, report.findings().iter().map(|finding| finding.code).collect())
}

/// The code with which reading ends.
fn refused<T: std::fmt::Debug>(read: binary::Result<(T, Report)>) -> &'static str {
    read.unwrap_err().code
}

/// Each rule is enforced, each code has a rule but for those that other tests are about, and mutations of the
/// fixtures are survived.
fn hold(table: &str, count: usize, subjects: &[Subject], codes: &[&binary::Code], elsewhere: &[&str]) {
    assert_eq!(rules::run(table, subjects), count);
    for code in codes {
        assert!(!code.means.is_empty() && !code.advice.is_empty(), "{}", code.id);
        let ruled = table.contains(&format!("code = \"{}\"", code.id));
        let name = code.id.rsplit('.').next().unwrap();
        assert!(
            ruled != elsewhere.contains(&name),
            "{} has {} rule",
            code.id,
            if ruled { "a" } else { "no" }
        );
    }
    for (subject, seed) in subjects.iter().zip(1996..) {
        let tally = mutate::run(subject, &Options::new(seed, 4_000));
        println!("{tally}");
        tally.assert_healthy(&COUNTING);
    }
}
