//! Models alone: which there are in an install, and how one is shown.
//!
//! [`Shelf`] asks the family's loader, [`Stage`] holds one model and a clip of
//! it at some time, [`joints`](segments) are lines from part to part. Pictures and the
//! window are made elsewhere.

mod joints;
mod posed;
#[cfg(feature = "gpu")]
mod sheet;
mod shelf;
mod stage;

pub use joints::{Projection, segments};
#[cfg(feature = "gpu")]
pub use sheet::{Canvas, Sheet};
pub use shelf::{Item, Shelf};
pub use stage::{ClipInfo, Stage, View};
