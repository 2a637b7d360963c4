//! Worlds in a page of a browser: what its worker does.
//!
//! The worker has the engine, the files and the canvas; the page around it (`page`) has what people
//! see and press, and the sound. They send each other messages, so that a world that loads for
//! seconds does not stop the page. Nothing here waits for the browser, and no threads are needed:
//! any server of files will do.
//!
//! What runs a world is the same on every system and is tested there; only the files that a browser
//! hands over, the canvas and the calls from JavaScript are its own.
//!
//! | file | holds |
//! |---|---|
//! | `demo.rs` | the demos, built in memory |
//! | `described.rs` | what the page is told of a game |
//! | `visit.rs` | a world that is walked in: ticks, the view, the recording |
//! | `replaying.rs` | a recording that is replayed, and its hashes |
//! | `joining.rs` | worlds behind lines out of it |
//! | `picture.rs` | graphics options; what is drawn |
//! | `engine.rs`, `page_file.rs` | calls from the page; files of the browser (only for `wasm32`) |
//!
//! ```
//! use web::{Demo, Held, Visit};
//!
//! let files = Demo::Courtyard.files()?;
//! let install = std::sync::Arc::new(titles::install::Install::handed(&files, ""));
//! let mut visit = Visit::load(&install, None, 1, &mut load::Quiet)?;
//! visit.run(60, &Held { forward: 1.0, ..Held::default() });
//! assert_eq!(visit.tick(), 60);
//! # Ok::<(), base::Failure>(())
//! ```

#![forbid(unsafe_code)]

// Without it sums of vectors are made in another order, and worlds part from those of the program.
#[cfg(all(target_family = "wasm", not(target_feature = "simd128")))]
compile_error!("the page is built with `-C target-feature=+simd128`, as `scripts/web` does");

mod demo;
mod described;
#[cfg(target_family = "wasm")]
mod engine;
mod joining;
#[cfg(target_family = "wasm")]
mod page_file;
mod picture;
mod replaying;
mod visit;

pub use demo::Demo;
pub use described::{Described, DescribedWorld};
#[cfg(target_family = "wasm")]
pub use engine::Engine;
pub use picture::{LoadedPlaces, Picture, beside, shot};
pub use replaying::{Replayed, Replaying};
pub use visit::{Held, View, Visit};
