//! What grows in a cell, as models: the farther away, the fewer plants are drawn, so that a forest thins out into the
//! colour that the ground has from afar instead of ending at a line.
//!
//! Every plant is in one of four stands, each of which is seen up to a distance of its own; a stand is cut into squares,
//! larger ones for what is seen from farther away. Which stand a plant is in follows from its tile alone.

use super::cell::{add_node, lod};
use super::flats::{self, Look};
use super::ground::TILES;
use glam::Vec3;
use world::{NodeFlags, NodeId, Scene};

/// Units of a metre.
const METRE: f32 = 40.0;

/// Plants that are seen up to one distance.
struct Stand {
    /// Of sixteen plants so many.
    share: u32,
    /// Units up to which they are seen.
    seen: f32,
    /// Squares along an edge of the cell.
    squares: usize,
}

/// The nearest are seen as far as people see single trees; a sixteenth of all as far as cells are.
const STANDS: [Stand; 4] = [
    Stand { share: 8, seen: 600.0 * METRE, squares: 8 },
    Stand { share: 4, seen: 850.0 * METRE, squares: 8 },
    Stand { share: 3, seen: 1200.0 * METRE, squares: 4 },
    Stand { share: 1, seen: 1800.0 * METRE, squares: 4 },
];

/// The plants of a cell by stand and square.
pub struct Groves([Vec<Vec<(Vec3, Look)>>; STANDS.len()]);

impl Default for Groves {
    fn default() -> Self {
        Groves(STANDS.map(|Stand { squares, .. }| vec![Vec::new(); squares * squares]))
    }
}

impl Groves {
    /// A plant on a tile, at a place from the cell's south-west corner.
    pub fn plant(&mut self, [column, row]: [usize; 2], foot: Vec3, look: Look) {
        let stand = stand([column, row]);
        let squares = STANDS[stand].squares;
        let along = |tile: usize| (tile * squares / TILES).min(squares - 1);
        self.0[stand][along(row) * squares + along(column)].push((foot, look));
    }

    /// Adds a node for each square in which something grows.
    pub fn build(self, scene: &mut Scene, children: &mut Vec<NodeId>) {
        for (stand, squares) in STANDS.iter().zip(self.0) {
            for plants in squares.into_iter().filter(|plants| !plants.is_empty()) {
                let model = flats::model(plants);
                let bounds = model.bounds;
                let node = add_node(scene, "nature", NodeFlags::ACTIVE, model);
                children.push(lod(scene, NodeFlags::ACTIVE, 0.0..stand.seen, bounds, vec![node]));
            }
        }
    }
}

/// Which stand the plant of a tile is in: by a number that neighbouring tiles do not share.
fn stand([column, row]: [usize; 2]) -> usize {
    let mixed = (column as u32).wrapping_mul(0x9E37_79B1) ^ (row as u32).wrapping_mul(0x85EB_CA77);
    let mut left = (mixed ^ mixed >> 15).wrapping_mul(0x2C1B_3C6D) >> 28;
    for (number, stand) in STANDS.iter().enumerate() {
        if left < stand.share {
            return number;
        }
        left -= stand.share;
    }
    0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_stand_has_its_share_all_over_the_cell_and_distances_grow() {
        assert_eq!(STANDS.iter().map(|stand| stand.share).sum::<u32>(), 16);
        assert!(STANDS.windows(2).all(|pair| pair[0].seen < pair[1].seen && pair[0].share >= pair[1].share));
        // In each quarter of the cell.
        for quarter in [[0, 0], [64, 0], [0, 64], [64, 64]] {
            let mut counts = [0_u32; STANDS.len()];
            for (column, row) in (0..64).flat_map(|column| (0..64).map(move |row| (column, row))) {
                counts[stand([quarter[0] + column, quarter[1] + row])] += 1;
            }
            for (count, stand) in counts.iter().zip(&STANDS) {
                let wanted = stand.share * 256;
                assert!(count.abs_diff(wanted) < 60 + wanted / 8, "{counts:?}");
            }
        }
    }

    #[test]
    fn plants_go_to_the_square_that_they_stand_in() {
        let mut groves = Groves::default();
        let look = Look { material: world::MaterialId(0), size: [10.0, 20.0], filled: [1.0; 2] };
        for tile in [[0, 0], [127, 0], [0, 127], [127, 127]] {
            groves.plant(tile, Vec3::new(tile[0] as f32, 0.0, -(tile[1] as f32)), look);
        }
        let there: usize = groves.0.iter().flatten().map(Vec::len).sum();
        assert_eq!(there, 4);
        let mut scene = Scene::empty("daggerfall", "a cell", world::Frame::identity(0.025));
        let mut children = Vec::new();
        groves.build(&mut scene, &mut children);
        assert_eq!((children.len(), scene.models.len()), (4, 4));
    }
}
