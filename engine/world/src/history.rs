//! What a value was, by tick: a ring that holds one entry while nothing changes.

use serde::{Deserialize, Serialize};
use std::collections::VecDeque;

/// Changes that are remembered at most: twenty seconds of what never rests.
const MOST_ENTRIES: usize = 1200;

/// What a value was, by tick. It has each value until the next one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct History<T> {
    entries: VecDeque<(u64, T)>,
}

impl<T> Default for History<T> {
    fn default() -> Self {
        History { entries: VecDeque::new() }
    }
}

impl<T> History<T> {
    /// The entries, oldest first.
    pub fn entries(&self) -> impl ExactSizeIterator<Item = &(u64, T)> {
        self.entries.iter()
    }

    /// The latest entry.
    pub fn last(&self) -> Option<&(u64, T)> {
        self.entries.back()
    }

    /// Adds a value from a tick on, later than the last one. What was before `oldest` is forgotten, but
    /// for the value there was then.
    pub fn push(&mut self, tick: u64, value: T, oldest: u64) {
        if self.entries.back().is_none_or(|(last, _)| *last < tick) {
            self.entries.push_back((tick, value));
        }
        self.forget(oldest);
    }

    /// Forgets what was before a tick, but for the value there was then.
    pub fn forget(&mut self, oldest: u64) {
        while self.entries.len() > MOST_ENTRIES
            || self.entries.get(1).is_some_and(|(next, _)| *next <= oldest)
        {
            self.entries.pop_front();
        }
    }

    /// The value at a time in ticks; before the first entry the first.
    pub fn at(&self, tick: f64) -> Option<&T> {
        self.last_of_time(tick).map(|(_, value)| value)
    }

    /// The entry that counts at a time in ticks; before the first entry the first.
    pub fn last_of_time(&self, tick: f64) -> Option<&(u64, T)> {
        let after = self.entries.partition_point(|(since, _)| *since as f64 <= tick);
        self.entries.get(after.saturating_sub(1))
    }

    /// The last entry of those for which something holds, which are the oldest.
    pub fn last_of(&self, holds: impl Fn(&T) -> bool) -> Option<&(u64, T)> {
        let after = self.entries.partition_point(|(_, value)| holds(value));
        self.entries.get(after.checked_sub(1)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_stays_until_the_next_and_old_ones_are_forgotten() {
        let mut history = History::default();
        assert_eq!(history.at(3.0), None);
        for (tick, value) in [(10, 'a'), (20, 'b'), (20, 'x'), (30, 'c')] {
            history.push(tick, value, 0);
        }
        let at = |tick| *history.at(tick).unwrap();
        assert_eq!([0.0, 10.0, 19.9, 20.0, 29.0, 99.0].map(at), ['a', 'a', 'a', 'b', 'b', 'c']);
        assert_eq!(history.last_of(|value| *value < 'c'), Some(&(20, 'b')));
        assert_eq!(history.last_of(|value| *value < 'a'), None);
        history.forget(25);
        assert_eq!(history.entries().len(), 2);
        for tick in 100..5000 {
            history.push(tick, 'd', 0);
        }
        assert_eq!(history.entries().len(), MOST_ENTRIES);
    }
}
