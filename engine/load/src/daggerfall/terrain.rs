//! The land of a map cell as meshes: tile by tile nearby, coarser with one picture farther away.
//!
//! Coordinates are the engine's, from the cell's south-west corner: x east, y up, z south, in units. Edges between
//! pieces have every corner of every level of detail, so that nothing gapes between levels; the rim of a cell has
//! an apron for land that is coarser still.
//! Source: `docs/spec/daggerfall.md`, "1. World frame and units".

use super::far;
use super::ground::TILES;
use daggerfall::ground::{WATER, picture_at, record};
use daggerfall::woods::land::SIDE;
use glam::{Vec3, Vec3A};
use order::Order;
use world::{Aabb, MaterialId, Model, Polygon, Sight, Vertex, ZoneSet};

/// Units along an edge of a tile.
pub const TILE: f32 = 256.0;
/// Units along an edge of a cell.
pub const CELL: f32 = TILE * TILES as f32;
/// Tiles along an edge of a piece of the land: as long as a block of a town.
pub const PIECE: usize = 16;
/// Pieces along an edge of a cell.
pub const PIECES: usize = TILES / PIECE;
/// Tiles along an edge of a square of the coarse level.
const COARSE: usize = 4;
/// Units that the apron of a cell hangs down: as much as coarser land differs where it is steepest.
const APRON: f32 = 2_400.0;
/// How far from a picture's edge its outermost texel is read, of its 64.
const INSET: f32 = 0.5 / 64.0;

/// Heights of a cell in units, row by row from the south-west: 129 x 129.
#[derive(Clone, Copy, Debug)]
pub struct Relief<'a>(pub &'a [f32]);

impl Relief<'_> {
    /// The height of a corner: its column from the west, its row from the south. 0 beyond the cell.
    #[inline]
    pub fn at(&self, column: usize, row: usize) -> f32 {
        self.0.get(row * SIDE + column).copied().unwrap_or(0.0)
    }

    /// Where a corner is.
    #[inline]
    pub fn point(&self, column: usize, row: usize) -> Vec3 {
        Vec3::new(column as f32 * TILE, self.at(column, row), row as f32 * -TILE)
    }

    /// The rise of the land at a corner, per unit to the east and to the north.
    #[inline]
    pub fn slope(&self, column: usize, row: usize) -> [f32; 2] {
        let along = |low: (usize, usize), high: (usize, usize), steps: usize| {
            (self.at(high.0, high.1) - self.at(low.0, low.1)) / (steps as f32 * TILE)
        };
        let (west, east) = (column.saturating_sub(1), (column + 1).min(TILES));
        let (south, north) = (row.saturating_sub(1), (row + 1).min(TILES));
        [
            along((west, row), (east, row), (east - west).max(1)),
            along((column, south), (column, north), (north - south).max(1)),
        ]
    }

    /// Upwards from the land at a corner, of unit length.
    #[inline]
    pub fn normal(&self, column: usize, row: usize) -> Vec3 {
        let [east, north] = self.slope(column, row);
        Vec3::new(-east, 1.0, north).normalize()
    }

    /// The height of the land somewhere in the cell, on its tiles' triangles.
    pub fn height(&self, east: f32, north: f32) -> f32 {
        let cell = |along: f32| {
            let tile = (along / TILE).clamp(0.0, TILES as f32 - 1e-3);
            (tile as usize, tile - (tile as usize) as f32)
        };
        let ((column, u), (row, v)) = (cell(east), cell(north));
        let [sw, se] = [self.at(column, row), self.at(column + 1, row)];
        let [nw, ne] = [self.at(column, row + 1), self.at(column + 1, row + 1)];
        if u >= v { sw + (se - sw) * u + (ne - se) * v } else { sw + (ne - nw) * u + (nw - sw) * v }
    }
}

/// The corners of a cell's tiles, each with its place and its normal, and eighths of units that the land seen from afar
/// is higher there: every mesh of the cell is made of them.
pub struct Corners(Vec<(Vertex, i16)>);

impl Corners {
    /// Those of a cell.
    pub fn of(relief: Relief<'_>) -> Self {
        let vertex = |at: usize| {
            let (column, row) = (at % SIDE, at / SIDE);
            let own = Vertex {
                position: relief.point(column, row).to_array(),
                normal: Vertex::pack_normal(relief.normal(column, row)),
                uv: [0.0; 2],
                color: [255; 3],
                day: 0,
            };
            // The cast stays within what fits.
            (own, ((far::height(relief, column, row) - own.position[1]) * 8.0) as i16)
        };
        Corners((0..SIDE * SIDE).map(vertex).collect())
    }

    /// Adds a corner with coordinates of a picture to a model, which settles; its new vertex.
    #[inline]
    fn push<'m>(
        &self,
        model: &'m mut Model,
        column: usize,
        row: usize,
        uv: [f32; 2],
    ) -> Option<&'m mut Vertex> {
        let (own, higher) = self.0.get(row * SIDE + column).copied().unwrap_or_default();
        model.vertices.push(Vertex { uv, ..own });
        model.settling.push(higher);
        model.vertices.last_mut()
    }
}

/// How bright the ground is at each corner of a cell under what grows there: `seen` is the picture of the cell from
/// above, a colour for each tile, and `ground` the same without plants. So both levels of detail are as bright.
pub fn shade(ground: &[[u8; 3]], seen: &[[u8; 3]]) -> Vec<[u8; 3]> {
    let share = |(of, is): (&[u8; 3], &[u8; 3])| {
        if of == is {
            return Vec3A::ONE;
        }
        let channel = |of: u8, is: u8| if of == 0 { 1.0 } else { f32::from(is) / f32::from(of) };
        Vec3A::new(channel(of[0], is[0]), channel(of[1], is[1]), channel(of[2], is[2]))
    };
    let shares: Vec<Vec3A> = ground.iter().zip(seen).map(share).collect();
    let at = |column: usize, row: usize| shares.get(row * TILES + column).copied().unwrap_or(Vec3A::ONE);
    let mut corners = Vec::with_capacity(SIDE * SIDE);
    for row in 0..SIDE {
        // Where the cell ends, the tile inside counts twice.
        let (south, north) = (row.saturating_sub(1), row.min(TILES - 1));
        for column in 0..SIDE {
            let (west, east) = (column.saturating_sub(1), column.min(TILES - 1));
            let mean = (at(west, south) + at(east, south) + at(west, north) + at(east, north)) * 0.25;
            let level = |share: f32| (255.0 * share.min(1.0) + 0.5) as u8;
            corners.push([level(mean.x), level(mean.y), level(mean.z)]);
        }
    }
    corners
}

/// A piece of the land in full: its tiles, each with the picture that it shows. `shade` has a colour for each corner of
/// the cell, or none; `material` gives the material of a picture. Tiles of `water` can be seen and sunk into; all others
/// are stood on.
pub fn near(
    corners: &Corners,
    shade: &[[u8; 3]],
    tiles: &[u8],
    piece: [usize; 2],
    material: impl Fn(u8) -> MaterialId,
    water: Option<u8>,
) -> Model {
    let mut model = model();
    let (first_column, first_row) = (piece[0] * PIECE, piece[1] * PIECE);
    let own = |number: usize| (first_column + number % PIECE, first_row + number / PIECE);
    let tile = |number: usize| {
        let (column, row) = own(number);
        tiles.get(row * TILES + column).copied().unwrap_or(0)
    };
    model.vertices.reserve(4 * PIECE * PIECE);
    model.settling.reserve(4 * PIECE * PIECE);
    model.indices.reserve(6 * PIECE * PIECE);
    // Tiles of one picture one after the other: its number, and below it the tile's.
    let mut by_picture = [0_u16; PIECE * PIECE];
    for (number, own) in by_picture.iter_mut().enumerate() {
        *own = u16::from(record(tile(number))) << 8 | number as u16;
    }
    by_picture.sort_unstable();
    for alike in by_picture.chunk_by(|a, b| a >> 8 == b >> 8) {
        let shown = (alike[0] >> 8) as u8;
        let (first_vertex, first_index) = (model.vertices.len() as u32, model.indices.len() as u32);
        for number in alike.iter().map(|own| usize::from(own & 0xFF)) {
            let ((column, row), tile) = (own(number), tile(number));
            let first = model.vertices.len() as u32;
            let corner = |u: usize, v: usize| {
                let [x, y] = picture_at(tile, [u as f32, v as f32]);
                let inside = |along: f32| INSET + along * (1.0 - 2.0 * INSET);
                let at = (row + v) * SIDE + column + u;
                let (own, higher) = corners.0.get(at).copied().unwrap_or_default();
                let color = shade.get(at).copied().unwrap_or(own.color);
                (Vertex { uv: [inside(x), inside(1.0 - y)], color, ..own }, higher)
            };
            let [a, b, c, d] = [corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1)];
            model.vertices.extend([a.0, b.0, c.0, d.0]);
            model.settling.extend([a.1, b.1, c.1, d.1]);
            model.indices.extend([0, 1, 2, 0, 2, 3].map(|at| first + at));
        }
        let material = material(shown);
        model.polygons.push(polygon(&model, first_vertex, first_index, material, Some(shown) != water));
    }
    bounded(model)
}

/// The same piece with a quarter of its corners, painted with one picture of the whole cell. Its edges have the
/// corners of the full piece.
pub fn coarse(corners: &Corners, piece: [usize; 2], material: MaterialId) -> Model {
    let mut model = model();
    let (west, south) = (piece[0] * PIECE, piece[1] * PIECE);
    let across = PIECE / COARSE;
    // Each square has a middle, and corners around it: four, and three more on each side where the piece ends.
    let corners_at_most = across * across * 5 + 4 * across * (COARSE - 1);
    model.vertices.reserve(corners_at_most);
    model.settling.reserve(corners_at_most);
    model.indices.reserve(3 * corners_at_most);
    let mut rim = Vec::with_capacity(4 * COARSE);
    for number in 0..across * across {
        let (left, low) = (number % across * COARSE, number / across * COARSE);
        let (right, high) = (left + COARSE, low + COARSE);
        // Against the clock from the south-west, with all corners where the piece ends.
        let side = |at_edge: bool| if at_edge { 1 } else { COARSE };
        rim.clear();
        rim.extend((left..right).step_by(side(low == 0)).map(|column| (column, low)));
        rim.extend((low..high).step_by(side(right == PIECE)).map(|row| (right, row)));
        rim.extend((left + 1..=right).rev().step_by(side(high == PIECE)).map(|column| (column, high)));
        rim.extend((low + 1..=high).rev().step_by(side(left == 0)).map(|row| (left, row)));
        let middle = (left + COARSE / 2, low + COARSE / 2);
        let first = model.vertices.len() as u32;
        for (column, row) in std::iter::once(middle).chain(rim.iter().copied()) {
            let (column, row) = (west + column, south + row);
            corners.push(&mut model, column, row, over_cell(column, row));
        }
        let count = rim.len() as u32;
        for at in 0..count {
            model.indices.extend([first, first + 1 + at, first + 1 + (at + 1) % count]);
        }
    }
    let whole = polygon(&model, 0, 0, material, false);
    model.polygons.push(whole);
    bounded(model)
}

/// What hangs down from the rim of a cell, seen from outside, with the picture of the cell.
pub fn apron(corners: &Corners, material: MaterialId) -> Model {
    let mut model = model();
    // Against the clock as seen from above, so that fronts face outwards.
    let sides: [fn(usize) -> (usize, usize); 4] =
        [|at| (at, 0), |at| (TILES, at), |at| (TILES - at, TILES), |at| (0, TILES - at)];
    for side in sides {
        for at in 0..TILES {
            let (from, to) = (side(at), side(at + 1));
            let first = model.vertices.len() as u32;
            for ((column, row), down) in [(from, APRON), (to, APRON), (to, 0.0), (from, 0.0)] {
                if let Some(vertex) = corners.push(&mut model, column, row, over_cell(column, row)) {
                    vertex.position[1] -= down;
                }
            }
            model.indices.extend([0, 1, 2, 0, 2, 3].map(|at| first + at));
        }
    }
    let whole = polygon(&model, 0, 0, material, false);
    model.polygons.push(whole);
    bounded(model)
}

/// An unseen bed below the water of a piece, for whoever swims: `depth` units below tiles all around which there
/// is water, and as high as the water at its shores. `None` where there is no water.
pub fn bed(
    corners: &Corners,
    tiles: &[u8],
    piece: [usize; 2],
    depth: f32,
    material: MaterialId,
) -> Option<Model> {
    let mut model = model();
    let is_water = |column: usize, row: usize| {
        tiles.get(row * TILES + column).is_some_and(|tile| record(*tile) == WATER)
    };
    let sinks = |column: usize, row: usize| {
        let mut around = [(0, 0), (1, 0), (0, 1), (1, 1)].into_iter().map(|(west, south)| {
            // The sea goes on over the edge of a cell.
            let inside = |at: usize, back: usize| (at + 1 - back).clamp(1, TILES) - 1;
            (inside(column, west), inside(row, south))
        });
        around.all(|(column, row)| is_water(column, row))
    };
    for number in 0..PIECE * PIECE {
        let (column, row) = (piece[0] * PIECE + number % PIECE, piece[1] * PIECE + number / PIECE);
        if !is_water(column, row) {
            continue;
        }
        let first = model.vertices.len() as u32;
        for [u, v] in [[0, 0], [1, 0], [1, 1], [0, 1]] {
            let sinks = sinks(column + u, row + v);
            if let Some(vertex) = corners.push(&mut model, column + u, row + v, [0.0; 2]).filter(|_| sinks) {
                vertex.position[1] -= depth;
            }
        }
        model.indices.extend([0, 1, 2, 0, 2, 3].map(|at| first + at));
    }
    if model.vertices.is_empty() {
        return None;
    }
    let whole = Polygon { sight: Sight::Unseen, ..polygon(&model, 0, 0, material, true) };
    model.polygons.push(whole);
    Some(bounded(model))
}

/// True where there is water: units to the east and north of the south-west corner.
pub fn is_water(tiles: &[u8], [east, north]: [f32; 2]) -> bool {
    let [column, row] = [east, north].map(|along| (along / TILE) as usize);
    tiles.get(row * TILES + column).is_some_and(|tile| record(*tile) == WATER)
}

/// Rectangles of tiles that are water, as few as rows that are alike allow: from a corner up to another, columns
/// and rows.
pub fn water(tiles: &[u8]) -> Vec<[[usize; 2]; 2]> {
    let mut done: Vec<[[usize; 2]; 2]> = Vec::new();
    let mut open: Vec<[[usize; 2]; 2]> = Vec::new();
    for (row, line) in tiles.chunks_exact(TILES).enumerate() {
        let mut grown = Vec::new();
        let mut column = 0;
        while column < TILES {
            let start = column;
            while column < TILES && record(line[column]) == WATER {
                column += 1;
            }
            if column > start {
                let below = open.iter().position(|known| known[0][0] == start && known[1][0] == column);
                let from = below.map_or([start, row], |below| open.swap_remove(below)[0]);
                grown.push([from, [column, row + 1]]);
            }
            column += 1;
        }
        done.append(&mut open);
        open = grown;
    }
    done.append(&mut open);
    done.order();
    done
}

fn model() -> Model {
    Model { lit: true, fogged: true, ..Model::default() }
}

/// Where a corner is in the picture of the cell.
fn over_cell(column: usize, row: usize) -> [f32; 2] {
    // The picture repeats: the outermost texels are read at their middles.
    let inside = |at: usize| 0.5 / TILES as f32 + at as f32 / TILES as f32 * (1.0 - 1.0 / TILES as f32);
    [inside(column), inside(TILES - row)]
}

fn polygon(model: &Model, first_vertex: u32, first_index: u32, material: MaterialId, solid: bool) -> Polygon {
    Polygon {
        first_vertex,
        first_index,
        index_count: model.indices.len() as u32 - first_index,
        material,
        layer: 0,
        double_sided: false,
        pass: 0,
        sight: Sight::Painted,
        solid,
        zones: ZoneSet::default(),
    }
}

fn bounded(mut model: Model) -> Model {
    model.bounds = Aabb::around(model.vertices.iter().map(|vertex| vertex.position.into()));
    model
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// Land that is nowhere level: 3 units a column, 7 a row, and bumps.
    fn heights(px: usize, py: usize) -> Vec<f32> {
        let height = |column: usize, row: usize| {
            let (x, y) = (px * TILES + column, py * TILES + row);
            3.0 * x as f32 + 7.0 * y as f32 + (x * x + 3 * y * y) as f32 % 97.0
        };
        (0..SIDE * SIDE).map(|at| height(at % SIDE, at / SIDE)).collect()
    }

    /// Corners of a model on a line, by their way along it.
    fn on_line(model: &Model, axis: usize, at: f32) -> Vec<[u32; 2]> {
        let along = 2 - axis;
        let on = model.vertices.iter().filter(|vertex| vertex.position[axis] == at);
        let points: BTreeSet<[u32; 2]> =
            on.map(|vertex| [vertex.position[along].abs().to_bits(), vertex.position[1].to_bits()]).collect();
        points.into_iter().collect()
    }

    #[test]
    fn pieces_and_cells_share_their_edges_at_every_level() {
        let (here, east) = (heights(0, 0), heights(1, 0));
        let tiles = vec![2; TILES * TILES];
        let paint = |_: u8| MaterialId(0);
        // Of the last piece in a row and the first of the next cell, seen from each one's own origin.
        for row in 0..PIECES {
            let pieces = [[PIECES - 1, row], [0, row]];
            let levels = |relief: &[f32], piece: [usize; 2]| {
                [
                    near(&Corners::of(Relief(relief)), &[], &tiles, piece, paint, None),
                    coarse(&Corners::of(Relief(relief)), piece, MaterialId(0)),
                ]
            };
            let [west_near, west_coarse] = levels(&here, pieces[0]);
            let [east_near, east_coarse] = levels(&east, pieces[1]);
            let edge = on_line(&west_near, 0, CELL);
            assert_eq!(edge.len(), PIECE + 1);
            assert_eq!(edge, on_line(&west_coarse, 0, CELL), "row {row}");
            assert_eq!(edge, on_line(&east_near, 0, 0.0), "row {row}");
            assert_eq!(edge, on_line(&east_coarse, 0, 0.0), "row {row}");
            let inner = on_line(&west_near, 0, CELL - PIECE as f32 * TILE);
            assert_eq!(
                inner,
                on_line(
                    &coarse(&Corners::of(Relief(&here)), [PIECES - 2, row], MaterialId(0)),
                    0,
                    CELL - PIECE as f32 * TILE
                )
            );
        }
    }

    /// Which quarter of its picture each corner of a tile shows, from the south-west against the clock: 1 is the
    /// upper left, 2 the upper right, 3 the lower left, 4 the lower right.
    fn shown(tile: u8) -> [u8; 4] {
        let flat = vec![5.0; SIDE * SIDE];
        let mut tiles = vec![0; TILES * TILES];
        tiles[0] = tile;
        let model = near(&Corners::of(Relief(&flat)), &[], &tiles, [0, 0], |_| MaterialId(0), None);
        let at_origin = model.vertices.chunks(4).find(|quad| quad[0].position == [0.0, 5.0, 0.0]).unwrap();
        [0, 1, 2, 3].map(|corner: usize| {
            let [u, v] = at_origin[corner].uv;
            let pixel = [u, v].map(|along| (along * 64.0) as usize);
            assert!(pixel.iter().all(|at| *at == 0 || *at == 63), "{tile:#x}: {pixel:?}");
            1 + u8::from(pixel[0] > 31) + 2 * u8::from(pixel[1] > 31)
        })
    }

    #[test]
    fn each_turn_of_a_tile_shows_the_pixels_worked_out_by_hand() {
        use daggerfall::ground::{FLIPPED, ROTATED};
        // South-west, south-east, north-east, north-west. Turned by 90 degrees against the clock the picture's top
        // points west, so that its upper right is in the north-west.
        assert_eq!(shown(5), [3, 4, 2, 1]);
        assert_eq!(shown(5 | ROTATED), [1, 3, 4, 2]);
        assert_eq!(shown(5 | FLIPPED), [2, 1, 3, 4]);
        assert_eq!(shown(5 | ROTATED | FLIPPED), [4, 2, 1, 3]);
    }

    #[test]
    fn each_transition_shows_the_later_material_where_the_specification_has_it() {
        // The quarters of each unturned piece that are of the later material.
        let filled = |record: u8| -> &[u8] {
            match record {
                5 | 10 | 15 => &[1],
                6 | 11 | 16 => &[1, 3],
                7 | 12 | 17 => &[1, 2, 3],
                48 | 51 | 53 => &[1, 4],
                _ => &[1, 2, 3, 4],
            }
        };
        for low in 0..3_u8 {
            for shape in 0..16_u8 {
                // Bits: south-west, south-east, north-west, north-east.
                let corner = |bit: u8| low + (shape >> bit & 1);
                let tile = daggerfall::ground::tile([0, 1, 2, 3].map(corner));
                let has = shown(tile).map(|quarter| filled(record(tile)).contains(&quarter));
                let plain = record(tile) < 4;
                let found = has.map(|later| if plain { record(tile) } else { low + u8::from(later) });
                assert_eq!(found, [corner(0), corner(1), corner(3), corner(2)], "{tile:#x}");
            }
        }
    }

    #[test]
    fn the_coarse_level_faces_up_and_covers_the_piece() {
        let flat = vec![5.0; SIDE * SIDE];
        let model = coarse(&Corners::of(Relief(&flat)), [2, 3], MaterialId(0));
        // Sixteen squares: four inside of 4 triangles, eight at edges of 7, four in corners of 10.
        assert_eq!(model.triangles(), 4 * 4 + 8 * 7 + 4 * 10);
        let area: f32 = model
            .indices
            .chunks_exact(3)
            .map(|corners| {
                let [a, b, c] = [0, 1, 2].map(|at| Vec3::from(model.vertices[corners[at] as usize].position));
                let up = (b - a).cross(c - a);
                assert!(up.y > 0.0 && up.x == 0.0 && up.z == 0.0, "{up}");
                up.y / 2.0
            })
            .sum();
        assert_eq!(area, (PIECE as f32 * TILE) * (PIECE as f32 * TILE));
    }

    #[test]
    fn tiles_show_their_pictures_the_right_way_round_and_face_up() {
        let flat = vec![0.0; SIDE * SIDE];
        let mut tiles = vec![2; TILES * TILES];
        // A corner piece, turned: its filled corner is in the south-west.
        tiles[0] = 0x45;
        let model = near(
            &Corners::of(Relief(&flat)),
            &[],
            &tiles,
            [0, 0],
            |record| MaterialId(record.into()),
            Some(0),
        );
        let materials: Vec<u32> = model.polygons.iter().map(|polygon| polygon.material.0).collect();
        assert_eq!(materials, [2, 5]);
        let turned = &model.vertices[model.polygons[1].first_vertex as usize..];
        let south_west = turned[0];
        assert_eq!(south_west.position, [0.0, 0.0, 0.0]);
        // What fills is the picture's north-west: u 0, v 0, where v grows downwards.
        assert_eq!(south_west.uv, [INSET, INSET]);
        let [a, b, c] = [0, 1, 2].map(|at| Vec3::from(turned[at].position));
        assert_eq!((b - a).cross(c - a).normalize(), Vec3::Y);
        assert_eq!(turned[2].position, [TILE, 0.0, -TILE]);
    }

    #[test]
    fn heights_between_corners_lie_on_the_triangles_that_are_drawn() {
        let mut heights = vec![0.0; SIDE * SIDE];
        // The north-east corner of the first tile is up.
        heights[SIDE + 1] = 100.0;
        let relief = Relief(&heights);
        assert_eq!(relief.height(128.0, 128.0), 50.0);
        assert_eq!(relief.height(256.0, 128.0), 50.0);
        assert_eq!(relief.height(192.0, 64.0), 25.0);
        assert_eq!(relief.height(64.0, 192.0), 25.0);
        assert_eq!(relief.height(-5.0, -5.0), 0.0);
        assert!(relief.normal(1, 1).dot(Vec3::Y) > 0.99);
    }

    #[test]
    fn all_meshes_settle_from_the_land_that_is_seen_from_afar() {
        let heights = heights(0, 0);
        let relief = Relief(&heights);
        let corners = Corners::of(relief);
        let tiles = vec![0; TILES * TILES];
        let models = [
            near(&corners, &[], &tiles, [1, 2], |_| MaterialId(0), None),
            coarse(&corners, [1, 2], MaterialId(0)),
        ];
        for model in models {
            assert_eq!(model.settling.len(), model.vertices.len());
            for (vertex, higher) in model.vertices.iter().zip(&model.settling) {
                let [x, y, z] = vertex.position;
                let afar = far::height(relief, (x / TILE) as usize, (z / -TILE) as usize);
                assert!((y + f32::from(*higher) / 8.0 - afar).abs() < 0.13, "{x} {z}");
            }
        }
        let apron = apron(&corners, MaterialId(0));
        assert_eq!(apron.settling.len(), apron.vertices.len());
    }

    #[test]
    fn ground_is_as_dark_under_plants_as_the_picture_from_above() {
        let ground = vec![[100, 200, 0]; TILES * TILES];
        let mut seen = ground.clone();
        // A bush on the second tile of the second row, whose leaves are brighter than the ground in red.
        seen[TILES + 1] = [150, 100, 9];
        let shade = shade(&ground, &seen);
        let dark = |column: usize, row: usize| shade[row * SIDE + column];
        // Each of its corners is one of four tiles' or, at the rim of the cell, of fewer.
        for corner in [(1, 1), (2, 1), (1, 2), (2, 2)] {
            assert_eq!(dark(corner.0, corner.1), [255, 223, 255]);
        }
        assert_eq!([dark(0, 0), dark(3, 1), dark(128, 128)], [[255; 3]; 3]);
        let whole = super::shade(&ground, &vec![[50, 100, 0]; TILES * TILES]);
        assert!(whole.iter().all(|color| *color == [128, 128, 255]));
        let flat = vec![5.0; SIDE * SIDE];
        let tiles = vec![2; TILES * TILES];
        let model = near(&Corners::of(Relief(&flat)), &shade, &tiles, [0, 0], |_| MaterialId(0), None);
        let at = |x: f32, z: f32| {
            model.vertices.iter().find(|vertex| vertex.position == [x, 5.0, z]).unwrap().color
        };
        assert_eq!((at(256.0, -512.0), at(0.0, 0.0)), ([255, 223, 255], [255; 3]));
    }

    #[test]
    fn water_is_a_few_rectangles_with_a_bed_below_its_middle() {
        let mut tiles = vec![2_u8; TILES * TILES];
        for row in 4..7 {
            tiles[row * TILES + 3..row * TILES + 6].fill(0);
        }
        tiles[7 * TILES + 4] = 0;
        assert_eq!(water(&tiles), [[[3, 4], [6, 7]], [[4, 7], [5, 8]]]);
        let flat = vec![10.0; SIDE * SIDE];
        let bed = bed(&Corners::of(Relief(&flat)), &tiles, [0, 0], 100.0, MaterialId(0)).unwrap();
        assert_eq!(bed.triangles(), 2 * 10);
        let deep = bed.vertices.iter().filter(|vertex| vertex.position[1] == -90.0);
        let deep: BTreeSet<[i32; 2]> =
            deep.map(|vertex| [vertex.position[0] as i32 / 256, vertex.position[2] as i32 / -256]).collect();
        assert_eq!(deep.into_iter().collect::<Vec<_>>(), [[4, 5], [4, 6], [5, 5], [5, 6]]);
        assert!(super::bed(&Corners::of(Relief(&flat)), &tiles, [3, 3], 100.0, MaterialId(0)).is_none());
    }

    #[test]
    fn the_apron_hangs_outwards_all_around() {
        let flat = vec![0.0; SIDE * SIDE];
        let model = apron(&Corners::of(Relief(&flat)), MaterialId(0));
        assert_eq!(model.triangles(), 2 * 4 * TILES);
        let middle = Vec3::new(CELL / 2.0, 0.0, -CELL / 2.0);
        for corners in model.indices.chunks_exact(3) {
            let [a, b, c] = [0, 1, 2].map(|at| Vec3::from(model.vertices[corners[at] as usize].position));
            assert!((b - a).cross(c - a).dot(a - middle) > 0.0, "{a} {b} {c}");
        }
    }
}
