//! Ground and roof as heights at the corners of a grid, and the rooms between
//! them: two prisms a square, or one where both are flat.

use crate::everquest::solid::Room;
use glam::{Vec2, Vec3};

/// Units between two heights.
pub(super) const STEP: f32 = 16.0;

/// Heights at the corners of a grid.
pub(in crate::everquest) struct Field {
    pub origin: Vec2,
    /// Squares north and west.
    pub size: [usize; 2],
    floor: Vec<f32>,
    /// None where the sky is above.
    roof: Option<Vec<f32>>,
}

/// What a square is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Square {
    /// Air over the ground.
    Ground,
    /// Air over the surface of lava at one height, which goes down to another.
    Pool { surface: f32, bottom: f32 },
}

/// Heights are in quarters of a unit, so that planes are exact.
fn quarters(height: f32) -> f32 {
    (height * 4.0).round() / 4.0
}

impl Field {
    pub fn new(
        origin: [f32; 2],
        size: [usize; 2],
        floor: impl Fn(Vec2) -> f32,
        roof: Option<&dyn Fn(Vec2) -> f32>,
    ) -> Self {
        let origin = Vec2::from(origin);
        let places = (0..(size[0] + 1) * (size[1] + 1)).map(|index| {
            let [column, row] = [index % (size[0] + 1), index / (size[0] + 1)];
            origin + Vec2::new(column as f32, row as f32) * STEP
        });
        let places: Vec<Vec2> = places.collect();
        Field {
            origin,
            size,
            floor: places.iter().map(|at| quarters(floor(*at))).collect(),
            roof: roof.map(|roof| places.iter().map(|at| quarters(roof(*at))).collect()),
        }
    }

    /// The south-east corner of a square.
    pub fn corner(&self, column: usize, row: usize) -> Vec2 {
        self.origin + Vec2::new(column as f32, row as f32) * STEP
    }

    fn at(&self, heights: &[f32], column: usize, row: usize) -> f32 {
        heights[row.min(self.size[1]) * (self.size[0] + 1) + column.min(self.size[0])]
    }

    /// Height of the ground.
    pub fn height(&self, at: Vec2) -> f32 {
        let part = ((at - self.origin) / STEP)
            .clamp(Vec2::ZERO, Vec2::new(self.size[0] as f32 - 0.001, self.size[1] as f32 - 0.001));
        let (column, row) = (part.x as usize, part.y as usize);
        let (u, v) = (part.x.fract(), part.y.fract());
        let [se, ne, nw, sw] =
            [(0, 0), (1, 0), (1, 1), (0, 1)].map(|(x, y)| self.at(&self.floor, column + x, row + y));
        if u > v { se + (ne - se) * u + (nw - ne) * v } else { se + (sw - se) * v + (nw - sw) * u }
    }

    /// A point on the ground.
    pub fn on(&self, x: f32, y: f32) -> Vec3 {
        Vec3::new(x, y, self.height(Vec2::new(x, y)))
    }

    /// Upwards from the ground, softened.
    pub fn normal(&self, at: Vec2) -> Vec3 {
        let near = STEP * 0.6;
        let north = self.height(at + Vec2::X * near) - self.height(at - Vec2::X * near);
        let west = self.height(at + Vec2::Y * near) - self.height(at - Vec2::Y * near);
        Vec3::new(-north, -west, 2.0 * near).normalize()
    }

    /// The rooms of a square. `open` is where the sky ends on paper; `skins` are those of ground, walls and
    /// roof, and those of pools: bottom and walls.
    pub fn rooms(
        &self,
        [column, row]: [usize; 2],
        square: Square,
        open: f32,
        skins: [usize; 3],
        sector: usize,
        pool: usize,
    ) -> Vec<Room> {
        let around = [(0, 0), (1, 0), (1, 1), (0, 1)];
        let corner = |(x, y): (usize, usize), heights: &[f32]| {
            self.corner(column + x, row + y).extend(self.at(heights, column + x, row + y))
        };
        let ground = around.map(|own| corner(own, &self.floor));
        let above = match &self.roof {
            Some(roof) => around.map(|own| corner(own, roof)),
            None => ground.map(|place| Vec3 { z: open, ..place }),
        };
        let [low, walls, high] = skins;
        let high = self.roof.is_some().then_some(high);
        let level = |height: f32| ground.map(|place| Vec3 { z: height, ..place });
        match square {
            Square::Ground => {
                let mut rooms = Vec::new();
                for (floor, roof) in flats(&ground, &above) {
                    rooms.push(Room::prism(&floor, &roof, [Some(low), Some(walls), high], sector));
                }
                rooms
            }
            Square::Pool { surface, bottom } => {
                let surface = level(surface);
                let mut rooms = Vec::new();
                for (floor, roof) in flats(&surface, &above) {
                    rooms.push(Room::prism(&floor, &roof, [Some(low), Some(walls), high], sector));
                }
                let skins = [Some(low), Some(walls), Some(walls)];
                rooms.push(Room::prism(&level(bottom), &surface, skins, sector).volume(pool));
                rooms
            }
        }
    }
}

/// Floor and roof of a square, in one part if both are flat, else in two triangles.
fn flats(floor: &[Vec3; 4], roof: &[Vec3; 4]) -> Vec<(Vec<Vec3>, Vec<Vec3>)> {
    let is_flat = |corners: &[Vec3; 4]| {
        let [se, ne, nw, sw] = corners.map(|corner| corner.z);
        (se + nw) == (ne + sw)
    };
    let part = |numbers: &[usize]| {
        let of = |corners: &[Vec3; 4]| numbers.iter().map(|number| corners[*number]).collect();
        (of(floor), of(roof))
    };
    if is_flat(floor) && is_flat(roof) {
        vec![part(&[0, 1, 2, 3])]
    } else {
        // Cut from the south-east to the north-west.
        vec![part(&[0, 1, 2]), part(&[0, 2, 3])]
    }
}
