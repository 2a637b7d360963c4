//! Writing files atomically.

use crate::Failure;
use std::path::{Path, PathBuf};

/// Fails if the folder of a file does not exist: call it before long work.
pub fn may_write(path: &Path) -> Result<(), Failure> {
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() && !parent.is_dir() => {
            Err(Failure::Unusable(format!(
                "{}: the folder {} does not exist; create it or name another",
                path.display(),
                parent.display()
            )))
        }
        _ if path.is_dir() => Err(Failure::Unusable(format!("{}: a folder, not a file", path.display()))),
        _ => Ok(()),
    }
}

/// The same for a file of one format, whose extension must match: any other would mislead.
pub fn may_write_as(path: &Path, ending: &str) -> Result<(), Failure> {
    if path.extension().is_some_and(|own| own.eq_ignore_ascii_case(ending)) {
        return may_write(path);
    }
    Err(Failure::Unusable(format!("{}: expected a name that ends with .{ending}", path.display())))
}

/// Writes under a temporary name beside the target, then renames.
pub fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    may_write(path)?;
    let temporary = beside(path, "part");
    let written = std::fs::write(&temporary, bytes).and_then(|()| std::fs::rename(&temporary, path));
    written.map_err(|error| {
        // The write has failed already; at worst a temporary file remains.
        let _ = std::fs::remove_file(&temporary);
        Failure::io("write", path, &error)
    })
}

/// Fails for a folder inside the install, which is never written to, and for a file: call it before
/// writing there.
pub fn outside(folder: &Path, install: &Path) -> Result<(), Failure> {
    if folder.exists() && !folder.is_dir() {
        return Err(Failure::Unusable(format!("{}: a file, not a folder", folder.display())));
    }
    // The folder may not exist yet: its nearest existing parent decides.
    let there =
        folder.ancestors().map(|folder| if folder == Path::new("") { Path::new(".") } else { folder });
    let there = there.filter_map(|folder| folder.canonicalize().ok()).next();
    match (there, install.canonicalize()) {
        (Some(there), Ok(install)) if there.starts_with(&install) => Err(Failure::Unusable(format!(
            "{}: inside the install, which is never written to; name another folder",
            folder.display()
        ))),
        _ => Ok(()),
    }
}

/// Fails if one of the files exists already.
pub fn are_new(mut files: impl Iterator<Item = PathBuf>) -> Result<(), Failure> {
    match files.find(|file| file.exists()) {
        Some(there) => Err(Failure::Unusable(format!(
            "{}: is there already; give --force to write over it, or name another folder",
            there.display()
        ))),
        None => Ok(()),
    }
}

/// A name beside `path` that no other process uses.
pub fn beside(path: &Path, what: &str) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_os_string();
    name.push(format!(".{what}-{}", std::process::id()));
    path.with_file_name(name)
}

/// Writes files, with `/` between folders, into a folder beside `target`, then replaces `target`
/// with it.
pub fn write_folder(target: &Path, files: &[(&str, &[u8])]) -> Result<(), Failure> {
    if let Some(parent) = target.parent().filter(|parent| !parent.as_os_str().is_empty()) {
        std::fs::create_dir_all(parent).map_err(|error| Failure::io("create", parent, &error))?;
    }
    let fresh = beside(target, "part");
    let replaced = beside(target, "old");
    let result = write_into(&fresh, files).and_then(|()| put_in_place(&fresh, target, &replaced));
    if result.is_err() {
        // The rest of the new folder is of no use.
        let _ = std::fs::remove_dir_all(&fresh);
    }
    result
}

fn write_into(folder: &Path, files: &[(&str, &[u8])]) -> Result<(), Failure> {
    for (name, bytes) in files {
        let path: PathBuf = name.split('/').fold(folder.to_path_buf(), |path, part| path.join(part));
        if let Some(parent) = path.parent() {
            std::fs::create_dir_all(parent).map_err(|error| Failure::io("create", parent, &error))?;
        }
        std::fs::write(&path, bytes).map_err(|error| Failure::io("write", &path, &error))?;
    }
    Ok(())
}

fn put_in_place(fresh: &Path, target: &Path, replaced: &Path) -> Result<(), Failure> {
    let failed = |error: std::io::Error| Failure::io("put the folder in place", target, &error);
    let exists = target.exists();
    if exists {
        std::fs::rename(target, replaced).map_err(failed)?;
    }
    if let Err(error) = std::fs::rename(fresh, target) {
        if exists {
            std::fs::rename(replaced, target).map_err(failed)?;
        }
        return Err(failed(error));
    }
    if exists {
        std::fs::remove_dir_all(replaced).map_err(|error| Failure::io("remove", replaced, &error))?;
    }
    Ok(())
}
