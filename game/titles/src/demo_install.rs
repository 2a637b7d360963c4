//! Demos as installs on disk: where they are stored and how they are written. Their content comes
//! from the crate `demos`.

use crate::DEMO_FILE;
use base::{Failure, disk, platform::Folders};
use demos::{DemoFile, Game, Options};
use std::path::{Path, PathBuf};

/// A demo, and the folder it is built into.
#[derive(Clone, Debug)]
pub struct DemoInstall {
    /// The folder.
    pub path: PathBuf,
    options: Options,
    build: fn(&Options) -> binary::Result<Vec<DemoFile>>,
}

impl DemoInstall {
    /// The usual demo, in the cache.
    pub fn usual(folders: &Folders) -> Self {
        let options = Options { scale: 1, seed: 1 };
        let build = |options: &Options| demos::valley(Game::MechWarrior3, options);
        DemoInstall { path: in_cache(folders, "mechwarrior3", &options), options, build }
    }

    /// The island, in the cache.
    pub fn island(folders: &Folders) -> Self {
        let options = Options { scale: 1, seed: 1 };
        DemoInstall { path: in_cache(folders, "gamestudio", &options), options, build: demos::island }
    }

    /// Builds it.
    pub fn write(&self) -> Result<(), Failure> {
        may_write(&self.path)?;
        write(&self.path, &(self.build)(&self.options)?)
    }
}

/// The default folder of a demo.
pub fn in_cache(folders: &Folders, name: &str, options: &Options) -> PathBuf {
    folders.cache.join("demos").join(format!("{name}-{}-{}", options.scale, options.seed))
}

/// Only an empty folder, a missing one, or an older demo may be written to.
///
/// # Errors
/// When something else is there.
pub fn may_write(target: &Path) -> Result<(), Failure> {
    let entries = match std::fs::read_dir(target) {
        Ok(entries) => entries,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(Failure::io("write a demo there", target, &error)),
    };
    let empty = entries.count() == 0;
    if empty || target.join(DEMO_FILE).is_file() {
        return Ok(());
    }
    Err(Failure::Unusable(format!(
        "{}: not empty and not an older demo (no {DEMO_FILE} in it); name an empty or a new folder",
        target.display()
    )))
}

/// Writes everything into a folder beside the target, then renames it.
pub fn write(target: &Path, files: &[DemoFile]) -> Result<(), Failure> {
    let files: Vec<(&str, &[u8])> =
        files.iter().map(|file| (file.address.as_str(), file.bytes.as_slice())).collect();
    disk::write_folder(target, &files)
}
