//! Light from the sun, the sky and the ground.

use glam::Vec3;

/// The light of an hour of the day.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sun {
    /// Euler angles as the light node stores them.
    pub angles: [f32; 3],
    /// What falls straight on a surface that faces it.
    pub color: Vec3,
    /// What comes from above.
    pub sky: Vec3,
    /// What comes from below.
    pub bounce: Vec3,
}

impl Sun {
    /// Towards it, of length one.
    pub fn to(&self) -> Vec3 {
        let [pitch, yaw, _] = self.angles;
        let level = libm::cosf(pitch);
        Vec3::new(libm::sinf(yaw) * level, -libm::sinf(pitch), libm::cosf(yaw) * level)
    }

    /// Light on a surface with this normal: `seen` is how much of the sun it
    /// sees, `open` how much of the sky, each 0..=1.
    pub fn on(&self, normal: Vec3, seen: f32, open: f32) -> Vec3 {
        let facing = normal.dot(self.to()).max(0.0) * seen;
        let up = normal.y * 0.5 + 0.5;
        self.color * facing + (self.sky * up + self.bounce * (1.0 - up)) * open
    }
}
