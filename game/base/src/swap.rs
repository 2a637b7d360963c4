//! How something new comes to its place: whole or not at all, and not lost when the power fails.
//!
//! Whatever is written is written into a working folder beside its place, is synced, and then changes
//! places with what is there in one step. A run that is cut off leaves its working folder; what
//! becomes of that is in `leftovers.rs`.

use crate::interrupted::{self, Running};
use crate::leftovers::{self, ASIDE, FRESH, LOCK, NAME};
use std::fs::{self, File};
use std::io::{self, ErrorKind, Write as _};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

/// How often making a working folder is tried: another run may take an empty one for a leftover.
const TRIES: u32 = 8;

/// A working folder. It goes when this is dropped, and when the program is interrupted.
#[derive(Debug)]
pub(crate) struct Working {
    folder: PathBuf,
    /// Held as long as this is, so that others see that it is in use.
    _lock: File,
}

impl Working {
    /// Makes one in the folder of `place`, after clearing away what earlier runs left there.
    pub(crate) fn beside(place: &Path) -> io::Result<Self> {
        static MADE: AtomicU32 = AtomicU32::new(0);
        let parent = place.parent().ok_or_else(|| io::Error::from(ErrorKind::InvalidInput))?;
        leftovers::clear(parent);
        let mut running = interrupted::running();
        let mut tries = 0;
        loop {
            let number = MADE.fetch_add(1, Ordering::Relaxed);
            let folder = parent.join(format!("{NAME}{}-{number}", std::process::id()));
            let made = fs::create_dir(&folder).and_then(|()| File::create(folder.join(LOCK)));
            match made {
                Ok(lock) => {
                    // Where locks are unknown, nobody clears anything away.
                    let _ = lock.try_lock();
                    running.working.push(folder.clone());
                    return Ok(Working { folder, _lock: lock });
                }
                // A folder of a process that had the same number, or one that was cleared away just now.
                Err(error)
                    if tries < TRIES
                        && matches!(error.kind(), ErrorKind::AlreadyExists | ErrorKind::NotFound) =>
                {
                    tries += 1;
                }
                Err(error) => return Err(error),
            }
        }
    }

    /// Where something new is written; what an earlier try left there is gone.
    pub(crate) fn begin(&self) -> io::Result<PathBuf> {
        let _running = interrupted::running();
        let fresh = self.folder.join(FRESH);
        remove(&fresh)?;
        Ok(fresh)
    }

    /// Writes what is new, if that is one file.
    pub(crate) fn write(&self, bytes: &[u8]) -> io::Result<()> {
        self.write_at(&self.folder.join(FRESH), bytes)
    }

    /// Adds a file to a new folder, with `/` between folders.
    pub(crate) fn add(&self, name: &str, bytes: &[u8]) -> io::Result<()> {
        self.write_at(&name.split('/').fold(self.folder.join(FRESH), |path, part| path.join(part)), bytes)
    }

    fn write_at(&self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        let mut file = {
            // An interruption clears away what is there: nothing is made while it does.
            let _running = interrupted::running();
            if let Some(parent) = path.parent() {
                fs::create_dir_all(parent)?;
            }
            File::create(path)?
        };
        file.write_all(bytes)?;
        file.sync_all()
    }

    /// Puts the new file in its place, over a file that is there.
    pub(crate) fn put_file(&self, place: &Path) -> io::Result<()> {
        let fresh = self.folder.join(FRESH);
        File::options().write(true).open(&fresh)?.sync_all()?;
        let _running = interrupted::running();
        match fs::exists(place)? {
            true => fs::rename(&fresh, place)?,
            false => rename_to_nothing(&fresh, place)?,
        }
        sync_folder(place.parent())
    }

    /// Puts the new folder in its place; a folder that is there goes.
    pub(crate) fn put_folder(&self, place: &Path) -> io::Result<()> {
        let fresh = self.folder.join(FRESH);
        fs::create_dir_all(&fresh)?;
        sync_folders(&fresh)?;
        let mut running = interrupted::running();
        match fs::exists(place)? {
            false => rename_to_nothing(&fresh, place)?,
            true if exchange(&fresh, place)? => {}
            true => self.put_aside_and_replace(place, &mut running)?,
        }
        sync_folder(place.parent())
    }

    /// In two steps, where the system has none that does both: between them, the folder is only in the
    /// working folder, and whoever clears that away puts it back.
    fn put_aside_and_replace(&self, place: &Path, _: &mut Running) -> io::Result<()> {
        let name = place.file_name().ok_or_else(|| io::Error::from(ErrorKind::InvalidInput))?;
        let aside = self.folder.join(ASIDE);
        fs::create_dir_all(&aside)?;
        let aside = aside.join(name);
        fs::rename(place, &aside)?;
        fs::rename(self.folder.join(FRESH), place).or_else(|error| {
            fs::rename(&aside, place)?;
            Err(error)
        })
    }
}

impl Drop for Working {
    fn drop(&mut self) {
        let mut running = interrupted::running();
        running.working.retain(|folder| *folder != self.folder);
        // At worst the next run finds it.
        let _ = leftovers::settle(&self.folder);
    }
}

fn remove(path: &Path) -> io::Result<()> {
    let removed = match fs::symlink_metadata(path) {
        Ok(about) if about.is_dir() => fs::remove_dir_all(path),
        Ok(_) => fs::remove_file(path),
        Err(error) => Err(error),
    };
    removed.or_else(|error| if error.kind() == ErrorKind::NotFound { Ok(()) } else { Err(error) })
}

/// Two folders change places in one step; false where the system or the disk cannot.
#[cfg(any(target_os = "linux", target_os = "android", target_vendor = "apple"))]
fn exchange(one: &Path, other: &Path) -> io::Result<bool> {
    use rustix::fs::RenameFlags;
    known(renamed(one, other, RenameFlags::EXCHANGE))
}

/// Renames where nothing is, and fails if something has come there.
#[cfg(any(target_os = "linux", target_os = "android", target_vendor = "apple"))]
fn rename_to_nothing(from: &Path, to: &Path) -> io::Result<()> {
    use rustix::fs::RenameFlags;
    if known(renamed(from, to, RenameFlags::NOREPLACE))? { Ok(()) } else { fs::rename(from, to) }
}

#[cfg(any(target_os = "linux", target_os = "android", target_vendor = "apple"))]
fn renamed(from: &Path, to: &Path, how: rustix::fs::RenameFlags) -> rustix::io::Result<()> {
    rustix::fs::renameat_with(rustix::fs::CWD, from, rustix::fs::CWD, to, how)
}

#[cfg(any(target_os = "linux", target_os = "android", target_vendor = "apple"))]
fn known(result: rustix::io::Result<()>) -> io::Result<bool> {
    use rustix::io::Errno;
    match result {
        Ok(()) => Ok(true),
        // Not every kernel knows it, nor every kind of disk.
        Err(Errno::NOSYS | Errno::INVAL | Errno::OPNOTSUPP) => Ok(false),
        Err(error) => Err(error.into()),
    }
}

#[cfg(not(any(target_os = "linux", target_os = "android", target_vendor = "apple")))]
fn exchange(_: &Path, _: &Path) -> io::Result<bool> {
    Ok(false)
}

#[cfg(not(any(target_os = "linux", target_os = "android", target_vendor = "apple")))]
fn rename_to_nothing(from: &Path, to: &Path) -> io::Result<()> {
    fs::rename(from, to)
}

/// The names in a folder reach the disk, too.
fn sync_folder(folder: Option<&Path>) -> io::Result<()> {
    // Elsewhere folders cannot be opened as files are.
    let Some(folder) = folder.filter(|_| cfg!(unix)) else { return Ok(()) };
    match File::open(folder).and_then(|folder| folder.sync_all()) {
        // Some network disks sync no folders.
        Err(error) if matches!(error.kind(), ErrorKind::InvalidInput | ErrorKind::Unsupported) => Ok(()),
        // A folder that may be written to, but not listed.
        Err(error) if error.kind() == ErrorKind::PermissionDenied => Ok(()),
        synced => synced,
    }
}

fn sync_folders(folder: &Path) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            sync_folders(&entry.path())?;
        }
    }
    sync_folder(Some(folder))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap();
        let mut names: Vec<String> =
            entries.map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }

    #[test]
    fn what_is_not_put_in_place_leaves_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let place = folder.path().join("walk.jsonl");
        fs::write(&place, "before").unwrap();
        let working = Working::beside(&place).unwrap();
        working.write(b"half").unwrap();
        assert_eq!(names(folder.path()).len(), 2);
        drop(working);
        assert_eq!(names(folder.path()), ["walk.jsonl"]);
        assert_eq!(fs::read(&place).unwrap(), b"before");
    }

    #[test]
    fn a_folder_is_replaced_in_one_step_or_in_two() {
        for steps in [1, 2] {
            let folder = tempfile::tempdir().unwrap();
            let place = folder.path().join("demo");
            fs::create_dir(&place).unwrap();
            fs::write(place.join("old"), "old").unwrap();
            let working = Working::beside(&place).unwrap();
            working.begin().unwrap();
            working.add("a/new", b"new").unwrap();
            match steps {
                1 => working.put_folder(&place).unwrap(),
                _ => working.put_aside_and_replace(&place, &mut interrupted::running()).unwrap(),
            }
            drop(working);
            assert_eq!(names(folder.path()), ["demo"]);
            assert_eq!(fs::read(place.join("a/new")).unwrap(), b"new");
            assert!(!place.join("old").exists());
        }
    }

    #[test]
    fn what_came_there_meanwhile_is_not_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let (fresh, place) = (folder.path().join("fresh"), folder.path().join("place"));
        fs::write(&fresh, "new").unwrap();
        fs::write(&place, "somebody's").unwrap();
        if cfg!(target_os = "linux") {
            assert!(rename_to_nothing(&fresh, &place).is_err());
            assert_eq!(fs::read(&place).unwrap(), b"somebody's");
        }
    }
}
