//! Sun, haze and hours of a place. Source: `docs/spec/daggerfall.md`, "9. Nature, sky, time, movement".

use super::layout::CELL_UNITS;
use super::settings::Settings;
use super::weather::Weather;
use glam::Vec3;
use world::{Fog, Hours, Light, Scene};

/// Towards the sun at noon: in the south, and high.
const TOWARDS_SUN: Vec3 = Vec3::new(0.35, 0.85, 0.4);
/// Light from all around and from the sun.
const AROUND: f32 = 0.45;
const DIRECT: f32 = 0.65;
/// How far away haze begins, of all that is seen.
const CLEAR: f32 = 0.35;
/// The hour at the start.
const NOON: f32 = 12.0;

/// Lights a place in some weather, and says how far one sees in it.
pub fn place(scene: &mut Scene, settings: &Settings, weather: Weather) {
    scene.lights.push(Light {
        node: None,
        active: true,
        directional: true,
        position: Vec3::ZERO,
        direction: -TOWARDS_SUN.normalize(),
        color: [1.0; 3],
        diffuse: DIRECT * weather.sun(),
        ambient: AROUND,
        near: 0.0,
        far: 0.0,
    });
    let far = f32::from(settings.view) * CELL_UNITS as f32;
    let (clear, color) = weather.haze();
    scene.fog =
        Fog { on: true, color, near: CLEAR * far * clear * clear, far: far * clear, ..Fog::default() };
    scene.camera.far = far;
    let speed = Some(settings.speed);
    scene.hours = Some(Hours { start: NOON, daylight: true, speed, shared: true, ..Hours::default() });
}
