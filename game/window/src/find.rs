//! Searches for games on a thread.

use base::platform::stores::{Roots, Source};
use std::collections::HashSet;
use std::path::PathBuf;
use std::sync::mpsc::{self, Receiver, TryRecvError};

/// A game that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// Root of its install.
    pub path: PathBuf,
    /// What it is called.
    pub title: String,
    /// Where it was found: the store or launcher.
    pub source: Source,
}

/// A search, running or finished.
#[derive(Default)]
pub struct Search {
    found: Option<Receiver<Game>>,
    games: Vec<Game>,
}

impl Search {
    /// Searches the usual places of this system; `wake` is called for every game and at the end.
    pub fn start(wake: impl Fn() + Send + 'static) -> Self {
        Self::among(Roots::here, wake)
    }

    fn among(roots: impl FnOnce() -> Roots + Send + 'static, wake: impl Fn() + Send + 'static) -> Self {
        let (sender, found) = mpsc::channel();
        let work = move || {
            let mut seen = HashSet::new();
            for candidate in roots().candidates() {
                let several = || {
                    let games = titles::games_in(&candidate.path).into_iter();
                    games.filter_map(|game| titles::detect(&game.path).ok()).collect()
                };
                let found = titles::detect(&candidate.path).map_or_else(|_| several(), |one| vec![one]);
                for detection in found {
                    let sure = detection.confidence > titles::Confidence::LooksLike;
                    let real = detection.root.canonicalize().unwrap_or_else(|_| detection.root.clone());
                    if detection.title.is_none() || !sure || !seen.insert(real) {
                        continue;
                    }
                    let title = detection.game_name();
                    let game = Game { path: detection.root, title, source: candidate.source };
                    tracing::info!(target: "stores", "{} in {}", game.title, game.path.display());
                    if sender.send(game).is_err() {
                        return;
                    }
                    wake();
                }
            }
            drop(sender);
            wake();
        };
        // If no thread can be started nothing is found; the path field remains.
        let _ = std::thread::Builder::new().name("stores".to_owned()).spawn(work);
        Search { found: Some(found), games: Vec::new() }
    }

    /// Receives the results since the last call.
    pub fn poll(&mut self) {
        let Some(found) = &self.found else { return };
        loop {
            match found.try_recv() {
                Ok(game) => self.games.push(game),
                Err(TryRecvError::Empty) => return,
                Err(TryRecvError::Disconnected) => break,
            }
        }
        self.found = None;
    }

    /// The games found so far.
    pub fn games(&self) -> &[Game] {
        &self.games
    }

    /// True when all places were searched.
    pub fn is_done(&self) -> bool {
        self.found.is_none()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn games_are_found_among_other_folders() {
        let home = tempfile::tempdir().unwrap();
        let game = home.path().join("MechWarrior 3");
        for (path, bytes) in [
            ("zbd/c1/gamez.zbd", &[0x22, 0x12, 0x97, 0x02, 27, 0, 0, 0][..]),
            ("zbd/interp.zbd", b"x"),
            ("Mech3.exe", b"MZ"),
        ] {
            let path = game.join(path);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, bytes).unwrap();
        }
        std::fs::create_dir_all(home.path().join("Something else")).unwrap();
        let usual = vec![home.path().to_path_buf()];
        let mut search = Search::among(|| Roots { usual, ..Roots::default() }, || ());
        for _ in 0..1000 {
            search.poll();
            if search.is_done() {
                break;
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        let titles: Vec<&str> = search.games().iter().map(|game| game.title.as_str()).collect();
        assert_eq!(titles, ["MechWarrior 3"]);
        assert_eq!(search.games()[0].path, game);
    }
}
