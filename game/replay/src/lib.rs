//! Recordings of what was asked of a world, tick by tick, and the report that a
//! bug leaves behind, which holds one.
//!
//! Nothing here runs a world: `runtime` does.
//!
//! | file | holds |
//! |---|---|
//! | `header.rs` | what a recording belongs to: its header, places and creatures |
//! | `recording.rs` | recordings |
//! | `report.rs` | the report that a bug leaves |
//!
//! ```
//! use replay::{Header, Replay};
//! use runtime::Input;
//!
//! let mut replay = Replay::new(Header::new("mechwarrior3", "c1", 1));
//! replay.push_input(30, Input { forward: 1.0, ..Input::default() });
//! assert_eq!(replay.input_at(29).forward, 0.0);
//! assert_eq!(replay.input_at(300).forward, 1.0);
//! ```

#![forbid(unsafe_code)]

mod header;
mod recording;
pub mod report;

pub use header::{Header, PlaceEvent, guests};
pub use recording::{FORMAT, HASH_EVERY, LONGEST, LineError, MARK, RecordingError, Replay};
pub use report::Recorder;
