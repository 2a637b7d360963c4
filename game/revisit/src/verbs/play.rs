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
    // Which models of a game without worlds is chosen on its page.
    let is_plain = args.mods.is_empty()
        && args.record.is_none()
        && args.frames.is_none()
        && args.guests.guests().is_empty();
    if is_plain && install.asks_for_models(world) {
        let launch = Launch {
            size: args.size,
            preset: args.preset.map(crate::picture::preset),
            ..Launch::new(folders, First::Game(args.path.clone()), recorder)
        };
        return open_or(launch, &without_names(&args.path));
    }
    let mut request = install.request_with(world, quality)?;
    let watch = args.replay.as_deref().map(replay::Replay::read).transpose()?;
    args.guests.invite(&mut request, watch.as_ref().map(|watch| &watch.header))?;
    if let Some(watch) = &watch {
        watch.header.fits(&request, install.fingerprint(&request)?)?;
    }
    install.warn(world, quality)?;
    let hour = args.hour.map(|hour| hour.command(&request)).transpose()?;
    let wanted = Wanted {
        mods: args.mods.clone(),
        world: world.map(str::to_owned),
        land: (!args.land.is_empty()).then(|| crate::cli::land_settings(&args.land)).transpose()?,
        seed: watch.as_ref().map_or(args.seed, |watch| watch.header.seed),
        textures: args.textures.clone(),
        music: args.music.clone(),
        beside: args.beside.beside.clone(),
        join_within: args.beside.join_within,
        first: hour.into_iter().collect(),
        guests: request.guests,
        watch: watch.map(std::sync::Arc::new),
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
    open_or(
        launch,
        "`revisit shot FOLDER --out FILE.png` takes a picture without one, `revisit --help` lists what else works",
    )
}

/// Opens the window, or says what can be done without a display.
#[cfg(feature = "window")]
fn open_or(launch: window::Launch, otherwise: &str) -> Result<(), Failure> {
    use window::Outcome;
    match window::run(launch)? {
        Outcome::Closed => Ok(()),
        Outcome::NoDisplay(why) => Err(Failure::Machine(format!("no display ({why}): {otherwise}"))),
    }
}

/// What to give where there is no page to choose models on.
#[cfg(feature = "window")]
fn without_names(path: &std::path::Path) -> String {
    let path = path.display();
    format!(
        "name models after the path, as `wolf,bear` or `creature/wolf`; `revisit worlds {path}` lists them, \
         `revisit shot {path} NAMES --out FILE.png` takes a picture without a display"
    )
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
