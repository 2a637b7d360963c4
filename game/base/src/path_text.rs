//! Paths as text that a person reads, types and keeps in a list, and back. Names on disk need not be Unicode:
//! those of old games may be Latin-1, and are shown so.

use std::path::{Path, PathBuf};

/// A path as text. Names that are not Unicode are shown as Latin-1.
pub fn shown(path: &Path) -> String {
    match path.to_str() {
        Some(text) => text.to_owned(),
        None => system::shown(path),
    }
}

/// One name as text, as [`shown`] shows it.
pub fn name(path: &Path) -> String {
    path.file_name().map_or_else(|| shown(path), |name| shown(Path::new(name)))
}

/// The path that a text means: as it is written, or else with names on disk that [`shown`] shows so.
pub fn meant(text: &str) -> PathBuf {
    let plain = PathBuf::from(text);
    if plain.symlink_metadata().is_ok() {
        return plain;
    }
    let mut path = PathBuf::new();
    let mut parts = plain.components();
    while let Some(part) = parts.next() {
        let next = path.join(part);
        if next.symlink_metadata().is_ok() {
            path = next;
            continue;
        }
        match shown_so(&path, &part.as_os_str().to_string_lossy()) {
            Some(found) => path = found,
            None => {
                path = next;
                path.extend(parts);
                break;
            }
        }
    }
    if text.ends_with(std::path::is_separator) {
        path.push("");
    }
    path
}

/// The entry of a folder whose name is not Unicode and is shown so.
fn shown_so(folder: &Path, wanted: &str) -> Option<PathBuf> {
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let entries = std::fs::read_dir(folder).ok()?.flatten();
    let mut others = entries.filter(|entry| entry.file_name().to_str().is_none());
    others.find(|entry| shown(Path::new(&entry.file_name())) == wanted).map(|entry| entry.path())
}

#[cfg(unix)]
mod system {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    use std::path::Path;

    /// Name by name, so that one that is Unicode stays as it is.
    pub fn shown(path: &Path) -> String {
        let parts = path.as_os_str().as_bytes().split(|byte| *byte == b'/');
        let parts = parts.map(|part| match OsStr::from_bytes(part).to_str() {
            Some(text) => text.to_owned(),
            None => part.iter().copied().map(char::from).collect(),
        });
        parts.collect::<Vec<_>>().join("/")
    }
}

#[cfg(not(unix))]
mod system {
    use std::path::Path;

    /// Names that are not Unicode are rare here, and not of old games.
    pub fn shown(path: &Path) -> String {
        path.to_string_lossy().into_owned()
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;

    #[test]
    fn names_in_latin_1_are_read_and_found_again() {
        let folder = tempfile::tempdir().unwrap();
        let game = folder.path().join(OsStr::from_bytes(b"M\xE9ch")).join("b\u{e9}b\u{e9}");
        std::fs::create_dir_all(&game).unwrap();
        let text = shown(&game);
        assert_eq!(text, format!("{}/M\u{e9}ch/b\u{e9}b\u{e9}", folder.path().display()));
        assert_eq!(meant(&text), game);
        assert_eq!(name(game.parent().unwrap()), "M\u{e9}ch");
        assert_eq!(meant(&format!("{text}/")), game.join(""));
        // What is not there stays as it was typed, from the first name on that is not.
        assert_eq!(meant(&format!("{text}/new/one")), game.join("new/one"));
    }

    #[test]
    fn a_name_that_is_there_as_written_wins() {
        let folder = tempfile::tempdir().unwrap();
        for name in [b"caf\xE9".as_slice(), "caf\u{e9}".as_bytes()] {
            std::fs::create_dir(folder.path().join(OsStr::from_bytes(name))).unwrap();
        }
        let text = format!("{}/caf\u{e9}", folder.path().display());
        assert_eq!(meant(&text), PathBuf::from(text));
    }
}
