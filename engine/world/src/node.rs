//! Nodes as loading made them.

use crate::{Aabb, AnimatorId, ModelId, NodeId};
use bitflags::bitflags;
use glam::{Affine3A, EulerRot, Mat3A, Quat, Vec3};
use serde::{Deserialize, Serialize};

bitflags! {
    /// Flags of a node. The bits are the engine's own.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
    #[serde(from = "u16", into = "u16")]
    pub struct NodeFlags: u16 {
        /// Drawn, hit and updated; off hides the node with all its children.
        const ACTIVE = 1 << 0;
        /// Answers ground height queries, if every ancestor does.
        const ALTITUDE = 1 << 1;
        /// Answers segment queries and stops movement, if every ancestor does.
        const INTERSECT = 1 << 2;
        /// Collides with its box instead of its polygons.
        const INTERSECT_BOX = 1 << 3;
        /// Found by radius searches.
        const PROXIMITY = 1 << 4;
        /// Drawn at any distance.
        const LANDMARK = 1 << 5;
        /// Drawn over everything, without a depth test.
        const OVERWRITE = 1 << 6;
        /// The zone counts for queries too.
        const ZONE_CHECKED = 1 << 7;
        /// Ground.
        const TERRAIN = 1 << 8;
        /// Follows the camera's position: sky and horizon.
        const FOLLOWS_CAMERA = 1 << 9;
        /// Additive blending.
        const ADDITIVE = 1 << 10;
        /// Full bright: not affected by lights.
        const UNLIT = 1 << 11;
        /// Not affected by fog.
        const UNFOGGED = 1 << 12;
        /// Nearest-neighbour filtering: texels stay square however close.
        const UNFILTERED = 1 << 13;
        /// Follows the camera over the ground only, with [`NodeFlags::FOLLOWS_CAMERA`]: it stays at its
        /// height.
        const KEEPS_HEIGHT = 1 << 14;
        /// Not drawn, though everything else of it is there: what somebody sits in.
        const UNSEEN = 1 << 15;
        /// Flags that only hold while every ancestor has them.
        const INHERITED = Self::ACTIVE.bits() | Self::ALTITUDE.bits() | Self::INTERSECT.bits();
        /// Flags that hold for the whole subtree once an ancestor has them.
        const SPREADING = Self::OVERWRITE.bits()
            | Self::FOLLOWS_CAMERA.bits()
            | Self::KEEPS_HEIGHT.bits()
            | Self::ADDITIVE.bits()
            | Self::UNLIT.bits()
            | Self::UNFOGGED.bits()
            | Self::UNFILTERED.bits()
            | Self::UNSEEN.bits();
    }
}

impl NodeFlags {
    /// This set with `other` switched on or off.
    #[inline]
    pub const fn switched(self, other: NodeFlags, on: bool) -> Self {
        if on { self.union(other) } else { self.difference(other) }
    }

    /// The flags of a child with these own flags below a parent with `self`.
    #[inline]
    pub const fn inherit(self, own: NodeFlags) -> Self {
        let kept = own.intersection(self.union(Self::INHERITED.complement()));
        kept.union(self.intersection(Self::SPREADING))
    }
}

impl From<u16> for NodeFlags {
    /// Bits without a meaning are kept: a save may hold some.
    fn from(bits: u16) -> Self {
        NodeFlags::from_bits_retain(bits)
    }
}

impl From<NodeFlags> for u16 {
    fn from(flags: NodeFlags) -> Self {
        flags.bits()
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

/// What a node is besides its transform.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum NodeKind {
    /// A group or an object.
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
    /// Its kind.
    pub kind: NodeKind,
    /// Its model.
    pub model: Option<ModelId>,
    /// The animator whose clock decides the shape of its model; several nodes may share one.
    pub animator: Option<AnimatorId>,
    /// Flags at the start.
    pub flags: NodeFlags,
    /// Transform relative to its parent at the start.
    pub transform: Affine3A,
    /// The angles in radians that the file stores beside the transform, about x, y
    /// and z; what turns the node adds to them. See [`euler_rotation`](crate::euler_rotation).
    pub euler: Option<Vec3>,
    /// 0..=1 at the start; applies to the whole subtree.
    pub opacity: f32,
    /// Added brightness of its model: 1 for full bright, below 0 for darker than its surroundings.
    /// Not inherited.
    pub glow: f32,
    /// Added to the number of every material of its model: which of several
    /// liveries it wears. Not inherited. A tick may choose another:
    /// [`Effects::paints`](crate::Effects::paints).
    pub paint: u32,
    /// Colours of its own for the vertices of its model, as many and in the same
    /// order: light baked into one copy of many, and how much of the day's light is added, as in
    /// [`Vertex::day`](crate::Vertex::day). Not inherited.
    pub colors: Option<Box<[[u8; 4]]>>,
    /// Zone in which it exists; `None` for always. Not inherited.
    pub zone: Option<i8>,
    /// Box the game stored for the subtree, in the node's own space; empty when
    /// it stored none. LOD distance is measured to its centre.
    pub bounds: Aabb,
    /// Children at the start, in drawing order.
    pub children: Vec<NodeId>,
}

/// The rotation that angles about x, y and z in radians stand for: about z first,
/// then x, then y.
///
/// Source: `docs/spec/zbd/rendering.md`, "Axes, units, winding, UV".
pub fn euler_rotation(angles: Vec3) -> Quat {
    Quat::from_euler(EulerRot::YXZ, angles.y, angles.x, angles.z)
}

/// The angles of a transform, as [`euler_rotation`] takes them; its scale does
/// not matter.
pub fn euler_of(transform: &Affine3A) -> Vec3 {
    let (_, rotation, _) = transform.to_scale_rotation_translation();
    let (y, x, z) = rotation.to_euler(EulerRot::YXZ);
    Vec3::new(x, y, z)
}

/// The same place and scale with other angles.
pub fn with_euler(transform: &Affine3A, angles: Vec3) -> Affine3A {
    let (scale, _, _) = transform.to_scale_rotation_translation();
    let turn = Mat3A::from_quat(euler_rotation(angles));
    let matrix3 = if scale.abs_diff_eq(Vec3::ONE, 1e-4) { turn } else { turn * Mat3A::from_diagonal(scale) };
    Affine3A { matrix3, translation: transform.translation }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::f32::consts::FRAC_PI_2;

    #[test]
    fn z_turns_first_then_x_then_y() {
        let quarter = FRAC_PI_2;
        // About z, x becomes y; about x, y becomes z; about y, z becomes x.
        let rotation = euler_rotation(Vec3::splat(quarter));
        assert!((rotation * Vec3::X).abs_diff_eq(Vec3::X, 1e-6));
        // About z, y becomes -x; about x it stays; about y it becomes z.
        assert!((rotation * Vec3::Y).abs_diff_eq(Vec3::Z, 1e-6));
    }

    #[test]
    fn angles_go_into_a_transform_and_come_back_out_of_it() {
        let angles = Vec3::new(0.3, -2.0, 1.1);
        let scaled = Affine3A::from_scale(Vec3::new(1.0, 2.0, 3.0));
        let turned = with_euler(&scaled, angles);
        assert!(euler_of(&turned).abs_diff_eq(angles, 1e-5), "{}", euler_of(&turned));
        let (scale, ..) = turned.to_scale_rotation_translation();
        assert!(scale.abs_diff_eq(Vec3::new(1.0, 2.0, 3.0), 1e-5));
    }
}
