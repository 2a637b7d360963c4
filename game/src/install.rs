//! An install that has been recognised, with its mods laid over it.

use crate::failure::Failure;
use crate::titles::{self, Detection, World};
use load::Request;
use std::path::{Path, PathBuf};
use vfs::Vfs;

/// A recognised install.
#[derive(Debug)]
pub struct Install {
    /// What it is.
    pub detection: Detection,
    /// Its files and those of its mods.
    pub vfs: Vfs,
    worlds: Vec<World>,
}

impl Install {
    /// Recognises what is at `path` and lays the mods over it.
    ///
    /// # Errors
    /// Nothing recognisable there, or a mod that cannot be opened.
    pub fn open(path: &Path, mods: &[PathBuf]) -> Result<Self, Failure> {
        let detection = titles::detect(path)?;
        let vfs = Vfs::open(&detection.root, mods)?;
        let worlds = titles::worlds(&detection, &vfs);
        Ok(Install { detection, vfs, worlds })
    }

    /// The worlds it holds.
    pub fn worlds(&self) -> &[World] {
        &self.worlds
    }

    /// The world of that name, or the only one.
    pub fn world(&self, name: Option<&str>) -> Result<&World, Failure> {
        Ok(titles::find_world(&self.detection, &self.worlds, name)?)
    }

    /// What the loader must know to load a world.
    pub fn request(&self, world: Option<&str>) -> Result<Request, Failure> {
        let world = self.world(world)?;
        Ok(titles::request(&self.detection, world)?)
    }

    /// xxh3-64 over the addresses and bytes of a world's files: two installs
    /// with the same fingerprint load the same world.
    pub fn fingerprint(&self, request: &Request) -> Result<u64, Failure> {
        let mut hash = xxhash_rust::xxh3::Xxh3::new();
        for address in std::iter::once(&request.container).chain(&request.textures) {
            if self.vfs.exists(address) {
                let bytes = self.vfs.read(address)?;
                hash.update(address.as_bytes());
                hash.update(&(bytes.len() as u64).to_le_bytes());
                hash.update(&bytes);
            }
        }
        Ok(hash.digest())
    }
}
