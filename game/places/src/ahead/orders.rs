//! What is to be loaded in advance, in which order, and what became of it. Knows no threads and no clock, so that how
//! early places are asked for can be tested on its own.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// Most places that are asked for and not taken yet.
pub const MOST: usize = 20;

/// What is asked for, by the name of the world.
#[derive(Debug)]
pub struct Orders<T> {
    /// The tick in which each was first asked for.
    asked: BTreeMap<String, u64>,
    /// Nobody began with these: what is needed first stands first.
    waiting: VecDeque<String>,
    working: BTreeSet<String>,
    ready: BTreeMap<String, T>,
}

/// What there is of a world that is needed now.
#[derive(Debug, PartialEq, Eq)]
pub enum Found<T> {
    /// Nobody asked for it.
    Unknown,
    /// It is there.
    Ready(T),
    /// Nobody began with it, and nobody will.
    Waiting,
    /// Somebody is loading it.
    Working,
}

impl<T> Default for Orders<T> {
    fn default() -> Self {
        Orders {
            asked: BTreeMap::new(),
            waiting: VecDeque::new(),
            working: BTreeSet::new(),
            ready: BTreeMap::new(),
        }
    }
}

impl<T> Orders<T> {
    /// Asks in a tick for the first `MOST` of these worlds in their order, and for no others; gives back what was
    /// loaded of those.
    pub fn want(&mut self, worlds: &[String], tick: u64) -> Vec<T> {
        let mut wanted: Vec<&String> = Vec::with_capacity(MOST);
        for world in worlds {
            if wanted.len() < MOST && !wanted.contains(&world) {
                wanted.push(world);
            }
        }
        self.asked.retain(|world, _| wanted.contains(&world));
        let (ready, forgotten) = std::mem::take(&mut self.ready)
            .into_iter()
            .partition::<BTreeMap<String, T>, _>(|(world, _)| self.asked.contains_key(world));
        self.ready = ready;
        self.waiting.clear();
        for world in wanted {
            self.asked.entry(world.clone()).or_insert(tick);
            if !self.working.contains(world) && !self.ready.contains_key(world) {
                self.waiting.push_back(world.clone());
            }
        }
        forgotten.into_values().collect()
    }

    /// The world that is to be loaded next, by whoever asks.
    pub fn begin(&mut self) -> Option<String> {
        let world = self.waiting.pop_front()?;
        self.working.insert(world.clone());
        Some(world)
    }

    /// A world was loaded; gives it back if nobody wants it any more.
    pub fn done(&mut self, world: &str, loaded: T) -> Option<T> {
        self.working.remove(world);
        if !self.asked.contains_key(world) {
            return Some(loaded);
        }
        self.ready.insert(world.to_owned(), loaded)
    }

    /// Whoever loaded a world ends without it.
    pub fn dropped(&mut self, world: &str) {
        self.working.remove(world);
    }

    /// A world is needed now. What is not being worked on is forgotten by this.
    pub fn take(&mut self, world: &str) -> Found<T> {
        if self.working.contains(world) && self.asked.contains_key(world) {
            return Found::Working;
        }
        let asked = self.asked.remove(world).is_some();
        self.waiting.retain(|waiting| waiting != world);
        match self.ready.remove(world) {
            Some(loaded) => Found::Ready(loaded),
            None if asked => Found::Waiting,
            None => Found::Unknown,
        }
    }

    /// Ticks since a world was first asked for.
    pub fn since(&self, world: &str, tick: u64) -> Option<u64> {
        self.asked.get(world).map(|asked| tick.saturating_sub(*asked))
    }

    /// True for a world that is asked for.
    pub fn is_asked(&self, world: &str) -> bool {
        self.asked.contains_key(world)
    }

    /// True for a world that was loaded and not taken yet.
    pub fn is_ready(&self, world: &str) -> bool {
        self.ready.contains_key(world)
    }

    /// True while somebody should begin with one.
    pub fn is_waiting(&self) -> bool {
        !self.waiting.is_empty()
    }

    /// What was loaded and not taken yet.
    pub fn ready(&self) -> impl Iterator<Item = &T> {
        self.ready.values()
    }

    /// Places that are asked for and were not taken yet.
    pub(super) fn len(&self) -> usize {
        self.asked.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(list: &[&str]) -> Vec<String> {
        list.iter().map(|name| (*name).to_owned()).collect()
    }

    #[test]
    fn what_is_needed_first_is_loaded_first_whenever_it_was_asked_for() {
        let mut orders = Orders::<u32>::default();
        assert!(orders.want(&names(&["a", "b", "c"]), 1).is_empty());
        assert_eq!(orders.begin().as_deref(), Some("a"));
        // The way turns: another is nearer now, and one is not needed.
        orders.want(&names(&["d", "a", "c"]), 2);
        assert_eq!(orders.begin().as_deref(), Some("d"));
        assert_eq!(orders.begin().as_deref(), Some("c"));
        assert_eq!(orders.begin(), None);
        assert_eq!(
            [orders.since("a", 9), orders.since("d", 9), orders.since("b", 9)],
            [Some(8), Some(7), None]
        );
    }

    #[test]
    fn what_is_loaded_is_taken_once_and_what_nobody_wants_is_given_back() {
        let mut orders = Orders::default();
        orders.want(&names(&["a", "b"]), 0);
        orders.begin();
        assert_eq!(orders.take("a"), Found::Working);
        assert_eq!(orders.done("a", 5), None);
        assert_eq!(orders.ready().collect::<Vec<_>>(), [&5]);
        assert!(orders.is_ready("a") && !orders.is_ready("b") && orders.is_waiting());
        assert!(orders.is_asked("b") && !orders.is_asked("c"));
        assert_eq!(orders.take("a"), Found::Ready(5));
        assert_eq!(orders.take("a"), Found::Unknown);
        assert_eq!(orders.take("b"), Found::Waiting);
        assert_eq!(orders.begin(), None, "whoever needs it loads it");
        orders.want(&names(&["c", "d"]), 1);
        (0..2).for_each(|_| drop(orders.begin()));
        assert_eq!(orders.done("c", 6), None);
        assert_eq!(orders.want(&[], 2), [6]);
        assert_eq!(orders.done("d", 7), Some(7));
        assert_eq!(orders.len(), 0);
    }

    #[test]
    fn only_so_many_are_asked_for_and_near_ones_push_far_ones_out() {
        let mut orders = Orders::<u32>::default();
        let far: Vec<String> = (0..2 * MOST).map(|number| format!("far {number}")).collect();
        orders.want(&far, 0);
        assert_eq!(orders.len(), MOST);
        let both: Vec<String> = names(&["near"]).into_iter().chain(far).collect();
        orders.want(&both, 1);
        assert_eq!(orders.len(), MOST);
        assert_eq!(orders.since("near", 1), Some(0));
        assert_eq!(orders.since(&format!("far {}", MOST - 1), 1), None);
        // Whoever loads and falls over leaves nothing behind.
        let lost = orders.begin().unwrap();
        orders.dropped(&lost);
        assert_eq!(orders.take(&lost), Found::Waiting);
    }
}
