//! The air around an aeroplane: how fast it comes, from where, how dense it is.
//!
//! Source: `docs/spec/zbd/vehicles-and-combat.md`, "C1. Flight law", line 2.

use glam::Vec3;
use std::f32::consts::PI;
use world::{Aeroplane, AeroplaneLaw};

/// Metres in a foot.
pub(super) const FOOT: f32 = 0.3048;

/// Air and body, as the law sees them.
pub(super) struct Flow {
    /// Axes of the body in the world.
    pub right: Vec3,
    pub up: Vec3,
    pub nose: Vec3,
    /// m/s.
    pub velocity: Vec3,
    pub speed: f32,
    /// Angle between the nose and the way it flies, radians; none where it hardly moves.
    pub attack: f32,
    /// The factor `k` of the law.
    pub k: f32,
    /// slug/ft³.
    pub density: f32,
    /// Speed of sound, ft/s.
    pub sound: f32,
    /// Dynamic pressure, pounds per square foot.
    pub pressure: f32,
    pub mach: f32,
}

impl Flow {
    pub fn of(law: &AeroplaneLaw, plane: &Aeroplane) -> Self {
        let body = plane.rotation();
        let nose = Vec3::from(-body.z_axis);
        let velocity = plane.avatar.velocity * law.metres;
        let speed = velocity.length();
        let height_ft = plane.avatar.position.y * law.metres / FOOT;
        let air = &law.air;
        let [k, share] = if height_ft < air.ceiling_ft { air.low } else { air.high };
        let density = share * air.density;
        let sound = air.sound[0] * (k + 1.0);
        let speed_ft = speed / FOOT;
        Flow {
            right: body.x_axis.into(),
            up: body.y_axis.into(),
            nose,
            velocity,
            speed,
            attack: if speed > law.load[1] { angle(nose, velocity) } else { 0.0 },
            k,
            density,
            sound,
            pressure: 0.5 * density * speed_ft * speed_ft,
            mach: if sound > 0.0 { speed_ft / sound } else { 0.0 },
        }
    }
}

/// The angle between two ways, radians.
fn angle(a: Vec3, b: Vec3) -> f32 {
    libm::atan2f(a.cross(b).length(), a.dot(b)).clamp(0.0, PI)
}

/// The part of the way from one number to another that a third has come, 0..=1; numbers that are one are a step.
pub(super) fn share(from: f32, to: f32, value: f32) -> f32 {
    if from == to {
        return if value >= to { 1.0 } else { 0.0 };
    }
    ((value - from) / (to - from)).clamp(0.0, 1.0)
}
