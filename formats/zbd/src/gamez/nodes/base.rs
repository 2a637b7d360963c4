//! What every node has. Source: `spec/zbd/nodes.md`, "3. Base structure".

use binary::{NodeName, record};

/// Bits of [`NodeBase::flags`]. Source: `spec/zbd/nodes.md`, "4. Node flags".
pub mod flags {
    /// Drawn, hit and updated; off hides the node with all its children.
    pub const ACTIVE: u32 = 1 << 2;
    /// Takes part in ground height queries.
    pub const ALTITUDE_SURFACE: u32 = 1 << 3;
    /// Takes part in segment queries and stops movement.
    pub const INTERSECT_SURFACE: u32 = 1 << 4;
    /// Collides with its box instead of its polygons.
    pub const INTERSECT_BBOX: u32 = 1 << 5;
    /// Found by radius searches.
    pub const PROXIMITY: u32 = 1 << 6;
    /// Not culled by distance.
    pub const LANDMARK: u32 = 1 << 7;
    /// `node_bbox` is valid.
    pub const BBOX_NODE: u32 = 1 << 8;
    /// `model_bbox` is valid.
    pub const BBOX_MODEL: u32 = 1 << 9;
    /// `child_bbox` is valid.
    pub const BBOX_CHILD: u32 = 1 << 10;
    /// Crimson Skies: foliage clutter.
    pub const FLUFF: u32 = 1 << 12;
    /// Terrain.
    pub const TERRAIN: u32 = 1 << 15;
    /// Destruction may deform it.
    pub const CAN_MODIFY: u32 = 1 << 16;
    /// Keeps craters from undermining it.
    pub const CLIP_TO: u32 = 1 << 17;
    /// Exactly one parent: world matrix may be cached.
    pub const TREE_VALID: u32 = 1 << 19;
    /// Drawn over other geometry without a depth test.
    pub const OVERRIDE: u32 = 1 << 23;
    /// The zone test applies to queries.
    pub const ID_ZONE_CHECK: u32 = 1 << 24;
    /// Set on content nodes.
    pub const UNK25: u32 = 1 << 25;
    /// Seen on Empty nodes only.
    pub const UNK28: u32 = 1 << 28;
    /// What the fixed nodes carry.
    pub const DEFAULT: u32 = 0x0108_001C;
}

/// Values of [`NodeBase::class`].
pub mod class {
    /// A place without data of its own.
    pub const EMPTY: u32 = 0;
    /// The camera.
    pub const CAMERA: u32 = 1;
    /// The world: area, partitions, fog.
    pub const WORLD: u32 = 2;
    /// The window drawn into.
    pub const WINDOW: u32 = 3;
    /// The display.
    pub const DISPLAY: u32 = 4;
    /// An object with a transform and perhaps a model.
    pub const OBJECT3D: u32 = 5;
    /// Children shown within a range of distances.
    pub const LOD: u32 = 6;
    /// A light.
    pub const LIGHT: u32 = 9;
}

record! {
    /// What every node has, whatever its class.
    pub struct NodeBase in "zbd.node" sizes [192, 208, 208] {
        name: NodeName [0, 0, 0],
        /// See [`flags`].
        flags: u32 [36, 36, 36],
        /// 0; CS: mission ownership.
        field040: u32 [40, 40, 40],
        /// Constant per class.
        update_flags: u32 [44, 44, 44],
        /// Zone in the low byte, 0xFF for always; the upper bytes are zero.
        zone_id: u32 [48, 48, 48],
        /// See [`class`].
        class: u32 [52, 52, 52],
        /// Stale address; zero exactly for class Empty.
        data_ptr: u32 [56, 56, 56],
        /// Slot of the model, or -1; only Object3d may have one.
        model_index: i32 [60, 60, 60],
        environment_data: u32 [64, 64, 64] must 0,
        action_priority: u32 [68, 68, 68] must 1,
        action_callback: u32 [72, 72, 72] must 0,
        /// RC, MW: cell column and row, both -1 for none.
        area_partition: [i32; 2] [76, 76, _],
        /// PM, CS: cell column and row, both -1 for none.
        area_partition_short: [i16; 2] [_, _, 76],
        /// PM, CS: repeated cell, both 0 for none.
        virtual_partition: [i16; 2] [_, _, 80],
        #[serde(skip)]
        parent_count: u32 [84, 84, _],
        #[serde(skip)]
        parent_count_short: i16 [_, _, 84],
        #[serde(skip)]
        child_count_short: i16 [_, _, 86],
        /// Stale address, not zero exactly when there are parents.
        parent_array_ptr: u32 [88, 88, 88],
        #[serde(skip)]
        child_count: u32 [92, 92, _],
        /// Stale address, not zero exactly when there are children.
        child_array_ptr: u32 [96, 96, 92],
        bbox_mid: [f32; 3] [100, 100, 96] must [0.0; 3],
        bbox_diag: f32 [112, 112, 108] must 0.0,
        /// PM, CS: 0 node, 1 model, 2 child box is current.
        active_bbox: u32 [_, _, 112],
        /// Minimum corner, maximum corner; valid with `BBOX_NODE`.
        node_bbox: [[f32; 3]; 2] [116, 116, 116],
        /// Valid with `BBOX_MODEL`.
        model_bbox: [[f32; 3]; 2] [140, 140, 140],
        /// Valid with `BBOX_CHILD`.
        child_bbox: [[f32; 3]; 2] [164, 164, 164],
        activation_ptr: u32 [188, 188, 188] must 0,
        field192: i32 [_, 192, 192] must 0,
        /// 160 for Empty, Lod and Object3d, else 0.
        field196: i32 [_, 196, 196],
        field200: i32 [_, 200, 200] must 0,
        field204: i32 [_, 204, 204] must 0,
    }
}
