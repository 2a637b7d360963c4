//! The ground of every cell: a near level of quads and triangles, a far level
//! of strips with a skirt, and trees.

use super::Site;
use super::layout::{LEVEL, QUAD, QUADS};
use super::mesh::{Mesh, Style, Uv};
use super::skins::Skin;
use super::terrain::{Ground, Terrain};
use crate::builders::graph::{Home, Id, ModelId, New, Pose};
use crate::builders::grid::CELL;
use crate::builders::numbers::{Random, noise};
use glam::Vec3;
use zbd::gamez::nodes::flags;

/// Where the near level of a cell's ground gives way to the far one, units
/// from the middle of the cell.
const NEAR: f32 = 640.0;
/// Farther than anything is drawn.
const OUT_OF_SIGHT: f32 = 20_000.0;
/// Quads of the near level that one quad of the far level stands for.
const COARSE: usize = 4;
/// Depth of the skirt that hides the gaps beside finer neighbours, units.
const SKIRT: f32 = 14.0;
/// Units that one ground texture covers.
const TILE: f32 = 8.0;

/// Builds all cells, from the south-west corner on.
pub(super) fn build(site: &mut Site) {
    let trees = tree_models(site);
    let side = site.layout.side as usize;
    for row in 0..side {
        for column in 0..side {
            cell(site, column, row, &trees);
        }
    }
}

/// One cell: column from the west, row from the south.
fn cell(site: &mut Site, column: usize, row: usize, trees: &[ModelId]) {
    let side = site.layout.side as usize;
    // Corner of the grid in the north-west of the cell.
    let origin = (column * QUADS, (side - 1 - row) * QUADS);
    let terrain = flags::TERRAIN | flags::CAN_MODIFY;
    let home = Home::Cell([column as i32, row as i32]);
    let name = |what: &str| format!("{what}_{column:02}_{row:02}");

    let near = near_mesh(&site.terrain, origin);
    let far = far_mesh(&site.terrain, origin);
    let boxes = [near.bounds(), far.bounds()];
    let graph = &mut site.graph;
    let root = graph.add(New::object(&name("cell"), home, Pose::Initial).solid().with(terrain));
    let solid = flags::ALTITUDE_SURFACE | flags::INTERSECT_SURFACE | flags::TERRAIN | flags::UNK25;
    for (what, range, mesh) in [("near", [0.0, NEAR], near), ("far", [NEAR, OUT_OF_SIGHT], far)] {
        let level = graph.level(&name(what), root, range, solid);
        // Both levels measure from the same middle, so that one ends where the
        // other begins.
        if let [Some([min, max]), Some([low, high])] = boxes {
            graph.give_box(level, [min.min(low), max.max(high)]);
        }
        let name = name(&format!("ground_{what}"));
        let object = New::object(&name, Home::Under(level), Pose::Initial);
        graph.thing(mesh, object.solid().with(terrain | flags::CLIP_TO));
    }
    plant(site, column, row, root, trees);
}

fn near_mesh(terrain: &Terrain, (left, top): (usize, usize)) -> Mesh {
    let mut mesh = Mesh::new().flagged(zbd::gamez::models::flags::CLOUDS);
    for row in 0..=QUADS {
        for column in 0..=QUADS {
            mesh.vertex(terrain.corner(left + column, top + row));
            let normal = terrain.normal(left + column, top + row);
            mesh.model().normals.push(normal.to_array());
        }
    }
    let index = |(column, row): (usize, usize)| (row * (QUADS + 1) + column) as u32;
    let uv = |(column, row): (usize, usize)| [column as f32 * QUAD / TILE, row as f32 * QUAD / TILE];
    for row in 0..QUADS {
        for column in 0..QUADS {
            let skin = match terrain.ground(left + column, top + row) {
                Ground::Hole => continue,
                Ground::Paved => Skin::Paving,
                Ground::Grass => Skin::Grass,
                Ground::Dirt => Skin::Dirt,
                Ground::Rock => Skin::Rock,
            };
            let style = Style { uv: Uv::Tile(TILE), ..Style::plain(skin.index()) };
            let mut add = |corners: &[(usize, usize)]| {
                let indices: Vec<u32> = corners.iter().map(|corner| index(*corner)).collect();
                let uvs: Vec<[f32; 2]> = corners.iter().map(|corner| uv(*corner)).collect();
                let color = |(column, row): &(usize, usize)| match skin {
                    Skin::Paving => terrain.paved_color(left + column, top + row),
                    _ => terrain.color(left + column, top + row),
                };
                let colors: Vec<Vec3> = corners.iter().map(color).collect();
                mesh.push(&indices, &indices, &uvs, &colors, &style, false);
            };
            let (nw, ne) = ((column, row), (column + 1, row));
            let (sw, se) = ((column, row + 1), (column + 1, row + 1));
            let height = |(column, row): (usize, usize)| terrain.corner(left + column, top + row).y;
            // Polygons are flat: a quad where the ground is, else two triangles
            // along the lower fold.
            if height(nw) + height(se) == height(ne) + height(sw) {
                add(&[nw, sw, se, ne]);
            } else if (height(nw) - height(se)).abs() < (height(ne) - height(sw)).abs() {
                add(&[nw, sw, se]);
                add(&[nw, se, ne]);
            } else {
                add(&[nw, sw, ne]);
                add(&[ne, sw, se]);
            }
        }
    }
    mesh
}

fn far_mesh(terrain: &Terrain, (left, top): (usize, usize)) -> Mesh {
    let mut mesh = Mesh::new();
    let style = Style { uv: Uv::Tile(TILE), ..Style::plain(Skin::Grass.index()) };
    let steps = QUADS / COARSE;
    let uv =
        |corner: Vec3, origin: Vec3| [(corner.x - origin.x) / TILE, (corner.z - origin.z - corner.y) / TILE];
    let origin = terrain.corner(left, top).with_y(0.0);
    let mut strip = |corners: Vec<(Vec3, Vec3)>, style: &Style| {
        let indices: Vec<u32> = corners.iter().map(|(corner, _)| mesh.vertex(*corner)).collect();
        let uvs: Vec<[f32; 2]> = corners.iter().map(|(corner, _)| uv(*corner, origin)).collect();
        let colors: Vec<Vec3> = corners.iter().map(|(_, color)| *color).collect();
        mesh.strip(&indices, &uvs, &colors, style);
    };
    let at = |column: usize, row: usize| {
        let (column, row) = (left + column * COARSE, top + row * COARSE);
        (terrain.corner(column, row), terrain.mixed_color(column, row))
    };
    for row in 0..steps {
        strip((0..=steps).flat_map(|column| [at(column, row), at(column, row + 1)]).collect(), &style);
    }
    let skirt = Style { double_sided: true, priority: -1, ..style };
    let sides: [&dyn Fn(usize) -> (usize, usize); 4] =
        [&|i| (i, 0), &|i| (i, steps), &|i| (0, i), &|i| (steps, i)];
    for side in sides {
        let below = |(corner, color): (Vec3, Vec3)| (corner - Vec3::Y * SKIRT, color);
        let edge = (0..=steps).map(side).map(|(column, row)| at(column, row));
        strip(edge.flat_map(|upper| [upper, below(upper)]).collect(), &skirt);
    }
    mesh
}

/// One model for each kind of tree: a card that turns about the upright axis.
fn tree_models(site: &mut Site) -> Vec<ModelId> {
    let kinds = [(Skin::Conifer, 5.0, 10.0), (Skin::Conifer, 6.5, 14.0), (Skin::Leafy, 7.5, 7.5)];
    kinds
        .into_iter()
        .map(|(skin, width, height)| {
            let mut mesh = Mesh::facade(0, false);
            let half = Vec3::X * (width * 0.5);
            // Grown a little into the ground, for slopes.
            let (low, high) = (Vec3::Y * -0.3, Vec3::Y * (height - 0.3));
            let style = Style { double_sided: true, ..Style::fit(skin) };
            mesh.polygon(&[low - half, low + half, high + half, high - half], &style);
            site.graph.model(mesh)
        })
        .collect()
}

/// Strews trees over a cell, in groves, not where things are built.
fn plant(site: &mut Site, column: usize, row: usize, root: Id, models: &[ModelId]) {
    let (half, size, seed) = (site.layout.half() as f32, CELL as f32, site.seed);
    let (west, south) = (column as f32 * size - half, half - row as f32 * size);
    let mut random = Random::new(seed, (row as u32) << 16 | column as u32);
    for _ in 0..site.layout.trees {
        let mut spot = None;
        for _ in 0..6 {
            let (x, z) = (west + random.between(6.0, size - 6.0), south - random.between(6.0, size - 6.0));
            let grove = noise(seed ^ 17, x / 70.0, z / 70.0, 0);
            if LEVEL.distance(x, z) > 4.0 && grove > 0.46 {
                spot = Some((x, z));
                break;
            }
        }
        let Some((x, z)) = spot else { continue };
        let place = Vec3::new(x, site.terrain.height(x, z), z);
        let scale = random.between(0.75, 1.25);
        let model = models[random.next() as usize % models.len()];
        let pose = Pose::Turned([0.0; 3], [scale; 3], place);
        site.graph.add(New::object("tree", Home::Under(root), pose).model(model));
    }
}
