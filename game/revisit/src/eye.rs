//! The camera that `--eye` and `--look` describe.

use glam::Vec3;
use world::{Camera, Frame};

/// Position and direction of a camera.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Eye {
    /// Engine axes, the game's units.
    pub place: Vec3,
    /// Radians, as [`Camera::yaw`].
    pub yaw: f32,
    /// Radians, as [`Camera::pitch`].
    pub pitch: f32,
}

impl Eye {
    /// The camera of `--eye` and `--look`; what is not given is taken from the given camera. `None`
    /// when neither is given.
    pub fn asked(
        frame: &Frame,
        camera: &Camera,
        eye: Option<[f32; 3]>,
        look: Option<[f32; 3]>,
        engine_axes: bool,
    ) -> Option<Self> {
        if eye.is_none() && look.is_none() {
            return None;
        }
        let own = |point: [f32; 3]| {
            if engine_axes { point.into() } else { frame.to_engine(point.into()) }
        };
        let place = eye.map_or(camera.eye, own);
        let (yaw, pitch) = look.map_or((camera.yaw, camera.pitch), |look| direction(own(look) - place));
        Some(Eye { place, yaw, pitch })
    }
}

/// Yaw and pitch of a direction; straight ahead for none.
fn direction(way: Vec3) -> (f32, f32) {
    let level = way.with_y(0.0).length();
    if level == 0.0 && way.y == 0.0 {
        return (0.0, 0.0);
    }
    let yaw = if level == 0.0 { 0.0 } else { libm::atan2f(-way.x, -way.z) };
    (yaw, libm::atan2f(way.y, level))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::f32::consts::FRAC_PI_2;

    #[test]
    fn a_camera_looks_where_it_is_told() {
        for way in [Vec3::new(1.0, 2.0, -3.0), Vec3::new(-4.0, -0.5, 2.0), Vec3::Z, Vec3::X] {
            let (yaw, pitch) = direction(way);
            let camera = Camera {
                eye: Vec3::ZERO,
                yaw,
                pitch,
                roll: 0.0,
                fov_y: 1.0,
                near: 0.1,
                far: 1.0,
                lod_multiplier: 1.0,
            };
            assert!(camera.forward().abs_diff_eq(way.normalize(), 1e-6), "{way}");
        }
        assert_eq!(direction(Vec3::ZERO), (0.0, 0.0));
        assert_eq!(direction(Vec3::Y), (0.0, FRAC_PI_2));
    }
}
