//! Readers and writers.

#![forbid(unsafe_code)]

pub mod blp;
pub mod chars;
pub mod dbc;
pub mod m2;
mod numbers;
mod packed;
pub mod placement;
