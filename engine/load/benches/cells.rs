//! How fast a cell of an overworld becomes a scene.
//!
//! `cargo bench -p load --bench cells` makes a map of woods: a cell with its ground at both levels of detail and its
//! nature must be a scene after less than 4 ms on one core. `-- FOLDER 430,240` measures a cell of an install instead,
//! whose folder holds WOODS.WLD; with a town in it the limit is 15 ms. The best of several runs counts. It measures
//! this machine now and keeps no record.

use daggerfall::woods::{self, Pixel, Woods};
use load::daggerfall::{Settings, Shared};
use load::{Family, Request};
use std::path::Path;
use std::time::{Duration, Instant};
use vfs::Vfs;
use world::Frame;

const RUNS: usize = 20;
/// Cells that are made, so that no two runs in a row are of the same.
const CELLS: u32 = 16;
const LIMIT: Duration = Duration::from_millis(4);
/// The same for a cell with a town.
const TOWN: Duration = Duration::from_millis(15);

fn main() {
    let given: Vec<String> =
        std::env::args().skip(1).filter(|argument| !argument.starts_with("--")).collect();
    let is_fast = match &given[..] {
        [folder, cell] => {
            let of_cell = |_| cell.clone();
            measure(Path::new(folder), of_cell)
        }
        _ => {
            let folder = tempfile::tempdir().expect("a folder");
            write_woods(folder.path());
            measure(folder.path(), |run| format!("{},{}", 2 + run % (CELLS - 4), 3))
        }
    };
    if !is_fast {
        std::process::exit(1);
    }
}

fn write_woods(folder: &Path) {
    let pixel = |x: u32, y: u32| {
        let heights = std::array::from_fn(|at| (at as u32 * 5 + x * 3 + y * 7) as u8 % 12);
        (40 + (x * 3 + y * 5) as u8 % 20, Pixel { heights, ..Pixel::default() })
    };
    let map = Woods::new(CELLS, CELLS, pixel).expect("a map");
    std::fs::write(folder.join("WOODS.WLD"), woods::write(&map).expect("bytes")).expect("a file");
}

/// Loads a cell for each run and tells the best; true if that is within its limit.
fn measure(folder: &Path, cell: impl Fn(u32) -> String) -> bool {
    let vfs = Vfs::open(folder, &[], load::ARCHIVES).expect("a tree");
    let mut request = Request {
        container: "WOODS.WLD".to_owned(),
        land: Shared::new(Settings::default()),
        ..Request::bare(Family::Daggerfall, "daggerfall", Frame::parse("+x +y -z", 0.025).expect("axes"))
    };
    let (mut best, mut triangles, mut bytes) = (Duration::MAX, 0, 0);
    for run in 0..RUNS as u32 {
        request.world = cell(run);
        let start = Instant::now();
        let loaded = load::load(&vfs, &request, &mut load::Quiet).expect("a cell");
        // The first reads the map.
        if run > 0 {
            best = best.min(start.elapsed());
        }
        (triangles, bytes) = (loaded.scene.triangles(), loaded.scene.bytes());
    }
    let town = request.world.parse().ok().and_then(|place| match place {
        load::daggerfall::PlaceName::Cell(cell) => request.land.peek()?.location(cell),
        load::daggerfall::PlaceName::Sector(_) => None,
    });
    let limit = if town.is_some() { TOWN } else { LIMIT };
    let name = town.unwrap_or_else(|| "a cell".to_owned());
    let (ms, megabytes) = (best.as_secs_f64() * 1e3, bytes as f64 / 1e6);
    println!("{name}: {triangles} triangles, {megabytes:.1} MB: {ms:.2} ms (limit {} ms)", limit.as_millis());
    best <= limit
}
