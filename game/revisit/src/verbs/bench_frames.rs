//! `bench frames`: how long pictures of a world take, with all places of it that are around.
//!
//! | file | holds |
//! |---|---|
//! | `timed.rs` | a world on the device, its frames, what they are compared with |
//! | `way.rs` | the camera's path, and the places that join and leave along it |

mod timed;
mod way;

use crate::cli::BenchFramesArgs;
use crate::picture;
use crate::progress;
use base::Failure;
use base::output;
use base::platform::Memory;
use render::{Renderer, Size};
use replay::Replay;
use serde::Serialize;
use std::sync::Arc;
use timed::{Calibration, Timed};
use way::Way;

/// Frames before those that count.
const WARM_UP: u32 = 10;
/// Memory is looked at after one of so many frames. It takes some milliseconds, and the frame after it does longer, too:
/// at one in ten, in two tenths of the frames, the times of few of them change.
const MEMORY_EVERY: u32 = 10;

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
    /// Places that were drawn at one time, the most of any frame.
    places: usize,
    /// Those that joined on the way.
    joined: usize,
    upload_ms: f64,
    frame: FrameTimes,
    /// The slowest frame, counted from 0.
    slowest: usize,
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
    /// After a tenth of the frames, when all that is made for a first sight is there: the least during the second tenth.
    tenth: Option<u64>,
    /// The least during the last tenth.
    last: Option<u64>,
}

impl MemoryAt {
    /// Notes what is taken after a frame that counts, if it is one of those that are asked.
    fn note(&mut self, frame: u32, of: u32) {
        let tenth = (of / 10).max(1);
        let is_last = frame + 1 == of;
        if !is_last && !(frame % tenth).is_multiple_of(MEMORY_EVERY) {
            return;
        }
        let least = match frame / tenth {
            _ if is_last => &mut self.last,
            1 => &mut self.tenth,
            9.. => &mut self.last,
            _ => return,
        };
        let now = own_memory();
        *least = least.map_or(now, |least| now.map(|now| now.min(least)));
    }
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
    let install = Arc::new(args.world.open()?);
    let mut request = install.request_with(args.world.name(), &args.world.textures)?;
    install.warn(args.world.name(), &args.world.textures)?;
    let replay = args.replay.as_deref().map(Replay::read).transpose()?;
    args.guests.invite(&mut request, replay.as_ref().map(|replay| &replay.header))?;
    if let Some(replay) = &replay {
        replay.header.fits(&request, install.fingerprint(&request)?)?;
    }
    let loaded = ::load::load(&install.vfs, &request, &mut progress::Loading::new(&request.world))?;
    let renderer = Renderer::new(&render::Options::from_env()).map_err(machine)?;
    let size = Size { width: args.size.0, height: args.size.1 };

    let mut way = Way::new(&install, &request, loaded, replay, args)?;
    let settings = picture::settings(way.world.watched_place().simulation().scene(), None, args.preset);
    let mut world = Timed::new(&renderer, &way.world, size, settings).map_err(machine)?;
    let mut calibration =
        args.calibrate.then(|| Calibration::new(&renderer, size)).transpose().map_err(machine)?;
    let mut memory = MemoryAt::default();
    let bar = progress::steps("drawing frames", u64::from(WARM_UP + args.frames));
    for frame in 0..WARM_UP + args.frames {
        let counted = frame.checked_sub(WARM_UP);
        let camera = way.go(counted.unwrap_or_default(), args.frames)?;
        world.follow(&way.world).map_err(machine)?;
        world.draw(&way.world, camera, counted.is_some()).map_err(machine)?;
        // Alternating, so that other load on the machine slows both alike.
        if let Some(calibration) = &mut calibration {
            calibration.draw(counted.is_some()).map_err(machine)?;
        }
        if let Some(counted) = counted {
            memory.note(counted, args.frames);
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    let hash = xxhash_rust::xxh3::xxh3_64(&renderer.read(&world.target).map_err(machine)?.rgba);
    let slowest = world.times.iter().enumerate().max_by(|(_, a), (_, b)| a.total_cmp(b));
    let slowest = slowest.map_or(0, |(frame, _)| frame);
    let (places, joined, upload_ms) = (world.most_places, world.joined, world.upload_ms);
    let times = FrameTimes::of(world.times);
    let calibration = calibration.map(|calibration| FrameTimes::of(calibration.into_times()));
    let most = &world.most;
    let result = FramesResult {
        title: &request.title,
        world: &request.world,
        adapter: renderer.adapter(),
        preset: args.preset.map(|name| picture::preset(name).name()),
        width: size.width,
        height: size.height,
        frames: args.frames,
        places,
        joined,
        upload_ms,
        frame: times,
        slowest,
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
    if result.places > 1 {
        output::line(&format!(
            "  at most {} places at a time, {} joined on the way; the slowest frame is number {}",
            result.places, result.joined, result.slowest
        ));
    }
    if let MemoryAt { tenth: Some(tenth), last: Some(last) } = result.memory {
        output::line(&format!(
            "  memory of its own {} after a tenth of the frames, {} in the last tenth",
            output::bytes(tenth),
            output::bytes(last)
        ));
    }
    output::line(&format!("  last picture {}", result.hash));
    Ok(())
}

/// Memory of this program alone, without what the allocator keeps of places that left.
fn own_memory() -> Option<u64> {
    heap::give_back();
    Memory::now().private_bytes
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
