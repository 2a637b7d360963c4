//! How large the world is and what stands where: numbers only.
//!
//! The world is square, its middle is the origin. All built places are near
//! the origin, so that they stay where they are at every scale.

use crate::builders::area::Area;
use crate::builders::grid::{Grid, MOST_NODES, side_of};

/// Quads along the edge of a cell's ground.
pub(super) const QUADS: usize = 16;
/// Edge of a quad of ground.
pub(super) const QUAD: f32 = 16.0;

/// Nodes of the ground in a cell: the cell, two levels and their objects.
const GROUND_NODES: u32 = 5;
/// Most nodes that are neither ground nor trees: all that stands near the
/// origin, and the fixed ones.
const OTHER_NODES: u32 = 700;
/// Trees in a cell when there is room.
const MOST_TREES: u32 = 7;

/// The size of a world.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Layout {
    /// Cells along each edge, even, so that the origin is a corner of cells.
    pub side: u32,
    /// Trees in each cell.
    pub trees: u32,
}

impl Layout {
    /// The layout of `scale` times 64 cells, or a few more.
    pub fn new(scale: u32) -> Self {
        let side = side_of(64 * scale.max(1));
        let room = (MOST_NODES - OTHER_NODES) / (side * side);
        Layout { side, trees: room.saturating_sub(GROUND_NODES).min(MOST_TREES) }
    }

    /// Number of cells.
    pub fn cells(self) -> u32 {
        self.side * self.side
    }

    /// No world of this layout has more nodes.
    pub fn most_nodes(self) -> u32 {
        OTHER_NODES + self.cells() * (GROUND_NODES + self.trees)
    }

    /// Distance from the origin to each edge, units.
    pub fn half(self) -> i32 {
        self.grid().half()
    }

    /// The cells, and how many nodes they may hold.
    pub fn grid(self) -> Grid {
        Grid { side: self.side, most_nodes: self.most_nodes() }
    }
}

/// Level ground at height 0, on quad borders.
pub(super) const LEVEL: Area = Area::new(-256.0, -160.0, 224.0, 160.0);
/// The paved plaza in the middle.
pub(super) const PLAZA: Area = Area::new(-64.0, -32.0, 64.0, 96.0);
/// The paved street from the tunnel over the plaza to the bridge and beyond.
pub(super) const STREETS: [Area; 3] = [
    Area::new(-96.0, 0.0, 112.0, 16.0),
    Area::new(160.0, 0.0, 208.0, 16.0),
    Area::new(-240.0, 0.0, -208.0, 16.0),
];
/// Middle of the street, on which bridge and tunnel lie.
pub(super) const STREET_Z: f32 = 8.0;

/// Depth of the dip under the bridge.
pub(super) const DIP: f32 = 4.8;
/// West and east edges of the dip and of its level bottom.
pub(super) const DIP_EDGES: [f32; 4] = [112.0, 128.0, 144.0, 160.0];
/// Where the dip is at full depth from north to south; it rises to the level
/// over [`DIP_RISE`] beyond.
pub(super) const DIP_REACH: [f32; 2] = [-64.0, 80.0];
/// Length of the rise at each end.
pub(super) const DIP_RISE: f32 = 48.0;

/// The hill with the tunnel: here the ground is the hill's own.
pub(super) const HILL: Area = Area::new(-208.0, -48.0, -96.0, 64.0);
