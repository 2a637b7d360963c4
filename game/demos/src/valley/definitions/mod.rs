//! What the readers of the valley define: vehicles, weapons, turrets, a pickup, objectives, written as text in the layouts
//! and with the keys that the specification gives. Machines that walk bring their own definitions (`walkers`).
//!
//! Source: `docs/spec/zbd/vehicles-and-combat.md`, "A2. Reader keys", "B2. Reader keys", "C2. Reader keys".

use crate::builders::graph::{TEXT, failed};
use crate::builders::readers::Reader;
use crate::game::Game;
use crate::valley::life::{airship, escort, posts};
use binary::{Mode, Result};

/// Readers of one game: name and text.
type Texts = &'static [(&'static str, &'static str)];

macro_rules! texts {
    ($folder:literal: $($name:literal),*) => {
        &[$(($name, include_str!(concat!($folder, "/", $name)))),*]
    };
}

const RECOIL: Texts = texts!("recoil": "vehicle.zrd", "weapons.zrd", "ai.zrd", "puppies.zrd");
const RECOIL_WORLD: Texts = texts!("recoil": "objectives.zrd");
const SKIES: Texts =
    texts!("crimson-skies": "vehicle.zrd", "engines.zrd", "weapons.zrd", "ai.zrd", "camparam.zrd");
const SKIES_MISSION: Texts = texts!("crimson-skies": "objectives.zrd", "targets.zrd");
const MECH_MISSION: Texts = texts!("mechwarrior3": "objectives.zrd", "ai.zrd", "reg_ionet_c1.zrd");

/// Stands for the tanks that guard something.
const GUARDS: &str = "%guards%";
/// Stands for the aeroplanes that attack something.
const RAIDERS: &str = "%raiders%";
/// Stands for a convoy and for guns beside its way.
const ESCORT: &str = "%escort%";

/// Those of the whole game.
pub(super) fn of_game(game: Game) -> Result<Vec<Reader>> {
    readers(match game {
        Game::Recoil => RECOIL,
        Game::CrimsonSkies => SKIES,
        Game::MechWarrior3 | Game::PiratesMoon => &[],
    })
}

/// Those of a mission, which in Recoil is the world.
pub(super) fn of_mission(game: Game) -> Result<Vec<Reader>> {
    readers(match game {
        Game::Recoil => RECOIL_WORLD,
        Game::CrimsonSkies => SKIES_MISSION,
        Game::MechWarrior3 => MECH_MISSION,
        Game::PiratesMoon => &[],
    })
}

fn readers(texts: Texts) -> Result<Vec<Reader>> {
    let read = |(name, text): &(&str, &str)| {
        let text = text.replace(GUARDS, &posts::vehicles()).replace(RAIDERS, &airship::vehicles());
        let text = text.replace(ESCORT, &escort::opponents());
        let (value, _) = zbd::reader::parse(text.as_bytes(), Mode::Strict)
            .map_err(|finding| failed(&TEXT, name, finding))?;
        Ok(Reader::of(name, value))
    };
    texts.iter().map(read).collect()
}
