//! The kinds of EverQuest's files, as the lists of kinds see them.

use filekind::FileKind;

/// All of them.
pub static KINDS: &[&FileKind] = &[];
