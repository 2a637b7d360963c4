//! The bytes of a file, shared and never copied again once they are here.

use std::fmt;
use std::fs::{self, File};
use std::io::{self, Read};
use std::ops::{Deref, Range};
use std::path::Path;
use std::sync::Arc;

/// Largest file or archive member that is read into memory.
pub(crate) const LARGEST: u64 = 2 << 30;

/// Shared bytes of a file or of an archive member.
///
/// Cloning and slicing cost nothing; the memory lives as long as the last of them.
#[derive(Clone)]
pub struct Bytes {
    owner: Arc<Vec<u8>>,
    range: Range<usize>,
}

impl Bytes {
    /// The part at `range`, or nothing when it is not inside.
    pub fn slice(&self, range: Range<usize>) -> Option<Bytes> {
        if range.start > range.end || range.end > self.len() {
            return None;
        }
        let start = self.range.start;
        Some(Bytes { owner: Arc::clone(&self.owner), range: start + range.start..start + range.end })
    }
}

impl From<Vec<u8>> for Bytes {
    fn from(bytes: Vec<u8>) -> Self {
        let range = 0..bytes.len();
        Bytes { owner: Arc::new(bytes), range }
    }
}

impl Deref for Bytes {
    type Target = [u8];
    fn deref(&self) -> &[u8] {
        // The range was checked against the owner when it was made.
        &self.owner[self.range.clone()]
    }
}

impl AsRef<[u8]> for Bytes {
    fn as_ref(&self) -> &[u8] {
        self
    }
}

impl fmt::Debug for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Bytes({} bytes)", self.len())
    }
}

/// Why a file did not become bytes.
#[derive(Debug)]
pub(crate) enum LoadError {
    System(io::Error),
    TooLarge(u64),
    /// It has another size than it had when it was opened.
    Short {
        expected: u64,
        found: u64,
    },
}

impl From<io::Error> for LoadError {
    fn from(error: io::Error) -> Self {
        LoadError::System(error)
    }
}

/// As the end of `found ...`.
impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LoadError::System(error) => error.fmt(f),
            LoadError::TooLarge(size) => write!(f, "{size} bytes"),
            LoadError::Short { expected, found } => {
                write!(f, "{found} bytes where {expected} were: the file was changed while it was in use")
            }
        }
    }
}

impl std::error::Error for LoadError {}

/// The bytes of a file, for reading only.
pub(crate) fn load(path: &Path) -> Result<Bytes, LoadError> {
    let (mut file, size) = open_regular(path)?;
    read(&mut file, size)
}

/// The next `count` bytes of a file; fewer are an error.
pub(crate) fn read(file: &mut File, count: u64) -> Result<Bytes, LoadError> {
    if count > LARGEST {
        return Err(LoadError::TooLarge(count));
    }
    let mut bytes = Vec::new();
    bytes
        .try_reserve_exact(usize::try_from(count).map_err(|_| LoadError::TooLarge(count))?)
        .map_err(|_| LoadError::TooLarge(count))?;
    file.take(count).read_to_end(&mut bytes)?;
    let found = bytes.len() as u64;
    if found == count { Ok(Bytes::from(bytes)) } else { Err(LoadError::Short { expected: count, found }) }
}

/// At most the first `count` bytes of a file.
pub(crate) fn load_start(path: &Path, count: usize) -> Result<Vec<u8>, LoadError> {
    let (file, _) = open_regular(path)?;
    let mut bytes = Vec::new();
    file.take(count as u64).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Opens a regular file for reading and says how many bytes it has. Anything else,
/// such as a pipe, is refused without waiting for it.
///
/// # Errors
/// What the system says, or that it is no regular file.
pub fn open_regular(path: &Path) -> io::Result<(File, u64)> {
    let regular = |about: &fs::Metadata| {
        let wrong = || io::Error::new(io::ErrorKind::InvalidInput, "not a regular file");
        if about.is_file() { Ok(about.len()) } else { Err(wrong()) }
    };
    // Opening a pipe would wait for whoever writes into it; opening some devices does something.
    regular(&fs::metadata(path)?)?;
    let mut options = File::options();
    options.read(true);
    // What took the file's place since then is not waited for, either.
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::custom_flags(
        &mut options,
        rustix::fs::OFlags::NONBLOCK.bits().cast_signed(),
    );
    let file = options.open(path)?;
    let size = regular(&file.metadata()?)?;
    Ok((file, size))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_ends_too_early_says_so() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("short");
        fs::write(&path, [7; 10]).unwrap();
        assert_eq!(load(&path).unwrap()[..], [7; 10]);
        let (mut file, _) = open_regular(&path).unwrap();
        let told = read(&mut file, 11).unwrap_err().to_string();
        assert!(told.starts_with("10 bytes where 11 were"), "{told}");
        assert!(load(folder.path()).unwrap_err().to_string().contains("not a regular file"));
    }

    #[test]
    fn a_slice_keeps_its_place_and_never_leaves_its_parent() {
        let bytes = Bytes::from((0..100).collect::<Vec<u8>>());
        let inner = bytes.slice(10..30).unwrap();
        drop(bytes);
        assert_eq!(inner[..3], [10, 11, 12]);
        assert_eq!(inner.slice(5..6).unwrap()[..], [15]);
        assert!(inner.slice(0..21).is_none());
        #[allow(clippy::reversed_empty_ranges)]
        let reversed = inner.slice(5..4);
        assert!(reversed.is_none());
    }
}
