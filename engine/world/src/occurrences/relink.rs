//! New rows where child lists changed: what hangs on as before keeps its rows,
//! and nothing else in the table is looked at.

use super::grow::Ground;
use super::rows::NONE;
use super::{Dirty, Occurrences};
use crate::{Finding, NodeId, Scene, State};

/// Memory kept between updates.
#[derive(Clone, Debug, Default)]
pub(super) struct Scratch {
    owners: Vec<u32>,
    /// Child rows before, those at both ends that stay left out.
    old: Vec<u32>,
    /// Child nodes now, those at both ends that stay left out.
    new: Vec<NodeId>,
    /// The nodes of `old`.
    old_nodes: Vec<NodeId>,
    /// Per node, during one list: its place in `old`.
    place_in_old: Vec<u32>,
    /// Per place in `old`: taken over by one of `new`.
    taken: Vec<bool>,
    plan: Vec<Plan>,
    /// For the longest run of rows that may stay: places in `plan`.
    runs: Vec<u32>,
    links: Vec<u32>,
    /// Nodes that lost rows, or have some in another order ([`NONE`]), and those
    /// that gained one.
    relisted: Vec<(NodeId, u32)>,
    list: Vec<u32>,
}

/// Where a child's row comes from.
#[derive(Clone, Copy, Debug)]
struct Plan {
    node: NodeId,
    /// Place in `old`, or [`NONE`] for a new row.
    old: u32,
    stays: bool,
}

impl Occurrences {
    /// Brings the rows below nodes with new child lists up to date. False when
    /// the table has to be built anew.
    pub(super) fn relink(
        &mut self,
        scene: &Scene,
        state: &State,
        dirty: &Dirty,
        findings: &mut Vec<Finding>,
    ) -> bool {
        let mut scratch = std::mem::take(&mut self.relinking);
        self.first.resize(state.nodes.children.len(), NONE);
        self.grower.prepare(state);
        scratch.place_in_old.resize(state.nodes.children.len(), NONE);
        scratch.owners.clear();
        for node in &dirty.linked {
            scratch.owners.extend(self.of(*node).map(|id| id.0));
        }
        // Outer lists first: what is dropped there needs no look inside.
        scratch.owners.sort_unstable_by_key(|row| self.rows.labels[*row as usize]);
        scratch.owners.dedup();
        let owners = std::mem::take(&mut scratch.owners);
        let mut ground = Ground { scene, state, limit: self.limit, findings };
        let mut lists = dirty.roots.then_some(NONE).into_iter().chain(owners.iter().copied());
        let complete = lists.all(|owner| {
            let dropped = owner != NONE && !self.rows.exists(owner);
            dropped || self.edit_children(&mut ground, owner, &mut scratch)
        });
        scratch.owners = owners;
        if complete {
            self.relist(&mut scratch);
        }
        self.relinking = scratch;
        complete
    }

    /// Brings one row's children in line with the list: those at both ends that
    /// stay are left alone.
    fn edit_children(&mut self, ground: &mut Ground<'_>, owner: u32, scratch: &mut Scratch) -> bool {
        self.mark_path(owner, true);
        let parent = (owner != NONE).then(|| self.rows.nodes[owner as usize]);
        let state = ground.state;
        let listed = parent.map_or(&state.nodes.roots, |node| &state.nodes.children[node.index()]);
        scratch.old.clear();
        scratch.old.extend(self.rows.children(owner));
        scratch.new.clear();
        let admitted = listed.iter().filter(|child| self.grower.admits(ground, **child, parent));
        scratch.new.extend(admitted);

        let Scratch { old, new, .. } = scratch;
        let same = |(old, new): &(&u32, &NodeId)| self.rows.nodes[**old as usize] == **new;
        let head = old.iter().zip(&*new).take_while(same).count();
        let foot = old[head..].iter().rev().zip(new[head..].iter().rev()).take_while(same).count();
        // Before the first that changes: the one ahead of it, with all below.
        let behind = match head.checked_sub(1) {
            Some(ahead) => self.rows.last[old[ahead] as usize],
            None => owner,
        };
        let stays_last = foot > 0;
        old.truncate(old.len() - foot);
        old.drain(..head);
        new.truncate(new.len() - foot);
        new.drain(..head);
        scratch.old_nodes.clear();
        scratch.old_nodes.extend(old.iter().map(|row| self.rows.nodes[*row as usize]));
        let changed = !old.is_empty() || !new.is_empty();
        let done = if changed { self.replace(ground, (owner, behind, stays_last), scratch) } else { true };
        if done {
            self.mark_path(owner, false);
        }
        done
    }

    fn mark_path(&mut self, owner: u32, on: bool) {
        let mut row = owner;
        while row != NONE {
            self.grower.mark(self.rows.nodes[row as usize], on);
            row = self.rows.parents[row as usize];
        }
    }

    /// Puts the rows of `new` behind `cursor`, some of them those of `old`.
    fn replace(
        &mut self,
        ground: &mut Ground<'_>,
        (owner, mut cursor, stays_last): (u32, u32, bool),
        scratch: &mut Scratch,
    ) -> bool {
        scratch.plan();
        self.take_out(scratch);
        let Scratch { old, plan, relisted, .. } = scratch;
        for child in plan.iter() {
            match old.get(child.old as usize) {
                Some(row) if child.stays => cursor = self.rows.last[*row as usize],
                Some(row) => {
                    let last = self.rows.last[*row as usize];
                    self.rows.thread(*row, last, cursor);
                    let count = self.rows.subtree(*row).count();
                    self.rows.label(*row, last, count as u64);
                    cursor = last;
                }
                None => {
                    let Some(last) = self.grower.grow(ground, &mut self.rows, child.node, owner, cursor)
                    else {
                        return false;
                    };
                    if last != cursor {
                        let first = self.rows.behind(cursor);
                        let count = self.rows.close(first, last);
                        self.rows.label(first, last, count);
                        self.rows.enclose(first);
                        let rows = self.rows.subtree(first);
                        relisted.extend(rows.map(|row| (self.rows.nodes[row as usize], row)));
                        self.fresh.push(first);
                        cursor = last;
                    }
                }
            }
        }
        if !stays_last {
            self.rows.set_last(owner, cursor);
        }
        if owner != NONE {
            self.stretched.push(owner);
        }
        true
    }

    /// Takes rows out of the thread that are not needed any more, or elsewhere.
    fn take_out(&mut self, scratch: &mut Scratch) {
        let Scratch { old, plan, taken, relisted, .. } = scratch;
        for (row, taken) in old.iter().zip(taken) {
            if !*taken {
                let rows = self.rows.subtree(*row);
                relisted.extend(rows.map(|row| (self.rows.nodes[row as usize], NONE)));
                self.rows.release(*row);
            }
        }
        for child in plan.iter().filter(|child| !child.stays) {
            if let Some(row) = old.get(child.old as usize) {
                let rows = self.rows.subtree(*row);
                relisted.extend(rows.map(|row| (self.rows.nodes[row as usize], NONE)));
                self.rows.unthread(*row, self.rows.last[*row as usize]);
            }
        }
    }

    /// Brings the way from nodes to their rows in line with what rows came,
    /// went and changed their order.
    fn relist(&mut self, scratch: &mut Scratch) {
        let Scratch { relisted, list, .. } = scratch;
        relisted.sort_unstable();
        for rows in relisted.chunk_by(|one, other| one.0 == other.0) {
            let node = rows[0].0;
            list.clear();
            let mut row = self.first[node.index()];
            while row != NONE {
                if self.rows.nodes[row as usize] == node {
                    list.push(row);
                }
                row = self.next[row as usize];
            }
            list.extend(rows.iter().map(|(_, row)| *row).filter(|row| self.rows.exists(*row)));
            list.sort_unstable_by_key(|row| self.rows.labels[*row as usize]);
            list.dedup();
            self.chain(node, list);
        }
        self.log.extend(relisted.iter().map(|(node, _)| *node));
        relisted.clear();
    }

    /// Writes the rows of a node, in order.
    fn chain(&mut self, node: NodeId, rows: &[u32]) {
        self.next.resize(self.rows.slots(), NONE);
        self.first[node.index()] = rows.first().copied().unwrap_or(NONE);
        for (row, next) in rows.iter().zip(rows[1.min(rows.len())..].iter().chain(&[NONE])) {
            self.next[*row as usize] = *next;
        }
    }
}

impl Scratch {
    /// Decides for every child of `new` whether it takes a row of `old` over,
    /// and whether that may stay in its place: as many as possible do.
    fn plan(&mut self) {
        let Scratch { old, new, place_in_old, taken, plan, .. } = self;
        taken.clear();
        taken.resize(old.len(), false);
        plan.clear();
        plan.extend(new.iter().map(|node| Plan { node: *node, old: NONE, stays: false }));
        for (place, node) in self.old_nodes.iter().enumerate() {
            place_in_old[node.index()] = place as u32;
        }
        for child in plan.iter_mut() {
            child.old = std::mem::replace(&mut place_in_old[child.node.index()], NONE);
            if let Some(taken) = taken.get_mut(child.old as usize) {
                *taken = true;
            }
        }
        for node in &self.old_nodes {
            place_in_old[node.index()] = NONE;
        }
        self.longest_run();
    }

    /// Marks the most children whose rows stand in the right order already: a
    /// longest increasing subsequence.
    fn longest_run(&mut self) {
        let Scratch { plan, runs, links, .. } = self;
        runs.clear();
        links.clear();
        links.resize(plan.len(), NONE);
        for at in 0..plan.len() {
            let old = plan[at].old;
            if old == NONE {
                continue;
            }
            // `runs[k]` ends the run of k + 1 rows that ends lowest.
            let length = runs.partition_point(|end| plan[*end as usize].old < old);
            if let Some(before) = length.checked_sub(1) {
                links[at] = runs[before];
            }
            match runs.get_mut(length) {
                Some(end) => *end = at as u32,
                None => runs.push(at as u32),
            }
        }
        let mut at = runs.last().copied().unwrap_or(NONE);
        while let Some(child) = plan.get_mut(at as usize) {
            child.stays = true;
            at = links[at as usize];
        }
    }
}
