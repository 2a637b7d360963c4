//! A cell of the map: its heights and tiles, then its scene.

use super::arrival::{Arrival, Side, arrival};
use super::flats::Looks;
use super::ground::{self, TILES};
use super::groves::Groves;
use super::nature::{Plant, Wild};
use super::overworld::Overworld;
use super::terrain::{self, CELL, Corners, PIECES, Relief, TILE};
use super::town::{self, Town};
use super::{LAND, flatten, light, music, sky, streets, weather};
use crate::{Request, Start};
use binary::{Finding, Severity};
use daggerfall::climate::BaseSet;
use daggerfall::ground::{NATURAL, WATER, record};
use glam::{Affine3A, Vec3};
use std::collections::BTreeSet;
use vfs::Vfs;
use world::{
    Aabb, Alpha, Image, LampLighting, LodRange, Material, MaterialId, Model, ModelId, Node, NodeFlags,
    NodeId, NodeKind, Region, RegionKind, Scene, Texture, TextureId,
};

/// Units up to which ground is drawn tile by tile: 700 metres.
const NEAR: f32 = 28_000.0;
/// Metres from the surface of the sea to its bed, as far as one can dive.
const DEPTH: f32 = 4.0;
/// How much of a tile's colour from afar is that of what grows on it.
const SHADE: f32 = 0.45;

/// Ground that is stood on.
const GROUND: NodeFlags =
    NodeFlags::ACTIVE.union(NodeFlags::ALTITUDE).union(NodeFlags::INTERSECT).union(NodeFlags::TERRAIN);

/// A cell before it is a scene.
pub struct Cell {
    /// Heights of its corners in units, row by row from the south-west.
    pub relief: Vec<f32>,
    /// Its tiles.
    pub tiles: Vec<u8>,
    /// The location in it.
    pub town: Option<Town>,
    /// Height of the sea in units.
    pub sea: f32,
    /// Height of beaches in units.
    pub beach: f32,
}

impl Cell {
    /// A cell of an overworld.
    pub fn new(overworld: &Overworld, at: [i32; 2], findings: &mut Vec<Finding>) -> Self {
        let levels = overworld.levels();
        let town = overworld.towns.town(at, findings);
        let mut heights = overworld.heights(at);
        let materials = ground::materials(heights.values(), levels, at[0], at[1]);
        let mut tiles = ground::tiles(&materials);
        if let Some(town) = &town {
            if let Some(rectangle) = town.rectangle {
                flatten::level(heights.values_mut(), rectangle);
            }
            for ([column, row], tile) in town.blocks.iter().flat_map(town::tiles) {
                if record(tile) < NATURAL {
                    tiles[row as usize * TILES + column as usize] = tile;
                }
            }
        }
        let metre = overworld.metre();
        Cell {
            relief: heights.values().iter().map(|height| height * metre).collect(),
            tiles,
            town,
            sea: levels.sea * metre,
            beach: levels.beach * metre,
        }
    }

    /// The heights of a cell in units.
    pub fn relief_of(overworld: &Overworld, at: [i32; 2]) -> Vec<f32> {
        let mut heights = overworld.heights(at);
        let town = overworld.towns.town(at, &mut Vec::new());
        if let Some(rectangle) = town.and_then(|town| town.rectangle) {
            flatten::level(heights.values_mut(), rectangle);
        }
        let metre = overworld.metre();
        heights.values().iter().map(|height| height * metre).collect()
    }

    /// What grows in it.
    pub fn plants(&self, overworld: &Overworld, [px, py]: [i32; 2]) -> Vec<Plant> {
        let wild = Wild {
            relief: Relief(&self.relief),
            tiles: &self.tiles,
            beach: self.beach,
            metre: overworld.metre(),
            elevation: overworld.elevations.at(px, py),
            desert: overworld.climate([px, py]).base == BaseSet::Desert,
            density: overworld.settings.nature,
            town: self.town.as_ref().and_then(|town| town.rectangle),
        };
        wild.plants(px, py)
    }
}

/// The scene of a cell, and where one starts in it.
pub fn scene(
    overworld: &Overworld,
    vfs: &Vfs,
    request: &Request,
    at: [i32; 2],
    findings: &mut Vec<Finding>,
) -> (Scene, Start) {
    if overworld.woods.pixel(at[0], at[1]).is_none() {
        let expected = "the record of a cell inside the file";
        findings.push(Finding::new(&LAND, Severity::Warning, &request.container, expected, &request.world));
    }
    let cell = Cell::new(overworld, at, findings);
    let plants = cell.plants(overworld, at);
    let mut scene = Scene::empty(&request.title, &request.world, request.frame);
    scene.lamp_lighting = LampLighting::Vertex;
    if let Some(walker) = request.walker {
        scene.walker = walker;
    }
    let (climate, season) = (overworld.climate(at), overworld.season());
    let weather = overworld.weather(at);
    light::place(&mut scene, &overworld.settings, weather);
    let archive = climate.ground(season);
    let mut materials = [MaterialId(0); 64];
    let mut colors = [[0_u8; 3]; 64];
    let used: BTreeSet<u8> = cell.tiles.iter().map(|tile| record(*tile)).collect();
    for shown in used {
        let ground = overworld.archives.ground(vfs, archive, shown, season);
        colors[usize::from(shown)] = ground.mean;
        let name = format!("TEXTURE.{archive:03} {shown}");
        if let Some(image) = ground.flat.frames.first().cloned() {
            materials[usize::from(shown)] = add_material(&mut scene, name, image);
        }
    }
    let mut looks = Looks::default();
    let nature = climate.nature(season);
    let mut groves = Groves::default();
    let ground: Vec<[u8; 3]> = cell.tiles.iter().map(|tile| colors[usize::from(record(*tile))]).collect();
    let mut map = ground.clone();
    let mut leaves = [None; 32];
    for Plant { foot, record } in plants {
        let mut mean = None;
        let picture = || {
            let plant = overworld.archives.plant(vfs, nature, record, season);
            mean = Some(plant.mean);
            Some(plant.flat)
        };
        let look = looks.of(&mut scene, [nature, record.into()], picture);
        let leaf = &mut leaves[usize::from(record) % 32];
        *leaf = leaf.or(mean);
        let (column, row) = ((foot.x / TILE) as usize, (foot.z / -TILE) as usize);
        if let Some(look) = look {
            groves.plant([column, row], foot, look);
        }
        if let (Some(pixel), Some(leaf)) = (map.get_mut(row * TILES + column), *leaf) {
            *pixel = mixed(*pixel, leaf, SHADE);
        }
    }
    let shade = terrain::shade(&ground, &map);
    let from_afar = add_material(&mut scene, "from afar".to_owned(), picture(&map));
    let bed = MaterialId::from(scene.materials.len());
    scene.materials.push(Material { name: "bed of the sea".to_owned(), ..Material::default() });
    let relief = Relief(&cell.relief);
    let corners = Corners::of(relief);
    let depth = DEPTH / request.frame.metres_per_unit;
    let mut children = Vec::new();
    for number in 0..PIECES * PIECES {
        let piece = [number % PIECES, number / PIECES];
        let paint = |shown: u8| materials[usize::from(shown) % 64];
        let near = terrain::near(&corners, &shade, &cell.tiles, piece, paint, Some(WATER));
        let coarse = terrain::coarse(&corners, piece, from_afar);
        let bounds = near.bounds;
        let mut shown = vec![add_node(&mut scene, "ground", GROUND, near)];
        let bed = terrain::bed(&corners, &cell.tiles, piece, depth, bed);
        shown.extend(bed.map(|bed| add_node(&mut scene, "bed", GROUND, bed)));
        children.push(lod(&mut scene, GROUND, 0.0..NEAR, bounds, shown));
        let coarse = add_node(&mut scene, "ground from afar", NodeFlags::ACTIVE, coarse);
        children.push(lod(&mut scene, NodeFlags::ACTIVE, NEAR..f32::INFINITY, bounds, vec![coarse]));
    }
    groves.build(&mut scene, &mut children);
    if let Some(town) = &cell.town {
        let making = streets::Making { overworld, vfs, climate, season, relief, looks: &mut looks, findings };
        children.push(streets::build(&mut scene, town, making));
    }
    children.push(add_node(&mut scene, "apron", NodeFlags::ACTIVE, terrain::apron(&corners, from_afar)));
    scene.regions = sea(&cell, depth);
    let root = add_group(&mut scene, &request.world, GROUND, children);
    scene.roots.push(root);
    let winter = overworld.settings.winter;
    sky::add(&mut scene, &overworld.skies, vfs, climate, weather, winter, findings);
    weather::fall(&mut scene, weather);
    let middle = Vec3::new(CELL / 2.0, 0.0, -CELL / 2.0);
    music::add(&mut scene, vfs, climate.base, cell.town.is_some(), middle, CELL * 4.0);
    findings.extend(overworld.archives.take_findings());
    let start = request.start.unwrap_or_else(|| {
        let Arrival { feet, yaw } = arrival(&cell, Side::South);
        Start { position: request.frame.to_game(feet), yaw_deg: yaw.to_degrees() }
    });
    (scene, start)
}

/// Water, as deep as one can dive.
fn sea(cell: &Cell, depth: f32) -> Vec<Region> {
    let region = |[low, high]: [[usize; 2]; 2]| {
        let along = |at: usize| at as f32 * TILE;
        let min = Vec3::new(along(low[0]), cell.sea - depth, -along(high[1]));
        let max = Vec3::new(along(high[0]), cell.sea, -along(low[1]));
        Region::of_box(RegionKind::Water, Aabb { min, max })
    };
    terrain::water(&cell.tiles).into_iter().map(region).collect()
}

/// The picture of a cell from above, a texel for each tile; rows from the north.
fn picture(map: &[[u8; 3]]) -> Image {
    let rows = map.chunks_exact(TILES).rev().flatten();
    let rgba = rows.flat_map(|[r, g, b]| [*r, *g, *b, 255]).collect();
    Image { width: TILES as u32, height: TILES as u32, rgba }
}

fn mixed(from: [u8; 3], to: [u8; 3], share: f32) -> [u8; 3] {
    let mix =
        |channel: usize| (f32::from(from[channel]) * (1.0 - share) + f32::from(to[channel]) * share) as u8;
    [mix(0), mix(1), mix(2)]
}

/// A material that shows a picture.
pub fn add_material(scene: &mut Scene, name: String, image: Image) -> MaterialId {
    scene.textures.push(Texture { name: name.clone(), alpha: Alpha::None, levels: vec![image] });
    let texture = Some(TextureId::from(scene.textures.len() - 1));
    scene.materials.push(Material { name, texture, ..Material::default() });
    MaterialId::from(scene.materials.len() - 1)
}

/// A node that shows a model.
pub fn add_node(scene: &mut Scene, name: &str, flags: NodeFlags, model: Model) -> NodeId {
    scene.models.push(model);
    let model = Some(ModelId::from(scene.models.len() - 1));
    scene.nodes.push(Node { name: name.into(), model, flags, opacity: 1.0, ..Node::default() });
    NodeId::from(scene.nodes.len() - 1)
}

/// A node that holds others.
pub fn add_group(scene: &mut Scene, name: &str, flags: NodeFlags, children: Vec<NodeId>) -> NodeId {
    let transform = Affine3A::IDENTITY;
    scene.nodes.push(Node { name: name.into(), flags, transform, children, opacity: 1.0, ..Node::default() });
    NodeId::from(scene.nodes.len() - 1)
}

/// A node whose children are drawn at some distances from the middle of its bounds.
pub fn lod(
    scene: &mut Scene,
    flags: NodeFlags,
    distances: std::ops::Range<f32>,
    bounds: Aabb,
    children: Vec<NodeId>,
) -> NodeId {
    let range =
        LodRange { near_sq: distances.start * distances.start, far_sq: distances.end * distances.end };
    let node = add_group(scene, "", flags, children);
    if let Some(node) = scene.nodes.get_mut(node.index()) {
        node.kind = NodeKind::Lod(range);
        node.bounds = bounds;
    }
    node
}
