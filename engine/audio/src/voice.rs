//! Something that sounds, and how far it has been played. How loud it is with distance is in
//! `falloff.rs`.

use crate::fade::Level;
use crate::source::{Decoded, Frames};
use crate::{Bus, CHANNELS, Reach, Source};
use std::ops::RangeInclusive;

/// A loudness this near to the wanted one is the wanted one: -100 dB.
const SILENT: f32 = 1e-5;
/// How much faster or slower than it was recorded a sound is played.
const PITCH: RangeInclusive<f32> = 0.1..=4.0;

/// Something that sounds.
#[derive(Debug)]
pub struct Voice {
    /// What is played.
    pub source: Source,
    /// What it belongs to.
    pub bus: Bus,
    /// Where; everywhere alike, and in stereo, without it.
    pub reach: Option<Reach>,
    /// 0..=1.
    pub volume: f32,
    /// How fast, 0.1..=4: 2 is an octave higher.
    pub pitch: f32,
    /// When too much sounds at once, voices of the lowest priority go first, and
    /// of those the quietest.
    pub priority: u8,
    /// Starts over at its end, without a gap; otherwise it is gone then.
    pub looping: bool,
    /// Copies of one sound are limited in number; nothing counts as one without it.
    pub copies: Option<Copies>,
}

/// One of the copies of a sound. Of too many that could be heard at a time the louder ones are; of the
/// others those that loop are silent meanwhile, and those that do not end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Copies {
    /// Which sound: a small number, the same for all of its copies.
    pub of: u16,
    /// How many are heard.
    pub most: u8,
}

impl Voice {
    /// The priority of what has no reason for another one.
    pub const USUAL_PRIORITY: u8 = 128;

    /// An effect heard everywhere alike, once, as it was recorded.
    pub fn new(source: impl Into<Source>) -> Self {
        Voice {
            source: source.into(),
            bus: Bus::Effects,
            reach: None,
            volume: 1.0,
            pitch: 1.0,
            priority: Voice::USUAL_PRIORITY,
            looping: false,
            copies: None,
        }
    }
}

/// A voice that is being played.
#[derive(Debug)]
pub(crate) struct Playing {
    pub voice: Voice,
    pub progress: Progress,
}

/// How far a voice has been played, and how loud it is.
#[derive(Debug)]
pub(crate) struct Progress {
    /// Fades that were asked for.
    pub level: Level,
    /// How loud it is to become on the left and on the right.
    pub wanted: [f32; CHANNELS],
    /// How loud it is.
    gains: [f32; CHANNELS],
    /// Frames of the source, and parts of one, since its start.
    position: f64,
}

impl Playing {
    /// At its start, and silent until somebody listens.
    pub fn new(mut voice: Voice) -> Self {
        voice.pitch = pitch(voice.pitch).unwrap_or(1.0);
        if let Source::Stream(stream) = &mut voice.source {
            stream.set_looping(voice.looping);
        }
        let (level, silent) = (Level::full(), [0.0; 2]);
        Playing { voice, progress: Progress { level, wanted: silent, gains: silent, position: 0.0 } }
    }

    /// How much it matters: first whether it is heard at all, then its priority,
    /// then how loud it is, squared.
    pub fn rank(&self, gains: [f32; CHANNELS]) -> (bool, u8, f32) {
        let level = self.progress.level.most();
        let power = gains.iter().map(|gain| gain * gain).sum::<f32>() * (level * level);
        (power > 0.0, self.voice.priority, power)
    }

    /// Lets frames pass in silence; false when it has come to its end.
    pub fn pass(&mut self, frames: usize, rate: f64) -> bool {
        (self.progress.wanted, self.progress.gains) = ([0.0; CHANNELS], [0.0; CHANNELS]);
        let Voice { source, pitch, looping, .. } = &mut self.voice;
        let step = f64::from(source.rate()) / rate * f64::from(*pitch);
        match source {
            Source::Samples(samples) => {
                self.progress.pass(&mut Decoded::from(&*samples), frames, step, *looping)
            }
            Source::Stream(stream) => self.progress.pass(stream, frames, step, *looping),
        }
    }

    /// Adds the next frames; false when it has come to its end.
    pub fn add(&mut self, frames: &mut [[f32; CHANNELS]], rate: f64, soft: f32) -> bool {
        let Voice { source, pitch, looping, reach, .. } = &mut self.voice;
        let step = f64::from(source.rate()) / rate * f64::from(*pitch);
        let how = How { step, soft, looping: *looping, is_placed: reach.is_some() };
        match source {
            Source::Samples(samples) => self.progress.add(&mut Decoded::from(&*samples), frames, how),
            Source::Stream(stream) => self.progress.add(stream, frames, how),
        }
    }
}

/// What of a voice is the same for all frames of a block.
#[derive(Clone, Copy)]
struct How {
    /// Frames of the source for each that is mixed.
    step: f64,
    /// Part of the way that a change of loudness goes with each frame.
    soft: f32,
    looping: bool,
    is_placed: bool,
}

impl Progress {
    fn add(&mut self, source: &mut impl Frames, frames: &mut [[f32; CHANNELS]], how: How) -> bool {
        if self.gains == [0.0; 2] && self.wanted == [0.0; 2] {
            return self.pass(source, frames.len(), how.step, how.looping);
        }
        for frame in frames {
            if self.level.is_over() || !source.go_on(&mut self.position, how.looping) {
                return false;
            }
            let heard = self.heard(source, how);
            let level = self.level.next();
            for side in [0, 1] {
                self.gains[side] = towards(self.gains[side], self.wanted[side], how.soft);
                frame[side] += heard[side] * self.gains[side] * level;
            }
            self.position += how.step;
        }
        !self.level.is_over() && source.go_on(&mut self.position, how.looping)
    }

    /// Nobody hears it, but its time passes.
    fn pass(&mut self, source: &mut impl Frames, frames: usize, step: f64, looping: bool) -> bool {
        self.position += step * frames as f64;
        self.level.skip(frames as u64);
        !self.level.is_over() && source.go_on(&mut self.position, looping)
    }

    /// Left and right at its position, between two frames of the source.
    #[inline]
    fn heard(&self, source: &impl Frames, how: How) -> [f32; CHANNELS] {
        let index = self.position as usize;
        let part = (self.position - index as f64) as f32;
        let [now, next] = source.pair(index, how.looping);
        let heard = [0, 1].map(|side| now[side] + (next[side] - now[side]) * part);
        // What has a place has no sides of its own.
        if how.is_placed { [(heard[0] + heard[1]) * 0.5; 2] } else { heard }
    }
}

/// A part of the way, or all of it when little is left.
pub(crate) fn towards(value: f32, wanted: f32, part: f32) -> f32 {
    let next = value + (wanted - value) * part;
    if (wanted - next).abs() < SILENT { wanted } else { next }
}

/// A volume within 0..=1; silence for NaN and infinity.
pub(crate) fn unit(volume: f32) -> f32 {
    if volume.is_finite() { volume.clamp(0.0, 1.0) } else { 0.0 }
}

/// A pitch within what is played; none for NaN and infinity.
pub(crate) fn pitch(pitch: f32) -> Option<f32> {
    pitch.is_finite().then(|| pitch.clamp(*PITCH.start(), *PITCH.end()))
}
