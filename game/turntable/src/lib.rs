//! Shows single models: lists those of an install and puts one on a stage.
//!
//! [`Shelf`] lists models through the family's loader; [`Stage`] holds one model at a time of a
//! clip, on a floor lit by lamps. Pictures and the window are made elsewhere.

#![forbid(unsafe_code)]

mod joints;
mod posed;
mod set;
mod shelf;
mod stage;

pub use joints::Projection;
pub use shelf::{Item, Shelf};
pub use stage::{ClipInfo, Counts, Stage, View};
