//! World data: area, fog, partitions.
//! Source: `spec/zbd/nodes.md`, "6.7 World" and "7. World partitions".

use binary::record;
use serde::{Deserialize, Serialize};

record! {
    /// The area of the world and its fog.
    pub struct WorldInfo in "zbd.node.world" sizes [172, 188, 204] {
        flags: u32 [0, 0, 0],
        area_partition_used: i32 [4, 4, 4] must 0,
        area_partition_unk: i32 [8, 8, 8],
        /// Stale address, never zero.
        area_partition_ptr: u32 [12, 12, 12],
        /// 0 off, 1 linear, 2 exponential.
        fog_type: u32 [16, 16, 16],
        /// Each channel 0..=1.
        fog_color: [f32; 3] [20, 20, 20],
        /// Near and far, units.
        fog_range: [f32; 2] [32, 32, 32],
        /// High, then low, units.
        fog_altitude: [f32; 2] [40, 40, 40],
        fog_density: f32 [48, 48, 48],
        /// Minimum x, a whole number.
        area_left: f32 [52, 52, 52],
        /// Maximum z, a whole number.
        area_bottom: f32 [56, 56, 56],
        /// right - left.
        area_width: f32 [60, 60, 60],
        /// top - bottom, negative.
        area_height: f32 [64, 64, 64],
        /// Maximum x, a whole number.
        area_right: f32 [68, 68, 68],
        /// Minimum z, a whole number.
        area_top: f32 [72, 72, 72],
        area_left2: f32 [_, _, 76],
        area_bottom2: f32 [_, _, 80],
        area_right2: f32 [_, _, 84],
        area_top2: f32 [_, _, 88],
        /// One byte; the upper three are zero.
        max_dec_feature_count: u32 [76, 76, 92],
        /// 1: border cells are drawn again beyond the edge.
        virtual_partition: u32 [80, 80, 96],
        /// First column of the repeated border.
        vp_x_min: i32 [_, 84, 100],
        vp_z_min: i32 [_, 88, 104],
        vp_x_max: i32 [_, 92, 108],
        vp_z_max: i32 [_, 96, 112],
        /// Cell size S.
        vp_x_size: f32 [84, 100, 116],
        /// -S.
        vp_z_size: f32 [88, 104, 120],
        vp_x_half: f32 [92, 108, 124],
        vp_z_half: f32 [96, 112, 128],
        vp_x_inv: f32 [100, 116, 132],
        vp_z_inv: f32 [104, 120, 136],
        /// -192 for S = 256, -768 for S = 1024.
        vp_diag: f32 [108, 124, 140],
        inclusion_tol_low: f32 [112, 128, 144] must 3.0,
        inclusion_tol_high: f32 [116, 132, 148] must 3.0,
        /// Columns.
        vp_x_count: i32 [120, 136, 152],
        /// Rows.
        vp_z_count: i32 [124, 140, 156],
        /// Stale address, never zero.
        vp_ptr: u32 [128, 144, 160],
        ones: [f32; 3] [132, 148, 164] must [1.0; 3],
        #[serde(skip)]
        light_count: u32 [144, 160, 176],
        light_nodes_ptr: u32 [148, 164, 180],
        light_data_ptr: u32 [152, 168, 184],
        #[serde(skip)]
        sound_count: u32 [156, 172, 188],
        sound_nodes_ptr: u32 [160, 176, 192],
        sound_data_ptr: u32 [164, 180, 196],
        last: i32 [168, 184, 200] must 0,
    }
}

record! {
    /// One cell of the world's grid.
    pub struct PartitionInfo in "zbd.node.partition" sizes [64, 72, 88] {
        flags: u32 [0, 0, 0] must 0x100,
        field04: i32 [4, 4, 4] must -1,
        /// West edge.
        x: f32 [8, 8, 8],
        /// South edge (maximum z).
        z: f32 [12, 12, 12],
        /// (x, lowest content, z - S).
        min: [f32; 3] [16, 16, 16],
        /// (x + S, highest content, z).
        max: [f32; 3] [28, 28, 28],
        mid: [f32; 3] [40, 40, 40],
        /// Half the diagonal through a crude square root.
        diagonal: f32 [52, 52, 52],
        field56: u16 [56, 56, 56] must 0,
        #[serde(skip)]
        node_count: i16 [58, 58, 58],
        /// Stale address, not zero exactly when the list is not empty.
        nodes_ptr: u32 [60, 60, 60],
        field64: i32 [_, 64, 64] must 0,
        field68: i32 [_, 68, 68] must 0,
        fields72: [i32; 4] [_, _, 72] must [0; 4],
    }
}

record! {
    /// A node listed in a cell.
    pub struct PartitionNode in "zbd.node.partition_node" sizes [4, 4, 12] {
        /// Slot of the node.
        node_index: i32 [0, 0, 0],
        /// PM, CS: lowest point.
        y_min: f32 [_, _, 4],
        /// PM, CS: highest point.
        y_max: f32 [_, _, 8],
    }
}

/// One cell and the top-level nodes that overlap it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Partition {
    /// Place and extent.
    pub info: PartitionInfo,
    /// The nodes of the cell.
    pub nodes: Vec<PartitionNode>,
}

/// The world node's data.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct World {
    /// Area, fog, grid constants.
    pub info: WorldInfo,
    /// Slots of the lights.
    pub lights: Vec<i32>,
    /// Slots of the sounds.
    pub sounds: Vec<i32>,
    /// Cells row by row from maximum z down, in each row from minimum x up.
    pub partitions: Vec<Partition>,
}
