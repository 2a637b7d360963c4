//! From what a world wants heard to voices of a mixer.
//!
//! A window and a command that writes what would have been heard do the same here; they differ in what
//! carries the samples away and in whether files are opened while the world goes on. No device and no
//! clock is known here.
//!
//! | file | holds |
//! |---|---|
//! | `cue_voices.rs`, `asked.rs` | cues become voices, and vehicles are heard; what is asked to be heard |
//! | `captions.rs` | what is said, to be read |
//! | `queue.rs` | sounds that wait for each other |
//! | `doppler.rs` | what comes nearer sounds higher |
//! | `opener.rs` | files opened on a thread or at once |
//! | `offline.rs` | what would have been heard, tick by tick, without a device |
//! | `place_sounds.rs` | what sounds in places by itself |
//! | `steady_sound.rs` | a sound for tests |
//!
//! ```no_run
//! use hearing::Offline;
//! use std::sync::Arc;
//! use titles::install::Install;
//!
//! # fn hear(world: &mut runtime::places::World) -> Result<(), base::Failure> {
//! let install = Arc::new(Install::open("/games/mech3".as_ref(), &[])?);
//! let mut offline = Offline::new(&install);
//! let mut lines = Vec::new();
//! world.advance(&[runtime::Input::default()], &[]);
//! let frames = offline.tick(world, &mut lines);
//! assert_eq!(frames.len(), 735 * 2);
//! # Ok(())
//! # }
//! ```

#![forbid(unsafe_code)]

mod asked;
mod captions;
mod cue_voices;
mod doppler;
mod offline;
mod opener;
mod place_sounds;
mod queue;
#[cfg(test)]
mod steady_sound;

pub use captions::Caption;
pub use cue_voices::{Around, CueVoices};
pub use offline::{FRAMES_PER_TICK, MOST_CAPTIONS, Offline, RATE};
pub use opener::Opening;
pub use place_sounds::PlaceSounds;
