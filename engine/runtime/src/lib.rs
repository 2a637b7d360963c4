//! The tick: what changes a world's [`State`](world::State), sixty times a
//! second, whatever the frame rate.
//!
//! Only this crate writes a state. It knows no file format and asks no clock:
//! the same scene, seed and inputs give the same state everywhere.

#![forbid(unsafe_code)]

mod edit;
mod input;
mod materials;
mod simulation;
mod walker;
mod zones;

pub use edit::{Edit, LinkError};
pub use input::Input;
pub use simulation::{DT, Misfit, Previous, Simulation, TICKS_PER_SECOND};
