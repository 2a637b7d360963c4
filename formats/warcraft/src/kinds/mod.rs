//! The kinds of the client's files, each declared once: [`KINDS`]. Files start with four letters of
//! their kind, but the game goes by the endings of names. Source: `docs/spec/m2.md`, "14. What a real
//! install needs".

mod model;
mod table;
mod texture;

pub use model::MODEL;
pub use table::TABLE;
pub use texture::TEXTURE;

use filekind::{FileKind, Recognise, Variant};

/// Every kind, in the order in which people see them listed.
pub static KINDS: &[&FileKind] = &[&MODEL, &TEXTURE, &TABLE];

/// What recognises a kind whatever the letters it starts with.
const BY_ENDING: Recognise = Recognise { promised: Some(|_| true), ..Recognise::NEVER };

/// A file that starts with one of these.
fn starts(bytes: &[u8], letters: &[&[u8; 4]]) -> Option<Variant> {
    let start = bytes.first_chunk::<4>()?;
    letters.contains(&start).then(Variant::default)
}
