//! The bytes of a file, shared and never copied again once they are here.

use std::fs::File;
use std::io::{self, Read};
use std::ops::{Deref, Range};
use std::path::Path;
use std::sync::Arc;

/// Install files above this many bytes are mapped instead of read: from about
/// here on fresh memory for a copy costs more than the mapping does.
const MAP_ABOVE: u64 = 128 << 10;

/// Largest file or archive member that is read into memory.
pub(crate) const LARGEST: u64 = 2 << 30;

/// Shared bytes of a file or of an archive member.
///
/// Cloning and slicing cost nothing; the memory, or the mapping, lives as long
/// as the last of them.
#[derive(Clone)]
pub struct Bytes {
    owner: Arc<Owner>,
    range: Range<usize>,
}

enum Owner {
    Read(Vec<u8>),
    #[cfg(not(target_family = "wasm"))]
    Mapped(memmap2::Mmap),
}

impl Owner {
    fn bytes(&self) -> &[u8] {
        match self {
            Owner::Read(bytes) => bytes,
            #[cfg(not(target_family = "wasm"))]
            Owner::Mapped(map) => map,
        }
    }
}

impl Bytes {
    fn new(owner: Owner) -> Self {
        let range = 0..owner.bytes().len();
        Bytes { owner: Arc::new(owner), range }
    }

    /// The part at `range`, or nothing when it is not inside.
    pub fn slice(&self, range: Range<usize>) -> Option<Bytes> {
        if range.start > range.end || range.end > self.len() {
            return None;
        }
        let start = self.range.start;
        Some(Bytes { owner: Arc::clone(&self.owner), range: start + range.start..start + range.end })
    }

    /// True when the bytes stay in the file and the system fetches them on
    /// demand: only for large files of the install.
    pub fn is_mapped(&self) -> bool {
        !matches!(*self.owner, Owner::Read(_))
    }
}

impl From<Vec<u8>> for Bytes {
    fn from(bytes: Vec<u8>) -> Self {
        Bytes::new(Owner::Read(bytes))
    }
}

impl Deref for Bytes {
    type Target = [u8];
    fn deref(&self) -> &[u8] {
        // The range was checked against the owner when it was made.
        &self.owner.bytes()[self.range.clone()]
    }
}

impl AsRef<[u8]> for Bytes {
    fn as_ref(&self) -> &[u8] {
        self
    }
}

impl std::fmt::Debug for Bytes {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Bytes({} bytes, mapped: {})", self.len(), self.is_mapped())
    }
}

/// Why a file did not become bytes.
#[derive(Debug)]
pub(crate) enum LoadError {
    System(io::Error),
    TooLarge(u64),
}

impl From<io::Error> for LoadError {
    fn from(error: io::Error) -> Self {
        LoadError::System(error)
    }
}

/// The bytes of a file, for reading only.
///
/// `may_map` is for files of the install alone: a mapping whose file is cut
/// short by an editor ends the process, and mods are there to be edited.
pub(crate) fn load(path: &Path, may_map: bool) -> Result<Bytes, LoadError> {
    let (file, size) = open(path)?;
    if may_map && size > MAP_ABOVE {
        // A file system that cannot map still can read.
        if let Ok(owner) = map(&file) {
            return Ok(Bytes::new(owner));
        }
    }
    if size > LARGEST {
        return Err(LoadError::TooLarge(size));
    }
    let mut bytes = Vec::new();
    bytes
        .try_reserve_exact(usize::try_from(size).map_err(|_| LoadError::TooLarge(size))?)
        .map_err(|_| LoadError::TooLarge(size))?;
    file.take(LARGEST).read_to_end(&mut bytes)?;
    Ok(Bytes::from(bytes))
}

/// At most the first `count` bytes of a file.
pub(crate) fn load_start(path: &Path, count: usize) -> Result<Vec<u8>, LoadError> {
    let (file, _) = open(path)?;
    let mut bytes = Vec::new();
    file.take(count as u64).read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn open(path: &Path) -> Result<(File, u64), LoadError> {
    let file = File::open(path)?;
    let about = file.metadata()?;
    if !about.is_file() {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "not a regular file").into());
    }
    Ok((file, about.len()))
}

/// Maps a file of the install. The only place where files are mapped.
#[cfg(not(target_family = "wasm"))]
#[allow(unsafe_code)]
fn map(file: &File) -> io::Result<Owner> {
    // SAFETY: the mapping is private to reading, and `Owner` hands out shared
    // slices only. What remains is a file that somebody else changes or cuts
    // short while it is mapped. Callers map files of the install alone, which
    // Revisit never opens for writing and which no tool edits in place while
    // the game is played; everything that people edit is read into memory.
    let map = unsafe { memmap2::Mmap::map(file)? };
    Ok(Owner::Mapped(map))
}

#[cfg(target_family = "wasm")]
fn map(_file: &File) -> io::Result<Owner> {
    Err(io::ErrorKind::Unsupported.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_large_files_that_may_be_mapped_are_and_both_ways_read_the_same() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("large");
        let content: Vec<u8> = (0..MAP_ABOVE as u32 + 5).map(|i| (i * 7 % 251) as u8).collect();
        std::fs::write(&path, &content).unwrap();

        let mapped = load(&path, true).unwrap();
        let read = load(&path, false).unwrap();
        assert!(mapped.is_mapped());
        assert!(!read.is_mapped());
        assert_eq!(mapped[..], content[..]);
        assert_eq!(read[..], content[..]);

        std::fs::write(&path, &content[..MAP_ABOVE as usize]).unwrap();
        assert!(!load(&path, true).unwrap().is_mapped(), "exactly the limit is still read");
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
