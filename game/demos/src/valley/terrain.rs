//! The shape of the land: heights, baked light and colours on two grids, a fine
//! one near the origin and a coarse one for everything.

use super::layout::{
    BASE, BRIDGE, CIRQUE, FAR, FINE, FINE_CELLS, HILL, Layout, Line, MOUTHS, QUAD, QUADS, STREET_X, TUNNEL_Z,
    WATER, river_half,
};
use super::light::SUN;
use crate::builders::area::Area;
use crate::builders::grid::CELL;
use crate::builders::numbers::{layered_noise, mix, noise, smooth_step};
use glam::Vec3;
use rayon::prelude::*;

/// The land.
pub(super) struct Terrain {
    seed: u32,
    half: f32,
    road: Line,
    river: Line,
    fine: Raster,
    coarse: Raster,
}

/// Values at the corners of a square of quads.
#[derive(Default)]
pub(super) struct Raster {
    /// Corners along each edge.
    pub size: usize,
    /// Coordinate of the first corner on both axes.
    pub first: f32,
    /// Edge of a quad.
    pub step: f32,
    heights: Vec<f32>,
    colors: Vec<Vec3>,
}

/// What the ground of a quad is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ground {
    /// Nothing: the place is built over.
    Hole,
    /// Gentle land that grass covers.
    Grass,
    /// Gentle land that it does not.
    Dirt,
    /// Steep land.
    Rock,
    /// Along the water.
    Gravel,
}

impl Raster {
    fn new(first: f32, step: f32, size: usize, height: impl Fn(f32, f32) -> f32 + Sync) -> Self {
        let mut raster = Raster { size, first, step, ..Raster::default() };
        raster.heights = (0..size * size)
            .into_par_iter()
            .map(|index| height(raster.coordinate(index % size), raster.coordinate(index / size)))
            .collect();
        raster
    }

    /// Lets stones slide from what is too steep to where it is not.
    fn slip(&mut self, rounds: u32) {
        let most = 0.95 * self.step;
        for _ in 0..rounds {
            let before = self.heights.clone();
            for row in 1..self.size - 1 {
                for column in 1..self.size - 1 {
                    let index = row * self.size + column;
                    let mut change = 0.0;
                    for other in [index - 1, index + 1, index - self.size, index + self.size] {
                        let fall = before[index] - before[other];
                        let excess = fall.abs() - most;
                        if excess > 0.0 {
                            change -= excess * 0.2 * fall.signum();
                        }
                    }
                    self.heights[index] += change;
                }
            }
        }
    }

    fn coordinate(&self, corner: usize) -> f32 {
        self.first + corner as f32 * self.step
    }

    /// A corner.
    pub fn corner(&self, column: usize, row: usize) -> Vec3 {
        Vec3::new(self.coordinate(column), self.heights[row * self.size + column], self.coordinate(row))
    }

    /// The colour of the land at a corner, light included.
    pub fn color(&self, column: usize, row: usize) -> Vec3 {
        self.colors[row * self.size + column]
    }

    fn covers(&self, x: f32, z: f32) -> bool {
        let last = self.coordinate(self.size - 1);
        self.size > 0 && (self.first..=last).contains(&x) && (self.first..=last).contains(&z)
    }

    fn sample<T>(&self, x: f32, z: f32, value: impl Fn(usize) -> T, blend: impl Fn(T, T, f32) -> T) -> T {
        let last = (self.size - 2) as f32;
        let place = |value: f32| ((value - self.first) / self.step).clamp(0.0, last + 1.0);
        let (x, z) = (place(x), place(z));
        let (column, row) = (x.floor().min(last), z.floor().min(last));
        let (tx, tz) = (x - column, z - row);
        let at = |dx: usize, dz: usize| value((row as usize + dz) * self.size + column as usize + dx);
        blend(blend(at(0, 0), at(1, 0), tx), blend(at(0, 1), at(1, 1), tx), tz)
    }

    fn normal(&self, index: usize) -> Vec3 {
        let (column, row, last) = (index % self.size, index / self.size, self.size - 1);
        let at = |column: usize, row: usize| self.heights[row * self.size + column];
        let across = at((column + 1).min(last), row) - at(column.saturating_sub(1), row);
        let along = at(column, (row + 1).min(last)) - at(column, row.saturating_sub(1));
        Vec3::new(-across, 2.0 * self.step, -along).normalize()
    }
}

impl Terrain {
    /// The land of a layout.
    pub fn new(layout: Layout, seed: u32) -> Self {
        let (road, river) = (Line::road(), Line::river());
        let half = layout.half();
        let shape = Shape { seed, half, road: &road, river: &river };
        let size = layout.side as usize * QUADS + 1;
        let mut coarse = Raster::new(-half, QUAD, size, |x, z| shape.height(x, z));
        let reach = (FINE_CELLS * CELL) as f32;
        let mut fine = Raster::default();
        if layout.rich {
            let size = (2.0 * reach / FINE) as usize + 1;
            fine = Raster::new(-reach, FINE, size, |x, z| shape.height(x, z));
            fine.slip(3);
            // Along its border the fine ground is as the coarse ground is.
            for step in 0..size {
                for index in [step, (size - 1) * size + step, step * size, step * size + size - 1] {
                    let (x, z) = (fine.coordinate(index % size), fine.coordinate(index / size));
                    fine.heights[index] = coarse.sample(x, z, |at| coarse.heights[at], mix);
                }
            }
            for row in 0..coarse.size {
                for column in 0..coarse.size {
                    let (x, z) = (coarse.coordinate(column), coarse.coordinate(row));
                    if fine.covers(x, z) {
                        coarse.heights[row * coarse.size + column] =
                            fine.sample(x, z, |at| fine.heights[at], mix);
                    }
                }
            }
        }
        let mut terrain = Terrain { seed, half, fine, coarse, road, river };
        terrain.fine.colors = terrain.bake(&terrain.fine);
        terrain.coarse.colors = terrain.bake(&terrain.coarse);
        terrain
    }

    fn bake(&self, raster: &Raster) -> Vec<Vec3> {
        (0..raster.size * raster.size)
            .into_par_iter()
            .map(|index| {
                let point = raster.corner(index % raster.size, index / raster.size);
                let normal = raster.normal(index);
                // Haze brings some of the sun into the shade of hills.
                let sun = mix(0.34, 1.0, self.sunlight(point + Vec3::Y, SUN.to()));
                self.tint(point, normal) * SUN.on(normal, sun, self.openness(point))
            })
            .collect()
    }

    /// The finest ground at a place, and the coarse one.
    pub fn fine(&self) -> &Raster {
        &self.fine
    }

    /// Ground everywhere.
    pub fn coarse(&self) -> &Raster {
        &self.coarse
    }

    /// The road.
    pub fn road(&self) -> &Line {
        &self.road
    }

    /// The river.
    pub fn river(&self) -> &Line {
        &self.river
    }

    /// Height at any place, between the corners linear.
    pub fn height(&self, x: f32, z: f32) -> f32 {
        let raster = if self.fine.covers(x, z) { &self.fine } else { &self.coarse };
        raster.sample(x, z, |at| raster.heights[at], mix)
    }

    /// Height of the land at a place as it is seen from far away.
    pub fn far_height(&self, x: f32, z: f32) -> f32 {
        let (west, north) = ((x / FAR).floor() * FAR, (z / FAR).floor() * FAR);
        let (tx, tz) = ((x - west) / FAR, (z - north) / FAR);
        let at = |dx: f32, dz: f32| self.height(west + dx * FAR, north + dz * FAR);
        mix(mix(at(0.0, 0.0), at(1.0, 0.0), tx), mix(at(0.0, 1.0), at(1.0, 1.0), tx), tz)
    }

    /// The normal at any place.
    pub fn normal(&self, x: f32, z: f32) -> Vec3 {
        let across = self.height(x + 3.0, z) - self.height(x - 3.0, z);
        let along = self.height(x, z + 3.0) - self.height(x, z - 3.0);
        Vec3::new(-across, 6.0, -along).normalize()
    }

    /// Colour of the land at any place, light included.
    pub fn color(&self, x: f32, z: f32) -> Vec3 {
        let raster = if self.fine.covers(x, z) { &self.fine } else { &self.coarse };
        raster.sample(x, z, |at| raster.colors[at], |a, b, t| a.lerp(b, t))
    }

    /// What the ground around a place is.
    pub fn ground(&self, x: f32, z: f32) -> Ground {
        if self.fine.size > 0 && (HILL.contains(x, z) || BASE.contains(x, z)) {
            return Ground::Hole;
        }
        self.cover(x, z)
    }

    /// The same as if nothing was built over it.
    pub fn cover(&self, x: f32, z: f32) -> Ground {
        let upright = self.normal(x, z).y;
        let broken = layered_noise(self.seed ^ 21, x / 22.0, z / 22.0, 2, 0) - 0.5;
        let height = self.height(x, z);
        if x.abs() < 600.0 && height < WATER + 3.2 + broken * 3.0 {
            Ground::Gravel
        } else if upright < 0.80 + broken * 0.16 {
            Ground::Rock
        } else if self.dryness(x, z) + broken * 0.3 > 0.55 {
            Ground::Dirt
        } else {
            Ground::Grass
        }
    }

    /// How little grows at a place, 0..=1.
    pub fn dryness(&self, x: f32, z: f32) -> f32 {
        layered_noise(self.seed ^ 15, x / 170.0, z / 170.0, 4, CELL * 6 / 170)
    }

    /// How much of the sun reaches a point, 0..=1: hills in the way take it.
    pub fn sunlight(&self, point: Vec3, to_sun: Vec3) -> f32 {
        let level = (to_sun.x * to_sun.x + to_sun.z * to_sun.z).sqrt();
        let rise = to_sun.y / level;
        let mut seen: f32 = 1.0;
        for step in 1..=15 {
            let distance = 7.0 * step as f32 + 2.2 * (step * step) as f32;
            let (x, z) = (point.x + to_sun.x / level * distance, point.z + to_sun.z / level * distance);
            let clear = point.y + rise * distance - self.height(x, z);
            seen = seen.min(smooth_step(-0.05, 0.06, clear / distance));
        }
        seen
    }

    /// How open a place is to the sky: less in hollows, more on ridges.
    fn openness(&self, point: Vec3) -> f32 {
        let mut open = 0.0;
        for reach in [14.0, 45.0] {
            let around = self.height(point.x + reach, point.z)
                + self.height(point.x - reach, point.z)
                + self.height(point.x, point.z + reach)
                + self.height(point.x, point.z - reach);
            open += (point.y - around * 0.25) / reach;
        }
        (0.94 + open * 0.55).clamp(0.76, 1.15)
    }

    /// Colour of the land before light.
    fn tint(&self, point: Vec3, normal: Vec3) -> Vec3 {
        let (x, z) = (point.x, point.z);
        let fresh = Vec3::new(0.56, 0.60, 0.32);
        let grass = Vec3::new(0.70, 0.66, 0.36);
        let dry = Vec3::new(0.84, 0.71, 0.45);
        let rock = Vec3::new(0.66, 0.60, 0.56);
        let pebbles = Vec3::new(0.78, 0.74, 0.66);
        let wet = Vec3::new(0.54, 0.52, 0.45);
        let to_edge = self.half - x.abs().max(z.abs());
        let inland = smooth_step(CELL as f32, 2.0 * CELL as f32, to_edge);
        let fine = layered_noise(self.seed ^ 16, x / 32.0, z / 32.0, 3, CELL / 32);
        let macro_tone = layered_noise(self.seed ^ 18, x / 120.0, z / 120.0, 3, 0);
        let dryness = mix(0.5, self.dryness(x, z), inland) + (fine - 0.5) * 0.35;
        let mut land = grass.lerp(dry, smooth_step(0.42, 0.66, dryness));
        land = land.lerp(fresh, smooth_step(0.48, 0.30, dryness));
        // Greener along the water and in hollows, barer above.
        let (to_river, _) = self.river.nearest(x, z);
        let bank = to_river - river_half(z);
        land = land.lerp(fresh, smooth_step(120.0, 30.0, bank) * 0.55);
        land = land.lerp(rock, smooth_step(90.0, 210.0, point.y + (fine - 0.5) * 60.0) * 0.5);
        land = land.lerp(rock, smooth_step(0.90, 0.76, normal.y + (fine - 0.5) * 0.10));
        if bank < 60.0 {
            let above = point.y - WATER;
            land = land.lerp(pebbles, smooth_step(4.6, 2.6, above + (fine - 0.5) * 2.0));
            land = land.lerp(wet, smooth_step(0.7, 0.0, above));
        }
        let (to_road, _) = self.road.nearest(x, z);
        let near = |area: &Area| smooth_step(26.0, 2.0, area.distance(x, z));
        let street = Area::new(HILL.west - 60.0, TUNNEL_Z - 6.0, BASE.west, TUNNEL_Z + 6.0);
        let trodden = smooth_step(17.0, 5.0, to_road).max(near(&BASE)).max(near(&street));
        land = land.lerp(dry * 0.95, trodden * 0.75);
        land * mix(0.86, 1.12, fine) * mix(0.90, 1.12, inland * macro_tone + (1.0 - inland) * 0.5)
    }
}

/// What heights are made of.
struct Shape<'s> {
    seed: u32,
    half: f32,
    road: &'s Line,
    river: &'s Line,
}

impl Shape<'_> {
    fn height(&self, x: f32, z: f32) -> f32 {
        let seed = self.seed;
        let inland = self.natural(x, z);
        // The cells along the edge are drawn again beyond it: there the land
        // repeats from cell to cell.
        let to_edge = self.half - x.abs().max(z.abs());
        let edge = smooth_step(2.0 * CELL as f32, CELL as f32 + QUAD, to_edge);
        let repeated = 30.0 + (layered_noise(seed ^ 10, x / 64.0, z / 64.0, 4, CELL / 64) - 0.40) * 46.0;
        let mut height = mix(inland, repeated, edge);
        if edge < 1.0 {
            height = self.carved(x, z, height, 1.0 - edge);
        }
        height
    }

    /// Before anything was built.
    fn natural(&self, x: f32, z: f32) -> f32 {
        let seed = self.seed;
        let (wx, wz) = (
            layered_noise(seed ^ 5, x / 330.0, z / 330.0, 2, 0),
            layered_noise(seed ^ 6, x / 330.0, z / 330.0, 2, 0),
        );
        let (px, pz) = (x + (wx - 0.5) * 210.0, z + (wz - 0.5) * 210.0);
        let across = px - 40.0 * libm::sinf(z / 420.0);
        // The flanks: steep in the middle, broken into spurs.
        let folds = 1.0 - (2.0 * noise(seed ^ 8, px / 260.0, pz / 260.0, 0) - 1.0).abs();
        let rough = layered_noise(seed ^ 9, px / 110.0, pz / 110.0, 4, 0);
        let away = across.abs() + (folds - 0.5) * 130.0;
        let far_north = smooth_step(-480.0, -1250.0, z);
        let far_south = smooth_step(360.0, 900.0, z);
        let start = 285.0 - 110.0 * far_north - 60.0 * far_south;
        let flank = smooth_step(start, start + 470.0, away);
        let summit = 118.0 + 92.0 * layered_noise(seed ^ 12, px / 420.0, pz / 420.0, 2, 0) + 60.0 * far_north;
        let crest = smooth_step(0.55, 1.0, folds) * (0.55 + 0.9 * rough);
        let mut height = flank * summit
            + smooth_step(start - 60.0, start + 300.0, away) * (crest * 52.0 + (rough - 0.45) * 40.0);
        // The valley's end, and the shoulder in the south.
        height += far_north * (40.0 + 150.0 * smooth_step(-1000.0, -1400.0, z) * (0.45 + folds * 0.8));
        height += smooth_step(215.0, 345.0, z + (wx - 0.5) * 90.0) * (17.0 + 6.0 * rough)
            + far_south * (26.0 + 30.0 * rough);
        // The spur with the tunnel.
        let spur = smooth_step(86.0, 34.0, (x + 360.0).abs()) * smooth_step(175.0, 60.0, z - 8.0);
        let spur = spur * smooth_step(-420.0, -180.0, z) * (33.0 + (rough - 0.5) * 14.0);
        height = height.max(spur) + height.min(spur) * 0.25;
        // Waves on the floor.
        height + (layered_noise(seed ^ 7, px / 140.0, pz / 140.0, 4, 0) - 0.5) * 9.0
    }

    /// What water and people made of it, by so much.
    fn carved(&self, x: f32, z: f32, natural: f32, amount: f32) -> f32 {
        let mut height = natural;
        let level = |height: f32, area: &Area, over: f32| {
            let flat = smooth_step(over, 14.0, area.distance(x, z)) * amount;
            mix(height, 0.0, flat)
        };
        height = level(height, &CIRQUE, 90.0);
        // The spur stands free of the ways on both sides of it.
        let spur = smooth_step(86.0, 34.0, (x + 360.0).abs())
            * smooth_step(150.0, 60.0, z - 8.0)
            * smooth_step(-420.0, -180.0, z);
        let way = smooth_step(70.0, 16.0, (z - TUNNEL_Z).abs());
        let along = smooth_step(-640.0, -560.0, x) * smooth_step(-90.0, -130.0, x);
        height = mix(height, 0.0, way * along * amount);
        height = level(height, &BASE, 70.0);
        let rough = layered_noise(self.seed ^ 9, x / 60.0, z / 60.0, 3, 0);
        height += spur * (32.0 + (rough - 0.5) * 12.0) * way.max(0.0) * amount;

        let (to_river, _) = self.river.nearest(x, z);
        let half = river_half(z);
        let bank = to_river - half;
        if bank < 70.0 {
            let bed = WATER - 3.5 * smooth_step(2.0, -half, bank);
            let shore =
                if bank < 0.0 { bed } else { WATER + 1.9 * smooth_step(0.0, 16.0, bank) + 0.012 * bank };
            let steep = mix(24.0, 62.0, noise(self.seed ^ 14, x / 160.0, z / 160.0, 0));
            let cut = smooth_step(steep, 13.0, bank) * amount;
            height = mix(height, shore.min(height.max(WATER + 1.6)), cut);
        }
        let (to_road, road) = self.road.nearest(x, z);
        let bridge = (BRIDGE[0]..=BRIDGE[1]).contains(&z) && (x - STREET_X).abs() < 60.0;
        if !bridge && z > BRIDGE[1] - 4.0 {
            let flat = smooth_step(52.0, 13.5, to_road) * amount;
            height = mix(height, road - 0.45, flat);
        }
        // Between the bridge and the gate.
        if (BASE.south..=BRIDGE[0]).contains(&z) {
            let flat = smooth_step(30.0, 12.0, (x - STREET_X).abs());
            height = mix(height, 0.0, flat);
        }
        // Dug away in front of the tunnel's mouths; over them the hill rises
        // behind a low wall.
        let inward = (x - MOUTHS[0]).min(MOUTHS[1] - x);
        let aside = ((z - TUNNEL_Z).abs() - 6.0).max(0.0);
        let dug = (8.8 + 0.95 * inward.max(0.0) + 0.22 * inward.min(0.0)).max(0.0) + 0.55 * aside;
        let amount = smooth_step(-90.0, -44.0, inward) * amount;
        mix(height, height.min(dug), amount)
    }
}
