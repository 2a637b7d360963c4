//! What machines are painted with, and how a picture is laid on a surface.

use glam::Vec3;

/// A material of the machines; its position is its slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Skin {
    /// Ochre plates.
    Ochre,
    /// Blue-grey plates.
    Slate,
    /// Joints, pistons, barrels.
    Steel,
    /// Slats that let heat out.
    Grille,
    /// Windows.
    Glass,
    /// Warning stripes.
    Stripes,
    /// A number, to be read.
    Number,
    /// Lamps.
    Lamp,
}

/// Edge of the pictures of plates, pixels.
pub(super) const PLATES: u32 = 256;

/// A plate on such a picture.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plate {
    /// Left, top, width, height, pixels.
    pub area: [i32; 4],
    /// What it looks like.
    pub look: Finish,
}

/// What is on a plate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Finish {
    /// Rivets along its edges.
    Riveted,
    /// Parted by seams into smaller ones.
    Parted,
    /// A hatch with a handle.
    Hatch,
    /// Slots.
    Vent,
    /// Nothing.
    Bare,
}

/// Plates of every shape; together they cover the picture down to the trim.
pub(super) const CELLS: [Plate; 9] = [
    Plate { area: [0, 0, 128, 128], look: Finish::Parted },
    Plate { area: [128, 0, 64, 128], look: Finish::Riveted },
    Plate { area: [192, 0, 64, 128], look: Finish::Vent },
    Plate { area: [0, 128, 128, 64], look: Finish::Riveted },
    Plate { area: [128, 128, 64, 64], look: Finish::Hatch },
    Plate { area: [192, 128, 64, 64], look: Finish::Riveted },
    Plate { area: [0, 192, 128, 40], look: Finish::Bare },
    Plate { area: [128, 192, 88, 40], look: Finish::Parted },
    Plate { area: [216, 192, 40, 40], look: Finish::Bare },
];
/// Worn edges, all across the picture: top and height, pixels.
pub(super) const TRIM: [i32; 2] = [236, 16];

/// Units of a pixel of a plate: plates are as large as they were painted.
const PIXEL: f32 = 1.0 / 72.0;
/// Surfaces narrower than this are edges, units.
const NARROW: f32 = 0.17;
/// Units that the other pictures cover.
const TILE: f32 = 1.6;
const SMALL_TILE: f32 = 0.8;

impl Skin {
    /// Texture coordinates of the corners of a flat polygon; `turn` changes
    /// which of several plates it gets.
    pub(super) fn lay(self, corners: &[Vec3], normal: Vec3, turn: usize) -> Vec<[f32; 2]> {
        // Walls run along the ground and down, what is level takes x and z.
        let along = match normal.y.abs() > 0.8 {
            true => Vec3::X,
            false => Vec3::Y.cross(normal).normalize(),
        };
        let down = along.cross(normal) * if normal.y < -0.8 { -1.0 } else { 1.0 };
        let flat: Vec<[f32; 2]> =
            corners.iter().map(|corner| [corner.dot(along), corner.dot(down)]).collect();
        let low = flat.iter().fold([f32::MAX; 2], |low, at| [low[0].min(at[0]), low[1].min(at[1])]);
        let high = flat.iter().fold([f32::MIN; 2], |high, at| [high[0].max(at[0]), high[1].max(at[1])]);
        let size = [high[0] - low[0], high[1] - low[1]].map(|side| side.max(1e-3));
        match self {
            Skin::Ochre | Skin::Slate => plate(&flat, low, size, normal.y.abs() > 0.8, turn),
            Skin::Glass | Skin::Number | Skin::Lamp => {
                flat.iter().map(|at| [0, 1].map(|axis| (at[axis] - low[axis]) / size[axis])).collect()
            }
            Skin::Steel => flat.iter().map(|at| at.map(|side| side / TILE)).collect(),
            Skin::Grille | Skin::Stripes => flat.iter().map(|at| at.map(|side| side / SMALL_TILE)).collect(),
        }
    }
}

/// Fits the plate whose shape is nearest, upright or on its side. There are no
/// slots in what is level: rain would fall in.
fn plate(flat: &[[f32; 2]], low: [f32; 2], size: [f32; 2], level: bool, turn: usize) -> Vec<[f32; 2]> {
    let whole = PLATES as f32;
    let lying = size[0] > size[1];
    if size[0].min(size[1]) < NARROW {
        let [top, height] = TRIM.map(|pixels| pixels as f32);
        return flat
            .iter()
            .map(|at| {
                let [u, v] = [0, 1].map(|axis| (at[axis] - low[axis]) / size[axis]);
                let (along, across) = if lying { (at[0], v) } else { (at[1], u) };
                [along / (whole * PIXEL), (top + 1.0 + across * (height - 2.0)) / whole]
            })
            .collect();
    }
    let misfit = |width: f32, height: f32| {
        libm::logf(size[0] / (width * PIXEL)).abs() + libm::logf(size[1] / (height * PIXEL)).abs()
    };
    let mut best = (f32::MAX, CELLS[0], false);
    for (index, cell) in CELLS.iter().enumerate().filter(|(_, cell)| !level || cell.look != Finish::Vent) {
        let [_, _, width, height] = cell.area.map(|pixels| pixels as f32);
        // Neighbours of one shape get different plates.
        let bored = if (index + turn).is_multiple_of(3) { 0.35 } else { 0.0 };
        for (misfit, turned) in [(misfit(width, height), false), (misfit(height, width) + 0.1, true)] {
            if misfit + bored < best.0 {
                best = (misfit + bored, *cell, turned);
            }
        }
    }
    let (_, cell, turned) = best;
    let [left, top, width, height] = cell.area.map(|pixels| pixels as f32);
    flat.iter()
        .map(|at| {
            let [u, v] = [0, 1].map(|axis| (at[axis] - low[axis]) / size[axis]);
            let (u, v) = if turned { (v, u) } else { (u, v) };
            [(left + 1.0 + u * (width - 2.0)) / whole, (top + 1.0 + v * (height - 2.0)) / whole]
        })
        .collect()
}
