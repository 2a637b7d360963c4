//! What a bone carries: a sword in a hand, a lamp, a rider.

use crate::{NodeId, Scene, State};
use glam::Affine3A;
use serde::{Deserialize, Serialize};

/// A node that goes where a bone of another node's model goes. It hangs below
/// that node; a tick sets its place there.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Attachment {
    /// What is carried.
    pub node: NodeId,
    /// Whose model has the bone.
    pub carrier: NodeId,
    /// Number of the bone in the skeleton of that model.
    pub bone: u32,
    /// The place it has while no clip is played, in the space of the model.
    pub offset: Affine3A,
}

impl Attachment {
    /// Its place below its carrier as clocks and layers are now, `world` seconds
    /// after the world began; `None` when the carrier has no such bone.
    pub fn place(&self, scene: &Scene, state: &State, world: f64) -> Option<Affine3A> {
        let node = scene.shape(&state.nodes, self.carrier)?;
        let deform = scene.models.get(node.model?.index())?.deform.as_deref()?;
        let animator = state.animator_of(scene, self.carrier);
        let pose = animator.and_then(|animator| state.pose_at(scene, animator, 1.0, world));
        let total = match pose {
            Some(pose) => deform.joint(scene, &pose, self.bone)?,
            None => deform.skeleton.bones().get(self.bone as usize).map(|_| Affine3A::IDENTITY)?,
        };
        let place = total * self.offset;
        place.is_finite().then_some(place)
    }
}
