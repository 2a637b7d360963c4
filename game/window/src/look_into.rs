//! Examines a folder that was chosen, on a thread: it may be on a slow disk.

use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver, TryRecvError};
use titles::install::Install;
use titles::{self, Detection};

/// Most missing files that are listed.
const LISTED: usize = 8;

/// A world to choose from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// Id.
    pub id: String,
    /// Label.
    pub title: String,
}

/// What a folder contains.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Insight {
    /// A game.
    Install {
        /// The folder that was given.
        path: PathBuf,
        /// Its title.
        title: String,
        /// Its worlds.
        worlds: Vec<Choice>,
        /// Missing files.
        missing: Vec<String>,
    },
    /// Nothing that can be opened.
    Refused {
        /// The folder that was given.
        path: PathBuf,
        /// Why.
        reason: String,
        /// What was searched for and what is missing.
        lines: Vec<String>,
    },
}

/// A running examination.
pub struct LookingInto(Receiver<Insight>);

impl LookingInto {
    /// Starts; `wake` is called at the end.
    pub fn start(path: PathBuf, wake: impl Fn() + Send + 'static) -> Self {
        let (sender, found) = mpsc::channel();
        let work = move || {
            // Nobody receives it after going back.
            let _ = sender.send(look_into(&path));
            wake();
        };
        // If no thread can be started the channel closes at once, which is handled below.
        let _ = std::thread::Builder::new().name("look".to_owned()).spawn(work);
        LookingInto(found)
    }

    /// The result, once.
    pub fn poll(&mut self) -> Option<Insight> {
        match self.0.try_recv() {
            Ok(insight) => Some(insight),
            Err(TryRecvError::Empty) => None,
            Err(TryRecvError::Disconnected) => {
                let reason = "looking into it ended with a bug in Revisit".to_owned();
                Some(Insight::Refused { path: PathBuf::new(), reason, lines: Vec::new() })
            }
        }
    }
}

fn look_into(path: &Path) -> Insight {
    let refused = |reason: String, lines| Insight::Refused { path: path.to_path_buf(), reason, lines };
    let detection = match titles::detect(path) {
        Ok(detection) => detection,
        Err(finding) if path.is_dir() => return refused(finding.to_string(), looked_for()),
        Err(finding) => return refused(finding.to_string(), Vec::new()),
    };
    let Some(title) = detection.title else {
        return refused("This is no game that Revisit knows.".to_owned(), looked_for());
    };
    let missing = missing(&detection);
    if detection.missing.iter().any(|missing| missing.required) {
        return refused(format!("This is {}, but it is not complete.", title.name), missing);
    }
    let install = match Install::open(path, &[]) {
        Ok(install) => install,
        Err(failure) => return refused(failure.to_string(), missing),
    };
    let worlds: Vec<Choice> = install
        .worlds()
        .iter()
        .map(|world| Choice { id: world.id.clone(), title: world.title.clone() })
        .collect();
    if worlds.is_empty() {
        let reason = match install.request(None) {
            Err(failure) => failure.to_string(),
            Ok(_) => format!("{}: no world was found in it.", title.name),
        };
        return refused(reason, missing);
    }
    Insight::Install { path: path.to_path_buf(), title: detection.summary(), worlds, missing }
}

/// One line per title: the files that belong to it.
fn looked_for() -> Vec<String> {
    let titles = titles::manifest().titles.iter();
    titles
        .map(|title| {
            let rules = title.files.iter().filter(|rule| rule.required);
            let files: Vec<&str> =
                rules.filter_map(|rule| rule.any.first()).map(String::as_str).take(3).collect();
            if files.is_empty() {
                title.name.clone()
            } else {
                format!("{}: {}", title.name, files.join(", ").replace("{world}", "*"))
            }
        })
        .collect()
}

fn missing(detection: &Detection) -> Vec<String> {
    let mut lines: Vec<String> = detection
        .missing
        .iter()
        .map(|missing| format!("missing: {} ({})", missing.any.join(" or "), missing.lost))
        .collect();
    let more = lines.len().saturating_sub(LISTED);
    lines.truncate(LISTED);
    if more > 0 {
        lines.push(format!("and {more} more"));
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    fn put(root: &Path, address: &str, bytes: &[u8]) {
        let path = root.join(address);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, bytes).unwrap();
    }

    #[test]
    fn a_refused_folder_says_what_was_looked_for() {
        let folder = tempfile::tempdir().unwrap();
        let Insight::Refused { lines: empty, .. } = look_into(folder.path()) else { panic!("accepted") };
        put(folder.path(), "notes.txt", b"nothing");
        let Insight::Refused { lines, .. } = look_into(folder.path()) else { panic!("accepted") };
        assert_eq!(lines.len(), titles::manifest().titles.len());
        assert_eq!(empty, lines);
        assert!(
            lines.iter().any(|line| line.contains("MechWarrior 3") && line.contains("gamez.zbd")),
            "{lines:?}"
        );
        let Insight::Refused { reason, .. } = look_into(Path::new("/nowhere/at/all")) else {
            panic!("accepted")
        };
        assert!(reason.contains("/nowhere/at/all"), "{reason}");
    }

    #[test]
    fn an_incomplete_game_names_what_is_missing() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["interp", "reader", "rimage", "c1/rtexture"] {
            put(folder.path(), &format!("zbd/{name}.zbd"), b"x");
        }
        put(folder.path(), "Mech3.exe", b"MZ");
        let Insight::Refused { reason, lines, .. } = look_into(folder.path()) else { panic!("accepted") };
        assert!(reason.contains("MechWarrior 3"), "{reason}");
        assert!(lines.iter().any(|line| line.contains("gamez.zbd")), "{lines:?}");
    }

    #[test]
    fn a_game_offers_its_worlds() {
        let folder = tempfile::tempdir().unwrap();
        for chapter in ["c1", "c2"] {
            let gamez = [0x22, 0x12, 0x97, 0x02, 27, 0, 0, 0];
            put(folder.path(), &format!("zbd/{chapter}/gamez.zbd"), &gamez);
        }
        put(folder.path(), "Mech3.exe", b"MZ");
        match look_into(folder.path()) {
            Insight::Install { worlds, .. } => {
                assert_eq!(worlds.iter().map(|world| world.id.as_str()).collect::<Vec<_>>(), ["c1", "c2"]);
            }
            Insight::Refused { reason, lines, .. } => panic!("{reason} {lines:?}"),
        }
    }
}
