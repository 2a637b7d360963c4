//! What a machine's parts hang on, and how its legs reach the ground.

use super::body::Body;
use glam::{Quat, Vec3};

/// A part that moves.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bone {
    /// Name of its node.
    pub name: &'static str,
    /// The part it hangs on.
    pub parent: Option<&'static str>,
    /// Where its joint is, in the space of that part.
    pub joint: Vec3,
    /// Draws it.
    pub draw: fn(&mut Body, &Bone),
    /// True for what a far look leaves out.
    pub small: bool,
}

type Draw = fn(&mut Body, &Bone);

impl Bone {
    /// A part in the middle, on another one or on nothing.
    pub const fn new(name: &'static str, parent: Option<&'static str>, joint: [f32; 3], draw: Draw) -> Self {
        Bone { name, parent, joint: Vec3::from_array(joint), draw, small: false }
    }

    /// The same, left out by a far look.
    pub const fn small(self) -> Self {
        Bone { small: true, ..self }
    }

    /// A part on the left and its mirror image; the joint is that of the right.
    pub const fn pair(
        names: [&'static str; 2],
        parents: [&'static str; 2],
        [x, y, z]: [f32; 3],
        draw: [Draw; 2],
    ) -> [Self; 2] {
        [
            Bone::new(names[0], Some(parents[0]), [-x, y, z], draw[0]),
            Bone::new(names[1], Some(parents[1]), [x, y, z], draw[1]),
        ]
    }

    /// -1 for parts of the left, 1 for those of the right.
    pub fn side(&self) -> f32 {
        if self.name.starts_with('l') { -1.0 } else { 1.0 }
    }
}

/// How a machine is built for walking; metres.
#[derive(Clone, Copy, Debug)]
pub(super) struct Legs {
    /// Height of the hips when it stands.
    pub hips: f32,
    /// Where the right leg's joint is, in the space of the hips; the left one's
    /// is its mirror image.
    pub joint: Vec3,
    /// Length of the thigh and of the calf.
    pub lengths: [f32; 2],
    /// Height of the ankle above the ground.
    pub ankle: f32,
    /// How far beside the middle the feet come down.
    pub track: f32,
    /// From the ankle to the tip of the toes and to the heel, along the ground.
    pub sole: [f32; 2],
    /// True where the knee points backwards, as a bird's heel does.
    pub chicken: bool,
}

/// Where a foot is to be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Foot {
    /// The ankle, with the ground at height 0 and the machine's middle at 0.
    pub ankle: Vec3,
    /// Toes to the left, radians.
    pub yaw: f32,
    /// Toes up, radians.
    pub pitch: f32,
}

/// How a leg's parts are turned, each in the space of the part above.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bent {
    pub thigh: Quat,
    pub calf: Quat,
    pub foot: Quat,
}

impl Legs {
    /// Thighs, calves and feet.
    pub fn bones(&self, [thigh, calf, foot]: [Draw; 3]) -> Vec<Bone> {
        let [upper, lower] = self.lengths;
        [
            Bone::pair(["lthigh", "rthigh"], ["hip"; 2], self.joint.to_array(), [thigh; 2]),
            Bone::pair(["lcalf", "rcalf"], ["lthigh", "rthigh"], [0.0, -upper, 0.0], [calf; 2]),
            Bone::pair(["lfoot", "rfoot"], ["lcalf", "rcalf"], [0.0, -lower, 0.0], [foot; 2]),
        ]
        .concat()
    }

    /// Bends the left (-1) or right (1) leg under hips that stand so.
    pub fn reach(&self, side: f32, hips: Vec3, turn: Quat, foot: Foot) -> Bent {
        let joint = Vec3::new(side * self.joint.x, self.joint.y, self.joint.z);
        let way = turn.inverse() * (foot.ankle - hips) - joint;
        // First the leg leans sideways, then it bends in a plane.
        let lean = libm::atan2f(way.x, -way.y);
        let down = libm::sqrtf(way.x * way.x + way.y * way.y);
        let [thigh, calf] = self.lengths;
        let reach = libm::sqrtf(down * down + way.z * way.z).min((thigh + calf) * 0.9999);
        let angle = |opposite: f32, a: f32, b: f32| {
            libm::acosf(((a * a + b * b - opposite * opposite) / (2.0 * a * b)).clamp(-1.0, 1.0))
        };
        let (at_hip, at_knee) = (angle(calf, thigh, reach), angle(reach, thigh, calf));
        let knee = if self.chicken { -1.0 } else { 1.0 };
        let swing = libm::atan2f(-way.z, down) + knee * at_hip;
        let bend = -knee * (std::f32::consts::PI - at_knee);
        let thigh = Quat::from_rotation_z(lean) * Quat::from_rotation_x(swing);
        let calf = Quat::from_rotation_x(bend);
        let level = Quat::from_rotation_y(foot.yaw) * Quat::from_rotation_x(foot.pitch);
        Bent { thigh, calf, foot: (turn * thigh * calf).inverse() * level }
    }
}
