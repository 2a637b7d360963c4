//! Who hears: where the ears are and which way they are turned. How loud a sound is with distance is
//! in `falloff.rs`.

use glam::Vec3;
use world::{Camera, Frame};

/// Metres around an ear within which a sound comes from ever less of a side.
const NEAR_M: f32 = 1.0;

/// Who hears.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Listener {
    /// Engine axes, the game's units.
    pub ear: Vec3,
    /// Unit vector to the right.
    pub right: Vec3,
    /// Units: what is nearer than this comes from less of a side, so that
    /// nothing jumps from one to the other when it is walked through.
    pub near: f32,
}

impl Listener {
    /// Ears where the eye of a camera is.
    pub fn of(camera: &Camera, frame: &Frame) -> Self {
        Listener { ear: camera.eye, right: camera.right(), near: frame.units(NEAR_M) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::f32::consts::FRAC_PI_2;

    #[test]
    fn ears_turn_with_the_camera() {
        let frame = Frame::identity(0.5);
        let camera = |yaw| Camera {
            eye: Vec3::Y,
            yaw,
            pitch: 1.0,
            roll: 0.0,
            fov_y: 1.0,
            near: 0.1,
            far: 100.0,
            lod_multiplier: 1.0,
        };
        let north = Listener::of(&camera(0.0), &frame);
        assert_eq!((north.ear, north.right, north.near), (Vec3::Y, Vec3::X, 2.0));
        // Turned to the left, west is ahead and north on the right.
        let west = Listener::of(&camera(FRAC_PI_2), &frame);
        assert!(west.right.abs_diff_eq(Vec3::NEG_Z, 1e-6), "{}", west.right);
    }
}
