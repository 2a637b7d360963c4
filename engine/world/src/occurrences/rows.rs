//! The columns of the occurrence table and how its rows are threaded.
//!
//! A row keeps its slot for as long as it exists, so that a change moves no
//! other row. Rows are threaded in depth-first preorder by [`Rows::next`]; with
//! the last row of each subtree beside it, a whole subtree is taken out or put
//! in by changing a few links. A label per row, growing along the thread, tells
//! which of two rows comes first.

use crate::{Aabb, NodeFlags, NodeId};
use glam::Affine3A;

/// No row.
pub(super) const NONE: u32 = u32::MAX;

/// Labels are this far apart where there is room.
const STRIDE: u64 = 1 << 40;
/// Rows put in between others are labelled this far apart, that many more find
/// room behind them.
const INNER_STRIDE: u64 = 1 << 20;

/// One row of the table.
#[derive(Clone, Copy)]
pub(super) struct Row {
    pub node: NodeId,
    pub shape: NodeId,
    pub parent: u32,
    pub transform: Affine3A,
    pub flags: NodeFlags,
    pub opacity: f32,
    pub own_bounds: Aabb,
}

/// Columns of equal length.
#[derive(Clone, Debug)]
pub(super) struct Rows {
    /// [`NONE`] for a vacant slot.
    pub nodes: Vec<NodeId>,
    /// The scene nodes that the nodes are instances of.
    pub shapes: Vec<NodeId>,
    pub parents: Vec<u32>,
    /// The row behind in preorder.
    pub next: Vec<u32>,
    /// The row before in preorder.
    before: Vec<u32>,
    /// The last row of the subtree.
    pub last: Vec<u32>,
    /// Grow along the thread.
    pub labels: Vec<u64>,
    pub transforms: Vec<Affine3A>,
    pub previous: Vec<Affine3A>,
    pub flags: Vec<NodeFlags>,
    pub opacities: Vec<f32>,
    pub own_bounds: Vec<Aabb>,
    pub bounds: Vec<Aabb>,
    /// Both ends of the thread.
    pub head: u32,
    pub tail: u32,
    /// Slots to be used again.
    vacant: Vec<u32>,
    /// Slots that became vacant since [`Rows::reuse`].
    pub released: Vec<u32>,
    count: usize,
}

impl Default for Rows {
    fn default() -> Self {
        Rows {
            nodes: Vec::new(),
            shapes: Vec::new(),
            parents: Vec::new(),
            next: Vec::new(),
            before: Vec::new(),
            last: Vec::new(),
            labels: Vec::new(),
            transforms: Vec::new(),
            previous: Vec::new(),
            flags: Vec::new(),
            opacities: Vec::new(),
            own_bounds: Vec::new(),
            bounds: Vec::new(),
            head: NONE,
            tail: NONE,
            vacant: Vec::new(),
            released: Vec::new(),
            count: 0,
        }
    }
}

impl Rows {
    /// Rows that exist.
    pub fn len(&self) -> usize {
        self.count
    }

    /// Slots, vacant ones included.
    pub fn slots(&self) -> usize {
        self.nodes.len()
    }

    pub fn clear(&mut self) {
        self.nodes.clear();
        self.shapes.clear();
        self.parents.clear();
        self.next.clear();
        self.before.clear();
        self.last.clear();
        self.labels.clear();
        self.transforms.clear();
        self.previous.clear();
        self.flags.clear();
        self.opacities.clear();
        self.own_bounds.clear();
        self.bounds.clear();
        self.vacant.clear();
        self.released.clear();
        (self.head, self.tail, self.count) = (NONE, NONE, 0);
    }

    /// A new row behind another one in the thread, or at its head; without a
    /// label, and alone in its subtree.
    pub fn insert(&mut self, row: Row, behind: u32) -> u32 {
        let slot = match self.vacant.pop() {
            Some(slot) => {
                self.write(slot as usize, row);
                slot
            }
            None => {
                self.push(row);
                self.nodes.len() as u32 - 1
            }
        };
        self.count += 1;
        self.thread(slot, slot, behind);
        slot
    }

    fn push(&mut self, row: Row) {
        self.last.push(self.nodes.len() as u32);
        self.nodes.push(row.node);
        self.shapes.push(row.shape);
        self.parents.push(row.parent);
        self.next.push(NONE);
        self.before.push(NONE);
        self.labels.push(0);
        self.transforms.push(row.transform);
        self.previous.push(row.transform);
        self.flags.push(row.flags);
        self.opacities.push(row.opacity);
        self.own_bounds.push(row.own_bounds);
        self.bounds.push(row.own_bounds);
    }

    fn write(&mut self, slot: usize, row: Row) {
        self.last[slot] = slot as u32;
        self.nodes[slot] = row.node;
        self.shapes[slot] = row.shape;
        self.parents[slot] = row.parent;
        self.transforms[slot] = row.transform;
        self.previous[slot] = row.transform;
        self.flags[slot] = row.flags;
        self.opacities[slot] = row.opacity;
        self.own_bounds[slot] = row.own_bounds;
        self.bounds[slot] = row.own_bounds;
    }

    /// Puts a chain of rows, which ends with `last`, behind another row.
    pub fn thread(&mut self, first: u32, last: u32, behind: u32) {
        let after = self.behind(behind);
        self.join(behind, first);
        self.join(last, after);
    }

    /// The row behind another one, or the head of the thread.
    pub fn behind(&self, row: u32) -> u32 {
        self.next.get(row as usize).copied().unwrap_or(self.head)
    }

    /// Takes a chain of rows out; it stays a chain.
    pub fn unthread(&mut self, first: u32, last: u32) {
        let (before, after) = (self.before[first as usize], self.next[last as usize]);
        self.join(before, after);
    }

    fn join(&mut self, before: u32, after: u32) {
        match self.next.get_mut(before as usize) {
            Some(next) => *next = after,
            None => self.head = after,
        }
        match self.before.get_mut(after as usize) {
            Some(link) => *link = before,
            None => self.tail = before,
        }
    }

    /// Takes a subtree out of the thread and out of the table.
    pub fn release(&mut self, first: u32) {
        let last = self.last[first as usize];
        self.unthread(first, last);
        let mut row = first;
        loop {
            let next = self.next[row as usize];
            self.nodes[row as usize] = NodeId(NONE);
            // Whoever still comes by finds nothing to draw, ask or go on to.
            self.flags[row as usize] = NodeFlags::empty();
            self.bounds[row as usize] = Aabb::EMPTY;
            self.own_bounds[row as usize] = Aabb::EMPTY;
            self.released.push(row);
            self.count -= 1;
            if row == last {
                return;
            }
            row = next;
        }
    }

    /// From now on, released slots may be used again.
    pub fn reuse(&mut self) {
        self.vacant.append(&mut self.released);
    }

    /// True while the row exists.
    #[inline]
    pub fn exists(&self, row: u32) -> bool {
        self.nodes.get(row as usize).is_some_and(|node| node.0 != NONE)
    }

    /// The first row that is not in a subtree any more.
    #[inline]
    pub fn end(&self, row: u32) -> u32 {
        self.next[self.last[row as usize] as usize]
    }

    #[inline]
    pub fn parent(&self, row: u32) -> Option<usize> {
        let parent = self.parents[row as usize];
        (parent != NONE).then_some(parent as usize)
    }

    /// The rows from `first` up to, but without, `end`.
    pub fn span(&self, first: u32, end: u32) -> impl Iterator<Item = u32> + '_ {
        let step = move |row: u32| (row != end && row != NONE).then_some(row);
        std::iter::successors(step(first), move |row| step(self.next[*row as usize]))
    }

    /// The rows of a subtree, parents first.
    pub fn subtree(&self, row: u32) -> impl Iterator<Item = u32> + '_ {
        self.span(row, self.end(row))
    }

    /// The rows below an owner, or the roots.
    pub fn children(&self, owner: u32) -> impl Iterator<Item = u32> + '_ {
        let (first, end) = match owner {
            NONE => (self.head, NONE),
            owner => (self.next[owner as usize], self.end(owner)),
        };
        let step = move |row: u32| (row != end && row != NONE).then_some(row);
        std::iter::successors(step(first), move |row| step(self.end(*row)))
    }

    /// Last rows of the subtrees of a new subtree from its parents, and how many
    /// rows it has.
    pub fn close(&mut self, first: u32, last: u32) -> u64 {
        let mut count = 1;
        let mut row = last;
        while row != first {
            // Backwards, the first child that is met is the last one.
            let parent = self.parents[row as usize];
            if self.last[parent as usize] == parent {
                self.last[parent as usize] = self.last[row as usize];
            }
            row = self.before[row as usize];
            count += 1;
        }
        count
    }

    /// The last row of a subtree is another one now; so it is for those above
    /// it in which it was the last, too.
    pub fn set_last(&mut self, row: u32, last: u32) {
        let old = self.last.get(row as usize).copied().unwrap_or(NONE);
        let mut row = row;
        while row != NONE && self.last[row as usize] == old {
            self.last[row as usize] = last;
            row = self.parents[row as usize];
        }
    }

    /// Labels for a chain of so many rows, by what is before and behind it.
    pub fn label(&mut self, first: u32, last: u32, count: u64) {
        let before = self.before[first as usize];
        let low = self.labels.get(before as usize).copied().unwrap_or(0);
        let after = self.labels.get(self.next[last as usize] as usize);
        let (high, stride) = (after.copied().unwrap_or(u64::MAX), after.map_or(STRIDE, |_| INNER_STRIDE));
        let stride = stride.min((high - low) / (count + 1));
        if stride == 0 {
            return self.label_all();
        }
        self.label_from(first, last, low, stride);
    }

    /// Labels for all rows, far apart.
    pub fn label_all(&mut self) {
        if self.head != NONE {
            self.label_from(self.head, self.tail, 0, STRIDE.min(u64::MAX / (self.count as u64 + 1)));
        }
    }

    fn label_from(&mut self, first: u32, last: u32, mut label: u64, stride: u64) {
        let mut row = first;
        loop {
            label += stride;
            self.labels[row as usize] = label;
            if row == last {
                return;
            }
            row = self.next[row as usize];
        }
    }

    /// A subtree is not seen coming from anywhere.
    pub fn forget_previous(&mut self, head: u32) {
        let end = self.end(head);
        let mut row = head;
        while row != end {
            self.previous[row as usize] = self.transforms[row as usize];
            row = self.next[row as usize];
        }
    }

    /// Subtree bounds of the rows of a whole subtree.
    pub fn enclose(&mut self, head: u32) {
        let end = self.end(head);
        let mut row = head;
        while row != end {
            self.bounds[row as usize] = self.own_bounds[row as usize];
            row = self.next[row as usize];
        }
        let mut row = self.last[head as usize];
        while row != head {
            let parent = self.parents[row as usize] as usize;
            self.bounds[parent] = self.bounds[parent].union(self.bounds[row as usize]);
            row = self.before[row as usize];
        }
    }

    /// Bounds of a row and of what hangs below it, by the bounds of its children.
    pub fn around_children(&self, row: u32) -> Aabb {
        let children = self.children(row);
        children.fold(self.own_bounds[row as usize], |all, child| all.union(self.bounds[child as usize]))
    }
}
