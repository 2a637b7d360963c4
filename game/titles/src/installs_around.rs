//! The game that an output would land in: nothing is ever written there. What makes a folder a game
//! is stricter here than in `detect.rs`: a mod has files of a game, too, and is written to.

use super::around::DEPTHS;
use super::candidate::{Candidate, THOROUGH, any, folders, names_a_game};
use super::manifest::{Title, manifest};
use super::pattern::Files;
use super::zipped;
use crate::install::Install;
use base::gate::{GameAround, Gate};
use std::path::Path;
use vfs::{Layer, Vfs};

/// Most files of a zip file whose start is read.
const READS: usize = 3;

/// The way to write files and folders, closed to every game; `force` replaces what Revisit did not
/// write.
pub fn gate(force: bool) -> Gate {
    Gate::new(game_around, force)
}

/// The same, closed to what is open in any case, whatever it looks like: folders and zip files.
pub fn gate_beside(open: &Vfs, force: bool) -> Gate {
    closed_to(open.layers(), force)
}

impl Install {
    /// The same for this install and its mods. A folder of models alone is no game: pictures of them
    /// may lie beside them.
    pub fn gate(&self, force: bool) -> Gate {
        let is_models_alone = self.detection.title.is_some() && !self.is_game();
        closed_to(&self.vfs.layers()[usize::from(is_models_alone)..], force)
    }
}

fn closed_to(layers: &[Layer], force: bool) -> Gate {
    let disk = |path: &Path| vfs::container_around(path).map_or(path.to_owned(), |(zip, _)| zip.to_owned());
    gate(force).closed_to(layers.iter().map(|layer| disk(&layer.path)))
}

/// The game that a folder is or lies in, or that a zip file holds.
fn game_around(place: &Path) -> Option<GameAround> {
    if place.is_file() {
        // Any other file is opened by nobody.
        vfs::container_around(place).filter(|(_, inside)| inside.is_empty())?;
        let held = zipped::candidates(place, &mut { READS }).ok()?;
        return held.iter().find_map(Candidate::named).map(|title| around(title, place));
    }
    place.ancestors().find_map(|folder| Some(around(game_of(folder)?, folder)))
}

fn around(title: &Title, root: &Path) -> GameAround {
    GameAround { name: title.name.clone(), root: root.to_owned() }
}

/// The game whose root a folder is.
fn game_of(root: &Path) -> Option<&'static Title> {
    let vfs = Vfs::open(root, &[], load::ARCHIVES).ok()?;
    // A folder of many things has levels and models of many games in it.
    let thorough = folders(root, &mut (THOROUGH + 1)).len() <= THOROUGH;
    names_a_game(&vfs, thorough).or_else(|| has_programs_and_worlds(&vfs))
}

/// A game whose worlds lie in folders of any name and depth, by the programs and scripts beside them.
fn has_programs_and_worlds(vfs: &Vfs) -> Option<&'static Title> {
    let files = Files::new(vfs);
    manifest().titles.iter().find(|title| {
        let (Some(parts), Some(worlds)) = (&title.parts, &title.worlds) else { return false };
        any(&files, "", &parts.root)
            && DEPTHS.iter().any(|folders| files.first(&format!("{folders}*{}", worlds.ending)).is_some())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    /// A folder with these files, all of them empty.
    fn folder(files: &[&str]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        for file in files {
            let path = folder.path().join(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, "").unwrap();
        }
        folder
    }

    /// Where in a folder with these files the game around a path in it begins.
    fn root(files: &[&str], inside: &str) -> Option<String> {
        let folder = folder(files);
        let game = game_around(&folder.path().join(inside))?;
        Some(game.root.strip_prefix(folder.path()).unwrap().display().to_string())
    }

    #[test]
    fn a_game_is_found_from_any_of_its_folders() {
        let mech = ["Mech3.exe", "zbd/interp.zbd", "zbd/reader.zbd", "zbd/c1/gamez.zbd"];
        for inside in ["", "zbd", "zbd/c1", "new/folder"] {
            assert_eq!(root(&mech, inside).as_deref(), Some(""), "{inside}");
        }
        let deep = ["game/acknex.dll", "game/data/levels/first/one.wmb", "notes/letter.txt"];
        assert_eq!(root(&deep, "game/data/levels/first").as_deref(), Some("game"));
        assert_eq!(root(&deep, "notes"), None);
        assert_eq!(root(&deep, ""), None);
    }

    #[test]
    fn a_mod_and_a_folder_of_levels_are_written_to() {
        assert_eq!(root(&["zbd/c1/gamez.zbd", "zbd/interp.zbd"], "zbd"), None);
        // Many names, and nothing to play.
        assert_eq!(root(&["zbd/interp.zbd", "zbd/reader.zbd", "zbd/mechlib.zbd"], "zbd"), None);
        assert_eq!(root(&["one.wmb"], ""), None);
        assert_eq!(root(&["a.mdl", "b.mdl"], ""), None);
    }
}
