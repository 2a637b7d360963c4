//! How loudness goes from one value to another within a given time.

use std::f32::consts::FRAC_PI_2;

/// Longest fade, in seconds.
const MOST_S: f32 = 3600.0;
/// What counts as silence where loudness goes by decibels: -60 dB.
const FLOOR: f32 = 0.001;

/// How loudness goes from one value to another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Curve {
    /// Evenly.
    #[default]
    Linear,
    /// A quarter of a sine. Of two sounds, one fading in as the other fades out,
    /// the squares always make 1, so that a change of music is evenly loud.
    EqualPower,
    /// Evenly in decibels, as ears measure; silence is 60 dB down.
    Decibels,
}

impl Curve {
    /// Loudness at a part of the way, 0..=1.
    ///
    /// ```
    /// use audio::Curve;
    ///
    /// assert_eq!(Curve::Linear.between(0.2, 1.0, 0.5), 0.6);
    /// assert!((Curve::Decibels.between(0.01, 1.0, 0.5) - 0.1).abs() < 1e-6);
    /// ```
    pub fn between(self, from: f32, to: f32, part: f32) -> f32 {
        match self {
            // The ends of all curves are exact.
            _ if part <= 0.0 => from,
            _ if part >= 1.0 => to,
            Curve::Linear => from + (to - from) * part,
            Curve::EqualPower if to > from => from + (to - from) * libm::sinf(part * FRAC_PI_2),
            Curve::EqualPower => to + (from - to) * libm::cosf(part * FRAC_PI_2),
            Curve::Decibels => {
                let [low, high] = [from, to].map(|level| level.max(FLOOR));
                low * libm::powf(high / low, part)
            }
        }
    }
}

/// A loudness that may be on its way to another one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Level {
    now: f32,
    fade: Option<Fade>,
    over: bool,
}

#[derive(Clone, Copy, Debug)]
struct Fade {
    from: f32,
    to: f32,
    /// Frames gone and frames in all.
    at: u64,
    frames: u64,
    curve: Curve,
    /// The voice ends with it.
    ends: bool,
}

impl Level {
    /// Full, and staying there.
    pub fn full() -> Self {
        Level { now: 1.0, fade: None, over: false }
    }

    /// On the way from one value to another from the next frame on, there in the
    /// last one.
    pub fn start(&mut self, from: f32, to: f32, frames: u64, curve: Curve) {
        self.now = from;
        self.fade = Some(Fade { from, to, at: 0, frames, curve, ends: false });
        self.skip(0);
    }

    /// On the way to silence, and the end; one that ends sooner goes on.
    pub fn end(&mut self, frames: u64, curve: Curve) {
        let ends_sooner = self.fade.is_some_and(|fade| fade.ends && fade.frames - fade.at <= frames);
        if !ends_sooner {
            self.fade = Some(Fade { from: self.now, to: 0.0, at: 0, frames, curve, ends: true });
            self.skip(0);
        }
    }

    /// What it is.
    pub fn now(&self) -> f32 {
        self.now
    }

    /// The louder of what it is and what it is to be.
    pub fn most(&self) -> f32 {
        self.fade.map_or(self.now, |fade| fade.to.max(self.now))
    }

    /// On the way to its end.
    pub fn is_ending(&self) -> bool {
        self.over || self.fade.is_some_and(|fade| fade.ends)
    }

    /// It has faded to its end.
    pub fn is_over(&self) -> bool {
        self.over
    }

    /// That of the next frame.
    #[inline]
    pub fn next(&mut self) -> f32 {
        if self.fade.is_some() {
            self.skip(1);
        }
        self.now
    }

    /// Lets frames pass.
    pub fn skip(&mut self, frames: u64) {
        let Some(fade) = &mut self.fade else { return };
        fade.at += frames;
        if fade.at >= fade.frames {
            self.now = fade.to;
            self.over |= fade.ends;
            self.fade = None;
        } else {
            let part = (fade.at as f64 / fade.frames as f64) as f32;
            self.now = fade.curve.between(fade.from, fade.to, part);
        }
    }
}

/// A number, or 0 for NaN and infinity.
pub(crate) fn finite(value: f32) -> f32 {
    if value.is_finite() { value } else { 0.0 }
}

/// Frames of a time; none for NaN and what is negative.
pub(crate) fn frames(seconds: f32, rate: u32) -> u64 {
    (f64::from(seconds.clamp(0.0, MOST_S)) * f64::from(rate)).round() as u64
}
