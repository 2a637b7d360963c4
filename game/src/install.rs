//! An install that has been recognised, with its mods laid over it.

use crate::failure::Failure;
use crate::titles::{self, Detection, World};
use load::{Family, Request, Start};
use std::path::{Path, PathBuf};
use vfs::Vfs;

/// The manifest's word for the file that holds a world.
const WORLD: &str = "world";
/// The manifest's word for a package of textures.
const TEXTURES: &str = "textures";

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
    ///
    /// # Errors
    /// No such world, or a title whose worlds this version does not load.
    pub fn request(&self, world: Option<&str>) -> Result<Request, Failure> {
        let title = self.detection.known()?;
        let world = self.world(world)?;
        let container = world
            .file(WORLD)
            .map_or_else(|| format!("{}/{}/gamez.zbd", title.folder, world.chapter), str::to_owned);
        let mut textures: Vec<String> = world
            .files
            .iter()
            .filter(|file| file.role == TEXTURES)
            .map(|file| file.address.clone())
            .collect();
        if textures.is_empty() {
            // The loader reports what is missing, so it must know the name.
            textures.extend(title.first_path(TEXTURES, &world.chapter));
        }
        let start = self
            .detection
            .demo
            .as_ref()
            .and_then(|demo| demo.start)
            .map(|start| Start { position: start.position.into(), yaw_deg: start.yaw_deg });
        let family = Family::named(&title.family).ok_or_else(|| {
            Failure::Unusable(format!("{}: this version does not open its worlds", title.name))
        })?;
        Ok(Request {
            family,
            title: title.id.clone(),
            world: world.id.clone(),
            frame: title.space.frame(),
            container,
            textures,
            sky_names: title.sky.clone(),
            start,
        })
    }

    /// xxh3-64 over the addresses and bytes of a world's files: two installs
    /// with the same fingerprint load the same world. Files that a world names
    /// itself, such as models in files of their own, are not among them.
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
