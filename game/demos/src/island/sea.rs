//! The sea near the island: one surface of water, whose picture is in
//! `pictures/water.rs`. The far sea is part of the dome in `sky.rs`.

use super::Site;
use super::shape::{Paint, Solid, Surface, ring};
use glam::Vec3;

/// Radius of the surface, metres.
const RADIUS: f32 = 260.0;

pub(super) fn build(site: &mut Site) {
    let mut water = Solid::new(Surface::Water);
    water.face(&ring(Vec3::ZERO, RADIUS, 24), Paint::Sea);
    site.add(water);
}
