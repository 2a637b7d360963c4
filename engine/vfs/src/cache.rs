//! Members of archives that were unpacked lately, so that what is asked for again is
//! not unpacked again. One for all archives of a tree.

use crate::bytes::Bytes;
use std::collections::{BTreeMap, HashMap};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

/// Most bytes that one tree keeps.
const KEPT: usize = 32 << 20;

/// A member takes at most this part of it.
const PART: usize = 8;

/// The number of an archive, and the position of a member in it.
pub(crate) type Key = (u64, usize);

/// What was unpacked lately; the least recently used goes first.
pub(crate) struct Cache {
    most: usize,
    archives: AtomicU64,
    kept: Mutex<Kept>,
}

#[derive(Default)]
struct Kept {
    /// With the time of the last use.
    members: HashMap<Key, (u64, Bytes)>,
    by_use: BTreeMap<u64, Key>,
    bytes: usize,
    /// Counts the uses.
    now: u64,
}

impl Default for Cache {
    fn default() -> Self {
        Cache { most: KEPT, archives: AtomicU64::new(0), kept: Mutex::default() }
    }
}

impl Cache {
    /// A number for an archive that no other has.
    pub(crate) fn number(&self) -> u64 {
        self.archives.fetch_add(1, Ordering::Relaxed)
    }

    /// A member that is kept.
    pub(crate) fn get(&self, key: Key) -> Option<Bytes> {
        // Whoever panicked while holding it left at worst a member that is not found.
        let mut kept = self.kept.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        kept.now += 1;
        let now = kept.now;
        let (used, bytes) = kept.members.get_mut(&key)?;
        let (before, bytes) = (std::mem::replace(used, now), bytes.clone());
        kept.by_use.remove(&before);
        kept.by_use.insert(now, key);
        Some(bytes)
    }

    /// Keeps a member, unless it is too large.
    pub(crate) fn keep(&self, key: Key, bytes: &Bytes) {
        if bytes.len() > self.most / PART {
            return;
        }
        let mut kept = self.kept.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        kept.now += 1;
        let now = kept.now;
        if let Some((before, old)) = kept.members.insert(key, (now, bytes.clone())) {
            kept.by_use.remove(&before);
            kept.bytes -= old.len();
        }
        kept.by_use.insert(now, key);
        kept.bytes += bytes.len();
        while kept.bytes > self.most
            && let Some((_, oldest)) = kept.by_use.pop_first()
        {
            let gone = kept.members.remove(&oldest).map_or(0, |(_, bytes)| bytes.len());
            kept.bytes -= gone;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_used_least_recently_goes_first() {
        let cache = Cache { most: 80, ..Cache::default() };
        let ten = |byte: u8| Bytes::from(vec![byte; 10]);
        (0..8).for_each(|index| cache.keep((0, index), &ten(index as u8)));
        assert_eq!(cache.get((0, 0)).unwrap()[..], [0; 10]);
        cache.keep((1, 0), &ten(9));
        assert!(cache.get((0, 1)).is_none(), "the first was used after it");
        assert!(cache.get((0, 0)).is_some() && cache.get((0, 2)).is_some());
        assert_eq!(cache.get((1, 0)).unwrap()[..], [9; 10]);
        assert_eq!(cache.kept.lock().unwrap().bytes, 80);
    }

    #[test]
    fn a_large_member_pushes_nothing_out_and_one_kept_twice_counts_once() {
        let cache = Cache { most: 80, ..Cache::default() };
        cache.keep((0, 0), &Bytes::from(vec![1; 10]));
        cache.keep((0, 1), &Bytes::from(vec![2; 11]));
        assert!(cache.get((0, 0)).is_some() && cache.get((0, 1)).is_none());
        cache.keep((0, 0), &Bytes::from(vec![3; 5]));
        assert_eq!(cache.get((0, 0)).unwrap()[..], [3; 5]);
        let kept = cache.kept.lock().unwrap();
        assert_eq!((kept.bytes, kept.members.len(), kept.by_use.len()), (5, 1, 1));
    }

    #[test]
    fn archives_are_told_apart() {
        let cache = Cache::default();
        assert_ne!(cache.number(), cache.number());
    }
}
