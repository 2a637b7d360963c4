//! The land as the original program makes it: control heights at every 32nd corner of a tile, filled in
//! by halving squares with a little noise. Source: `docs/spec/daggerfall.md`, "2. WOODS.WLD".

use super::land::{Heights, SIDE, UNIT};
use super::{Pixel, Woods};

/// The byte of the sea: land is above.
pub const SEA: u8 = 128;
/// World units of a step of height.
pub const STEP: f32 = 11.0;
const STEPS: usize = 32;

/// The generator of random numbers of a pixel.
#[derive(Clone, Copy, Debug)]
pub struct Generator(u32);

impl Generator {
    /// Starts at a pixel's seed.
    pub fn new(seed: u32) -> Self {
        Generator(seed)
    }

    /// The next number, 0 to 4098.
    #[expect(clippy::should_implement_trait, reason = "it never ends")]
    pub fn next(&mut self) -> u32 {
        self.0 = (self.0 % 65536) * 797 % 4099;
        self.0
    }
}

/// 129 x 129 bytes of a pixel, row by row from the north-west; [`SEA`] is the sea, above is land and below the
/// depth of water. Only the first 128 rows and columns count: the last belong to the neighbours.
pub fn grid(pixel: &Pixel) -> Vec<u8> {
    let mut grid = vec![0; SIDE * SIDE];
    for row in 0..5 {
        for column in 0..5 {
            let control = pixel.control(row, column);
            grid[row * STEPS * SIDE + column * STEPS] = control.saturating_add(SEA);
        }
    }
    let mut noise = Noise { generator: Generator::new(pixel.seed), roughness: u32::from(pixel.roughness()) };
    for size in [32, 16, 8, 4, 2] {
        for row in (0..SIDE - 1).step_by(size) {
            for column in (0..SIDE - 1).step_by(size) {
                halve(&mut grid, row * SIDE + column, size, &mut noise);
            }
        }
    }
    grid
}

/// Sets the middles of a square's edges and its centre; `at` is its north-western corner.
fn halve(grid: &mut [u8], at: usize, size: usize, noise: &mut Noise) {
    let (half, down) = (size / 2, size * SIDE);
    let [nw, ne, sw, se] = [at, at + size, at + down, at + down + size].map(|place| u32::from(grid[place]));
    let mean = |a: u32, b: u32| (a + b) >> 1;
    let middle = at + half * SIDE;
    let points = [
        (at + half, mean(nw, ne)),
        (at + down + half, mean(sw, se)),
        (middle + half, mean(mean(sw, ne), mean(nw, se))),
        (middle, mean(nw, sw)),
        (middle + size, mean(ne, se)),
    ];
    for (place, value) in points {
        grid[place] = noise.add(value);
    }
}

struct Noise {
    generator: Generator,
    roughness: u32,
}

impl Noise {
    fn add(&mut self, value: u32) -> u8 {
        if self.roughness == 0 {
            return value as u8;
        }
        let mut random = self.generator.next() & 7;
        while random > self.roughness {
            random >>= 1;
        }
        (value + random).saturating_sub(self.roughness >> 1).min(255) as u8
    }
}

/// The first 128 x 128 bytes of a [`grid`].
pub fn first(grid: &[u8]) -> Vec<u8> {
    grid.chunks_exact(SIDE).take(SIDE - 1).flat_map(|row| &row[..SIDE - 1]).copied().collect()
}

/// The 128 x 128 bytes of a pixel, row by row from the north-west, as a full record has them or as
/// they are made.
pub fn bytes(woods: &Woods, px: i32, py: i32) -> Vec<u8> {
    if let Some([heights, _, _, depths]) = woods.layers(px, py) {
        let height = |(height, depth): (&u8, &u8)| match height & 0x7F {
            0 if *depth > 0 => *depth.min(&(SEA - 1)),
            height => SEA + height,
        };
        return heights.iter().zip(depths).map(height).collect();
    }
    first(&grid(&woods.pixel(px, py).unwrap_or_default()))
}

/// The heights of a pixel in metres, with the sea at 0; the eastern and southern edge are those of the
/// neighbours, so that all meet.
pub fn heights(woods: &Woods, px: i32, py: i32, step: f32) -> Heights {
    let last = SIDE - 1;
    let here = bytes(woods, px, py);
    let (east, south) = (bytes(woods, px + 1, py), bytes(woods, px, py + 1));
    let corner = bytes(woods, px + 1, py + 1)[0];
    let mut heights = Heights::new();
    for row in 0..SIDE {
        for column in 0..SIDE {
            let byte = match (row == last, column == last) {
                (false, false) => here[row * last + column],
                (false, true) => east[row * last],
                (true, false) => south[column],
                (true, true) => corner,
            };
            heights.set(column, last - row, f32::from(byte.saturating_sub(SEA)) * step * UNIT);
        }
    }
    heights
}
