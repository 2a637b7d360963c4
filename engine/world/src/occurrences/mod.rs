//! The table of every path from a placed root to a node: what drawing and
//! queries walk.
//!
//! It is derived: everything in it follows from [`Scene`] and [`State`], so it
//! is neither hashed nor saved. The one exception is where things stood a tick
//! ago, which interpolation needs and nothing else sees.

mod grow;
mod log;
mod relink;
mod rows;
mod update;

#[cfg(test)]
mod tests;

use crate::{Aabb, Finding, Node, NodeFlags, NodeId, OccurrenceId, Scene, State};
use glam::Affine3A;
use grow::{Ground, Grower, tell_cut};
use log::Log;
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
    /// Nodes that were removed; whatever named them as a child has a new list.
    pub removed: Vec<NodeId>,
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
            && self.removed.is_empty()
    }

    /// Forgets everything, keeping the memory.
    pub fn clear(&mut self) {
        self.moved.clear();
        self.teleported.clear();
        self.switched.clear();
        self.faded.clear();
        self.linked.clear();
        self.removed.clear();
        self.roots = false;
    }
}

/// Every path from a placed root to a node, parent before child, a subtree in
/// one piece.
///
/// An [`OccurrenceId`] names one of them for as long as it exists; that of one
/// that is gone may be given to another by a later update.
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
    /// The stamp before the last update.
    before: u64,
    rebuilt: bool,
    /// Heads of subtrees whose transforms or bounds the last update changed.
    touched: Vec<u32>,
    /// Heads of subtrees that the last update made.
    fresh: Vec<u32>,
    /// Rows whose bounds have to be taken from all their children again.
    stretched: Vec<u32>,
    /// Heads of subtrees that moved since [`Occurrences::settle`].
    unsettled: Vec<u32>,
    log: Log,
    grower: Grower,
    relinking: relink::Scratch,
    updating: update::Scratch,
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
        table.tell_missing(scene, state, &mut findings);
        table.generation = 0;
        table.stamp = new_stamp();
        (table, findings)
    }

    fn rebuild(&mut self, scene: &Scene, state: &State, findings: &mut Vec<Finding>) {
        self.rows.clear();
        self.grower.forget();
        self.grower.prepare(state);
        let mut ground = Ground { scene, state, limit: self.limit, findings };
        self.cut = false;
        for root in &state.nodes.roots {
            let before = self.rows.tail;
            let grown = self.grower.grow(&mut ground, &mut self.rows, *root, NONE, before);
            if self.rows.tail != before {
                let first = self.rows.behind(before);
                self.rows.close(first, self.rows.tail);
                self.rows.enclose(first);
            }
            if grown.is_none() {
                tell_cut(findings, self.limit);
                self.grower.forget();
                self.cut = true;
                break;
            }
        }
        self.rows.label_all();
        self.relist_all(state);
        self.touched.clear();
        self.fresh.clear();
        self.stretched.clear();
        self.unsettled.clear();
        self.log.forget();
        self.rebuilt = true;
        self.generation += 1;
    }

    /// Links of the scene that lead nowhere: a state has none of them.
    fn tell_missing(&self, scene: &Scene, state: &State, findings: &mut Vec<Finding>) {
        let nodes = scene.nodes.iter().zip(&self.first).enumerate();
        let placed = nodes.filter(|(_, (_, first))| **first != NONE);
        let lists = placed.map(|(node, (known, _))| (Some(NodeId::from(node)), &known.children));
        for (parent, links) in lists.chain(std::iter::once((None, &scene.roots))) {
            for link in links.iter().filter(|link| link.index() >= scene.nodes.len()) {
                grow::tell_missing(scene, state, parent, *link, findings);
            }
        }
    }

    /// Builds the way from nodes to their occurrences, of a table whose slots
    /// are in order.
    fn relist_all(&mut self, state: &State) {
        self.first.clear();
        self.first.resize(state.nodes.children.len(), NONE);
        self.next.clear();
        self.next.resize(self.rows.slots(), NONE);
        for row in (0..self.rows.slots()).rev() {
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

    /// No id is as large as this.
    pub fn slots(&self) -> usize {
        self.rows.slots()
    }

    /// Changes whenever links did: ids from before may be void.
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
    pub fn ids(&self) -> impl Iterator<Item = OccurrenceId> + '_ {
        self.rows.span(self.rows.head, NONE).map(OccurrenceId)
    }

    /// The first of all.
    pub fn first(&self) -> Option<OccurrenceId> {
        id(self.rows.head)
    }

    /// The one behind, which may hang below this one.
    #[inline]
    pub fn next(&self, of: OccurrenceId) -> Option<OccurrenceId> {
        id(self.rows.next[of.index()])
    }

    /// The first one behind that is not in its subtree any more.
    #[inline]
    pub fn end(&self, of: OccurrenceId) -> Option<OccurrenceId> {
        id(self.rows.end(of.0))
    }

    /// Grows from each occurrence to the one behind it; holds until the next
    /// [`Occurrences::update`].
    #[inline]
    pub fn turn(&self, of: OccurrenceId) -> u64 {
        self.rows.labels[of.index()]
    }

    /// An occurrence with all below it, in order.
    pub fn subtree(&self, of: OccurrenceId) -> impl Iterator<Item = OccurrenceId> + '_ {
        self.rows.subtree(of.0).map(OccurrenceId)
    }

    /// The occurrences of a node, in order; none for a template.
    pub fn of(&self, node: NodeId) -> impl Iterator<Item = OccurrenceId> + '_ {
        let first = self.first.get(node.index()).copied().unwrap_or(NONE);
        std::iter::successors(id(first), move |row| id(self.next[row.index()]))
    }

    /// The roots' occurrences, in order.
    pub fn roots(&self) -> impl Iterator<Item = OccurrenceId> + '_ {
        self.rows.children(NONE).map(OccurrenceId)
    }

    /// The children of an occurrence, in drawing order.
    pub fn children(&self, of: OccurrenceId) -> impl Iterator<Item = OccurrenceId> + '_ {
        self.rows.children(of.0).map(OccurrenceId)
    }

    /// The node it shows.
    #[inline]
    pub fn node(&self, id: OccurrenceId) -> NodeId {
        self.rows.nodes[id.index()]
    }

    /// The number of the scene node that its node is an instance of.
    #[inline]
    pub fn shape_id(&self, id: OccurrenceId) -> NodeId {
        self.rows.shapes[id.index()]
    }

    /// The scene node that its node is an instance of.
    #[inline]
    pub fn shape<'a>(&self, scene: &'a Scene, id: OccurrenceId) -> Option<&'a Node> {
        scene.nodes.get(self.shape_id(id).index())
    }

    /// The occurrence it hangs below.
    #[inline]
    pub fn parent(&self, id: OccurrenceId) -> Option<OccurrenceId> {
        self.rows.parent(id.0).map(OccurrenceId::from)
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

    /// Heads of subtrees that moved, changed their bounds or are new since the
    /// last [`Occurrences::update`] began; those of a table that was
    /// [built anew](Occurrences::rebuilt) are not in it.
    pub fn touched(&self) -> impl Iterator<Item = OccurrenceId> + '_ {
        self.touched.iter().copied().map(OccurrenceId)
    }

    /// Ids of what the last [`Occurrences::update`] removed.
    pub fn removed(&self) -> impl Iterator<Item = OccurrenceId> + '_ {
        self.rows.released.iter().copied().map(OccurrenceId)
    }

    /// True when the last [`Occurrences::update`] built everything anew: all ids
    /// from before are void.
    pub fn rebuilt(&self) -> bool {
        self.rebuilt
    }

    /// The stamp before the last [`Occurrences::update`].
    pub fn stamp_before(&self) -> u64 {
        self.before
    }

    /// Nodes that moved, appeared, went or changed their turn since the table had
    /// this stamp, some more than once; `None` when too much happened since, or
    /// it never had.
    pub fn changed_since(&self, stamp: u64) -> Option<&[NodeId]> {
        self.log.since(stamp)
    }

    /// What is current becomes previous: a tick begins.
    pub fn settle(&mut self) {
        let Rows { previous, transforms, nodes, next, last, .. } = &mut self.rows;
        for head in self.unsettled.drain(..).filter(|head| nodes[*head as usize].0 != NONE) {
            let last = last[head as usize];
            let mut row = head;
            loop {
                previous[row as usize] = transforms[row as usize];
                if row == last {
                    break;
                }
                row = next[row as usize];
            }
        }
    }
}

fn id(row: u32) -> Option<OccurrenceId> {
    (row != NONE).then_some(OccurrenceId(row))
}
