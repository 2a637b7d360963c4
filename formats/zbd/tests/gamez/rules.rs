//! Every rule of `gamez.md`, broken once in each game it holds for.

use crate::gamez::subjects;
use zbd::gamez;

/// The rules of every game, and those of one.
const TABLES: [&str; 4] = [
    include_str!("../rules/gamez.toml"),
    include_str!("../rules/gamez_rc.toml"),
    include_str!("../rules/gamez_pm.toml"),
    include_str!("../rules/gamez_cs.toml"),
];

#[test]
fn each_broken_rule_has_its_own_finding() {
    let subjects = subjects();
    for (table, rows) in TABLES.into_iter().zip([708, 12, 38, 45]) {
        let found = harness::rules::run(table, &subjects);
        assert_eq!(found, rows, "a row was added or lost: adjust the number with it");
    }
}

/// Findings that guard the reader and
/// the writer and are broken elsewhere.
const NOT_IN_THE_TABLES: &[&str] = &[
    // Any float of a file; the mutations set every one.
    "zbd.gamez.not_finite",
    // Only under limits tighter than the default.
    "zbd.gamez.limit",
];

#[test]
fn every_finding_about_textures_materials_and_models_is_provoked() {
    let mut missing: Vec<_> = gamez::all_codes()
        .map(|code| code.id)
        .filter(|id| id.starts_with("zbd.gamez.") && !id.starts_with("zbd.gamez.write."))
        .filter(|id| !TABLES.iter().any(|table| table.contains(&format!("code = \"{id}\""))))
        .collect();
    missing.sort_unstable();
    let mut expected = NOT_IN_THE_TABLES.to_vec();
    expected.sort_unstable();
    assert_eq!(missing, expected);
}
