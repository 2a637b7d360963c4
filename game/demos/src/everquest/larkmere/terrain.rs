//! The land of Larkmere: heights at the corners of a grid, and squares that lie
//! level below or above what is around them.

use crate::builders::numbers::{layered_noise, mix, smooth_step};
use glam::{Vec2, Vec3};

/// Units between two heights.
pub(super) const STEP: f32 = 16.0;
/// Squares along each side.
pub(super) const SQUARES: usize = 64;
/// Half the length of the zone.
const HALF: f32 = 512.0;
/// Height of the tunnel's floor.
pub(super) const FLOOR: f32 = 8.0;

/// Squares that lie level: south, east, north, west, height.
const PADS: [[f32; 5]; 3] = [
    [240.0, 16.0, 272.0, 64.0, FLOOR],
    [416.0, -80.0, 448.0, -32.0, FLOOR],
    [448.0, -80.0, 480.0, -32.0, FLOOR],
];

/// The road to the tunnel, and the way to the windmill: north, west, height.
pub(super) const ROAD: [[f32; 3]; 8] = [
    [-452.0, 196.0, 40.0],
    [-400.0, 160.0, 34.0],
    [-318.0, 116.0, 21.0],
    [-216.0, 92.0, 12.0],
    [-100.0, 76.0, 9.0],
    [20.0, 84.0, 9.0],
    [140.0, 52.0, 8.0],
    [272.0, 40.0, 8.0],
];
pub(super) const PATH: [[f32; 3]; 5] = [
    [132.0, 54.0, 8.0],
    [170.0, 0.0, 8.5],
    [176.0, -70.0, 11.0],
    [172.0, -130.0, 22.0],
    [150.0, -178.0, 34.0],
];
/// The road from the tunnel to the gate.
pub(super) const GORGE: [[f32; 3]; 2] = [[416.0, -56.0, 8.0], [480.0, -56.0, 8.0]];

/// Heights of the land.
pub(in crate::everquest) struct Terrain {
    heights: Vec<f32>,
}

/// A hill: middle, radius, height.
fn hill(x: f32, y: f32, middle: [f32; 2], radius: f32, height: f32) -> f32 {
    let distance = Vec2::new(x, y).distance(Vec2::from(middle));
    height * (1.0 - smooth_step(radius * 0.25, radius, distance))
}

/// Distance to a way, and the way's height there.
pub(super) fn to_way(way: &[[f32; 3]], x: f32, y: f32) -> (f32, f32) {
    let at = Vec2::new(x, y);
    let parts = way.windows(2).map(|pair| {
        let [a, b] = [Vec3::from(pair[0]), Vec3::from(pair[1])];
        let along = (b - a).truncate();
        let t = ((at - a.truncate()).dot(along) / along.length_squared()).clamp(0.0, 1.0);
        let near = a.lerp(b, t);
        (at.distance(near.truncate()), near.z)
    });
    parts.min_by(|a, b| a.0.total_cmp(&b.0)).unwrap_or((f32::MAX, 0.0))
}

fn shaped(seed: u32, x: f32, y: f32) -> f32 {
    let rough = |fine: f32, octaves: u32, stream: u32| {
        layered_noise(seed ^ stream, (x + 700.0) * fine, (y + 700.0) * fine, octaves, 0) - 0.5
    };
    let mut height = 10.5 + rough(0.011, 3, 1) * 11.0;
    height += hill(x, y, [-430.0, 190.0], 190.0, 30.0);
    height += hill(x, y, [-190.0, 270.0], 130.0, 24.0);
    height += hill(x, y, [-300.0, -160.0], 150.0, 22.0);
    height += hill(x, y, [120.0, 260.0], 120.0, 26.0);
    height += hill(x, y, [150.0, -178.0], 84.0, 25.0);
    // The mountains around.
    let away = (-x).max(y.abs()) - 392.0 + rough(0.02, 2, 2) * 90.0;
    let rim = smooth_step(0.0, 118.0, away);
    height += rim * (78.0 + rough(0.019, 4, 3) * 120.0);
    // The lake.
    let lake = Vec2::new((x + 40.0) / 168.0, (y + 140.0) / 142.0).length() + rough(0.02, 2, 4) * 0.28;
    let wet = 1.0 - smooth_step(0.50, 1.06, lake);
    height = mix(height, -26.0, wet);
    let island = hill(x, y, [-70.0, -166.0], 42.0, 34.0);
    height += island;
    // The northern ridge, a cliff towards the valley.
    let near_mouth = 1.0 - smooth_step(40.0, 110.0, (y - 40.0).abs());
    let edge = 258.0 + rough(0.017, 2, 5) * 66.0 * (1.0 - near_mouth);
    let cliff = smooth_step(edge, edge + 14.0 + 26.0 * (1.0 - near_mouth), x);
    let top = 62.0 + rough(0.02, 4, 6) * 74.0 + smooth_step(280.0, 420.0, x) * 26.0;
    height = mix(height, top, cliff);
    if x >= 272.0 && (-112.0..=88.0).contains(&y) {
        height = height.max(44.0);
    }
    let gorge = 1.0 - smooth_step(26.0, 54.0, (y + 56.0 + rough(0.03, 2, 7) * 10.0).abs());
    if (420.0..476.0).contains(&x) {
        height = mix(height, FLOOR, gorge);
    }
    // Ways and the village are level.
    for (way, width) in [(&ROAD[..], 34.0), (&PATH[..], 26.0)] {
        let (distance, level) = to_way(way, x, y);
        if x < 260.0 {
            height = mix(level, height, smooth_step(9.0, width + 14.0, distance));
        }
    }
    let village = Vec2::new(x - 24.0, y - 124.0).length();
    height = mix(9.0, height, smooth_step(46.0, 92.0, village));
    let height = (height * 4.0).round() / 4.0;
    // No ground lies hardly below the lake: one would not know whether it is in the water.
    if (-1.0..0.0).contains(&height) { -1.0 } else { height }
}

impl Terrain {
    pub fn new(seed: u32) -> Self {
        let corners = 0..(SQUARES + 1) * (SQUARES + 1);
        let place = |index: usize| {
            [index % (SQUARES + 1), index / (SQUARES + 1)].map(|number| number as f32 * STEP - HALF)
        };
        let heights = corners.map(|index| {
            let [x, y] = place(index);
            shaped(seed, x, y)
        });
        Terrain { heights: heights.collect() }
    }

    /// Height at a corner of the grid; outside of it that of the edge.
    fn corner(&self, column: usize, row: usize) -> f32 {
        self.heights[row.min(SQUARES) * (SQUARES + 1) + column.min(SQUARES)]
    }

    /// Height at a corner of the grid, whatever squares lie level around it.
    pub fn at_corner(&self, x: f32, y: f32) -> f32 {
        let number = |value: f32| ((value + HALF) / STEP).round().max(0.0) as usize;
        self.corner(number(x), number(y))
    }

    /// South-east corner of a square.
    pub fn origin(column: usize, row: usize) -> Vec2 {
        Vec2::new(column as f32, row as f32) * STEP - HALF
    }

    /// Heights of a square: south-east, north-east, north-west, south-west.
    pub fn square(&self, column: usize, row: usize) -> [f32; 4] {
        let middle = Self::origin(column, row) + STEP / 2.0;
        let pad = PADS.iter().find(|[south, east, north, west, _]| {
            (*south..*north).contains(&middle.x) && (*east..*west).contains(&middle.y)
        });
        match pad {
            Some([.., height]) => [*height; 4],
            None => [(0, 0), (1, 0), (1, 1), (0, 1)].map(|(x, y)| self.corner(column + x, row + y)),
        }
    }

    /// Height of the ground.
    pub fn height(&self, x: f32, y: f32) -> f32 {
        let part = ((Vec2::new(x, y) + HALF) / STEP).clamp(Vec2::ZERO, Vec2::splat(SQUARES as f32 - 0.01));
        let (column, row) = (part.x as usize, part.y as usize);
        let (u, v) = (part.x - part.x.floor(), part.y - part.y.floor());
        let [se, ne, nw, sw] = self.square(column, row);
        // Squares are cut from the south-east to the north-west.
        if u > v { se + (ne - se) * u + (nw - ne) * v } else { se + (sw - se) * v + (nw - sw) * u }
    }

    /// A point on the ground.
    pub fn on(&self, x: f32, y: f32) -> Vec3 {
        Vec3::new(x, y, self.height(x, y))
    }

    /// Upwards from the ground, softened.
    pub fn normal(&self, x: f32, y: f32) -> Vec3 {
        let north = self.height(x + STEP, y) - self.height(x - STEP, y);
        let west = self.height(x, y + STEP) - self.height(x, y - STEP);
        Vec3::new(-north, -west, 2.0 * STEP).normalize()
    }
}
