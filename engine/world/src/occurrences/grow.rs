//! Walks the node graph and writes rows, without recursion.

use super::rows::{NONE, Row, Rows};
use super::{LIMIT, MISSING, RING};
use crate::{Aabb, Finding, Model, NodeFlags, NodeId, Scene, State};
use binary::{Code, Severity};
use glam::{Affine3A, Vec3};

/// Findings of one code beyond this are dropped: a ring on a path that occurs
/// often would otherwise be told as often.
const REPEATS: usize = 20;

/// What is left to do of a walk.
#[derive(Clone, Copy, Debug)]
pub(super) enum Work {
    /// Write a row for a node and go into its children.
    Enter { node: NodeId, parent: u32 },
    /// Take over an existing subtree.
    Keep { row: u32, parent: u32 },
    /// A node's children are done.
    Leave(NodeId),
}

/// Memory of the walk: which nodes are on the path, and what is left to do.
#[derive(Clone, Debug, Default)]
pub(super) struct Grower {
    pub on_path: Vec<bool>,
    pub work: Vec<Work>,
}

impl Grower {
    /// Makes room for every node of a state.
    pub fn prepare(&mut self, state: &State) {
        self.on_path.clear();
        self.on_path.resize(state.nodes.children.len(), false);
        self.work.clear();
    }

    /// Writes the whole table; false when the limit cut it short.
    pub fn grow_roots(
        &mut self,
        scene: &Scene,
        state: &State,
        limit: usize,
        rows: &mut Rows,
        findings: &mut Vec<Finding>,
    ) -> bool {
        for root in state.nodes.roots.iter().rev() {
            self.work.push(Work::Enter { node: *root, parent: NONE });
        }
        while let Some(work) = self.work.pop() {
            match work {
                Work::Leave(node) => self.on_path[node.index()] = false,
                Work::Keep { .. } => {}
                Work::Enter { node, parent } => {
                    if !self.admits(
                        scene,
                        node,
                        (parent != NONE).then(|| rows.nodes[parent as usize]),
                        findings,
                    ) {
                        continue;
                    }
                    if rows.len() >= limit {
                        self.work.clear();
                        let found = format!("more than {limit}");
                        tell(findings, &LIMIT, String::new(), format!("at most {limit} occurrences"), found);
                        return false;
                    }
                    let above = (parent != NONE).then(|| Above::of(rows, parent as usize));
                    let row = rows.len() as u32;
                    rows.push(row_of(scene, state, node, parent, above));
                    self.enter_children(state, node, row);
                }
            }
        }
        true
    }

    /// Marks a node as on the path and lines up its children.
    pub fn enter_children(&mut self, state: &State, node: NodeId, row: u32) {
        let children = &state.nodes.children[node.index()];
        if children.is_empty() {
            return;
        }
        self.on_path[node.index()] = true;
        self.work.push(Work::Leave(node));
        for child in children.iter().rev() {
            self.work.push(Work::Enter { node: *child, parent: row });
        }
    }

    /// True when a node may stand here; otherwise says why not.
    pub fn admits(
        &self,
        scene: &Scene,
        node: NodeId,
        parent: Option<NodeId>,
        findings: &mut Vec<Finding>,
    ) -> bool {
        match self.on_path.get(node.index()) {
            Some(false) => true,
            Some(true) => {
                tell(findings, &RING, place(scene, parent), "a child that is no ancestor", name(scene, node));
                false
            }
            None => {
                let expected = format!("a node below {}", self.on_path.len());
                tell(findings, &MISSING, place(scene, parent), expected, node.0.to_string());
                false
            }
        }
    }
}

fn name(scene: &Scene, node: NodeId) -> String {
    match scene.nodes.get(node.index()) {
        Some(known) => format!("node {} \"{}\"", node.0, known.name),
        None => format!("node {}", node.0),
    }
}

fn place(scene: &Scene, parent: Option<NodeId>) -> String {
    parent.map_or_else(|| "roots".to_owned(), |node| name(scene, node))
}

fn tell(
    findings: &mut Vec<Finding>,
    code: &'static Code,
    path: String,
    expected: impl std::fmt::Display,
    found: impl std::fmt::Display,
) {
    if findings.iter().filter(|finding| finding.code == code.id).count() < REPEATS {
        let finding = Finding::new(code, Severity::Warning, "", expected, found);
        findings.push(Finding { path, ..finding });
    }
}

/// What a row takes from the one it hangs below.
#[derive(Clone, Copy)]
pub(super) struct Above {
    pub transform: Affine3A,
    pub flags: NodeFlags,
    pub opacity: f32,
}

impl Above {
    pub fn of(rows: &Rows, row: usize) -> Self {
        Above { transform: rows.transforms[row], flags: rows.flags[row], opacity: rows.opacities[row] }
    }
}

/// A row from nothing but scene, state and the row above.
pub(super) fn row_of(scene: &Scene, state: &State, node: NodeId, parent: u32, above: Option<Above>) -> Row {
    let transform = transform_of(state, node, above.map(|above| above.transform));
    let flags = flags_of(state, node, above.map(|above| above.flags));
    Row {
        node,
        parent,
        transform,
        flags,
        opacity: opacity_of(state, node, above.map(|above| above.opacity)),
        own_bounds: own_bounds(scene, node, flags, &transform),
    }
}

pub(super) fn transform_of(state: &State, node: NodeId, above: Option<Affine3A>) -> Affine3A {
    let own = state.nodes.transforms[node.index()];
    above.map_or(own, |above| above * own)
}

pub(super) fn flags_of(state: &State, node: NodeId, above: Option<NodeFlags>) -> NodeFlags {
    let own = state.nodes.flags[node.index()];
    above.map_or(own, |above| above.inherit(own))
}

pub(super) fn opacity_of(state: &State, node: NodeId, above: Option<f32>) -> f32 {
    let own = state.nodes.opacities[node.index()];
    above.map_or(own, |above| above * own)
}

/// World bounds of a node's own model and of its box where it collides as one.
pub(super) fn own_bounds(scene: &Scene, node: NodeId, flags: NodeFlags, transform: &Affine3A) -> Aabb {
    let Some(known) = scene.nodes.get(node.index()) else { return Aabb::EMPTY };
    let model = known.model.and_then(|model| scene.models.get(model.index()));
    let mut bounds = model.map_or(Aabb::EMPTY, reach);
    if flags.contains(NodeFlags::INTERSECT_BOX) {
        bounds = bounds.union(known.bounds);
    }
    bounds.transformed(transform)
}

/// Bounds of a model in model space, whichever way it turns.
fn reach(model: &Model) -> Aabb {
    if model.facade.is_none() || model.bounds.is_empty() {
        return model.bounds;
    }
    let pivot = if model.facade_centroid { model.bounds.center() } else { Vec3::ZERO };
    let farthest = (model.bounds.max - pivot).abs().max((model.bounds.min - pivot).abs());
    Aabb { min: pivot, max: pivot }.padded(farthest.length())
}
