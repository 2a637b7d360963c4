//! Brings the table up to date with a changed state, touching only what
//! changed.

use super::grow::{Above, Work, flags_of, opacity_of, own_bounds, row_of, transform_of};
use super::rows::{NONE, Rows};
use super::{Dirty, Occurrences};
use crate::{Finding, NodeFlags, NodeId, Scene, State};

/// Rows `start..end` are replaced by rows `block.0..block.1` of the scratch.
#[derive(Clone, Copy, Debug)]
struct Edit {
    /// The row whose children change; none for the list of roots.
    owner: u32,
    start: u32,
    end: u32,
    block: (u32, u32),
    /// How far rows behind it move, earlier edits included.
    shift: i64,
}

/// Memory kept between updates.
#[derive(Clone, Debug, Default)]
pub(super) struct Scratch {
    owners: Vec<u32>,
    edits: Vec<Edit>,
    block: Rows,
    tail: Rows,
    old_children: Vec<u32>,
    new_children: Vec<NodeId>,
    /// Per node: the old child row it can take over.
    kept: Vec<u32>,
    ranges: Vec<(u32, u32)>,
    moved: Vec<NodeId>,
}

impl Occurrences {
    /// Brings the table up to date with what `dirty` says was changed, and
    /// returns what is wrong with links that are new.
    ///
    /// The result equals a table built anew, [`Occurrences::previous`] apart.
    pub fn update(&mut self, scene: &Scene, state: &State, dirty: &Dirty) -> Vec<Finding> {
        let mut findings = Vec::new();
        self.touched.clear();
        if dirty.is_empty() {
            return findings;
        }
        self.stamp = super::new_stamp();
        let mut scratch = std::mem::take(&mut self.scratch);
        if dirty.roots || !dirty.linked.is_empty() {
            self.relink(scene, state, dirty, &mut scratch, &mut findings);
        }
        scratch.moved.clear();
        scratch.moved.extend(dirty.moved.iter().chain(&dirty.teleported));
        self.switch(state, &dirty.switched, &mut scratch);
        self.subtrees(&dirty.faded, &mut scratch.ranges);
        for (start, end) in &scratch.ranges {
            for row in *start as usize..*end as usize {
                let above = self.rows.parent(row).map(|parent| self.rows.opacities[parent]);
                self.rows.opacities[row] = opacity_of(state, self.rows.nodes[row], above);
            }
        }
        self.shift(scene, state, &mut scratch);
        self.subtrees(&dirty.teleported, &mut scratch.ranges);
        for (start, end) in &scratch.ranges {
            let range = *start as usize..*end as usize;
            self.rows.previous[range.clone()].copy_from_slice(&self.rows.transforms[range]);
        }
        self.scratch = scratch;
        findings
    }

    /// The outermost subtrees of nodes, in order.
    fn subtrees(&self, nodes: &[NodeId], ranges: &mut Vec<(u32, u32)>) {
        ranges.clear();
        for node in nodes {
            ranges.extend(self.of(*node).map(|id| (id.0, self.end(id).0)));
        }
        ranges.sort_unstable();
        let mut covered = 0;
        ranges.retain(|(start, end)| {
            let outermost = *start >= covered;
            covered = covered.max(*end);
            outermost
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
        self.subtrees(switched, &mut scratch.ranges);
        for (start, end) in &scratch.ranges {
            for row in *start as usize..*end as usize {
                let above = self.rows.parent(row).map(|parent| self.rows.flags[parent]);
                self.rows.flags[row] = flags_of(state, self.rows.nodes[row], above);
            }
        }
    }

    /// New transforms and bounds below moved nodes, new bounds above them.
    fn shift(&mut self, scene: &Scene, state: &State, scratch: &mut Scratch) {
        self.subtrees(&scratch.moved, &mut scratch.ranges);
        for (start, end) in &scratch.ranges {
            let range = *start as usize..*end as usize;
            for row in range.clone() {
                let above = self.rows.parent(row).map(|parent| self.rows.transforms[parent]);
                let node = self.rows.nodes[row];
                let transform = transform_of(state, node, above);
                self.rows.transforms[row] = transform;
                self.rows.own_bounds[row] = own_bounds(scene, node, self.rows.flags[row], &transform);
            }
            let before = self.rows.bounds[range.start];
            self.rows.enclose(range.clone());
            self.enclose_above(range.start, before);
        }
        self.touched.extend_from_slice(&scratch.ranges);
        self.unsettled.extend_from_slice(&scratch.ranges);
        // Many small copies cost more than one large one.
        self.unsettled_all |= self.unsettled.len() > self.rows.len();
        if self.unsettled_all {
            self.unsettled.clear();
        }
    }

    /// Bounds above a row whose own bounds used to be `before`.
    fn enclose_above(&mut self, mut row: usize, mut before: crate::Aabb) {
        while let Some(parent) = self.rows.parent(row) {
            let old = self.rows.bounds[parent];
            // A child that defined no face of the old bounds can only add.
            let inner = old.min.cmplt(before.min).all() && before.max.cmplt(old.max).all();
            let new = if inner || before.is_empty() {
                old.union(self.rows.bounds[row])
            } else {
                let children = self.siblings(parent + 1, self.rows.end(parent));
                children.fold(self.rows.own_bounds[parent], |all, child| all.union(*self.bounds(child)))
            };
            if new == old {
                return;
            }
            self.rows.bounds[parent] = new;
            before = old;
            row = parent;
        }
    }

    /// New rows where child lists changed; what hangs on as before is kept.
    fn relink(
        &mut self,
        scene: &Scene,
        state: &State,
        dirty: &Dirty,
        scratch: &mut Scratch,
        findings: &mut Vec<Finding>,
    ) {
        if self.cut {
            return self.rebuild(scene, state, findings);
        }
        self.grower.prepare(state);
        scratch.kept.clear();
        scratch.kept.resize(state.nodes.children.len(), NONE);
        scratch.owners.clear();
        for node in &dirty.linked {
            scratch.owners.extend(self.of(*node).map(|id| id.0));
        }
        scratch.owners.sort_unstable();
        scratch.owners.dedup();
        scratch.edits.clear();
        scratch.block.clear();
        if dirty.roots {
            self.edit_children(scene, state, NONE, scratch, findings);
        }
        for owner in 0..scratch.owners.len() {
            let row = scratch.owners[owner];
            if !scratch.edits.iter().any(|edit| edit.start <= row && row < edit.end) {
                self.edit_children(scene, state, row, scratch, findings);
            }
        }
        let removed: usize = scratch.edits.iter().map(|edit| (edit.end - edit.start) as usize).sum();
        if self.rows.len() - removed + scratch.block.len() > self.limit {
            return self.rebuild(scene, state, findings);
        }
        if !scratch.edits.is_empty() {
            self.splice(scratch);
            self.relist(state);
            self.generation += 1;
            self.unsettled_all = true;
        }
    }

    /// Plans the replacement of one row's children: those at both ends of the
    /// list that stay are left alone.
    fn edit_children(
        &mut self,
        scene: &Scene,
        state: &State,
        owner: u32,
        scratch: &mut Scratch,
        findings: &mut Vec<Finding>,
    ) {
        let Scratch { edits, block, old_children, new_children, kept, owners, .. } = scratch;
        self.mark_path(owner, true);
        let (first, end, listed, parent) = if owner == NONE {
            (0, self.rows.len(), &state.nodes.roots, None)
        } else {
            let node = self.rows.nodes[owner as usize];
            let end = self.rows.end(owner as usize);
            (owner as usize + 1, end, &state.nodes.children[node.index()], Some(node))
        };
        old_children.clear();
        old_children.extend(self.siblings(first, end).map(|id| id.0));
        new_children.clear();
        let admitted = listed.iter().filter(|child| self.grower.admits(scene, **child, parent, findings));
        new_children.extend(admitted);

        let same = |(old, new): &(&u32, &NodeId)| self.rows.nodes[**old as usize] == **new;
        let head = old_children.iter().zip(&*new_children).take_while(same).count();
        let pairs = old_children[head..].iter().rev().zip(new_children[head..].iter().rev());
        let foot = pairs.take_while(same).count();
        let old = &old_children[head..old_children.len() - foot];
        let new = &new_children[head..new_children.len() - foot];

        let until = old_children.get(old_children.len() - foot).map_or(end, |row| *row as usize);
        let start = old.first().map_or(until, |row| *row as usize);
        let block_start = block.len();
        for row in old {
            kept[self.rows.nodes[*row as usize].index()] = *row;
        }
        for child in new.iter().rev() {
            let row = kept[child.index()];
            let attached = NONE;
            self.grower.work.push(if row == NONE {
                Work::Enter { node: *child, parent: attached }
            } else {
                Work::Keep { row, parent: attached }
            });
        }
        for row in old {
            kept[self.rows.nodes[*row as usize].index()] = NONE;
        }
        self.fill_block(scene, state, owner, owners, kept, block, findings);
        self.mark_path(owner, false);
        if start != until || block.len() > block_start {
            edits.push(Edit {
                owner,
                start: start as u32,
                end: until as u32,
                block: (block_start as u32, block.len() as u32),
                shift: 0,
            });
        }
    }

    fn mark_path(&mut self, owner: u32, on: bool) {
        let mut row = (owner != NONE).then_some(owner as usize);
        while let Some(at) = row {
            self.grower.on_path[self.rows.nodes[at].index()] = on;
            row = self.rows.parent(at);
        }
    }

    /// Does the work lined up, writing rows to `block`. Parents are numbered
    /// within the block, or none below `owner`.
    #[expect(clippy::too_many_arguments, reason = "the parts of one scratch, borrowed apart")]
    fn fill_block(
        &mut self,
        scene: &Scene,
        state: &State,
        owner: u32,
        owners: &[u32],
        kept: &mut [u32],
        block: &mut Rows,
        findings: &mut Vec<Finding>,
    ) {
        let base = block.len() as u32;
        let above = |block: &Rows, rows: &Rows, parent: u32| match (parent, owner) {
            (NONE, NONE) => None,
            (NONE, owner) => Some(Above::of(rows, owner as usize)),
            (parent, _) => Some(Above::of(block, (base + parent) as usize)),
        };
        while let Some(work) = self.grower.work.pop() {
            if block.len() > self.limit {
                // The caller sees that it is too long and starts anew.
                self.grower.work.clear();
                self.grower.on_path.fill(false);
                return;
            }
            match work {
                Work::Leave(node) => self.grower.on_path[node.index()] = false,
                Work::Enter { node, parent } => {
                    let parent_node = match (parent, owner) {
                        (NONE, NONE) => None,
                        (NONE, owner) => Some(self.rows.nodes[owner as usize]),
                        (parent, _) => Some(block.nodes[(base + parent) as usize]),
                    };
                    if self.grower.admits(scene, node, parent_node, findings) {
                        let row = block.len() as u32 - base;
                        block.push(row_of(scene, state, node, parent, above(block, &self.rows, parent)));
                        self.grower.enter_children(state, node, row);
                    }
                }
                Work::Keep { row, parent } => {
                    self.keep(state, (row, parent), base, owners, kept, block);
                }
            }
        }
    }

    /// Takes an old subtree over, whole unless a child list in it changed.
    fn keep(
        &mut self,
        state: &State,
        (row, parent): (u32, u32),
        base: u32,
        owners: &[u32],
        kept: &mut [u32],
        block: &mut Rows,
    ) {
        let (start, end) = (row as usize, self.rows.end(row as usize));
        let local = block.len() as u32 - base;
        let next_owner = owners.partition_point(|owner| *owner < row);
        if owners.get(next_owner).is_none_or(|owner| *owner as usize >= end) {
            let at = block.len();
            block.extend(&self.rows, start..end);
            for parent in &mut block.parents[at..] {
                *parent = parent.wrapping_sub(row).wrapping_add(local);
            }
            block.parents[at] = parent;
            return;
        }
        block.extend(&self.rows, start..start + 1);
        block.parents[(base + local) as usize] = parent;
        let node = self.rows.nodes[start];
        if owners[next_owner] == row {
            // Its own list changed, too: children that stay are found by node.
            for child in self.siblings(start + 1, end) {
                kept[self.node(child).index()] = child.0;
            }
            self.grower.enter_children(state, node, local);
            let lined_up = self.grower.work.len() - state.nodes.children[node.index()].len();
            for work in &mut self.grower.work[lined_up..] {
                if let Work::Enter { node, parent } = *work
                    && let Some(child) = kept.get(node.index()).copied().filter(|child| *child != NONE)
                {
                    *work = Work::Keep { row: child, parent };
                }
            }
            for child in self.siblings(start + 1, end) {
                kept[self.node(child).index()] = NONE;
            }
            return;
        }
        self.grower.on_path[node.index()] = true;
        self.grower.work.push(Work::Leave(node));
        let first = self.grower.work.len();
        let mut child = start + 1;
        while child < end {
            self.grower.work.push(Work::Keep { row: child as u32, parent: local });
            child = self.rows.end(child);
        }
        self.grower.work[first..].reverse();
    }

    /// Carries the planned edits out.
    fn splice(&mut self, scratch: &mut Scratch) {
        let Scratch { edits, block, tail, .. } = scratch;
        // Where two edits meet, the one in the deeper row comes first.
        edits.sort_unstable_by_key(|edit| {
            (edit.start, edit.end, std::cmp::Reverse(edit.owner.wrapping_add(1)))
        });
        let mut shift = 0;
        for edit in edits.iter_mut() {
            shift += i64::from(edit.block.1 - edit.block.0) - i64::from(edit.end - edit.start);
            edit.shift = shift;
        }
        let edits = &edits[..];
        let moved = |row: u32| {
            let before = edits.partition_point(|edit| edit.end <= row);
            let shift = before.checked_sub(1).map_or(0, |last| edits[last].shift);
            (i64::from(row) + shift) as u32
        };
        let first = edits[0].start as usize;
        tail.clear();
        tail.extend(&self.rows, first..self.rows.len());
        let count = tail.len();
        self.rows.truncate(first);
        let mut cursor = 0;
        let gap = |rows: &mut Rows, from: usize, to: usize| {
            let at = rows.len();
            rows.extend(tail, from..to);
            for parent in &mut rows.parents[at..] {
                if *parent != NONE {
                    *parent = moved(*parent);
                }
            }
        };
        for edit in edits {
            gap(&mut self.rows, cursor, edit.start as usize - first);
            cursor = edit.end as usize - first;
            let at = self.rows.len();
            self.rows.extend(block, edit.block.0 as usize..edit.block.1 as usize);
            let owner = if edit.owner == NONE { NONE } else { moved(edit.owner) };
            for parent in &mut self.rows.parents[at..] {
                *parent = if *parent == NONE { owner } else { *parent + at as u32 };
            }
        }
        gap(&mut self.rows, cursor, count);
        self.rows.close();
        for edit in edits {
            let end = i64::from(edit.end) + edit.shift;
            let start = end - i64::from(edit.block.1 - edit.block.0);
            self.rows.enclose(start as usize..end as usize);
        }
        // Owners from last to first: inner ones before those around them.
        let mut owners: Vec<u32> =
            edits.iter().map(|edit| edit.owner).filter(|owner| *owner != NONE).collect();
        owners.sort_unstable();
        for owner in owners.into_iter().rev() {
            let row = moved(owner) as usize;
            let before = self.rows.bounds[row];
            let children = self.siblings(row + 1, self.rows.end(row));
            let all = children.fold(self.rows.own_bounds[row], |all, child| all.union(*self.bounds(child)));
            self.rows.bounds[row] = all;
            if all != before {
                self.enclose_above(row, before);
            }
        }
    }
}
