//! Shows single models: lists those of an install and puts one on a stage.
//!
//! [`Shelf`] lists models through the family's loader; [`Stage`] holds one model at a time of a
//! clip, on a floor lit by lamps. Pictures and the window are made elsewhere.
//!
//! | file | holds |
//! |---|---|
//! | `shelf.rs` | the models of an install |
//! | `stage.rs`, `set.rs` | one model with a clip, camera and lamps; floor and shadow |
//! | `posed.rs`, `joints.rs` | shapes at a moment; lines between parts |
//!
//! ```no_run
//! use std::path::Path;
//! use titles::install::Install;
//! use turntable::{Shelf, Stage};
//!
//! # fn main() -> Result<(), base::Failure> {
//! let install = Install::open_models(Path::new("/games/mech3"), &[])?;
//! let mut shelf = Shelf::new(install, titles::BEST)?;
//! let mech = shelf.find("madcat")?;
//! let stage = Stage::new(shelf.load(&mech, 0)?);
//! println!("{} can do {} things", mech.name, stage.clips.len());
//! # Ok(())
//! # }
//! ```

#![forbid(unsafe_code)]

mod joints;
mod posed;
mod set;
mod shelf;
mod stage;

pub use joints::Projection;
pub use shelf::{Item, Shelf};
pub use stage::{ClipInfo, Counts, Stage, View};
