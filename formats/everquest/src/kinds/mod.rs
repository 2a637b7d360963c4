//! The kinds of EverQuest's files, as the lists of kinds see them. One module for
//! each has its entry of the table and what can be asked of its typed value.

mod archive;
mod world;

pub use archive::{ARCHIVE, ARCHIVE_FOLDER};
pub use world::{Figures, WORLD};

use filekind::FileKind;

/// All of them, in the order in which people see them listed.
pub static KINDS: &[&FileKind] = &[&ARCHIVE, &WORLD];
