//! The shape of the land: heights, baked light and colours on a grid that all
//! cells share, so that they meet without a seam.

use super::layout::{DIP, DIP_EDGES, DIP_REACH, DIP_RISE, HILL, LEVEL, Layout, PLAZA, QUAD, QUADS, STREETS};
use super::light::SUN;
use crate::builders::area::Area;
use crate::builders::grid::CELL;
use crate::builders::numbers::{layered_noise, mix, noise, smooth_step};
use glam::Vec3;

/// The land on the grid of quad corners.
pub(super) struct Terrain {
    /// Corners along each edge.
    size: usize,
    /// Coordinate of the first corner on both axes.
    first: f32,
    heights: Vec<f32>,
    normals: Vec<Vec3>,
    lights: Vec<Vec3>,
    tints: Vec<Vec3>,
}

/// Colour of paving under the light.
pub(super) const PAVED: Vec3 = Vec3::new(1.25, 1.21, 1.12);

/// What the ground of a quad is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ground {
    /// Nothing: the place is built over.
    Hole,
    /// Flagstones.
    Paved,
    /// Gentle land that grass covers.
    Grass,
    /// Gentle land that it does not.
    Dirt,
    /// Steep land.
    Rock,
}

impl Terrain {
    /// The land of a layout.
    pub fn new(layout: Layout, seed: u32) -> Self {
        let size = layout.side as usize * QUADS + 1;
        let first = -(layout.half() as f32);
        let half = layout.half() as f32;
        let mut terrain = Terrain {
            size,
            first,
            heights: Vec::new(),
            normals: Vec::new(),
            lights: Vec::new(),
            tints: Vec::new(),
        };
        let places: Vec<[f32; 2]> = (0..size * size)
            .map(|index| [terrain.coordinate(index % size), terrain.coordinate(index / size)])
            .collect();
        terrain.heights = places.iter().map(|[x, z]| height(seed, half, *x, *z)).collect();
        terrain.normals = (0..size * size).map(|index| terrain.slope(index % size, index / size)).collect();
        terrain.lights = (0..size * size)
            .map(|index| {
                let (normal, [x, z]) = (terrain.normals[index], places[index]);
                let sun = terrain.sunlight(x, z, SUN.to());
                let open = terrain.openness(index % size, index / size);
                SUN.on(normal, sun, open)
            })
            .collect();
        terrain.tints = places
            .iter()
            .zip(&terrain.normals)
            .map(|([x, z], normal)| tint(seed, half, *x, *z, *normal))
            .collect();
        terrain
    }

    fn coordinate(&self, corner: usize) -> f32 {
        self.first + corner as f32 * QUAD
    }

    /// A corner of the grid.
    pub fn corner(&self, column: usize, row: usize) -> Vec3 {
        Vec3::new(self.coordinate(column), self.heights[row * self.size + column], self.coordinate(row))
    }

    /// The normal at a corner.
    pub fn normal(&self, column: usize, row: usize) -> Vec3 {
        self.normals[row * self.size + column]
    }

    /// The colour of the bare land at a corner, light included.
    pub fn color(&self, column: usize, row: usize) -> Vec3 {
        self.lights[row * self.size + column] * self.tints[row * self.size + column]
    }

    /// The colour of paving at a corner, light included.
    pub fn paved_color(&self, column: usize, row: usize) -> Vec3 {
        self.lights[row * self.size + column] * PAVED
    }

    /// The colour at a corner where quads are too large to tell paving from
    /// land.
    pub fn mixed_color(&self, column: usize, row: usize) -> Vec3 {
        let corner = self.corner(column, row);
        match is_paved(corner.x, corner.z) {
            true => self.paved_color(column, row),
            false => self.color(column, row),
        }
    }

    /// Height at any place, between the corners linear.
    pub fn height(&self, x: f32, z: f32) -> f32 {
        let last = (self.size - 2) as f32;
        let place = |value: f32| ((value - self.first) / QUAD).clamp(0.0, last + 1.0);
        let (x, z) = (place(x), place(z));
        let (column, row) = (x.floor().min(last), z.floor().min(last));
        let (tx, tz) = (x - column, z - row);
        let at = |dx: usize, dz: usize| self.heights[(row as usize + dz) * self.size + column as usize + dx];
        mix(mix(at(0, 0), at(1, 0), tx), mix(at(0, 1), at(1, 1), tx), tz)
    }

    /// What the quad south-east of a corner is.
    pub fn ground(&self, column: usize, row: usize) -> Ground {
        let middle = self.corner(column, row) + Vec3::new(QUAD * 0.5, 0.0, QUAD * 0.5);
        let (x, z) = (middle.x, middle.z);
        if HILL.contains(x, z) {
            return Ground::Hole;
        }
        if is_paved(x, z) {
            return Ground::Paved;
        }
        let four = [(0, 0), (1, 0), (0, 1), (1, 1)];
        let upright = four.iter().map(|(dx, dz)| self.normal(column + dx, row + dz).y).sum::<f32>() * 0.25;
        if upright < 0.86 {
            Ground::Rock
        } else if noise(77, x / 90.0, z / 90.0, 0) < 0.42 {
            Ground::Dirt
        } else {
            Ground::Grass
        }
    }

    /// The normal at a corner, from its neighbours.
    fn slope(&self, column: usize, row: usize) -> Vec3 {
        let last = self.size - 1;
        let at = |column: usize, row: usize| self.heights[row * self.size + column];
        let across = at((column + 1).min(last), row) - at(column.saturating_sub(1), row);
        let along = at(column, (row + 1).min(last)) - at(column, row.saturating_sub(1));
        // At the edges one step is all there is; the border is gentle there.
        Vec3::new(-across, 2.0 * QUAD, -along).normalize()
    }

    /// How much of the sun reaches a place, 0..=1: hills in the way take it.
    fn sunlight(&self, x: f32, z: f32, to_sun: Vec3) -> f32 {
        let from = self.height(x, z) + 1.0;
        let level = (to_sun.x * to_sun.x + to_sun.z * to_sun.z).sqrt();
        let rise = to_sun.y / level;
        let mut seen: f32 = 1.0;
        for step in 1..=14 {
            let distance = 10.0 * step as f32 + 2.0 * (step * step) as f32;
            let (px, pz) = (x + to_sun.x / level * distance, z + to_sun.z / level * distance);
            let clear = from + rise * distance - self.height(px, pz);
            seen = seen.min(smooth_step(-0.06, 0.05, clear / distance));
        }
        mix(0.12, 1.0, seen)
    }

    /// How open a corner is to the sky: less in hollows, more on ridges.
    fn openness(&self, column: usize, row: usize) -> f32 {
        const REACH: usize = 3;
        let last = self.size - 1;
        let at = |column: usize, row: usize| self.heights[row * self.size + column];
        let around = at((column + REACH).min(last), row)
            + at(column.saturating_sub(REACH), row)
            + at(column, (row + REACH).min(last))
            + at(column, row.saturating_sub(REACH));
        (0.95 + (at(column, row) - around * 0.25) * 0.016).clamp(0.62, 1.12)
    }
}

/// True on plaza and streets.
fn is_paved(x: f32, z: f32) -> bool {
    PLAZA.contains(x, z) || STREETS.iter().any(|street| street.contains(x, z))
}

/// Height of the land. `half` is the distance from the origin to each edge.
fn height(seed: u32, half: f32, x: f32, z: f32) -> f32 {
    let away = LEVEL.distance(x, z);
    if away == 0.0 {
        return -dip(x, z);
    }
    let rise = smooth_step(0.0, 260.0, away);
    let (wx, wz) = (noise(seed ^ 5, x / 310.0, z / 310.0, 0), noise(seed ^ 6, x / 310.0, z / 310.0, 0));
    let (px, pz) = (x + (wx - 0.5) * 160.0, z + (wz - 0.5) * 160.0);
    let rolling = (layered_noise(seed ^ 7, px / 330.0, pz / 330.0, 5, 0) - 0.44) * 74.0;
    let fold = 1.0 - (2.0 * noise(seed ^ 8, px / 620.0, pz / 620.0, 0) - 1.0).abs();
    let crest = smooth_step(0.62, 1.0, fold) * smooth_step(60.0, 420.0, away);
    let rough = layered_noise(seed ^ 9, px / 95.0, pz / 95.0, 4, 0);
    let inland = rise * (rolling + crest * (38.0 + 46.0 * rough));

    // The cells along the edge are drawn again beyond it: there the land
    // repeats from cell to cell.
    let to_edge = half - x.abs().max(z.abs());
    let edge = smooth_step(2.0 * CELL as f32 - QUAD, CELL as f32 + QUAD, to_edge);
    let repeated = (layered_noise(seed ^ 10, x / 64.0, z / 64.0, 4, CELL / 64) - 0.40) * 26.0;
    level_out(mix(inland, repeated, edge))
}

/// Whatever would lie below 0 is a plain at 0, with a soft foot to the hills.
fn level_out(height: f32) -> f32 {
    if height <= 0.0 { 0.0 } else { height * height / (height + 5.0) }
}

/// Depth of the dip under the bridge.
fn dip(x: f32, z: f32) -> f32 {
    let [west, bottom_west, bottom_east, east] = DIP_EDGES;
    let across = ((x - west) / (bottom_west - west)).min((east - x) / (east - bottom_east)).clamp(0.0, 1.0);
    let [north, south] = DIP_REACH;
    let beyond = (north - z).max(z - south).max(0.0);
    DIP * across * (1.0 - beyond / DIP_RISE).clamp(0.0, 1.0)
}

/// Colour of the land before light.
fn tint(seed: u32, half: f32, x: f32, z: f32, normal: Vec3) -> Vec3 {
    let grass = Vec3::new(0.58, 0.61, 0.35);
    let dry = Vec3::new(0.84, 0.74, 0.48);
    let rock = Vec3::new(0.78, 0.73, 0.68);
    // Beside the paving the grass is trodden down.
    let near = |area: &Area| 1.0 - smooth_step(0.0, QUAD * 1.4, area.distance(x, z));
    let trodden = STREETS.iter().map(near).fold(near(&PLAZA), f32::max);

    let to_edge = half - x.abs().max(z.abs());
    let inland = smooth_step(CELL as f32, 2.0 * CELL as f32, to_edge);
    let wide = mix(0.5, layered_noise(seed ^ 15, x / 150.0, z / 150.0, 4, 0), inland);
    let fine = layered_noise(seed ^ 16, x / 32.0, z / 32.0, 2, CELL / 32);
    let dryness = smooth_step(0.42, 0.62, wide + (fine - 0.5) * 0.25);
    let steep = smooth_step(0.93, 0.82, normal.y + (fine - 0.5) * 0.05);
    let land = grass.lerp(dry, dryness).lerp(rock, steep).lerp(dry * 0.92, trodden * 0.85);
    land * mix(0.92, 1.1, fine) * 1.12
}
