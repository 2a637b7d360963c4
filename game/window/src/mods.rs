//! Which mods a person lays over each game, in which order, and which of them are on; saved in `mods.toml`.
//! What they override is found by `overlaps.rs`.

use crate::own_files::{self, Unusable};
use crate::recent;
use base::{Failure, path_text};
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// Name of the file in the configuration folder.
const FILE: &str = "mods.toml";

/// A mod of a game: a folder or a zip file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mod {
    /// Where it is.
    #[serde(with = "recent::as_text")]
    pub path: PathBuf,
    /// Whether it is laid over the game.
    pub on: bool,
}

impl Mod {
    /// The name of its folder or file.
    pub fn name(&self) -> String {
        path_text::name(&self.path)
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Game {
    #[serde(with = "recent::as_text")]
    path: PathBuf,
    #[serde(rename = "mod", default)]
    mods: Vec<Mod>,
}

/// The mods of all games.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ModLists {
    #[serde(rename = "game")]
    games: Vec<Game>,
}

/// A change of the list of one game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ModEdit {
    /// One more, which wins over the others.
    Add(PathBuf),
    /// One less.
    Remove(usize),
    /// One changes places with the next.
    Swap(usize),
    /// One is turned on or off.
    Switch(usize, bool),
}

impl ModLists {
    /// Reads the file, or returns empty lists if there is none. An unusable file is set aside; the line
    /// says so.
    pub fn open(folder: &Path) -> (Self, Option<String>) {
        own_files::open(&folder.join(FILE), |text| toml::from_str(text).map_err(Unusable::from))
    }

    /// Writes the file.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn save(&self, folder: &Path) -> Result<(), Failure> {
        let path = folder.join(FILE);
        let text = toml::to_string(self)
            .map_err(|error| Failure::Unusable(format!("{}: cannot write: {error}", path.display())))?;
        own_files::save(&path, &text)
    }

    /// Those of a game, by the root of its install; the last one wins.
    pub fn of(&self, root: &Path) -> &[Mod] {
        let root = recent::absolute(root);
        self.games.iter().find(|game| game.path == root).map_or(&[], |game| &game.mods)
    }

    /// Those that are on and there.
    pub fn in_use(&self, root: &Path) -> Vec<PathBuf> {
        let on = self.of(root).iter().filter(|one| one.on && one.path.exists());
        on.map(|one| one.path.clone()).collect()
    }

    /// Changes the list of a game; false when that changes nothing.
    pub fn edit(&mut self, root: &Path, edit: ModEdit) -> bool {
        let root = recent::absolute(root);
        let at = self.games.iter().position(|game| game.path == root).unwrap_or_else(|| {
            self.games.push(Game { path: root, mods: Vec::new() });
            self.games.len() - 1
        });
        let mods = &mut self.games[at].mods;
        let before = mods.clone();
        match edit {
            ModEdit::Add(path) => {
                let path = recent::absolute(&path);
                if !mods.iter().any(|one| one.path == path) {
                    mods.push(Mod { path, on: true });
                }
            }
            ModEdit::Remove(index) if index < mods.len() => drop(mods.remove(index)),
            ModEdit::Swap(index) if index + 1 < mods.len() => mods.swap(index, index + 1),
            ModEdit::Switch(index, on) => {
                if let Some(one) = mods.get_mut(index) {
                    one.on = on;
                }
            }
            ModEdit::Remove(_) | ModEdit::Swap(_) => {}
        }
        let changed = *mods != before;
        self.games.retain(|game| !game.mods.is_empty());
        changed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_per_game_in_order_and_outlive_the_program() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| {
            let path = folder.path().canonicalize().unwrap().join(name);
            std::fs::create_dir_all(&path).unwrap();
            path
        };
        let (game, other) = (path("game"), path("other"));
        let [trees, water, gone] = ["trees", "water", "gone"].map(path);
        let mut lists = ModLists::default();
        for one in [&trees, &water, &gone, &trees] {
            lists.edit(&game, ModEdit::Add(one.clone()));
        }
        assert_eq!(lists.of(&game).len(), 3, "each is there once");
        assert!(lists.edit(&game, ModEdit::Swap(0)));
        assert!(lists.edit(&game, ModEdit::Switch(1, false)));
        assert!(!lists.edit(&game, ModEdit::Remove(7)));
        std::fs::remove_dir(&gone).unwrap();
        lists.save(folder.path()).unwrap();

        let (mut lists, line) = ModLists::open(folder.path());
        assert_eq!(line, None);
        let names: Vec<(String, bool)> = lists.of(&game).iter().map(|one| (one.name(), one.on)).collect();
        let wanted = [("water", true), ("trees", false), ("gone", true)];
        assert_eq!(names, wanted.map(|(name, on)| (name.to_owned(), on)));
        assert_eq!(lists.in_use(&game), [water], "those that are on and there");
        assert_eq!(lists.of(&other), []);
        // The game is the same by another way to it.
        assert_eq!(lists.of(&game.join("../game")).len(), 3);
        for _ in 0..3 {
            lists.edit(&game, ModEdit::Remove(0));
        }
        assert_eq!(lists, ModLists::default());
    }
}
