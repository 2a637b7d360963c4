//! Lights of a world, and how they follow the nodes they stand at.

use crate::{NodeId, Registry};
use glam::{Affine3A, Vec3};
use serde::{Deserialize, Serialize};

/// The number of a light. Lights of the scene have their place in
/// [`Scene::lights`](crate::Scene::lights); numbers are never used twice in a
/// run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct LightId(pub u32);

/// A light of the world.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Light {
    /// The node it stands at.
    pub node: Option<NodeId>,
    /// Shines or not.
    pub active: bool,
    /// Shines everywhere along `direction` instead of around `position`.
    pub directional: bool,
    /// Engine axes; where a light with range stands.
    pub position: Vec3,
    /// Unit vector from the light into the world.
    pub direction: Vec3,
    /// 0..=1 in display space; of a sun also more, see
    /// [`Scene::sunlight_limit`](crate::Scene::sunlight_limit).
    pub color: [f32; 3],
    /// 0..=1.
    pub diffuse: f32,
    /// 0..=1.
    pub ambient: f32,
    /// Units: full weight nearer than this.
    pub near: f32,
    /// Units: no weight beyond this.
    pub far: f32,
}

impl Light {
    /// True when no number in it is NaN or infinite.
    pub fn is_finite(&self) -> bool {
        let numbers = [self.diffuse, self.ambient, self.near, self.far];
        self.position.is_finite()
            && self.direction.is_finite()
            && self.color.iter().chain(&numbers).all(|number| number.is_finite())
    }
}

/// How a light stands at a node that is placed in the world.
///
/// What it had when it was mounted is kept as it was, so that a node that did
/// not move, or came back, leaves the light exactly where it was.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Mount {
    /// Where the node was when the light was mounted: node space to world space.
    pub node: Affine3A,
    /// Where the light was then, in the world.
    pub position: Vec3,
    /// Where it shone then, in the world.
    pub direction: Vec3,
    /// Shines while its node is shown.
    pub on: bool,
}

impl Mount {
    /// How `light` stands at a node that is here now.
    pub fn new(light: &Light, node: Affine3A) -> Self {
        Mount { node, position: light.position, direction: light.direction, on: light.active }
    }

    /// Position and direction of the light with its node here. None when the
    /// node was or is flat, or too large for its numbers.
    pub fn carried(&self, node: &Affine3A) -> Option<(Vec3, Vec3)> {
        if *node == self.node {
            return Some((self.position, self.direction));
        }
        let way = *node * self.node.inverse();
        let position = way.transform_point3(self.position);
        let direction = way.transform_vector3(self.direction).try_normalize()?;
        position.is_finite().then_some((position, direction))
    }
}

/// The lights of a world that runs.
pub type Lights = Registry<Light>;
