//! Finds polygons by plane and position: a hash table with chains, from which polygons that move
//! are removed.

use super::laid::Key;

/// End of a chain.
const NONE: u32 = u32::MAX;
/// Most polygons of one key that one is compared with.
const MOST_COMPARED: usize = 256;
/// Most entries; polygons beyond it are not found.
const MOST_ENTRIES: usize = 1 << 23;

#[derive(Clone, Copy)]
struct Entry {
    key: Key,
    polygon: u32,
    next: u32,
}

#[derive(Default)]
pub(super) struct Index {
    /// First entry of each chain; a power of two.
    heads: Vec<u32>,
    entries: Vec<Entry>,
    /// First entry of the free list.
    free: u32,
    taken_out: usize,
}

impl Index {
    /// An index for about so many entries.
    pub fn with_room(entries: usize) -> Self {
        let heads = entries.clamp(16, MOST_ENTRIES).next_power_of_two();
        Index { heads: vec![NONE; heads], entries: Vec::new(), free: NONE, taken_out: 0 }
    }

    /// Adjacent steps share chains, four at a time: a search over three steps follows one chain or
    /// two.
    fn chain(&self, hash: u32, fours: i32) -> usize {
        let spread = (fours as u32).wrapping_mul(0x9E37_79B9);
        hash.wrapping_add(spread ^ spread >> 15) as usize & (self.heads.len() - 1)
    }

    fn chain_of(&self, key: Key) -> usize {
        self.chain(key.hash, key.step >> 2)
    }

    fn along(&self, chain: usize) -> impl Iterator<Item = &Entry> {
        let at = |number: u32| self.entries.get(number as usize);
        std::iter::successors(at(self.heads[chain]), move |entry| at(entry.next))
    }

    /// Polygons entered under a key, or one step beside it.
    pub fn near(&self, key: Key) -> impl Iterator<Item = u32> {
        let [first, last] = [key.step.saturating_sub(1), key.step.saturating_add(1)]
            .map(|step| self.chain(key.hash, step >> 2));
        let chains = std::iter::once(first).chain((last != first).then_some(last));
        let found = chains.flat_map(|chain| self.along(chain)).filter(move |entry| entry.key.is_near(key));
        found.take(MOST_COMPARED).map(|entry| entry.polygon)
    }

    pub fn insert(&mut self, key: Key, polygon: u32) {
        if self.free == NONE && self.entries.len() >= MOST_ENTRIES {
            return;
        }
        if self.entries.len() - self.taken_out >= self.heads.len() * 2 {
            self.widen();
        }
        let chain = self.chain_of(key);
        let entry = Entry { key, polygon, next: self.heads[chain] };
        self.heads[chain] = match self.entries.get_mut(self.free as usize) {
            Some(unused) => {
                self.taken_out -= 1;
                let number = self.free;
                self.free = unused.next;
                *unused = entry;
                number
            }
            None => {
                self.entries.push(entry);
                self.entries.len() as u32 - 1
            }
        };
    }

    pub fn remove(&mut self, key: Key, polygon: u32) {
        let chain = self.chain_of(key);
        let mut before = NONE;
        let mut number = self.heads[chain];
        while let Some(entry) = self.entries.get(number as usize).copied() {
            if entry.key == key && entry.polygon == polygon {
                match self.entries.get_mut(before as usize) {
                    Some(before) => before.next = entry.next,
                    None => self.heads[chain] = entry.next,
                }
                self.entries[number as usize].next = self.free;
                self.free = number;
                self.taken_out += 1;
                return;
            }
            before = number;
            number = entry.next;
        }
    }

    /// Adds chains, so that each stays short. Walks the chains, so free entries are skipped.
    fn widen(&mut self) {
        let old = std::mem::take(&mut self.heads);
        self.heads = vec![NONE; old.len() * 4];
        for mut number in old {
            while let Some(entry) = self.entries.get(number as usize).copied() {
                let chain = self.chain_of(entry.key);
                self.entries[number as usize].next = std::mem::replace(&mut self.heads[chain], number);
                number = entry.next;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn polygons_are_found_by_key_and_by_the_steps_beside_it_until_they_are_taken_out() {
        let mut index = Index::with_room(0);
        let key = |hash: u32, step: i32| Key { hash, step };
        // Far more than there is room for, so that chains are long and widened.
        for polygon in 0..1000 {
            index.insert(key(polygon / 4 * 16, polygon as i32 % 4), polygon);
        }
        let near = |index: &Index, key: Key| {
            let mut found: Vec<u32> = index.near(key).collect();
            found.sort_unstable();
            found
        };
        assert_eq!(near(&index, key(16, 1)), [4, 5, 6]);
        assert_eq!(near(&index, key(16, 3)), [6, 7]);
        assert!(near(&index, key(17, 3)).is_empty());
        for polygon in (0..1000).step_by(2) {
            index.remove(key(polygon / 4 * 16, polygon as i32 % 4), polygon);
        }
        assert_eq!(near(&index, key(16, 1)), [5]);
        // Free entries are reused.
        let room = index.entries.len();
        for polygon in (0..1000).step_by(2) {
            index.insert(key(polygon / 4 * 16, polygon as i32 % 4), polygon);
        }
        assert_eq!((near(&index, key(3984, 1)), index.entries.len()), (vec![996, 997, 998], room));
    }

    #[test]
    fn a_pile_without_end_is_looked_through_in_bounded_time() {
        let mut index = Index::with_room(16);
        let key = Key { hash: 7, step: 0 };
        (0..20_000).for_each(|polygon| index.insert(key, polygon));
        assert_eq!(index.near(key).count(), MOST_COMPARED);
    }
}
