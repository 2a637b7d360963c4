//! What came into a world with nodes that were made while it runs: animators of
//! their own, part of [`State`](crate::State).

use crate::{AnimatorId, Clock, LightId, NodeId, NodeStates, Registry, Scene};
use glam::Affine3A;
use serde::{Deserialize, Serialize};

/// An animator of a copy: it plays the clips of an animator of the scene by a
/// clock of its own, and moves the nodes and lights of the copy.
///
/// Materials belong to everything that is painted with them, so that only the
/// scene's own animators change them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AnimatorInstance {
    /// The animator of the scene whose clips and masks it has.
    pub shape: AnimatorId,
    /// Where it is in its clip.
    pub clock: Clock,
    /// Nodes of the scene that the animator moves or shapes, each with what
    /// stands for it in the copy; ascending.
    pub nodes: Vec<(NodeId, NodeId)>,
    /// Lights of the scene, each with what stands for it; ascending.
    #[serde(default)]
    pub lights: Vec<(LightId, LightId)>,
    /// The node of the scene that was copied with all below it, and the way from
    /// where clips put it to where they put its copy; none when the copy hangs as
    /// its template does, or when the template is flat.
    #[serde(default)]
    pub root: Option<(NodeId, Affine3A)>,
}

impl AnimatorInstance {
    /// The node of the copy that stands for one of the scene, and where it
    /// belongs when that belongs at `transform`.
    pub fn part(&self, node: NodeId, transform: Affine3A) -> Option<(NodeId, Affine3A)> {
        let copy = self.copy_of(node)?;
        let placed = match &self.root {
            Some((root, way)) if *root == node => *way * transform,
            _ => transform,
        };
        placed.is_finite().then_some((copy, placed))
    }

    /// The node of the copy that stands for one of the scene.
    pub fn copy_of(&self, node: NodeId) -> Option<NodeId> {
        let at = self.nodes.binary_search_by_key(&node, |(shape, _)| *shape).ok()?;
        Some(self.nodes[at].1)
    }

    /// The light of the copy that stands for one of the scene.
    pub fn light(&self, light: LightId) -> Option<LightId> {
        let at = self.lights.binary_search_by_key(&light, |(shape, _)| *shape).ok()?;
        Some(self.lights[at].1)
    }

    fn fits(&self, scene: &Scene, nodes: &NodeStates) -> bool {
        self.shape.index() < scene.animators.len()
            && self.clock.time.is_finite()
            && self.clock.speed.is_finite()
            && self.nodes.is_sorted_by(|a, b| a.0 < b.0)
            && self.nodes.iter().all(|(_, node)| node.index() < nodes.len())
            && self.lights.is_sorted_by(|a, b| a.0 < b.0)
            && self.root.is_none_or(|(_, way)| way.is_finite())
    }
}

/// The animators of copies. The animator of number `n` here is the
/// [`AnimatorId`] of `n` behind the last one of the scene.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Instances {
    /// By number.
    pub animators: Registry<AnimatorInstance>,
    /// Nodes of copies whose model an animator of their own shapes, ascending.
    pub shaped: Vec<(NodeId, AnimatorId)>,
}

impl Instances {
    /// True when there never was one.
    pub fn is_unused(&self) -> bool {
        *self == Instances::default()
    }

    /// Forgets the animators of which no node lives, and nodes that were removed.
    pub fn end(&mut self, nodes: &NodeStates) {
        self.animators.retain(|own| own.nodes.iter().any(|(_, node)| nodes.lives(*node)));
        self.shaped.retain(|(node, _)| nodes.lives(*node));
    }

    /// The animator of a world with so many animators of the scene.
    pub fn find(&self, own: usize, animator: AnimatorId) -> Option<&AnimatorInstance> {
        self.animators.find(u32::try_from(animator.index().checked_sub(own)?).ok()?)
    }

    pub(crate) fn shaping(&self, node: NodeId) -> Option<AnimatorId> {
        let at = self.shaped.binary_search_by_key(&node, |(shaped, _)| *shaped).ok()?;
        Some(self.shaped[at].1)
    }

    pub(crate) fn fits(&self, scene: &Scene, nodes: &NodeStates) -> bool {
        let known = |(node, animator): &(NodeId, AnimatorId)| {
            node.index() < nodes.len() && self.find(scene.animators.len(), *animator).is_some()
        };
        self.animators.is_consistent()
            && (scene.animators.len() as u32).checked_add(self.animators.next_id()).is_some()
            && self.animators.iter().all(|own| own.fits(scene, nodes))
            && self.shaped.is_sorted_by(|a, b| a.0 < b.0)
            && self.shaped.iter().all(known)
    }
}
