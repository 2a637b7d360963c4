//! The table of every path from a placed root to a node: what drawing and
//! queries walk.
//!
//! It is derived: everything in it follows from [`Scene`] and [`State`], so it
//! is neither hashed nor saved. The one exception is where things stood a tick
//! ago, which interpolation needs and nothing else sees.

mod grow;
mod rows;
mod update;

#[cfg(test)]
mod tests;

use crate::{Aabb, Finding, NodeFlags, NodeId, OccurrenceId, Scene, State};
use glam::Affine3A;
use grow::Grower;
use rows::{NONE, Rows};
use std::sync::atomic::{AtomicU64, Ordering};

binary::codes! {
    RING = "world.occurrences.ring": "a node is its own descendant" => "remove one link of the ring";
    MISSING = "world.occurrences.missing": "a child or root does not exist" => "remove the link";
    LIMIT = "world.occurrences.limit": "the node graph has more paths than the limit allows" => "raise the limit if the world is trusted";
}

/// What was changed in a [`State`] since the table was last brought up to date.
#[derive(Clone, Debug, Default)]
pub struct Dirty {
    /// Nodes with a new transform.
    pub moved: Vec<NodeId>,
    /// Moved nodes that interpolation must not show on their way.
    pub teleported: Vec<NodeId>,
    /// Nodes with new flags.
    pub switched: Vec<NodeId>,
    /// Nodes with a new opacity.
    pub faded: Vec<NodeId>,
    /// Nodes with new child lists.
    pub linked: Vec<NodeId>,
    /// The list of roots is new.
    pub roots: bool,
}

impl Dirty {
    /// True when nothing was changed.
    pub fn is_empty(&self) -> bool {
        !self.roots
            && self.moved.is_empty()
            && self.teleported.is_empty()
            && self.switched.is_empty()
            && self.faded.is_empty()
            && self.linked.is_empty()
    }

    /// Forgets everything, keeping the memory.
    pub fn clear(&mut self) {
        self.moved.clear();
        self.teleported.clear();
        self.switched.clear();
        self.faded.clear();
        self.linked.clear();
        self.roots = false;
    }
}

/// Every path from a placed root to a node, parent before child, a subtree in
/// one piece.
///
/// An [`OccurrenceId`] is a position in the table and holds until
/// [`Occurrences::generation`] changes.
#[derive(Clone, Debug, Default)]
pub struct Occurrences {
    rows: Rows,
    /// Per node: its first occurrence.
    first: Vec<u32>,
    /// Per occurrence: the next one of the same node.
    next: Vec<u32>,
    limit: usize,
    cut: bool,
    generation: u64,
    stamp: u64,
    /// Row ranges whose transforms or bounds the last update changed.
    touched: Vec<(u32, u32)>,
    /// Row ranges that moved since [`Occurrences::settle`].
    unsettled: Vec<(u32, u32)>,
    unsettled_all: bool,
    grower: Grower,
    scratch: update::Scratch,
}

/// A stamp no table of this run of the program had before.
fn new_stamp() -> u64 {
    static LAST: AtomicU64 = AtomicU64::new(0);
    LAST.fetch_add(1, Ordering::Relaxed) + 1
}

impl Occurrences {
    /// The table of a state: at most `limit` rows.
    ///
    /// Links that would make a node its own descendant, or that lead nowhere,
    /// are left out, each with a finding; past `limit` the table is cut short.
    pub fn build(scene: &Scene, state: &State, limit: usize) -> (Self, Vec<Finding>) {
        let mut table = Occurrences { limit: limit.min(NONE as usize - 1), ..Default::default() };
        let mut findings = Vec::new();
        table.rebuild(scene, state, &mut findings);
        table.generation = 0;
        (table, findings)
    }

    fn rebuild(&mut self, scene: &Scene, state: &State, findings: &mut Vec<Finding>) {
        self.rows.clear();
        self.grower.prepare(state);
        self.cut = !self.grower.grow_roots(scene, state, self.limit, &mut self.rows, findings);
        self.rows.close();
        self.rows.enclose(0..self.rows.len());
        self.relist(state);
        self.touched.clear();
        self.unsettled_all = true;
        self.generation += 1;
        self.stamp = new_stamp();
    }

    /// Rebuilds the way from nodes to their occurrences.
    fn relist(&mut self, state: &State) {
        self.first.clear();
        self.first.resize(state.nodes.children.len(), NONE);
        self.next.clear();
        self.next.resize(self.rows.len(), NONE);
        for row in (0..self.rows.len()).rev() {
            let first = &mut self.first[self.rows.nodes[row].index()];
            self.next[row] = *first;
            *first = row as u32;
        }
    }

    /// Number of occurrences.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// True when nothing is placed.
    pub fn is_empty(&self) -> bool {
        self.rows.len() == 0
    }

    /// Changes whenever links did: ids from before are void.
    pub fn generation(&self) -> u64 {
        self.generation
    }

    /// Changes with every change of anything in the table. Tables of equal stamps
    /// are equal, [`Occurrences::previous`] apart, whichever tables they are:
    /// copies of one keep theirs until one is changed.
    pub fn stamp(&self) -> u64 {
        self.stamp
    }

    /// True when the limit cut the table short.
    pub fn is_cut(&self) -> bool {
        self.cut
    }

    /// All occurrences in order.
    pub fn ids(&self) -> impl ExactSizeIterator<Item = OccurrenceId> + use<> {
        (0..self.rows.len() as u32).map(OccurrenceId)
    }

    /// The occurrences of a node, in order; none for a template.
    pub fn of(&self, node: NodeId) -> impl Iterator<Item = OccurrenceId> + '_ {
        let first = self.first.get(node.index()).copied().unwrap_or(NONE);
        let step = |row: u32| (row != NONE).then_some(row);
        std::iter::successors(step(first), move |row| step(self.next[*row as usize])).map(OccurrenceId)
    }

    /// The roots' occurrences, in order.
    pub fn roots(&self) -> impl Iterator<Item = OccurrenceId> + '_ {
        self.siblings(0, self.rows.len())
    }

    /// The children of an occurrence, in drawing order.
    pub fn children(&self, id: OccurrenceId) -> impl Iterator<Item = OccurrenceId> + '_ {
        self.siblings(id.index() + 1, self.rows.end(id.index()))
    }

    fn siblings(&self, first: usize, end: usize) -> impl Iterator<Item = OccurrenceId> + '_ {
        let step = move |row: usize| (row < end).then_some(row);
        std::iter::successors(step(first), move |row| step(self.rows.end(*row))).map(OccurrenceId::from)
    }

    /// The node it shows.
    #[inline]
    pub fn node(&self, id: OccurrenceId) -> NodeId {
        self.rows.nodes[id.index()]
    }

    /// The occurrence it hangs below.
    #[inline]
    pub fn parent(&self, id: OccurrenceId) -> Option<OccurrenceId> {
        self.rows.parent(id.index()).map(OccurrenceId::from)
    }

    /// The first occurrence that is not in its subtree any more.
    #[inline]
    pub fn end(&self, id: OccurrenceId) -> OccurrenceId {
        OccurrenceId(self.rows.ends[id.index()])
    }

    /// Node space to world space.
    #[inline]
    pub fn transform(&self, id: OccurrenceId) -> &Affine3A {
        &self.rows.transforms[id.index()]
    }

    /// Node space to world space a tick ago; equal to [`Occurrences::transform`]
    /// for what stood still, appeared or was teleported.
    #[inline]
    pub fn previous(&self, id: OccurrenceId) -> &Affine3A {
        &self.rows.previous[id.index()]
    }

    /// Flags along the path, see [`NodeFlags::inherit`].
    #[inline]
    pub fn flags(&self, id: OccurrenceId) -> NodeFlags {
        self.rows.flags[id.index()]
    }

    /// Product along the path, 0..=1.
    #[inline]
    pub fn opacity(&self, id: OccurrenceId) -> f32 {
        self.rows.opacities[id.index()]
    }

    /// World bounds of its own model, whichever way a facade turns, and of its
    /// box where it collides as one; empty without either.
    #[inline]
    pub fn own_bounds(&self, id: OccurrenceId) -> &Aabb {
        &self.rows.own_bounds[id.index()]
    }

    /// World bounds of its whole subtree, hidden parts included.
    #[inline]
    pub fn bounds(&self, id: OccurrenceId) -> &Aabb {
        &self.rows.bounds[id.index()]
    }

    /// Column of [`Occurrences::node`].
    pub fn nodes(&self) -> &[NodeId] {
        &self.rows.nodes
    }

    /// Column of [`Occurrences::end`].
    pub fn ends(&self) -> &[u32] {
        &self.rows.ends
    }

    /// Column of [`Occurrences::transform`].
    pub fn transforms(&self) -> &[Affine3A] {
        &self.rows.transforms
    }

    /// Row ranges, each a subtree, that moved or changed their bounds in the
    /// last [`Occurrences::update`]; what a change of generation replaced is
    /// not in it.
    pub fn touched(&self) -> impl Iterator<Item = (OccurrenceId, OccurrenceId)> + '_ {
        self.touched.iter().map(|(start, end)| (OccurrenceId(*start), OccurrenceId(*end)))
    }

    /// What is current becomes previous: a tick begins.
    pub fn settle(&mut self) {
        if self.unsettled_all {
            self.rows.previous.copy_from_slice(&self.rows.transforms);
        } else {
            for (start, end) in &self.unsettled {
                let range = *start as usize..*end as usize;
                self.rows.previous[range.clone()].copy_from_slice(&self.rows.transforms[range]);
            }
        }
        self.unsettled.clear();
        self.unsettled_all = false;
    }
}
