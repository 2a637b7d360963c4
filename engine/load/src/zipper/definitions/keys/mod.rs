//! The keys of the readers, as tables: name, what stands behind it, unit, meaning; and which file holds which.
//!
//! | file | holds |
//! |---|---|
//! | `tank.rs` | vehicles of Recoil |
//! | `aeroplane.rs` | vehicles of Crimson Skies, their engines, cameras, targets and places to land |
//! | `mech.rs` | 'mechs of MechWarrior 3 and Pirate's Moon, with their configurations |
//! | `weapon.rs` | weapons of Recoil and Crimson Skies |
//! | `opponent.rs` | turrets, vehicles that drive by themselves, nets of ways, pickups |
//! | `objective.rs` | missions and their objectives |
//! | `sounds.rs`, `soils.rs` | sounds and groups of sounds; kinds of ground |
//! | `screen.rs` | fonts, maps, what is shown over the picture |
//!
//! Files of the specification's list of readers of which it gives no key: `docs/spec/zbd/mw3-runtime.md`, "7.
//! Other MW schemas known".

pub mod aeroplane;
pub mod mech;
pub mod objective;
pub mod opponent;
pub mod screen;
pub mod soils;
pub mod sounds;
pub mod tank;
pub mod weapon;

use super::schema::{Bounds, File, Form, Games, Key, Layout, Schema, Topic};

/// A group of keys that are written under one heading:
/// `keys! { GAMES, "source"; "name" form, "unit", "meaning", mark, mark; ... }`.
macro_rules! keys {
    ($games:ident, $source:literal; $($name:literal $form:expr, $unit:literal, $means:literal $(, $mark:ident)*;)*) => {
        &[$($crate::zipper::definitions::schema::Key::new(
            $name, $form, $unit, $means, $crate::zipper::definitions::schema::Games::$games, $source,
        )$(.$mark())*),*]
    };
}
use keys;

/// Short for the most usual forms.
const NUMBER: Form = Form::Number(Bounds::ANY);
const NOT_NEGATIVE: Form = Form::Number(Bounds::NOT_NEGATIVE);
const POSITIVE: Form = Form::Number(Bounds::POSITIVE);
const SHARE: Form = Form::Number(Bounds::SHARE);
const RANGE: Form = Form::Number(Bounds::RANGE);
const COUNT: Form = Form::Whole(Bounds::COUNT);

/// `N` numbers of any size.
const fn numbers(count: usize) -> Form {
    Form::numbers(count, Bounds::ANY)
}

/// Up to `most` numbers.
const fn up_to(most: usize) -> Form {
    Form::Numbers { least: 1, most, bounds: Bounds::ANY }
}

/// All that is in a list of which no key is known.
pub static CONTENT: Key = Key::new(
    "content",
    Form::Kept,
    "",
    "what stands there; no key of it is known",
    Games::ALL,
    r#"docs/spec/zbd/mw3-runtime.md, "7. Other MW schemas known""#,
);

/// A file of which no key is known.
static UNKNOWN: Schema = Schema { name: "what is not known", groups: &[], open: true };

/// Every file of definitions that is read.
pub static FILES: &[File] = &[
    File {
        readers: &["vehicle.zrd", "vehicle_easy.zrd", "vehicle_hard.zrd"],
        games: Games::RECOIL,
        layout: Layout::Each { own: Some((Topic::Rules, &tank::RULES)), each: (Topic::Vehicle, &tank::TANK) },
    },
    File {
        readers: &["vehicle.zrd"],
        games: Games::SKIES,
        layout: Layout::Each { own: None, each: (Topic::Vehicle, &aeroplane::AEROPLANE) },
    },
    File {
        readers: &["engines.zrd"],
        games: Games::SKIES,
        layout: Layout::Rows(Topic::Engine, &aeroplane::ENGINE),
    },
    File { readers: &["dfn_*.zrd"], games: Games::MECHS, layout: Layout::One(Topic::Mech, &mech::MECH) },
    File {
        readers: &["weapons.zrd"],
        games: Games::RECOIL_AND_SKIES,
        layout: Layout::Each { own: None, each: (Topic::Weapon, &weapon::WEAPON) },
    },
    File {
        readers: &["ai.zrd"],
        games: Games::ALL,
        layout: Layout::Each { own: None, each: (Topic::Opponent, &opponent::OPPONENT) },
    },
    File {
        readers: &["reg_ionet_*.zrd"],
        games: Games::MECHS,
        layout: Layout::One(Topic::PathNet, &opponent::NET),
    },
    File {
        readers: &["puppies.zrd", "puppies_easy.zrd", "puppies_hard.zrd"],
        games: Games::RECOIL,
        layout: Layout::Each { own: None, each: (Topic::Pickup, &opponent::PICKUP) },
    },
    File {
        readers: &["objectives.zrd"],
        games: Games::ALL,
        layout: Layout::Each {
            own: Some((Topic::Mission, &objective::MISSION)),
            each: (Topic::Objective, &objective::OBJECTIVE),
        },
    },
    File {
        readers: &["targets.zrd"],
        games: Games::SKIES,
        layout: Layout::Each {
            own: Some((Topic::Target, &aeroplane::ZONES)),
            each: (Topic::Target, &aeroplane::TARGET),
        },
    },
    File {
        readers: &["landings.zrd"],
        games: Games::SKIES,
        layout: Layout::Rows(Topic::Approach, &aeroplane::LANDING),
    },
    File {
        readers: &["camparam.zrd"],
        games: Games::SKIES,
        layout: Layout::Each {
            own: Some((Topic::Camera, &aeroplane::CAMERA)),
            each: (Topic::Camera, &aeroplane::CAMERA),
        },
    },
    File { readers: &["sounds.zrd"], games: Games::ALL, layout: Layout::Sounds },
    File { readers: &["soils.zrd"], games: Games::ALL, layout: Layout::Soils },
    File { readers: &["fonts.zrd"], games: Games::MECHS, layout: Layout::One(Topic::Hud, &screen::FONTS) },
    File { readers: &["maps.zrd"], games: Games::MECHS, layout: Layout::One(Topic::Hud, &screen::MAPS) },
    File { readers: &["hud.zrd"], games: Games::RECOIL, layout: Layout::One(Topic::Hud, &UNKNOWN) },
];

/// The files that hold a topic's definitions, and their keys, for a game.
pub fn schema(topic: Topic, game: Games) -> Option<&'static Schema> {
    FILES.iter().filter(|file| file.games.has(game)).find_map(|file| match file.layout {
        Layout::One(own, schema) | Layout::Rows(own, schema) => (own == topic).then_some(schema),
        Layout::Each { own, each } => {
            own.into_iter().chain([each]).find(|(own, _)| *own == topic).map(|(_, schema)| schema)
        }
        Layout::Sounds | Layout::Soils => None,
    })
}
