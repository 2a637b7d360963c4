//! How fast something that sounds comes or goes, and how much higher or lower it sounds for that.
//!
//! Source: `docs/spec/zbd/engine-behaviour.md`, "16. Sound".

use world::TICKS_PER_SECOND;

/// Seconds in which a change of speed is heard. In a window the listener is looked at once a frame, which is
/// now more and now less than a tick after the last time: without this, pitches would tremble.
const SETTLE_S: f32 = 0.1;

/// How fast something that sounds goes away from the listener.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Doppler {
    /// Units a second.
    speed_of_sound: f32,
    /// How many units away it was, and after which tick.
    before: Option<(f32, u64)>,
    /// Units a second; negative for what comes nearer.
    away: f32,
}

impl Doppler {
    pub fn new(speed_of_sound: f32) -> Self {
        Doppler { speed_of_sound, before: None, away: 0.0 }
    }

    /// How much faster than it was recorded something is played that is `distance` units away after a tick;
    /// `None` while that stays as it is. What is faster than sound, and what was put elsewhere, sounds as it
    /// was recorded.
    pub fn pitch(&mut self, distance: f32, tick: u64) -> Option<f32> {
        let ticks = self.before.map(|(_, before)| tick.wrapping_sub(before));
        if ticks == Some(0) {
            return None;
        }
        let (before, _) = self.before.replace((distance, tick))?;
        let was = self.away;
        let seconds = ticks? as f32 / TICKS_PER_SECOND as f32;
        let away = (distance - before) / seconds;
        self.away = match away.abs() < self.speed_of_sound {
            true => was + (away - was) * (seconds / SETTLE_S).min(1.0),
            false => 0.0,
        };
        (self.away != was).then_some(self.now())
    }

    /// How much faster it is played now.
    pub fn now(&self) -> f32 {
        1.0 - self.away / self.speed_of_sound
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is heard last of something that starts at a distance and goes away for a second.
    fn after_a_second(start: f32, away: f32, step: u64) -> f32 {
        let mut doppler = Doppler::new(345.0);
        let mut heard = 1.0;
        for tick in (0..=60).step_by(step as usize) {
            let distance = start + away * tick as f32 / 60.0;
            heard = doppler.pitch(distance, 1000 + tick).unwrap_or(heard);
        }
        heard
    }

    #[test]
    fn what_comes_nearer_is_higher_and_what_goes_away_lower() {
        // A tenth of the speed of sound.
        for step in [1, 2, 5] {
            for (away, pitch) in [(34.5, 0.9), (-34.5, 1.1), (0.0, 1.0)] {
                let heard = after_a_second(100.0, away, step);
                assert!((heard - pitch).abs() < 1e-3, "{away} every {step} ticks: {heard}");
            }
        }
    }

    #[test]
    fn what_is_faster_than_sound_is_as_it_was_recorded() {
        for away in [346.0, -5000.0, 1e9, f32::INFINITY, f32::NAN] {
            assert_eq!(after_a_second(1000.0, away, 1), 1.0, "{away}");
        }
        // What was put elsewhere goes on as it was after a moment.
        let mut doppler = Doppler::new(345.0);
        assert_eq!(doppler.pitch(10.0, 1), None);
        let slower = doppler.pitch(11.0, 2).unwrap();
        assert!(slower < 1.0);
        assert_eq!(doppler.pitch(11.0, 2), None, "no tick has passed");
        assert_eq!(doppler.pitch(900.0, 3), Some(1.0));
        // A world that was loaded anew is at an earlier tick.
        assert_eq!(doppler.pitch(900.0, 0), None);
        assert_eq!(doppler.pitch(900.0, 1), None);
    }
}
