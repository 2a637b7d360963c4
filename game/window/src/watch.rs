//! Watches the mods of the world that is open, so that a file that somebody
//! saves is seen in it.

use notify::event::{AccessKind, AccessMode};
use notify::{Event, EventKind, RecommendedWatcher, RecursiveMode, Watcher as _};
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

/// Programs write a file in several steps: changes count once nothing happened
/// for so long.
const QUIET: Duration = Duration::from_millis(120);
/// Changes that never stop count after so long.
const LONGEST: Duration = Duration::from_millis(700);

/// Folders and files under watch. Dropping it ends the watch.
pub struct Watch {
    _watcher: RecommendedWatcher,
    changes: Receiver<()>,
}

impl Watch {
    /// Watches folders with all that is in them, and single files (a mod may be
    /// a zip); `wake` is called from another thread after a change. `None` when
    /// there is nothing to watch, or when the system cannot, which is logged:
    /// reloading by hand still works.
    pub fn start(mods: &[PathBuf], wake: impl Fn() + Send + 'static) -> Option<Self> {
        if mods.is_empty() {
            return None;
        }
        let (raw, happened) = mpsc::channel();
        let files: BTreeSet<PathBuf> = mods.iter().filter(|path| path.is_file()).cloned().collect();
        let folders: Vec<PathBuf> = mods.iter().filter(|path| path.is_dir()).cloned().collect();
        let (watched, wanted) = (folders.clone(), files.clone());
        let listen = move |event: notify::Result<Event>| {
            let counts = event.is_ok_and(|event| {
                let inside = |path: &PathBuf| {
                    wanted.contains(path) || watched.iter().any(|folder| path.starts_with(folder))
                };
                is_change(event.kind) && event.paths.iter().any(inside)
            });
            if counts {
                // Nobody listens any more once the watch was dropped.
                let _ = raw.send(());
            }
        };
        let watching = notify::recommended_watcher(listen).and_then(|mut watcher| {
            for folder in &folders {
                watcher.watch(folder, RecursiveMode::Recursive)?;
            }
            // A file that is replaced is another file: its folder is watched.
            let around: BTreeSet<PathBuf> =
                files.iter().filter_map(|file| Some(file.parent()?.to_path_buf())).collect();
            for folder in around {
                watcher.watch(&folder, RecursiveMode::NonRecursive)?;
            }
            Ok(watcher)
        });
        let watcher = match watching {
            Ok(watcher) => watcher,
            Err(error) => {
                tracing::warn!(target: "mods", "changes of mods are not seen by themselves: {error}");
                return None;
            }
        };
        let (sender, changes) = mpsc::channel();
        let settle = move || {
            while happened.recv().is_ok() {
                wait_for_quiet(&happened);
                if sender.send(()).is_err() {
                    return;
                }
                wake();
            }
        };
        let thread = std::thread::Builder::new().name("mods".to_owned()).spawn(settle);
        thread.is_ok().then_some(Watch { _watcher: watcher, changes })
    }

    /// True when something changed since the last call.
    pub fn changed(&self) -> bool {
        self.changes.try_iter().count() > 0
    }
}

/// True for what changes a file; looking at one does not.
fn is_change(kind: EventKind) -> bool {
    match kind {
        EventKind::Access(access) => access == AccessKind::Close(AccessMode::Write),
        _ => true,
    }
}

fn wait_for_quiet(happened: &Receiver<()>) {
    let since = Instant::now();
    while since.elapsed() < LONGEST {
        if happened.recv_timeout(QUIET) == Err(RecvTimeoutError::Timeout) {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    /// Long enough for any machine; a test that passes never waits for it.
    const PATIENCE: Duration = Duration::from_secs(20);

    fn watch(path: PathBuf) -> (Watch, Receiver<()>) {
        let (sender, woken) = mpsc::channel();
        let watch = Watch::start(&[path], move || sender.send(()).unwrap_or_default()).unwrap();
        (watch, woken)
    }

    #[test]
    fn a_saved_file_is_noticed_and_one_that_is_read_is_not() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("textures/wall.png");
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(&file, b"old").unwrap();
        let (watch, woken) = watch(folder.path().to_path_buf());
        fs::read(&file).unwrap();
        fs::write(&file, b"new").unwrap();
        woken.recv_timeout(PATIENCE).unwrap();
        assert!(watch.changed());
        assert!(!watch.changed(), "a change counts once");
        fs::read(&file).unwrap();
        // The next thing that wakes is this, not the reading before it.
        fs::rename(&file, folder.path().join("textures/floor.png")).unwrap();
        woken.recv_timeout(PATIENCE).unwrap();
        assert!(watch.changed());
        assert!(woken.try_recv().is_err());
    }

    #[test]
    fn a_zip_that_is_replaced_is_noticed_and_its_neighbours_are_not() {
        let folder = tempfile::tempdir().unwrap();
        let zip = folder.path().join("mod.zip");
        fs::write(&zip, b"old").unwrap();
        let (watch, woken) = watch(zip.clone());
        fs::write(folder.path().join("mod.zip.part"), b"new").unwrap();
        fs::rename(folder.path().join("mod.zip.part"), &zip).unwrap();
        woken.recv_timeout(PATIENCE).unwrap();
        assert!(watch.changed());
    }

    #[test]
    fn without_mods_nothing_is_watched() {
        assert!(Watch::start(&[], || {}).is_none());
    }
}
