//! How fast a cell of an overworld becomes a scene.
//!
//! `cargo bench -p load --bench cells` makes a map of woods: a cell with its ground at both levels of detail and its
//! nature must be a scene after less than 4 ms on one core, the best of several times. It measures this machine now
//! and keeps no record.

use daggerfall::woods::{self, Pixel, Woods};
use load::daggerfall::{Settings, Shared};
use load::{Family, Request};
use std::time::{Duration, Instant};
use world::Frame;

const RUNS: usize = 20;
/// Cells that are made, so that no two runs in a row are of the same.
const CELLS: u32 = 16;
const LIMIT: Duration = Duration::from_millis(4);

fn main() {
    let folder = tempfile::tempdir().expect("a folder");
    let pixel = |x: u32, y: u32| {
        let heights = std::array::from_fn(|at| (at as u32 * 5 + x * 3 + y * 7) as u8 % 12);
        (40 + (x * 3 + y * 5) as u8 % 20, Pixel { heights, ..Pixel::default() })
    };
    let map = Woods::new(CELLS, CELLS, pixel).expect("a map");
    std::fs::write(folder.path().join("WOODS.WLD"), woods::write(&map).expect("bytes")).expect("a file");
    let vfs = vfs::Vfs::open(folder.path(), &[], load::ARCHIVES).expect("a tree");
    let mut request = Request {
        container: "WOODS.WLD".to_owned(),
        land: Shared::new(Settings::default()),
        ..Request::bare(Family::Daggerfall, "daggerfall", Frame::parse("+x +y -z", 0.025).expect("axes"))
    };
    let mut best = Duration::MAX;
    let mut triangles = 0;
    for run in 0..RUNS as u32 {
        request.world = format!("{},{}", 2 + run % (CELLS - 4), 3);
        let start = Instant::now();
        let loaded = load::load(&vfs, &request, &mut load::Quiet).expect("a cell");
        // The first reads the map.
        if run > 0 {
            best = best.min(start.elapsed());
        }
        triangles = loaded.scene.triangles();
    }
    println!("a cell of {triangles} triangles: {:.2} ms", best.as_secs_f64() * 1e3);
    if best > LIMIT {
        println!("more than {} ms", LIMIT.as_millis());
        std::process::exit(1);
    }
}
