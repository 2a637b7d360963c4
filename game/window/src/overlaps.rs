//! What the mods of a game override: files of the game, and of each other.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver, TryRecvError};
use vfs::{Kind, Vfs};

/// Most files of a mod that are named.
const NAMED: usize = 200;

/// What one mod does.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Overlap {
    /// Files of the game that it replaces.
    pub replaces: usize,
    /// Files that the game does not have.
    pub adds: usize,
    /// Files of it that mods below it in the list replace, by their names.
    pub hidden_by: BTreeMap<String, usize>,
    /// Files of mods above it in the list that it replaces, by their names.
    pub hides: BTreeMap<String, usize>,
    /// Its files that are in use, with what they replace; the first ones.
    pub files: Vec<(String, Vec<String>)>,
    /// Why it cannot be used.
    pub problem: Option<String>,
}

/// A running search.
pub struct Overlapping(Receiver<Vec<Overlap>>);

impl Overlapping {
    /// Starts it for mods, the last of which wins; `wake` is called at the end.
    pub fn start(root: PathBuf, mods: Vec<PathBuf>, wake: impl Fn() + Send + 'static) -> Self {
        let (sender, found) = mpsc::channel();
        let work = move || {
            // Nobody receives it once the page is closed.
            let _ = sender.send(overlaps(&root, &mods));
            wake();
        };
        // If no thread can be started the channel closes at once: nothing is found.
        let _ = std::thread::Builder::new().name("overlaps".to_owned()).spawn(work);
        Overlapping(found)
    }

    /// One for each mod, once.
    pub fn poll(&mut self) -> Option<Vec<Overlap>> {
        match self.0.try_recv() {
            Ok(found) => Some(found),
            Err(TryRecvError::Empty) => None,
            Err(TryRecvError::Disconnected) => Some(Vec::new()),
        }
    }
}

fn overlaps(root: &Path, mods: &[PathBuf]) -> Vec<Overlap> {
    let mut found: Vec<Overlap> = mods.iter().map(|one| usable(root, one)).collect();
    // Layers are numbered from the game on; those that cannot be used are none.
    let used: Vec<usize> = (0..mods.len()).filter(|at| found[*at].problem.is_none()).collect();
    let paths: Vec<PathBuf> = used.iter().map(|at| mods[*at].clone()).collect();
    let Ok(vfs) = Vfs::open(root, &paths, load::ARCHIVES) else { return found };
    let name = |layer: usize| vfs.layers().get(layer).map(|layer| layer.name.clone()).unwrap_or_default();
    let number = |layer: usize| layer.checked_sub(1).and_then(|at| used.get(at).copied());
    for entry in vfs.walk(false).into_iter().filter(|entry| entry.kind == Kind::File) {
        let Ok(there) = vfs.which(&entry.address) else { continue };
        let Some(winner) = number(there.winner.layer) else { continue };
        let hidden: Vec<usize> = there.hidden.iter().map(|place| place.layer).collect();
        let one = &mut found[winner];
        match hidden.contains(&0) {
            true => one.replaces += 1,
            false if hidden.is_empty() => one.adds += 1,
            false => {}
        }
        if one.files.len() < NAMED {
            one.files.push((entry.address.clone(), hidden.iter().map(|layer| name(*layer)).collect()));
        }
        for layer in hidden.into_iter().filter(|layer| *layer > 0) {
            *found[winner].hides.entry(name(layer)).or_default() += 1;
            if let Some(loser) = number(layer) {
                *found[loser].hidden_by.entry(name(there.winner.layer)).or_default() += 1;
            }
        }
    }
    found
}

/// Nothing found yet, or why a mod cannot be used.
fn usable(root: &Path, one: &Path) -> Overlap {
    let problem = if one.exists() {
        Vfs::open(root, &[one.to_path_buf()], load::ARCHIVES).err().map(|finding| finding.to_string())
    } else {
        Some("it is no longer there".to_owned())
    };
    Overlap { problem, ..Overlap::default() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mod_says_what_it_replaces_and_what_replaces_it() {
        let folder = tempfile::tempdir().unwrap();
        for file in ["game/a.txt", "game/b.txt", "low/a.txt", "low/new.txt", "low/b.txt", "high/A.TXT"] {
            let path = folder.path().join(file);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, file).unwrap();
        }
        std::fs::write(folder.path().join("no.zip"), b"nothing").unwrap();
        let path = |name: &str| folder.path().join(name);
        let mods = ["low", "no.zip", "high", "gone"].map(path);
        let found = overlaps(&path("game"), &mods);
        let one = |name: &str| BTreeMap::from([(name.to_owned(), 1)]);
        assert_eq!((found[0].replaces, found[0].adds), (1, 1));
        assert_eq!((&found[0].hidden_by, &found[0].hides), (&one("high"), &BTreeMap::new()));
        assert_eq!((found[2].replaces, found[2].adds), (1, 0));
        assert_eq!((&found[2].hides, &found[2].hidden_by), (&one("low"), &BTreeMap::new()));
        let files = vec![("A.TXT".to_owned(), vec!["install".to_owned(), "low".to_owned()])];
        assert_eq!(found[2].files, files);
        assert!(found[1].problem.as_ref().is_some_and(|line| line.contains("no.zip")), "{:?}", found[1]);
        assert!(found[3].problem.is_some());
    }
}
