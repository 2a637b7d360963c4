//! How fast worlds are read and written, against copying their bytes.
//!
//! `cargo bench -p zbd --bench gamez` makes a file of about 40 MB for each
//! version, with 200,000 polygons and 10,000 nodes, and says whether every
//! version is read as fast as version 27.
//!
//! `cargo bench -p zbd --bench gamez -- PATH...` measures files of a game
//! instead; so does the environment variable `REVISIT_GAMEZ` with one path. A
//! path is taken from the folder of the crate unless it is absolute.
//!
//! Reading may take 25 times as long as a warm copy; see `harness::timing`. Versions are compared run by run, and the
//! median counts.

use binary::{Mode, NodeName, Result};
use harness::timing::{self, ALLOWED, Case, Format};
use std::process::ExitCode;
use zbd::gamez::materials::{MaterialSlot, Materials};
use zbd::gamez::models::{Model, Models};
use zbd::gamez::nodes::{Camera, Light, Node, NodeData, Nodes, Object3d, World};
use zbd::gamez::textures::TextureEntry;
use zbd::gamez::{self, GameZ, NewPolygon, Version};

const VERSIONS: [Version; 4] =
    [Version::MechWarrior3, Version::Recoil, Version::PiratesMoon, Version::CrimsonSkies];
const MODELS: usize = 500;
const POLYGONS: usize = 400;
const NODES: usize = 10_000;
const RUNS: usize = 40;
/// The same world may take this many times as long in another version as in 27.
/// By the byte Recoil looks slower: it lacks the colours, which cost least.
const SPREAD: f64 = 1.2;

fn model(version: Version, materials: &Materials, number: usize) -> Result<Model> {
    let mut model = Model { normals: vec![[0.0, 1.0, 0.0]], ..Model::default() };
    for index in 0..POLYGONS {
        let (x, z) = ((index % 20) as f32, (index / 20) as f32);
        let first = model.vertices.len() as u32;
        let height = number as f32;
        model.vertices.extend([
            [x, height, z],
            [x + 1.0, height, z],
            [x + 1.0, height, z + 1.0],
            [x, 0.0, z],
        ]);
        // Mostly quadrilaterals, some triangles, some with normals.
        let corners = if index % 5 == 0 { 3 } else { 4 };
        model.push_polygon(
            version,
            &NewPolygon {
                vertex_indices: &[first, first + 1, first + 2, first + 3][..corners],
                normal_indices: if index % 3 == 0 { &[0, 0, 0, 0][..corners] } else { &[] },
                uvs: &[[x, z], [0.5, 0.0], [0.5, 0.5], [z, x]][..corners],
                materials: &[0],
                ..NewPolygon::default()
            },
        )?;
    }
    if !version.has_zeroed_tail() {
        model.list_materials(version, materials);
    }
    model.seal(version);
    Ok(model)
}

/// A world of 32 x 32 cells with a node for each place on a grid.
fn nodes(version: Version) -> Nodes {
    let edge = 32 * version.cell_size() as i32;
    let world = World::new(version, 0, 0, edge, edge).unwrap_or_default();
    let (camera, shine) = match version {
        Version::CrimsonSkies => (Camera::crimson_skies(2), 0.0),
        _ => (Camera::new(1.0, 4000.0, 1.0, 0.8), 0.5),
    };
    let sun = Light::sun(version, [0.0; 3], shine, 1.0 - shine, [1.0; 3]);
    let mut nodes = Nodes::begin(version, world, camera, sun);
    let mut parent = 0;
    for index in 0..NODES {
        let (x, z) = ((index % 100) as f32 / 100.0, (index / 100) as f32 / 100.0);
        let place = [x * edge as f32, 0.0, z * edge as f32];
        let name = NodeName::new(&format!("block_{index}")).unwrap_or_default();
        let object = Object3d::placed([0.0, x, 0.0], [1.0; 3], place);
        let node = nodes.add(Node::new(version, name, NodeData::Object3d(Box::new(object))));
        let bounds = [[-1.0, 0.0, -1.0], [1.0, 9.0, 1.0]];
        nodes.nodes[node].base.bound(version, Some(bounds), None);
        nodes.nodes[node].base.model_index = (index % MODELS) as i32;
        // The first of a hundred stands in the world, the others below it.
        if index % 100 == 0 {
            nodes.link(0, node);
            nodes.place(
                version,
                node,
                bounds.map(|corner| [place[0] + corner[0], corner[1], place[2] + corner[2]]),
            );
            parent = node;
        } else {
            nodes.link(parent, node);
        }
    }
    nodes.seal(version);
    nodes
}

fn world(version: Version) -> Result<GameZ> {
    let texture = TextureEntry::named("stone.tif").into_iter().collect();
    let materials = Materials::from_used(version, [(MaterialSlot::textured(0), None)], 1000);
    let models = (0..MODELS).map(|number| model(version, &materials, number)).collect::<Result<_>>()?;
    let models = Models::from_used(models, MODELS + 1);
    let nodes = nodes(version);
    Ok(GameZ::new(version, texture, materials, models, nodes))
}

/// Something of every model and node.
fn sum(gamez: &GameZ) -> u64 {
    let corners =
        gamez.models.used().flat_map(|(_, model)| &model.vertex_indices).map(|index| u64::from(*index));
    let models = gamez.nodes.nodes.iter().map(|node| node.base.model_index as u64);
    corners.chain(models).fold(0, u64::wrapping_add)
}

const GAMEZ: Format<GameZ> =
    Format { read: |bytes| Ok(gamez::read(bytes, Mode::Lenient)?.0), write: gamez::write, sum };

fn describe(name: &str, gamez: &GameZ) -> String {
    let polygons: usize = gamez.models.used().map(|(_, model)| model.polygon_infos.len()).sum();
    let (number, nodes) = (gamez.version.number(), gamez.nodes.nodes.len());
    format!("{name}: version {number}, {polygons} polygons, {nodes} nodes")
}

/// Reads a made file of every version and compares the versions.
fn versions() -> Result<bool> {
    let case = |version| {
        let world = world(version)?;
        Case::new(&describe("made", &world), vec![gamez::write(&world)?], GAMEZ)
    };
    let mut cases = VERSIONS.into_iter().map(case).collect::<Result<Vec<_>>>()?;
    let mut good = timing::measure(&mut cases, RUNS, ALLOWED);
    println!("beside version 27, the same world takes, and a byte takes");
    for (version, case) in VERSIONS.into_iter().zip(&cases) {
        let world = case.reading().beside(cases[0].reading());
        let byte = world * cases[0].bytes() as f64 / case.bytes() as f64;
        let verdict = if world > SPREAD { "  too slow" } else { "" };
        println!("{:>6} {world:6.2} {byte:6.2}{verdict}", version.number());
        good &= world <= SPREAD;
    }
    Ok(good)
}

fn main() -> Result<ExitCode> {
    timing::bench(|arguments| {
        let paths: Vec<String> = arguments.iter().cloned().chain(std::env::var("REVISIT_GAMEZ")).collect();
        if paths.is_empty() { versions() } else { Ok(timing::measure_paths(&paths, RUNS, GAMEZ, describe)) }
    })
}
