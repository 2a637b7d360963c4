//! Games among files that somebody handed over, as a web page is: no folder of a disk is looked at.

use crate::candidate::{THOROUGH, compare};
use crate::detect::{FOLDERS, READS};
use crate::manifest::Title;
use load::ARCHIVES;
use std::path::PathBuf;
use vfs::Handed;

/// Levels of folders that are searched: a folder that a person hands over is one of them itself.
const LEVELS: usize = 3;

/// A game among files that were handed over.
#[derive(Clone, Debug)]
pub struct HandedGame {
    /// The folder that is the root of its install, `""` for the top.
    pub folder: String,
    /// Which game it is.
    pub title: &'static Title,
}

/// The games among files that were handed over: the one whose root their top is, or those on the
/// first level of folders that holds any. Empty when none is known.
pub fn games_among(files: &Handed) -> Vec<HandedGame> {
    let mut level = vec![String::new()];
    let mut left = FOLDERS;
    for _ in 0..=LEVELS {
        let thorough = level.len() <= THOROUGH;
        let found: Vec<HandedGame> =
            level.iter().filter_map(|folder| game(files, folder, thorough)).collect();
        if !found.is_empty() {
            return found;
        }
        let mut below = Vec::new();
        for folder in &level {
            let folders = files.folders(folder, left);
            left -= folders.len();
            below.extend(folders);
        }
        level = below;
    }
    Vec::new()
}

fn game(files: &Handed, folder: &str, thorough: bool) -> Option<HandedGame> {
    let vfs = files.vfs(folder, ARCHIVES);
    let candidate = compare(PathBuf::from(folder), vfs, thorough, &mut READS.clone());
    candidate.title.map(|title| HandedGame { folder: folder.to_owned(), title })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::install::Install;
    use demos::{DemoFile, Options};
    use vfs::{Bytes, HandedFile};

    fn handed(games: &[(&str, Vec<DemoFile>)]) -> Handed {
        let files = games.iter().flat_map(|(folder, files)| {
            let named = move |file: &DemoFile| {
                let name = format!("{folder}{}", file.address);
                (name, HandedFile::Memory(Bytes::from(file.bytes.clone())))
            };
            files.iter().map(named)
        });
        Handed::files(files.collect())
    }

    #[test]
    fn a_game_is_found_in_the_folder_that_was_handed_over_and_in_folders_inside_it() {
        let options = Options { scale: 1, seed: 1 };
        let plain = demos::plain(&options).unwrap();
        let courtyard = demos::courtyard(&options).unwrap();
        for (above, root) in [("", ""), ("Mech/", "Mech"), ("d/Games/Mech/", "d/Games/Mech")] {
            let files = handed(&[(above, plain.clone())]);
            let games = games_among(&files);
            let [game] = games.as_slice() else { panic!("{games:?}") };
            assert_eq!((game.folder.as_str(), game.title.id.as_str()), (root, "mechwarrior3"));
            let install = Install::handed(&files, &game.folder);
            assert_eq!(install.detection.title.map(|title| title.id.as_str()), Some("mechwarrior3"));
            assert_eq!(install.request(None).unwrap().world, "c1");
        }
        // The data folder alone, which a page names with the rest of its names.
        let data: Vec<DemoFile> = plain.iter().filter(|file| file.address.contains('/')).cloned().collect();
        assert_eq!(games_among(&handed(&[("", data)])).len(), 1);
        let both = handed(&[("g/a/", plain), ("g/b/", courtyard)]);
        let folders: Vec<String> = games_among(&both).into_iter().map(|game| game.folder).collect();
        assert_eq!(folders, ["g/a", "g/b"]);
        assert!(games_among(&handed(&[])).is_empty());
    }
}
