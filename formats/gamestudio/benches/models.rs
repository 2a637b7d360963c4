//! How fast real models are read, against copying their bytes.
//!
//! `REVISIT_DATA=... cargo bench -p gamestudio --bench models` reads every
//! model below `gamestudio` in that folder, best of several runs, and compares
//! that with a warm copy of the same bytes, file by file. Images are not
//! decoded. Reading must reach 1/25 of the copy. It measures this machine now
//! and keeps no record.

use binary::Mode;
use gamestudio::{mdl, mdl7};
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

const RUNS: usize = 9;
/// Reading may take this many times as long as copying.
const ALLOWED: f64 = 25.0;

fn models(folder: &Path, found: &mut Vec<Vec<u8>>) -> std::io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            models(&path, found)?;
        } else if path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("mdl")) {
            found.push(std::fs::read(path)?);
        }
    }
    Ok(())
}

/// The shortest of several runs, and the sum of what they returned.
fn best(mut run: impl FnMut() -> u64) -> (Duration, u64) {
    let mut shortest = Duration::MAX;
    let mut sum = 0_u64;
    for _ in 0..RUNS {
        let start = Instant::now();
        sum = sum.wrapping_add(black_box(run()));
        shortest = shortest.min(start.elapsed());
    }
    (shortest, sum)
}

fn read(bytes: &[u8]) -> u64 {
    if bytes.starts_with(b"MDL7") {
        mdl7::read(bytes, Mode::Lenient)
            .map_or(0, |(model, _)| model.groups.iter().map(|group| group.triangles.len() as u64).sum())
    } else {
        mdl::read(bytes, Mode::Lenient).map_or(0, |(model, _)| model.triangles.len() as u64)
    }
}

fn main() -> std::io::Result<()> {
    // Run along with the tests there is nothing to measure.
    if !std::env::args().any(|argument| argument == "--bench") {
        return Ok(());
    }
    let folder = std::env::var_os("REVISIT_DATA")
        .map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data"), PathBuf::from)
        .join("gamestudio");
    let mut files = Vec::new();
    if folder.is_dir() {
        models(&folder, &mut files)?;
    }
    if files.is_empty() {
        println!("nothing to measure: no models below {}; set REVISIT_DATA", folder.display());
        return Ok(());
    }
    let bytes: usize = files.iter().map(Vec::len).sum();
    let largest = files.iter().map(Vec::len).max().unwrap_or_default();
    let mut copy = vec![1_u8; largest];
    let (copying, _) = best(|| {
        let mut sum = 0;
        for file in &files {
            copy[..file.len()].copy_from_slice(black_box(file));
            sum += u64::from(black_box(&copy)[file.len() / 2]);
        }
        sum
    });
    let (reading, triangles) = best(|| files.iter().map(|file| read(black_box(file))).sum());
    println!("{} files, {bytes} bytes, {} triangles", files.len(), triangles / RUNS as u64);
    for (what, time) in [("copy", copying), ("read", reading)] {
        let seconds = time.as_secs_f64();
        println!(
            "{what:>6} {:8.2} ms  {:6.2} GB/s  {:5.1} x copy",
            seconds * 1e3,
            bytes as f64 / seconds / 1e9,
            seconds / copying.as_secs_f64()
        );
    }
    if reading.as_secs_f64() > ALLOWED * copying.as_secs_f64() {
        println!("reading takes more than {ALLOWED} times as long as copying");
        std::process::exit(1);
    }
    Ok(())
}
