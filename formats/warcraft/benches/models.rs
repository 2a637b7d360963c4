//! How fast models are read, against copying their bytes.
//!
//! `REVISIT_DATA=... cargo bench -p warcraft --bench models` reads every `.m2` below `warcraft` in that
//! folder, best of several runs, and compares that with a warm copy of the same bytes, file by file.
//! Without any it measures models of its own, shaped as the known ones are: 74 % of the bytes in tracks
//! of bones, 13 % in vertices, 10 % in views. Reading must reach 1/25 of the copy. It measures this
//! machine now and keeps no record.

use binary::Mode;
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use warcraft::m2::{self, Batch, Bone, Event, Model, Rotation, Sequence, Submesh, Track, Vertex, View};

const RUNS: usize = 9;
/// Reading may take this many times as long as copying.
const ALLOWED: f64 = 25.0;

fn models(folder: &Path, found: &mut Vec<Vec<u8>>) -> std::io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            models(&path, found)?;
        } else if path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("m2")) {
            found.push(std::fs::read(path)?);
        }
    }
    Ok(())
}

/// A model as large as the known ones are on average: 600 KB, 40 bones, 22 sequences, 1600 vertices.
fn authored(version: u32) -> Option<Vec<u8>> {
    let mut model = Model::new("Bench")?;
    for index in 0..22_u32 {
        let start = 3333 + 5000 * index;
        let sequence =
            Sequence { id: index as u16, start, end: start + 1000, next: -1, ..Sequence::default() };
        model.sequences.push(sequence);
    }
    let ranges: Vec<[u32; 2]> = (0..22).map(|index| [26 * index, 26 * index + 25]).chain([[0, 0]]).collect();
    let times: Vec<u32> =
        (0..22).flat_map(|index| (0..26).map(move |key| 3333 + 5000 * index + 40 * key)).collect();
    for index in 0..40_i16 {
        let track = |values: Vec<[f32; 3]>| Track {
            interpolation: 1,
            ranges: ranges.clone(),
            times: times.clone(),
            values,
            ..Track::default()
        };
        let moves = if index % 5 == 0 { track(vec![[0.5; 3]; times.len()]) } else { Track::default() };
        let turns = Track {
            interpolation: 1,
            ranges: ranges.clone(),
            times: times.clone(),
            values: vec![[0.0, 0.0, 0.0, 1.0]; times.len()],
            ..Track::default()
        };
        let bone = Bone {
            parent: index - 1,
            translation: moves,
            rotation: Rotation::Full(turns),
            ..Bone::default()
        };
        model.bones.push(bone);
    }
    for index in 0..1600_u16 {
        let position = [f32::from(index), 1.0, 2.0];
        let bones = [(index % 40) as u8, 0, 0, 0];
        let vertex =
            Vertex { position, weights: [255, 0, 0, 0], bones, normal: [0.0, 0.0, 1.0], ..Vertex::default() };
        model.vertices.push(vertex);
    }
    for _ in 0..3 {
        let submesh = Submesh { vertex_count: 1600, index_count: 6000, influences: 1, ..Submesh::default() };
        model.views.push(View {
            indices: (0..1600).collect(),
            triangles: (0..6000).map(|corner| corner % 1600).collect(),
            properties: vec![[0; 4]; 1600],
            submeshes: vec![submesh],
            batches: vec![Batch { color: -1, ..Batch::default() }],
            bone_limit: 256,
        });
    }
    model.events = vec![Event { times: vec![3500, 9000], ..Event::default() }; 20];
    model.seal();
    model.convert(version)?;
    m2::write(&model).ok()
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
    m2::read(bytes, Mode::Lenient)
        .map_or(0, |(model, _)| model.views.first().map_or(0, |view| view.triangles.len() as u64 / 3))
}

fn main() -> std::io::Result<()> {
    // Run along with the tests there is nothing to measure.
    if !std::env::args().any(|argument| argument == "--bench") {
        return Ok(());
    }
    let folder = std::env::var_os("REVISIT_DATA")
        .map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data"), PathBuf::from)
        .join("warcraft");
    let mut files = Vec::new();
    if folder.is_dir() {
        models(&folder, &mut files)?;
    }
    if files.is_empty() {
        println!("no models below {}: measuring authored ones", folder.display());
        let both = authored(256).into_iter().chain(authored(260));
        files = both.cycle().take(8).collect();
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
