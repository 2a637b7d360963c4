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
//! | `built.rs` | demos as files in memory, for tests |
//! | `described.rs` | what the page is told of a game |
//! | `visit.rs`, `view.rs` | a world that is walked in: ticks, sound, the recording; what is seen of it |
//! | `land.rs` | what was chosen of overworlds |
//! | `typing.rs` | its console |
//! | `chart.rs` | its map, as the page draws it |
//! | `statistics.rs` | what the page shows about it |
//! | `report.rs` | the report that `check` would give of its files |
//! | `replaying.rs` | a recording that is replayed, and its hashes |
//! | `joining.rs` | worlds behind lines out of it |
//! | `picture.rs` | graphics options; what is drawn |
//! | `engine.rs`, `screen.rs`, `page_file.rs` | calls from the page; the canvas; files of the browser (only for `wasm32`) |

#![forbid(unsafe_code)]

// Without it sums of vectors are made in another order, and worlds part from those of the program.
#[cfg(all(target_family = "wasm", not(target_feature = "simd128")))]
compile_error!("the page is built with `-C target-feature=+simd128`, as `scripts/web` does");

#[cfg(test)]
mod built;
mod chart;
mod described;
#[cfg(target_family = "wasm")]
mod engine;
mod joining;
mod land;
#[cfg(target_family = "wasm")]
mod page_file;
mod picture;
mod replaying;
mod report;
#[cfg(target_family = "wasm")]
mod screen;
mod statistics;
mod typing;
mod view;
mod visit;

pub use chart::Chart;
pub use described::{Described, DescribedWorld};
#[cfg(target_family = "wasm")]
pub use engine::Engine;
pub use land::chosen;
pub use picture::{LoadedPlaces, Picture, beside, shot};
pub use replaying::{Replayed, Replaying};
pub use report::{Reported, Reporting};
pub use statistics::Status;
pub use typing::{Typed, TypedAnswer};
pub use view::View;
pub use visit::{Held, Visit, Volumes};
