//! Which nodes hang where, from below: the parents of each node.
//!
//! A state keeps children alone. Who asks whether a link would close a ring, or
//! takes a node away everywhere, goes upwards; this index makes it cost as much
//! as there is above, not as much as there is in the world. It follows from the
//! state and is made when it is first needed.

use smallvec::SmallVec;
use world::{NodeId, NodeStates};

/// The parent of roots.
const ROOTS: NodeId = NodeId(u32::MAX);

/// The parents of each node.
#[derive(Debug, Default)]
pub(crate) struct Links {
    parents: Vec<SmallVec<[NodeId; 2]>>,
    made: bool,
    /// Per node: number of the walk that saw it last.
    seen: Vec<u32>,
    walk: u32,
    open: Vec<NodeId>,
}

fn slot(parent: Option<NodeId>) -> NodeId {
    parent.unwrap_or(ROOTS)
}

impl Links {
    /// Makes the index, or room in it for new nodes.
    pub fn follow(&mut self, nodes: &NodeStates) {
        self.parents.resize(nodes.len(), SmallVec::new());
        self.seen.resize(nodes.len(), 0);
        if std::mem::replace(&mut self.made, true) {
            return;
        }
        for root in &nodes.roots {
            self.add(None, *root);
        }
        for (parent, children) in nodes.children.iter().enumerate() {
            for child in children {
                self.add(Some(NodeId::from(parent)), *child);
            }
        }
    }

    /// A link was made.
    pub fn add(&mut self, parent: Option<NodeId>, child: NodeId) {
        if let Some(parents) = self.parents.get_mut(child.index()) {
            parents.push(slot(parent));
        }
    }

    /// A link was taken away.
    pub fn remove(&mut self, parent: Option<NodeId>, child: NodeId) {
        if let Some(parents) = self.parents.get_mut(child.index())
            && let Some(place) = parents.iter().position(|known| *known == slot(parent))
        {
            parents.remove(place);
        }
    }

    /// Where a node hangs, once per link; `None` for the list of roots. Taken
    /// out.
    pub fn take(&mut self, node: NodeId) -> impl Iterator<Item = Option<NodeId>> + use<> {
        let parents = self.parents.get_mut(node.index()).map(std::mem::take).unwrap_or_default();
        parents.into_iter().map(|parent| (parent != ROOTS).then_some(parent))
    }

    /// Of the nodes that a node hangs below, the one with the smallest number: in which order they were
    /// linked is not saved.
    pub fn first_parent(&self, node: NodeId) -> Option<NodeId> {
        self.parents.get(node.index())?.iter().copied().filter(|parent| *parent != ROOTS).min()
    }

    /// Where a node hangs, once per link; `None` for the list of roots.
    pub fn parents(&self, node: NodeId) -> impl Iterator<Item = Option<NodeId>> + '_ {
        let own = self.parents.get(node.index()).map(SmallVec::as_slice).unwrap_or_default();
        own.iter().map(|parent| (*parent != ROOTS).then_some(*parent))
    }

    /// True when a node hangs nowhere.
    pub fn is_loose(&self, node: NodeId) -> bool {
        self.parents.get(node.index()).is_some_and(SmallVec::is_empty)
    }

    /// True when it hangs in this very list.
    pub fn has(&self, parent: Option<NodeId>, child: NodeId) -> bool {
        self.parents.get(child.index()).is_some_and(|parents| parents.contains(&slot(parent)))
    }

    /// True when `node` is `above` or hangs somewhere below it.
    pub fn hangs_below(&mut self, above: NodeId, node: NodeId) -> bool {
        self.walk = self.walk.wrapping_add(1);
        if self.walk == 0 {
            // Numbers come again: those from before mean nothing.
            self.seen.fill(0);
            self.walk = 1;
        }
        self.open.clear();
        self.open.push(node);
        while let Some(at) = self.open.pop() {
            if at == above {
                return true;
            }
            if let Some(seen) = self.seen.get_mut(at.index())
                && std::mem::replace(seen, self.walk) != self.walk
            {
                self.open.extend(&self.parents[at.index()]);
            }
        }
        false
    }
}
