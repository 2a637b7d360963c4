//! Flip-books: nodes of which one child is shown after the other.
//!
//! Which page is shown follows from the time alone, so that a flip-book has nothing in a
//! [`State`](crate::State): a tick switches its pages, and what is switched off is neither drawn nor hit.
//!
//! Source: `docs/spec/zbd/interp-language.md`, "8.7 World".

use crate::{NodeId, TICKS_PER_SECOND};

/// A node of which one child is shown after the other.
#[derive(Clone, Debug, PartialEq)]
pub struct FlipBook {
    /// The node.
    pub node: NodeId,
    /// Its children in the order in which they are shown, and for how many seconds; at least 0.
    pub pages: Vec<(NodeId, f32)>,
    /// It begins again at its end, without end.
    pub is_looping: bool,
    /// How often it begins again at its end, if not without end. Then the last page stays.
    pub repeats: u32,
    /// It stays at its first page.
    pub is_paused: bool,
    /// Off shows no page at all.
    pub is_active: bool,
}

impl FlipBook {
    /// The number of the page that is shown at a tick; none while it is off, and for one without pages.
    pub fn page(&self, tick: u64) -> Option<usize> {
        let last = self.pages.len().checked_sub(1).filter(|_| self.is_active)?;
        let length: f64 = self.pages.iter().map(|(_, seconds)| f64::from(*seconds)).sum();
        if self.is_paused {
            return Some(0);
        }
        let seconds = tick as f64 / f64::from(TICKS_PER_SECOND);
        let runs = seconds / length;
        // Pages that are never seen, or a length of nothing.
        if !runs.is_finite() || (!self.is_looping && runs >= f64::from(self.repeats) + 1.0) {
            return Some(last);
        }
        let mut left = seconds - runs.floor() * length;
        for (number, (_, seconds)) in self.pages.iter().enumerate() {
            left -= f64::from(*seconds);
            // Sums of durations are not exact: what is left of a tick by rounding is none.
            if left < -1e-6 {
                return Some(number);
            }
        }
        Some(last)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Pages of 0.5, 0.25 and 0.25 seconds: 30, 15 and 15 ticks.
    fn book() -> FlipBook {
        let pages = vec![(NodeId(4), 0.5), (NodeId(5), 0.25), (NodeId(6), 0.25)];
        let node = NodeId(3);
        FlipBook { node, pages, is_looping: false, repeats: 0, is_paused: false, is_active: true }
    }

    fn shown(book: &FlipBook) -> [Option<usize>; 8] {
        [0, 29, 30, 45, 59, 60, 90, 120].map(|tick| book.page(tick))
    }

    #[test]
    fn pages_are_shown_for_their_time_and_the_last_stays() {
        assert_eq!(shown(&book()), [0, 0, 1, 2, 2, 2, 2, 2].map(Some));
    }

    #[test]
    fn it_begins_again_so_often_or_without_end() {
        let again = FlipBook { repeats: 1, ..book() };
        assert_eq!(shown(&again), [0, 0, 1, 2, 2, 0, 1, 2].map(Some));
        let looping = FlipBook { is_looping: true, ..book() };
        assert_eq!(shown(&looping), [0, 0, 1, 2, 2, 0, 1, 0].map(Some));
    }

    #[test]
    fn what_is_halted_stays_and_what_is_off_shows_nothing() {
        assert_eq!(shown(&FlipBook { is_paused: true, ..book() }), [Some(0); 8]);
        assert_eq!(shown(&FlipBook { is_active: false, ..book() }), [None; 8]);
        assert_eq!(shown(&FlipBook { pages: Vec::new(), ..book() }), [None; 8]);
        let instant = vec![(NodeId(4), 0.0), (NodeId(5), 0.0)];
        assert_eq!(shown(&FlipBook { pages: instant, is_looping: true, ..book() }), [Some(1); 8]);
    }
}
