//! Every rule of `gamez.md` that holds for MechWarrior 3, broken once.

use crate::{outcome, strict, subject, world};
use binary::{Mode, Severity};
use zbd::gamez::models::ModelSlot;
use zbd::gamez::textures::TextureEntry;
use zbd::gamez::{self, GameZ};

#[test]
fn each_broken_rule_has_its_own_finding() {
    let rows = harness::rules::run(include_str!("../rules/gamez.toml"), &[subject()]);
    assert_eq!(rows, 183, "a row was added or lost: adjust the number with it");
}

fn model(gamez: &mut GameZ, slot: usize) -> &mut gamez::models::Model {
    match &mut gamez.models.slots[slot] {
        ModelSlot::Used(model) => model,
        ModelSlot::Free { .. } => panic!("model {slot} is free"),
    }
}

/// A change of the world that breaks the rules with these codes.
type Break = (&'static str, fn(&mut GameZ), &'static [&'static str]);

/// Rules whose breaking moves bytes about, so that they are broken in the
/// value and written.
const BREAKS: &[Break] = &[
    (
        "1, texture_count at most 4095",
        |gamez| gamez.textures.resize(4096, TextureEntry::named("more.tif").unwrap()),
        &["zbd.gamez.header.texture_count"],
    ),
    (
        "1, materials_offset > textures_offset",
        |gamez| {
            gamez.textures.clear();
            // Nothing may refer to a texture then.
            gamez.materials.slots[0] = gamez.materials.slots[1].clone();
            gamez.materials.slots[2] = gamez.materials.slots[1].clone();
            gamez.materials.slots[3] = gamez.materials.slots[1].clone();
            gamez.materials.cycles.clear();
            for (index, links) in [[1, -1], [2, 0], [3, 1], [-1, 2]].into_iter().enumerate() {
                [gamez.materials.slots[index].link_a, gamez.materials.slots[index].link_b] = links;
            }
        },
        &["zbd.gamez.header.no_textures"],
    ),
    (
        "3.1, array_size > count",
        |gamez| gamez.materials.slots.truncate(4),
        &["zbd.gamez.materials.array_size"],
    ),
    ("4.1, array_size > count", |gamez| gamez.models.slots.truncate(3), &["zbd.gamez.models.array_size"]),
    (
        "4.2, no vertices without polygons",
        |gamez| {
            model(gamez, 2).vertices.push([0.0; 3]);
            model(gamez, 2).info.vertices_ptr = 1;
        },
        &["zbd.gamez.model.light_only"],
    ),
    (
        "4.2, no normals without polygons",
        |gamez| {
            model(gamez, 2).normals.push([0.0; 3]);
            model(gamez, 2).info.normals_ptr = 1;
        },
        &["zbd.gamez.model.light_only"],
    ),
    (
        "4.2, no morph targets without polygons",
        |gamez| {
            model(gamez, 2).morphs.push([0.0; 3]);
            model(gamez, 2).info.morphs_ptr = 1;
        },
        &["zbd.gamez.model.light_only"],
    ),
    (
        "4.2, lights when there are no polygons",
        |gamez| {
            model(gamez, 2).lights.clear();
            model(gamez, 2).info.lights_ptr = 0;
        },
        &["zbd.gamez.model.light_only"],
    ),
    (
        "4.4, at least one vertex",
        |gamez| model(gamez, 0).lights[0].vertices.clear(),
        &["zbd.gamez.point_light.vertex_count"],
    ),
    (
        "4.4, at most ten vertices",
        |gamez| model(gamez, 0).lights[0].vertices.resize(11, [0.0; 3]),
        &["zbd.gamez.point_light.vertex_count"],
    ),
    (
        "4.5, at least three corners",
        |gamez| {
            let model = model(gamez, 0);
            model.polygon_infos[0].bits -= 1;
            model.vertex_indices.remove(0);
            model.colors.remove(0);
        },
        &["zbd.gamez.polygon.corner_count"],
    ),
];

#[test]
fn each_rule_broken_in_the_value_has_its_own_finding() {
    for (rule, change, codes) in BREAKS {
        let mut gamez = strict(&world());
        change(&mut gamez);
        let bytes = gamez::write(&gamez).unwrap();
        assert_eq!(outcome(&bytes, Mode::Strict).unwrap().codes(Severity::Error), *codes, "{rule}");
        let lenient = outcome(&bytes, Mode::Lenient).unwrap();
        assert_eq!(lenient.codes(Severity::Warning), *codes, "{rule}");
        assert!(lenient.rewritten == bytes, "{rule}: written back differently");
    }
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
    let broken: Vec<_> = BREAKS.iter().flat_map(|(_, _, codes)| codes.iter().copied()).collect();
    let mut missing: Vec<_> = gamez::all_codes()
        .map(|code| code.id)
        .filter(|id| id.starts_with("zbd.gamez.") && !id.starts_with("zbd.gamez.write."))
        .filter(|id| !table.contains(&format!("code = \"{id}\"")) && !broken.contains(id))
        .collect();
    missing.sort_unstable();
    let mut expected = NOT_IN_THE_TABLES.to_vec();
    expected.sort_unstable();
    assert_eq!(missing, expected);
}
