//! Building the world: its area, its grid, its cells.

use super::super::world::{Grid, border, partition_diagonal, partition_mid_y};
use super::{ADDRESS, BBox, address};
use crate::gamez::Version;
use crate::gamez::nodes::{Partition, PartitionInfo, PartitionNode, World, WorldInfo};

/// Most columns and rows: a node names its cell with 0..=255 for each.
const MAX_CELLS: i64 = 256;
/// Largest edge that an f32 holds with every whole number below it.
const MAX_EDGE: i32 = 1 << 24;

impl World {
    /// An empty world from `left` to `right` along x and from `top` to `bottom`
    /// along z, in units, without fog, with a cell for each whole square of the
    /// version's cell size.
    ///
    /// Cells start at `left` and `bottom`; what remains at the other edges has
    /// none. `None` when the edges span no area, more than 256 cells, or reach
    /// farther than 2^24.
    pub fn new(version: Version, left: i32, top: i32, right: i32, bottom: i32) -> Option<Self> {
        let grid = Grid { left, bottom, right, top, cell: version.cell_size() as i32 };
        let spans = left < right && top < bottom;
        let exact = [left, top, right, bottom].iter().all(|edge| (-MAX_EDGE..=MAX_EDGE).contains(edge));
        if !spans || !exact || grid.columns() > MAX_CELLS || grid.rows() > MAX_CELLS {
            return None;
        }
        let partitions = (0..grid.cells())
            .map(|cell| Partition { info: PartitionInfo::new(version, grid.corner(cell)), nodes: Vec::new() })
            .collect();
        Some(World {
            info: WorldInfo::new(version, grid),
            lights: Vec::new(),
            sounds: Vec::new(),
            partitions,
        })
    }

    /// Lists a node in every cell that its box overlaps, growing the cells'
    /// heights, and returns column and row of the cell its middle is in.
    ///
    /// `None`, and nothing is listed, when the box is outside the grid.
    pub fn put(&mut self, version: Version, node: usize, [low, high]: BBox) -> Option<[i32; 2]> {
        let grid = self.info.grid(version);
        let size = f64::from(grid.cell);
        let (columns, rows) = (grid.columns(), grid.rows());
        // Distances from the corner that the cells are counted from.
        let west = f64::from(low[0]) - f64::from(grid.left);
        let east = f64::from(high[0]) - f64::from(grid.left);
        let near = f64::from(grid.bottom) - f64::from(high[2]);
        let far = f64::from(grid.bottom) - f64::from(low[2]);
        let range = |from: f64, to: f64, count: i64| {
            let first = (from / size).floor() as i64;
            let last = ((to / size).ceil() as i64 - 1).max(first);
            (first.max(0), last.min(count - 1))
        };
        let (first_column, last_column) = range(west, east, columns);
        let (first_row, last_row) = range(near, far, rows);
        if first_column > last_column || first_row > last_row {
            return None;
        }
        for row in first_row..=last_row {
            for column in first_column..=last_column {
                let cell = (row * columns + column) as usize;
                self.partitions.get_mut(cell)?.put(version, node, low[1], high[1]);
            }
        }
        let middle = |from: f64, to: f64, first: i64, last: i64| {
            (((from + to) / 2.0 / size).floor() as i64).clamp(first, last) as i32
        };
        Some([middle(west, east, first_column, last_column), middle(near, far, first_row, last_row)])
    }

    /// Fills in addresses, and the lights if there are none.
    pub(super) fn seal(&mut self, lights: &[i32]) {
        if self.lights.is_empty() {
            self.lights = lights.to_vec();
        }
        let info = &mut self.info;
        (info.area_partition_ptr, info.vp_ptr) = (ADDRESS, ADDRESS);
        info.light_nodes_ptr = address(self.lights.is_empty());
        info.light_data_ptr = info.light_nodes_ptr;
        info.sound_nodes_ptr = address(self.sounds.is_empty());
        info.sound_data_ptr = info.sound_nodes_ptr;
        for partition in &mut self.partitions {
            partition.info.nodes_ptr = address(partition.nodes.is_empty());
        }
    }
}

impl WorldInfo {
    fn new(version: Version, grid: Grid) -> Self {
        let [left, top, right, bottom] =
            [grid.left, grid.top, grid.right, grid.bottom].map(|edge| edge as f32);
        let size = version.cell_size();
        let virtual_partition = u32::from(version != Version::Recoil);
        let later = matches!(version, Version::PiratesMoon | Version::CrimsonSkies);
        let wider = |edge: f32| if later { edge } else { 0.0 };
        let repeated = |count| {
            // A first column that a grid of one cell has, too, where it is free.
            let first = 1.min(count - 1) as i32;
            border(version, virtual_partition, count, first).unwrap_or_default().map(|axis| axis as i32)
        };
        let [vp_x_min, vp_x_max] = repeated(grid.columns());
        let [vp_z_min, vp_z_max] = repeated(grid.rows());
        WorldInfo {
            area_partition_unk: grid.cells() as i32,
            area_partition_ptr: ADDRESS,
            fog_type: 1,
            area_left: left,
            area_bottom: bottom,
            area_width: right - left,
            area_height: top - bottom,
            area_right: right,
            area_top: top,
            area_left2: wider(left - 3.0),
            area_bottom2: wider(bottom + 3.0),
            area_right2: wider(right + 3.0),
            area_top2: wider(top - 3.0),
            max_dec_feature_count: 16,
            virtual_partition,
            vp_x_min,
            vp_z_min,
            vp_x_max,
            vp_z_max,
            vp_x_size: size,
            vp_z_size: -size,
            vp_x_half: size / 2.0,
            vp_z_half: -size / 2.0,
            vp_x_inv: 1.0 / size,
            vp_z_inv: -1.0 / size,
            vp_diag: -partition_diagonal(size, 0.0, 0.0),
            inclusion_tol_low: 3.0,
            inclusion_tol_high: 3.0,
            vp_x_count: grid.columns() as i32,
            vp_z_count: grid.rows() as i32,
            vp_ptr: ADDRESS,
            ones: [1.0; 3],
            ..WorldInfo::default()
        }
    }
}

impl PartitionInfo {
    /// An empty, flat cell with its west and south edge at `corner`.
    fn new(version: Version, [x, z]: [f32; 2]) -> Self {
        let mut info = PartitionInfo { flags: 0x100, field04: -1, x, z, ..PartitionInfo::default() };
        info.set_height(version, 0.0, 0.0);
        info
    }

    /// Sets the lowest and the highest point and everything derived from them.
    pub fn set_height(&mut self, version: Version, low: f32, high: f32) {
        let size = version.cell_size();
        self.min = [self.x, low, self.z - size];
        self.max = [self.x + size, high, self.z];
        self.mid = [self.x + size / 2.0, partition_mid_y(low, high), self.z - size / 2.0];
        self.diagonal = partition_diagonal(size, low, high);
    }
}

impl Partition {
    fn put(&mut self, version: Version, node: usize, low: f32, high: f32) {
        let (y_min, y_max) = if self.nodes.is_empty() {
            (low, high)
        } else {
            (self.info.min[1].min(low), self.info.max[1].max(high))
        };
        self.info.set_height(version, y_min, y_max);
        self.info.nodes_ptr = ADDRESS;
        let heights = if version.has_zeroed_tail() { (0.0, 0.0) } else { (low, high) };
        self.nodes.push(PartitionNode { node_index: node as i32, y_min: heights.0, y_max: heights.1 });
    }
}
