//! `shot`: a picture of a world.

use super::beside::Joining;
use crate::cli::ShotArgs;
use crate::eye::Eye;
use crate::picture;
use crate::progress;
use base::Failure;
use base::output;
use binary::Limits;
use glam::Vec3;
use pictures::Viewpoint;
use replay::Replay;
use runtime::Simulation;
use std::sync::Arc;

#[derive(serde::Serialize)]
struct Result<'a> {
    title: &'a str,
    world: &'a str,
    file: String,
    width: u32,
    height: u32,
    /// In the game's own axes and unit.
    eye: [f32; 3],
    yaw_deg: f32,
    pitch_deg: f32,
}

/// Runs the verb.
pub fn run(args: &ShotArgs) -> std::result::Result<(), Failure> {
    let from = args.from.as_deref().map(Viewpoint::read).transpose()?;
    let install = Arc::new(args.world.open()?);
    let out = install.gate(args.force).file(&args.out, pictures::MARK)?;
    let world = args.world.name().or(from.as_ref().map(|place| place.world.as_str()));
    let mut request = install.request_with(world, &args.world.textures)?;
    let replay = args.replay.as_deref().map(Replay::read).transpose()?;
    args.guests.invite(&mut request, replay.as_ref().map(|replay| &replay.header))?;
    install.warn(world, &args.world.textures)?;
    if let Some(place) = from.as_ref().filter(|place| place.title != request.title) {
        return Err(Failure::Unusable(format!(
            "the screenshot of --from was taken in {}, this is {}: name the game it was taken in",
            place.title, request.title
        )));
    }
    let hour = args.hour.map(|hour| hour.command(&request)).transpose()?;
    let loaded = load::load(&install.vfs, &request, &mut progress::Loading::new(&request.world))?;
    if let Some(replay) = &replay {
        replay.header.fits(&request, install.fingerprint(&request)?)?;
    }
    let seed = replay.as_ref().map_or(1, |replay| replay.header.seed);
    let first = Simulation::of_loaded(Arc::new(loaded.scene), loaded.derived, seed, &Limits::default());
    let mut joining = Joining::new(&install, &args.world.textures, seed);
    joining.race.clone_from(&request.guests.race);
    joining.load_ahead(&install);
    let recorded = replay.as_ref().filter(|replay| replay.has_places());
    let mut world = match recorded {
        Some(replay) => joining.start_as_recorded(&replay.header, first),
        None => joining.start(&request.world, first, &args.beside.beside, args.beside.join_within)?,
    };
    if let (Some(hour), Some(mut edit)) = (&hour, world.edit(world.watched())) {
        edit.apply(hour).map_err(|error| Failure::Unusable(error.to_string()))?;
    }
    // What moves with the day is where it belongs after a tick.
    // So are lamps, which shine at some hours only.
    let asked = args.ticks.or(replay.as_ref().and_then(|replay| replay.ticks)).unwrap_or(0);
    let ticks = asked.max(u64::from(hour.is_some() || install.land.layout().is_some()));
    joining.bar = progress::steps("running the world", ticks);
    for tick in 0..ticks {
        match recorded {
            Some(replay) => joining.follow_recording(&mut world, replay, tick)?,
            None => drop(joining.follow_wishes(&mut world)),
        }
        let input = replay.as_ref().map(|replay| replay.input_at(tick)).unwrap_or_default();
        let mut commands = replay.as_ref().map_or_else(Vec::new, |replay| replay.commands_at(tick).to_vec());
        if recorded.is_none() {
            commands.extend(joining.turn_away(&world));
        }
        let commands: Vec<_> = commands.into_iter().map(|command| (world.watched(), command)).collect();
        world.advance(&[input], &commands);
        joining.bar.inc(1);
    }
    joining.bar.finish_and_clear();
    let elsewhere = view(args, from.as_ref(), world.watched_place().simulation());
    if let Some(eye) = elsewhere {
        // Zones follow the feet, so the feet move along.
        let feet = eye.place - Vec3::Y * world.watched_place().simulation().scene().walker.eye;
        if let Some(mut edit) = world.edit(world.watched()) {
            edit.teleport_avatar(feet, eye.yaw, eye.pitch);
        }
    }
    if recorded.is_none() {
        joining.follow_wishes(&mut world);
    }
    let drawing = progress::working("drawing");
    picture::take_all(&world, args.size, args.view, args.preset, args.hud, &out)?;
    drawing.finish_and_clear();
    let watched = world.watched_place().simulation();
    let place = Viewpoint::of(watched.scene(), &watched.state().camera);
    if args.world.install.json {
        let (width, height) = args.size;
        let file = args.out.display().to_string();
        let result = Result {
            title: &request.title,
            world: &request.world,
            file,
            width,
            height,
            eye: place.eye,
            yaw_deg: place.yaw_deg,
            pitch_deg: place.pitch_deg,
        };
        return output::json("shot", &result);
    }
    let whence = if elsewhere.is_some() {
        let [x, y, z] = place.eye;
        format!("{x:.2} {y:.2} {z:.2}")
    } else if replay.is_some() {
        format!("tick {ticks} of the recording")
    } else {
        "its start".to_owned()
    };
    output::line(&format!("{}: {} {} from {whence}", args.out.display(), request.title, request.world));
    Ok(())
}

/// The camera, if it is not at the start.
fn view(args: &ShotArgs, from: Option<&Viewpoint>, simulation: &Simulation) -> Option<Eye> {
    let frame = simulation.scene().frame;
    if let Some(place) = from {
        return Some(Eye {
            place: frame.to_engine(place.eye.into()),
            yaw: place.yaw_deg.to_radians(),
            pitch: place.pitch_deg.to_radians(),
        });
    }
    Eye::asked(&frame, &simulation.state().camera, args.eye, args.look, args.engine_axes)
}
