//! `load`: a world in numbers.

use crate::cli::LoadArgs;
use crate::progress;
use ::load::{Loaded, Phase, Progress as _};
use base::Failure;
use base::output::{self, Findings};
use base::platform::Memory;
use base::stopwatch::Stopwatch;
use serde::Serialize;
use world::Texture;

/// Counts of everything in a world.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Counts {
    /// Nodes, placed or not.
    pub nodes: usize,
    /// Paths from the roots to placed nodes.
    pub occurrences: usize,
    /// Models that show something.
    pub models: usize,
    /// Triangles of all models, each model once.
    pub triangles: usize,
    /// Materials.
    pub materials: usize,
    /// Textures the world names.
    pub textures: usize,
    /// Lights of the world and points of light in models.
    pub lights: usize,
}

impl Counts {
    /// Counts a loaded world.
    pub fn of(loaded: &Loaded) -> Self {
        let scene = &loaded.scene;
        let shown = |model: &&world::Model| !model.polygons.is_empty() || !model.lights.is_empty();
        Counts {
            nodes: scene.nodes.len(),
            occurrences: loaded.derived.occurrences.len(),
            models: scene.models.iter().filter(shown).count(),
            triangles: scene.triangles(),
            materials: scene.materials.len(),
            textures: scene.textures.len(),
            lights: scene.lights.len() + scene.models.iter().map(|model| model.lights.len()).sum::<usize>(),
        }
    }
}

/// Milliseconds per phase.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Phases {
    /// Finding the files.
    pub discover_ms: f64,
    /// Reading their bytes.
    pub read_ms: f64,
    /// Parsing.
    pub parse_ms: f64,
    /// Building the scene.
    pub build_ms: f64,
    /// Decoding pixels.
    pub textures_ms: f64,
    /// Building the index for collision.
    pub collide_ms: f64,
}

impl Phases {
    /// Times and memory measured.
    pub fn of(watch: &Stopwatch) -> Self {
        Phases {
            discover_ms: watch.phase_ms(Phase::Discover),
            read_ms: watch.phase_ms(Phase::Read),
            parse_ms: watch.phase_ms(Phase::Parse),
            build_ms: watch.phase_ms(Phase::Build),
            textures_ms: watch.phase_ms(Phase::Textures),
            collide_ms: watch.phase_ms(Phase::Collide),
        }
    }
}

#[derive(Serialize)]
struct Answer<'a> {
    title: &'a str,
    world: &'a str,
    counts: &'a Counts,
    read_bytes: u64,
    texture_bytes: usize,
    phases: Phases,
    total_ms: f64,
    /// Most memory ever resident, mapped files included.
    peak_memory_bytes: Option<u64>,
    /// Most memory of the process alone, seen between phases.
    private_memory_bytes: Option<u64>,
    findings: &'a Findings,
}

/// Runs the verb.
pub fn run(args: &LoadArgs) -> Result<(), Failure> {
    let mut watch = Stopwatch::start(true);
    let install = args.world.open()?;
    let mut request = install.request_with(args.world.name(), &args.world.textures)?;
    args.guests.invite(&mut request, None)?;
    let mut bar = progress::Loading::new(&request.world);
    let mut both = |phase, done, of| watch.at(phase, done, of) && bar.at(phase, done, of);
    let mut loaded = ::load::load(&install.vfs, &request, &mut both)?;
    drop(bar);
    let total_ms = watch.finish();
    let memory = Memory::now();

    let counts = Counts::of(&loaded);
    let mut all = install.vfs.findings();
    all.extend(install.other_quality(args.world.name(), &args.world.textures)?);
    all.append(&mut loaded.findings);
    let findings = Findings::new(all);
    let result = Answer {
        title: &loaded.scene.title,
        world: &loaded.scene.world,
        counts: &counts,
        read_bytes: loaded.bytes_read,
        texture_bytes: loaded.scene.textures.iter().map(Texture::bytes).sum(),
        phases: Phases::of(&watch),
        total_ms,
        peak_memory_bytes: memory.peak_bytes,
        private_memory_bytes: watch.private_bytes(),
        findings: &findings,
    };
    if args.world.install.json {
        output::json("load", &result)?;
    } else {
        print(&result);
    }
    findings.deny(&args.deny)
}

fn print(result: &Answer<'_>) {
    let counts = result.counts;
    output::line(&format!("{} {}", result.title, result.world));
    for (label, count) in [
        ("nodes", counts.nodes),
        ("occurrences", counts.occurrences),
        ("models", counts.models),
        ("triangles", counts.triangles),
        ("materials", counts.materials),
        ("textures", counts.textures),
        ("lights", counts.lights),
    ] {
        output::line(&format!("  {label:<12} {count}"));
    }
    output::line(&format!("  {:<12} {}", "read", output::bytes(result.read_bytes)));
    if let Some(peak) = result.peak_memory_bytes {
        output::line(&format!("  {:<12} {}", "peak memory", output::bytes(peak)));
    }
    let phases = &result.phases;
    output::line(&format!(
        "  {:<12} {:.1} ms (discover {:.1}, read {:.1}, parse {:.1}, build {:.1}, textures {:.1}, collide {:.1})",
        "time",
        result.total_ms,
        phases.discover_ms,
        phases.read_ms,
        phases.parse_ms,
        phases.build_ms,
        phases.textures_ms,
        phases.collide_ms,
    ));
    output::line(&format!("  {:<12} {}", "findings", result.findings.items.len()));
    result.findings.print();
}
