//! Revisit: walk, drive and fly through the worlds of games you own.

#![forbid(unsafe_code)]

pub mod titles;
