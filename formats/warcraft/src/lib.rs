//! Readers and writers.

#![forbid(unsafe_code)]

pub mod chars;
pub mod m2;
mod numbers;
mod packed;
pub mod placement;
