//! Models alone: which there are in an install, and how one is shown.
//!
//! [`Shelf`] asks the family's loader, [`Stage`] holds one model and a clip of
//! it at some time, on a floor in the light of lamps. Pictures and the window
//! are made elsewhere.

#![forbid(unsafe_code)]

mod joints;
mod posed;
mod set;
mod shelf;
mod stage;

pub use joints::Projection;
pub use shelf::{Item, Shelf};
pub use stage::{ClipInfo, Counts, Stage, View};
