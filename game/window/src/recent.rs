//! Recently opened worlds.

use crate::settings::{self, Unusable};
use base::Failure;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// Name of the file in the data folder.
const FILE: &str = "recent.toml";
/// Most worlds that are remembered.
const MOST: usize = 8;

/// A world that was opened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// The install.
    pub path: PathBuf,
    /// Title for people.
    pub title: String,
    /// World's id.
    pub world: String,
}

/// Recently opened worlds, the newest first.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Recent {
    #[serde(rename = "world")]
    entries: Vec<Entry>,
}

impl Recent {
    /// Reads the list; worlds that no longer exist are left out.
    pub fn open(folder: &Path) -> (Self, Option<String>) {
        let parse = |text: &str| toml::from_str(text).map_err(Unusable::from);
        let (mut recent, line): (Recent, _) = settings::open(&folder.join(FILE), parse);
        recent.entries.retain(|entry| entry.path.exists());
        (recent, line)
    }

    /// The worlds.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// Puts a world first and saves the list.
    pub fn add(&mut self, folder: &Path, entry: Entry) -> Result<(), Failure> {
        self.entries.retain(|old| (&old.path, &old.world) != (&entry.path, &entry.world));
        self.entries.insert(0, entry);
        self.entries.truncate(MOST);
        let path = folder.join(FILE);
        let text = toml::to_string(self)
            .map_err(|error| Failure::Unusable(format!("{}: cannot write: {error}", path.display())))?;
        settings::save(&path, &text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_is_first_and_each_is_there_once() {
        let folder = tempfile::tempdir().unwrap();
        let entry = |world: &str| Entry {
            path: folder.path().to_path_buf(),
            title: "Title".to_owned(),
            world: world.to_owned(),
        };
        let (mut recent, _) = Recent::open(folder.path());
        for world in ["c1", "c2", "c1"] {
            recent.add(folder.path(), entry(world)).unwrap();
        }
        let gone = Entry { path: folder.path().join("gone"), ..entry("c3") };
        recent.add(folder.path(), gone).unwrap();
        let (recent, line) = Recent::open(folder.path());
        assert_eq!(line, None);
        assert_eq!(recent.entries(), [entry("c1"), entry("c2")]);
    }

    #[test]
    fn old_worlds_are_forgotten() {
        let folder = tempfile::tempdir().unwrap();
        let mut recent = Recent::default();
        for number in 0..MOST + 3 {
            let entry =
                Entry { path: folder.path().to_path_buf(), title: String::new(), world: number.to_string() };
            recent.add(folder.path(), entry).unwrap();
        }
        assert_eq!(recent.entries().len(), MOST);
        assert_eq!(recent.entries()[0].world, (MOST + 2).to_string());
    }
}
