//! `demo`: an install of our own, in a game's own layout.

use crate::cli::{DemoArgs, DemoName};
use crate::picture;
use crate::progress;
use base::Failure;
use base::output;
use base::platform::Folders;
use demos::{Game, Options};
use replay::Recorder;
use serde::Serialize;
use std::path::Path;
use titles::{demo_install, install::Install};
use world::State;

#[derive(Serialize)]
struct Answer<'a> {
    demo: &'a str,
    path: String,
    scale: u32,
    seed: u32,
    items: Vec<Row>,
}

#[derive(Serialize)]
struct Row {
    file: String,
    size_bytes: usize,
}

/// Runs the verb.
pub fn run(args: &DemoArgs, folders: &Folders, recorder: Recorder) -> Result<(), Failure> {
    let game = match args.name {
        DemoName::MechWarrior3 => Some(Game::MechWarrior3),
        DemoName::PiratesMoon => Some(Game::PiratesMoon),
        DemoName::Recoil => Some(Game::Recoil),
        DemoName::CrimsonSkies => Some(Game::CrimsonSkies),
        DemoName::Gamestudio | DemoName::Plain | DemoName::Courtyard => None,
    };
    let name = match (args.name, game) {
        (DemoName::Gamestudio, _) => "gamestudio",
        (DemoName::Courtyard, _) => "courtyard",
        (_, Some(game)) => game.title(),
        (_, None) => "plain",
    };
    let has_one_size = matches!(args.name, DemoName::Gamestudio | DemoName::Courtyard);
    if has_one_size && args.scale != 1 {
        return Err(Failure::Unusable(format!(
            "--scale {}: the demo {name} has one size; leave --scale out, or try `revisit demo mechwarrior3`",
            args.scale
        )));
    }
    let options = Options { scale: args.scale, seed: args.seed };
    let target = match &args.write {
        Some(target) => target.clone(),
        None => demo_install::in_cache(folders, name, &options),
    };
    demo_install::may_write(&target)?;
    output::note(&format!("building the demo {name} at scale {}", args.scale));
    let working = progress::working(&format!("building the demo {name}"));
    let files = match (args.name, game) {
        (DemoName::Gamestudio, _) => demos::island(&options),
        (DemoName::Courtyard, _) => demos::courtyard(&options),
        (_, Some(game)) => demos::valley(game, &options),
        (_, None) => demos::plain(&options),
    }?;
    demo_install::write(&target, &files)?;
    working.finish_and_clear();

    if args.json {
        let items = files
            .iter()
            .map(|file| Row { file: file.address.clone(), size_bytes: file.bytes.len() })
            .collect();
        let path = target.display().to_string();
        output::json("demo", &Answer { demo: name, path, scale: args.scale, seed: args.seed, items })?;
    } else {
        let size: usize = files.iter().map(|file| file.bytes.len()).sum();
        output::line(&format!(
            "{}: {}, {}",
            target.display(),
            output::files(files.len()),
            output::bytes(size as u64)
        ));
    }
    drop(files);
    if args.write.is_none() { open(&target, name, folders, recorder) } else { Ok(()) }
}

/// Opens the demo through the same path as any other install: in a window, or
/// as a picture where there is no display.
#[cfg(feature = "window")]
fn open(target: &Path, name: &str, folders: &Folders, recorder: Recorder) -> Result<(), Failure> {
    use window::{First, Launch, Outcome, loader::Wanted, run};
    let wanted = Wanted::new(target.to_path_buf());
    let launch = Launch::new(folders.clone(), First::World(wanted), recorder);
    match run(launch)? {
        Outcome::Closed => Ok(()),
        Outcome::NoDisplay(why) => {
            output::note(&format!("no display ({why}), taking a picture instead"));
            take_picture(target, name, folders)
        }
    }
}

/// Without a window in this build, a picture.
#[cfg(not(feature = "window"))]
fn open(target: &Path, name: &str, folders: &Folders, _: Recorder) -> Result<(), Failure> {
    take_picture(target, name, folders)
}

fn take_picture(target: &Path, name: &str, folders: &Folders) -> Result<(), Failure> {
    let install = Install::open(target, &[])?;
    let request = install.request(None)?;
    let loaded = load::load(&install.vfs, &request, &mut progress::Loading::new(&request.world))?;
    let pictures = folders.data.join("pictures");
    std::fs::create_dir_all(&pictures).map_err(|error| Failure::io("create", &pictures, &error))?;
    let path = pictures.join(format!("{name}.png"));
    let state = State::new(&loaded.scene, 1);
    let drawing = progress::working("drawing");
    picture::take(&loaded.scene, &state, &loaded.derived.occurrences, (1280, 720), None, &path)?;
    drawing.finish_and_clear();
    output::line(&format!("picture of {}: {}", request.world, path.display()));
    Ok(())
}
