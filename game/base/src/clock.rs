//! Turns frames of any length into sixty ticks per second. It measures no time itself.

use std::time::Duration;
use world::TICKS_PER_SECOND;

/// Longest time that one frame counts for: after a stall the world continues instead of catching
/// up.
const LONGEST: Duration = Duration::from_millis(125);
/// Length of a tick.
const TICK: Duration = Duration::from_nanos(1_000_000_000 / TICKS_PER_SECOND as u64);

/// Turns time into ticks.
#[derive(Debug, Default)]
pub struct Clock {
    /// Time left over, less than one tick.
    left: Duration,
}

impl Clock {
    /// Ticks that are due after some more time: at most eight.
    pub fn advance(&mut self, elapsed: Duration) -> u32 {
        self.left += elapsed.min(LONGEST);
        let mut ticks = 0;
        while self.left >= TICK {
            self.left -= TICK;
            ticks += 1;
        }
        ticks
    }

    /// Position of the picture between the last two ticks, 0..1.
    pub fn between(&self) -> f32 {
        self.left.as_secs_f32() / TICK.as_secs_f32()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sixty_ticks_a_second_at_any_frame_rate() {
        for rate in [7_u32, 30, 59, 60, 61, 144, 1000] {
            let mut clock = Clock::default();
            let frame = Duration::from_secs(1) / rate;
            let ticks: u32 = (0..rate * 10).map(|_| clock.advance(frame)).sum();
            // At 7 frames a second each is cut to 125 ms.
            let wanted = if rate == 7 { 7 * 10 * 125 * 60 / 1000 } else { 600 };
            assert!(ticks.abs_diff(wanted) <= 1, "{ticks} ticks at {rate} frames a second");
        }
    }

    #[test]
    fn a_stall_costs_an_eighth_of_a_second_at_most() {
        let mut clock = Clock::default();
        assert_eq!(clock.advance(Duration::from_secs(3600)), 7);
        assert!((0.0..1.0).contains(&clock.between()));
    }

    #[test]
    fn half_a_tick_is_half_way_between() {
        let mut clock = Clock::default();
        assert_eq!(clock.advance(TICK + TICK / 2), 1);
        assert!((clock.between() - 0.5).abs() < 1e-3);
    }
}
