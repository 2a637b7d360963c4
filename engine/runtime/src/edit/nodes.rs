//! Turning nodes by angles.
//!
//! Source: `docs/spec/zbd/engine-behaviour.md`, "13.1 Simple ones": what turns a node
//! sets its angles or adds to them; setting a matrix leaves the angles as they
//! are.

use super::Edit;
use glam::Vec3;
use std::f32::consts::TAU;
use world::{NodeId, euler_of, with_euler};

impl Edit<'_> {
    /// The angles of a node about x, y and z in radians: those it was turned to
    /// last, those of its file, or those of its transform.
    pub fn euler(&self, node: NodeId) -> Option<Vec3> {
        let state = &self.simulation.state;
        let transform = state.nodes.transforms.get(node.index()).filter(|_| self.knows(node))?;
        let turned = state.eulers.get(&node).copied();
        let filed = || self.simulation.scene.shape(&state.nodes, node)?.euler;
        Some(turned.or_else(filed).unwrap_or_else(|| euler_of(transform)))
    }

    /// Turns a node to these angles; its place and scale stay. False for a node
    /// that does not exist or angles that are NaN or infinite.
    pub fn rotate_to(&mut self, node: NodeId, angles: Vec3) -> bool {
        let Some(transform) = self.simulation.state.nodes.transforms.get(node.index()).copied() else {
            return false;
        };
        let angles = angles.map(|angle| angle - TAU * (angle / TAU).round());
        let sound = angles.is_finite() && self.move_node(node, with_euler(&transform, angles));
        if sound {
            self.simulation.state.eulers.insert(node, angles);
        }
        sound
    }

    /// Adds to the angles of a node. False for a node that does not exist or
    /// angles that are NaN or infinite.
    pub fn rotate_by(&mut self, node: NodeId, angles: Vec3) -> bool {
        self.euler(node).is_some_and(|own| self.rotate_to(node, own + angles))
    }
}
