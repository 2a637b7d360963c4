//! Where the bytes of an archive are: in memory, or in a file on the disk or one that somebody handed
//! over, of which parts are read when they are wanted.
//!
//! Nothing is mapped into memory: a mapped file that another program cuts short ends
//! the process, and one that is read gives an error.

use crate::bytes::{self, Bytes, LoadError};
use binary::Data;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Bytes that a [`Reader`] asks the system for at once.
const AT_ONCE: usize = 16 << 10;

/// A file that is not on a disk and can be read in parts, such as one that a person hands to a web
/// page.
pub trait Parts: Send + Sync {
    /// How many bytes it has.
    fn size(&self) -> u64;

    /// Its bytes at `range`, which lies within its size.
    ///
    /// # Errors
    /// When they cannot be read (any more).
    fn read(&self, range: Range<u64>) -> io::Result<Vec<u8>>;
}

/// The bytes of an archive.
#[derive(Clone)]
pub(crate) enum Source {
    /// All of them.
    Memory(Bytes),
    /// A file of this size, which is opened again for each part of it.
    Disk(Arc<Path>, u64),
    /// A file that somebody handed over.
    Handed(Arc<dyn Parts>),
}

impl Source {
    /// A file on the disk.
    pub(crate) fn disk(path: &Path) -> Result<Source, LoadError> {
        let (_, size) = bytes::open_regular(path)?;
        Ok(Source::Disk(Arc::from(path), size))
    }

    /// How many bytes there are.
    pub(crate) fn size(&self) -> u64 {
        match self {
            Source::Memory(bytes) => bytes.len() as u64,
            Source::Disk(_, size) => *size,
            Source::Handed(file) => file.size(),
        }
    }

    /// The bytes at `range`.
    pub(crate) fn part(&self, range: Range<u64>) -> Result<Bytes, LoadError> {
        let outside = || LoadError::Short { expected: range.end, found: self.size() };
        if range.start > range.end || range.end > self.size() {
            return Err(outside());
        }
        match self {
            Source::Memory(bytes) => {
                let [start, end] = [range.start, range.end].map(usize::try_from);
                start.ok().zip(end.ok()).and_then(|(start, end)| bytes.slice(start..end)).ok_or_else(outside)
            }
            Source::Disk(..) => {
                let mut file = self.open()?;
                file.seek(SeekFrom::Start(range.start))?;
                bytes::read(&mut file, range.end - range.start)
            }
            Source::Handed(file) => handed(&**file, range),
        }
    }

    /// The file, if it still is as long as it was.
    fn open(&self) -> Result<File, LoadError> {
        let Source::Disk(path, size) = self else {
            return Err(io::Error::from(io::ErrorKind::Unsupported).into());
        };
        let (file, now) = bytes::open_regular(path)?;
        if now == *size { Ok(file) } else { Err(LoadError::Short { expected: *size, found: now }) }
    }
}

impl Data for Source {
    fn read_at(&self, at: u64, out: &mut [u8]) -> io::Result<()> {
        let end = at.checked_add(out.len() as u64).ok_or(io::ErrorKind::UnexpectedEof)?;
        out.copy_from_slice(&self.part(at..end).map_err(io::Error::other)?);
        Ok(())
    }

    fn size(&self) -> u64 {
        Source::size(self)
    }
}

/// Bytes of a file that was handed over, as many as were asked for.
pub(crate) fn handed(file: &dyn Parts, range: Range<u64>) -> Result<Bytes, LoadError> {
    let expected = range.end.saturating_sub(range.start);
    if expected > bytes::LARGEST {
        return Err(LoadError::TooLarge(expected));
    }
    let read = file.read(range)?;
    let found = read.len() as u64;
    if found == expected { Ok(Bytes::from(read)) } else { Err(LoadError::Short { expected, found }) }
}

/// Reads a source from any place; a clone starts where its original is.
pub(crate) struct Reader {
    source: Source,
    at: u64,
    /// Opened with the first byte that is read.
    file: Option<File>,
    /// Bytes from `kept_at` on.
    kept: Vec<u8>,
    kept_at: u64,
    /// How many bytes all clones together may still read.
    left: Arc<AtomicU64>,
}

impl Reader {
    /// One that reads at most `most` bytes until [`Reader::allow_all`].
    pub(crate) fn new(source: Source, most: u64) -> Self {
        Reader {
            source,
            at: 0,
            file: None,
            kept: Vec::new(),
            kept_at: 0,
            left: Arc::new(AtomicU64::new(most)),
        }
    }

    /// What ends the limit of this reader and of all its clones.
    pub(crate) fn limit(&self) -> Arc<AtomicU64> {
        Arc::clone(&self.left)
    }

    /// Ends a limit.
    pub(crate) fn allow_all(limit: &AtomicU64) {
        limit.store(u64::MAX, Ordering::Relaxed);
    }

    fn spend(&self, count: usize) -> io::Result<()> {
        let spend = |left: u64| if left == u64::MAX { Some(left) } else { left.checked_sub(count as u64) };
        match self.left.try_update(Ordering::Relaxed, Ordering::Relaxed, spend) {
            Ok(_) => Ok(()),
            Err(_) => Err(io::Error::other("a table of contents that is too long")),
        }
    }

    /// Fills `kept` with what is at the present place.
    fn fill(&mut self) -> io::Result<()> {
        if let Source::Handed(file) = &self.source {
            let end = file.size().min(self.at.saturating_add(AT_ONCE as u64));
            self.kept = if self.at < end { file.read(self.at..end)? } else { Vec::new() };
            self.kept_at = self.at;
            return Ok(());
        }
        if self.file.is_none() {
            self.file = Some(self.source.open().map_err(io::Error::other)?);
        }
        let Some(file) = &mut self.file else { return Ok(()) };
        file.seek(SeekFrom::Start(self.at))?;
        self.kept.resize(AT_ONCE, 0);
        let count = file.read(&mut self.kept)?;
        self.kept.truncate(count);
        self.kept_at = self.at;
        Ok(())
    }

    /// What of `kept` is at the present place.
    fn ready(&self) -> &[u8] {
        let skipped = self.at.checked_sub(self.kept_at).and_then(|skipped| usize::try_from(skipped).ok());
        skipped.and_then(|skipped| self.kept.get(skipped..)).unwrap_or_default()
    }
}

impl Clone for Reader {
    fn clone(&self) -> Self {
        // A file has one place for all who share it, so that each clone opens its own.
        Reader {
            source: self.source.clone(),
            at: self.at,
            file: None,
            kept: Vec::new(),
            kept_at: 0,
            left: Arc::clone(&self.left),
        }
    }
}

impl Read for Reader {
    fn read(&mut self, wanted: &mut [u8]) -> io::Result<usize> {
        let count = match &self.source {
            Source::Memory(bytes) => {
                let from = usize::try_from(self.at).ok().and_then(|at| bytes.get(at..)).unwrap_or_default();
                copy(from, wanted)
            }
            Source::Disk(..) | Source::Handed(_) => {
                if self.ready().is_empty() && !wanted.is_empty() {
                    self.fill()?;
                }
                copy(self.ready(), wanted)
            }
        };
        self.spend(count)?;
        self.at += count as u64;
        Ok(count)
    }
}

/// Copies as much as both hold.
fn copy(from: &[u8], to: &mut [u8]) -> usize {
    let count = from.len().min(to.len());
    to[..count].copy_from_slice(&from[..count]);
    count
}

impl Seek for Reader {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let at = match to {
            SeekFrom::Start(at) => Some(at),
            SeekFrom::End(by) => self.source.size().checked_add_signed(by),
            SeekFrom::Current(by) => self.at.checked_add_signed(by),
        };
        self.at = at.ok_or_else(|| io::Error::from(io::ErrorKind::InvalidInput))?;
        Ok(self.at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn on_disk(content: &[u8]) -> (tempfile::TempDir, Source) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        std::fs::write(&path, content).unwrap();
        let source = Source::disk(&path).unwrap();
        (folder, source)
    }

    /// A file in memory that counts what is read of it.
    struct Counted(Vec<u8>, Arc<AtomicU64>);

    impl Parts for Counted {
        fn size(&self) -> u64 {
            self.0.len() as u64
        }

        fn read(&self, range: Range<u64>) -> io::Result<Vec<u8>> {
            self.1.fetch_add(range.end - range.start, Ordering::Relaxed);
            Ok(self.0[range.start as usize..range.end as usize].to_vec())
        }
    }

    #[test]
    fn of_a_file_that_was_handed_over_only_what_is_asked_for_is_read() {
        let read = Arc::new(AtomicU64::new(0));
        let source = Source::Handed(Arc::new(Counted(vec![7; 1 << 20], Arc::clone(&read))));
        assert_eq!(source.part(100..110).unwrap()[..], [7; 10]);
        assert_eq!(read.load(Ordering::Relaxed), 10);
        let mut reader = Reader::new(source.clone(), u64::MAX);
        reader.seek(SeekFrom::End(-8)).unwrap();
        reader.read_exact(&mut [0; 8]).unwrap();
        assert_eq!(read.load(Ordering::Relaxed), 18, "nothing lies behind its end");
        assert_eq!(reader.read(&mut [0; 8]).unwrap(), 0);
        assert!(source.part(0..(1 << 20) + 1).is_err());
    }

    #[test]
    fn all_sources_read_the_same_from_any_place() {
        let content: Vec<u8> = (0..3 * AT_ONCE as u32).map(|at| (at * 7 % 251) as u8).collect();
        let (_folder, disk) = on_disk(&content);
        let handed = Source::Handed(Arc::new(Counted(content.clone(), Arc::default())));
        for source in [disk, handed, Source::Memory(Bytes::from(content.clone()))] {
            assert_eq!(source.part(5..40_000).unwrap()[..], content[5..40_000]);
            assert!(source.part(5..content.len() as u64 + 1).is_err());
            let mut reader = Reader::new(source, u64::MAX);
            let mut all = Vec::new();
            reader.read_to_end(&mut all).unwrap();
            assert_eq!(all, content);
            reader.seek(SeekFrom::End(-3)).unwrap();
            let mut clone = reader.clone();
            let mut three = [0; 3];
            clone.read_exact(&mut three).unwrap();
            assert_eq!(three, content[content.len() - 3..]);
            reader.seek(SeekFrom::Start(AT_ONCE as u64 - 1)).unwrap();
            reader.read_exact(&mut three).unwrap();
            assert_eq!(three, content[AT_ONCE - 1..AT_ONCE + 2]);
        }
    }

    #[test]
    fn a_file_that_got_shorter_is_an_error_and_no_crash() {
        let (folder, source) = on_disk(&[7; 100_000]);
        let path = folder.path().join("a");
        let mut reader = Reader::new(source.clone(), u64::MAX);
        std::fs::write(&path, [7; 10]).unwrap();
        let told = source.part(0..50_000).unwrap_err().to_string();
        assert_eq!(told, "10 bytes where 100000 were: the file was changed while it was in use");
        assert!(reader.read(&mut [0; 4]).is_err());
    }

    #[test]
    fn a_limit_holds_for_all_clones_until_it_ends() {
        let mut reader = Reader::new(Source::Memory(Bytes::from(vec![1; 100])), 60);
        let limit = reader.limit();
        let mut clone = reader.clone();
        reader.read_exact(&mut [0; 40]).unwrap();
        assert!(clone.read_exact(&mut [0; 40]).is_err());
        Reader::allow_all(&limit);
        clone.read_exact(&mut [0; 40]).unwrap();
    }
}
