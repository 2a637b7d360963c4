//! Which nodes changed lately, for those that follow a table without seeing
//! every update.

use crate::NodeId;

/// Nodes remembered at least; more where the table has more rows.
const LEAST: usize = 1024;

/// The nodes of the last updates.
#[derive(Clone, Debug, Default)]
pub(super) struct Log {
    nodes: Vec<NodeId>,
    /// The stamp before each update, and where its nodes start.
    updates: Vec<(u64, usize)>,
}

impl Log {
    /// An update of the table with this stamp begins.
    pub fn begin(&mut self, stamp: u64, rows: usize) {
        if self.nodes.len() > LEAST.max(rows) {
            self.forget();
        }
        // Updates that changed no row are told apart by their stamps alone.
        if self.updates.len() > LEAST {
            self.forget();
        }
        self.updates.push((stamp, self.nodes.len()));
    }

    /// Nodes whose rows changed, more than once perhaps.
    pub fn extend(&mut self, nodes: impl Iterator<Item = NodeId>) {
        self.nodes.extend(nodes);
    }

    /// Nothing from before is remembered.
    pub fn forget(&mut self) {
        self.nodes.clear();
        self.updates.clear();
    }

    /// The nodes that changed since the table had this stamp; `None` when that
    /// is not known any more.
    pub fn since(&self, stamp: u64) -> Option<&[NodeId]> {
        let (_, start) = self.updates.iter().rev().find(|(before, _)| *before == stamp)?;
        Some(&self.nodes[*start..])
    }
}
