//! How fast archives are listed and read, against inflating their blocks and
//! nothing else.
//!
//! `cargo bench -p everquest --bench archives` makes an archive of about 30 MB
//! with 600 files, pictures and geometry of changing size, and measures in turn
//! the list of its files, inflating all blocks into one buffer with plain zlib,
//! reading all files, and reading them with two threads that take one file after
//! the other. Listing must take less than 1 ms; reading must reach 85 % of plain
//! zlib, and 1.7 times that with two threads where there are two cores. Arguments
//! that are paths are measured instead.
//!
//! The best of several runs counts; the sums keep the work from being optimised
//! away. It measures this machine now and keeps no record.

use binary::{Finding, Mode, Result, Severity};
use everquest::pfs::{self, Archive, Directory, Inflater, NewFile};
use flate2::{Decompress, FlushDecompress};
use std::hint::black_box;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

const RUNS: usize = 15;
const LISTED_MS: f64 = 1.0;
const OF_PLAIN: f64 = 0.85;
const OF_PLAIN_ON_TWO: f64 = 1.7;

/// Six hundred files of 8 to 200 KB that shrink to about half.
fn archive() -> Result<Vec<u8>> {
    let mut state = 7_u64;
    let mut next = move || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        state >> 33
    };
    let mut file = |number: usize| {
        let size = 8192 + (next() % 192_000) as usize;
        let mut content = Vec::with_capacity(size + 16);
        while content.len() < size {
            // As in pictures and lists of vertices: some is repeated, some is new.
            if next().is_multiple_of(3) && content.len() > 64 {
                let from = (next() as usize) % (content.len() - 32);
                content.extend_from_within(from..from + 4 + (next() % 24) as usize);
            } else {
                content.extend((0..6).map(|_| (next() % 48) as u8));
            }
        }
        content.truncate(size);
        NewFile::new(&format!("file{number:03}.bmp"), content)
    };
    let files: Vec<NewFile> = (0..600).map(&mut file).collect();
    pfs::write(&Archive::new(&files)?)
}

/// Inflates every block and nothing else.
fn plain(bytes: &[u8], directory: &Directory) -> Result<u64> {
    let mut zlib = Decompress::new(true);
    let mut buffer = vec![0; 1 << 14];
    let mut sum = 0;
    for entry in &directory.files {
        for block in pfs::blocks(bytes, entry) {
            zlib.reset(true);
            let inflated = zlib.decompress(block?.deflated, &mut buffer, FlushDecompress::Finish);
            inflated.map_err(|error| Finding::saying(pfs::CODES[0], Severity::Error, "", error))?;
            sum += zlib.total_out();
        }
    }
    Ok(sum)
}

/// Reads every file into memory of its own.
fn all(bytes: &[u8], directory: &Directory) -> Result<u64> {
    let mut inflater = Inflater::new();
    let mut sum = 0;
    for entry in &directory.files {
        sum += black_box(inflater.read(bytes, entry)?).len() as u64;
    }
    Ok(sum)
}

/// The same with two threads, each with an inflater of its own.
fn all_on_two(bytes: &[u8], directory: &Directory) -> Result<u64> {
    let (next, sum) = (AtomicUsize::new(0), AtomicU64::new(0));
    let work = || -> Result<()> {
        let mut inflater = Inflater::new();
        while let Some(entry) = directory.files.get(next.fetch_add(1, Ordering::Relaxed)) {
            let content = black_box(inflater.read(bytes, entry)?);
            sum.fetch_add(content.len() as u64, Ordering::Relaxed);
        }
        Ok(())
    };
    std::thread::scope(|scope| {
        let other = scope.spawn(work);
        work()?;
        other.join().unwrap_or(Ok(()))
    })?;
    Ok(sum.into_inner())
}

/// Runs something once and keeps the shortest time.
fn time(shortest: &mut Duration, run: impl FnOnce() -> Result<u64>) -> Result<u64> {
    let start = Instant::now();
    let sum = black_box(run()?);
    *shortest = start.elapsed().min(*shortest);
    Ok(sum)
}

/// Prints a row for each step and says whether all are fast enough.
fn measure(name: &str, bytes: &[u8]) -> Result<bool> {
    let (directory, _) = pfs::read_directory(bytes, Mode::Lenient)?;
    let mut times = [Duration::MAX; 4];
    let mut sums = [0; 4];
    // In turn, so that all of them meet the same machine.
    for _ in 0..RUNS {
        let listed = || Ok(pfs::read_directory(black_box(bytes), Mode::Lenient)?.0.files.len() as u64);
        sums = [
            time(&mut times[0], listed)?,
            time(&mut times[1], || plain(bytes, &directory))?,
            time(&mut times[2], || all(bytes, &directory))?,
            time(&mut times[3], || all_on_two(bytes, &directory))?,
        ];
    }
    let [listed, plain, read, read_on_two] = times.map(|time| time.as_secs_f64());
    let inflated = directory.inflated_bytes() as f64;
    println!("{name}: {} bytes, {} files, {inflated} bytes inflated", bytes.len(), directory.files.len());
    println!("    list {:8.3} ms  (sum {})", listed * 1e3, sums[0]);
    let rows = [("zlib", plain, sums[1]), ("read", read, sums[2]), ("on two", read_on_two, sums[3])];
    for (what, time, sum) in rows {
        let (speed, share) = (inflated / time / 1e6, 100.0 * plain / time);
        println!("{what:>8} {:8.2} ms  {speed:7.1} MB/s  {share:5.1} % of zlib  (sum {sum})", time * 1e3);
    }
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let fast_on_two = cores < 2 || plain / read_on_two >= OF_PLAIN_ON_TWO;
    Ok(listed * 1e3 < LISTED_MS && plain / read >= OF_PLAIN && fast_on_two)
}

fn main() -> std::result::Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    // Run along with the tests there is nothing to measure.
    if !arguments.iter().any(|argument| argument == "--bench") {
        return Ok(());
    }
    let paths: Vec<&String> = arguments.iter().filter(|argument| !argument.starts_with('-')).collect();
    let mut fast = true;
    for path in &paths {
        fast &= measure(path, &std::fs::read(path)?)?;
    }
    if paths.is_empty() {
        fast = measure("600 files", &archive()?)?;
    }
    if !fast {
        println!(
            "slower than listing in {LISTED_MS} ms, reading at {OF_PLAIN} and {OF_PLAIN_ON_TWO} of plain zlib"
        );
        std::process::exit(1);
    }
    Ok(())
}
