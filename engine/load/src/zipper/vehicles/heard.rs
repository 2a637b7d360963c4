//! What is heard of a vehicle: the names of its definition become sounds of the game, the two scales numbers.
//!
//! Source: `docs/spec/zbd/vehicles-and-combat.md`, "A2. Reader keys". How the scales are meant is not known: of two
//! numbers the first is taken for one at rest and the second for one at the fastest speed, and a single one for how
//! much the second is above or below the first of the title's proposals.

use super::super::arms::Sources;
use super::super::definitions::{Definition, Held};
use world::program::ProgramSound;
use world::{Scene, VehicleSounds};

/// Notes what is heard of the vehicle that the scene has under a number.
pub(in crate::zipper) fn add(scene: &mut Scene, sources: &Sources<'_>, own: &Definition, number: usize) {
    let Some(said) = own.get("sounds") else { return };
    scene.vehicle_sounds.resize(number, VehicleSounds::default());
    scene.vehicle_sounds.push(sounds(sources, said));
}

fn sounds(sources: &Sources<'_>, said: &Held) -> VehicleSounds {
    let sound = |key: &str, looping: bool| {
        let sound = sources.heard.one(said.get(key)?.word()?)?;
        let range = sound.range.filter(|range| range.iter().all(|units| units.is_finite()));
        Some(ProgramSound { looping, range, ..sound })
    };
    let [idle, engine, external, skid] = ["idle", "engine", "external", "skid"].map(|key| sound(key, true));
    let [collide, land] = ["collide", "land"].map(|key| sound(key, false));
    let scale = |key: &str, proposal: &str| {
        let [low, high] = sources.several(proposal);
        match *said.get(key).map_or(&[][..], Held::numbers) {
            [low, high, ..] => [low, high],
            [more] => [low, low + more],
            [] => [low, high],
        }
    };
    VehicleSounds {
        idle,
        engine,
        external,
        skid,
        collide,
        land,
        // No faster and no slower than what plays it can.
        pitch: scale("pitch_scale", "tank.engine_pitch").map(|pitch| pitch.clamp(0.1, 4.0)),
        volume: scale("volume_scale", "tank.engine_volume").map(|volume| volume.clamp(0.0, 1.0)),
        knock: sources.one("tank.landing_volume"),
    }
}
