//! How fast the land is read, and how fast the heights of a pixel are made.
//!
//! `cargo bench -p daggerfall --bench land` makes a WOODS.WLD of full size, 26 MB, writes it to a file, and times
//! reading it from there until the elevations of the map can be asked for; that must take less than 60 ms. A path
//! as the argument is measured instead. Then it makes the heights of 200 pixels in each of the three readings.
//!
//! The best of several runs counts. It measures this machine now and keeps no record.

use binary::Mode;
use daggerfall::woods::land::Reading;
use daggerfall::woods::{self, Pixel, Woods};
use std::error::Error;
use std::hint::black_box;
use std::path::PathBuf;
use std::time::{Duration, Instant};

const RUNS: usize = 9;
const ALLOWED_MS: f64 = 60.0;
const PIXELS: i32 = 200;

fn made() -> Result<PathBuf, Box<dyn Error>> {
    let pixel = |x: u32, y: u32| {
        let heights = std::array::from_fn(|index| ((x * 7 + y * 3 + index as u32) % 60) as u8);
        (((x / 7 + y / 5) % 110) as u8, Pixel { seed: x + y, roughness: 3 << 5, heights, ..Pixel::default() })
    };
    let map = Woods::new(woods::WIDTH, woods::HEIGHT, pixel).ok_or("a map")?;
    let path = std::env::temp_dir().join(format!("revisit-bench-{}.wld", std::process::id()));
    std::fs::write(&path, woods::write(&map)?)?;
    Ok(path)
}

fn best(mut run: impl FnMut() -> Result<(), Box<dyn Error>>) -> Result<f64, Box<dyn Error>> {
    let mut shortest = Duration::MAX;
    for _ in 0..RUNS {
        let start = Instant::now();
        run()?;
        shortest = shortest.min(start.elapsed());
    }
    Ok(shortest.as_secs_f64() * 1e3)
}

fn main() -> Result<(), Box<dyn Error>> {
    let given = std::env::args().skip(1).find(|argument| !argument.starts_with("--")).map(PathBuf::from);
    let path = given.clone().map_or_else(made, Ok)?;
    let read = || -> Result<_, Box<dyn Error>> {
        let bytes = std::fs::read(&path)?;
        let (map, _) = woods::read(&bytes, Mode::Lenient)?;
        let elevations = map.elevations();
        Ok((map, elevations))
    };
    let (map, elevations) = read()?;
    let reading = best(|| read().map(|read| drop(black_box(read))))?;
    println!("WOODS.WLD to a map: {reading:.1} ms (allowed {ALLOWED_MS} ms)");
    for name in ["unity", "original", "noise"] {
        let of = Reading::by_name(name).ok_or("a reading")?;
        let all = best(|| {
            (0..PIXELS).for_each(|pixel| drop(black_box(of.heights(&elevations, &map, 100 + pixel, 200))));
            Ok(())
        })?;
        println!("heights of a pixel, {name}: {:.2} ms", all / f64::from(PIXELS));
    }
    if given.is_none() {
        std::fs::remove_file(&path)?;
    }
    if reading > ALLOWED_MS { Err("reading is too slow".into()) } else { Ok(()) }
}
