//! `demo`: an install of our own, in a game's own layout.

use crate::cli::{DemoArgs, DemoName};
use crate::demo::{self, DemoFile, Game, Options};
use crate::failure::Failure;
use crate::files;
use crate::install::Install;
use crate::platform::Folders;
use crate::{output, picture};
use serde::Serialize;
use std::path::{Path, PathBuf};
use world::State;

/// What tells a demo install from every other folder.
const MARK: &str = "revisit-demo.toml";

#[derive(Serialize)]
struct Result<'a> {
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
pub fn run(args: &DemoArgs, folders: &Folders) -> std::result::Result<(), Failure> {
    let game = match args.name {
        DemoName::MechWarrior3 => Some(Game::MechWarrior3),
        DemoName::PiratesMoon => Some(Game::PiratesMoon),
        DemoName::Recoil => Some(Game::Recoil),
        DemoName::CrimsonSkies => Some(Game::CrimsonSkies),
        DemoName::Gamestudio | DemoName::Plain => None,
    };
    let is_island = args.name == DemoName::Gamestudio;
    let name = if is_island { "gamestudio" } else { game.map_or("plain", Game::title) };
    let options = Options { scale: args.scale, seed: args.seed };
    let target = match &args.write {
        Some(target) => target.clone(),
        None => in_cache(folders, name, &options),
    };
    may_write(&target)?;
    output::note(&format!("building the demo {name} at scale {}", args.scale));
    let files = match game {
        Some(game) => demo::valley(game, &options),
        None if is_island => demo::island(&options),
        None => demo::plain(&options),
    }?;
    write(&target, &files)?;

    if args.json {
        let items = files
            .iter()
            .map(|file| Row { file: file.address.clone(), size_bytes: file.bytes.len() })
            .collect();
        let path = target.display().to_string();
        output::json("demo", &Result { demo: name, path, scale: args.scale, seed: args.seed, items })?;
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
    if args.write.is_none() { open(&target, name, folders) } else { Ok(()) }
}

/// A demo, and the folder it is built into.
#[cfg(feature = "window")]
#[derive(Clone, Debug)]
pub struct DemoInstall {
    /// The folder.
    pub path: PathBuf,
    options: Options,
    build: fn(&Options) -> binary::Result<Vec<DemoFile>>,
}

#[cfg(feature = "window")]
impl DemoInstall {
    /// The usual demo, in the cache.
    pub fn usual(folders: &Folders) -> Self {
        let options = Options { scale: 1, seed: 1 };
        let build = |options: &Options| demo::valley(Game::MechWarrior3, options);
        DemoInstall { path: in_cache(folders, "mechwarrior3", &options), options, build }
    }

    /// The island, in the cache.
    pub fn island(folders: &Folders) -> Self {
        let options = Options { scale: 1, seed: 1 };
        DemoInstall { path: in_cache(folders, "gamestudio", &options), options, build: demo::island }
    }

    /// Builds it.
    pub fn write(&self) -> std::result::Result<(), Failure> {
        may_write(&self.path)?;
        write(&self.path, &(self.build)(&self.options)?)
    }
}

fn in_cache(folders: &Folders, name: &str, options: &Options) -> PathBuf {
    folders.cache.join("demos").join(format!("{name}-{}-{}", options.scale, options.seed))
}

/// Opens the demo through the same path as any other install: in a window, or
/// as a picture where there is no display.
#[cfg(feature = "window")]
fn open(target: &Path, name: &str, folders: &Folders) -> std::result::Result<(), Failure> {
    use crate::window::{First, Launch, Outcome, loader::Wanted, run};
    let wanted = Wanted {
        path: target.to_path_buf(),
        mods: Vec::new(),
        world: None,
        seed: 1,
        demo: None,
        textures: None,
    };
    let launch = Launch::new(folders.clone(), First::World(wanted));
    match run(launch)? {
        Outcome::Closed => Ok(()),
        Outcome::NoDisplay(why) => {
            output::note(&format!("no display ({why}): a picture instead"));
            take_picture(target, name, folders)
        }
    }
}

/// Without a window in this build, a picture.
#[cfg(not(feature = "window"))]
fn open(target: &Path, name: &str, folders: &Folders) -> std::result::Result<(), Failure> {
    take_picture(target, name, folders)
}

fn take_picture(target: &Path, name: &str, folders: &Folders) -> std::result::Result<(), Failure> {
    let install = Install::open(target, &[])?;
    let request = install.request(None)?;
    let loaded = load::load(&install.vfs, &request, &mut load::Quiet)?;
    let pictures = folders.data.join("pictures");
    std::fs::create_dir_all(&pictures).map_err(|error| Failure::io("create", &pictures, &error))?;
    let path = pictures.join(format!("{name}.png"));
    picture::take(&loaded.scene, &State::new(&loaded.scene, 1), (1280, 720), None, &path)?;
    output::line(&format!("picture of {}: {}", request.world, path.display()));
    Ok(())
}

/// Only an empty folder, none at all, or an older demo may be written to.
fn may_write(target: &Path) -> std::result::Result<(), Failure> {
    let entries = match std::fs::read_dir(target) {
        Ok(entries) => entries,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(Failure::io("write a demo there", target, &error)),
    };
    let empty = entries.count() == 0;
    if empty || target.join(MARK).is_file() {
        return Ok(());
    }
    Err(Failure::Unusable(format!(
        "{}: not empty and not an older demo (no {MARK} in it); name an empty or a new folder",
        target.display()
    )))
}

/// Writes everything into a folder beside the target, then puts it in place.
fn write(target: &Path, files: &[DemoFile]) -> std::result::Result<(), Failure> {
    let files: Vec<(&str, &[u8])> =
        files.iter().map(|file| (file.address.as_str(), file.bytes.as_slice())).collect();
    files::write_folder(target, &files)
}
