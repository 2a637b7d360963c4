//! What every part of the program uses: failures and exit codes, printing of results, the one way to
//! write files, the folders of this system, and stopwatches.
//!
//! It knows no game, no file format and no verb.
//!
//! | file | holds |
//! |---|---|
//! | `failure.rs` | why a verb fails, and exit codes |
//! | `output.rs` | results as text and as JSON |
//! | `gate.rs` | the one way to write files and folders: where, and over what |
//! | `swap.rs`, `leftovers.rs` | new files and folders come to their place whole; what a run that was cut off left behind |
//! | `interrupted.rs` | Ctrl-C |
//! | `regular.rs` | reading regular files of a bounded size |
//! | `path_text.rs` | paths as text, also of names that are not Unicode |
//! | `platform` | folders of the system, installed games |
//! | `clock.rs` | frames of any length to ticks |
//! | `log.rs`, `stats.rs`, `stopwatch.rs` | the log; figures of measurements; times of loading |
//!
//! ```
//! use base::gate::{Gate, Mark};
//! use base::output;
//!
//! let folder = tempfile::tempdir()?;
//! let path = folder.path().join("list.txt");
//! // Whoever writes for people asks `titles::gate`, which knows games.
//! let gate = Gate::new(|_| None, false);
//! gate.file(&path, Mark::NONE).and_then(|file| file.write(b"one line")).map_err(|failure| failure.to_string())?;
//! assert_eq!(output::files(1), "1 file");
//! // It does not say that we wrote it.
//! assert!(gate.file(&path, Mark::NONE).is_err());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![forbid(unsafe_code)]

pub mod clock;
pub mod failure;
pub mod gate;
pub mod interrupted;
mod leftovers;
pub mod log;
pub mod output;
pub mod path_text;
pub mod platform;
pub mod regular;
pub mod stats;
pub mod stopwatch;
mod swap;

pub use failure::Failure;
