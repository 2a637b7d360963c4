//! The colour that cues lay over the whole picture. It belongs to the window: the
//! fades, tints and flashes of a world's own state are in `world::screen`.

use runtime::{Cue, TICKS_PER_SECOND};
use world::{ScreenColor, ScreenEffect, ScreenMix};

/// Goes evenly from what was shown to what the last cue asked for, and stays there.
#[derive(Clone, Copy, Debug)]
pub struct ScreenCover {
    from: ScreenColor,
    to: ScreenColor,
    /// Tick of the start.
    since: f64,
    /// Ticks from one to the other.
    ticks: f64,
}

impl Default for ScreenCover {
    fn default() -> Self {
        ScreenCover { from: ScreenColor::NONE, to: ScreenColor::NONE, since: 0.0, ticks: 0.0 }
    }
}

impl ScreenCover {
    /// Does what a cue of a tick asks for; other cues than those of colours change
    /// nothing.
    pub fn follow(&mut self, cue: &Cue, tick: u64) {
        let Cue::ScreenColor { color: [r, g, b, opacity], seconds } = *cue else { return };
        let now = tick as f64;
        let (mix, color) = (ScreenMix::Fade, [r, g, b]);
        let wanted = ScreenEffect { mix, color, from: opacity, to: opacity, since: tick, ticks: 0 };
        *self = ScreenCover {
            from: self.at(now),
            to: ScreenColor::of(&[wanted], now),
            since: now,
            ticks: f64::from(seconds).max(0.0) * f64::from(TICKS_PER_SECOND),
        };
    }

    /// What lies over the picture at a time in ticks.
    pub fn at(&self, tick: f64) -> ScreenColor {
        let share = if self.ticks > 0.0 { (tick - self.since) / self.ticks } else { 1.0 };
        self.from.mixed(&self.to, share.clamp(0.0, 1.0) as f32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GREY: [f32; 3] = [0.5; 3];

    fn cue(color: [f32; 4], seconds: f32) -> Cue {
        Cue::ScreenColor { color, seconds }
    }

    #[test]
    fn a_colour_comes_evenly_stays_and_goes() {
        let mut cover = ScreenCover::default();
        assert_eq!(cover.at(9.0), ScreenColor::NONE);
        // To black in one second, which is 60 ticks.
        cover.follow(&cue([0.0, 0.0, 0.0, 1.0], 1.0), 100);
        assert_eq!(cover.at(99.5).on(GREY), GREY);
        assert_eq!(cover.at(130.0).on(GREY), [0.25; 3]);
        assert_eq!(cover.at(900.0).on(GREY), [0.0; 3]);
        // Another cue starts from what is shown: half of the way, to half a red.
        cover.follow(&cue([1.0, 0.0, 0.0, 0.5], 0.5), 130);
        assert_eq!(cover.at(130.0).on(GREY), [0.25; 3]);
        assert_eq!(cover.at(145.0).on(GREY), [0.5, 0.25, 0.25]);
        assert_eq!(cover.at(160.0).on(GREY), [0.75, 0.25, 0.25]);
        cover.follow(&Cue::Music { file: None, times: 0, fade_out: None }, 170);
        assert_eq!(cover.at(200.0).on(GREY), [0.75, 0.25, 0.25]);
        cover.follow(&cue([0.0; 4], 0.0), 200);
        assert_eq!(cover.at(200.0), ScreenColor::NONE);
    }

    #[test]
    fn odd_numbers_cover_nothing_or_at_once() {
        let mut cover = ScreenCover::default();
        cover.follow(&cue([f32::NAN, 2.0, -1.0, f32::NAN], f32::NAN), 5);
        assert_eq!(cover.at(5.0), ScreenColor::NONE);
        cover.follow(&cue([0.0, 2.0, -1.0, 7.0], -3.0), 6);
        assert_eq!(cover.at(6.0).on(GREY), [0.0, 1.0, 0.0]);
    }
}
