//! Writing files so that nothing is ever half written.

use crate::failure::Failure;
use std::path::{Path, PathBuf};

/// Fails when a file cannot be written there for want of its folder: to be
/// asked before long work.
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

/// Writes under a temporary name beside the target, then renames.
pub fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    may_write(path)?;
    let temporary = beside(path, "part");
    let written = std::fs::write(&temporary, bytes).and_then(|()| std::fs::rename(&temporary, path));
    written.map_err(|error| {
        // The write has failed already; a leftover is all that can remain.
        let _ = std::fs::remove_file(&temporary);
        Failure::io("write", path, &error)
    })
}

/// A name beside `path` that no other process uses.
pub fn beside(path: &Path, what: &str) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_os_string();
    name.push(format!(".{what}-{}", std::process::id()));
    path.with_file_name(name)
}
