//! `bench frames`: how long pictures of a world take.

use crate::cli::BenchFramesArgs;
use crate::picture;
use crate::progress;
use base::Failure;
use base::output;
use base::platform::Memory;
use binary::Limits;
use glam::Vec3;
use render::{Renderer, Settings, Shot, Size, Statistics};
use replay::Replay;
use runtime::{Input, Simulation};
use serde::Serialize;
use std::sync::Arc;
use std::time::Instant;
use world::{Camera, Derived, Scene};

/// Frames before those that count.
const WARM_UP: u32 = 10;
/// The camera's path without a recording: once around the start, looking all around.
const RADIUS_METRES: f32 = 15.0;
const RISE_METRES: f32 = 4.0;
/// Length of a recording that does not say when it ends, in ticks.
const TICKS: u64 = 600;

#[derive(Serialize)]
struct FramesResult<'a> {
    title: &'a str,
    world: &'a str,
    adapter: &'a str,
    /// If one was asked for.
    preset: Option<&'static str>,
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
    memory: MemoryAt,
    calibration: Option<FrameTimes>,
    /// p95 by p95 of the calibration.
    ratio: Option<f64>,
}

/// Memory of this program alone, bytes: what grows from the one to the other is never given back.
#[derive(Clone, Copy, Default, Serialize)]
struct MemoryAt {
    /// After a tenth of the frames.
    tenth: Option<u64>,
    last: Option<u64>,
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
    let install = args.world.open()?;
    let mut request = install.request_with(args.world.name(), &args.world.textures)?;
    install.warn(args.world.name(), &args.world.textures)?;
    let replay = args.replay.as_deref().map(Replay::read).transpose()?;
    args.guests.invite(&mut request, replay.as_ref().map(|replay| &replay.header))?;
    if let Some(replay) = &replay {
        replay.header.fits(&request, install.fingerprint(&request)?)?;
        if replay.header.site.is_some() {
            return Err(Failure::Unusable(
                "the recording leads through several worlds; `bench frames` takes one of a single world"
                    .to_owned(),
            ));
        }
    }
    let loaded = ::load::load(&install.vfs, &request, &mut progress::Loading::new(&request.world))?;
    let renderer = Renderer::new(&render::Options::from_env()).map_err(machine)?;
    let size = Size { width: args.size.0, height: args.size.1 };

    let mut way = Way::new(loaded.scene, loaded.derived, replay, args.running);
    let settings = picture::settings(way.simulation.scene(), None, args.preset);
    let mut world = Timed::new(&renderer, way.simulation.scene(), size, settings).map_err(machine)?;
    let mut calibration =
        args.calibrate.then(|| Calibration::new(&renderer, size)).transpose().map_err(machine)?;
    let mut memory = MemoryAt::default();
    let bar = progress::steps("drawing frames", u64::from(WARM_UP + args.frames));
    for frame in 0..WARM_UP + args.frames {
        let counted = frame.checked_sub(WARM_UP);
        let camera = way.go(counted.unwrap_or_default(), args.frames);
        world.draw(&way.simulation, camera, counted.is_some()).map_err(machine)?;
        // Alternating, so that other load on the machine slows both alike.
        if let Some(Calibration { still, timed }) = &mut calibration {
            timed.draw(still, still.state().camera, counted.is_some()).map_err(machine)?;
        }
        if counted == Some(args.frames / 10) {
            memory.tenth = Memory::now().private_bytes;
        }
        bar.inc(1);
    }
    memory.last = Memory::now().private_bytes;
    bar.finish_and_clear();
    let hash = xxhash_rust::xxh3::xxh3_64(&renderer.read(&world.target).map_err(machine)?.rgba);
    let times = FrameTimes::of(world.times);
    let calibration = calibration.map(|calibration| FrameTimes::of(calibration.timed.times));
    let most = &world.most;
    let result = FramesResult {
        title: &request.title,
        world: &request.world,
        adapter: renderer.adapter(),
        preset: args.preset.map(|name| picture::preset(name).name()),
        width: size.width,
        height: size.height,
        frames: args.frames,
        upload_ms: world.upload_ms,
        frame: times,
        triangles: most.triangles,
        draws: most.draws,
        instances: most.instances,
        occurrences_drawn: most.occurrences_drawn,
        occurrences_culled: most.occurrences_culled,
        hash: format!("{hash:016x}"),
        memory,
        ratio: calibration.map(|calibration| times.p95_ms / calibration.p95_ms),
        calibration,
    };
    if args.world.install.json {
        return output::json("bench.frames", &result);
    }
    let preset = result.preset.map_or_else(String::new, |name| format!(", preset {name}"));
    output::line(&format!(
        "{} {}: {} of {} x {}{preset} on {}",
        result.title,
        result.world,
        output::counted(result.frames as usize, "frame", "frames"),
        result.width,
        result.height,
        result.adapter
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
    if let MemoryAt { tenth: Some(tenth), last: Some(last) } = result.memory {
        output::line(&format!(
            "  memory of its own {} after a tenth of the frames, {} after the last",
            output::bytes(tenth),
            output::bytes(last)
        ));
    }
    output::line(&format!("  last picture {}", result.hash));
    Ok(())
}

/// A world on the device and its frame times.
struct Timed<'r> {
    renderer: &'r Renderer,
    loaded: render::Loaded,
    settings: Settings,
    target: render::Offscreen,
    upload_ms: f64,
    times: Vec<f64>,
    most: Statistics,
}

impl<'r> Timed<'r> {
    fn new(
        renderer: &'r Renderer,
        scene: &Scene,
        size: Size,
        settings: Settings,
    ) -> Result<Self, render::RenderError> {
        let since = Instant::now();
        let loaded = renderer.load(scene)?;
        let upload_ms = since.elapsed().as_secs_f64() * 1000.0;
        let target = renderer.offscreen(size)?;
        let (times, most) = (Vec::new(), Statistics::default());
        Ok(Timed { renderer, loaded, settings, target, upload_ms, times, most })
    }

    fn draw(&mut self, world: &Simulation, camera: Camera, counts: bool) -> Result<(), render::RenderError> {
        let shot = Shot {
            loaded: &self.loaded,
            scene: world.scene(),
            state: world.state(),
            zones: world.state().zones,
            table: world.occurrences(),
            camera,
            feet: world.state().feet_of_view(),
            between: 1.0,
            settings: &self.settings,
            beside: &[],
        };
        let since = Instant::now();
        let statistics = self.renderer.draw_offscreen(&shot, &self.target)?;
        if counts {
            self.times.push(since.elapsed().as_secs_f64() * 1000.0);
            let most = &mut self.most;
            most.triangles = most.triangles.max(statistics.triangles);
            most.draws = most.draws.max(statistics.draws);
            most.instances = most.instances.max(statistics.instances);
            most.occurrences_drawn = most.occurrences_drawn.max(statistics.occurrences_drawn);
            most.occurrences_culled = most.occurrences_culled.max(statistics.occurrences_culled);
        }
        Ok(())
    }
}

/// The scene that worlds are compared with.
struct Calibration<'r> {
    still: Simulation,
    timed: Timed<'r>,
}

impl<'r> Calibration<'r> {
    fn new(renderer: &'r Renderer, size: Size) -> Result<Self, render::RenderError> {
        let scene = Arc::new(render::calibration());
        let timed = Timed::new(renderer, &scene, size, Settings::default())?;
        Ok(Calibration { still: Simulation::new(scene, 1, &Limits::default()).0, timed })
    }
}

/// The camera's path: around the start of a world, or along a recorded walk.
struct Way {
    simulation: Simulation,
    replay: Option<Replay>,
    /// The world runs while the camera goes around.
    running: bool,
    ticks: u64,
}

impl Way {
    fn new(scene: Scene, derived: Derived, replay: Option<Replay>, running: bool) -> Self {
        Way {
            simulation: Simulation::of_loaded(Arc::new(scene), derived, 1, &Limits::default()),
            replay,
            running,
            ticks: 0,
        }
    }

    /// Advances to one frame of so many.
    fn go(&mut self, frame: u32, of: u32) -> Camera {
        let Some(replay) = &self.replay else {
            if self.running {
                self.simulation.tick(&Input::default());
            }
            return around(self.simulation.scene(), frame as f32 / of as f32);
        };
        let until = replay.ticks.unwrap_or(TICKS) * u64::from(frame) / u64::from(of);
        for tick in self.ticks..until {
            self.simulation.advance(&[replay.input_at(tick)], replay.commands_at(tick));
        }
        self.ticks = until.max(self.ticks);
        self.simulation.state().camera
    }
}

/// A point on the path, 0..=1.
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
