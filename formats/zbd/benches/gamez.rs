//! How fast a large world is read and written, against copying its bytes.
//!
//! `cargo bench -p zbd --bench gamez` makes a file of about 60 MB with 400,000
//! polygons, then takes the best of several runs of a warm copy of the file,
//! of reading it and of writing it. Reading must reach 1/25 of the copy; the
//! sums keep the work from being optimised away. It measures this machine now
//! and keeps no record.

use binary::{Mode, Result};
use std::hint::black_box;
use std::time::{Duration, Instant};
use zbd::gamez::materials::{MaterialSlot, Materials};
use zbd::gamez::models::{Model, Models};
use zbd::gamez::textures::TextureEntry;
use zbd::gamez::{self, GameZ, NewPolygon, Version};

const MODELS: usize = 1000;
const POLYGONS: usize = 400;
const RUNS: usize = 9;
/// Reading may take this many times as long as copying.
const ALLOWED: f64 = 25.0;

fn world() -> Result<GameZ> {
    let version = Version::MechWarrior3;
    let texture = TextureEntry::named("stone.tif").into_iter().collect();
    let materials = Materials::from_used(version, [(MaterialSlot::textured(0), None)], 1000);
    let mut models = Vec::with_capacity(MODELS);
    for number in 0..MODELS {
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
        model.seal(version);
        models.push(model);
    }
    let nodes = gamez::nodes::Nodes { zero_slots: 1, ..Default::default() };
    Ok(GameZ::new(version, texture, materials, Models::from_used(models, MODELS + 1), nodes))
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

fn main() -> Result<()> {
    // Run along with the tests there is nothing to measure.
    if !std::env::args().any(|argument| argument == "--bench") {
        return Ok(());
    }
    let bytes = gamez::write(&world()?)?;
    let mut copy = vec![1_u8; bytes.len()];
    let (copying, copied) = best(|| {
        copy.copy_from_slice(black_box(&bytes));
        u64::from(copy[copy.len() / 2])
    });
    let mut failed = None;
    let (reading, read) = best(|| match gamez::read(black_box(&bytes), Mode::Lenient) {
        Ok((gamez, _)) => gamez.models.used().map(|(_, model)| model.vertex_indices.len() as u64).sum(),
        Err(finding) => {
            failed = Some(finding);
            0
        }
    });
    if let Some(finding) = failed {
        return Err(finding);
    }
    let (gamez, _) = gamez::read(&bytes, Mode::Lenient)?;
    let (writing, written) = best(|| gamez::write(black_box(&gamez)).map_or(0, |bytes| bytes.len() as u64));

    println!("{} bytes, {} polygons", bytes.len(), MODELS * POLYGONS);
    for (what, time, sum) in [("copy", copying, copied), ("read", reading, read), ("write", writing, written)]
    {
        let seconds = time.as_secs_f64();
        println!(
            "{what:>6} {:8.2} ms  {:6.2} GB/s  {:5.1} x copy  (sum {sum})",
            seconds * 1e3,
            bytes.len() as f64 / seconds / 1e9,
            seconds / copying.as_secs_f64()
        );
    }
    let ratio = reading.as_secs_f64() / copying.as_secs_f64();
    if ratio > ALLOWED {
        println!("reading takes more than {ALLOWED} times as long as copying");
        std::process::exit(1);
    }
    Ok(())
}
