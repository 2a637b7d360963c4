//! How large the valley is and where everything lies: numbers and lines only.
//!
//! North is -z. The valley runs from north to south, the river along its floor;
//! the road comes in from the south over a shoulder, crosses the river and ends
//! in the base. All built places are near the origin.

use crate::builders::area::Area;
use crate::builders::grid::{CELL, Grid, MOST_NODES, side_of};
use crate::builders::numbers::smooth_step;
use glam::{Vec2, Vec3};

/// Edge of the finest quad of ground, used near the origin.
pub(super) const FINE: f32 = 8.0;
/// Edge of a quad of ground everywhere else.
pub(super) const QUAD: f32 = 16.0;
/// Edge of a quad of ground that is seen from far away.
pub(super) const FAR: f32 = 64.0;
/// Quads along the edge of a cell.
pub(super) const QUADS: usize = 16;
/// Cells from the origin in each direction whose ground is fine.
pub(super) const FINE_CELLS: i32 = 2;

/// Nodes of the ground of a cell: the cell, two levels and their objects.
const GROUND_NODES: u32 = 5;
/// Most nodes that are neither ground nor strewn over every cell.
const OTHER_NODES: u32 = 3600;
/// Trees and groups of trees in a cell when there is room.
const MOST_TREES: u32 = 24;
/// Cells beyond which each has one level of ground only.
const MOST_RICH_CELLS: u32 = 3600;

/// The size of a valley.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Layout {
    /// Cells along each edge, even.
    pub side: u32,
    /// Trees in each cell.
    pub trees: u32,
    /// False where every cell has one coarse level of ground.
    pub rich: bool,
}

impl Layout {
    /// The layout of `scale` times 144 cells, or a few more.
    pub fn new(scale: u32) -> Self {
        let side = side_of(144 * scale.max(1));
        let rich = side * side <= MOST_RICH_CELLS;
        let room = (MOST_NODES - OTHER_NODES) / (side * side);
        let ground = if rich { GROUND_NODES } else { 1 };
        Layout { side, trees: room.saturating_sub(ground).min(MOST_TREES), rich }
    }

    /// The cells, and how many nodes they may hold.
    pub fn grid(self) -> Grid {
        let ground = if self.rich { GROUND_NODES } else { 1 };
        let most_nodes = OTHER_NODES + self.side * self.side * (ground + self.trees);
        Grid { side: self.side, most_nodes: most_nodes.min(MOST_NODES) }
    }

    /// Distance from the origin to each edge, units.
    pub fn half(self) -> f32 {
        (self.side as i32 * CELL / 2) as f32
    }
}

/// The paved terrace of the base, at height 0, on quad borders.
pub(super) const BASE: Area = Area::new(-128.0, -144.0, 160.0, 96.0);
/// Middle of the main street, of the gate and of the bridge.
pub(super) const STREET_X: f32 = 16.0;
/// North and south ends of the bridge.
pub(super) const BRIDGE: [f32; 2] = [124.0, 212.0];
/// Height of the bridge's deck.
pub(super) const DECK: f32 = 0.6;
/// Height of the water.
pub(super) const WATER: f32 = -9.0;
/// Here the ground is the tunnel hill's own.
pub(super) const HILL: Area = Area::new(-448.0, -48.0, -272.0, 64.0);
/// Middle of the tunnel and of the way to it.
pub(super) const TUNNEL_Z: f32 = 8.0;
/// West and east mouths of the tunnel.
pub(super) const MOUTHS: [f32; 2] = [-408.0, -312.0];
/// Level ground behind the tunnel.
pub(super) const CIRQUE: Area = Area::new(-560.0, -56.0, -448.0, 72.0);

/// Middle of the road from the south to the bridge, with heights.
const ROAD: [Vec3; 9] = [
    Vec3::new(-240.0, 52.0, 800.0),
    Vec3::new(-190.0, 46.0, 640.0),
    Vec3::new(-110.0, 36.0, 500.0),
    Vec3::new(-46.0, 25.0, 400.0),
    Vec3::new(-8.0, 17.5, 338.0),
    Vec3::new(24.0, 10.5, 290.0),
    Vec3::new(26.0, 4.0, 248.0),
    Vec3::new(16.0, 0.6, 212.0),
    Vec3::new(16.0, 0.6, 190.0),
];

/// Middle of the river from north to south.
const RIVER: [Vec2; 13] = [
    Vec2::new(150.0, -1700.0),
    Vec2::new(190.0, -1250.0),
    Vec2::new(150.0, -900.0),
    Vec2::new(250.0, -620.0),
    Vec2::new(300.0, -360.0),
    Vec2::new(262.0, -130.0),
    Vec2::new(244.0, 40.0),
    Vec2::new(170.0, 146.0),
    Vec2::new(16.0, 172.0),
    Vec2::new(-130.0, 186.0),
    Vec2::new(-300.0, 300.0),
    Vec2::new(-390.0, 640.0),
    Vec2::new(-330.0, 1700.0),
];

/// A smooth line through points, cut into straight pieces.
#[derive(Clone, Debug)]
pub(super) struct Line {
    points: Vec<Vec3>,
    pieces: Vec<Piece>,
}

/// A straight piece of a line, as seen from above.
#[derive(Clone, Copy, Debug)]
struct Piece {
    from: Vec2,
    along: Vec2,
    /// More than 0.
    length_sq: f32,
    /// At both ends.
    heights: [f32; 2],
}

impl Piece {
    fn between(a: Vec3, b: Vec3) -> Self {
        let from = Vec2::new(a.x, a.z);
        let along = Vec2::new(b.x, b.z) - from;
        Piece { from, along, length_sq: along.length_squared().max(1e-6), heights: [a.y, b.y] }
    }
}

impl Line {
    fn through(knots: &[Vec3], step: f32) -> Self {
        let mut points = Vec::new();
        let at = |index: i32| knots[index.clamp(0, knots.len() as i32 - 1) as usize];
        for index in 0..knots.len() as i32 - 1 {
            let (a, b, c, d) = (at(index - 1), at(index), at(index + 1), at(index + 2));
            let pieces = (b.distance(c) / step).ceil().max(1.0) as u32;
            for piece in 0..pieces {
                let t = piece as f32 / pieces as f32;
                let curve = b * 2.0
                    + (c - a) * t
                    + (a * 2.0 - b * 5.0 + c * 4.0 - d) * (t * t)
                    + (b * 3.0 - a - c * 3.0 + d) * (t * t * t);
                points.push(curve * 0.5);
            }
        }
        points.extend(knots.last());
        let pieces = points.windows(2).map(|pair| Piece::between(pair[0], pair[1])).collect();
        Line { points, pieces }
    }

    /// The road.
    pub fn road() -> Self {
        Line::through(&ROAD, 10.0)
    }

    /// The river; its height is that of the water.
    pub fn river() -> Self {
        let knots: Vec<Vec3> = RIVER.iter().map(|knot| Vec3::new(knot.x, WATER, knot.y)).collect();
        Line::through(&knots, 22.0)
    }

    /// Its points in order.
    pub fn points(&self) -> &[Vec3] {
        &self.points
    }

    /// How far a place is from it on the ground, and its height there.
    pub fn nearest(&self, x: f32, z: f32) -> (f32, f32) {
        let place = Vec2::new(x, z);
        let mut best = (f32::MAX, 0.0);
        for piece in &self.pieces {
            let t = ((place - piece.from).dot(piece.along) / piece.length_sq).clamp(0.0, 1.0);
            let distance_sq = place.distance_squared(piece.from + piece.along * t);
            if distance_sq < best.0 {
                best = (distance_sq, piece.heights[0] * (1.0 - t) + piece.heights[1] * t);
            }
        }
        (best.0.sqrt(), best.1)
    }
}

/// Half the width of the water at a place along the river.
pub(super) fn river_half(z: f32) -> f32 {
    15.0 + 4.0 * libm::sinf(z * 0.011) + 9.0 * smooth_step(200.0, 420.0, z)
}
