//! `bench frames`: how long pictures of a world take.

use crate::cli::BenchFramesArgs;
use crate::failure::Failure;
use crate::install::Install;
use crate::output;
use glam::Vec3;
use render::{Renderer, Settings, Shot, Size, Statistics};
use serde::Serialize;
use std::time::Instant;
use world::{Camera, Occurrences, Scene, State};

/// Frames before those that count.
const WARM_UP: u32 = 10;
/// The way of the camera: once around the start, looking all around.
const RADIUS_METRES: f32 = 15.0;
const RISE_METRES: f32 = 4.0;
/// Most rows of the table of occurrences.
const MOST_OCCURRENCES: usize = 1 << 20;

#[derive(Serialize)]
struct FramesResult<'a> {
    title: &'a str,
    world: &'a str,
    adapter: &'a str,
    width: u32,
    height: u32,
    frames: u32,
    upload_ms: f64,
    frame: FrameTimes,
    /// The most of any frame.
    triangles: u64,
    draws: u32,
    instances: u32,
    occurrences_drawn: u32,
    occurrences_culled: u32,
    /// xxh3-64 over the pixels of the last picture.
    hash: String,
    calibration: Option<FrameTimes>,
    /// p95 by p95 of the calibration.
    ratio: Option<f64>,
}

#[derive(Clone, Copy, Serialize)]
struct FrameTimes {
    p50_ms: f64,
    p95_ms: f64,
    p99_ms: f64,
    max_ms: f64,
}

impl FrameTimes {
    fn of(mut times: Vec<f64>) -> Self {
        times.sort_by(f64::total_cmp);
        let nearest = |share: f64| {
            let rank = (share * times.len() as f64).ceil() as usize;
            times.get(rank.saturating_sub(1)).copied().unwrap_or(0.0)
        };
        FrameTimes {
            p50_ms: nearest(0.5),
            p95_ms: nearest(0.95),
            p99_ms: nearest(0.99),
            max_ms: nearest(1.0),
        }
    }
}

/// Runs the verb.
pub fn run(args: &BenchFramesArgs) -> Result<(), Failure> {
    let machine = |error: render::RenderError| Failure::Machine(error.to_string());
    let install = Install::open(&args.world.install.path, &args.world.install.mods)?;
    let request = install.request_with(args.world.world.as_deref(), &args.world.textures)?;
    install.warn(args.world.world.as_deref(), &args.world.textures)?;
    let loaded = ::load::load(&install.vfs, &request, &mut ::load::Quiet)?;
    let renderer = Renderer::new(&render::Options::from_env()).map_err(machine)?;
    let size = Size { width: args.size.0, height: args.size.1 };

    let measured = measure(&renderer, &loaded.scene, size, args.frames, true).map_err(machine)?;
    let calibration = args
        .calibrate
        .then(|| measure(&renderer, &render::calibration(), size, args.frames, false))
        .transpose()
        .map_err(machine)?
        .map(|measured| measured.times);
    let most = &measured.most;
    let result = FramesResult {
        title: &request.title,
        world: &request.world,
        adapter: renderer.adapter(),
        width: size.width,
        height: size.height,
        frames: args.frames,
        upload_ms: measured.upload_ms,
        frame: measured.times,
        triangles: most.triangles,
        draws: most.draws,
        instances: most.instances,
        occurrences_drawn: most.occurrences_drawn,
        occurrences_culled: most.occurrences_culled,
        hash: format!("{:016x}", measured.hash),
        ratio: calibration.map(|calibration| measured.times.p95_ms / calibration.p95_ms),
        calibration,
    };
    if args.world.install.json {
        return output::json("bench.frames", &result);
    }
    output::line(&format!(
        "{} {}: {} frames of {} x {} on {}",
        result.title, result.world, result.frames, result.width, result.height, result.adapter
    ));
    let row = |name: &str, times: &FrameTimes| {
        output::line(&format!(
            "  {name:<12} p50 {:>8.2}  p95 {:>8.2}  p99 {:>8.2}  max {:>8.2} ms",
            times.p50_ms, times.p95_ms, times.p99_ms, times.max_ms
        ));
    };
    row("frame", &result.frame);
    if let (Some(calibration), Some(ratio)) = (&result.calibration, result.ratio) {
        row("calibration", calibration);
        output::line(&format!("  {ratio:.2} times the calibration at p95"));
    }
    output::line(&format!(
        "  at most {} triangles, {} draws, {} instances, {} occurrences; uploaded in {:.0} ms",
        result.triangles, result.draws, result.instances, result.occurrences_drawn, result.upload_ms
    ));
    output::line(&format!("  last picture {}", result.hash));
    Ok(())
}

struct Measured {
    upload_ms: f64,
    times: FrameTimes,
    most: Statistics,
    hash: u64,
}

fn measure(
    renderer: &Renderer,
    scene: &Scene,
    size: Size,
    frames: u32,
    moving: bool,
) -> Result<Measured, render::RenderError> {
    let state = State::new(scene, 1);
    let (table, _) = Occurrences::build(scene, &state, MOST_OCCURRENCES);
    let since = Instant::now();
    let loaded = renderer.load(scene)?;
    let upload_ms = since.elapsed().as_secs_f64() * 1000.0;
    let target = renderer.offscreen(size)?;
    let settings = Settings::default();
    let mut times = Vec::with_capacity(frames as usize);
    let mut most = Statistics::default();
    for frame in 0..WARM_UP + frames {
        let share = frame.saturating_sub(WARM_UP) as f32 / frames as f32;
        let camera = if moving { around(scene, share) } else { state.camera };
        let shot = Shot {
            loaded: &loaded,
            scene,
            state: &state,
            table: &table,
            camera,
            between: 1.0,
            settings: &settings,
        };
        let since = Instant::now();
        let statistics = renderer.draw_offscreen(&shot, &target)?;
        if frame >= WARM_UP {
            times.push(since.elapsed().as_secs_f64() * 1000.0);
            most.triangles = most.triangles.max(statistics.triangles);
            most.draws = most.draws.max(statistics.draws);
            most.instances = most.instances.max(statistics.instances);
            most.occurrences_drawn = most.occurrences_drawn.max(statistics.occurrences_drawn);
            most.occurrences_culled = most.occurrences_culled.max(statistics.occurrences_culled);
        }
    }
    let hash = xxhash_rust::xxh3::xxh3_64(&renderer.read(&target)?.rgba);
    Ok(Measured { upload_ms, times: FrameTimes::of(times), most, hash })
}

/// A place on the way, 0..=1.
fn around(scene: &Scene, share: f32) -> Camera {
    let angle = share * std::f32::consts::TAU;
    let (sin, cos) = (libm::sinf(angle), libm::cosf(angle));
    let radius = scene.frame.units(RADIUS_METRES);
    let start = scene.camera;
    let eye = start.eye + Vec3::new(cos * radius, scene.frame.units(RISE_METRES), sin * radius);
    Camera { eye, yaw: start.yaw + angle, ..start }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_by_hand() {
        let times = FrameTimes::of((1..=200).rev().map(f64::from).collect());
        assert_eq!((times.p50_ms, times.p95_ms, times.p99_ms, times.max_ms), (100.0, 190.0, 198.0, 200.0));
    }
}
