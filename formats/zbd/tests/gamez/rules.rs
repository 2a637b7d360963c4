//! Every rule of `gamez.md` that holds for MechWarrior 3, broken once.

use crate::subjects;
use zbd::gamez;

#[test]
fn each_broken_rule_has_its_own_finding() {
    let rows = harness::rules::run(include_str!("../rules/gamez.toml"), &subjects());
    assert_eq!(rows, 194, "a row was added or lost: adjust the number with it");
}

/// Findings that no MechWarrior 3 file leads to, or that guard the reader and
/// the writer and are broken elsewhere.
const NOT_IN_THE_TABLES: &[&str] = &[
    // Any float of a file; the mutations set every one.
    "zbd.gamez.not_finite",
    // Only under limits tighter than the default.
    "zbd.gamez.limit",
    // Not in MechWarrior 3.
    "zbd.gamez.texture.field04",
    "zbd.gamez.model.hardware_render",
    "zbd.gamez.model.material_refs_ptr",
    "zbd.gamez.material_ref.material_index",
    "zbd.gamez.polygon.material_count",
    "zbd.gamez.polygon.materials_ptr",
];

#[test]
fn every_finding_about_textures_materials_and_models_is_provoked() {
    let table = include_str!("../rules/gamez.toml");
    let mut missing: Vec<_> = gamez::all_codes()
        .map(|code| code.id)
        .filter(|id| id.starts_with("zbd.gamez.") && !id.starts_with("zbd.gamez.write."))
        .filter(|id| !table.contains(&format!("code = \"{id}\"")))
        .collect();
    missing.sort_unstable();
    let mut expected = NOT_IN_THE_TABLES.to_vec();
    expected.sort_unstable();
    assert_eq!(missing, expected);
}
