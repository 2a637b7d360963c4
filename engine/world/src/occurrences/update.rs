//! Brings the table up to date with a changed state, touching only what
//! changed.

use super::grow::{flags_of, opacity_of, own_bounds, transform_of};
use super::{Dirty, Occurrences};
use crate::{Aabb, Finding, NodeFlags, NodeId, Scene, State};
use std::collections::BinaryHeap;

/// Memory kept between updates.
#[derive(Clone, Debug, Default)]
pub(super) struct Scratch {
    heads: Vec<u32>,
    moved: Vec<NodeId>,
    /// Turns and rows that wait for new bounds, the last first.
    waiting: BinaryHeap<(u64, u32)>,
}

impl Occurrences {
    /// Brings the table up to date with what `dirty` says was changed, and
    /// returns what is wrong with links that are new.
    ///
    /// The result equals a table built anew, [`Occurrences::previous`] and the
    /// ids apart.
    pub fn update(&mut self, scene: &Scene, state: &State, dirty: &Dirty) -> Vec<Finding> {
        let mut findings = Vec::new();
        self.touched.clear();
        self.rows.reuse();
        self.rebuilt = false;
        self.before = self.stamp;
        if dirty.is_empty() {
            return findings;
        }
        self.log.begin(self.stamp, self.rows.len());
        self.stamp = super::new_stamp();
        if dirty.roots || !dirty.linked.is_empty() {
            if self.cut || !self.relink(scene, state, dirty, &mut findings) {
                findings.clear();
                self.rebuild(scene, state, &mut findings);
                return findings;
            }
            self.generation += 1;
        }
        let mut scratch = std::mem::take(&mut self.updating);
        scratch.moved.clear();
        scratch.moved.extend(dirty.moved.iter().chain(&dirty.teleported));
        self.switch(state, &dirty.switched, &mut scratch);
        self.fade(state, &dirty.faded, &mut scratch);
        self.shift(scene, state, &mut scratch);
        self.stretch(&mut scratch);
        self.outermost(&dirty.teleported, &mut scratch.heads);
        for head in scratch.heads.iter().chain(&self.fresh) {
            self.rows.forget_previous(*head);
        }
        self.touched.append(&mut self.fresh);
        self.updating = scratch;
        findings
    }

    /// Heads of the outermost subtrees of nodes, in order.
    fn outermost(&self, nodes: &[NodeId], heads: &mut Vec<u32>) {
        heads.clear();
        for node in nodes {
            heads.extend(self.of(*node).map(|id| id.0));
        }
        let labels = &self.rows.labels;
        heads.sort_unstable_by_key(|row| labels[*row as usize]);
        let mut covered = 0;
        heads.retain(|row| {
            let outside = labels[*row as usize] > covered;
            covered = covered.max(labels[self.rows.last[*row as usize] as usize]);
            outside
        });
    }

    /// New flags; a node that turns into a box, or back, also gets new bounds.
    fn switch(&mut self, state: &State, switched: &[NodeId], scratch: &mut Scratch) {
        for node in switched {
            let boxed = |flags: NodeFlags| flags.contains(NodeFlags::INTERSECT_BOX);
            if self.of(*node).any(|id| boxed(self.flags(id)) != boxed(state.nodes.flags[node.index()])) {
                scratch.moved.push(*node);
            }
        }
        self.outermost(switched, &mut scratch.heads);
        for head in &scratch.heads {
            let end = self.rows.end(*head);
            let mut row = *head;
            while row != end {
                let above = self.rows.parent(row).map(|parent| self.rows.flags[parent]);
                let flags = flags_of(state, self.rows.nodes[row as usize], above);
                self.rows.flags[row as usize] = flags;
                row = self.rows.next[row as usize];
            }
        }
    }

    /// New opacities.
    fn fade(&mut self, state: &State, faded: &[NodeId], scratch: &mut Scratch) {
        self.outermost(faded, &mut scratch.heads);
        for head in &scratch.heads {
            let end = self.rows.end(*head);
            let mut row = *head;
            while row != end {
                let above = self.rows.parent(row).map(|parent| self.rows.opacities[parent]);
                let opacity = opacity_of(state, self.rows.nodes[row as usize], above);
                self.rows.opacities[row as usize] = opacity;
                row = self.rows.next[row as usize];
            }
        }
    }

    /// New transforms and bounds below moved nodes, new bounds above them.
    fn shift(&mut self, scene: &Scene, state: &State, scratch: &mut Scratch) {
        self.outermost(&scratch.moved, &mut scratch.heads);
        for head in &scratch.heads {
            self.place(scene, state, *head);
            let before = self.rows.bounds[*head as usize];
            self.rows.enclose(*head);
            self.enclose_above(*head, before);
        }
        self.touched.extend_from_slice(&scratch.heads);
        self.unsettled.extend_from_slice(&scratch.heads);
        // A world in which no tick passes may be moved about for hours.
        if self.unsettled.len() > 2 * self.rows.slots() {
            self.unsettled.sort_unstable();
            self.unsettled.dedup();
        }
    }

    /// New transforms and own bounds of a subtree.
    fn place(&mut self, scene: &Scene, state: &State, head: u32) {
        let end = self.rows.end(head);
        let mut row = head;
        while row != end {
            let at = row as usize;
            let above = self.rows.parent(row).map(|parent| self.rows.transforms[parent]);
            let transform = transform_of(state, self.rows.nodes[at], above);
            self.rows.transforms[at] = transform;
            self.rows.own_bounds[at] =
                own_bounds(scene, self.rows.shapes[at], self.rows.flags[at], &transform);
            row = self.rows.next[at];
        }
        self.log.extend(self.rows.subtree(head).map(|row| self.rows.nodes[row as usize]));
    }

    /// Bounds above a row whose own bounds used to be `before`; where a look at
    /// all children is needed, the row waits for it.
    fn enclose_above(&mut self, mut row: u32, mut before: Aabb) {
        while let Some(parent) = self.rows.parent(row) {
            let old = self.rows.bounds[parent];
            // A child that defined no face of the old bounds can only add.
            let inner = old.min.cmplt(before.min).all() && before.max.cmplt(old.max).all();
            if !inner && !before.is_empty() {
                return self.stretched.push(parent as u32);
            }
            let new = old.union(self.rows.bounds[row as usize]);
            if new == old {
                return;
            }
            self.rows.bounds[parent] = new;
            (before, row) = (old, parent as u32);
        }
    }

    /// Bounds of rows that wait for them, inner ones before those around them,
    /// each once.
    fn stretch(&mut self, scratch: &mut Scratch) {
        let Scratch { waiting, .. } = scratch;
        loop {
            let exists = self.stretched.drain(..).filter(|row| self.rows.exists(*row));
            waiting.extend(exists.map(|row| (self.rows.labels[row as usize], row)));
            let Some(next) = waiting.pop() else { return };
            if waiting.peek() == Some(&next) {
                continue;
            }
            let (_, row) = next;
            let (before, new) = (self.rows.bounds[row as usize], self.rows.around_children(row));
            if new != before {
                self.rows.bounds[row as usize] = new;
                self.enclose_above(row, before);
            }
        }
    }
}
