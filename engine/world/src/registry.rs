//! Entries that come and go while a world runs, each under a number that is
//! never used again.

use serde::{Deserialize, Serialize};
use std::ops::{Deref, DerefMut};

/// A list whose entries have ids that only grow: whoever remembers the id of
/// something that is gone finds nothing, and never a stranger. It is a slice of
/// its entries in the order in which they came.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Registry<T> {
    ids: Vec<u32>,
    items: Vec<T>,
    next: u32,
}

impl<T> Registry<T> {
    /// Entries numbered from 0.
    pub fn new(items: Vec<T>) -> Self {
        let next = items.len() as u32;
        Registry { ids: (0..next).collect(), items, next }
    }

    /// Adds an entry. None once all ids are used up.
    pub fn add(&mut self, item: T) -> Option<u32> {
        let id = self.next;
        self.next = id.checked_add(1)?;
        self.ids.push(id);
        self.items.push(item);
        Some(id)
    }

    /// Takes an entry out, if it is there.
    pub fn remove(&mut self, id: u32) -> Option<T> {
        let at = self.position(id)?;
        self.ids.remove(at);
        Some(self.items.remove(at))
    }

    /// Takes out all entries but those that are wanted.
    pub fn retain(&mut self, wanted: impl Fn(&T) -> bool) {
        let mut items = self.items.iter();
        self.ids.retain(|_| items.next().is_none_or(&wanted));
        self.items.retain(wanted);
    }

    /// Where the entry with an id is in the list.
    pub fn position(&self, id: u32) -> Option<usize> {
        self.ids.binary_search(&id).ok()
    }

    /// The entry with an id.
    pub fn find(&self, id: u32) -> Option<&T> {
        self.items.get(self.position(id)?)
    }

    /// The entry with an id.
    pub fn find_mut(&mut self, id: u32) -> Option<&mut T> {
        let at = self.position(id)?;
        self.items.get_mut(at)
    }

    /// The ids, in the order of the entries.
    pub fn ids(&self) -> &[u32] {
        &self.ids
    }

    /// The id that the next entry gets.
    pub fn next_id(&self) -> u32 {
        self.next
    }

    /// True when there is one id for each entry, ascending and below the next:
    /// what was read from a file may be anything.
    pub fn is_consistent(&self) -> bool {
        self.ids.len() == self.items.len()
            && self.ids.is_sorted_by(|a, b| a < b)
            && self.ids.last().is_none_or(|last| *last < self.next)
    }
}

impl<T> Default for Registry<T> {
    fn default() -> Self {
        Registry::new(Vec::new())
    }
}

impl<T> Deref for Registry<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.items
    }
}

impl<T> DerefMut for Registry<T> {
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.items
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_is_never_used_twice() {
        let mut list = Registry::new(vec!["a", "b", "c"]);
        assert_eq!(list.remove(2), Some("c"));
        assert_eq!(list.add("d"), Some(3));
        assert_eq!(list.remove(0), Some("a"));
        assert_eq!((list.ids(), &*list), (&[1, 3][..], &["b", "d"][..]));
        assert_eq!((list.find(2), list.find(3)), (None, Some(&"d")));
        assert_eq!(list.remove(2), None);
        assert!(list.is_consistent());
    }

    #[test]
    fn a_list_with_ids_out_of_order_is_not_consistent() {
        let read = |text: &str| serde_json::from_str::<Registry<u8>>(text).unwrap().is_consistent();
        assert!(read(r#"{"ids":[0,4],"items":[1,2],"next":5}"#));
        assert!(!read(r#"{"ids":[0,4],"items":[1],"next":5}"#));
        assert!(!read(r#"{"ids":[4,4],"items":[1,2],"next":5}"#));
        assert!(!read(r#"{"ids":[0,4],"items":[1,2],"next":4}"#));
    }

    #[test]
    fn the_last_id_is_not_given_away() {
        let mut list: Registry<u8> =
            serde_json::from_str(r#"{"ids":[],"items":[],"next":4294967294}"#).unwrap();
        assert_eq!(list.add(1), Some(u32::MAX - 1));
        assert_eq!(list.add(2), None);
        assert_eq!(list.len(), 1);
    }
}
