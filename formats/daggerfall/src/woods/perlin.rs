//! Smooth noise in two dimensions. The noise of Daggerfall Unity's engine is not public, so this one
//! has the same range and grain, not the same values.

/// Gradient noise, 0 to 1 and 0.5 on average; equal arguments give equal values on every machine.
pub fn perlin(x: f64, y: f64) -> f32 {
    let (cell_x, cell_y) = (libm::floor(x), libm::floor(y));
    let (u, v) = (x - cell_x, y - cell_y);
    let (cell_x, cell_y) = (cell_x as i64, cell_y as i64);
    let corner = |dx: i64, dy: i64| slope(cell_x + dx, cell_y + dy, u - dx as f64, v - dy as f64);
    let (fade_u, fade_v) = (fade(u), fade(v));
    let south = mix(corner(0, 0), corner(1, 0), fade_u);
    let north = mix(corner(0, 1), corner(1, 1), fade_u);
    (0.5 + 0.5 * mix(south, north, fade_v)).clamp(0.0, 1.0) as f32
}

fn mix(from: f64, to: f64, share: f64) -> f64 {
    from + (to - from) * share
}

fn fade(t: f64) -> f64 {
    t * t * t * (t * (t * 6.0 - 15.0) + 10.0)
}

/// The gradient of a corner along the way from it.
fn slope(corner_x: i64, corner_y: i64, dx: f64, dy: f64) -> f64 {
    along(gradient(corner_x, corner_y), dx, dy)
}

fn along([x, y]: [f64; 2], dx: f64, dy: f64) -> f64 {
    x * dx + y * dy
}

/// The gradient of a corner, one of eight.
fn gradient(corner_x: i64, corner_y: i64) -> [f64; 2] {
    const GRADIENTS: [[f64; 2]; 8] = [
        [1.0, 1.0],
        [1.0, -1.0],
        [-1.0, 1.0],
        [-1.0, -1.0],
        [1.0, 0.0],
        [-1.0, 0.0],
        [0.0, 1.0],
        [0.0, -1.0],
    ];
    GRADIENTS[(hash(corner_x, corner_y) % 8) as usize]
}

/// The noise of many points that lie in rows, row after row: the same values as [`perlin`] gives, but what points
/// of a row or a column share is worked out once.
#[derive(Clone, Debug)]
pub struct Rows {
    frequency: f64,
    /// The corner west of the first point.
    first: i64,
    columns: Vec<Column>,
    /// The row of corners south of the last points; gradients of that row and of the next, from `first` on.
    south_row: Option<i64>,
    south: Vec<[f64; 2]>,
    north: Vec<[f64; 2]>,
}

/// What the points of a column have in common.
#[derive(Clone, Copy, Debug)]
struct Column {
    /// Its western corner, from the first on.
    corner: usize,
    u: f64,
    fade: f64,
}

impl Rows {
    /// Rows of `count` points, from `x` on to the east and one apart, all coordinates times `frequency`, which is
    /// from 0 to 1.
    pub fn new(x: f64, count: usize, frequency: f64) -> Self {
        let first = libm::floor(x * frequency);
        let column = |number: usize| {
            let x = (x + number as f64) * frequency;
            let corner = libm::floor(x);
            let u = x - corner;
            Column { corner: (corner - first) as usize, u, fade: fade(u) }
        };
        Rows {
            frequency,
            first: first as i64,
            columns: (0..count).map(column).collect(),
            south_row: None,
            south: Vec::new(),
            north: Vec::new(),
        }
    }

    /// The values of the row at `y`, as many as there is room for.
    pub fn fill(&mut self, y: f64, values: &mut [f32]) {
        let y = y * self.frequency;
        let row = libm::floor(y);
        let v = y - row;
        self.go_to(row as i64);
        let fade_v = fade(v);
        for (value, Column { corner, u, fade }) in values.iter_mut().zip(&self.columns) {
            let line = |gradients: &[[f64; 2]], dy: f64| {
                mix(along(gradients[*corner], *u, dy), along(gradients[corner + 1], u - 1.0, dy), *fade)
            };
            let noise = mix(line(&self.south, v), line(&self.north, v - 1.0), fade_v);
            *value = (0.5 + 0.5 * noise).clamp(0.0, 1.0) as f32;
        }
    }

    /// Works out the gradients of the corners around a row.
    fn go_to(&mut self, row: i64) {
        if self.south_row == Some(row) {
            return;
        }
        let corners = self.columns.last().map_or(0, |column| column.corner + 2) as i64;
        let first = self.first;
        let fill = |gradients: &mut Vec<[f64; 2]>, row: i64| {
            gradients.clear();
            gradients.extend((0..corners).map(|corner| gradient(first + corner, row)));
        };
        if self.south_row.and_then(|south| south.checked_add(1)) == Some(row) {
            std::mem::swap(&mut self.south, &mut self.north);
        } else {
            fill(&mut self.south, row);
        }
        fill(&mut self.north, row + 1);
        self.south_row = Some(row);
    }
}

fn hash(x: i64, y: i64) -> u64 {
    let mut bits =
        (x as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ (y as u64).wrapping_mul(0xC2B2_AE3D_27D4_EB4F);
    bits ^= bits >> 32;
    bits = bits.wrapping_mul(0xD6E8_FEB8_6659_FD93);
    bits ^ (bits >> 32)
}
