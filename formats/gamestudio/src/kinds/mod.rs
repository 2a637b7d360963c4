//! The kinds of Gamestudio's files, each declared once: [`KINDS`]. Files start
//! with four letters of their kind, but games go by the endings of names.
//! Source: `docs/spec/gamestudio.md`, "2.8 Entity files".

mod level;
mod model;
mod source;
mod terrain;
mod wad;

pub use level::LEVEL;
pub use model::MODEL;
pub use source::SOURCE;
pub use terrain::TERRAIN;
pub use wad::WAD;

use crate::skins::{Body, Image};
use filekind::{FileKind, Recognise, Variant};

/// Every kind, in the order in which people see them listed.
pub static KINDS: &[&FileKind] = &[&LEVEL, &MODEL, &TERRAIN, &WAD, &SOURCE];

/// What recognises a kind whatever the letters it starts with.
const BY_ENDING: Recognise = Recognise { promised: Some(|_| true), ..Recognise::NEVER };

/// A file that starts with one of these.
fn starts(bytes: &[u8], letters: &[&[u8; 4]]) -> Option<Variant> {
    let start = bytes.first_chunk::<4>()?;
    letters.contains(&start).then(Variant::default)
}

/// The files that skins are in, each once, as they are named.
fn external<'a>(skins: impl Iterator<Item = &'a Body>) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for skin in skins {
        let Image::External(name) = &skin.image else { continue };
        let name = name.text();
        if !name.is_empty() && !names.iter().any(|known| known.eq_ignore_ascii_case(&name)) {
            names.push(name);
        }
    }
    names
}

/// The row of a summary that says which files those are, if there are any.
fn external_row(names: &[String]) -> Option<(&'static str, String)> {
    (!names.is_empty()).then(|| ("external skins", names.join(", ")))
}
