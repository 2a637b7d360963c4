//! `demo`: an install of our own, in a game's own layout.

use crate::cli::{DemoArgs, DemoName};
use crate::picture;
use crate::progress;
use base::Failure;
use base::output;
use base::platform::Folders;
use demos::{DemoFile, Game, Options, valley};
use pictures::MARK;
use replay::Recorder;
use serde::Serialize;
use std::path::Path;
use titles::demo_install::{self, DemoInstall};
use titles::install::Install;
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
    type Build = fn(&Options) -> binary::Result<Vec<DemoFile>>;
    let (name, shows, build): (_, _, Build) = match args.name {
        DemoName::MechWarrior3 => {
            (Game::MechWarrior3.title(), "valley", |options| valley(Game::MechWarrior3, options))
        }
        DemoName::PiratesMoon => {
            (Game::PiratesMoon.title(), "valley", |options| valley(Game::PiratesMoon, options))
        }
        DemoName::Recoil => (Game::Recoil.title(), "valley", |options| valley(Game::Recoil, options)),
        DemoName::CrimsonSkies => {
            (Game::CrimsonSkies.title(), "valley", |options| valley(Game::CrimsonSkies, options))
        }
        DemoName::Gamestudio => ("gamestudio", "island", demos::island),
        DemoName::EverQuest => ("everquest", "Larkmere", demos::everquest),
        DemoName::Warcraft => ("warcraft", "models", demos::warcraft),
        DemoName::Daggerfall => ("daggerfall", "archipelago", demos::daggerfall),
        DemoName::Courtyard => ("courtyard", "courtyard", demos::courtyard),
        DemoName::Plain => ("plain", "test ground", demos::plain),
    };
    let has_one_size = matches!(
        args.name,
        DemoName::Gamestudio
            | DemoName::EverQuest
            | DemoName::Warcraft
            | DemoName::Daggerfall
            | DemoName::Courtyard
    );
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
    let demo = DemoInstall::new(target, shows, options, build);
    // The cache is our own, and so is whatever an older version put there.
    let gate = titles::gate(args.force || args.write.is_none());
    let folder = demo_install::open(&gate, &demo.path)?;
    output::note(&format!("building the demo {name} at scale {}", args.scale));
    // The window opens at once and shows how far it is; what is printed is known only after building.
    if args.write.is_none() && !args.json && open(Some(&demo), &demo.path, folders, &recorder)? {
        return Ok(());
    }
    let working = progress::working(&format!("building the demo {name}"));
    let files = demo.files()?;
    demo_install::write(&folder, &files)?;
    drop(folder);
    working.finish_and_clear();

    let target = &demo.path;
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
    if args.write.is_some() {
        return Ok(());
    }
    if args.json && open(None, target, folders, &recorder)? {
        return Ok(());
    }
    take_picture(target, name, folders)
}

/// Opens the install at a path in a window, through the same path as any other; a demo is built there first.
/// False where there is no display.
#[cfg(feature = "window")]
fn open(
    demo: Option<&DemoInstall>,
    path: &Path,
    folders: &Folders,
    recorder: &Recorder,
) -> Result<bool, Failure> {
    use window::{First, Launch, Outcome, loader::Wanted, run};
    let wanted = Wanted { demo: demo.cloned(), ..Wanted::new(path.to_path_buf()) };
    let launch = Launch::new(folders.clone(), First::World(Box::new(wanted)), recorder.clone());
    match run(launch)? {
        Outcome::Closed => Ok(true),
        Outcome::NoDisplay(why) => {
            output::note(&format!("no display ({why}), taking a picture instead"));
            Ok(false)
        }
    }
}

/// Without a window in this build there is nothing to open.
#[cfg(not(feature = "window"))]
fn open(_: Option<&DemoInstall>, _: &Path, _: &Folders, _: &Recorder) -> Result<bool, Failure> {
    Ok(false)
}

fn take_picture(target: &Path, name: &str, folders: &Folders) -> Result<(), Failure> {
    let install = Install::open(target, &[])?;
    let request = install.request(None)?;
    let loaded = load::load(&install.vfs, &request, &mut progress::Loading::new(&request.world))?;
    let pictures = folders.data.join("pictures");
    let out = titles::gate(true).folder_of_files(&pictures, MARK)?.file(&format!("{name}.png"))?;
    let state = State::new(&loaded.scene, 1);
    let drawing = progress::working("drawing");
    picture::take(&loaded.scene, &state, &loaded.derived.occurrences, (1280, 720), None, &out)?;
    drawing.finish_and_clear();
    output::line(&format!("picture of {}: {}", request.world, out.path().display()));
    Ok(())
}
