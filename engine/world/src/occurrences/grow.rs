//! Walks the node graph and writes rows, without recursion.

use super::rows::{NONE, Row, Rows};
use super::{LIMIT, MISSING, RING};
use crate::{Aabb, Finding, Model, NodeFlags, NodeId, Scene, State};
use binary::{Code, Severity};
use glam::{Affine3A, Vec3};

/// Findings of one code beyond this are dropped: a ring on a path that occurs
/// often would otherwise be reported as often.
const REPEATS: usize = 20;

/// What is left to do of a walk.
#[derive(Clone, Copy, Debug)]
enum Work {
    /// Write a row for a node and go into its children.
    Enter { node: NodeId, parent: u32 },
    /// A node's children are done.
    Leave(NodeId),
}

/// Memory of the walk: which nodes are on the path, and what is left to do.
#[derive(Clone, Debug, Default)]
pub(super) struct Grower {
    /// Per node; all false between two walks.
    on_path: Vec<bool>,
    work: Vec<Work>,
}

/// Where new rows are written.
pub(super) struct Ground<'a> {
    pub scene: &'a Scene,
    pub state: &'a State,
    pub limit: usize,
    pub findings: &'a mut Vec<Finding>,
}

impl Grower {
    /// Makes room for every node of a state.
    pub fn prepare(&mut self, state: &State) {
        self.on_path.resize(state.nodes.children.len(), false);
    }

    /// Forgets a walk that was broken off.
    pub fn forget(&mut self) {
        self.on_path.fill(false);
        self.work.clear();
    }

    /// Marks a node as being on the path, or not any more.
    pub fn mark(&mut self, node: NodeId, on: bool) {
        self.on_path[node.index()] = on;
    }

    /// Writes the rows of a node and of all below it behind `cursor`, and
    /// returns the last of them; `cursor` itself for a node that may not stand
    /// here, and None when there are too many.
    pub fn grow(
        &mut self,
        ground: &mut Ground<'_>,
        rows: &mut Rows,
        node: NodeId,
        parent: u32,
        mut cursor: u32,
    ) -> Option<u32> {
        self.work.push(Work::Enter { node, parent });
        while let Some(work) = self.work.pop() {
            match work {
                Work::Leave(node) => self.on_path[node.index()] = false,
                Work::Enter { node, parent } => {
                    let above = (parent != NONE).then_some(parent as usize);
                    if !self.admits(ground, node, above.map(|above| rows.nodes[above])) {
                        continue;
                    }
                    if rows.len() >= ground.limit {
                        return None;
                    }
                    let above = above.map(|above| Above::of(rows, above));
                    cursor = rows.insert(row_of(ground.scene, ground.state, node, parent, above), cursor);
                    self.enter_children(ground.state, node, cursor);
                }
            }
        }
        Some(cursor)
    }

    /// Marks a node as on the path and lines up its children.
    fn enter_children(&mut self, state: &State, node: NodeId, row: u32) {
        let children = &state.nodes.children[node.index()];
        if children.is_empty() {
            return;
        }
        self.on_path[node.index()] = true;
        self.work.push(Work::Leave(node));
        self.work.extend(children.iter().rev().map(|child| Work::Enter { node: *child, parent: row }));
    }

    /// True when a node may stand here; otherwise says why not.
    pub fn admits(&self, ground: &mut Ground<'_>, node: NodeId, parent: Option<NodeId>) -> bool {
        let Ground { scene, state, findings, .. } = ground;
        match self.on_path.get(node.index()).filter(|_| state.nodes.lives(node)) {
            Some(false) => true,
            Some(true) => {
                let (path, found) = (place(scene, state, parent), name(scene, state, node));
                tell(findings, &RING, path, "a child that is no ancestor", found);
                false
            }
            None => {
                tell_missing(scene, state, parent, node, findings);
                false
            }
        }
    }
}

/// Says that a link leads nowhere.
pub(super) fn tell_missing(
    scene: &Scene,
    state: &State,
    parent: Option<NodeId>,
    link: NodeId,
    findings: &mut Vec<Finding>,
) {
    let expected = format!("a node below {}", state.nodes.len());
    tell(findings, &MISSING, place(scene, state, parent), expected, link.0.to_string());
}

/// Says that a table was cut short.
pub(super) fn tell_cut(findings: &mut Vec<Finding>, limit: usize) {
    let found = format!("more than {limit}");
    tell(findings, &LIMIT, String::new(), format!("at most {limit} occurrences"), found);
}

fn name(scene: &Scene, state: &State, node: NodeId) -> String {
    match scene.shape(&state.nodes, node) {
        Some(known) => format!("node {} \"{}\"", node.0, known.name),
        None => format!("node {}", node.0),
    }
}

fn place(scene: &Scene, state: &State, parent: Option<NodeId>) -> String {
    parent.map_or_else(|| "roots".to_owned(), |node| name(scene, state, node))
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
    let shape = state.nodes.shapes[node.index()];
    Row {
        node,
        shape,
        parent,
        transform,
        flags,
        opacity: opacity_of(state, node, above.map(|above| above.opacity)),
        own_bounds: own_bounds(scene, shape, flags, &transform),
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

/// World bounds of the model that a scene node shows and of its box where it
/// collides as one.
pub(super) fn own_bounds(scene: &Scene, shape: NodeId, flags: NodeFlags, transform: &Affine3A) -> Aabb {
    let Some(known) = scene.nodes.get(shape.index()) else { return Aabb::EMPTY };
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
