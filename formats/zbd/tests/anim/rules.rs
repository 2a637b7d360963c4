//! Every rule of `anim.md` and `anim-events.md`, broken once.

use crate::subjects;
use zbd::anim;

const TABLE: &str = include_str!("../rules/anim.toml");

#[test]
fn each_broken_rule_has_its_own_finding() {
    let found = harness::rules::run(TABLE, &subjects());
    assert_eq!(found, 507, "a row was added or lost: adjust the number with it");
}

#[test]
fn every_finding_is_provoked() {
    let provoked = |id: &str| TABLE.contains(&format!("code = \"{id}\""));
    let missing: Vec<_> = anim::codes().iter().map(|code| code.id).filter(|id| !provoked(id)).collect();
    // What writing refuses.
    assert_eq!(missing, ["zbd.anim.unwritable"]);
}

#[test]
fn every_finding_says_what_to_do() {
    for code in anim::codes() {
        assert!(code.id.starts_with("zbd.anim.") && !code.means.is_empty(), "{code:?}");
        assert!(!code.advice.is_empty(), "{code:?}");
    }
}
