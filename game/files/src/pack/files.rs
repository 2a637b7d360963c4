//! Where the files of an unpacked folder are: in memory or on the disk.

use super::names::check;
use base::{Failure, regular};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The files of a folder. Names have `/` between folders, and each part is the
/// name of a file on any system.
pub trait Files {
    /// The bytes of a file.
    ///
    /// # Errors
    /// One clear line when it is not there, is no file of its own or cannot be
    /// read.
    fn read(&self, name: &str) -> Result<Vec<u8>, Failure>;

    /// Something of this name is there.
    fn is_there(&self, name: &str) -> bool;

    /// What a person calls a file.
    fn shown(&self, name: &str) -> String;
}

/// Files in memory.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Memory(
    /// By name.
    pub BTreeMap<String, Vec<u8>>,
);

impl Memory {
    /// Puts a file there.
    pub fn put(&mut self, name: String, bytes: Vec<u8>) {
        self.0.insert(name, bytes);
    }
}

impl Files for Memory {
    fn read(&self, name: &str) -> Result<Vec<u8>, Failure> {
        self.0.get(name).cloned().ok_or_else(|| Failure::Unusable(format!("{name}: no such file")))
    }

    fn is_there(&self, name: &str) -> bool {
        self.0.contains_key(name)
    }

    fn shown(&self, name: &str) -> String {
        name.to_owned()
    }
}

/// Files below a folder of the disk.
#[derive(Clone, Debug)]
pub struct Disk(
    /// The folder.
    pub PathBuf,
);

impl Disk {
    fn path(&self, name: &str) -> Result<PathBuf, Failure> {
        let mut path = self.0.clone();
        for part in name.split('/') {
            // Every caller has looked already; a folder must never be left.
            check(part).map_err(|what| Failure::Unusable(format!("{name}: {what} is no name of a file")))?;
            path.push(part);
            if is_link(&path) {
                return Err(Failure::Unusable(format!(
                    "{}: a link, which may lead out of the folder; put the file itself there",
                    path.display()
                )));
            }
        }
        Ok(path)
    }
}

fn is_link(path: &Path) -> bool {
    std::fs::symlink_metadata(path).is_ok_and(|about| about.file_type().is_symlink())
}

impl Files for Disk {
    fn read(&self, name: &str) -> Result<Vec<u8>, Failure> {
        let path = self.path(name)?;
        regular::read(&path, regular::LARGEST)
    }

    fn is_there(&self, name: &str) -> bool {
        // What else is wrong with it is for reading to say.
        self.path(name).map_or(true, |path| path.exists())
    }

    fn shown(&self, name: &str) -> String {
        name.split('/').fold(self.0.clone(), |path, part| path.join(part)).display().to_string()
    }
}
