//! Animations that begin with what a vehicle does: the names of its definition become animations of the world. One that
//! the world does not have does not begin.
//!
//! Source: `docs/spec/zbd/vehicles-and-combat.md`, "A2. Reader keys", "C2. Reader keys";
//! `docs/spec/zbd/mw3-runtime.md`, "5.1 animations".

use super::super::arms::Sources;
use super::super::definitions::{Definition, Held};
use world::{ProgramId, Scene, TankMode, VehiclePrograms};
use zbd::reader::Value;

/// Letters of modes in the keys of a tank: `t2a` is from tracks to amphibious.
const LETTERS: [(&str, TankMode); 4] =
    [("t", TankMode::Track), ("a", TankMode::Amphibious), ("h", TankMode::Hover), ("s", TankMode::Submarine)];
/// Most animations that begin with a vehicle.
const MOST_STARTS: usize = 16;

/// Notes the animations of the vehicle that the scene has under a number.
pub(in crate::zipper) fn add(scene: &mut Scene, sources: &Sources<'_>, own: &Definition, number: usize) {
    let programs = programs(scene, sources, own);
    if !programs.is_empty() {
        scene.vehicle_programs.resize(number, VehiclePrograms::default());
        scene.vehicle_programs.push(programs);
    }
}

fn programs(scene: &Scene, sources: &Sources<'_>, own: &Definition) -> VehiclePrograms {
    let program = |name: &str| {
        let found = scene.programs.iter().position(|one| one.name.eq_ignore_ascii_case(name));
        found.map(ProgramId::from)
    };
    let canned = |key: &str| {
        let name = canned(own, key)?;
        // Several 'mechs may have one of their own.
        program(&format!("{}_{name}", own.name)).or_else(|| program(&name))
    };
    let words = own.get("start_anims").map_or(&[][..], Held::words).iter().take(MOST_STARTS);
    let mut modes = Vec::new();
    for (from_letter, from) in LETTERS {
        for (to_letter, to) in LETTERS {
            let named = own.word(&format!("{from_letter}2{to_letter}")).and_then(program);
            modes.extend(named.map(|program| (from, to, program)));
        }
    }
    let near = scene.frame.units(sources.one("flight.ground_blow"));
    VehiclePrograms {
        start: words.filter_map(|word| program(word)).collect(),
        modes,
        jets: canned("jumpjets"),
        ground_blow: own.word("ground_blow").and_then(program).map(|program| (program, near)),
        eject: canned("eject"),
    }
}

/// The name of an animation that every 'mech has, behind its key.
fn canned(own: &Definition, key: &str) -> Option<String> {
    let Some(Held::Kept(all)) = own.get("animations")?.get("canned") else { return None };
    let items = all.items();
    let is_key = |value: &Value| matches!(value, Value::Str(word) if word.text().eq_ignore_ascii_case(key));
    let mut own = items.get(items.iter().position(is_key)? + 1)?;
    while let Some(first) = own.items().first() {
        own = first;
    }
    match own {
        Value::Str(word) => Some(word.text()),
        _ => None,
    }
}
