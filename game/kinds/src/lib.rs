//! Every kind of file that this version reads: the tables of the format crates
//! in one list. A new format is added here, in one line, and is then recognised,
//! inspected, checked, packed and reported like all others.
//!
//! What a kind is and can do is declared in its format crate; how a declaration
//! looks is described in [`filekind`].
//!
//! ```
//! // The first bytes of a world of MechWarrior 3.
//! let start = [0x22, 0x12, 0x97, 0x02, 27, 0, 0, 0];
//! assert_eq!(kinds::all().identify(&start).unwrap().kind.id, "zbd.gamez");
//! ```

#![forbid(unsafe_code)]

use filekind::{Catalog, FileKind};
use std::sync::LazyLock;

/// The tables.
static TABLES: &[&[&FileKind]] = &[
    zbd::kinds::KINDS,
    avi::KINDS,
    gamestudio::kinds::KINDS,
    everquest::kinds::KINDS,
    warcraft::kinds::KINDS,
    mpq::kinds::KINDS,
    daggerfall::kinds::KINDS,
];

/// All kinds.
pub fn all() -> &'static Catalog {
    static ALL: LazyLock<Catalog> = LazyLock::new(|| Catalog::new(TABLES));
    &ALL
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_kinds_have_one_id() {
        let mut ids: Vec<&str> = all().kinds().iter().map(|kind| kind.id).collect();
        assert!(ids.len() > TABLES.len(), "{ids:?}");
        let listed = ids.len();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), listed);
    }

    #[test]
    fn every_kind_says_what_reading_it_can_find() {
        for kind in all().kinds() {
            let codes = (kind.codes)();
            assert!(!codes.is_empty(), "{kind:?}");
            // An empty file is none of its kind, or has nothing odd about it.
            if let Err(finding) = (kind.read)(&[], filekind::Variant::default(), binary::Mode::Strict) {
                assert!(codes.iter().any(|code| code.id == finding.code), "{kind:?}: {finding}");
            }
        }
    }
}
