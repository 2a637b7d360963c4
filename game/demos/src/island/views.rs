//! Places worth going to.

use super::Site;
use super::ground::Land;
use super::layout::{CRYPT, DECK, FLOOR, JETTY, LEDGE, WAY_X};
use glam::Vec3;

/// Where one stands and which way one looks.
#[derive(Clone, Copy, Debug)]
pub(super) struct View {
    pub name: &'static str,
    x: f32,
    y: f32,
    /// Height of the floor; none for the land's own.
    floor: Option<f32>,
    /// Degrees, counter-clockwise from the east.
    pub pan: f32,
}

const fn on_land(name: &'static str, x: f32, y: f32, pan: f32) -> View {
    View { name, x, y, floor: None, pan }
}

const fn inside(name: &'static str, x: f32, y: f32, floor: f32, pan: f32) -> View {
    View { name, x, y, floor: Some(floor), pan }
}

/// The start, then the others in the order of a walk.
pub(super) const ALL: [View; 15] = [
    inside("start", WAY_X, JETTY.north + 1.6, DECK, 84.0),
    on_land("beach", -30.5, -38.5, 38.0),
    on_land("gate", WAY_X, -37.2, 90.0),
    on_land("meadow", 3.5, -31.0, 112.0),
    on_land("stairs", WAY_X, -22.0, 90.0),
    on_land("forecourt", -20.8, -3.8, 52.0),
    on_land("front", -22.6, 4.4, 40.0),
    inside("nave", -10.4, 11.2, FLOOR, 4.0),
    inside("altar", 8.0, 13.6, FLOOR + 0.18, 186.0),
    inside("walk", -6.9, 5.6, FLOOR, -12.0),
    on_land("garth", 4.2, -6.4, 128.0),
    inside("crypt", 4.0, 13.4, CRYPT, -14.0),
    inside("ledge", 18.0, 17.8, LEDGE, 236.0),
    on_land("knoll", -17.6, 27.4, -58.0),
    on_land("cliff", 19.4, -20.2, 116.0),
];

impl View {
    /// The feet, in metres.
    pub fn feet(&self, land: &Land) -> Vec3 {
        Vec3::new(self.x, self.y, self.floor.unwrap_or_else(|| land.height(self.x, self.y)))
    }
}

/// Height of the eyes.
const EYES: f32 = 1.65;

/// Marks them in the level: where the player enters, cameras, and boxes that
/// scripts may ask about.
pub(super) fn build(site: &mut Site) {
    for view in &ALL {
        let feet = view.feet(&site.land);
        let (name, at) =
            if view.name == "start" { ("player_start", feet) } else { (view.name, feet + Vec3::Z * EYES) };
        site.parts.positions.push((name, at, view.pan));
    }
    let region =
        |name, min: [f32; 3], max: [f32; 3]| super::level::Named { name, min: min.into(), max: max.into() };
    site.parts.regions.extend([
        region("church", [-12.0, 8.0, FLOOR], [12.0, 16.0, FLOOR + 11.0]),
        region("cloister", [-9.0, -10.9, FLOOR - 0.5], [9.0, 7.1, FLOOR + 4.5]),
        region("crypt", [-3.0, 8.9, CRYPT - 0.5], [12.0, 15.1, FLOOR - 0.5]),
    ]);
}
