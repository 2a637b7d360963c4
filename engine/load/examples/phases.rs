//! How long each phase of loading a MechWarrior 3 world takes, best of several
//! runs:
//!
//! ```text
//! cargo run --release -p load --example phases -- FOLDER [RUNS]
//! ```
//!
//! The folder is an install, or one that `revisit demo mechwarrior3 --write`
//! made.

use load::{Family, Phase, Request};
use std::path::Path;
use std::time::{Duration, Instant};
use vfs::Vfs;
use world::Frame;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut words = std::env::args().skip(1);
    let folder = words.next().ok_or("name a folder")?;
    let runs = words.next().map_or(Ok(10), |runs| runs.parse())?;
    let vfs = Vfs::open(Path::new(&folder), &[], load::ARCHIVES)?;
    let request = Request {
        world: "c1".to_owned(),
        container: "zbd/c1/gamez.zbd".to_owned(),
        textures: vec!["zbd/c1/rtexture.zbd".to_owned()],
        more_textures: vec!["zbd/rmechtex.zbd".to_owned()],
        sky_names: vec!["horizon".to_owned()],
        ..Request::bare(Family::Zipper, "mechwarrior3", Frame::identity(1.0))
    };
    let mut best: Vec<(Phase, Duration)> = Vec::new();
    let (mut total, mut triangles) = (Duration::MAX, 0);
    for _ in 0..runs {
        let started = Instant::now();
        let mut steps: Vec<(Phase, Instant)> = Vec::new();
        let mut note = |phase: Phase, done: usize, _: usize| {
            if done == 0 {
                steps.push((phase, Instant::now()));
            }
            true
        };
        let loaded = load::load(&vfs, &request, &mut note)?;
        let ended = Instant::now();
        triangles = loaded.scene.triangles();
        total = total.min(ended - started);
        for (at, (phase, since)) in steps.iter().enumerate() {
            let took = steps.get(at + 1).map_or(ended, |(_, next)| *next) - *since;
            match best.iter_mut().find(|(known, _)| known == phase) {
                Some((_, best)) => *best = took.min(*best),
                None => best.push((*phase, took)),
            }
        }
    }
    for (phase, took) in &best {
        println!("{:<10} {:>8.2} ms", phase.name(), took.as_secs_f64() * 1e3);
    }
    let each = total.as_secs_f64() * 1e6 / triangles.max(1) as f64;
    println!("{triangles} triangles, {:.2} ms, {each:.3} microseconds a triangle", total.as_secs_f64() * 1e3);
    Ok(())
}
