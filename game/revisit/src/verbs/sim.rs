//! `sim`: runs a world without a screen.

use super::beside::{self, Joining};
use super::sim_audio::{AudioOut, Written};
use super::sim_mission::{LONGEST_MISSION, PilotName, Played, is_over};
use super::sim_pace::{Clock, Loading, Pace};
use super::tracing::{self, Line, Tracing};
use super::typing::{Typed, Typing};
use crate::cli::SimArgs;
use crate::{progress, wav};
use base::Failure;
use base::output;
use binary::Limits;
use pilots::Driver;
use replay::{HASH_EVERY, Header, LONGEST, PlaceEvent, Replay};
use runtime::places::World;
use runtime::{Cue, Input, Simulation};
use serde::Serialize;
use std::sync::Arc;
use world::HASH_VERSION;

#[derive(Serialize)]
struct Result<'a> {
    title: &'a str,
    world: &'a str,
    seed: u32,
    ticks: u64,
    fingerprint: &'a str,
    /// Every 60 ticks, and after the last.
    items: Vec<Moment>,
    /// With `--trace-cues`: what the world wanted heard, shown or said.
    #[serde(skip_serializing_if = "Option::is_none")]
    cues: Option<Vec<Cued>>,
    /// With `--trace-anim`: what happened in animations.
    #[serde(skip_serializing_if = "Option::is_none")]
    trace: Option<Vec<Line>>,
    /// With `--console`: what was typed, and what was said of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    console: Option<Vec<Typed>>,
    /// With places that join: which joined and left, and before which tick.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    places: Vec<Joined>,
    /// On an overworld: places that were loaded in advance.
    #[serde(skip_serializing_if = "Option::is_none")]
    loading: Option<Loading>,
    /// With `--real-time`: how long ticks took.
    #[serde(skip_serializing_if = "Option::is_none")]
    pace: Option<Pace>,
    /// With `--audio-out`: the file.
    #[serde(skip_serializing_if = "Option::is_none")]
    audio: Option<Written>,
    /// In a mission: how that stands at the end.
    #[serde(flatten)]
    mission: Option<Played>,
}

/// A place that joined or left before a tick.
#[derive(Serialize)]
struct Joined {
    tick: u64,
    #[serde(flatten)]
    event: PlaceEvent,
}

/// A cue, and the tick it came from.
#[derive(Serialize)]
struct Cued {
    tick: u64,
    cue: Cue,
}

/// The state after some ticks.
#[derive(Serialize)]
struct Moment {
    tick: u64,
    hash: String,
    /// The avatar's feet, in the game's own axes and unit; without an avatar, the
    /// camera's eye.
    position: [f32; 3],
    grounded: bool,
    /// With places that join: the one that the position is in.
    #[serde(skip_serializing_if = "Option::is_none")]
    place: Option<String>,
}

impl Moment {
    fn of(simulation: &Simulation, tick: u64, hash: u64, place: Option<String>) -> Self {
        let state = simulation.state();
        let avatar = state.avatar();
        let at = avatar.map_or(state.camera.eye, |avatar| avatar.position);
        Moment {
            tick,
            hash: format!("{hash:016x}"),
            position: simulation.scene().frame.to_game(at).to_array(),
            grounded: avatar.is_some_and(|avatar| avatar.grounded),
            place,
        }
    }
}

fn print(cued: &Cued) -> std::result::Result<(), Failure> {
    let cue = serde_json::to_string(&cued.cue);
    let cue = cue.map_err(|error| Failure::Unusable(format!("a cue cannot be written: {error}")))?;
    output::line(&format!("tick {:>6}  {cue}", cued.tick));
    Ok(())
}

/// The hash of a world: that of its one place, or of all.
fn hash(world: &mut World, alone: bool) -> u64 {
    let watched = world.watched();
    match world.hash_of(watched) {
        Some(hash) if alone => hash,
        _ => world.hash(),
    }
}

/// Runs the verb.
pub fn run(args: &SimArgs) -> std::result::Result<(), Failure> {
    if let Some(ticks) = args.ticks.filter(|ticks| *ticks > LONGEST) {
        return Err(Failure::Unusable(format!("--ticks {ticks}: at most {LONGEST}, which is a day")));
    }
    let install = Arc::new(args.world.open()?);
    let gate = install.gate(args.force);
    let record = args.record.as_deref().map(|path| gate.file(path, replay::MARK)).transpose()?;
    let audio_file = args.audio_out.as_deref().map(|path| gate.file(path, wav::MARK)).transpose()?;
    let mut request = install.request_with(args.world.name(), &args.world.textures)?;
    let replay = args.replay.as_deref().map(Replay::read).transpose()?;
    args.guests.invite(&mut request, replay.as_ref().map(|replay| &replay.header))?;
    if args.pilot.is_some() && request.guests.vehicle.is_none() {
        let usual = load::vehicles(&install.vfs, &request).into_iter().next();
        let none = || Failure::Unusable("--pilot: nothing can be driven in this world".to_owned());
        request.guests.vehicle = Some(usual.ok_or_else(none)?);
    }
    install.warn(args.world.name(), &args.world.textures)?;
    let hour = args.hour.map(|hour| hour.command(&request)).transpose()?;
    if hour.is_some() && replay.is_some() {
        return Err(Failure::Unusable("the recording says which hour it is; leave out --hour".to_owned()));
    }
    let loaded = load::load(&install.vfs, &request, &mut progress::Loading::new(&request.world))?;
    let files = install.fingerprint(&request)?;
    let fingerprint = format!("{files:016x}");
    if let Some(replay) = &replay {
        replay.header.fits(&request, files)?;
        if replay.header.site.is_some() && !args.beside.beside.is_empty() {
            return Err(Failure::Unusable(
                "the recording says which worlds join; leave out --beside".to_owned(),
            ));
        }
        if !replay.has_comparable_hashes() && !replay.hashes.is_empty() {
            output::note(&format!(
                "note: the hashes of the recording have version {}, those of this program version {HASH_VERSION}, so \
                 they are not compared",
                replay.header.hash_version
            ));
        }
    }
    let seed = args.seed.or(replay.as_ref().map(|replay| replay.header.seed)).unwrap_or(1);
    let ticks = args.ticks.or(replay.as_ref().and_then(|replay| replay.ticks));
    // A mission that nobody said an end of goes on until it is over.
    let ends_with_mission = ticks.is_none() && args.pilot.is_some() && loaded.scene.mission.is_some();
    let mut ticks = ticks.unwrap_or(if ends_with_mission { LONGEST_MISSION } else { 600 });

    let last_line = args.at_tick.saturating_add(args.console.len() as u64);
    if !args.console.is_empty() && last_line > ticks {
        return Err(Failure::Unusable(format!(
            "the last --console line would be typed after tick {last_line}, but the run ends after {ticks}: give \
             --ticks {last_line} or more, or a lower --at-tick"
        )));
    }

    let alone = args.beside.beside.is_empty()
        && install.land.layout().is_none()
        && !places::has_lines(&loaded.scene)
        && replay.as_ref().is_none_or(|replay| replay.header.site.is_none());
    let tracing = Tracing::new(&args.trace_anim);
    if let Some(tracing) = tracing.as_ref().filter(|_| alone) {
        // Worlds that join later may have animations of other names.
        tracing.require(&loaded.scene, &args.world.install.path)?;
    }

    let mut recording = Replay::new(Header {
        fingerprint: fingerprint.clone(),
        ..Header::new(&request.title, &request.world, seed).with_guests(&request.guests)
    });
    let first = Simulation::of_loaded(Arc::new(loaded.scene), loaded.derived, seed, &Limits::default());
    let mut joining = Joining::new(&install, &args.world.textures, seed);
    joining.race.clone_from(&request.guests.race);
    joining.load_ahead(&install);
    let recorded = replay.as_ref().filter(|replay| replay.has_places());
    let mut world = match recorded {
        Some(replay) => joining.start_as_recorded(&replay.header, first),
        None => joining.start(&request.world, first, &args.beside.beside, args.beside.join_within)?,
    };
    recording.header.site = world.place(world.watched()).filter(|_| !alone).map(|place| place.site().clone());
    let known = install.worlds().iter().find(|world| world.id == request.world);
    let mut audio_out = audio_file.map(|file| AudioOut::open(file, ticks, &install, known)).transpose()?;
    let mut items = Vec::new();
    let mut places = Vec::new();
    let mut cues = args.trace_cues.then(Vec::new);
    let mut trace = tracing.is_some().then(Vec::new);
    let mut typing = Typing::new(&args.console, args.at_tick, &request);
    let mut typed = Vec::new();
    if let Some(tracing) = &tracing {
        tracing.begin(&mut world);
    }
    let mut clock = args.real_time.then(Clock::default);
    let mut mission = None;
    let mut driver = (args.pilot == Some(PilotName::Bot)).then(Driver::default);
    for tick in 0..ticks {
        if let Some(clock) = &mut clock {
            clock.wait(tick);
        }
        let events = match recorded {
            Some(replay) => {
                joining.follow_recording(&mut world, replay, tick)?;
                replay.places_at(tick).to_vec()
            }
            None => joining.follow_wishes(&mut world),
        };
        if !args.world.install.json {
            for event in &events {
                output::line(&format!("tick {tick:>6}  {}", beside::line(event)));
            }
        }
        if let Some(tracing) = tracing.as_ref().filter(|_| !events.is_empty()) {
            tracing.begin(&mut world);
        }
        recording.push_places(tick, &events);
        places.extend(events.into_iter().map(|event| Joined { tick, event }));
        let input = match (&mut driver, &replay) {
            (Some(driver), _) => driver.input(world.watched_place().simulation()),
            (None, Some(replay)) => replay.input_at(tick),
            (None, None) => Input::default(),
        };
        let commands = replay.as_ref().map_or(&[][..], |replay| replay.commands_at(tick));
        let mut commands = commands.to_vec();
        commands.extend(hour.iter().filter(|_| tick == 0).cloned());
        let travel = |name: &str| joining.travel(name);
        if let Some((line, asked)) = typing.line(tick, world.watched_place().simulation(), travel) {
            commands.extend(asked);
            if !args.world.install.json {
                line.print();
            }
            typed.push(line);
        }
        if recorded.is_none() {
            commands.extend(joining.turn_away(&world));
        }
        recording.push_input(tick, input);
        recording.push_commands(tick, &commands);
        let commands = commands.iter().map(|command| (world.watched(), command.clone()));
        world.advance(&[input], &commands.collect::<Vec<_>>());
        for finding in world.take_findings() {
            output::note(&format!("warning: {finding}"));
        }
        if let Some(audio_out) = &mut audio_out {
            audio_out.tick(&world);
        }
        if let Some(cues) = &mut cues {
            let from = cues.len();
            let heard = world.places().iter().flat_map(|place| place.simulation().cues());
            cues.extend(heard.map(|cue| Cued { tick, cue: cue.clone() }));
            if !args.world.install.json {
                cues[from..].iter().try_for_each(print)?;
            }
        }
        if let Some(trace) = &mut trace {
            for place in world.places() {
                let lines = tracing::lines(tick, place.simulation());
                if args.world.install.json {
                    trace.extend(lines);
                } else {
                    lines.for_each(|line| output::line(&line.to_string()));
                }
            }
        }
        if let Some(clock) = &mut clock {
            clock.done(tick);
        }
        let done = tick + 1;
        let ends = done == ticks || ends_with_mission && is_over(world.watched_place().simulation());
        if done % HASH_EVERY != 0 && !ends {
            continue;
        }
        let hash = hash(&mut world, alone);
        recording.hashes.push((done, hash));
        if let Some(wanted) =
            replay.as_ref().and_then(|replay| replay.hash_at(done)).filter(|wanted| *wanted != hash)
        {
            return Err(Failure::Unusable(format!(
                "the replay differs: the hash after tick {done} is {hash:016x}, but {wanted:016x} was recorded; the \
                 first difference is in the {HASH_EVERY} ticks before"
            )));
        }
        let Some(watched) = world.place(world.watched()) else { continue };
        let place = (!alone).then(|| watched.site().key.clone());
        let moment = Moment::of(watched.simulation(), done, hash, place);
        if !args.world.install.json {
            let [x, y, z] = moment.position;
            let place = moment.place.as_ref().map_or_else(String::new, |place| format!(" in {place}"));
            output::line(&format!("tick {done:>6}  hash {}  at {x:.3} {y:.3} {z:.3}{place}", moment.hash));
        }
        if ends {
            mission = Played::of(watched.simulation(), hash);
        }
        items.push(moment);
        if ends {
            ticks = done;
            break;
        }
    }
    recording.ticks = Some(ticks);
    if let Some(mission) = mission.as_ref().filter(|_| !args.world.install.json) {
        mission.print();
    }
    let loading = joining.waits().map(Loading::of);
    loading.iter().filter(|loading| loading.foreseen > 0).for_each(Loading::tell);
    let pace = clock.map(|clock| clock.pace);
    pace.iter().for_each(Pace::tell);
    if let Some(file) = &record {
        file.write(recording.to_text()?.as_bytes())?;
        let count = output::counted(ticks as usize, "tick", "ticks");
        output::note(&format!("recorded {count} to {}", file.path().display()));
    }
    let audio = audio_out.map(AudioOut::write).transpose()?;
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
                cues,
                trace,
                console: (!args.console.is_empty()).then_some(typed),
                places,
                loading,
                pace,
                audio,
                mission,
            },
        )?;
    }
    Ok(())
}
