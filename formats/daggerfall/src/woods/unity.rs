//! The land as Daggerfall Unity shows it: elevation bytes smoothed over 4 x 4 pixels, and the inner
//! control heights, unsigned, on top. Source: `docs/spec/daggerfall.md`, "2. WOODS.WLD".

use super::land::{Heights, SIDE};
use super::perlin::Rows;
use super::{Elevations, Woods};

/// Metres of the sea above the lowest elevation.
pub const SEA: f32 = 27.2;
/// Metres up to which the land is beach.
pub const BEACH: f32 = 40.0;
/// Metres that no land is above.
pub const HIGHEST: f32 = 1539.0;
const ELEVATION_SCALE: f32 = 8.0;
const CONTROL_SCALE: f32 = 4.0;
const NOISE_SCALE: f32 = 10.0;

/// The cubic through `v[1]` and `v[2]`, at `f` of the way from one to the other.
pub fn cubic(v: [f32; 4], f: f32) -> f32 {
    let p = (v[3] - v[2]) - (v[0] - v[1]);
    let q = (v[0] - v[1]) - p;
    p * f * f * f + q * f * f + (v[2] - v[0]) * f + v[1]
}

/// The heights of a pixel in metres, with the sea at [`SEA`], before the vertical factor. Neighbours have the
/// same heights on the edge that they share. `elevations` may differ from those of the file; `noise` adds
/// up to 2.5 metres of small bumps.
pub fn heights(elevations: &Elevations, woods: &Woods, px: i32, py: i32, noise: bool) -> Heights {
    let base = base(elevations, px, py);
    let fine = fine(woods, px, py);
    let mut bumps = noise.then(|| Bumps::new(px, py));
    let mut heights = Heights::new();
    for (row, line) in heights.values_mut().chunks_exact_mut(SIDE).enumerate() {
        let s = row as f32 / 128.0;
        let position = 1.0 + 3.0 * s;
        let cell = position as usize;
        let [f0, f1, f2, f3] = [0, 1, 2, 3].map(|step| &fine[(cell + step - 1).min(8)]);
        let [b0, b1, b2, b3] = &base;
        let raised = bumps.as_mut().map_or([0.0; SIDE], |bumps| bumps.row(row));
        for (column, height) in line.iter_mut().enumerate() {
            let along = cubic([b0[column], b1[column], b2[column], b3[column]], s);
            let near = cubic([f0[column], f1[column], f2[column], f3[column]], position - cell as f32);
            *height = (ELEVATION_SCALE * along + CONTROL_SCALE * near + raised[column]).clamp(SEA, HIGHEST);
        }
    }
    heights
}

/// The elevation of each of the four rows around the pixel, south to north, across it.
fn base(elevations: &Elevations, px: i32, py: i32) -> [[f32; SIDE]; 4] {
    [py + 1, py, py - 1, py - 2].map(|y| {
        let values = [px - 2, px - 1, px, px + 1].map(|x| f32::from(elevations.at(x, y)));
        std::array::from_fn(|column| cubic(values, column as f32 / 128.0))
    })
}

/// The nine rows of control heights around the pixel, south to north, across it.
fn fine(woods: &Woods, px: i32, py: i32) -> [[f32; SIDE]; 9] {
    let mut grid = [[0.0; 9]; 9];
    for (block_row, y) in [py, py - 1, py - 2].into_iter().enumerate() {
        for (block_column, x) in [px - 1, px, px + 1].into_iter().enumerate() {
            let controls = woods.controls(x, y);
            for row in 0..3 {
                for column in 0..3 {
                    // Stored rows run from the north.
                    let value = controls[5 * (3 - row) + column + 1];
                    grid[3 * block_row + row][3 * block_column + column] = f32::from(value);
                }
            }
        }
    }
    grid.map(|line| {
        std::array::from_fn(|column| {
            let position = 1.0 + 3.0 * (column as f32 / 128.0);
            let cell = position as usize;
            let near = [0, 1, 2, 3].map(|step| line[(cell + step - 1).min(8)]);
            cubic(near, position - cell as f32)
        })
    })
}

/// Small bumps of a pixel, 0 to 2.5 metres.
struct Bumps {
    octaves: [Rows; 2],
    south: f64,
}

impl Bumps {
    fn new(px: i32, py: i32) -> Self {
        let octaves = [0.3, 0.9].map(|frequency| Rows::new(f64::from(px) * 128.0, SIDE, frequency));
        Bumps { octaves, south: (500.0 - f64::from(py)) * 128.0 }
    }

    /// Those of a row from the south.
    fn row(&mut self, row: usize) -> [f32; SIDE] {
        let [mut wide, mut narrow] = [[0.0; SIDE]; 2];
        let [first, second] = &mut self.octaves;
        first.fill(self.south + row as f64, &mut wide);
        second.fill(self.south + row as f64, &mut narrow);
        std::array::from_fn(|column| {
            ((0.5 * wide[column]) * (0.5 * narrow[column])).clamp(0.0, 1.0) * NOISE_SCALE
        })
    }
}
