//! Nodes of a level's scene: made, and added to it.

use world::{Node, NodeFlags, NodeId, Scene};

/// A node that shows itself fully.
pub(super) fn node(name: &str, flags: NodeFlags) -> Node {
    Node { name: name.into(), flags, opacity: 1.0, ..Node::default() }
}

/// Adds a node that hangs nowhere yet.
pub(super) fn push(scene: &mut Scene, node: Node) -> NodeId {
    scene.nodes.push(node);
    NodeId::from(scene.nodes.len() - 1)
}

/// Adds a node as a root.
pub(super) fn root(scene: &mut Scene, node: Node) -> NodeId {
    let id = push(scene, node);
    scene.roots.push(id);
    id
}
