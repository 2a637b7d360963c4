//! Clocks: where in their clips everything is, part of
//! [`State`](crate::State).

use crate::{AnimatorId, Clip, ClipId, TICKS_PER_SECOND};
use serde::{Deserialize, Serialize};

/// Layers that one animator has at most besides its clock.
pub const MOST_LAYERS: usize = 4;

/// Where in a clip something is. One per [`Animator`](crate::Animator), in
/// [`State::clocks`](crate::State::clocks).
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Clock {
    /// What is playing; `None` leaves everything as it is.
    pub clip: Option<ClipId>,
    /// Seconds from the clip's start, 0..= its length.
    pub time: f32,
    /// Seconds of the clip in a second: 1 as authored, negative backwards, 0
    /// for standing still.
    pub speed: f32,
    /// Starts over at the end; otherwise the end stays.
    pub looping: bool,
    /// Tick at which it was set: drawing shows no way there.
    pub since: u64,
}

impl Default for Clock {
    fn default() -> Self {
        Clock { clip: None, time: 0.0, speed: 1.0, looping: true, since: 0 }
    }
}

impl Clock {
    /// A clip from its start, again and again.
    pub fn looping(clip: ClipId) -> Self {
        Clock { clip: Some(clip), ..Clock::default() }
    }

    /// A clip from its start to its end.
    pub fn once(clip: ClipId) -> Self {
        Clock { looping: false, ..Clock::looping(clip) }
    }

    /// The place in time `seconds` later.
    pub fn advanced(&self, clip: &Clip, seconds: f32) -> f32 {
        clip.within(self.time + self.speed * seconds, self.looping)
    }

    /// The place in time that is drawn between the tick before (0) and tick
    /// number `tick` (1), at which this is the clock.
    pub fn drawn(&self, clip: &Clip, tick: u64, between: f32) -> f32 {
        let ended = !self.looping
            && (self.speed >= 0.0 && self.time >= clip.seconds || self.speed <= 0.0 && self.time <= 0.0);
        if between >= 1.0 || ended || self.since >= tick {
            return clip.within(self.time, self.looping);
        }
        let back = (1.0 - between.max(0.0)) / TICKS_PER_SECOND as f32;
        self.advanced(clip, -back)
    }
}

/// A clip that an animator plays over its clock, in
/// [`State::layers`](crate::State::layers): what it shows is mixed with what
/// lies below it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Layer {
    /// Whose.
    pub animator: AnimatorId,
    /// Where in its clip it is.
    pub clock: Clock,
    /// 0..=1: 0 shows only what is below, 1 only this.
    pub weight: f32,
    /// Weight per second: what fades out goes away at 0.
    pub rate: f32,
    /// At full weight it becomes the animator's clock, and what it faded over
    /// goes away: a cross-fade.
    pub replaces: bool,
    /// Number of the animator's mask that says what it moves; all of it without
    /// one.
    pub mask: Option<u16>,
}

impl Layer {
    /// The weight `seconds` later.
    pub fn weight_after(&self, seconds: f32) -> f32 {
        (self.weight + self.rate * seconds).clamp(0.0, 1.0)
    }

    /// The weight that is drawn between the tick before (0) and this one (1).
    pub fn drawn_weight(&self, between: f32) -> f32 {
        self.weight_after((between.clamp(0.0, 1.0) - 1.0) / TICKS_PER_SECOND as f32)
    }
}

/// The layers of one animator among all, which are ordered by animator.
pub fn layers_of(layers: &[Layer], animator: AnimatorId) -> &[Layer] {
    let start = layers.partition_point(|layer| layer.animator < animator);
    let count = layers[start..].partition_point(|layer| layer.animator == animator);
    &layers[start..start + count]
}
