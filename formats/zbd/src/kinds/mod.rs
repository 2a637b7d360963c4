//! The kinds of Zipper's files, each declared once: [`KINDS`]. One module for
//! each has its entry of the table and what can be asked of its typed value.

mod anim;
mod archive;
mod interp;
mod mechlib;
mod messages;
mod motion;
mod reader;
mod saves;
mod sounds;
mod textures;
mod world;
mod zmap;

pub use anim::{ANIM, ANIM_FOLDER};
pub use archive::{ARCHIVE, ARCHIVE_FOLDER};
pub use interp::INTERP;
pub use mechlib::{Library, MECH_MATERIALS, MECH_MODEL, MECH_WORD, MECHLIB};
pub use messages::MESSAGES;
pub use motion::{MOTION, MOTIONS};
pub use reader::{READER, READER_TEXT, READERS};
pub use saves::SAVE;
pub use sounds::{SOUND, SOUNDS};
pub use textures::{TEXTURES, TEXTURES_FOLDER};
pub use world::WORLD;
pub use zmap::ZMAP;

use crate::gamez::Version;
use filekind::FileKind;
use std::borrow::Cow;

/// Every kind, in the order in which people see them listed.
pub static KINDS: &[&FileKind] = &[
    &WORLD,
    &ANIM,
    &TEXTURES,
    &ARCHIVE,
    &READERS,
    &READER,
    &READER_TEXT,
    &MOTIONS,
    &MOTION,
    &MECHLIB,
    &MECH_MODEL,
    &MECH_MATERIALS,
    &MECH_WORD,
    &SOUNDS,
    &SOUND,
    &SAVE,
    &ZMAP,
    &INTERP,
    &MESSAGES,
];

/// The little-endian word at an offset.
fn word(bytes: &[u8], at: usize) -> Option<u32> {
    let bytes = bytes.get(at..at.checked_add(4)?)?;
    Some(u32::from_le_bytes(bytes.try_into().ok()?))
}

/// A version of worlds and 'mechs with the game that uses it.
fn of_game(version: Version) -> Cow<'static, str> {
    numbered(version.number(), version)
}

/// A number of a layout with the game that uses it.
fn numbered(number: u32, version: Version) -> Cow<'static, str> {
    let game = match version {
        Version::Recoil => "Recoil",
        Version::MechWarrior3 => "MechWarrior 3",
        Version::PiratesMoon => "MechWarrior 3: Pirate's Moon",
        Version::CrimsonSkies => "Crimson Skies",
    };
    format!("{number} ({game})").into()
}
