//! What no input may do: panic, come back changed, take more memory than its
//! size allows.

use crate::gamez::{COUNTING, crimson_skies, pirates_moon, recoil, subject};
use harness::Subject;
use harness::mutate::{Options, run};

/// A test each, so that they run side by side.
fn survives(subject: &Subject) {
    assert!(subject.fixture.len() <= 8192, "{}", subject.name);
    let tally = run(subject, &Options::new(27, 100_000));
    println!("{tally}");
    tally.assert_healthy(&COUNTING);
}

#[test]
fn every_accepted_input_comes_back_unchanged() {
    survives(&subject());
}

#[test]
fn every_accepted_input_of_recoil_comes_back_unchanged() {
    survives(&recoil());
}

#[test]
fn every_accepted_input_of_pirates_moon_comes_back_unchanged() {
    survives(&pirates_moon());
}

#[test]
fn every_accepted_input_of_crimson_skies_comes_back_unchanged() {
    survives(&crimson_skies());
}
