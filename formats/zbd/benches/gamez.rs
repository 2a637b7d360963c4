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
//! Each time is the best of several runs, copying, reading and writing in turn,
//! so that all three meet the same machine; what a run made is summed up and
//! dropped while the clock stands. Reading may take 25 times as long as a warm
//! copy. Versions are compared run by run, and the median counts. It measures
//! this machine now and keeps no record.

use binary::{Mode, NodeName, Result};
use std::hint::black_box;
use std::process::{Command, ExitCode};
use std::time::{Duration, Instant};
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
/// Tells the allocator of Linux to keep what is freed. Otherwise it gives back
/// now more and now less to the system, and page faults are measured.
const KEEP_MEMORY: [(&str, &str); 2] =
    [("MALLOC_TRIM_THRESHOLD_", "100000000000"), ("MALLOC_MMAP_MAX_", "0")];
/// Reading may take this many times as long as copying.
const ALLOWED: f64 = 25.0;
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

/// How long each run took, and the sum over what they made.
#[derive(Default)]
struct Runs {
    times: Vec<Duration>,
    sum: u64,
}

impl Runs {
    /// The shortest run.
    fn seconds(&self) -> f64 {
        self.times.iter().min().copied().unwrap_or_default().as_secs_f64()
    }

    /// How many times as long as `other` this takes: the median over runs that
    /// were made one after the other.
    fn beside(&self, other: &Runs) -> f64 {
        let pairs = self.times.iter().zip(&other.times);
        let mut ratios: Vec<_> = pairs.map(|(this, other)| this.div_duration_f64(*other)).collect();
        ratios.sort_by(f64::total_cmp);
        ratios.get(ratios.len() / 2).copied().unwrap_or(f64::INFINITY)
    }

    /// Times `make`; `sum` looks at what it made once the clock stands.
    fn run<T>(&mut self, make: impl FnOnce() -> T, sum: impl FnOnce(&T) -> u64) {
        let start = Instant::now();
        let made = black_box(make());
        self.times.push(start.elapsed());
        self.sum = self.sum.wrapping_add(sum(&made));
    }
}

/// Something of every model and node.
fn sum(gamez: &GameZ) -> u64 {
    let corners =
        gamez.models.used().flat_map(|(_, model)| &model.vertex_indices).map(|index| u64::from(*index));
    let models = gamez.nodes.nodes.iter().map(|node| node.base.model_index as u64);
    corners.chain(models).fold(0, u64::wrapping_add)
}

/// A file being measured.
struct Case {
    name: String,
    bytes: Vec<u8>,
    gamez: GameZ,
    copying: Runs,
    reading: Runs,
    writing: Runs,
}

impl Case {
    fn new(name: &str, bytes: Vec<u8>) -> Result<Self> {
        let (gamez, _) = gamez::read(&bytes, Mode::Lenient)?;
        let [copying, reading, writing] = <[Runs; 3]>::default();
        Ok(Case { name: name.to_owned(), bytes, gamez, copying, reading, writing })
    }

    /// One run of each.
    fn run(&mut self, copy: &mut [u8]) {
        let (bytes, copy) = (&self.bytes[..], &mut copy[..self.bytes.len()]);
        // Once ahead of the clock, so that both are warm.
        copy.copy_from_slice(bytes);
        self.copying.run(|| copy.copy_from_slice(black_box(bytes)), |()| 0);
        self.copying.sum += u64::from(copy.last().copied().unwrap_or_default());
        let made = |made: &Result<_>| made.as_ref().map_or(0, |(gamez, _)| sum(gamez));
        self.reading.run(|| gamez::read(black_box(bytes), Mode::Lenient), made);
        let made = |made: &Result<Vec<u8>>| made.as_ref().map_or(0, |made| made.len() as u64);
        self.writing.run(|| gamez::write(black_box(&self.gamez)), made);
    }

    fn print(&self) {
        let polygons: usize = self.gamez.models.used().map(|(_, model)| model.polygon_infos.len()).sum();
        let (bytes, nodes) = (self.bytes.len(), self.gamez.nodes.nodes.len());
        let number = self.gamez.version.number();
        println!("{}: version {number}, {bytes} bytes, {polygons} polygons, {nodes} nodes", self.name);
        for (what, runs) in [("copy", &self.copying), ("read", &self.reading), ("write", &self.writing)] {
            let (seconds, ratio) = (runs.seconds(), runs.seconds() / self.copying.seconds());
            let speed = bytes as f64 / seconds / 1e9;
            let (millis, sum) = (seconds * 1e3, runs.sum);
            println!("{what:>6} {millis:9.3} ms  {speed:6.2} GB/s  {ratio:5.1} x copy  (sum {sum})");
        }
    }

    /// Says so when reading is too slow.
    fn is_fast(&self) -> bool {
        let fast = self.reading.seconds() <= ALLOWED * self.copying.seconds();
        if !fast {
            println!("{}: reading takes more than {ALLOWED} times as long as copying", self.name);
        }
        fast
    }
}

/// Measures all in turn, again and again, so that a busy moment of the machine
/// meets them all.
fn measure(cases: &mut [Case]) {
    let longest = cases.iter().map(|case| case.bytes.len()).max().unwrap_or(0);
    let mut copy = vec![1_u8; longest];
    // Small files are done often enough for a clock to see them.
    let runs = (RUNS * 40_000_000 / longest.max(1)).clamp(RUNS, 2000);
    for _ in 0..runs {
        cases.iter_mut().for_each(|case| case.run(&mut copy));
    }
    cases.iter().for_each(Case::print);
}

/// Reads files of a game; false when one is read too slowly or not at all.
fn files(paths: &[String]) -> bool {
    let mut good = true;
    for path in paths {
        let case = match std::fs::read(path) {
            Ok(bytes) => Case::new(path, bytes).map_err(|finding| finding.in_file(path).to_string()),
            Err(error) => Err(format!("{path}: {error}")),
        };
        match case {
            Ok(case) => {
                let cases = &mut [case];
                measure(cases);
                good &= cases.iter().all(Case::is_fast);
            }
            Err(message) => {
                eprintln!("{message}");
                good = false;
            }
        }
    }
    good
}

/// Reads a made file of every version and compares the versions.
fn versions() -> Result<bool> {
    let mut cases = Vec::new();
    for version in VERSIONS {
        cases.push(Case::new("made", gamez::write(&world(version)?)?)?);
    }
    measure(&mut cases);
    let mut good = cases.iter().all(Case::is_fast);
    println!("beside version 27, the same world takes, and a byte takes");
    for case in &cases {
        let world = case.reading.beside(&cases[0].reading);
        let byte = world * cases[0].bytes.len() as f64 / case.bytes.len() as f64;
        let verdict = if world > SPREAD { "  too slow" } else { "" };
        println!("{:>6} {world:6.2} {byte:6.2}{verdict}", case.gamez.version.number());
        good &= world <= SPREAD;
    }
    Ok(good)
}

/// Starts the same measurement once more under [`KEEP_MEMORY`], which an
/// allocator reads as its process starts.
fn again(arguments: &[String]) -> Result<ExitCode> {
    let program = std::env::current_exe();
    let status = program
        .and_then(|program| Command::new(program).args(arguments).envs(KEEP_MEMORY.iter().copied()).status());
    match status {
        Ok(status) => Ok(ExitCode::from(u8::from(!status.success()))),
        Err(error) => {
            eprintln!("the bench cannot start itself: {error}");
            Ok(ExitCode::FAILURE)
        }
    }
}

fn main() -> Result<ExitCode> {
    let mut arguments: Vec<String> = std::env::args().skip(1).collect();
    // Run along with the tests there is nothing to measure.
    if !arguments.iter().any(|argument| argument == "--bench") {
        return Ok(ExitCode::SUCCESS);
    }
    if KEEP_MEMORY.iter().any(|(name, _)| std::env::var_os(name).is_none()) {
        return again(&arguments);
    }
    arguments.retain(|argument| !argument.starts_with("--"));
    arguments.extend(std::env::var("REVISIT_GAMEZ"));
    let good = if arguments.is_empty() { versions()? } else { files(&arguments) };
    Ok(if good { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
