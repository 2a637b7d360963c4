//! The size of a world.

/// Edge of a cell in units, which are metres.
pub(crate) const CELL: i32 = 256;
/// Most nodes that are used, however large the world is; the format counts to
/// 32766.
pub(crate) const MOST_NODES: u32 = 32_000;

/// Cells along each edge of the smallest square of at least this many whose
/// middle is a corner of cells.
pub(crate) fn side_of(cells: u32) -> u32 {
    let root = cells.isqrt();
    let side = if root * root == cells { root } else { root + 1 };
    side.next_multiple_of(2)
}

/// A square of cells around the origin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Grid {
    /// Cells along each edge, even, so that the origin is a corner of cells.
    pub side: u32,
    /// No more nodes are built.
    pub most_nodes: u32,
}

impl Grid {
    /// Distance from the origin to each edge, units.
    pub fn half(self) -> i32 {
        self.side as i32 * CELL / 2
    }
}
