//! What lies over the finished picture: fades, tints and flashes.

use crate::RegionKind;
use serde::{Deserialize, Serialize};

/// Effects at once, at most; the oldest goes first.
pub const MOST_SCREEN_EFFECTS: usize = 16;

/// Depth from which water colours all that is seen, metres.
const FULL_METRES: f32 = 0.1;

/// How a colour meets the picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ScreenMix {
    /// The picture turns into the colour.
    Fade,
    /// The picture is multiplied with the colour.
    Tint,
    /// The colour is added.
    Flash,
}

/// One effect over the picture. Its strength goes evenly from one value to
/// another and stays there; an effect that ends at nothing is over then.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct ScreenEffect {
    /// How its colour meets the picture.
    pub mix: ScreenMix,
    /// 0..=1 in display space.
    pub color: [f32; 3],
    /// Strength at the start, 0..=1.
    pub from: f32,
    /// Strength at the end, 0..=1.
    pub to: f32,
    /// Tick of the start.
    pub since: u64,
    /// Ticks from start to end.
    pub ticks: u32,
}

impl ScreenEffect {
    /// Strength at a time in ticks, 0..=1; NaN counts as nothing.
    pub fn strength(&self, tick: f64) -> f32 {
        let gone = tick - self.since as f64;
        let share = if self.ticks == 0 { 1.0 } else { (gone / f64::from(self.ticks)).clamp(0.0, 1.0) };
        sound(self.from + (self.to - self.from) * share as f32)
    }

    /// True when it changes nothing from this tick on.
    pub fn is_over(&self, tick: u64) -> bool {
        let ended = tick.saturating_sub(self.since) >= u64::from(self.ticks);
        ended && sound(self.to) == 0.0
    }
}

fn sound(share: f32) -> f32 {
    if share.is_nan() { 0.0 } else { share.clamp(0.0, 1.0) }
}

/// What all effects together do to a picture: `picture * factor + sum`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ScreenColor {
    /// Per channel.
    pub factor: [f32; 3],
    /// Per channel.
    pub sum: [f32; 3],
}

impl ScreenColor {
    /// Leaves the picture as it is.
    pub const NONE: ScreenColor = ScreenColor { factor: [1.0; 3], sum: [0.0; 3] };

    /// What an eye sees that is so many metres below the surface of water: all of it from a hand's
    /// breadth on, and gradually before, so that waves do not make it flicker.
    pub fn under_water(depth_metres: f32) -> Self {
        let full = ScreenColor { factor: [0.30, 0.58, 0.62], sum: [0.02, 0.12, 0.15] };
        ScreenColor::NONE.mixed(&full, sound(depth_metres / FULL_METRES))
    }

    /// As [`ScreenColor::under_water`], in any liquid.
    pub fn in_liquid(kind: RegionKind, depth_metres: f32) -> Self {
        let full = match kind {
            RegionKind::Lava => ScreenColor { factor: [0.60, 0.25, 0.10], sum: [0.38, 0.10, 0.0] },
            RegionKind::Slime => ScreenColor { factor: [0.10, 0.20, 0.05], sum: [0.10, 0.22, 0.04] },
            RegionKind::FreezingWater => ScreenColor { factor: [0.45, 0.62, 0.72], sum: [0.12, 0.20, 0.26] },
            _ => return ScreenColor::under_water(depth_metres),
        };
        ScreenColor::NONE.mixed(&full, sound(depth_metres / FULL_METRES))
    }

    /// All effects at a time in ticks, one after the other.
    pub fn of(effects: &[ScreenEffect], tick: f64) -> Self {
        effects.iter().fold(ScreenColor::NONE, |below, effect| below.then(effect, tick))
    }

    fn then(self, effect: &ScreenEffect, tick: f64) -> Self {
        let strength = effect.strength(tick);
        let mut new = self;
        for channel in 0..3 {
            let color = sound(effect.color[channel]);
            let (factor, sum) = match effect.mix {
                ScreenMix::Fade => (1.0 - strength, color * strength),
                ScreenMix::Tint => (1.0 + (color - 1.0) * strength, 0.0),
                ScreenMix::Flash => (1.0, color * strength),
            };
            new.factor[channel] = self.factor[channel] * factor;
            new.sum[channel] = self.sum[channel] * factor + sum;
        }
        new
    }

    /// What becomes of a pixel.
    pub fn on(&self, pixel: [f32; 3]) -> [f32; 3] {
        [0, 1, 2].map(|channel| (pixel[channel] * self.factor[channel] + self.sum[channel]).clamp(0.0, 1.0))
    }

    /// `share` of the way to another.
    pub fn mixed(&self, to: &Self, share: f32) -> Self {
        let mix = |from: [f32; 3], to: [f32; 3]| [0, 1, 2].map(|c| from[c] + (to[c] - from[c]) * share);
        ScreenColor { factor: mix(self.factor, to.factor), sum: mix(self.sum, to.sum) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn effect(mix: ScreenMix, color: [f32; 3], from: f32, to: f32) -> ScreenEffect {
        ScreenEffect { mix, color, from, to, since: 100, ticks: 60 }
    }

    #[test]
    fn effects_follow_each_other() {
        let pixel = [0.5, 0.25, 1.0];
        let of = |effects: &[ScreenEffect], tick| ScreenColor::of(effects, tick).on(pixel);
        let fade = effect(ScreenMix::Fade, [0.0; 3], 0.0, 1.0);
        assert_eq!(of(&[fade], 90.0), pixel);
        assert_eq!(of(&[fade], 130.0), [0.25, 0.125, 0.5]);
        assert_eq!(of(&[fade], 900.0), [0.0; 3]);
        let tint = effect(ScreenMix::Tint, [1.0, 0.5, 0.0], 1.0, 1.0);
        assert_eq!(of(&[tint], 130.0), [0.5, 0.125, 0.0]);
        let flash = effect(ScreenMix::Flash, [1.0, 1.0, 0.0], 0.5, 0.0);
        assert_eq!(of(&[flash], 130.0), [0.75, 0.5, 1.0]);
        // The fade takes the flash along.
        assert_eq!(of(&[flash, fade], 130.0), [0.375, 0.25, 0.5]);
    }

    #[test]
    fn one_that_ends_at_nothing_is_over_and_nan_is_nothing() {
        let flash = effect(ScreenMix::Flash, [1.0; 3], 1.0, 0.0);
        assert!(!flash.is_over(159) && flash.is_over(160));
        assert!(!effect(ScreenMix::Fade, [0.0; 3], 0.0, 1.0).is_over(900));
        let strange = effect(ScreenMix::Flash, [f32::NAN, f32::INFINITY, -1.0], 0.5, f32::NAN);
        assert_eq!(ScreenColor::of(&[strange], 130.0), ScreenColor::NONE);
        let loud = ScreenEffect { color: [9.0; 3], from: 7.0, to: 7.0, ..flash };
        assert_eq!(ScreenColor::of(&[loud], 130.0).sum, [1.0; 3]);
    }
}
