//! What every part of the program uses: failures and exit codes, printing of results, atomic
//! writing of files, the folders of this system, and stopwatches.
//!
//! It knows no game, no file format and no verb.
//!
//! | file | holds |
//! |---|---|
//! | `failure.rs` | why a verb fails, and exit codes |
//! | `output.rs` | results as text and as JSON |
//! | `disk.rs` | writing files atomically |
//! | `platform` | folders of the system, installed games |
//! | `log.rs`, `stats.rs`, `stopwatch.rs` | the log; figures of measurements; times of loading |
//!
//! ```
//! use base::{Failure, disk, output};
//!
//! let folder = tempfile::tempdir()?;
//! let path = folder.path().join("list.txt");
//! disk::write(&path, b"one line").map_err(|failure| failure.to_string())?;
//! assert_eq!(output::files(1), "1 file");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![forbid(unsafe_code)]

pub mod disk;
pub mod failure;
pub mod log;
pub mod output;
pub mod platform;
pub mod stats;
pub mod stopwatch;

pub use failure::Failure;
