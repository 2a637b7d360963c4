//! From what a world wants heard to voices of a mixer.
//!
//! A window and a command that writes what would have been heard do the same here; they differ in what
//! carries the samples away and in whether files are opened while the world goes on. No device and no
//! clock is known here.
//!
//! | file | holds |
//! |---|---|
//! | `cue_voices.rs` | cues become voices |
//! | `place_sounds.rs` | what sounds in places by itself |
//! | `steady_sound.rs` | a sound for tests |

#![forbid(unsafe_code)]

mod cue_voices;
mod place_sounds;
#[cfg(test)]
mod steady_sound;

pub use cue_voices::CueVoices;
pub use place_sounds::PlaceSounds;
