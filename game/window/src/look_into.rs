//! Examines a folder that was chosen, on a thread: it may be on a slow disk.

use std::cmp::Ordering;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver, TryRecvError};
use titles::install::Install;
use titles::{self, Confidence, Detection, Neighbour, Title, World};

/// Most missing files that are listed.
const LISTED: usize = 8;

/// A level to choose from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Level {
    /// Id.
    pub id: String,
    /// What it is called.
    pub name: String,
    /// The folder that its file is in, from the install's; empty for the install's own.
    pub folder: String,
    /// Size of its file in bytes.
    pub size_bytes: u64,
    /// It was made to try something.
    pub is_test: bool,
    /// It is a mission.
    pub is_mission: bool,
}

/// A game, and what can be visited in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// The root of its install.
    pub root: PathBuf,
    /// What it is called.
    pub name: String,
    /// What kind of game it is, and how sure that is, in a line.
    pub about: String,
    /// Its levels, those for tests last.
    pub levels: Vec<Level>,
    /// What can be driven in them, the usual one first.
    pub vehicles: Vec<String>,
    /// It has no levels but stages, on which models stand that somebody names.
    pub is_staged: bool,
    /// The level that the path itself names.
    pub named: Option<String>,
    /// Missing files.
    pub missing: Vec<String>,
}

/// What a folder contains.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Insight {
    /// A game.
    Install(Game),
    /// Several games, of which one is to be chosen.
    Several {
        /// The folder that was given.
        path: PathBuf,
        /// The games.
        games: Vec<Neighbour>,
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
        Err(finding) => {
            let games = titles::games_in(path);
            if !games.is_empty() {
                return Insight::Several { path: path.to_path_buf(), games };
            }
            let lines = if path.is_dir() { looked_for() } else { Vec::new() };
            return refused(finding.to_string(), lines);
        }
    };
    let Some(title) = detection.title else {
        return refused("Revisit knows no game with these files.".to_owned(), looked_for());
    };
    let missing = missing(&detection);
    if detection.missing.iter().any(|missing| missing.required) {
        return refused(format!("This is {}, but some of its files are missing.", title.name), missing);
    }
    let install = match Install::open(path, &[]) {
        Ok(install) => install,
        Err(failure) => return refused(failure.to_string(), missing),
    };
    let mut levels: Vec<Level> = install.worlds().iter().map(|world| level(&install, world)).collect();
    levels.sort_by(order);
    if levels.is_empty() && !install.is_staged() {
        let reason = match install.request(None) {
            Err(failure) => failure.to_string(),
            Ok(_) => format!("{}: it has no levels.", title.name),
        };
        return refused(reason, missing);
    }
    let request = levels.first().and_then(|level| install.request(Some(&level.id)).ok());
    let vehicles = request.map(|request| load::vehicles(&install.vfs, &request)).unwrap_or_default();
    let named = path.is_file().then(|| install.world(None).ok().map(|world| world.id.clone())).flatten();
    Insight::Install(Game {
        root: detection.root.clone(),
        name: detection.game_name(),
        about: about(&detection, title),
        levels,
        vehicles,
        is_staged: install.is_staged(),
        named,
        missing,
    })
}

/// What kind of game it is, and how sure that is.
fn about(detection: &Detection, title: &Title) -> String {
    let what = match (&detection.demo, detection.release) {
        (Some(_), _) => "A demo that Revisit made".to_owned(),
        (None, Some(release)) => format!("{}, {}", title.name, release.name),
        (None, None) if title.named_by_folder => "Made with Gamestudio".to_owned(),
        (None, None) => title.name.clone(),
    };
    match detection.confidence {
        Confidence::LooksLike if detection.demo.is_none() => {
            format!("{what}, by the names of its files alone")
        }
        _ => what,
    }
}

fn level(install: &Install, world: &World) -> Level {
    let address = world.file("world");
    Level {
        id: world.id.clone(),
        name: install.detection.level_name(world),
        folder: address
            .and_then(|address| address.rsplit_once('/'))
            .map_or("", |(folder, _)| folder)
            .to_owned(),
        size_bytes: address.and_then(|address| install.vfs.size(address).ok()).unwrap_or_default(),
        is_test: titles::is_test(world),
        is_mission: titles::is_mission(world),
    }
}

/// Those for tests come last; otherwise the order of the game stays.
fn order(one: &Level, other: &Level) -> Ordering {
    one.is_test.cmp(&other.is_test)
}

/// One line per title, below a heading: the files that belong to it.
fn looked_for() -> Vec<String> {
    let titles = titles::manifest().titles.iter();
    let heading =
        "These files were looked for, in this folder, in those around it and inside of it:".to_owned();
    std::iter::once(heading)
        .chain(titles.map(|title| {
            let rules = title.files.iter().filter(|rule| rule.required);
            let files: Vec<&str> =
                rules.filter_map(|rule| rule.any.first()).map(String::as_str).take(3).collect();
            if files.is_empty() {
                title.name.clone()
            } else {
                format!("{}: {}", title.name, files.join(", ").replace("{world}", "*"))
            }
        }))
        .collect()
}

fn missing(detection: &Detection) -> Vec<String> {
    let mut lines: Vec<String> = detection
        .missing
        .iter()
        .map(|missing| format!("{}: {}", missing.any.join(" or "), missing.lost))
        .collect();
    let more = lines.len().saturating_sub(LISTED);
    lines.truncate(LISTED);
    if more > 0 {
        lines.push(format!("and {more} more; `revisit detect` lists all"));
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
        assert_eq!(lines.len(), 1 + titles::manifest().titles.len());
        assert!(lines[0].starts_with("These files were looked for"), "{lines:?}");
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
            Insight::Install(game) => {
                assert_eq!(game.name, "MechWarrior 3");
                let ids: Vec<&str> = game.levels.iter().map(|level| level.id.as_str()).collect();
                assert_eq!(ids, ["c1", "c2"]);
                let first = &game.levels[0];
                assert_eq!((first.name.as_str(), first.folder.as_str()), ("c1: Chapter 1", "zbd/c1"));
                assert_eq!((first.size_bytes, first.is_test), (8, false));
            }
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn levels_of_a_gamestudio_game_have_its_folder_as_name_and_those_for_tests_come_last() {
        let folder = tempfile::tempdir().unwrap();
        let game = folder.path().join("Shock");
        for file in ["Level/AssetTest.wmb", "Level/Menue.wmb", "extra/last.wmb"] {
            put(&game, file, b"WMB7 and more");
        }
        put(&game, "acknex.dll", b"MZ");
        let Insight::Install(found) = look_into(&game) else { panic!("refused") };
        assert_eq!((found.name.as_str(), found.named), ("Shock", None));
        let rows: Vec<(&str, &str)> =
            found.levels.iter().map(|level| (level.name.as_str(), level.folder.as_str())).collect();
        assert_eq!(rows, [("last", "extra"), ("Menue", "Level"), ("AssetTest", "Level")]);
        // A level's own file leads to it.
        let Insight::Install(found) = look_into(&game.join("Level/Menue.wmb")) else { panic!("refused") };
        assert_eq!(found.named.as_deref(), Some("menue"));
    }

    #[test]
    fn two_games_in_one_folder_are_both_offered() {
        let folder = tempfile::tempdir().unwrap();
        for (game, version) in [("Mech3", 27_u8), ("Pirate", 41)] {
            let gamez = [0x22, 0x12, 0x97, 0x02, version, 0, 0, 0];
            put(&folder.path().join(game), "zbd/c1/gamez.zbd", &gamez);
        }
        let Insight::Several { games, .. } = look_into(folder.path()) else { panic!("not several") };
        let names: Vec<&str> = games.iter().map(|game| game.name.as_str()).collect();
        assert_eq!(names, ["MechWarrior 3", "MechWarrior 3: Pirate's Moon"]);
        assert_eq!(games[1].path, folder.path().join("Pirate"));
    }
}
