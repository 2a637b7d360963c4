//! Sounds with a position. How loud they are with distance is in `falloff.rs` of the crate `audio`.

use glam::Vec3;

/// A sound at a position of a world that plays from the start.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sound {
    /// Address of its file.
    pub file: String,
    /// Engine axes, the game's units.
    pub place: Vec3,
    /// Units: silent at and beyond this distance.
    pub range: f32,
    /// Volume at its position, 0..=1.
    pub volume: f32,
    /// Loops.
    pub looping: bool,
}
