//! A camera that a model has of its own, such as the one of its portrait.

use glam::{Affine3A, Vec3};
use world::{Camera, CameraPose, Curve, Moment};

/// A camera of a model. Source: `docs/spec/m2.md`, "11. Attachments, events, lights, cameras".
#[derive(Clone, Debug, PartialEq)]
pub struct ModelCamera {
    /// What it is called.
    pub name: String,
    /// Model space to the scene.
    pub model: Affine3A,
    /// Where it is, model space.
    pub eye: Vec3,
    /// What it looks at, model space.
    pub target: Vec3,
    /// The angle between opposite corners of its picture, radians.
    pub diagonal: f32,
    /// Units.
    pub near: f32,
    /// Units.
    pub far: f32,
    /// What is added to eye and target without any clip.
    pub rest: [Vec3; 2],
    /// By clip, what is added to eye and target; empty for a camera that stands still.
    pub paths: Vec<[Curve<Vec3>; 2]>,
    /// How far it is turned about the way it looks along without any clip, radians.
    pub roll: f32,
    /// The same by clip; empty for a camera that is never turned otherwise.
    pub rolls: Vec<Curve<f32>>,
}

impl ModelCamera {
    /// The camera for a picture so many times as wide as it is high, in a clip at a moment.
    pub fn at(&self, clip: Option<usize>, moment: &Moment, aspect: f32) -> Camera {
        let moved = clip.and_then(|clip| self.paths.get(clip)).map_or(self.rest, |[eye, target]| {
            [eye.at(moment).unwrap_or_default(), target.at(moment).unwrap_or_default()]
        });
        let [eye, target] =
            [self.eye + moved[0], self.target + moved[1]].map(|place| self.model.transform_point3(place));
        let pose = CameraPose::along(eye, target - eye);
        let roll = clip.and_then(|clip| self.rolls.get(clip)).and_then(|roll| roll.at(moment));
        let fov_y = self.diagonal / libm::sqrtf(1.0 + aspect * aspect);
        Camera {
            eye: pose.eye,
            yaw: pose.yaw,
            pitch: pose.pitch,
            roll: roll.unwrap_or(self.roll),
            fov_y: fov_y.clamp(0.01, 3.0),
            near: self.near,
            far: self.far.max(self.near * 2.0),
            lod_multiplier: 1.0,
        }
    }
}
