//! Nodes as loading made them.

use crate::{Aabb, AnimatorId, ModelId, NodeId};
use glam::Affine3A;
use serde::{Deserialize, Serialize};

/// Switches of a node. The bits are the engine's own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct NodeFlags(pub u16);

impl NodeFlags {
    /// Drawn, hit and updated; off hides the node with all its children.
    pub const ACTIVE: NodeFlags = NodeFlags(1 << 0);
    /// Answers ground height queries, if every ancestor does.
    pub const ALTITUDE: NodeFlags = NodeFlags(1 << 1);
    /// Answers segment queries and stops movement, if every ancestor does.
    pub const INTERSECT: NodeFlags = NodeFlags(1 << 2);
    /// Collides with its box instead of its polygons.
    pub const INTERSECT_BOX: NodeFlags = NodeFlags(1 << 3);
    /// Found by radius searches.
    pub const PROXIMITY: NodeFlags = NodeFlags(1 << 4);
    /// Drawn at any distance.
    pub const LANDMARK: NodeFlags = NodeFlags(1 << 5);
    /// Drawn over everything, without a depth test.
    pub const OVERWRITE: NodeFlags = NodeFlags(1 << 6);
    /// The zone counts for queries too.
    pub const ZONE_CHECKED: NodeFlags = NodeFlags(1 << 7);
    /// Ground.
    pub const TERRAIN: NodeFlags = NodeFlags(1 << 8);
    /// Follows the camera's position: sky and horizon.
    pub const FOLLOWS_CAMERA: NodeFlags = NodeFlags(1 << 9);
    /// Added to what is behind it.
    pub const ADDITIVE: NodeFlags = NodeFlags(1 << 10);
    /// Shows its own colours, whatever lights shine.
    pub const UNLIT: NodeFlags = NodeFlags(1 << 11);
    /// Clear in any fog.
    pub const UNFOGGED: NodeFlags = NodeFlags(1 << 12);
    /// Texels stay squares however near.
    pub const UNFILTERED: NodeFlags = NodeFlags(1 << 13);
    /// Switches that only hold while every ancestor has them.
    pub const INHERITED: NodeFlags = NodeFlags(Self::ACTIVE.0 | Self::ALTITUDE.0 | Self::INTERSECT.0);
    /// Switches that hold for the whole subtree once an ancestor has them.
    pub const SPREADING: NodeFlags = NodeFlags(
        Self::OVERWRITE.0
            | Self::FOLLOWS_CAMERA.0
            | Self::ADDITIVE.0
            | Self::UNLIT.0
            | Self::UNFOGGED.0
            | Self::UNFILTERED.0,
    );

    /// True when every bit of `other` is set.
    #[inline]
    pub const fn has(self, other: NodeFlags) -> bool {
        self.0 & other.0 == other.0
    }

    /// Both sets together.
    #[inline]
    pub const fn with(self, other: NodeFlags) -> Self {
        NodeFlags(self.0 | other.0)
    }

    /// This set less the other.
    #[inline]
    pub const fn without(self, other: NodeFlags) -> Self {
        NodeFlags(self.0 & !other.0)
    }

    /// This set with `other` switched on or off.
    #[inline]
    pub const fn set(self, other: NodeFlags, on: bool) -> Self {
        if on { self.with(other) } else { self.without(other) }
    }

    /// The flags of a child with these own flags below a parent with `self`.
    #[inline]
    pub const fn inherit(self, own: NodeFlags) -> Self {
        let kept = own.0 & (self.0 | !Self::INHERITED.0);
        NodeFlags(kept | (self.0 & Self::SPREADING.0))
    }
}

/// Distances between which a LOD node's children are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct LodRange {
    /// Near distance squared; 0 for the best level.
    pub near_sq: f32,
    /// Far distance squared.
    pub far_sq: f32,
}

/// What a node is beyond its place.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum NodeKind {
    /// A place or an object.
    #[default]
    Object,
    /// Children shown within a range of distances.
    Lod(LodRange),
    /// A light; see [`Scene::lights`](crate::Scene::lights).
    Light,
    /// Camera, window, display, world: nothing to draw.
    Fixed,
}

/// A node as loading made it. What a tick may change starts from here and
/// lives in [`State`](crate::State).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Node {
    /// Name in the game's files.
    pub name: Box<str>,
    /// What it is.
    pub kind: NodeKind,
    /// What it shows.
    pub model: Option<ModelId>,
    /// Whose clock says which shape its model has; several nodes may share one.
    pub animator: Option<AnimatorId>,
    /// Switches at the start.
    pub flags: NodeFlags,
    /// Place below its parent at the start.
    pub transform: Affine3A,
    /// 0..=1 at the start; counts for the whole subtree.
    pub opacity: f32,
    /// Light of its own on what it shows, of all there can be: 1 for as bright as
    /// its picture, below 0 for darker than the world around it. Not inherited.
    pub glow: f32,
    /// Zone in which it exists; `None` for always. Not inherited.
    pub zone: Option<i8>,
    /// Box the game stored for the subtree, in the node's own space; empty when
    /// it stored none. LOD distance is measured to its centre.
    pub bounds: Aabb,
    /// Children at the start, in drawing order.
    pub children: Vec<NodeId>,
}
