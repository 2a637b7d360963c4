//! How fast a large zone of EverQuest is loaded, and what a tick in it costs.
//!
//! `cargo bench -p load --bench zones` makes two installs: one with a zone as large as the largest known one
//! (3,000 regions, 120,000 triangles, 2,000 objects), which must be a scene after less than 250 ms, the best of
//! several times on two cores; and one with 18,000 objects of which 15,000 have bones, in which a tick must take
//! less than 2 ms and everything less than 600 MB. From a place on the ground, what of it the visible set shows must be
//! known in less than 50 microseconds: the walk to the region, and each node asked as a frame does. Each is loaded in a process of its own, so that what it takes is
//! known. It measures this machine now and keeps no record.

#[allow(dead_code, reason = "tests use the rest")]
#[path = "../tests/everquest/maker.rs"]
mod maker;

use everquest::wld::{BspNode, Mesh, Reference, Version};
use maker::{Install, Maker, grass, leaf, plane};
use runtime::{Input, Simulation};
use std::process::Command;
use std::time::{Duration, Instant};
use world::{Occurrences, State};

/// Regions along x and y, and how large each is.
const GRID: (u32, u32) = (60, 50);
const SIDE: f32 = 100.0;
/// Squares along each side of the ground of a region, which is 32 triangles.
const SQUARES: u16 = 4;
/// How many regions far one sees.
const SIGHT: u32 = 16;
const RUNS: usize = 9;
const TICKS: usize = 600;
const LOOKS: usize = 1000;

/// A patch of ground, and four posts that stand on it: 40 triangles.
fn ground(maker: &mut Maker, palette: Reference, name: &str, from: [f32; 2]) -> Mesh {
    let row = SQUARES + 1;
    let step = SIDE / f32::from(SQUARES);
    let mut corners: Vec<[f32; 3]> = (0..row * row)
        .map(|at| [from[0] + f32::from(at % row) * step, from[1] + f32::from(at / row) * step, 0.0])
        .collect();
    let square = |at: u16| at / SQUARES * row + at % SQUARES;
    let mut faces: Vec<[u16; 3]> = (0..SQUARES * SQUARES)
        .map(square)
        .flat_map(|at| [[at, at + row, at + row + 1], [at, at + row + 1, at + 1]])
        .collect();
    for post in 0..4_u16 {
        let (x, y) =
            (from[0] + f32::from(post % 2) * 30.0 + 20.0, from[1] + f32::from(post / 2) * 30.0 + 20.0);
        let first = corners.len() as u16;
        corners.extend([[x, y, 0.0], [x + 5.0, y, 0.0], [x + 5.0, y, 20.0], [x, y, 20.0]]);
        faces.extend([[first, first + 1, first + 2], [first, first + 2, first + 3]]);
    }
    let mut mesh = maker.mesh(name, palette, &corners, &faces);
    mesh.head.center = [from[0], from[1], 0.0];
    mesh.place(&corners, 5);
    mesh.colors = vec![[20, 20, 40, 180]; corners.len()];
    mesh
}

/// Cuts a part of the grid in two until a region is left; returns the number of the node.
fn cut(nodes: &mut Vec<BspNode>, from: [u32; 2], to: [u32; 2]) -> u32 {
    let number = nodes.len() as u32 + 1;
    let size = [to[0] - from[0], to[1] - from[1]];
    if size == [1, 1] {
        nodes.push(leaf(from[1] * GRID.0 + from[0] + 1));
        return number;
    }
    nodes.push(leaf(0));
    let axis = usize::from(size[1] > size[0]);
    let middle = from[axis] + size[axis] / 2;
    let (mut low_end, mut high_start) = (to, from);
    (low_end[axis], high_start[axis]) = (middle, middle);
    let (high, low) = (cut(nodes, high_start, to), cut(nodes, from, low_end));
    let normal = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]][axis];
    nodes[number as usize - 1] = plane(normal, -(middle as f32) * SIDE, high, low);
    number
}

fn zone() -> Maker {
    let mut maker = Maker::new(Version::New);
    let palette = maker.grass();
    let places: Vec<[u32; 2]> = (0..GRID.0 * GRID.1).map(|at| [at % GRID.0, at / GRID.0]).collect();
    let meshes: Vec<Reference> = (1..)
        .zip(&places)
        .map(|(number, at)| {
            let from = at.map(|part| part as f32 * SIDE);
            let mesh = ground(&mut maker, palette, &format!("R{number}_DMSPRITEDEF"), from);
            maker.add_mesh(mesh)
        })
        .collect();
    let mut nodes = Vec::new();
    cut(&mut nodes, [0, 0], [GRID.0, GRID.1]);
    maker.tree(nodes);
    for (own, at) in (0..).zip(&places) {
        let near = |other: &[u32; 2]| (0..2).all(|axis| at[axis].abs_diff(other[axis]) <= SIGHT);
        let visible: Vec<u32> =
            (0..).zip(&places).filter(|(_, other)| near(other)).map(|(number, _)| number).collect();
        let [x, y] = at.map(|part| (part as f32 + 0.5) * SIDE);
        maker.region(own, &visible, [x, y, 10.0, 80.0], Some(meshes[own as usize]));
    }
    maker
}

/// 40 kinds that keep still, and 10 of three bones of which half move.
fn models() -> Maker {
    let mut maker = Maker::new(Version::Old);
    let palette = maker.grass();
    for kind in 0..40 {
        let mesh = ground(&mut maker, palette, &format!("ROCK{kind}_DMSPRITEDEF"), [0.0, 0.0]);
        let mesh = maker.add_mesh(mesh);
        maker.still(&format!("ROCK{kind}_ACTORDEF"), mesh);
    }
    let rest = ([16384, 0, 0, 0], [0, 0, 256], 32);
    for kind in 0..10 {
        let meshes = [0, 1, 2].map(|part| {
            let mesh = ground(&mut maker, palette, &format!("TREE{kind}{part}_DMSPRITEDEF"), [0.0, 0.0]);
            maker.shown(mesh)
        });
        let swing: Vec<_> = (0..20).map(|frame| ([16384, 0, 0, 0], [frame * 16, 0, 256], 256)).collect();
        let still = maker.track(&[rest], None);
        let moving = if kind % 2 == 0 { maker.track(&swing, Some(100)) } else { still };
        let bones: [(Reference, Reference, &[u32]); 3] =
            [(still, meshes[0], &[1]), (moving, meshes[1], &[2]), (moving, meshes[2], &[])];
        let skeleton = maker.skeleton(&bones);
        maker.actor(&format!("TREE{kind}_ACTORDEF"), skeleton);
    }
    maker
}

fn placements(still: usize, with_bones: usize) -> Maker {
    let mut maker = Maker::new(Version::Old);
    let corners = usize::from((SQUARES + 1) * (SQUARES + 1)) + 16;
    let place = |at: usize| {
        let part = |at: usize, count: u32| (at % (count as usize * 100)) as f32;
        [part(at * 37, GRID.0), part(at * 91, GRID.1), 0.0]
    };
    for at in 0..still {
        let colors = vec![[at as u8, 30, 60, 170]; corners];
        let turn = [(at % 512) as f32, 0.0, 0.0];
        maker.place(&format!("ROCK{}_ACTORDEF", at % 40), place(at), turn, 0.1, Some(colors));
    }
    for at in 0..with_bones {
        maker.place(&format!("TREE{}_ACTORDEF", at % 10), place(at), [0.0; 3], 1.0, None);
    }
    maker
}

fn install(still: usize, with_bones: usize) -> Install {
    let zone = [
        ("arena.wld", zone().bytes()),
        ("objects.wld", placements(still, with_bones).bytes()),
        ("grass.bmp", grass()),
    ];
    let models = [("arena_obj.wld", models().bytes()), ("grass.bmp", grass())];
    Install::new(&[("arena.s3d", &zone), ("arena_obj.s3d", &models)])
}

/// Bytes that this process takes now.
fn resident() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/self/statm").ok()?;
    Some(text.split(' ').nth(1)?.parse::<u64>().ok()? * 4096)
}

fn load_from(folder: &str) -> load::Loaded {
    let vfs = vfs::Vfs::open(folder.as_ref(), &[], load::ARCHIVES).expect("the folder is there");
    load::load(&vfs, &maker::request("arena.s3d", None), &mut load::Quiet).expect("it is a zone")
}

fn measure(folder: &str) {
    let mut best = Duration::MAX;
    for _ in 0..RUNS {
        let start = Instant::now();
        let loaded = load_from(folder);
        best = best.min(start.elapsed());
        drop(loaded);
    }
    let loaded = load_from(folder);
    let odd: Vec<_> = loaded.findings.iter().map(|finding| finding.code).collect();
    let triangles =
        |node: &world::Node| node.model.map(|model| loaded.scene.models[model.index()].triangles());
    let triangles: usize = loaded.scene.nodes.iter().filter_map(triangles).sum();
    println!("{} nodes with {triangles} triangles: loaded in {best:?} {odd:?}", loaded.scene.nodes.len());
    visible_set(&loaded.scene);
    let limits = binary::Limits::default();
    let mut simulation = Simulation::of_loaded(loaded.scene.into(), loaded.derived, 1, &limits);
    let input = Input::default();
    let mut ticks: Vec<Duration> = (0..TICKS)
        .map(|_| {
            let start = Instant::now();
            simulation.tick(&input);
            start.elapsed()
        })
        .collect();
    ticks.sort();
    let (middle, most) = (ticks[TICKS / 2], ticks[TICKS * 95 / 100]);
    let megabytes = resident().map_or(0, |bytes| bytes / 1_000_000);
    println!("a tick: {middle:?}, 19 of 20 below {most:?}; memory: {megabytes} MB");
}

/// What is seen from places on the ground, asked for every node, as each frame does.
fn visible_set(scene: &world::Scene) {
    let (table, _) = Occurrences::build(scene, &State::new(scene, 1), 1 << 20);
    let size = [GRID.0, GRID.1].map(|count| count as f32 * SIDE);
    let (mut times, mut shown) = (Vec::with_capacity(LOOKS), 0_usize);
    for look in 0..LOOKS {
        let along = look as f32 / LOOKS as f32;
        let feet = scene.frame.to_engine(glam::Vec3::new(along * size[0], along * size[1], 0.0));
        let eye = feet + glam::Vec3::Y * 6.0;
        let start = Instant::now();
        let Some(seen) = scene.space.seen_by(eye, Some(feet)) else { continue };
        let mut next = table.first();
        while let Some(id) = next {
            shown += usize::from(seen.shows(table.node(id), table.bounds(id)));
            next = table.end(id);
        }
        times.push(start.elapsed());
    }
    times.sort();
    let at = |part: usize| times.get(times.len() * part / 100).copied().unwrap_or_default();
    println!("visible set: {:?}, 19 of 20 below {:?} ({} looks, sum {shown})", at(50), at(95), times.len());
}

fn main() {
    if let Ok(folder) = std::env::var("ZONE_FOLDER") {
        return measure(&folder);
    }
    for (still, with_bones) in [(2000, 0), (3000, 15_000)] {
        let install = install(still, with_bones);
        println!("{still} objects, {with_bones} with bones");
        let own = std::env::current_exe().expect("this program is a file");
        let status = Command::new(own).env("ZONE_FOLDER", install.path()).status();
        assert!(status.expect("it runs").success());
    }
}
