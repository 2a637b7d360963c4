//! Nodes that come and go while the world runs.

use super::Edit;
use super::copies::{Belongings, Copied, furnish};
use crate::Simulation;
use glam::Affine3A;
use std::fmt;
use world::{NodeId, Scene, State};

/// Why a node could not be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SpawnError {
    /// The scene has no such node.
    Template,
    /// What it is to hang below does not exist.
    Parent,
    /// The place is NaN or infinite.
    Place,
    /// The template is its own descendant.
    Ring,
    /// The world would have had more nodes than the limit allows.
    Limit {
        /// Most nodes, removed ones included.
        nodes: usize,
    },
    /// There would be too many of what comes with the copy.
    Full {
        /// Of what, in plain words.
        what: &'static str,
        /// The most there can be.
        most: usize,
    },
}

impl fmt::Display for SpawnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SpawnError::Template => f.write_str("the scene has no such node"),
            SpawnError::Parent => f.write_str("what it is to hang below does not exist"),
            SpawnError::Place => f.write_str("the place is NaN or infinite"),
            SpawnError::Ring => f.write_str("the template is its own descendant"),
            SpawnError::Limit { nodes } => {
                write!(f, "the world would have had more than {nodes} nodes")
            }
            SpawnError::Full { what, most } => write!(f, "the world would have had more than {most} {what}"),
        }
    }
}

impl std::error::Error for SpawnError {}

/// A node of a template on the walk through it.
#[derive(Clone, Copy, Debug)]
enum Work {
    Enter(NodeId),
    Leave(NodeId),
}

/// Memory of copying templates.
#[derive(Debug, Default)]
pub(crate) struct Copier {
    /// The nodes of the template, each once, in the order in which a walk meets
    /// them.
    found: Vec<NodeId>,
    /// Per node of the scene, during one copy: 1 + its place in `found`; 0 for one
    /// that was not met.
    place: Vec<u32>,
    /// Per node of the scene, during one copy.
    on_path: Vec<bool>,
    work: Vec<Work>,
    belongings: Belongings,
}

impl Copier {
    /// Finds what hangs below a template, for a world that may have so many more
    /// nodes of `limit`.
    fn find(&mut self, scene: &Scene, template: NodeId, room: usize, limit: usize) -> Result<(), SpawnError> {
        self.place.resize(scene.nodes.len(), 0);
        self.on_path.resize(scene.nodes.len(), false);
        self.work.clear();
        self.work.push(Work::Enter(template));
        while let Some(work) = self.work.pop() {
            match work {
                Work::Leave(node) => self.on_path[node.index()] = false,
                Work::Enter(node) if self.on_path[node.index()] => return Err(SpawnError::Ring),
                Work::Enter(node) if self.place[node.index()] > 0 => {}
                Work::Enter(node) => {
                    if self.found.len() >= room {
                        return Err(SpawnError::Limit { nodes: limit });
                    }
                    self.found.push(node);
                    self.place[node.index()] = self.found.len() as u32;
                    self.on_path[node.index()] = true;
                    self.work.push(Work::Leave(node));
                    let children = scene.nodes[node.index()].children.iter().rev();
                    let known = children.filter(|child| child.index() < scene.nodes.len());
                    self.work.extend(known.map(|child| Work::Enter(*child)));
                }
            }
        }
        Ok(())
    }

    fn forget(&mut self) {
        for node in self.found.drain(..) {
            self.place[node.index()] = 0;
            self.on_path[node.index()] = false;
        }
    }

    /// Writes a copy of what was found.
    fn copy(&self, scene: &Scene, state: &mut State) {
        let first = state.nodes.len();
        for shape in &self.found {
            state.nodes.push(scene, *shape);
        }
        for (copy, shape) in (first..).zip(&self.found) {
            let links = scene.nodes[shape.index()].children.iter();
            let places = links.filter_map(|child| self.place.get(child.index()));
            state.nodes.children[copy] =
                places.map(|place| NodeId::from(first + *place as usize - 1)).collect();
        }
    }
}

impl Edit<'_> {
    /// Makes a node and all below it as loading made a node of the scene, and
    /// hangs it below a parent as its last child, or among the roots. What hangs
    /// in several places of the template does so in the copy.
    ///
    /// The copy has what its template has in the scene: animators with clocks that
    /// start now, lights, emitters, ribbons, and what bones carry. Of a clip that
    /// moves the template itself the copy goes the same way from its own place.
    /// Materials are everybody's: clips of copies do not change them.
    ///
    /// # Errors
    ///
    /// When a node does not exist, the place is NaN or infinite, the template
    /// hangs below itself, or there would be too many nodes, lights, animators or
    /// emitters. Then nothing is changed.
    pub fn spawn(
        &mut self,
        template: NodeId,
        parent: Option<NodeId>,
        transform: Affine3A,
    ) -> Result<NodeId, SpawnError> {
        if parent.is_some_and(|parent| !self.knows(parent)) {
            return Err(SpawnError::Parent);
        }
        if !transform.is_finite() {
            return Err(SpawnError::Place);
        }
        let Simulation { scene, state, copier, links, most_nodes, .. } = &mut *self.simulation;
        if template.index() >= scene.nodes.len() {
            return Err(SpawnError::Template);
        }
        links.follow(&state.nodes);
        let first = state.nodes.len();
        let found = copier.find(scene, template, most_nodes.saturating_sub(first), *most_nodes);
        copier.belongings.follow(scene);
        let found = found.and_then(|()| copier.belongings.check_room(&copier.found, state));
        if let Err(error) = found {
            copier.forget();
            return Err(error);
        }
        let (lights, effects) = (state.lights.len(), state.effects.next);
        copier.copy(scene, state);
        state.nodes.transforms[first] = transform;
        let Copier { found, place, belongings, .. } = &*copier;
        let animators = furnish(scene, state, belongings, &Copied { found, place, first }, &transform);
        copier.forget();
        let node = NodeId::from(first);
        self.entered(first);
        self.attach(parent, node);
        self.start_copies(&animators, first);
        let state = &self.simulation.state;
        self.simulation.is_furnished |= lights < state.lights.len() || effects < state.effects.next;
        Ok(node)
    }

    /// Takes note of the links between new nodes.
    fn entered(&mut self, first: usize) {
        let Simulation { state, links, .. } = &mut *self.simulation;
        links.follow(&state.nodes);
        for parent in first..state.nodes.len() {
            for child in &state.nodes.children[parent] {
                links.add(Some(NodeId::from(parent)), *child);
            }
        }
    }

    /// Removes a node for ever, and with it whatever hangs nowhere else. False
    /// when it does not exist. Its number is not given to another one.
    pub fn despawn(&mut self, node: NodeId) -> bool {
        if !self.knows(node) {
            return false;
        }
        let Simulation { state, links, .. } = &mut *self.simulation;
        links.follow(&state.nodes);
        let mut open = vec![node];
        while let Some(node) = open.pop() {
            if !self.knows(node) {
                continue;
            }
            let parents = self.simulation.links.take(node);
            for parent in parents {
                self.drop_link(parent, node);
            }
            let Simulation { state, links, dirty, .. } = &mut *self.simulation;
            state.nodes.alive[node.index()] = false;
            state.eulers.remove(&node);
            dirty.removed.push(node);
            let children = std::mem::take(&mut state.nodes.children[node.index()]);
            for child in children {
                links.remove(Some(node), child);
                if links.is_loose(child) {
                    open.push(child);
                }
            }
        }
        true
    }

    /// Takes a child out of a list of which the index knows already.
    fn drop_link(&mut self, parent: Option<NodeId>, child: NodeId) {
        let siblings = self.siblings(parent);
        // What came last goes first, most of the time.
        if let Some(place) = siblings.iter().rposition(|sibling| *sibling == child) {
            siblings.remove(place);
            self.relinked(parent);
        }
    }
}
