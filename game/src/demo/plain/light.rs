//! The hour of the day: a sun low in the west, baked into vertex colours, and
//! the colours the sky and the fog take from it.

use crate::demo::craft::numbers::{mix, smooth_step};
use glam::Vec3;

/// The sun's Euler angles as the light node stores them: 30 degrees down,
/// shining east and a little north.
pub(super) const SUN_ANGLES: [f32; 3] = [-std::f32::consts::FRAC_PI_6, -1.15, 0.0];
/// Where the air ends; also the sky's lowest band.
pub(super) const FOG_COLOR: Vec3 = Vec3::new(0.80, 0.78, 0.74);

const SUN_COLOR: Vec3 = Vec3::new(0.86, 0.76, 0.60);
const SKY_COLOR: Vec3 = Vec3::new(0.40, 0.45, 0.53);
const BOUNCE_COLOR: Vec3 = Vec3::new(0.26, 0.23, 0.19);

/// Light that falls on a surface.
#[derive(Clone, Copy, Debug)]
pub(super) struct Light {
    /// Towards the sun, of length one.
    pub to_sun: Vec3,
}

impl Light {
    /// The light of [`SUN_ANGLES`].
    pub fn new() -> Self {
        let [pitch, yaw, _] = SUN_ANGLES;
        let level = libm::cosf(pitch);
        let travel = Vec3::new(-libm::sinf(yaw) * level, libm::sinf(pitch), -libm::cosf(yaw) * level);
        Light { to_sun: -travel }
    }

    /// Light on a surface with this normal: `sun` is how much of the sun it
    /// sees, `open` how much of the sky, each 0..=1.
    pub fn on(&self, normal: Vec3, sun: f32, open: f32) -> Vec3 {
        let facing = normal.dot(self.to_sun).max(0.0) * sun;
        let up = normal.y * 0.5 + 0.5;
        SUN_COLOR * facing + (SKY_COLOR * up + BOUNCE_COLOR * (1.0 - up)) * open
    }

    /// Light on a built thing that stands on the ground: darker near its foot.
    pub fn on_wall(&self, normal: Vec3, above_ground: f32) -> Vec3 {
        let foot = if normal.y > 0.7 { 1.0 } else { smooth_step(-0.5, 2.5, above_ground) };
        self.on(normal, mix(0.82, 1.0, foot), mix(0.62, 1.0, foot))
    }
}
