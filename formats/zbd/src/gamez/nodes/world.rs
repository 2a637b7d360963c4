//! World data: area, fog, partitions.
//! Source: `docs/spec/zbd/nodes.md`, "6.7 World" and "7. World partitions".

use super::codes::{
    CELL_BOUNDS, CELL_DIAGONAL, CELL_MID, CELL_NODES_PTR, CELL_PLACE, WORLD_AREA, WORLD_BORDER,
    WORLD_DEC_FEATURES, WORLD_FLAGS, WORLD_FOG, WORLD_GRID, WORLD_LISTS, WORLD_POINTER, WORLD_VIRTUAL,
};
use super::rules::{Rules, equal, require};
use crate::gamez::Version;
use binary::{Report, record};
use serde::{Deserialize, Serialize};

record! {
    /// The area of the world and its fog.
    pub struct WorldInfo in "zbd.node.world" sizes [172, 188, 204] {
        // Columns: Recoil; MechWarrior 3; Pirate's Moon and Crimson Skies.
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
        // Columns: Recoil; MechWarrior 3; Pirate's Moon and Crimson Skies.
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
        /// Half the diagonal by an approximate square root.
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
        // Columns: Recoil; MechWarrior 3; Pirate's Moon and Crimson Skies.
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
#[serde(deny_unknown_fields)]
pub struct Partition {
    /// Place and extent.
    pub info: PartitionInfo,
    /// The nodes of the cell.
    pub nodes: Vec<PartitionNode>,
}

/// The world node's data.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
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

/// The edges of a world as whole numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grid {
    /// Minimum x.
    pub left: i32,
    /// Maximum z.
    pub bottom: i32,
    /// Maximum x.
    pub right: i32,
    /// Minimum z.
    pub top: i32,
    /// Edge of a cell.
    pub cell: i32,
}

impl Grid {
    /// Number of whole cells from west to east; not above 0 without an area.
    pub fn columns(self) -> i64 {
        (i64::from(self.right) - i64::from(self.left)) / i64::from(self.cell)
    }

    /// Number of whole cells from maximum to minimum z.
    pub fn rows(self) -> i64 {
        (i64::from(self.bottom) - i64::from(self.top)) / i64::from(self.cell)
    }

    /// Number of cells; saturates when the area is absurd.
    pub fn cells(self) -> usize {
        let [columns, rows] =
            [self.columns(), self.rows()].map(|count| usize::try_from(count.max(0)).unwrap_or(usize::MAX));
        columns.saturating_mul(rows)
    }

    /// West edge and south edge of a cell, counted row by row.
    pub fn corner(self, cell: usize) -> [f32; 2] {
        let columns = self.columns().max(1);
        let (column, row) = (cell as i64 % columns, cell as i64 / columns);
        let edge = i64::from(self.cell);
        [(i64::from(self.left) + column * edge) as f32, (i64::from(self.bottom) - row * edge) as f32]
    }
}

/// Square root by halving the exponent, as the original computed it.
pub fn crude_square_root(value: f32) -> f32 {
    f32::from_bits(((value.to_bits() as i32 >> 1).wrapping_add(0x1FC0_0000)) as u32)
}

/// Half the diagonal of a cell with edge `cell` and content from `min_y` to `max_y`: the sum in
/// f64, the root approximate.
pub fn partition_diagonal(cell: f32, min_y: f32, max_y: f32) -> f32 {
    let half = f64::from(cell) / 2.0;
    let height = (f64::from(min_y) - f64::from(max_y)) * 0.5;
    crude_square_root((2.0 * half * half + height * height) as f32)
}

/// Middle height of a cell.
pub fn partition_mid_y(min_y: f32, max_y: f32) -> f32 {
    (max_y + min_y) * 0.5
}

/// The range of columns or rows from which the border is repeated, as it must
/// be in files: first, then last; `None` where the file is free.
pub(super) fn border(version: Version, virtual_partition: u32, count: i64, first: i32) -> Option<[i64; 2]> {
    match version {
        Version::Recoil => None,
        Version::MechWarrior3 => Some([1, count - 1]),
        Version::PiratesMoon => Some([1, if virtual_partition != 0 { count - 1 } else { 0 }]),
        Version::CrimsonSkies => {
            let first = i64::from(first);
            // Any column there is, if there is one.
            Some([first.min(count - 1), count - first])
        }
    }
}

impl WorldInfo {
    /// The grid of cells between the edges; parts of a unit are dropped.
    pub fn grid(&self, version: Version) -> Grid {
        Grid {
            left: self.area_left as i32,
            bottom: self.area_bottom as i32,
            right: self.area_right as i32,
            top: self.area_top as i32,
            cell: version.cell_size() as i32,
        }
    }

    pub(super) fn check(&self, report: &mut Report, at: usize, version: Version) {
        let rules = &mut Rules::of::<WorldInfo>(report, at, version);
        let flags = u32::from(version == Version::CrimsonSkies);
        require!(rules, WORLD_FLAGS, self.flags, self.flags <= flags, "at most {flags}");
        if version == Version::CrimsonSkies {
            self.check_skies(rules);
        } else {
            require!(rules, WORLD_FOG, self.fog_type, self.fog_type <= 2, "0, 1 or 2");
        }
        self.check_area(rules, version);
        self.check_grid(rules, version);

        require!(
            rules,
            WORLD_POINTER,
            self.area_partition_ptr,
            self.area_partition_ptr != 0,
            "an address that is not zero"
        );
        require!(rules, WORLD_POINTER, self.vp_ptr, self.vp_ptr != 0, "an address that is not zero");
        let lights = self.light_count > 0;
        let rule = "not zero exactly when there are lights";
        require!(rules, WORLD_POINTER, self.light_nodes_ptr, (self.light_nodes_ptr != 0) == lights, "{rule}");
        require!(rules, WORLD_POINTER, self.light_data_ptr, (self.light_data_ptr != 0) == lights, "{rule}");
        let sounds = self.sound_count > 0;
        let rule = "not zero exactly when there are sounds";
        require!(rules, WORLD_POINTER, self.sound_nodes_ptr, (self.sound_nodes_ptr != 0) == sounds, "{rule}");
        require!(rules, WORLD_POINTER, self.sound_data_ptr, (self.sound_data_ptr != 0) == sounds, "{rule}");
    }

    /// What every Crimson Skies world has.
    fn check_skies(&self, rules: &mut Rules<'_>) {
        equal!(rules, WORLD_FOG, self.fog_type, 1);
        equal!(rules, WORLD_FOG, self.fog_color, [0.0; 3]);
        equal!(rules, WORLD_FOG, self.fog_range, [0.0; 2]);
        equal!(rules, WORLD_FOG, self.fog_altitude, [0.0; 2]);
        equal!(rules, WORLD_FOG, self.fog_density, 0.0);
        equal!(rules, WORLD_LISTS, self.light_count, 1);
        equal!(rules, WORLD_LISTS, self.sound_count, 0);
    }

    fn check_area(&self, rules: &mut Rules<'_>, version: Version) {
        let whole = "a whole number";
        require!(rules, WORLD_AREA, self.area_left, self.area_left.fract() == 0.0, "{whole}");
        require!(rules, WORLD_AREA, self.area_bottom, self.area_bottom.fract() == 0.0, "{whole}");
        require!(rules, WORLD_AREA, self.area_right, self.area_right.fract() == 0.0, "{whole}");
        require!(rules, WORLD_AREA, self.area_top, self.area_top.fract() == 0.0, "{whole}");
        equal!(rules, WORLD_AREA, self.area_width, self.area_right - self.area_left);
        equal!(rules, WORLD_AREA, self.area_height, self.area_top - self.area_bottom);
        require!(
            rules,
            WORLD_AREA,
            self.area_right,
            self.area_right > self.area_left,
            "more than area_left, {:?}",
            self.area_left
        );
        require!(
            rules,
            WORLD_AREA,
            self.area_top,
            self.area_top < self.area_bottom,
            "less than area_bottom, {:?}",
            self.area_bottom
        );
        if matches!(version, Version::PiratesMoon | Version::CrimsonSkies) {
            equal!(rules, WORLD_AREA, self.area_left2, self.area_left - 3.0);
            equal!(rules, WORLD_AREA, self.area_bottom2, self.area_bottom + 3.0);
            equal!(rules, WORLD_AREA, self.area_right2, self.area_right + 3.0);
            equal!(rules, WORLD_AREA, self.area_top2, self.area_top - 3.0);
        }
    }

    fn check_grid(&self, rules: &mut Rules<'_>, version: Version) {
        require!(
            rules,
            WORLD_DEC_FEATURES,
            self.max_dec_feature_count,
            self.max_dec_feature_count <= 0xFF,
            "one byte"
        );
        if version == Version::CrimsonSkies {
            equal!(rules, WORLD_VIRTUAL, self.virtual_partition, 1);
        } else {
            require!(rules, WORLD_VIRTUAL, self.virtual_partition, self.virtual_partition <= 1, "0 or 1");
        }
        let grid = self.grid(version);
        if let Some([first, last]) = border(version, self.virtual_partition, grid.columns(), self.vp_x_min) {
            require!(rules, WORLD_BORDER, self.vp_x_min, i64::from(self.vp_x_min) == first, "{first}");
            require!(rules, WORLD_BORDER, self.vp_x_max, i64::from(self.vp_x_max) == last, "{last}");
        }
        if let Some([first, last]) = border(version, self.virtual_partition, grid.rows(), self.vp_z_min) {
            require!(rules, WORLD_BORDER, self.vp_z_min, i64::from(self.vp_z_min) == first, "{first}");
            require!(rules, WORLD_BORDER, self.vp_z_max, i64::from(self.vp_z_max) == last, "{last}");
        }
        let size = version.cell_size();
        equal!(rules, WORLD_GRID, self.vp_x_size, size);
        equal!(rules, WORLD_GRID, self.vp_z_size, -size);
        equal!(rules, WORLD_GRID, self.vp_x_half, size / 2.0);
        equal!(rules, WORLD_GRID, self.vp_z_half, -size / 2.0);
        equal!(rules, WORLD_GRID, self.vp_x_inv, 1.0 / size);
        equal!(rules, WORLD_GRID, self.vp_z_inv, -1.0 / size);
        equal!(rules, WORLD_GRID, self.vp_diag, -partition_diagonal(size, 0.0, 0.0));
        let (columns, rows) = (grid.columns(), grid.rows());
        require!(rules, WORLD_GRID, self.vp_x_count, i64::from(self.vp_x_count) == columns, "{columns}");
        require!(rules, WORLD_GRID, self.vp_z_count, i64::from(self.vp_z_count) == rows, "{rows}");
    }
}

impl PartitionInfo {
    /// `corner` is where the grid has the cell.
    pub(super) fn check(&self, report: &mut Report, at: usize, version: Version, corner: [f32; 2]) {
        let rules = &mut Rules::of::<PartitionInfo>(report, at, version);
        let size = version.cell_size();
        let [x, z] = corner;
        let (low, high) = (self.min[1], self.max[1]);
        equal!(rules, CELL_PLACE, self.x, x);
        equal!(rules, CELL_PLACE, self.z, z);
        equal!(rules, CELL_BOUNDS, self.min, [x, low, z - size]);
        equal!(rules, CELL_BOUNDS, self.max, [x + size, high, z]);
        let mid = [x + size / 2.0, partition_mid_y(low, high), z - size / 2.0];
        // Some of the original's own files are off by a few units in the last
        // place of y.
        let near = (self.mid[1] - mid[1]).abs() <= 1e-5 * mid[1].abs().max(1.0);
        let holds = self.mid[0] == mid[0] && near && self.mid[2] == mid[2];
        require!(rules, CELL_MID, self.mid, holds, "{mid:?}");
        equal!(rules, CELL_DIAGONAL, self.diagonal, partition_diagonal(size, low, high));
        require!(
            rules,
            CELL_NODES_PTR,
            self.nodes_ptr,
            (self.nodes_ptr != 0) == (self.node_count > 0),
            "not zero exactly when the cell lists nodes"
        );
    }
}
