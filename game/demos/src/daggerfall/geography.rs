//! The archipelago: where land and sea are, how high, in which climate and whose it is.

use crate::builders::numbers::{layered_noise, mix, smooth_step};
use daggerfall::climate::{OCEAN, OPEN_SEA};
use daggerfall::pak::Pak;
use daggerfall::woods::{HEIGHT, Pixel, WIDTH, Woods};
use rayon::prelude::*;

/// Columns and rows of corners of pixels.
const COLUMNS: usize = WIDTH as usize + 1;
const ROWS: usize = HEIGHT as usize + 1;

/// An island: its middle and its radii in pixels, how mountainous it is, its region and its climates from
/// the coast up.
struct Island {
    middle: [f32; 2],
    radii: [f32; 2],
    peaks: f32,
    region: u8,
    coast: u8,
    inland: u8,
}

const fn island(middle: [f32; 2], radii: [f32; 2], peaks: f32, region: u8, climates: [u8; 2]) -> Island {
    Island { middle, radii, peaks, region, coast: climates[0], inland: climates[1] }
}

static ISLANDS: [Island; 10] = [
    // The large one in the middle: woods, with mountains to the north of it.
    island([430.0, 235.0], [150.0, 95.0], 0.75, 9, [231, 231]),
    island([470.0, 130.0], [110.0, 60.0], 1.0, 16, [230, 226]),
    island([700.0, 190.0], [95.0, 80.0], 0.6, 19, [231, 232]),
    // The south, from sand to rain.
    island([300.0, 400.0], [130.0, 60.0], 0.55, 0, [224, 225]),
    island([520.0, 410.0], [85.0, 50.0], 0.4, 61, [229, 229]),
    island([760.0, 390.0], [110.0, 65.0], 0.45, 58, [227, 227]),
    island([180.0, 230.0], [70.0, 55.0], 0.2, 41, [228, 228]),
    island([900.0, 280.0], [45.0, 50.0], 0.3, 59, [228, 227]),
    island([200.0, 95.0], [80.0, 45.0], 0.9, 32, [230, 226]),
    // Towards the far corner of the map, whose edge no land touches.
    island([936.0, 446.0], [30.0, 26.0], 0.3, 60, [231, 230]),
];

/// The map, as heights of the corners of its pixels in elevation steps; 3 and less is sea.
pub(super) struct Geography {
    seed: u32,
    corners: Vec<f32>,
}

impl Geography {
    pub fn new(seed: u32) -> Self {
        let corners = (0..ROWS)
            .into_par_iter()
            .flat_map_iter(|row| (0..COLUMNS).map(move |column| height(seed, column as f32, row as f32)));
        Geography { seed, corners: corners.collect() }
    }

    fn corner(&self, column: usize, row: usize) -> f32 {
        self.corners[row.min(ROWS - 1) * COLUMNS + column.min(COLUMNS - 1)]
    }

    /// The height between corners.
    fn at(&self, x: f32, y: f32) -> f32 {
        let (column, row) = (x.floor() as usize, y.floor() as usize);
        let (u, v) = (x - x.floor(), y - y.floor());
        let line = |row| mix(self.corner(column, row), self.corner(column + 1, row), u);
        mix(line(row), line(row + 1), v)
    }

    /// The elevation byte of a pixel: the height at its south-eastern corner, where it is reached.
    pub fn elevation(&self, x: u32, y: u32) -> u8 {
        let height = self.corner(x as usize + 1, y as usize + 1);
        if height > 3.0 { height.clamp(4.0, 110.0) as u8 } else { height.clamp(0.0, 2.0) as u8 }
    }

    /// True for pixels without any sea at their corners.
    pub fn is_dry(&self, x: u32, y: u32) -> bool {
        let (x, y) = (x as usize, y as usize);
        [(x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)].iter().all(|(x, y)| self.corner(*x, *y) > 4.0)
    }

    fn pixel(&self, x: u32, y: u32, climate: u8) -> Pixel {
        let rough = self.elevation(x, y) > 30;
        let mut heights = [0; 25];
        if (0..4).any(|corner| self.corner(x as usize + corner % 2, y as usize + corner / 2) > 3.0) {
            for (index, height) in heights.iter_mut().enumerate() {
                let (column, row) =
                    (x as f32 + (index % 5) as f32 / 4.0, y as f32 + (index / 5) as f32 / 4.0);
                let land = self.at(column, row) - 3.0;
                let bumps = layered_noise(self.seed ^ 77, column * 2.3, row * 2.3, 2, 0) - 0.4;
                *height = (land * (0.55 + bumps * 0.5)).clamp(0.0, 100.0) as u8;
            }
        }
        Pixel {
            seed: 1 + x + 1000 * y,
            ground: daggerfall::climate::Climate::of(climate).ground(daggerfall::climate::Season::Other),
            band: if rough { 1 } else { 0 },
            roughness: if rough { 5 << 5 } else { 3 << 5 },
            heights,
            ..Pixel::default()
        }
    }

    /// WOODS.WLD.
    pub fn woods(&self) -> Option<Woods> {
        Woods::new(WIDTH, HEIGHT, |x, y| {
            let climate = self.climate(x, y);
            (self.elevation(x, y), self.pixel(x, y, climate))
        })
    }

    /// The climate of a pixel.
    pub fn climate(&self, x: u32, y: u32) -> u8 {
        let elevation = self.elevation(x, y);
        if elevation < 3 {
            return OCEAN;
        }
        let (island, _) = nearest(x as f32, y as f32);
        let wander = layered_noise(self.seed ^ 31, x as f32 / 22.0, y as f32 / 22.0, 3, 0);
        match f32::from(elevation) + (wander - 0.5) * 24.0 {
            height if height > 46.0 && island.peaks > 0.5 && island.coast != 224 => 226,
            height if height > 16.0 => island.inland,
            _ => island.coast,
        }
    }

    /// CLIMATE.PAK.
    pub fn climates(&self) -> Pak {
        Pak::new(|x, y| self.climate(x as u32, y as u32))
    }

    /// POLITIC.PAK: the region of the nearest island, also of its coast.
    pub fn regions(&self) -> Pak {
        Pak::new(|x, y| self.region(x as u32, y as u32).map_or(OPEN_SEA, |region| region + 128))
    }

    /// The region of a pixel; none on the open sea.
    pub fn region(&self, x: u32, y: u32) -> Option<u8> {
        let (island, nearness) = nearest(x as f32, y as f32);
        (nearness > -0.25 || self.elevation(x, y) > 3).then_some(island.region)
    }
}

/// The island that a place belongs to, and how far inside it is: 1 in the middle, 0 at its rim.
fn nearest(x: f32, y: f32) -> (&'static Island, f32) {
    let inside = |island: &Island| {
        let [dx, dy] = [(x - island.middle[0]) / island.radii[0], (y - island.middle[1]) / island.radii[1]];
        1.0 - (dx * dx + dy * dy).sqrt()
    };
    let mut best = (&ISLANDS[0], inside(&ISLANDS[0]));
    for island in &ISLANDS[1..] {
        let nearness = inside(island);
        if nearness > best.1 {
            best = (island, nearness);
        }
    }
    best
}

/// The height of a place, in steps of elevation.
fn height(seed: u32, x: f32, y: f32) -> f32 {
    // Coasts wander: bays and headlands of every size.
    let bend = |stream: u32| (layered_noise(seed ^ stream, x / 70.0, y / 70.0, 4, 0) - 0.5) * 70.0;
    let (wx, wy) = (x + bend(1), y + bend(2));
    let (island, nearness) = nearest(wx, wy);
    let coast = nearness + (layered_noise(seed ^ 3, x / 19.0, y / 19.0, 4, 0) - 0.5) * 0.42;
    if coast < 0.0 {
        return 2.6 + (coast * 14.0).max(-2.6);
    }
    // Ridges where two noises are alike.
    let one = layered_noise(seed ^ 4, x / 34.0, y / 34.0, 4, 0);
    let two = layered_noise(seed ^ 5, x / 34.0, y / 34.0, 4, 0);
    let ridge = 1.0 - ((one - two) * 3.2).abs().min(1.0);
    let inland = smooth_step(0.08, 0.5, coast);
    let hills = 4.2 + 11.0 * smooth_step(0.0, 0.22, coast) * (0.45 + one * 0.8);
    hills + ridge * ridge * 72.0 * island.peaks * inland
}
