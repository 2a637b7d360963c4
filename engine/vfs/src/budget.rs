//! What the archives of one tree may ask for: how many members, how long their names and how deep
//! their folders are, and how many bytes come out of how few.
//!
//! All limits are far above what any real archive needs. Whatever is over one is left out, with an
//! error that names the archive and the member, so that the rest can still be used.

use crate::address::{LONGEST, PARTS};
use std::sync::atomic::{AtomicU64, Ordering};

/// Most members of one archive.
pub(crate) const MEMBERS: usize = 1 << 18;

/// Most bytes that are read of a zip file to learn what is in it: that many members with names of
/// ordinary length.
pub(crate) const TABLE: u64 = 32 << 20;

/// Most bytes that the addresses of all folders of one archive may have together.
pub(crate) const FOLDERS: usize = 32 << 20;

/// A member up to this size may be packed as tightly as it likes: a picture of one colour is.
const SMALL: u64 = 16 << 20;

/// Most bytes that one byte of a larger member may become.
const RATIO: u64 = 250;

/// All members of an archive of packed members may be this large together, however small it is.
const SMALL_IN_ALL: u64 = 64 << 20;

/// Most bytes that one byte of such an archive may become.
const RATIO_IN_ALL: u64 = 100;

/// Most bytes that the members of all such archives of a tree may have together.
const IN_ALL: u64 = 64 << 30;

/// Most bytes of archives inside archives that are kept in memory.
const KEPT: u64 = 1 << 30;

/// What is left of it for one tree.
#[derive(Debug)]
pub(crate) struct Budget {
    unpacked: AtomicU64,
    kept: AtomicU64,
}

impl Default for Budget {
    fn default() -> Self {
        Budget { unpacked: AtomicU64::new(IN_ALL), kept: AtomicU64::new(KEPT) }
    }
}

/// What is over a limit: the end of `expected ...`, and of `found ...`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Over {
    pub(crate) expected: String,
    pub(crate) found: String,
}

impl Budget {
    /// Room for an archive inside an archive, which stays in memory.
    pub(crate) fn keep(&self, bytes: u64) -> Result<(), Over> {
        spend(&self.kept, bytes).map_err(|left| Over {
            expected: format!("at most {KEPT} bytes of archives inside archives"),
            found: format!("{bytes} bytes where {left} are left"),
        })
    }

    /// A new archive; `packed` is its size as a file, where its members are packed.
    pub(crate) fn of_archive(&self, packed: Option<u64>) -> OfArchive<'_> {
        let most = packed.map_or(u64::MAX, |packed| packed.saturating_mul(RATIO_IN_ALL).max(SMALL_IN_ALL));
        OfArchive { tree: self, most, left: most, packed: packed.unwrap_or_default() }
    }
}

/// What is left for one archive.
pub(crate) struct OfArchive<'b> {
    tree: &'b Budget,
    most: u64,
    left: u64,
    packed: u64,
}

impl OfArchive<'_> {
    /// Room for a packed member of `size` bytes, for which `packed` bytes are in the archive.
    pub(crate) fn member(&mut self, size: u64, packed: u64) -> Result<(), Over> {
        if size > SMALL && size > packed.saturating_mul(RATIO) {
            return Err(Over {
                expected: format!("at most {RATIO} bytes out of each packed byte"),
                found: format!("{size} bytes out of {packed}"),
            });
        }
        let Some(left) = self.left.checked_sub(size) else {
            return Err(Over {
                expected: format!("at most {} bytes out of a file of {}", self.most, self.packed),
                found: format!("{size} more where {} are left", self.left),
            });
        };
        spend(&self.tree.unpacked, size).map_err(|left| Over {
            expected: format!("at most {IN_ALL} bytes out of all packed archives together"),
            found: format!("{size} more where {left} are left"),
        })?;
        self.left = left;
        Ok(())
    }
}

/// Takes from what is left, or says how much that is.
fn spend(left: &AtomicU64, bytes: u64) -> Result<(), u64> {
    let take = |left: u64| left.checked_sub(bytes);
    left.try_update(Ordering::Relaxed, Ordering::Relaxed, take).map(|_| ())
}

/// Fails for a name that makes an address longer or deeper than any address can be.
pub(crate) fn check_name(name: &str) -> Result<(), String> {
    if name.len() > LONGEST {
        return Err(format!("a name of {} bytes, more than {LONGEST}", name.len()));
    }
    let parts = 1 + name.bytes().filter(|byte| matches!(byte, b'/' | b'\\')).count();
    if parts > PARTS {
        return Err(format!("a name of {parts} parts, more than {PARTS}"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const MIB: u64 = 1 << 20;

    #[test]
    fn small_members_may_be_packed_tightly_and_large_ones_may_not() {
        let budget = Budget::default();
        let mut zip = budget.of_archive(Some(10 * MIB));
        assert_eq!(zip.member(16 * MIB, 20 << 10), Ok(()), "a picture of one colour");
        assert_eq!(zip.member(17 * MIB, MIB), Ok(()));
        let over = zip.member(17 * MIB, 20 << 10).unwrap_err();
        assert_eq!(over.found, "17825792 bytes out of 20480");
    }

    #[test]
    fn members_that_share_their_packed_bytes_are_counted_each() {
        let budget = Budget::default();
        let mut zip = budget.of_archive(Some(MIB));
        let fitting = (0..1000).take_while(|_| zip.member(MIB, MIB / 2).is_ok()).count();
        assert_eq!(fitting, 100);
        assert!(budget.of_archive(Some(MIB)).member(MIB, MIB).is_ok(), "another file is not to blame");
    }

    #[test]
    fn all_packed_archives_of_a_tree_share_one_budget() {
        let budget = Budget::default();
        let mut zip = budget.of_archive(Some(1 << 40));
        assert_eq!(zip.member(IN_ALL - 1, 1 << 39), Ok(()));
        let over = budget.of_archive(Some(MIB)).member(2, 2).unwrap_err();
        assert_eq!(over.found, "2 more where 1 are left");
        assert_eq!(budget.keep(KEPT), Ok(()));
        assert!(budget.keep(1).is_err());
    }

    #[test]
    fn names_have_the_limits_of_addresses() {
        assert!(check_name(&"a".repeat(LONGEST)).is_ok());
        assert!(check_name(&"a".repeat(LONGEST + 1)).is_err());
        assert!(check_name(&vec!["a"; PARTS].join("/")).is_ok());
        assert!(check_name(&vec!["a"; PARTS + 1].join("\\")).is_err());
    }
}
