//! Sorting for what is sorted once, while a world is loaded. The standard library's sort is made anew for each type and
//! each order, five kilobytes a time, all of which a page of a browser fetches; here the numbers of the items are sorted,
//! by one sort for all types. Equal items stay in the order they have.
//!
//! It is the slower one: what is sorted in every tick or frame calls the standard library.
//!
//! ```
//! use order::Order;
//!
//! let mut words = ["three", "one", "four"];
//! words.order_by_key(|word| word.len());
//! assert_eq!(words, ["one", "four", "three"]);
//! ```

#![forbid(unsafe_code)]

use std::cmp::Ordering;

/// Slices that can be sorted; equal items stay in the order they have.
pub trait Order<T> {
    /// As `sort`.
    fn order(&mut self)
    where
        T: Ord;

    /// As `sort_by`.
    fn order_by(&mut self, compare: impl FnMut(&T, &T) -> Ordering);

    /// As `sort_by_key`.
    fn order_by_key<K: Ord>(&mut self, key: impl FnMut(&T) -> K);
}

impl<T> Order<T> for [T] {
    fn order(&mut self)
    where
        T: Ord,
    {
        self.order_by(T::cmp);
    }

    fn order_by(&mut self, mut compare: impl FnMut(&T, &T) -> Ordering) {
        let sorted = sorted(self.len(), &mut |a, b| compare(&self[a], &self[b]));
        arrange(sorted, &mut |a, b| self.swap(a, b));
    }

    fn order_by_key<K: Ord>(&mut self, mut key: impl FnMut(&T) -> K) {
        self.order_by(|a, b| key(a).cmp(&key(b)));
    }
}

/// The numbers of items in the order of the items.
fn sorted(count: usize, compare: &mut dyn FnMut(usize, usize) -> Ordering) -> Vec<usize> {
    let mut numbers: Vec<usize> = (0..count).collect();
    numbers.sort_by(|&a, &b| compare(a, b));
    numbers
}

/// Brings items into an order, by swaps of two.
fn arrange(mut order: Vec<usize>, swap: &mut dyn FnMut(usize, usize)) {
    for start in 0..order.len() {
        let mut at = start;
        while order[at] != start {
            let next = order[at];
            swap(at, next);
            order[at] = at;
            at = next;
        }
        order[at] = at;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_the_order_of_the_standard_library() {
        let mut seed = 1_u32;
        for count in (0..70).chain([1000]) {
            let items: Vec<(u32, usize)> = (0..count)
                .map(|at| {
                    seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                    // Few values, so that many are equal.
                    (seed >> 28, at)
                })
                .collect();
            let (mut wanted, mut found) = (items.clone(), items);
            wanted.sort_by_key(|(value, _)| *value);
            found.order_by(|a, b| a.0.cmp(&b.0));
            assert_eq!(found, wanted);
        }
    }

    #[test]
    fn slices_are_sorted_by_themselves_and_by_keys() {
        let mut words = ["b", "a", "bb"];
        words.order();
        assert_eq!(words, ["a", "b", "bb"]);
        words.order_by(|a, b| b.cmp(a));
        assert_eq!(words, ["bb", "b", "a"]);
        words.order_by_key(|word| word.len());
        assert_eq!(words, ["b", "a", "bb"]);
    }
}
