//! Nodes and places as events name them.

use glam::Vec3;

/// A node as an event names it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Operand {
    /// None: what it is asked to do does not happen.
    #[default]
    None,
    /// Place in the list of the definition, counted from 0.
    Node(u16),
    /// What the instance is bound to: its root, or what the caller named.
    Bound,
    /// What the caller handed over, with a place in it.
    Input,
}

/// Where an event puts a light or a sound. It is worked out once: what is put there does not follow the
/// node.
///
/// Source: `docs/spec/zbd/anim-events.md`, "4.2 SOUND_NODE" and "4.4 LIGHT_STATE".
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum EventPlace {
    /// Where it is already.
    #[default]
    Keep,
    /// At this place in the world.
    At(Vec3),
    /// Where a node stands in the world.
    Node {
        /// Which.
        node: Operand,
        /// Added along the axes of the world, not of the node.
        offset: Vec3,
    },
}
