//! The camera's position and frustum.

use glam::{Vec3, Vec3A};
use world::Camera;

/// A camera for a picture of a given shape.
#[derive(Clone, Copy, Debug)]
pub(crate) struct View {
    pub eye: Vec3,
    /// Where whoever looks stands; none for a camera of its own.
    pub feet: Option<Vec3>,
    pub right: Vec3A,
    pub up: Vec3A,
    /// Opposite to the viewing direction.
    pub back: Vec3A,
    /// Clip x per view x at distance 1.
    pub zoom_x: f32,
    /// Clip y per view y at distance 1.
    pub zoom_y: f32,
    /// How much farther than its radius a sphere's middle may lie beyond the picture's left or right, in units of the
    /// distance that [`zoom_x`](View::zoom_x) measures; the same for above and below.
    pub lean: [f32; 2],
    pub near: f32,
    pub far: f32,
    /// Pixels that one unit covers at distance 1.
    pub pixels_per_unit: f32,
    /// Distances to LOD nodes are divided by it.
    pub lod_multiplier: f32,
}

impl View {
    pub fn new(camera: &Camera, width: u32, height: u32) -> Self {
        let back = -Vec3A::from(camera.forward());
        let right = Vec3A::from(camera.right());
        let up = back.cross(right);
        // A field of view of 0 or 180 degrees has no picture.
        let zoom_y = 1.0 / libm::tanf(camera.fov_y.clamp(0.01, 3.1) * 0.5);
        let zoom_x = zoom_y * height as f32 / width as f32;
        View {
            eye: camera.eye,
            feet: None,
            right,
            up,
            back,
            zoom_x,
            zoom_y,
            lean: [zoom_x, zoom_y].map(|zoom| (zoom * zoom + 1.0).sqrt()),
            near: camera.near.max(1e-6),
            far: camera.far,
            pixels_per_unit: zoom_y * 0.5 * height as f32,
            lod_multiplier: camera.lod_multiplier,
        }
    }

    /// True when a sphere relative to the eye may be in the picture, at any distance.
    pub fn sees(&self, center: Vec3A, radius: f32) -> bool {
        let depth = -self.back.dot(center);
        let outside = |side: f32, zoom: f32, lean: f32| side.abs() * zoom - depth > radius * lean;
        let [lean_x, lean_y] = self.lean;
        depth + radius >= self.near
            && !outside(self.right.dot(center), self.zoom_x, lean_x)
            && !outside(self.up.dot(center), self.zoom_y, lean_y)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn camera(yaw: f32, pitch: f32) -> Camera {
        Camera {
            eye: Vec3::ZERO,
            yaw,
            pitch,
            roll: 0.0,
            fov_y: std::f32::consts::FRAC_PI_2,
            near: 0.1,
            far: 100.0,
            lod_multiplier: 1.0,
        }
    }

    fn view(yaw: f32, pitch: f32) -> View {
        View::new(&camera(yaw, pitch), 200, 100)
    }

    #[test]
    fn a_camera_that_rolls_a_quarter_clockwise_has_down_on_its_right() {
        let camera = Camera { roll: std::f32::consts::FRAC_PI_2, ..camera(0.0, 0.0) };
        let view = View::new(&camera, 200, 100);
        assert!(view.right.abs_diff_eq(Vec3A::NEG_Y, 1e-6), "{}", view.right);
        assert!(view.up.abs_diff_eq(Vec3A::X, 1e-6), "{}", view.up);
    }

    #[test]
    fn a_quarter_turn_to_the_left_looks_west_with_north_on_the_right() {
        let view = view(std::f32::consts::FRAC_PI_2, 0.0);
        assert!(view.back.abs_diff_eq(Vec3A::X, 1e-6));
        assert!(view.right.abs_diff_eq(Vec3A::NEG_Z, 1e-6));
        assert!(view.up.abs_diff_eq(Vec3A::Y, 1e-6));
    }

    #[test]
    fn looking_straight_up_keeps_the_right_hand_side() {
        let view = view(0.0, std::f32::consts::FRAC_PI_2);
        assert!(view.back.abs_diff_eq(Vec3A::NEG_Y, 1e-6));
        assert!(view.right.abs_diff_eq(Vec3A::X, 1e-6));
        assert!(view.up.abs_diff_eq(Vec3A::Z, 1e-6));
    }

    #[test]
    fn spheres_are_seen_until_their_last_point_leaves_the_picture() {
        // The picture's upper edge rises one unit per unit of distance, its
        // right edge two.
        let view = view(0.0, 0.0);
        let lean = 2.0_f32.sqrt();
        assert!(view.sees(Vec3A::new(0.0, 10.0 + 0.99 * lean, -10.0), 1.0));
        assert!(!view.sees(Vec3A::new(0.0, 10.0 + 1.01 * lean, -10.0), 1.0));
        assert!(view.sees(Vec3A::new(-20.0, 0.0, -10.0), 0.5));
        assert!(!view.sees(Vec3A::new(-23.0, 0.0, -10.0), 0.5));
        assert!(view.sees(Vec3A::new(0.0, 0.0, 0.8), 1.0));
        assert!(!view.sees(Vec3A::new(0.0, 0.0, 1.0), 1.0));
    }
}
