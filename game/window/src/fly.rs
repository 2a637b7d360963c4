//! The free camera. It is not part of the world's state: the avatar stays where it is.

use super::input::Turn;
use glam::Vec3;
use std::f32::consts::{FRAC_PI_2, TAU};
use world::{Aabb, Camera};

/// Steepest pitch.
const MOST_PITCH: f32 = FRAC_PI_2 - 0.01;

/// A free camera.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fly {
    /// Engine axes, the game's units.
    pub eye: Vec3,
    /// Radians about +y; 0 looks along -z.
    pub yaw: f32,
    /// Radians; positive looks up.
    pub pitch: f32,
}

/// Direction of flight, each -1..=1.
#[derive(Clone, Copy, Debug, Default)]
pub struct Way {
    /// Along the view.
    pub forward: f32,
    /// To the right.
    pub right: f32,
    /// Straight up.
    pub up: f32,
}

impl Fly {
    /// Starts at a camera.
    pub fn from(camera: &Camera) -> Self {
        Fly { eye: camera.eye, yaw: camera.yaw, pitch: camera.pitch }
    }

    /// The camera there.
    pub fn camera(&self, like: &Camera) -> Camera {
        Camera { eye: self.eye, yaw: self.yaw, pitch: self.pitch, roll: 0.0, ..*like }
    }

    /// Turns.
    pub fn turn(&mut self, turn: Turn) {
        self.yaw = (self.yaw + turn.yaw) % TAU;
        self.pitch = (self.pitch + turn.pitch).clamp(-MOST_PITCH, MOST_PITCH);
    }

    /// Moves by so many units in a direction.
    pub fn go(&mut self, way: Way, units: f32) {
        let (sin, cos) = libm::sincosf(self.yaw);
        let (sin_pitch, cos_pitch) = libm::sincosf(self.pitch);
        let ahead = Vec3::new(-sin * cos_pitch, sin_pitch, -cos * cos_pitch);
        let right = Vec3::new(cos, 0.0, -sin);
        let step = (ahead * way.forward + right * way.right + Vec3::Y * way.up).clamp_length_max(1.0) * units;
        if (self.eye + step).is_finite() {
            self.eye += step;
        }
    }

    /// Moves to where all of a box is in view, looking at it from the south and a little above.
    pub fn see(&mut self, bounds: &Aabb, fov_y: f32) {
        let (center, radius) = (bounds.center(), bounds.half().length());
        if !center.is_finite() || !radius.is_finite() {
            return;
        }
        let away = (radius / libm::sinf(fov_y * 0.5)).max(1.0);
        self.pitch = -0.35;
        self.yaw = 0.0;
        let (sin, cos) = libm::sincosf(self.pitch);
        self.eye = center - Vec3::new(0.0, sin, -cos) * away;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at_origin(yaw: f32, pitch: f32) -> Fly {
        Fly { eye: Vec3::ZERO, yaw, pitch }
    }

    #[test]
    fn forward_is_where_it_looks() {
        let mut fly = at_origin(FRAC_PI_2, 0.0);
        fly.go(Way { forward: 1.0, ..Way::default() }, 10.0);
        assert!(fly.eye.abs_diff_eq(Vec3::new(-10.0, 0.0, 0.0), 1e-4), "{}", fly.eye);
        let mut fly = at_origin(0.0, 0.5);
        fly.go(Way { forward: 1.0, ..Way::default() }, 1.0);
        let camera = Camera {
            eye: Vec3::ZERO,
            yaw: 0.0,
            pitch: 0.5,
            roll: 0.0,
            fov_y: 1.0,
            near: 0.1,
            far: 1.0,
            lod_multiplier: 1.0,
        };
        assert!(fly.eye.abs_diff_eq(camera.forward(), 1e-6));
    }

    #[test]
    fn two_ways_at_once_are_no_faster() {
        let mut fly = at_origin(0.3, 0.2);
        fly.go(Way { forward: 1.0, right: 1.0, up: 1.0 }, 5.0);
        assert!(fly.eye.length() < 5.001);
    }

    #[test]
    fn a_thing_gone_to_lies_ahead_and_fits() {
        let bounds = Aabb { min: Vec3::new(10.0, 0.0, 10.0), max: Vec3::new(14.0, 6.0, 14.0) };
        let mut fly = at_origin(2.0, 1.0);
        fly.see(&bounds, 1.0);
        let camera = Camera {
            eye: fly.eye,
            yaw: fly.yaw,
            pitch: fly.pitch,
            roll: 0.0,
            fov_y: 1.0,
            near: 0.1,
            far: 1.0,
            lod_multiplier: 1.0,
        };
        let to = bounds.center() - fly.eye;
        assert!(to.normalize().abs_diff_eq(camera.forward(), 1e-4));
        assert!(to.length() >= bounds.half().length());
    }
}
