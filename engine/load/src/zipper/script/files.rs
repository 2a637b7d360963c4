//! The files that scripts ask for, looked up in an install.
//!
//! Scripts write paths of the disc they were made for and of their developers' disks. Source:
//! `docs/spec/zbd/interp-commands.md`, "5. Safety".

use script::Files;
use vfs::Vfs;

/// An install as scripts see it.
#[derive(Debug)]
pub(super) struct InstallFiles<'v> {
    vfs: &'v Vfs,
    /// Bytes of the files that were read.
    pub bytes_read: u64,
}

impl<'v> InstallFiles<'v> {
    /// The files of an install.
    pub fn new(vfs: &'v Vfs) -> Self {
        InstallFiles { vfs, bytes_read: 0 }
    }

    /// The address of a file: as it is written, in the game's folder of archives, or with less and less
    /// of the path of a developer's disk.
    pub fn address(&self, path: &str) -> Option<String> {
        let path = path.replace('\\', "/");
        let parts: Vec<&str> = path.split('/').filter(|part| !matches!(*part, "" | "." | "..")).collect();
        let ends = (0..parts.len()).map(|from| parts[from..].join("/"));
        ends.flat_map(|end| [format!("zbd/{end}"), end].into_iter().rev())
            .find(|address| self.vfs.is_file(address))
    }
}

impl InstallFiles<'_> {
    /// The address of a reader file: its name in the archives of readers of a world, or in those of all
    /// worlds.
    pub fn reader(&self, path: &str, world: &str) -> Option<String> {
        let name = path.rsplit(['\\', '/']).next()?;
        let folders = [format!("zbd/{world}"), "zbd".to_owned()];
        let archives =
            folders.iter().flat_map(|folder| ["zrdr", "reader"].map(|name| format!("{folder}/{name}.zbd")));
        archives.map(|archive| format!("{archive}/{name}")).find(|address| self.vfs.is_file(address))
    }
}

impl Files for InstallFiles<'_> {
    fn read(&mut self, path: &str) -> Option<Vec<u8>> {
        let bytes = self.vfs.read(&self.address(path)?).ok()?;
        self.bytes_read += bytes.len() as u64;
        Some(bytes.to_vec())
    }

    /// A script that a mod brings replaces the game's, whatever its time says.
    fn is_newer(&mut self, path: &str, _: u32) -> bool {
        let which = self.address(path).and_then(|address| self.vfs.which(&address).ok());
        which.is_some_and(|found| found.winner.layer > 0)
    }
}
