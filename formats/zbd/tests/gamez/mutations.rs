//! What no input may do: panic, come back changed, take more memory than its
//! size allows.

use crate::{COUNTING, subjects};
use harness::mutate::{Options, run};

#[test]
fn every_accepted_input_comes_back_unchanged() {
    for subject in subjects() {
        assert!(subject.fixture.len() <= 8192, "{}", subject.name);
        let tally = run(&subject, &Options::new(27, 100_000));
        println!("{tally}");
        tally.assert_healthy(&COUNTING);
    }
}
