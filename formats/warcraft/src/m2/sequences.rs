//! Sequences: the parts of the time line that have a name, such as walking. Source:
//! `docs/spec/m2.md`, "4. Sequence" and "2. Header".

use crate::numbers;
use binary::record;

/// Bits of [`Sequence::flags`].
pub mod flags {
    /// Plays once.
    pub const NOT_LOOPING: u32 = 0x1;
}

/// Stands for no next variation.
pub const NO_VARIATION: i16 = -1;

record! {
    /// A part of the time line.
    pub struct Sequence in "warcraft.m2.sequence" sizes [68] {
        /// Which animation: 0 stand, 1 death, 4 walk, 5 run.
        id: u16 [0],
        /// Number among the sequences of this animation; 0 for all in some files.
        variation: u16 [2],
        /// Milliseconds on the time line.
        start: u32 [4],
        /// Milliseconds on the time line, not before the start.
        end: u32 [8],
        /// Yards a second that it is made for; negative backwards.
        #[serde(with = "numbers")]
        speed: f32 [12],
        /// See [`flags`].
        flags: u32 [16],
        /// How often this variation is chosen; 32767 for all of an animation together.
        frequency: i16 [20],
        padding: u16 [22] must 0,
        /// Fewest times it plays; 0 for once.
        repeat_min: u32 [24],
        /// Most times.
        repeat_max: u32 [28],
        /// Milliseconds in which it takes over.
        blend_time: u32 [32],
        /// Least x, y, z and greatest x, y, z.
        #[serde(with = "numbers")]
        bounds: [f32; 6] [36],
        /// Radius of what it reaches.
        #[serde(with = "numbers")]
        radius: f32 [60],
        /// Number of the next sequence of this animation, or [`NO_VARIATION`].
        next: i16 [64],
        /// Means nothing in files of clients 1.x and 2.x.
        alias: u16 [66],
    }
}

/// Numbers of [`Playable::flags`].
pub mod playable {
    /// As it is.
    pub const NORMAL: i16 = 0;
    /// Backwards.
    pub const BACKWARDS: i16 = 1;
    /// Its first frame holds.
    pub const HOLD: i16 = 3;
}

record! {
    /// What plays for an animation: itself, or another that the model has.
    #[derive(Copy)]
    pub struct Playable in "warcraft.m2.playable" sizes [4] {
        /// Id of an animation.
        id: i16 [0],
        /// See [`playable`].
        flags: i16 [2],
    }
}
