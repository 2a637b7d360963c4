//! The kinds of EverQuest's files, as the lists of kinds see them.

mod world;

pub use world::{Figures, WORLD};

use filekind::FileKind;

/// All of them.
pub static KINDS: &[&FileKind] = &[&WORLD];
