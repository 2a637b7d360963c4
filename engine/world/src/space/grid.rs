//! How a world is divided, as loading found it.

use super::leafs::{LeafDef, Seen};

/// How a world is divided, as loading found it.
#[derive(Clone, Debug, PartialEq)]
pub enum SpaceDef {
    /// Not at all.
    Open,
    /// A grid of square cells over x and z.
    Grid(GridDef),
    /// Rooms between planes.
    Leafs(LeafDef),
}

impl SpaceDef {
    /// What is seen from an eye, by somebody who stands with the feet at a place or by a camera of its own;
    /// `None` where everything may be.
    ///
    /// In rooms whose lists are for those who walk ([`LeafDef::set_walked`]) a camera of its own sees
    /// everything, and an eye in rock sees what is seen from the feet.
    pub fn seen_by(&self, eye: glam::Vec3, feet: Option<glam::Vec3>) -> Option<Seen<'_>> {
        match self {
            SpaceDef::Leafs(leafs) if leafs.is_walked() => {
                let feet = feet?;
                leafs.seen_from(eye).or_else(|| leafs.seen_from_feet(feet))
            }
            _ => self.seen_from(eye),
        }
    }

    /// What is seen from a place; `None` where everything may be.
    pub fn seen_from(&self, place: glam::Vec3) -> Option<Seen<'_>> {
        match self {
            SpaceDef::Leafs(leafs) => leafs.seen_from(place),
            SpaceDef::Open | SpaceDef::Grid(_) => None,
        }
    }
}

/// A grid of cells. Source: `docs/spec/zbd/nodes.md`, "7. World partitions".
#[derive(Clone, Debug, PartialEq)]
pub struct GridDef {
    /// West edge.
    pub min_x: f32,
    /// North edge: rows run from maximum z downwards in files, but are numbered
    /// from minimum z upwards here.
    pub min_z: f32,
    /// Edge of a cell, units.
    pub cell: f32,
    /// Columns along x.
    pub columns: u32,
    /// Rows along z.
    pub rows: u32,
    /// How many border cells are drawn again beyond each edge; 0 for none.
    pub border: u32,
}

impl GridDef {
    /// More cells than this are no division.
    const MOST_CELLS: u64 = 1 << 20;
    /// As many cells of an index take 1.5 MiB while they are empty.
    const MOST_DIVIDED: u64 = 1 << 16;

    /// False for a grid without cells, with too many, or without numbers.
    pub fn is_sound(&self) -> bool {
        let cells = u64::from(self.columns) * u64::from(self.rows);
        let numbers = self.min_x.is_finite() && self.min_z.is_finite() && self.cell.is_finite();
        numbers && self.cell > 0.0 && cells > 0 && cells <= Self::MOST_CELLS
    }

    /// The same area in cells of an eighth of the edge, or larger ones where those would be too many.
    /// Borders are those of the whole cells.
    pub(super) fn divided(&self) -> GridDef {
        let cells = u64::from(self.columns) * u64::from(self.rows);
        let parts =
            [8, 4, 2].into_iter().find(|parts: &u32| cells * u64::from(parts * parts) <= Self::MOST_DIVIDED);
        let parts = parts.unwrap_or(1);
        GridDef {
            cell: self.cell / parts as f32,
            columns: self.columns * parts,
            rows: self.rows * parts,
            border: self.border * parts,
            ..*self
        }
    }

    /// Column of an x; beyond an edge, the column at the edge.
    #[inline]
    pub fn column(&self, x: f32) -> u32 {
        Self::slot(x - self.min_x, self.cell, self.columns)
    }

    /// Row of a z; beyond an edge, the row at the edge.
    #[inline]
    pub fn row(&self, z: f32) -> u32 {
        Self::slot(z - self.min_z, self.cell, self.rows)
    }

    #[inline]
    fn slot(along: f32, cell: f32, count: u32) -> u32 {
        // The cast holds values below zero and not-a-number at zero.
        ((along / cell) as u32).min(count.saturating_sub(1))
    }

    /// The place inside the grid that stands for a place (x, z) anywhere: beyond
    /// an edge, the border cells repeat without end. Without border, the place
    /// itself.
    ///
    /// Source: `docs/spec/zbd/engine-behaviour.md`, "3.5 Outside the map".
    pub fn wrap(&self, x: f32, z: f32) -> (f32, f32) {
        let axis = |value: f32, min: f32, count: u32| {
            let max = min + self.cell * count as f32;
            let band = self.cell * self.border.min(count) as f32;
            if band <= 0.0 || !band.is_finite() || !value.is_finite() {
                value
            } else if value < min {
                // A remainder that rounds up to the whole band stays in it.
                min + (value - min).rem_euclid(band).min(band)
            } else if value > max {
                max - band + (value - max).rem_euclid(band).min(band)
            } else {
                value
            }
        };
        (axis(x, self.min_x, self.columns), axis(z, self.min_z, self.rows))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grid(border: u32) -> GridDef {
        GridDef { min_x: -512.0, min_z: 0.0, cell: 256.0, columns: 4, rows: 3, border }
    }

    #[test]
    fn places_have_cells_and_those_outside_the_nearest_one() {
        let grid = grid(0);
        assert_eq!((grid.column(-512.0), grid.row(0.0)), (0, 0));
        assert_eq!((grid.column(-256.0), grid.row(255.9)), (1, 0));
        assert_eq!((grid.column(9999.0), grid.row(-9999.0)), (3, 0));
        assert_eq!((grid.column(f32::NAN), grid.row(f32::INFINITY)), (0, 2));
    }

    #[test]
    fn cells_are_divided_unless_those_would_be_many() {
        // Four by three cells become 32 by 24.
        let divided = grid(1).divided();
        assert_eq!((divided.cell, divided.columns, divided.rows, divided.border), (32.0, 32, 24, 8));
        assert_eq!((divided.min_x, divided.min_z), (-512.0, 0.0));
        // 64 by 64 times 16 is as many as there may be, 65 by 64 too many; 1,024 by 1,024 are not divided at all.
        let of = |columns, rows| GridDef { columns, rows, ..grid(0) }.divided().cell;
        assert_eq!([of(64, 64), of(65, 64), of(1024, 1024)], [64.0, 128.0, 256.0]);
    }

    #[test]
    fn beyond_an_edge_the_border_cells_repeat() {
        // x runs from -512 to 512, z from 0 to 768; two border cells are 512.
        let grid = grid(2);
        assert_eq!(grid.wrap(-513.0, 100.0), (-1.0, 100.0));
        assert_eq!(grid.wrap(-1025.0, 100.0), (-1.0, 100.0));
        assert_eq!(grid.wrap(522.0, 769.0), (10.0, 257.0));
        assert_eq!(grid.wrap(512.0 + 513.0, -1.0), (1.0, 511.0));
        assert_eq!(grid.wrap(12.5, 700.0), (12.5, 700.0));
        assert_eq!(self::grid(0).wrap(-513.0, 9000.0), (-513.0, 9000.0));
    }

    #[test]
    fn an_unsound_grid_is_told_apart() {
        assert!(grid(1).is_sound());
        for broken in [
            GridDef { cell: 0.0, ..grid(0) },
            GridDef { cell: f32::NAN, ..grid(0) },
            GridDef { rows: 0, ..grid(0) },
            GridDef { rows: u32::MAX, ..grid(0) },
            GridDef { min_x: f32::INFINITY, ..grid(0) },
        ] {
            assert!(!broken.is_sound(), "{broken:?}");
        }
    }
}
