//! A rectangle on the ground.

use glam::Vec2;

/// Least x and z, greatest x and z.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Area {
    /// West edge.
    pub west: f32,
    /// North edge.
    pub north: f32,
    /// East edge.
    pub east: f32,
    /// South edge.
    pub south: f32,
}

impl Area {
    /// West, north, east, south.
    pub const fn new(west: f32, north: f32, east: f32, south: f32) -> Self {
        Area { west, north, east, south }
    }

    /// True inside and on the edge.
    pub fn contains(&self, x: f32, z: f32) -> bool {
        (self.west..=self.east).contains(&x) && (self.north..=self.south).contains(&z)
    }

    /// How far outside a point is; 0 inside.
    pub fn distance(&self, x: f32, z: f32) -> f32 {
        let out = |low: f32, high: f32, value: f32| (low - value).max(value - high).max(0.0);
        Vec2::new(out(self.west, self.east, x), out(self.north, self.south, z)).length()
    }
}
