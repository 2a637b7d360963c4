//! `play`, and the program without a verb: a window.

use crate::cli::PlayArgs;
use base::Failure;
use base::platform::Folders;
use replay::Recorder;

/// Walks through a world in a window.
#[cfg(feature = "window")]
pub fn run(args: &PlayArgs, folders: Folders, recorder: Recorder) -> Result<(), Failure> {
    use titles::install::Install;
    use window::{First, Launch, loader::Wanted};
    // Faults that prevent opening are reported here, before there is a window.
    let install = Install::open(&args.path, &args.mods)?;
    super::detect::check_music(args.music.as_deref())?;
    let gate = install.gate(args.force);
    let record = args.record.as_deref().map(|path| gate.file(path, replay::MARK)).transpose()?;
    let quality = args.textures.as_deref().unwrap_or(titles::BEST);
    let world = args.at.as_deref().or(args.world.as_deref());
    let mut request = install.request_with(world, quality)?;
    args.guests.invite(&mut request, None)?;
    install.warn(world, quality)?;
    let hour = args.hour.map(|hour| hour.command(&request)).transpose()?;
    let wanted = Wanted {
        mods: args.mods.clone(),
        world: world.map(str::to_owned),
        land: crate::cli::land_settings(&args.land)?,
        seed: args.seed,
        textures: args.textures.clone(),
        music: args.music.clone(),
        beside: args.beside.beside.clone(),
        join_within: args.beside.join_within,
        first: hour.into_iter().collect(),
        guests: request.guests,
        ..Wanted::new(args.path.clone())
    };
    open(Launch {
        frames: args.frames,
        size: args.size,
        preset: args.preset.map(crate::picture::preset),
        record,
        json: args.json,
        lose_device: args.lose_device,
        ..Launch::new(folders, First::World(Box::new(wanted)), recorder)
    })
}

/// The start screen.
#[cfg(feature = "window")]
pub fn start(folders: Folders, recorder: Recorder) -> Result<(), Failure> {
    use window::{First, Launch};
    open(Launch::new(folders, First::Start, recorder))
}

#[cfg(feature = "window")]
fn open(launch: window::Launch) -> Result<(), Failure> {
    use window::Outcome;
    match window::run(launch)? {
        Outcome::Closed => Ok(()),
        Outcome::NoDisplay(why) => Err(Failure::Machine(format!(
            "no display ({why}): `revisit shot FOLDER --out FILE.png` takes a picture without one, \
             `revisit --help` lists what else works"
        ))),
    }
}

/// This build has no window.
#[cfg(not(feature = "window"))]
pub fn run(args: &PlayArgs, _: Folders, _: Recorder) -> Result<(), Failure> {
    Err(Failure::Machine(format!(
        "{}: this build of Revisit has no window; build it with the feature `window`, or try `revisit shot`",
        args.path.display()
    )))
}

/// This build has no window.
#[cfg(not(feature = "window"))]
pub fn start(_: Folders, _: Recorder) -> Result<(), Failure> {
    Err(Failure::Unusable(
        "say what to do: `revisit detect FOLDER` looks at a game, `revisit --help` lists everything; this build \
         has no window"
            .to_owned(),
    ))
}
