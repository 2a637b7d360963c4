//! How fast archives and what is in them are read, against copying their bytes.
//!
//! `cargo bench -p zbd --bench archives` makes an archive of sounds, one of
//! motions and a library of 'mech models of about 40 MB each, then takes the
//! best of several runs of a warm copy of the file, of reading it and of
//! writing it. Reading must reach 1/25 of the copy; the sums keep the work from
//! being optimised away. It measures this machine now and keeps no record.

use binary::{Mode, NodeName, Result};
use std::hint::black_box;
use std::time::{Duration, Instant};
use zbd::archive::{self, Archive, Contents, Entry, TypedArchive, TypedEntry};
use zbd::gamez::models::Model;
use zbd::gamez::nodes::Object3d;
use zbd::gamez::{NewPolygon, Version};
use zbd::mechlib::{self, Material, Mechlib, ModelTree, TreeNode};
use zbd::motion::{self, Motion};

const RUNS: usize = 9;
/// Reading may take this many times as long as copying.
const ALLOWED: f64 = 25.0;

/// A thousand sounds of 40 KB.
fn sounds() -> Result<Vec<u8>> {
    let sound = |number: usize| Entry::new(&format!("s{number}.wav"), vec![number as u8; 40_000]);
    let entries = (0..1000).filter_map(sound).collect();
    archive::write(&Archive::new(Version::MechWarrior3, Contents::Other, entries))
}

/// Two hundred motions of 18 parts and 400 frames.
fn motions() -> Result<Vec<u8>> {
    let mut motion = Motion::new(2.0, 400);
    for part in 0..18 {
        let place = |frame: usize| [frame as f32, part as f32, 0.5];
        let turn = |frame: usize| [1.0, 0.0, 0.001 * frame as f32, 0.0];
        let name = format!("part{part}");
        motion.push_part(&name, (0..400).map(place).collect(), (0..400).map(turn).collect())?;
    }
    let entries = (0..200).filter_map(|number| TypedEntry::new(&format!("mech_{number}"), motion.clone()));
    let archive = TypedArchive { entries: entries.collect(), ..TypedArchive::default() };
    motion::write_archive(&archive)
}

/// Two hundred 'mechs of 24 parts with 80 polygons each.
fn library() -> Result<Vec<u8>> {
    let version = Version::MechWarrior3;
    let mut model = Model { normals: vec![[0.0, 1.0, 0.0]], ..Model::default() };
    for index in 0..80_u32 {
        let (x, z) = ((index % 8) as f32, (index / 8) as f32);
        let first = model.vertices.len() as u32;
        model.vertices.extend([[x, 0.0, z], [x + 1.0, 0.0, z], [x + 1.0, 0.5, z], [x, 1.0, z]]);
        model.push_polygon(
            version,
            &NewPolygon {
                vertex_indices: &[first, first + 1, first + 2, first + 3],
                normal_indices: &[0; 4],
                materials: &[0],
                uvs: &[[x, z], [0.5, 0.0], [0.5, 0.5], [z, x]],
                ..NewPolygon::default()
            },
        )?;
    }
    let name = NodeName::new("part").unwrap_or_default();
    let node = || TreeNode::object(version, name, Object3d::initial());
    let part = node().with_model(version, model);
    let parts = (0..24).map(|index| (1 + index % 6, part.clone()));
    let tree = ModelTree::from_outline([(0, node())].into_iter().chain(parts))?;
    let models = (0..200).map(|number| (format!("mech_{number}.flt"), tree.clone()));
    let materials = Material::textured("armor").into_iter().collect();
    mechlib::write(&Mechlib::new(version, materials, models)?)
}

/// The shortest of several runs, and the sum of what they returned.
fn best(mut run: impl FnMut() -> Result<u64>) -> Result<(Duration, u64)> {
    let mut shortest = Duration::MAX;
    let mut sum = 0_u64;
    for _ in 0..RUNS {
        let start = Instant::now();
        sum = sum.wrapping_add(black_box(run()?));
        shortest = shortest.min(start.elapsed());
    }
    Ok((shortest, sum))
}

/// Prints a row for each step and says whether reading is fast enough.
fn measure<T>(
    name: &str,
    bytes: &[u8],
    read: impl Fn(&[u8]) -> Result<T>,
    sum: impl Fn(&T) -> u64,
    write: impl Fn(&T) -> Result<Vec<u8>>,
) -> Result<bool> {
    let mut copy = vec![1_u8; bytes.len()];
    let copying = best(|| {
        copy.copy_from_slice(black_box(bytes));
        Ok(u64::from(copy[copy.len() / 2]))
    })?;
    let reading = best(|| Ok(sum(&read(black_box(bytes))?)))?;
    let value = read(bytes)?;
    let writing = best(|| Ok(write(black_box(&value))?.len() as u64))?;
    println!("{name}: {} bytes", bytes.len());
    for (what, (time, sum)) in [("copy", copying), ("read", reading), ("write", writing)] {
        let seconds = time.as_secs_f64();
        println!(
            "{what:>6} {:8.2} ms  {:6.2} GB/s  {:5.1} x copy  (sum {sum})",
            seconds * 1e3,
            bytes.len() as f64 / seconds / 1e9,
            seconds / copying.0.as_secs_f64()
        );
    }
    Ok(reading.0.as_secs_f64() <= ALLOWED * copying.0.as_secs_f64())
}

fn main() -> Result<()> {
    // Run along with the tests there is nothing to measure.
    if !std::env::args().any(|argument| argument == "--bench") {
        return Ok(());
    }
    let fast = [
        measure(
            "archive of sounds",
            &sounds()?,
            |bytes| Ok(archive::read_of(bytes, Contents::Other, Mode::Lenient)?.0),
            |archive| archive.entries.iter().map(|entry| entry.data.len() as u64).sum(),
            archive::write,
        )?,
        measure(
            "motions",
            &motions()?,
            |bytes| Ok(motion::read_archive(bytes, Mode::Lenient)?.0),
            |motions| motions.entries.iter().map(|entry| entry.content.parts.len() as u64).sum(),
            motion::write_archive,
        )?,
        measure(
            "'mech models",
            &library()?,
            |bytes| Ok(mechlib::read(bytes, Mode::Lenient)?.0),
            |library| library.models().map(|(_, tree)| tree.nodes.len() as u64).sum(),
            mechlib::write,
        )?,
    ];
    if fast.contains(&false) {
        println!("reading takes more than {ALLOWED} times as long as copying");
        std::process::exit(1);
    }
    Ok(())
}
