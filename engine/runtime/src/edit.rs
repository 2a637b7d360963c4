//! Changes to a running world: its state and everything derived from it, in one
//! place.

mod actors;
mod apply;
mod camera;
mod copies;
mod creatures;
mod lights;
mod nodes;
mod programs;
mod spawn;

pub use actors::ActorError;
pub(crate) use copies::end as end_belongings;
use lights::MOST_LIGHTS;
pub(crate) use spawn::Copier;
pub use spawn::SpawnError;

use crate::Simulation;
use glam::Affine3A;
use std::fmt;
use world::{NodeFlags, NodeId, State, TimeOfDay};

/// Why nodes could not be linked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LinkError {
    /// One of the nodes does not exist.
    Missing,
    /// The child already hangs there.
    Linked,
    /// The parent hangs below the child.
    Ring,
}

impl fmt::Display for LinkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            LinkError::Missing => "one of the nodes does not exist",
            LinkError::Linked => "the child already hangs there",
            LinkError::Ring => "the parent hangs below the child",
        })
    }
}

impl std::error::Error for LinkError {}

/// Changes a running world. What is derived from the state follows when the
/// edit is dropped, once for all its changes.
#[derive(Debug)]
pub struct Edit<'a> {
    pub(crate) simulation: &'a mut Simulation,
}

impl<'a> Edit<'a> {
    pub(crate) fn new(simulation: &'a mut Simulation) -> Self {
        Edit { simulation }
    }

    /// The state as changed so far.
    pub fn state(&self) -> &State {
        &self.simulation.state
    }

    pub(crate) fn knows(&self, node: NodeId) -> bool {
        self.simulation.state.nodes.lives(node)
    }

    /// Puts a node somewhere else below its parents; seen moving there. False
    /// for a node that does not exist and a place that is NaN or infinite.
    pub fn move_node(&mut self, node: NodeId, transform: Affine3A) -> bool {
        let sound = self.knows(node) && transform.is_finite();
        if sound {
            self.simulation.state.nodes.transforms[node.index()] = transform;
            self.simulation.dirty.moved.push(node);
        }
        sound
    }

    /// Makes it another hour of the day, 0..24. False in a world without hours, and for other numbers.
    pub fn set_hour(&mut self, hour: f32) -> bool {
        let Simulation { scene, state, .. } = &mut *self.simulation;
        let sound = !state.time_of_day.is_unused() && (0.0..24.0).contains(&hour);
        if sound {
            state.set_time_of_day(scene, TimeOfDay::at(hour));
        }
        sound
    }

    /// As [`Edit::move_node`], but never seen on the way.
    pub fn teleport_node(&mut self, node: NodeId, transform: Affine3A) -> bool {
        let sound = self.knows(node) && transform.is_finite();
        if sound {
            self.simulation.state.nodes.transforms[node.index()] = transform;
            self.simulation.dirty.teleported.push(node);
        }
        sound
    }

    /// Shows and enables a node with all its children, or hides them.
    pub fn set_active(&mut self, node: NodeId, active: bool) -> bool {
        self.set_flags(node, NodeFlags::ACTIVE, active)
    }

    /// Switches flags on or off. False for a node that does not exist.
    pub fn set_flags(&mut self, node: NodeId, flags: NodeFlags, on: bool) -> bool {
        let sound = self.knows(node);
        if sound {
            let own = &mut self.simulation.state.nodes.flags[node.index()];
            let new = own.switched(flags, on);
            if *own != new {
                *own = new;
                self.simulation.dirty.switched.push(node);
            }
        }
        sound
    }

    /// Fades a node with all its children; 0..=1. False for a node that does not
    /// exist and an opacity that is NaN or infinite.
    pub fn set_opacity(&mut self, node: NodeId, opacity: f32) -> bool {
        let sound = self.knows(node) && opacity.is_finite();
        if sound {
            self.simulation.state.nodes.opacities[node.index()] = opacity.clamp(0.0, 1.0);
            self.simulation.dirty.faded.push(node);
        }
        sound
    }

    /// Hangs a node below another as its last child, or makes it a root.
    ///
    /// # Errors
    ///
    /// When a node does not exist, the link exists, or it would close a ring.
    pub fn link(&mut self, parent: Option<NodeId>, child: NodeId) -> Result<(), LinkError> {
        if !self.knows(child) || parent.is_some_and(|parent| !self.knows(parent)) {
            return Err(LinkError::Missing);
        }
        let Simulation { state, links, .. } = &mut *self.simulation;
        links.follow(&state.nodes);
        if links.has(parent, child) {
            return Err(LinkError::Linked);
        }
        if parent.is_some_and(|parent| links.hangs_below(child, parent)) {
            return Err(LinkError::Ring);
        }
        self.attach(parent, child);
        Ok(())
    }

    /// Hangs a node in a list in which it is not, as the last one.
    fn attach(&mut self, parent: Option<NodeId>, child: NodeId) {
        self.siblings(parent).push(child);
        self.simulation.links.add(parent, child);
        self.relinked(parent);
    }

    /// Takes a node off another, or from the roots. False when it is not linked
    /// there.
    pub fn unlink(&mut self, parent: Option<NodeId>, child: NodeId) -> bool {
        if parent.is_some_and(|parent| !self.knows(parent)) {
            return false;
        }
        let Simulation { state, links, .. } = &mut *self.simulation;
        links.follow(&state.nodes);
        if !links.has(parent, child) {
            return false;
        }
        links.remove(parent, child);
        let siblings = self.siblings(parent);
        if let Some(place) = siblings.iter().position(|sibling| *sibling == child) {
            siblings.remove(place);
        }
        self.relinked(parent);
        true
    }

    fn siblings(&mut self, parent: Option<NodeId>) -> &mut Vec<NodeId> {
        let nodes = &mut self.simulation.state.nodes;
        match parent {
            Some(parent) => &mut nodes.children[parent.index()],
            None => &mut nodes.roots,
        }
    }

    fn relinked(&mut self, parent: Option<NodeId>) {
        match parent {
            Some(parent) => self.simulation.dirty.linked.push(parent),
            None => self.simulation.dirty.roots = true,
        }
    }

    /// Brings what is derived up to date now, for a question in the middle of
    /// an edit.
    pub fn refresh(&mut self) -> &Simulation {
        self.simulation.refresh();
        self.simulation
    }
}

impl Drop for Edit<'_> {
    fn drop(&mut self) {
        self.simulation.refresh();
    }
}
