//! The hour of the day: a sun low in the west, baked into vertex colours, and
//! the colours the sky and the fog take from it.

use crate::builders::numbers::{mix, smooth_step};
use crate::builders::sun::Sun;
use glam::Vec3;

/// 30 degrees down, shining east and a little north.
pub(super) const SUN: Sun = Sun {
    angles: [-std::f32::consts::FRAC_PI_6, -1.15, 0.0],
    color: Vec3::new(0.86, 0.76, 0.60),
    sky: Vec3::new(0.40, 0.45, 0.53),
    bounce: Vec3::new(0.26, 0.23, 0.19),
};
/// Where the air ends; also the sky's lowest band.
pub(super) const FOG_COLOR: Vec3 = Vec3::new(0.80, 0.78, 0.74);

/// Light on a built thing that stands on the ground: darker near its foot.
pub(super) fn on_wall(normal: Vec3, above_ground: f32) -> Vec3 {
    let foot = if normal.y > 0.7 { 1.0 } else { smooth_step(-0.5, 2.5, above_ground) };
    SUN.on(normal, mix(0.82, 1.0, foot), mix(0.62, 1.0, foot))
}
