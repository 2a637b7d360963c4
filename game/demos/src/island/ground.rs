//! The land: pads at given heights whose sides fall off, the highest of which
//! counts; cut away where the abbey goes below ground.

use super::layout::{
    BEACH, CLOISTER, CRYPT_STAIRS, GARTH, LAND, LEDGE, MEADOW, NAVE, PLATEAU, STAIRS, VAULT,
};
use crate::builders::area::Area;
use crate::builders::numbers::{layered_noise, smooth_step};
use glam::Vec3;

/// Metres between two heights.
const CELL: f32 = 1.0;
/// Heights along each side of the land.
pub(super) const COLUMNS: u32 = (2.0 * LAND / CELL) as u32 + 1;
/// The bottom of the sea.
const DEEP: f32 = -5.0;

/// A rectangle at a height, and how steeply it falls off to the west, east,
/// south and north.
struct Pad {
    area: Area,
    height: f32,
    fall: [f32; 4],
    /// How rugged its sides are, metres.
    rugged: f32,
}

const PADS: [Pad; 13] = [
    Pad {
        area: Area::new(-23.0, -12.02, 10.2, 23.0),
        height: PLATEAU,
        fall: [1.5, 1.9, 8.0, 1.1],
        rugged: 2.6,
    },
    Pad {
        area: Area::new(-28.0, -32.0, 22.0, -11.0),
        height: MEADOW,
        fall: [1.1, 1.2, 0.33, 1.0],
        rugged: 1.6,
    },
    Pad { area: Area::new(11.0, 4.0, 19.0, 20.0), height: LEDGE, fall: [9.0, 1.7, 1.3, 1.3], rugged: 1.6 },
    Pad {
        area: Area::new(-26.0, -42.0, -5.0, -30.0),
        height: BEACH,
        fall: [0.5, 0.5, 0.26, 0.3],
        rugged: 0.5,
    },
    Pad { area: Area::new(-21.0, 26.0, -14.0, 32.0), height: 12.5, fall: [1.0, 0.8, 0.75, 1.3], rugged: 3.0 },
    Pad { area: Area::new(3.0, 25.0, 8.0, 29.0), height: 9.6, fall: [0.7, 0.9, 0.5, 1.2], rugged: 2.4 },
    Pad { area: Area::new(-27.0, 4.0, -25.0, 10.0), height: 8.8, fall: [1.2, 0.4, 0.7, 0.7], rugged: 2.2 },
    Pad { area: Area::new(17.0, -24.0, 20.0, -19.0), height: 5.6, fall: [0.7, 1.0, 0.6, 0.6], rugged: 2.0 },
    Pad { area: Area::new(28.0, -39.0, 31.0, -37.0), height: 2.4, fall: [1.2, 1.0, 1.5, 1.1], rugged: 2.2 },
    Pad { area: Area::new(34.0, -31.0, 35.5, -29.0), height: 1.2, fall: [1.2, 1.4, 1.1, 1.0], rugged: 2.0 },
    Pad { area: Area::new(-44.0, -48.0, -41.0, -46.0), height: 2.8, fall: [1.1, 1.2, 1.3, 1.0], rugged: 2.4 },
    Pad { area: Area::new(30.0, 26.0, 33.0, 30.0), height: 6.5, fall: [1.4, 1.6, 1.3, 1.5], rugged: 3.4 },
    Pad { area: Area::new(-40.0, 20.0, -37.0, 24.0), height: 3.8, fall: [1.3, 1.2, 1.4, 1.2], rugged: 2.6 },
];

/// The land.
pub(super) struct Land {
    seed: u32,
    heights: Vec<f32>,
}

impl Land {
    pub fn new(seed: u32) -> Self {
        let mut land = Land { seed, heights: Vec::new() };
        let heights = (0..COLUMNS * COLUMNS).map(|index| {
            let (column, row) = (index % COLUMNS, index / COLUMNS);
            land.shaped(-LAND + column as f32 * CELL, LAND - row as f32 * CELL)
        });
        land.heights = heights.collect();
        land
    }

    /// Row by row from the north.
    pub fn heights(&self) -> &[f32] {
        &self.heights
    }

    /// What the land would be like without its grid.
    fn shaped(&self, x: f32, y: f32) -> f32 {
        let mut height = DEEP;
        for (number, pad) in (0..).zip(&PADS) {
            let Area { west, east, north: low, south: high } = pad.area;
            let [fall_west, fall_east, fall_low, fall_high] = pad.fall;
            let dx = (west - x).max(0.0) * fall_west + (x - east).max(0.0) * fall_east;
            let dy = (low - y).max(0.0) * fall_low + (y - high).max(0.0) * fall_high;
            let drop = (dx * dx + dy * dy).sqrt();
            let rough = layered_noise(self.seed ^ (300 + number), x * 0.21, y * 0.21, 4, 0) - 0.5;
            let rough = rough * 2.0 * pad.rugged * smooth_step(0.2, 3.5, drop);
            height = height.max(pad.height - drop + rough);
        }
        // Nothing is level that nobody levelled.
        let gentle = layered_noise(self.seed ^ 320, x * 0.13, y * 0.13, 3, 0) - 0.5;
        if height > 1.6 && height < PLATEAU - 0.4 && y < -13.5 {
            height += gentle * 0.7;
        }
        self.cut(x, y).map_or(height, |low| height.min(low))
    }

    /// The most that the land may rise where something is built into it.
    fn cut(&self, x: f32, y: f32) -> Option<f32> {
        let under_floor = PLATEAU - 0.7;
        let crypt = Area::new(CRYPT_STAIRS.west - 1.0, 9.0, VAULT.east, 15.0);
        let walks = Area::new(CLOISTER.west + 0.5, CLOISTER.north + 0.5, CLOISTER.east - 0.5, CLOISTER.south);
        let garth = Area::new(GARTH.west, GARTH.north, GARTH.east, GARTH.south);
        let stairs = Area::new(STAIRS.west, STAIRS.north - 0.4, STAIRS.east, STAIRS.south - 0.5);
        match () {
            () if crypt.contains(x, y) => Some(2.0),
            () if NAVE.contains(x, y) => Some(under_floor),
            () if garth.contains(x, y) => None,
            () if walks.contains(x, y) => Some(under_floor),
            () if stairs.contains(x, y) => Some(MEADOW - 0.2),
            () => None,
        }
    }

    /// Height at a corner of the grid; outside of it that of the edge.
    fn corner(&self, column: i32, row: i32) -> f32 {
        let last = COLUMNS as i32 - 1;
        let (column, row) = (column.clamp(0, last), row.clamp(0, last));
        self.heights[(row * (last + 1) + column) as usize]
    }

    /// Height of the surface as it is drawn.
    pub fn height(&self, x: f32, y: f32) -> f32 {
        let (u, v) = ((x + LAND) / CELL, (LAND - y) / CELL);
        let (column, row) = (u.floor(), v.floor());
        let (fu, fv) = (u - column, v - row);
        let (column, row) = (column as i32, row as i32);
        let (nw, ne) = (self.corner(column, row), self.corner(column + 1, row));
        let (sw, se) = (self.corner(column, row + 1), self.corner(column + 1, row + 1));
        // Cells are cut from the south-west to the north-east.
        if fu + fv > 1.0 {
            se + (sw - se) * (1.0 - fu) + (ne - se) * (1.0 - fv)
        } else {
            nw + (ne - nw) * fu + (sw - nw) * fv
        }
    }

    /// Outwards of the surface, softened over two cells.
    pub fn normal(&self, x: f32, y: f32) -> Vec3 {
        let east = self.height(x + CELL, y) - self.height(x - CELL, y);
        let north = self.height(x, y + CELL) - self.height(x, y - CELL);
        Vec3::new(-east, -north, 2.0 * CELL).normalize()
    }

    /// A point on the ground.
    pub fn on(&self, x: f32, y: f32) -> Vec3 {
        Vec3::new(x, y, self.height(x, y))
    }

    /// Its triangles.
    pub fn triangles(&self) -> Vec<[Vec3; 3]> {
        let at = |column: i32, row: i32| {
            let (x, y) = (-LAND + column as f32 * CELL, LAND - row as f32 * CELL);
            Vec3::new(x, y, self.corner(column, row))
        };
        let last = COLUMNS as i32 - 1;
        let mut all = Vec::with_capacity((2 * last * last) as usize);
        for row in 0..last {
            for column in 0..last {
                let (nw, ne) = (at(column, row), at(column + 1, row));
                let (sw, se) = (at(column, row + 1), at(column + 1, row + 1));
                all.extend([[sw, se, ne], [sw, ne, nw]]);
            }
        }
        all
    }
}
