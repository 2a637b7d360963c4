//! How fast levels are read and written, against copying their bytes.
//!
//! `cargo bench -p gamestudio --bench levels` takes the real levels below
//! `REVISIT_DATA`, or makes one of 4,000 blocks and 4,000 entities where there
//! are none, then takes the best of several runs of a warm copy of all files,
//! of reading them and of writing them; pixels stay as they are. Reading must
//! reach 1/25 of the copy; the sums keep the work from being optimised away. It
//! measures this machine now and keeps no record.

use binary::{Mode, Result};
use gamestudio::wmb::blocks::{Block, Skin};
use gamestudio::wmb::objects::Entity;
use gamestudio::wmb::{self, Level};
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

const RUNS: usize = 200;
/// Reading may take this many times as long as copying.
const ALLOWED: f64 = 25.0;

fn real_levels(folder: &Path, files: &mut Vec<Vec<u8>>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            real_levels(&path, files);
        } else if path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("wmb")) {
            files.extend(std::fs::read(path));
        }
    }
}

fn authored() -> Result<Vec<u8>> {
    let mut level = Level::new();
    for index in 0..4000_u16 {
        let [x, y] = [index % 64, index / 64].map(|cell| f32::from(cell) * 100.0);
        let skin = Skin { flags: wmb::blocks::surface::NONE, ..Skin::flat(0) };
        level.blocks.push(Block::cuboid([x, y, 0.0], [x + 90.0, y + 90.0, 40.0], skin, 64, 64));
        level.add_entity(Entity::new("tree", "a_tree_of_many_leafs.mdl", [x, y, 0.0])?);
    }
    level.seal();
    wmb::write(&level)
}

/// The shortest of several runs, and the sum of what they returned.
fn best(mut run: impl FnMut() -> usize) -> (Duration, usize) {
    let mut shortest = Duration::MAX;
    let mut sum = 0_usize;
    for _ in 0..RUNS {
        let start = Instant::now();
        sum = sum.wrapping_add(black_box(run()));
        shortest = shortest.min(start.elapsed());
    }
    (shortest, sum)
}

fn main() -> Result<()> {
    // Run along with the tests there is nothing to measure.
    if !std::env::args().any(|argument| argument == "--bench") {
        return Ok(());
    }
    let default = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data");
    let folder = std::env::var_os("REVISIT_DATA").map_or(default, PathBuf::from).join("gamestudio");
    let mut files = Vec::new();
    real_levels(&folder, &mut files);
    let real = files.len();
    if files.is_empty() {
        files.push(authored()?);
    }
    let total: usize = files.iter().map(Vec::len).sum();
    let levels: Vec<_> = files.iter().map(|file| wmb::read(file, Mode::Lenient)).collect::<Result<_>>()?;

    let mut copy = vec![1_u8; total];
    let (copying, copied) = best(|| {
        let mut rest = copy.as_mut_slice();
        for file in black_box(&files) {
            let (head, tail) = rest.split_at_mut(file.len());
            head.copy_from_slice(file);
            rest = tail;
        }
        usize::from(copy[total / 2])
    });
    let (reading, read) = best(|| {
        let level = |file: &Vec<u8>| {
            wmb::read(black_box(file), Mode::Lenient).map_or(0, |(level, _)| level.objects.len())
        };
        files.iter().map(level).sum()
    });
    let (writing, written) = best(|| {
        levels.iter().map(|(level, _)| wmb::write(black_box(level)).map_or(0, |bytes| bytes.len())).sum()
    });

    println!("{total} bytes in {} levels, {real} of them real", files.len());
    for (what, time, sum) in [("copy", copying, copied), ("read", reading, read), ("write", writing, written)]
    {
        let seconds = time.as_secs_f64();
        println!(
            "{what:>6} {:8.3} ms  {:6.2} GB/s  {:5.1} x copy  (sum {sum})",
            seconds * 1e3,
            total as f64 / seconds / 1e9,
            seconds / copying.as_secs_f64()
        );
    }
    if reading.as_secs_f64() / copying.as_secs_f64() > ALLOWED {
        println!("reading takes more than {ALLOWED} times as long as copying");
        std::process::exit(1);
    }
    Ok(())
}
