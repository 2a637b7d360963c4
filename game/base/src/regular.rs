//! Reading files that a person or a setting names: regular files of a bounded size. Pipes, devices
//! and endless files are refused before anything waits for them.

use crate::Failure;
use crate::output::bytes;
use std::fmt;
use std::io::{self, Read as _};
use std::path::Path;

/// Largest file of a game, a mod or an unpacked folder that is read whole, in bytes.
pub const LARGEST: u64 = 2 << 30;

/// Why a file was not read.
#[derive(Debug)]
pub enum ReadError {
    /// The system says no; a pipe, a device or a folder is no regular file.
    System(io::Error),
    /// It is larger than such a file ever is.
    TooLarge {
        /// Its size in bytes.
        size: u64,
        /// The most that is read.
        most: u64,
    },
}

impl ReadError {
    /// True when there is no such file.
    pub fn is_missing(&self) -> bool {
        matches!(self, ReadError::System(error) if error.kind() == io::ErrorKind::NotFound)
    }

    /// The line that says so of a file.
    pub fn of(self, path: &Path) -> Failure {
        Failure::Unusable(format!("{}: {self}", path.display()))
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            _ if self.is_missing() => f.write_str("no such file"),
            ReadError::System(error) => write!(f, "cannot read: {error}"),
            ReadError::TooLarge { size, most } => {
                write!(f, "{}, but such a file has at most {}", bytes(*size), bytes(*most))
            }
        }
    }
}

impl std::error::Error for ReadError {}

impl From<io::Error> for ReadError {
    fn from(error: io::Error) -> Self {
        ReadError::System(error)
    }
}

/// The bytes of a regular file of at most `most` bytes.
///
/// # Errors
/// See [`ReadError`].
pub fn try_read(path: &Path, most: u64) -> Result<Vec<u8>, ReadError> {
    let (file, size) = vfs::open_regular(path)?;
    if size > most {
        return Err(ReadError::TooLarge { size, most });
    }
    let mut read = Vec::new();
    // It may grow while it is read.
    file.take(most.saturating_add(1)).read_to_end(&mut read)?;
    let size = read.len() as u64;
    if size > most { Err(ReadError::TooLarge { size, most }) } else { Ok(read) }
}

/// The same, where a file that cannot be read ends the verb.
///
/// # Errors
/// One line that names the file.
pub fn read(path: &Path, most: u64) -> Result<Vec<u8>, Failure> {
    try_read(path, most).map_err(|error| error.of(path))
}

/// The text in such a file.
///
/// # Errors
/// The same, and bytes that are not UTF-8.
pub fn text(path: &Path, most: u64) -> Result<String, Failure> {
    let wrong = |error| Failure::Unusable(format!("{}: not a text in UTF-8: {error}", path.display()));
    String::from_utf8(read(path, most)?).map_err(|error| wrong(error.utf8_error()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_up_to_the_limit_are_read_and_others_say_why_not() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        std::fs::write(&path, "0123456789").unwrap();
        assert_eq!(read(&path, 10).unwrap(), b"0123456789");
        let told = read(&path, 9).unwrap_err().to_string();
        assert!(told.ends_with("a: 10 bytes, but such a file has at most 9 bytes"), "{told}");
        assert!(read(&folder.path().join("b"), 9).unwrap_err().to_string().ends_with("b: no such file"));
        std::fs::write(&path, b"\xff\xfe").unwrap();
        assert!(text(&path, 9).unwrap_err().to_string().contains("not a text in UTF-8"));
    }

    #[cfg(unix)]
    #[test]
    fn pipes_devices_and_folders_are_refused_at_once() {
        let folder = tempfile::tempdir().unwrap();
        let pipe = folder.path().join("pipe");
        assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        for path in [&pipe, Path::new("/dev/zero"), folder.path()] {
            let told = read(path, 1 << 20).unwrap_err().to_string();
            assert!(told.ends_with("cannot read: not a regular file"), "{told}");
        }
    }
}
