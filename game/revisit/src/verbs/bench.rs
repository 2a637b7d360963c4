//! `bench`: measurements that can be repeated and compared.

use crate::cli::{BenchLoadArgs, BenchVerb, CompareArgs};
use crate::progress;
use crate::verbs::load::Counts;
use ::load::Phase;
use base::Failure;
use base::output;
use base::platform::Memory;
use base::regular;
use base::stats::Stats;
use base::stopwatch::Stopwatch;
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::Path;

/// Largest result that is compared, in bytes.
const LARGEST: u64 = 16 << 20;

#[derive(Serialize)]
struct LoadResult<'a> {
    title: &'a str,
    world: &'a str,
    runs: u32,
    warm_ups: u32,
    counts: Counts,
    read_bytes: u64,
    texture_bytes: usize,
    total: Stats,
    phases: BTreeMap<&'static str, Stats>,
    /// Microseconds per triangle at the median.
    us_per_triangle: f64,
    peak_memory_bytes: Option<u64>,
    private_memory_bytes: Option<u64>,
    /// Sum over everything loaded, so that no work is optimised away.
    checksum: u64,
}

/// Runs the verb.
pub fn run(verb: &BenchVerb) -> Result<(), Failure> {
    match verb {
        BenchVerb::Load(args) => bench_load(args),
        BenchVerb::Models(args) => super::bench_models::run(args),
        #[cfg(feature = "gpu")]
        BenchVerb::Frames(args) => super::bench_frames::run(args),
        BenchVerb::Compare(args) => compare(args),
    }
}

fn bench_load(args: &BenchLoadArgs) -> Result<(), Failure> {
    let install = args.world.open()?;
    let request = install.request_with(args.world.name(), &args.world.textures)?;
    install.warn(args.world.name(), &args.world.textures)?;
    // One uncounted run that measures memory.
    let mut watch = Stopwatch::start(true);
    let loaded = ::load::load(&install.vfs, &request, &mut watch)?;
    watch.finish();
    let private_memory_bytes = watch.private_bytes();
    let counts = Counts::of(&loaded);
    let read_bytes = loaded.bytes_read;
    let texture_bytes = loaded.scene.textures.iter().map(world::Texture::bytes).sum();
    let mut checksum = checksum(&loaded.scene);
    drop(loaded);

    let mut totals = Vec::new();
    let mut phases: BTreeMap<&'static str, Vec<f64>> = BTreeMap::new();
    let bar = progress::steps("loading, again and again", u64::from(args.warm_ups + args.runs));
    for run in 0..args.warm_ups + args.runs {
        let mut watch = Stopwatch::start(false);
        let loaded = ::load::load(&install.vfs, &request, &mut watch)?;
        let total = watch.finish();
        checksum = checksum.wrapping_add(self::checksum(&loaded.scene));
        if run >= args.warm_ups {
            totals.push(total);
            for phase in Phase::ALL {
                phases.entry(phase.name()).or_default().push(watch.phase_ms(phase));
            }
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    let total = Stats::of(totals);
    let result = LoadResult {
        title: &request.title,
        world: &request.world,
        runs: args.runs,
        warm_ups: args.warm_ups,
        us_per_triangle: total.median_ms * 1000.0 / counts.triangles.max(1) as f64,
        counts,
        read_bytes,
        texture_bytes,
        total,
        phases: phases.into_iter().map(|(name, times)| (name, Stats::of(times))).collect(),
        peak_memory_bytes: Memory::now().peak_bytes,
        private_memory_bytes,
        checksum,
    };
    if args.world.install.json {
        return output::json("bench.load", &result);
    }
    output::line(&format!(
        "{} {}: {}, {}",
        result.title,
        result.world,
        output::counted(result.counts.triangles, "triangle", "triangles"),
        output::counted(result.runs as usize, "run", "runs")
    ));
    output::line(&format!("  {:<10} {:>10} {:>10} {:>10}", "ms", "median", "p95", "min"));
    let row = |name: &str, stats: &Stats| {
        output::line(&format!(
            "  {name:<10} {:>10.2} {:>10.2} {:>10.2}",
            stats.median_ms, stats.p95_ms, stats.min_ms
        ));
    };
    row("total", &result.total);
    for phase in Phase::ALL {
        row(phase.name(), &result.phases[phase.name()]);
    }
    output::line(&format!("  {:.3} microseconds a triangle", result.us_per_triangle));
    if let Some(private) = result.private_memory_bytes {
        output::line(&format!(
            "  {} private memory for {} read and {} of textures",
            output::bytes(private),
            output::bytes(result.read_bytes),
            output::bytes(result.texture_bytes as u64)
        ));
    }
    Ok(())
}

/// A sum over every list of the scene.
pub(super) fn checksum(scene: &world::Scene) -> u64 {
    let mut sum = scene.nodes.len() as u64;
    for model in &scene.models {
        sum = model.vertices.iter().fold(sum, |sum, vertex| {
            sum.wrapping_add(u64::from(vertex.position[0].to_bits()) ^ u64::from(vertex.uv[1].to_bits()))
        });
        sum = model.indices.iter().fold(sum, |sum, index| sum.wrapping_add(u64::from(*index)));
    }
    for texture in &scene.textures {
        for level in &texture.levels {
            sum = level.rgba.iter().fold(sum, |sum, byte| sum.wrapping_add(u64::from(*byte)));
        }
    }
    sum
}

#[derive(Serialize)]
struct CompareResult {
    schema_compared: String,
    items: Vec<Ratio>,
}

#[derive(Serialize)]
struct Ratio {
    name: String,
    before: f64,
    after: f64,
    /// After divided by before: below 1 is faster or smaller.
    ratio: f64,
}

fn compare(args: &CompareArgs) -> Result<(), Failure> {
    let before = read_result(&args.before)?;
    let after = read_result(&args.after)?;
    let schema = |value: &serde_json::Value| value["schema"].as_str().unwrap_or_default().to_owned();
    if schema(&before) != schema(&after) {
        return Err(Failure::Unusable(format!(
            "{} holds {}, {} holds {}: compare results of the same benchmark",
            args.before.display(),
            schema(&before),
            args.after.display(),
            schema(&after)
        )));
    }
    let mut items = Vec::new();
    ratios("", &before, &after, &mut items);
    let result = CompareResult { schema_compared: schema(&before), items };
    if args.json {
        return output::json("bench.compare", &result);
    }
    output::line(&format!("  {:<28} {:>14} {:>14} {:>8}", "", "before", "after", "ratio"));
    for item in &result.items {
        output::line(&format!(
            "  {:<28} {:>14.3} {:>14.3} {:>8.3}",
            item.name, item.before, item.after, item.ratio
        ));
    }
    Ok(())
}

fn read_result(path: &Path) -> Result<serde_json::Value, Failure> {
    let text = regular::text(path, LARGEST)?;
    let value: serde_json::Value = serde_json::from_str(&text)
        .map_err(|error| Failure::Unusable(format!("{}: not a JSON result: {error}", path.display())))?;
    match value["schema"].as_str() {
        Some(schema) if schema.starts_with("revisit.bench.") => Ok(value),
        _ => Err(Failure::Unusable(format!(
            "{}: not a benchmark result; write one with `revisit bench load PATH --json`",
            path.display()
        ))),
    }
}

/// Every figure of time or size that both have.
fn ratios(path: &str, before: &serde_json::Value, after: &serde_json::Value, items: &mut Vec<Ratio>) {
    let (Some(before), Some(after)) = (before.as_object(), after.as_object()) else { return };
    for (key, value) in before {
        let Some(other) = after.get(key) else { continue };
        let name = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
        if let (Some(a), Some(b)) = (value.as_f64(), other.as_f64()) {
            let measured = key.ends_with("_ms") || key.ends_with("_bytes") || key.starts_with("us_");
            if measured && a > 0.0 {
                items.push(Ratio { name, before: a, after: b, ratio: b / a });
            }
        } else {
            ratios(&name, value, other, items);
        }
    }
}
