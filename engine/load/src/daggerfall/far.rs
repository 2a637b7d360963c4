//! A sector: its cells as they are seen from afar. Each is a node that stands in for the cell until that has joined.

use super::cell::{Cell, add_node};
use super::ground::{self, Levels, TILES};
use super::layout::{PlaceName, SECTOR_CELLS};
use super::light;
use super::overworld::Overworld;
use super::terrain::{CELL, Relief};
use super::weather::Weather;
use crate::Request;
use daggerfall::ground::{GRASS, STONE, WATER};
use glam::Vec3;
use rayon::prelude::*;
use vfs::Vfs;
use world::{Aabb, Material, MaterialId, Model, NodeFlags, Polygon, Scene, Sight, Vertex, ZoneSet};

/// Tiles between two corners.
const STEP: usize = 16;
/// Corners along an edge of a cell.
const SIDE: usize = TILES / STEP + 1;
/// Units that the rim of each cell hangs down, so that nothing gapes towards land with more corners.
const APRON: f32 = 2_400.0;
/// Units by which it lies lower than the land itself, which so hides it where the two overlap.
const LOWER: f32 = 40.0;
/// How much of the colour of grass is that of trees.
const TREES: f32 = 0.3;
/// The colour of trees from afar.
const LEAVES: [f32; 3] = [54.0, 78.0, 44.0];

/// How high the land of a cell is where it is seen from afar, at a corner of a tile.
pub fn height(relief: Relief<'_>, column: usize, row: usize) -> f32 {
    let along = |at: usize| {
        let square = (at / STEP).min(SIDE - 2);
        (square * STEP, (at - square * STEP) as f32 / STEP as f32)
    };
    let ((west, u), (south, v)) = (along(column), along(row));
    let [sw, ne] = [relief.at(west, south), relief.at(west + STEP, south + STEP)];
    // On the triangles that are drawn.
    let between = if u >= v {
        let se = relief.at(west + STEP, south);
        sw + (se - sw) * u + (ne - se) * v
    } else {
        let nw = relief.at(west, south + STEP);
        sw + (ne - nw) * u + (nw - sw) * v
    };
    between - LOWER
}

/// The scene of a sector.
pub fn scene(overworld: &Overworld, vfs: &Vfs, request: &Request, at: [i32; 2]) -> Scene {
    let mut scene = Scene::empty(&request.title, &request.world, request.frame);
    light::place(&mut scene, &overworld.settings, Weather::Clear);
    scene.materials.push(Material { name: "land".to_owned(), ..Material::default() });
    let cells: Vec<[i32; 2]> = overworld.layout().cells_of(at).collect();
    let models: Vec<Model> = cells
        .par_iter()
        .map(|cell| {
            let corner = Vec3::new(
                (cell[0] - at[0] * SECTOR_CELLS) as f32 * CELL,
                -LOWER,
                (cell[1] - at[1] * SECTOR_CELLS - (SECTOR_CELLS - 1)) as f32 * CELL,
            );
            model(overworld, vfs, *cell, corner)
        })
        .collect();
    for (cell, model) in cells.iter().zip(models) {
        let key = PlaceName::Cell(*cell).to_string();
        let node = add_node(&mut scene, &key, NodeFlags::ACTIVE, model);
        scene.roots.push(node);
        scene.stand_ins.push((node, key));
    }
    scene
}

/// A cell with its south-west corner somewhere in its sector.
fn model(overworld: &Overworld, vfs: &Vfs, at: [i32; 2], corner: Vec3) -> Model {
    let relief = Cell::relief_of(overworld, at);
    let relief = Relief(&relief);
    let colors = colors(overworld, vfs, at);
    let (levels, metre) = (overworld.levels(), overworld.metre());
    let point = |column: usize, row: usize| {
        let (column, row) = (column * STEP, row * STEP);
        let color = color(relief.at(column, row) / metre, levels, &colors, at, [column, row]);
        Vertex {
            position: (corner + relief.point(column, row)).to_array(),
            normal: Vertex::pack_normal(relief.normal(column, row)),
            uv: [0.5; 2],
            color,
            day: 0,
        }
    };
    let mut model = Model { lit: true, fogged: true, ..Model::default() };
    model.vertices.extend((0..SIDE * SIDE).map(|number| point(number % SIDE, number / SIDE)));
    for number in 0..(SIDE - 1) * (SIDE - 1) {
        let first = (number / (SIDE - 1) * SIDE + number % (SIDE - 1)) as u32;
        let (east, north) = (first + 1, first + SIDE as u32);
        model.indices.extend([first, east, north + 1, first, north + 1, north]);
    }
    let last = SIDE - 1;
    let sides: [fn(usize) -> (usize, usize); 4] =
        [|at| (at, 0), |at| (SIDE - 1, at), |at| (SIDE - 1 - at, SIDE - 1), |at| (0, SIDE - 1 - at)];
    for side in sides {
        for at in 0..last {
            let first = model.vertices.len() as u32;
            for (along, down) in [(at, APRON), (at + 1, APRON), (at + 1, 0.0), (at, 0.0)] {
                let (column, row) = side(along);
                let mut vertex = model.vertices[row * SIDE + column];
                vertex.position[1] -= down;
                model.vertices.push(vertex);
            }
            model.indices.extend([0, 1, 2, 0, 2, 3].map(|at| first + at));
        }
    }
    model.polygons.push(Polygon {
        first_vertex: 0,
        first_index: 0,
        index_count: model.indices.len() as u32,
        material: MaterialId(0),
        layer: 0,
        double_sided: false,
        pass: 0,
        sight: Sight::Painted,
        solid: false,
        zones: ZoneSet::default(),
    });
    model.bounds = Aabb::around(model.vertices.iter().map(|vertex| vertex.position.into()));
    model
}

/// The colours of water, dirt, grass and stone in a cell.
fn colors(overworld: &Overworld, vfs: &Vfs, at: [i32; 2]) -> [[f32; 3]; 4] {
    let (archive, season) = (overworld.climate(at).ground(overworld.season()), overworld.season());
    [WATER, 1, GRASS, STONE].map(|record| {
        let color = overworld.mean_of_ground(vfs, archive, record, season).map(f32::from);
        // Trees stand on grass.
        let trees = if record == GRASS { TREES * overworld.settings.nature } else { 0.0 };
        [0, 1, 2].map(|channel| color[channel] * (1.0 - trees) + LEAVES[channel] * trees)
    })
}

/// The colour of the land around a corner of a cell.
fn color(
    height: f32,
    levels: Levels,
    colors: &[[f32; 3]; 4],
    [px, py]: [i32; 2],
    corner: [usize; 2],
) -> [u8; 3] {
    const AROUND: [[i64; 2]; 5] = [[0, 0], [-5, -3], [4, -5], [5, 4], [-4, 5]];
    let mut sum = [0.0; 3];
    for [east, north] in AROUND {
        let [x, y] = ground::on_map([px, py], [corner[0] as i64 + east, corner[1] as i64 + north]);
        let material = ground::material(height, levels, x, y);
        let color = colors[usize::from(material.min(STONE))];
        (0..3).for_each(|channel| sum[channel] += color[channel] / AROUND.len() as f32);
    }
    sum.map(|channel| channel as u8)
}

#[cfg(test)]
mod tests {
    use super::super::overworld::tests::{island, land};
    use super::*;

    #[test]
    fn cells_seen_from_afar_have_the_same_edges_and_stand_in_for_themselves() {
        let (_folder, vfs, request) = land(island);
        let (overworld, _) = request.land.open(&vfs, &request.container).unwrap();
        let [west, east] = [[3, 4], [4, 4]].map(|at| model(&overworld, &vfs, at, Vec3::ZERO));
        for row in 0..SIDE {
            let [edge, next] = [west.vertices[row * SIDE + SIDE - 1], east.vertices[row * SIDE]];
            assert_eq!(edge.position[1].to_bits(), next.position[1].to_bits(), "row {row}");
            assert_eq!(edge.color, next.color, "row {row}");
        }
        // What a cell settles from is the same land.
        let relief = Cell::relief_of(&overworld, [3, 4]);
        let relief = Relief(&relief);
        for (column, row) in [(0, 0), (3, 2), (8, 8), (8, 0)] {
            let own = west.vertices[row * SIDE + column].position[1];
            let higher = height(relief, column * STEP, row * STEP) - (own - LOWER);
            assert!(higher.abs() < 0.01, "{column} {row}: {higher}");
        }
        let [sw, se, ne] =
            [[2, 5], [3, 5], [3, 6]].map(|[column, row]: [usize; 2]| relief.at(column * STEP, row * STEP));
        let middle = height(relief, 2 * STEP + 12, 5 * STEP + 4);
        assert!((middle + LOWER - (sw + (se - sw) * 0.75 + (ne - se) * 0.25)).abs() < 0.1);
        // Its corners are corners of the land itself.
        let relief = Cell::relief_of(&overworld, [3, 4]);
        assert_eq!(west.vertices[2 * SIDE + 3].position[1], Relief(&relief).at(48, 32));
        let scene = scene(&overworld, &vfs, &Request { world: "far 0,0".to_owned(), ..request }, [0, 0]);
        assert_eq!(scene.stand_ins.len(), 64);
        assert_eq!(scene.stand_ins[0].1, "0,0");
        // The north-western cell is farthest from the sector's own corner, in its south-west.
        let bounds = scene.models[0].bounds;
        assert_eq!((bounds.min.x, bounds.max.z), (0.0, -7.0 * CELL));
    }
}
