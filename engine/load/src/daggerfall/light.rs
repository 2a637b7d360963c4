//! Sun, haze, hours and sky of a place. Source: `docs/spec/daggerfall.md`, "9. Nature, sky, time, movement **[DFU]**".

use super::layout::CELL_UNITS;
use glam::Vec3;
use world::{Fog, Hours, Light, Scene};

/// Towards the sun at noon: in the south, and high.
const TOWARDS_SUN: Vec3 = Vec3::new(0.35, 0.85, 0.4);
/// Light from all around and from the sun.
const AROUND: f32 = 0.45;
const DIRECT: f32 = 0.65;
/// Colour of the haze by day.
const HAZE: [f32; 3] = [0.66, 0.75, 0.84];
/// Cells up to which one sees.
pub const SIGHT_CELLS: f32 = 8.0;
/// How far away haze begins, of all that is seen.
const CLEAR: f32 = 0.35;
/// The hour at the start.
const NOON: f32 = 12.0;
/// Game time runs twelve times as fast as a clock.
const SPEED: u32 = 12;

/// Lights a place, and says how far one sees in it.
pub fn place(scene: &mut Scene) {
    scene.lights.push(Light {
        node: None,
        active: true,
        directional: true,
        position: Vec3::ZERO,
        direction: -TOWARDS_SUN.normalize(),
        color: [1.0; 3],
        diffuse: DIRECT,
        ambient: AROUND,
        near: 0.0,
        far: 0.0,
    });
    let far = SIGHT_CELLS * CELL_UNITS as f32;
    scene.fog = Fog { on: true, color: HAZE, near: CLEAR * far, far, ..Fog::default() };
    scene.camera.far = far;
    scene.hours =
        Some(Hours { start: NOON, daylight: true, speed: Some(SPEED), shared: true, ..Hours::default() });
}
