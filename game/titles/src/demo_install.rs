//! Demos as installs on disk: where they are stored and how they are written. Their content comes
//! from the crate `demos`.

use crate::{DEMO_FILE, demo};
use base::gate::{FolderMark, Gate, OutputFolder};
use base::{Failure, platform::Folders};
use demos::{DemoFile, Game, Options};
use std::path::{Path, PathBuf};

/// A demo, and the folder it is built into.
#[derive(Clone, Debug)]
pub struct DemoInstall {
    /// The folder.
    pub path: PathBuf,
    /// What it shows, such as `valley`.
    pub name: &'static str,
    options: Options,
    build: fn(&Options) -> binary::Result<Vec<DemoFile>>,
}

impl DemoInstall {
    /// The usual demo, in the cache.
    pub fn usual(folders: &Folders) -> Self {
        Self::valley(folders, Game::MechWarrior3)
    }

    /// The valley in the layout of a game, in the cache.
    pub fn valley(folders: &Folders, game: Game) -> Self {
        let options = Options { scale: 1, seed: 1 };
        let build: fn(&Options) -> binary::Result<Vec<DemoFile>> = match game {
            Game::MechWarrior3 => |options| demos::valley(Game::MechWarrior3, options),
            Game::PiratesMoon => |options| demos::valley(Game::PiratesMoon, options),
            Game::Recoil => |options| demos::valley(Game::Recoil, options),
            Game::CrimsonSkies => |options| demos::valley(Game::CrimsonSkies, options),
        };
        Self::new(in_cache(folders, game.title(), &options), "valley", options, build)
    }

    /// The island, in the cache.
    pub fn island(folders: &Folders) -> Self {
        let options = Options { scale: 1, seed: 1 };
        Self::new(in_cache(folders, "gamestudio", &options), "island", options, demos::island)
    }

    /// The courtyard, in the cache.
    pub fn courtyard(folders: &Folders) -> Self {
        let options = Options { scale: 1, seed: 1 };
        Self::new(in_cache(folders, "courtyard", &options), "courtyard", options, demos::courtyard)
    }

    /// Larkmere, a zone of EverQuest, in the cache.
    pub fn everquest(folders: &Folders) -> Self {
        let options = Options { scale: 1, seed: 1 };
        Self::new(in_cache(folders, "everquest", &options), "Larkmere", options, demos::everquest)
    }

    /// Models of Warcraft, in the cache.
    pub fn warcraft(folders: &Folders) -> Self {
        let options = Options { scale: 1, seed: 1 };
        Self::new(in_cache(folders, "warcraft", &options), "models", options, demos::warcraft)
    }

    /// The archipelago in Daggerfall's files, in the cache.
    pub fn daggerfall(folders: &Folders) -> Self {
        let options = Options { scale: 1, seed: 1 };
        Self::new(in_cache(folders, "daggerfall", &options), "archipelago", options, demos::daggerfall)
    }

    /// Any demo: the folder, what it shows, and what builds it.
    pub fn new(
        path: PathBuf,
        name: &'static str,
        options: Options,
        build: fn(&Options) -> binary::Result<Vec<DemoFile>>,
    ) -> Self {
        DemoInstall { path, name, options, build }
    }

    /// Its files, in memory.
    ///
    /// # Errors
    /// A finding is a mistake in the demo itself.
    pub fn files(&self) -> Result<Vec<DemoFile>, Failure> {
        Ok((self.build)(&self.options)?)
    }

    /// Writes its files to the folder.
    ///
    /// # Errors
    /// Something else is in the folder, or it cannot be written.
    pub fn write(&self, files: &[DemoFile]) -> Result<(), Failure> {
        // The cache is our own, and so is whatever an older version put there.
        let folder = open(&crate::gate(true), &self.path)?;
        write(&folder, files)
    }
}

/// The default folder of a demo.
pub fn in_cache(folders: &Folders, name: &str, options: &Options) -> PathBuf {
    folders.cache.join("demos").join(format!("{name}-{}-{}", options.scale, options.seed))
}

/// How a demo is told from any other folder.
const MARK: FolderMark = FolderMark {
    other: "not an older demo",
    file: DEMO_FILE,
    is_ours: |note| demo::is_note(note),
    is_edited: false,
};

/// Only an empty folder, a missing one, or an older demo may be written to, and none in a game.
///
/// # Errors
/// When something else is there.
pub fn open(gate: &Gate, target: &Path) -> Result<OutputFolder, Failure> {
    gate.folder(target, MARK)
}

/// Writes everything, in the place of what was there.
///
/// # Errors
/// A file in the older demo that is somebody's own, without `--force`; a full disk and the like.
pub fn write(target: &OutputFolder, files: &[DemoFile]) -> Result<(), Failure> {
    let files: Vec<(&str, &[u8])> =
        files.iter().map(|file| (file.address.as_str(), file.bytes.as_slice())).collect();
    target.write(&files)
}
