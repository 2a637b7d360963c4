//! The kinds of Daggerfall's files, each declared once: [`KINDS`]. Most say nothing of themselves where they
//! start, so that they are known by what fits together inside them, and by their names.

mod archive;
mod blocks;
mod land;
mod mesh;
mod pictures;
mod places;

pub use archive::{ARCHIVE, ARCHIVE_FOLDER};
pub use blocks::{DUNGEON_BLOCK, PLACE_BLOCK};
pub use land::{LAND, VALUES};
pub use mesh::MESH;
pub use pictures::{NIGHT, PALETTE, SKY, TEXTURES};
pub use places::{DUNGEONS, NAMES, PLACES, TABLE};

use filekind::FileKind;

/// Every kind, in the order in which people see them listed.
pub static KINDS: &[&FileKind] = &[
    &LAND,
    &VALUES,
    &PLACES,
    &DUNGEONS,
    &TABLE,
    &NAMES,
    &PLACE_BLOCK,
    &DUNGEON_BLOCK,
    &MESH,
    &TEXTURES,
    &PALETTE,
    &SKY,
    &NIGHT,
    &ARCHIVE,
];

/// The letters of a name before its last dot, and the three digits behind it; none for other names.
fn numbered<'n>(name: &'n str, stem: &str) -> Option<&'n str> {
    let (start, digits) = name.rsplit_once('.')?;
    let is = start.eq_ignore_ascii_case(stem)
        && digits.len() == 3
        && digits.bytes().all(|byte| byte.is_ascii_digit());
    is.then_some(digits)
}

/// Some numbers as one text, for summaries.
fn list<T: std::fmt::Display>(values: impl IntoIterator<Item = T>) -> String {
    values.into_iter().map(|value| value.to_string()).collect::<Vec<_>>().join(", ")
}
