//! The columns of the occurrence table.

use crate::{Aabb, NodeFlags, NodeId};
use glam::Affine3A;
use std::ops::Range;

/// No parent, no next one.
pub(super) const NONE: u32 = u32::MAX;

/// One row of the table.
#[derive(Clone, Copy)]
pub(super) struct Row {
    pub node: NodeId,
    pub parent: u32,
    pub transform: Affine3A,
    pub flags: NodeFlags,
    pub opacity: f32,
    pub own_bounds: Aabb,
}

/// Columns of equal length, rows in depth-first preorder.
#[derive(Clone, Debug, Default)]
pub(super) struct Rows {
    pub nodes: Vec<NodeId>,
    pub parents: Vec<u32>,
    pub ends: Vec<u32>,
    pub transforms: Vec<Affine3A>,
    pub previous: Vec<Affine3A>,
    pub flags: Vec<NodeFlags>,
    pub opacities: Vec<f32>,
    pub own_bounds: Vec<Aabb>,
    pub bounds: Vec<Aabb>,
}

impl Rows {
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    pub fn clear(&mut self) {
        self.truncate(0);
    }

    pub fn truncate(&mut self, len: usize) {
        self.nodes.truncate(len);
        self.parents.truncate(len);
        self.ends.truncate(len);
        self.transforms.truncate(len);
        self.previous.truncate(len);
        self.flags.truncate(len);
        self.opacities.truncate(len);
        self.own_bounds.truncate(len);
        self.bounds.truncate(len);
    }

    pub fn push(&mut self, row: Row) {
        self.nodes.push(row.node);
        self.parents.push(row.parent);
        self.ends.push(self.nodes.len() as u32);
        self.transforms.push(row.transform);
        self.previous.push(row.transform);
        self.flags.push(row.flags);
        self.opacities.push(row.opacity);
        self.own_bounds.push(row.own_bounds);
        self.bounds.push(row.own_bounds);
    }

    /// Copies rows as they are; parents and ends are the caller's to correct.
    pub fn extend(&mut self, from: &Rows, range: Range<usize>) {
        self.nodes.extend_from_slice(&from.nodes[range.clone()]);
        self.parents.extend_from_slice(&from.parents[range.clone()]);
        self.ends.extend_from_slice(&from.ends[range.clone()]);
        self.transforms.extend_from_slice(&from.transforms[range.clone()]);
        self.previous.extend_from_slice(&from.previous[range.clone()]);
        self.flags.extend_from_slice(&from.flags[range.clone()]);
        self.opacities.extend_from_slice(&from.opacities[range.clone()]);
        self.own_bounds.extend_from_slice(&from.own_bounds[range.clone()]);
        self.bounds.extend_from_slice(&from.bounds[range]);
    }

    /// Subtree ends of all rows from their parents.
    pub fn close(&mut self) {
        for (row, end) in self.ends.iter_mut().enumerate() {
            *end = row as u32 + 1;
        }
        for row in (0..self.len()).rev() {
            if let Some(parent) = self.parent(row) {
                self.ends[parent] = self.ends[parent].max(self.ends[row]);
            }
        }
    }

    /// Subtree bounds of the rows of a whole number of subtrees.
    pub fn enclose(&mut self, range: Range<usize>) {
        self.bounds[range.clone()].copy_from_slice(&self.own_bounds[range.clone()]);
        for row in range.clone().rev() {
            if let Some(parent) = self.parent(row)
                && parent >= range.start
            {
                self.bounds[parent] = self.bounds[parent].union(self.bounds[row]);
            }
        }
    }

    #[inline]
    pub fn parent(&self, row: usize) -> Option<usize> {
        let parent = self.parents[row];
        (parent != NONE).then_some(parent as usize)
    }

    #[inline]
    pub fn end(&self, row: usize) -> usize {
        self.ends[row] as usize
    }
}
