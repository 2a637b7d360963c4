//! `bench models`: every model of an install, or those that are named, loaded
//! once: what a whole run of another program that reads them is compared with.

use super::bench::checksum;
use crate::cli::BenchModelsArgs;
use crate::progress;
use base::Failure;
use base::output;
use base::platform::Memory;
use serde::Serialize;
use std::time::Instant;
use titles::install::Install;
use turntable::{Item, Shelf};

#[derive(Default, Serialize)]
struct Sums {
    title: String,
    /// Models that were loaded.
    models: usize,
    /// Models that could not be.
    failed: usize,
    triangles: usize,
    vertices: usize,
    /// Shapes that models can take, beside the one they are stored in.
    frames: usize,
    textures: usize,
    texture_bytes: usize,
    read_bytes: u64,
    /// From opening the install to the last model.
    total_ms: f64,
    peak_memory_bytes: Option<u64>,
    /// Sum over everything loaded, so that nothing is skipped.
    checksum: u64,
}

/// Runs the verb.
pub fn run(args: &BenchModelsArgs) -> Result<(), Failure> {
    let start = Instant::now();
    let install = Install::open_models(&args.install.path, &args.install.mods)?;
    let file = install.address_of(&args.install.path);
    let mut shelf = Shelf::new(install, titles::BEST)?;
    let only = file.and_then(|address| shelf.at(&address));
    let items: Vec<Item> = match (&args.models[..], only) {
        ([], Some(only)) => vec![only],
        ([], None) => shelf.items(),
        (names, _) => names.iter().map(|name| shelf.find(name)).collect::<Result<_, _>>()?,
    };
    let mut sums = Sums { title: shelf.title().to_owned(), ..Sums::default() };
    let bar = progress::steps("loading models", items.len() as u64);
    for item in &items {
        bar.inc(1);
        let loaded = match shelf.load(item, 0) {
            Ok(loaded) => loaded,
            Err(failure) => {
                sums.failed += 1;
                output::note(&format!("warning: {failure}"));
                continue;
            }
        };
        let scene = &loaded.scene;
        sums.models += 1;
        sums.triangles += scene.triangles();
        sums.vertices += scene.models.iter().map(|model| model.vertices.len()).sum::<usize>();
        let deforms = scene.models.iter().filter_map(|model| model.deform.as_deref());
        sums.frames += deforms.map(|deform| deform.frames.len()).sum::<usize>();
        sums.textures += scene.textures.len();
        sums.texture_bytes += scene.textures.iter().map(world::Texture::bytes).sum::<usize>();
        sums.read_bytes += loaded.bytes_read;
        sums.checksum = sums.checksum.wrapping_add(checksum(scene));
    }
    bar.finish_and_clear();
    sums.total_ms = start.elapsed().as_secs_f64() * 1000.0;
    sums.peak_memory_bytes = Memory::now().peak_bytes;
    if args.install.json {
        return output::json("bench.models", &sums);
    }
    let models = output::counted(sums.models, "model", "models");
    output::line(&format!("{}: {models} in {:.1} ms", sums.title, sums.total_ms));
    for (label, count) in [
        ("failed", sums.failed),
        ("triangles", sums.triangles),
        ("vertices", sums.vertices),
        ("frames", sums.frames),
        ("textures", sums.textures),
    ] {
        output::line(&format!("  {label:<12} {count}"));
    }
    let decoded = output::bytes(sums.texture_bytes as u64);
    output::line(&format!("  {:<12} {}, {decoded} of textures", "read", output::bytes(sums.read_bytes)));
    Ok(())
}
