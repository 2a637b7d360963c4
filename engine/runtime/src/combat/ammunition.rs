//! How often a weapon fires, and how long: the time between two shots is one by its rate, whatever the ticks are.
//!
//! Source: `docs/spec/zbd/vehicles-and-combat.md`, "B1. Weapon table".

use crate::DT;
use world::Slot;

/// Sums of sixtieths of a second miss round times by less.
const HAIR: f32 = 1e-4;

/// A tick of a weapon that fires every `period` seconds; true if it does now.
pub(super) fn pull(slot: &mut Slot, period: Option<f32>, wanted: bool) -> bool {
    let left = slot.wait - DT;
    let Some(period) = period.filter(|_| wanted && slot.ammunition != Some(0)) else {
        slot.wait = left.max(0.0);
        return false;
    };
    if left > HAIR {
        slot.wait = left;
        return false;
    }
    // Whoever goes on firing makes up for what the tick comes too late; whoever begins fires at once.
    let late = if slot.wait > 0.0 { left.max(-DT) } else { 0.0 };
    slot.wait = (late + period).max(0.0);
    slot.ammunition = slot.ammunition.map(|left| left - 1);
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The ticks of so many in which a weapon fires that is asked to all the time.
    fn ticks(slot: &mut Slot, rate: f32, ticks: u32) -> Vec<u32> {
        (0..ticks).filter(|_| pull(slot, Some(1.0 / rate), true)).collect()
    }

    #[test]
    fn twelve_a_second_is_every_fifth_tick() {
        assert_eq!(ticks(&mut Slot::default(), 12.0, 16), [0, 5, 10, 15]);
        assert_eq!(ticks(&mut Slot::default(), 0.5, 242), [0, 120, 240]);
        assert_eq!(ticks(&mut Slot::default(), 60.0, 3), [0, 1, 2]);
    }

    #[test]
    fn a_rate_that_fits_no_tick_is_kept_on_average() {
        // 8.57 ticks between two shots: 0, 8.57, 17.14, 25.71, 34.29, each in the tick behind it.
        assert_eq!(ticks(&mut Slot::default(), 7.0, 36), [0, 9, 18, 26, 35]);
        assert_eq!(ticks(&mut Slot::default(), 7.0, 6000).len(), 700);
    }

    #[test]
    fn whoever_lets_go_does_not_fire_earlier_afterwards() {
        let mut slot = Slot::default();
        assert!(pull(&mut slot, Some(0.1), true));
        for _ in 0..5 {
            assert!(!pull(&mut slot, Some(0.1), false));
        }
        // The sixth tick after the shot.
        assert!(pull(&mut slot, Some(0.1), true));
        for _ in 0..100 {
            pull(&mut slot, Some(0.1), false);
        }
        assert_eq!(ticks(&mut slot, 10.0, 13), [0, 6, 12]);
    }

    #[test]
    fn ammunition_ends() {
        let mut slot = Slot { ammunition: Some(2), ..Slot::default() };
        assert_eq!(ticks(&mut slot, 60.0, 10), [0, 1]);
        assert_eq!(slot.ammunition, Some(0));
        assert!(!pull(&mut Slot::default(), None, true), "one without a rate never fires");
        // What nobody fires waits for nothing, and nobody waits less than that.
        let mut idle = Slot { wait: 0.001, ..Slot::default() };
        assert!(!pull(&mut idle, Some(1.0), false));
        assert_eq!(idle.wait, 0.0);
        let mut fast = Slot { wait: 0.001, ..Slot::default() };
        assert!(pull(&mut fast, Some(0.0), true));
        assert_eq!(fast.wait, 0.0);
    }
}
