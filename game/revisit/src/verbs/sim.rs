//! `sim`: runs a world without a screen.

use crate::cli::SimArgs;
use base::Failure;
use base::disk;
use base::output;
use binary::Limits;
use replay::{FORMAT, HASH_EVERY, Header, Replay};
use runtime::{Simulation, TICKS_PER_SECOND};
use serde::Serialize;
use std::sync::Arc;
use titles::install::Install;

#[derive(Serialize)]
struct Result<'a> {
    title: &'a str,
    world: &'a str,
    seed: u32,
    ticks: u64,
    fingerprint: &'a str,
    /// Every 60 ticks, and after the last.
    items: Vec<Moment>,
}

/// The state after some ticks.
#[derive(Serialize)]
struct Moment {
    tick: u64,
    hash: String,
    /// The avatar's feet, in the game's own axes and unit.
    position: [f32; 3],
    grounded: bool,
}

/// Runs the verb.
pub fn run(args: &SimArgs) -> std::result::Result<(), Failure> {
    args.record.as_deref().map_or(Ok(()), disk::may_write)?;
    let install = Install::open(&args.world.install.path, &args.world.install.mods)?;
    let request = install.request_with(args.world.world.as_deref(), &args.world.textures)?;
    install.warn(args.world.world.as_deref(), &args.world.textures)?;
    let loaded = load::load(&install.vfs, &request, &mut load::Quiet)?;
    let files = install.fingerprint(&request)?;
    let fingerprint = format!("{files:016x}");
    let replay = args.replay.as_deref().map(Replay::read).transpose()?;
    if let Some(replay) = &replay {
        replay.header.fits(&request, files)?;
    }
    let seed = args.seed.or(replay.as_ref().map(|replay| replay.header.seed)).unwrap_or(1);
    let ticks = args.ticks.or(replay.as_ref().and_then(|replay| replay.ticks)).unwrap_or(600);

    let mut recording = Replay::new(Header {
        format: FORMAT.to_owned(),
        title: request.title.clone(),
        world: request.world.clone(),
        fingerprint: fingerprint.clone(),
        seed,
        tick_rate: TICKS_PER_SECOND,
    });
    recording.ticks = Some(ticks);
    let scene = Arc::new(loaded.scene);
    // What is wrong with the links is a finding of `load` already.
    let (mut simulation, _) = Simulation::new(Arc::clone(&scene), seed, &Limits::default());
    let mut items = Vec::new();
    for tick in 0..ticks {
        let input = replay.as_ref().map(|replay| replay.input_at(tick)).unwrap_or_default();
        recording.push_input(tick, input);
        simulation.tick(&input);
        let done = tick + 1;
        if done % HASH_EVERY != 0 && done != ticks {
            continue;
        }
        let hash = simulation.state().hash();
        recording.hashes.push((done, hash));
        if let Some(wanted) =
            replay.as_ref().and_then(|replay| replay.hash_at(done)).filter(|wanted| *wanted != hash)
        {
            return Err(Failure::Unusable(format!(
                "the replay differs: after tick {done} the state's hash is {hash:016x}, recorded was {wanted:016x}; \
                 the first difference lies in the {HASH_EVERY} ticks before"
            )));
        }
        let avatar = &simulation.state().avatar;
        let moment = Moment {
            tick: done,
            hash: format!("{hash:016x}"),
            position: scene.frame.to_game(avatar.position).to_array(),
            grounded: avatar.grounded,
        };
        if !args.world.install.json {
            let [x, y, z] = moment.position;
            output::line(&format!("tick {done:>6}  hash {}  at {x:.3} {y:.3} {z:.3}", moment.hash));
        }
        items.push(moment);
    }
    if let Some(path) = &args.record {
        disk::write(path, recording.to_text()?.as_bytes())?;
        output::note(&format!("recorded {ticks} ticks to {}", path.display()));
    }
    if args.world.install.json {
        output::json(
            "sim",
            &Result {
                title: &request.title,
                world: &request.world,
                seed,
                ticks,
                fingerprint: &fingerprint,
                items,
            },
        )?;
    }
    Ok(())
}
