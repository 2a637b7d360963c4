//! What a run that was cut off left behind: its working folder, and in it what stood at the place
//! that it was about to replace. The next run that writes into the same folder puts back what is
//! missing and removes the rest. Working folders are made in `swap.rs`.

use crate::output;
use std::fs::{self, File};
use std::io;
use std::path::Path;

/// How the names of working folders begin.
pub(crate) const NAME: &str = ".revisit-";
/// The file in a working folder that the run holds locked.
pub(crate) const LOCK: &str = "lock";
/// What is new, in a working folder: a file or a folder.
pub(crate) const FRESH: &str = "new";
/// The folder of a working folder that holds, under its own name, what was moved aside.
pub(crate) const ASIDE: &str = "old";

/// Clears away what runs that have ended left in a folder. What cannot be cleared away stays: it is
/// in nobody's way.
pub(crate) fn clear(parent: &Path) {
    let Ok(entries) = fs::read_dir(parent) else { return };
    for entry in entries.flatten() {
        let is_ours = entry.file_name().to_string_lossy().starts_with(NAME);
        if !is_ours || !entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            continue;
        }
        let folder = entry.path();
        let Ok(lock) = File::open(folder.join(LOCK)) else {
            // Cut off before it held anything; one with something in it is not ours.
            let _ = fs::remove_dir(&folder);
            continue;
        };
        // A run that is still at work holds its lock.
        if lock.try_lock().is_ok() {
            let _ = settle(&folder);
        }
    }
}

/// Puts back what a working folder holds of others, then removes it.
pub(crate) fn settle(folder: &Path) -> io::Result<()> {
    if let (Ok(aside), Some(parent)) = (fs::read_dir(folder.join(ASIDE)), folder.parent()) {
        for entry in aside.flatten() {
            let place = parent.join(entry.file_name());
            // In place is what was to replace it, or somebody has made another one.
            if fs::symlink_metadata(&place).is_ok() {
                continue;
            }
            fs::rename(entry.path(), &place)?;
            output::note(&format!(
                "note: {}: put back as it was before a run that was cut off",
                place.display()
            ));
        }
    }
    fs::remove_dir_all(folder)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::PathBuf;

    fn left(parent: &Path, name: &str) -> PathBuf {
        let folder = parent.join(name);
        fs::create_dir_all(folder.join(ASIDE).join("demo")).unwrap();
        fs::write(folder.join(LOCK), "").unwrap();
        fs::write(folder.join(ASIDE).join("demo/file"), "old").unwrap();
        fs::write(folder.join(FRESH), "half").unwrap();
        folder
    }

    #[test]
    fn what_was_moved_aside_is_put_back_if_nothing_took_its_place() {
        let parent = tempfile::tempdir().unwrap();
        let folder = left(parent.path(), ".revisit-1-0");
        clear(parent.path());
        assert!(!folder.exists());
        let demo = parent.path().join("demo/file");
        assert_eq!(fs::read(&demo).unwrap(), b"old");
        fs::write(&demo, "newer").unwrap();
        let folder = left(parent.path(), ".revisit-2-0");
        clear(parent.path());
        assert!(!folder.exists());
        assert_eq!(fs::read(&demo).unwrap(), b"newer");
    }

    #[test]
    fn a_run_that_is_still_at_work_and_what_is_not_ours_are_left_alone() {
        let parent = tempfile::tempdir().unwrap();
        let folder = left(parent.path(), ".revisit-1-0");
        let lock = File::open(folder.join(LOCK)).unwrap();
        lock.try_lock().unwrap();
        let other = parent.path().join(".revisit-notes");
        fs::create_dir(&other).unwrap();
        fs::write(other.join("letter.txt"), "dear reader").unwrap();
        fs::create_dir(parent.path().join(".revisit-3-0")).unwrap();
        clear(parent.path());
        assert!(folder.join(FRESH).exists() && !parent.path().join("demo").exists());
        assert!(other.join("letter.txt").exists() && !parent.path().join(".revisit-3-0").exists());
        drop(lock);
        clear(parent.path());
        assert!(!folder.exists() && parent.path().join("demo/file").exists());
    }
}
