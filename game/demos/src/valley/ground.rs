//! The ground of every cell: fine near the origin, coarse elsewhere, and a far
//! level with a skirt.

use super::Site;
use super::layout::{BASE, FINE, FINE_CELLS, HILL, QUADS};
use super::mesh::{Mesh, Style};
use super::skins::Skin;
use super::terrain::{Ground, Raster, Terrain};
use crate::builders::graph::{Home, New, Pose};
use crate::builders::grid::CELL;
use glam::Vec3;
use rayon::prelude::*;
use zbd::gamez::nodes::flags;

/// Where the levels of a cell's ground give way to the next, units from the
/// middle of the cell.
const NEAR: f32 = 360.0;
const MIDDLE: f32 = 820.0;
/// Farther than anything is drawn.
const OUT_OF_SIGHT: f32 = 20_000.0;
/// Units that one ground texture covers.
const TILE: f32 = 6.0;

/// A level of detail of a cell's ground.
#[derive(Clone, Copy)]
struct Level {
    name: &'static str,
    range: [f32; 2],
    /// Corners of the raster that one quad takes.
    stride: usize,
    fine: bool,
    /// Depth of the skirt that hides gaps beside finer neighbours, if any.
    skirt: f32,
}

/// Builds all cells, from the south-west corner on.
pub(super) fn build(site: &mut Site) {
    let side = site.layout.side as i32;
    let cells: Vec<[i32; 2]> = (0..side * side).map(|index| [index % side, index / side]).collect();
    // A few rows at a time, so that little waits for the graph.
    for chunk in cells.chunks(256) {
        let (layout, terrain) = (site.layout, &site.terrain);
        let built: Vec<_> = chunk
            .par_iter()
            .map(|[column, row]| {
                let away =
                    |value: i32| if value < side / 2 { side / 2 - value } else { value - side / 2 + 1 };
                let fine = layout.rich && away(*column).max(away(*row)) <= FINE_CELLS;
                let far = |near: f32| Level {
                    name: "far",
                    range: [near, OUT_OF_SIGHT],
                    stride: 4,
                    fine: false,
                    skirt: 26.0,
                };
                let middle = Level { name: "mid", range: [0.0, MIDDLE], stride: 1, fine: false, skirt: 0.0 };
                let levels = match (layout.rich, fine) {
                    (false, _) => vec![Level { name: "all", stride: 2, ..middle }],
                    (true, false) => vec![middle, far(MIDDLE)],
                    (true, true) => vec![
                        Level { name: "near", range: [0.0, NEAR], stride: 1, fine: true, skirt: 0.0 },
                        Level { range: [NEAR, MIDDLE], skirt: 5.0, ..middle },
                        far(MIDDLE),
                    ],
                };
                let meshes: Vec<_> =
                    levels.iter().map(|level| mesh(terrain, side, [*column, *row], level).free()).collect();
                (*column, *row, levels, meshes)
            })
            .collect();
        for (column, row, levels, meshes) in built {
            let terrain = flags::TERRAIN | flags::CAN_MODIFY;
            let home = Home::Cell([column, row]);
            let name = |what: &str| format!("{what}_{column:02}_{row:02}");
            let graph = &mut site.graph;
            if !site.layout.rich {
                for mesh in meshes {
                    graph.thing(mesh, New::object(&name("cell"), home, Pose::Initial).solid().with(terrain));
                }
                continue;
            }
            let root = graph.add(New::object(&name("cell"), home, Pose::Initial).solid().with(terrain));
            let models: Vec<_> = meshes.into_iter().map(|mesh| graph.model(mesh)).collect();
            // All levels measure from the same middle, so that one ends where
            // the next begins.
            let bounds = models.iter().filter_map(|model| graph.model_bounds(*model));
            let bounds = bounds.reduce(|[min, max], [low, high]| [min.min(low), max.max(high)]);
            let solid = flags::ALTITUDE_SURFACE | flags::INTERSECT_SURFACE | flags::TERRAIN | flags::UNK25;
            for (level, model) in levels.iter().zip(models) {
                let lod = graph.level(&name(level.name), root, level.range, solid);
                if let Some(bounds) = bounds {
                    graph.give_box(lod, bounds);
                }
                let object = New::object("ground", Home::Under(lod), Pose::Initial).model(model);
                graph.add(object.solid().with(terrain | flags::CLIP_TO));
            }
        }
    }
}

fn mesh(terrain: &Terrain, side: i32, [column, row]: [i32; 2], level: &Level) -> Mesh {
    let raster = if level.fine { terrain.fine() } else { terrain.coarse() };
    let quads = (CELL as f32 / raster.step) as usize;
    debug_assert!(level.fine == (raster.step == FINE) && (level.fine || quads == QUADS));
    let corner = |cell: i32| (((cell - side / 2) * CELL) as f32 - raster.first) / raster.step;
    let (left, top) = (corner(column) as usize, corner(side - 1 - row) as usize);
    let grid = Grid { terrain, raster, left, top, level };
    let steps = quads / level.stride;
    let mut mesh = Mesh::new();
    for row in 0..steps {
        for column in 0..steps {
            grid.quad(&mut mesh, column, row);
        }
    }
    if level.skirt > 0.0 {
        let sides: [&dyn Fn(usize) -> (usize, usize); 4] =
            [&|i| (steps - i, 0), &|i| (i, steps), &|i| (0, i), &|i| (steps, steps - i)];
        for side in sides {
            for step in 0..steps {
                grid.skirt(&mut mesh, side(step), side(step + 1));
            }
        }
    }
    mesh
}

struct Grid<'g> {
    terrain: &'g Terrain,
    raster: &'g Raster,
    left: usize,
    top: usize,
    level: &'g Level,
}

impl Grid<'_> {
    fn at(&self, (column, row): (usize, usize)) -> (Vec3, Vec3) {
        let (column, row) = (self.left + column * self.level.stride, self.top + row * self.level.stride);
        let mut corner = self.raster.corner(column, row);
        // Coarse quads must not stand over what is built on the ground.
        if self.level.range[0] > 0.0 || self.level.stride > 1 {
            let (x, z) = (corner.x, corner.z);
            let road = self.terrain.road().nearest(x, z).0;
            let built = BASE.distance(x, z).min(HILL.distance(x, z)).min(road);
            let reach = self.level.stride as f32 * self.raster.step;
            if built < reach {
                corner.y -= if self.level.stride > 1 { 3.0 } else { 0.9 };
            }
        }
        (corner, self.raster.color(column, row))
    }

    fn quad(&self, mesh: &mut Mesh, column: usize, row: usize) {
        let keys = [(column, row), (column, row + 1), (column + 1, row + 1), (column + 1, row)];
        let [nw, sw, se, ne] = keys.map(|key| self.at(key));
        let middle = (nw.0 + se.0) * 0.5;
        let far = self.level.stride > 1;
        let skin = match self.terrain.ground(middle.x, middle.z) {
            Ground::Hole if !far => return,
            Ground::Hole | Ground::Grass => Skin::Grass,
            Ground::Dirt => Skin::Dirt,
            Ground::Rock => Skin::Rock,
            Ground::Gravel => Skin::Gravel,
        };
        let tile = if skin == Skin::Rock { 16.0 } else { TILE };
        let style = Style::tiled(skin, tile);
        let mut add = |corners: &[(Vec3, Vec3)]| {
            let uvs = corners.iter().map(|(at, _)| [at.x / tile, at.z / tile]).collect();
            let colors = corners.iter().map(|(_, color)| *color).collect();
            mesh.exact(corners.iter().map(|(at, _)| *at).collect(), uvs, Some(colors), &style);
        };
        // Polygons are flat: a quad where the ground is, else two triangles
        // along the lower fold.
        if nw.0.y + se.0.y == ne.0.y + sw.0.y {
            add(&[nw, sw, se, ne]);
        } else if (nw.0.y - se.0.y).abs() < (ne.0.y - sw.0.y).abs() {
            add(&[nw, sw, se]);
            add(&[nw, se, ne]);
        } else {
            add(&[nw, sw, ne]);
            add(&[ne, sw, se]);
        }
    }

    fn skirt(&self, mesh: &mut Mesh, from: (usize, usize), to: (usize, usize)) {
        let ((a, ca), (b, cb)) = (self.at(from), self.at(to));
        let down = Vec3::Y * self.level.skirt;
        let style = Style::tiled(Skin::Grass, TILE).layer(-1).both();
        let uv = |at: Vec3| [(at.x + at.z) / TILE, at.y / TILE];
        let corners = vec![a, a - down, b - down, b];
        let uvs = corners.iter().map(|at| uv(*at)).collect();
        mesh.exact(corners, uvs, Some(vec![ca, ca, cb, cb]), &style);
    }
}
