//! Recently visited levels, and where one stood in them.

use crate::own_files::{self, Unusable};
use crate::stand::Stand;
use base::{Failure, path_text};
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// Name of the file in the data folder.
const FILE: &str = "recent.toml";
/// Most levels that are remembered.
const MOST: usize = 8;

/// A level that was visited.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Entry {
    /// The install, without links and dots.
    #[serde(with = "as_text")]
    pub path: PathBuf,
    /// Name of the game.
    pub title: String,
    /// The level's id.
    pub world: String,
    /// Name of the level; its id in lists of older versions.
    #[serde(default)]
    pub name: String,
    /// What was driven there; nothing for whoever walked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub vehicle: Option<String>,
    /// How hard that was; what is usual without.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub difficulty: Option<String>,
    /// Where one stood when one left.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stand: Option<Stand>,
}

/// Paths in a file: as text, also those that are not Unicode.
pub mod as_text {
    use super::{Path, PathBuf, path_text};
    use serde::{Deserialize, Deserializer, Serializer};

    pub fn serialize<S: Serializer>(path: &Path, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&path_text::shown(path))
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<PathBuf, D::Error> {
        Ok(path_text::meant(&String::deserialize(deserializer)?))
    }
}

impl Entry {
    /// What a list calls it.
    pub fn label(&self) -> String {
        let level = if self.name.is_empty() { &self.world } else { &self.name };
        match &self.vehicle {
            Some(vehicle) => format!("{}, {level}, driving {vehicle}", self.title),
            None => format!("{}, {level}", self.title),
        }
    }

    fn is_there(&self) -> bool {
        let zip = vfs::container_around(&self.path);
        self.path.exists() || zip.is_some_and(|(zip, _)| zip.is_file())
    }
}

/// A path that means the same from every folder: without links and dots, where it is on the disk.
pub fn absolute(path: &Path) -> PathBuf {
    let whole = || std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    path.canonicalize().unwrap_or_else(|_| whole())
}

/// Recently visited levels, the newest first.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Recent {
    #[serde(rename = "world")]
    entries: Vec<Entry>,
}

impl Recent {
    /// Reads the list; levels that no longer exist are left out.
    pub fn open(folder: &Path) -> (Self, Option<String>) {
        let parse = |text: &str| toml::from_str(text).map_err(Unusable::from);
        let (mut recent, line): (Recent, _) = own_files::open(&folder.join(FILE), parse);
        recent.entries.retain(Entry::is_there);
        for entry in &mut recent.entries {
            entry.path = absolute(&entry.path);
        }
        (recent, line)
    }

    /// The levels.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// Puts a level first and saves the list. Where one stood in it before is kept.
    pub fn add(&mut self, folder: &Path, entry: Entry) -> Result<(), Failure> {
        let mut entry = Entry { path: absolute(&entry.path), ..entry };
        let known = |old: &Entry| (&old.path, &old.world) == (&entry.path, &entry.world);
        if let Some(at) = self.entries.iter().position(known) {
            let old = self.entries.remove(at);
            entry.stand = entry.stand.or(old.stand);
        }
        self.entries.insert(0, entry);
        self.entries.truncate(MOST);
        self.save(folder)
    }

    /// Notes where one stood in a level of the list.
    pub fn stood(&mut self, folder: &Path, path: &Path, world: &str, stand: Stand) -> Result<(), Failure> {
        let path = absolute(path);
        let entry = self.entries.iter_mut().find(|entry| entry.path == path && entry.world == world);
        let Some(entry) = entry else { return Ok(()) };
        entry.stand = Some(stand);
        self.save(folder)
    }

    fn save(&self, folder: &Path) -> Result<(), Failure> {
        let path = folder.join(FILE);
        let text = toml::to_string(self)
            .map_err(|error| Failure::Unusable(format!("{}: cannot write: {error}", path.display())))?;
        own_files::save(&path, &text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(path: &Path, world: &str) -> Entry {
        Entry {
            path: path.to_path_buf(),
            title: "Title".to_owned(),
            world: world.to_owned(),
            name: format!("{world}: first"),
            vehicle: None,
            difficulty: None,
            stand: None,
        }
    }

    const STAND: Stand = Stand { feet: [1.0, 2.5, -3.0], yaw_deg: 40.0, pitch_deg: -5.0, flying: None };

    #[test]
    fn the_newest_is_first_and_each_is_there_once() {
        let folder = tempfile::tempdir().unwrap();
        let real = folder.path().canonicalize().unwrap();
        let (mut recent, _) = Recent::open(&real);
        for world in ["c1", "c2", "c1"] {
            recent.add(&real, entry(&real, world)).unwrap();
        }
        recent.add(&real, entry(&real.join("gone"), "c3")).unwrap();
        let (recent, line) = Recent::open(&real);
        assert_eq!(line, None);
        assert_eq!(recent.entries(), [entry(&real, "c1"), entry(&real, "c2")]);
    }

    #[test]
    fn old_levels_are_forgotten() {
        let folder = tempfile::tempdir().unwrap();
        let mut recent = Recent::default();
        for number in 0..MOST + 3 {
            recent.add(folder.path(), entry(folder.path(), &number.to_string())).unwrap();
        }
        assert_eq!(recent.entries().len(), MOST);
        assert_eq!(recent.entries()[0].world, (MOST + 2).to_string());
    }

    #[test]
    fn where_one_stood_outlives_the_program_and_the_next_visit() {
        let folder = tempfile::tempdir().unwrap();
        let mut recent = Recent::default();
        recent.add(folder.path(), entry(folder.path(), "c1")).unwrap();
        recent.stood(folder.path(), folder.path(), "c1", STAND).unwrap();
        recent.stood(folder.path(), folder.path(), "never visited", STAND).unwrap();
        let (mut recent, _) = Recent::open(folder.path());
        assert_eq!(recent.entries()[0].stand, Some(STAND));
        recent.add(folder.path(), entry(folder.path(), "c1")).unwrap();
        assert_eq!(recent.entries()[0].stand, Some(STAND));
    }

    #[test]
    fn a_list_of_an_older_version_is_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().canonicalize().unwrap();
        let text = format!(
            "[[world]]\npath = {:?}\ntitle = \"MechWarrior 3\"\nworld = \"c1\"\n",
            path.to_str().unwrap()
        );
        std::fs::write(folder.path().join(FILE), text).unwrap();
        let (recent, line) = Recent::open(folder.path());
        assert_eq!(line, None);
        assert_eq!(recent.entries().len(), 1);
        assert_eq!(recent.entries()[0].label(), "MechWarrior 3, c1");
        assert_eq!(recent.entries()[0].stand, None);
    }

    #[test]
    #[cfg(unix)]
    fn a_folder_whose_name_is_not_unicode_is_remembered() {
        use std::os::unix::ffi::OsStrExt;
        let folder = tempfile::tempdir().unwrap();
        let game = folder.path().canonicalize().unwrap().join(std::ffi::OsStr::from_bytes(b"M\xE9ch"));
        std::fs::create_dir(&game).unwrap();
        let mut recent = Recent::default();
        recent.add(folder.path(), entry(&game, "c1")).unwrap();
        let (recent, line) = Recent::open(folder.path());
        assert_eq!((line, &recent.entries()[0].path), (None, &game));
    }

    #[test]
    fn a_path_with_dots_is_kept_as_the_folder_that_it_means() {
        let folder = tempfile::tempdir().unwrap();
        let mut recent = Recent::default();
        std::fs::create_dir(folder.path().join("game")).unwrap();
        recent.add(folder.path(), entry(&folder.path().join("game/../game"), "c1")).unwrap();
        recent.add(folder.path(), entry(&folder.path().join("game"), "c1")).unwrap();
        assert_eq!(recent.entries().len(), 1);
        assert_eq!(recent.entries()[0].path, folder.path().canonicalize().unwrap().join("game"));
    }
}
