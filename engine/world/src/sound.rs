//! Sounds that belong to places.

use glam::Vec3;

/// Something that sounds at a place of a world, from its start on.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sound {
    /// Address of its file.
    pub file: String,
    /// Engine axes, the game's units.
    pub place: Vec3,
    /// Units: silent at and beyond this distance.
    pub range: f32,
    /// How loud it is at its place, 0..=1.
    pub volume: f32,
    /// Starts over at its end.
    pub looping: bool,
}
