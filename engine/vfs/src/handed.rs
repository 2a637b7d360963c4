//! Files that somebody handed over: those of a folder that a person drops on a web page, those of a
//! zip file, or files in memory. Nothing is read before it is asked for, and any of their folders can
//! be the top of a tree.

use crate::archive::{ArchiveOpener, Container, Member, no_such_member, unreadable};
use crate::bytes::Bytes;
use crate::source::{self, Parts};
use crate::tree::Vfs;
use crate::zip;
use binary::Result;
use std::sync::Arc;

/// A file that was handed over.
#[derive(Clone)]
pub enum HandedFile {
    /// In memory.
    Memory(Bytes),
    /// Somewhere from where it can be read in parts.
    Parts(Arc<dyn Parts>),
}

impl HandedFile {
    /// Its size, where that is known without asking: whoever keeps a file answers slowly, and may be asked for
    /// a hundred thousand.
    fn known_size(&self) -> Option<u64> {
        match self {
            HandedFile::Memory(bytes) => Some(bytes.len() as u64),
            HandedFile::Parts(_) => None,
        }
    }
}

/// Files by their names.
#[derive(Clone)]
pub struct Handed {
    whole: Arc<dyn Container>,
    /// By name.
    sorted: Arc<[Named]>,
}

struct Named {
    /// With `/` between folders.
    name: String,
    size: Option<u64>,
    /// The position in the whole.
    index: usize,
}

impl Handed {
    /// Files with their names, `/` between folders.
    pub fn files(files: Vec<(String, HandedFile)>) -> Self {
        Self::over(Arc::new(Files(files)))
    }

    /// The files in a zip file, of which only the list is read now.
    ///
    /// # Errors
    /// When it is no zip file.
    pub fn zip(file: Arc<dyn Parts>) -> Result<Self> {
        zip::open_parts(file).map(|container| Self::over(container.into()))
    }

    fn over(whole: Arc<dyn Container>) -> Self {
        let members = whole.members().into_iter().enumerate();
        let named = |(index, Member { name, size }): (usize, Member)| Named {
            name: name.replace('\\', "/"),
            size,
            index,
        };
        let mut sorted: Vec<Named> = members.map(named).collect();
        sorted.sort_by(|a, b| a.name.cmp(&b.name));
        Handed { whole, sorted: sorted.into() }
    }

    /// The number of files.
    pub fn count(&self) -> usize {
        self.sorted.iter().filter(|named| !named.name.ends_with('/')).count()
    }

    /// The folders directly in a folder (`""` for the top) by their whole names, at most so many.
    pub fn folders(&self, folder: &str, most: usize) -> Vec<String> {
        let start = beginning(folder);
        let mut found: Vec<String> = Vec::new();
        for named in self.below(&start) {
            let Some((first, _)) = named.name[start.len()..].split_once('/') else { continue };
            if found.last().is_some_and(|last| &last[start.len()..] == first) {
                continue;
            }
            if found.len() == most {
                break;
            }
            found.push(format!("{start}{first}"));
        }
        found
    }

    /// The tree whose top is a folder, `""` for all of it. Files that one of `archives` opens are
    /// folders, too.
    pub fn vfs(&self, folder: &str, archives: &[ArchiveOpener]) -> Vfs {
        let start = beginning(folder);
        let from = self.sorted.partition_point(|named| named.name < start);
        let count = self.below(&start).len();
        let part = Part { all: self.clone(), from, count, cut: start.len() };
        Vfs::over(Box::new(part), Vec::new(), archives)
    }

    /// The files whose names begin so.
    fn below(&self, start: &str) -> &[Named] {
        let from = self.sorted.partition_point(|named| named.name.as_str() < start);
        let behind = self.sorted.get(from..).unwrap_or_default();
        let count = behind.partition_point(|named| named.name.starts_with(start));
        &behind[..count]
    }
}

impl std::fmt::Debug for Handed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Handed").field("files", &self.sorted.len()).finish_non_exhaustive()
    }
}

/// What the names in a folder begin with.
fn beginning(folder: &str) -> String {
    if folder.is_empty() { String::new() } else { format!("{folder}/") }
}

struct Files(Vec<(String, HandedFile)>);

impl Files {
    fn start(&self, index: usize, most: u64) -> Result<Bytes> {
        let (_, file) = self.0.get(index).ok_or_else(|| no_such_member(index, self.0.len()))?;
        match file {
            HandedFile::Memory(bytes) => Ok(bytes.clone()),
            HandedFile::Parts(file) => {
                source::handed(&**file, 0..file.size().min(most)).map_err(|problem| unreadable("", problem))
            }
        }
    }
}

impl Container for Files {
    fn members(&self) -> Vec<Member> {
        self.0.iter().map(|(name, file)| Member { name: name.clone(), size: file.known_size() }).collect()
    }

    fn read(&self, index: usize) -> Result<Bytes> {
        self.start(index, u64::MAX)
    }

    fn read_start(&self, index: usize, count: usize) -> Result<Vec<u8>> {
        let bytes = self.start(index, count as u64)?;
        Ok(bytes[..count.min(bytes.len())].to_vec())
    }

    fn parts(&self, index: usize) -> Option<Arc<dyn Parts>> {
        match &self.0.get(index)?.1 {
            HandedFile::Memory(_) => None,
            HandedFile::Parts(file) => Some(Arc::clone(file)),
        }
    }
}

/// The files of one folder.
struct Part {
    all: Handed,
    from: usize,
    count: usize,
    /// Bytes of each name that are the folder's.
    cut: usize,
}

impl Part {
    fn named(&self) -> &[Named] {
        &self.all.sorted[self.from..self.from + self.count]
    }

    fn place(&self, index: usize) -> Result<usize> {
        let named = self.named().get(index);
        named.map(|named| named.index).ok_or_else(|| no_such_member(index, self.count))
    }
}

impl Container for Part {
    fn members(&self) -> Vec<Member> {
        let member = |named: &Named| Member { name: named.name[self.cut..].to_owned(), size: named.size };
        self.named().iter().map(member).collect()
    }

    fn read(&self, index: usize) -> Result<Bytes> {
        self.all.whole.read(self.place(index)?)
    }

    fn read_start(&self, index: usize, count: usize) -> Result<Vec<u8>> {
        self.all.whole.read_start(self.place(index)?, count)
    }

    fn parts(&self, index: usize) -> Option<Arc<dyn Parts>> {
        self.all.whole.parts(self.place(index).ok()?)
    }

    fn packed_size(&self, index: usize) -> Option<u64> {
        self.all.whole.packed_size(self.place(index).ok()?)
    }

    fn archive_size(&self) -> Option<u64> {
        self.all.whole.archive_size()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io;
    use std::ops::Range;
    use std::sync::atomic::{AtomicU64, Ordering};

    fn memory(name: &str, content: &str) -> (String, HandedFile) {
        (name.to_owned(), HandedFile::Memory(Bytes::from(content.as_bytes().to_vec())))
    }

    #[test]
    fn any_folder_can_be_the_top_of_a_tree() {
        let handed = Handed::files(vec![
            memory("Games-old/a", "1"),
            memory("Games/Mech/zbd/c1.zbd", "world"),
            memory("Games/Mech\\readme", "text"),
            memory("Games/b", "2"),
            memory("z", "3"),
        ]);
        assert_eq!(handed.count(), 5);
        assert_eq!(handed.folders("", 9), ["Games-old", "Games"], "by their bytes, `/` among them");
        assert_eq!(handed.folders("", 1).len(), 1);
        assert_eq!(handed.folders("Games", 9), ["Games/Mech"]);
        assert!(handed.folders("nowhere", 9).is_empty());
        let vfs = handed.vfs("Games/Mech", &[]);
        assert_eq!(&vfs.read("ZBD/C1.zbd").unwrap()[..], b"world");
        assert_eq!(&vfs.read("readme").unwrap()[..], b"text");
        assert!(vfs.read("b").is_err());
        assert_eq!(&handed.vfs("", &[]).read("games/b").unwrap()[..], b"2");
        assert!(handed.vfs("nowhere", &[]).read("b").is_err());
    }

    struct InMemory(Vec<u8>, AtomicU64);

    impl Parts for InMemory {
        fn size(&self) -> u64 {
            self.0.len() as u64
        }

        fn read(&self, range: Range<u64>) -> io::Result<Vec<u8>> {
            self.1.fetch_add(range.end - range.start, Ordering::Relaxed);
            Ok(self.0[range.start as usize..range.end as usize].to_vec())
        }
    }

    #[test]
    fn of_a_zip_file_only_its_list_is_read_at_first() {
        let mut writer = ::zip::ZipWriter::new(io::Cursor::new(Vec::new()));
        let stored =
            ::zip::write::SimpleFileOptions::default().compression_method(::zip::CompressionMethod::Stored);
        for (name, content) in [("Game/zbd/c1.zbd", vec![3; 1 << 20]), ("Game/readme", vec![4; 9])] {
            writer.start_file(name, stored).unwrap();
            io::Write::write_all(&mut writer, &content).unwrap();
        }
        let file = Arc::new(InMemory(writer.finish().unwrap().into_inner(), AtomicU64::new(0)));
        let handed = Handed::zip(Arc::clone(&file) as Arc<dyn Parts>).unwrap();
        assert_eq!(handed.folders("", 9), ["Game"]);
        let vfs = handed.vfs("Game", &[]);
        assert_eq!(vfs.read("README").unwrap()[..], [4; 9]);
        assert!(
            file.1.load(Ordering::Relaxed) < 300_000,
            "{} bytes were read",
            file.1.load(Ordering::Relaxed)
        );
        assert_eq!(vfs.read("zbd/c1.zbd").unwrap().len(), 1 << 20);
        assert!(Handed::zip(Arc::new(InMemory(vec![0; 99], AtomicU64::new(0)))).is_err());
    }

    /// A file that counts how often it is asked for its size.
    struct Asked(u64, AtomicU64);

    impl Parts for Asked {
        fn size(&self) -> u64 {
            self.1.fetch_add(1, Ordering::Relaxed);
            self.0
        }

        fn read(&self, range: Range<u64>) -> io::Result<Vec<u8>> {
            Ok(vec![0; (range.end - range.start) as usize])
        }
    }

    #[test]
    fn no_file_is_asked_for_its_size_before_somebody_wants_it_and_none_is_too_large_to_be_listed() {
        let file = Arc::new(Asked(u64::MAX, AtomicU64::new(0)));
        let handed = Handed::files(vec![
            ("Game/huge".to_owned(), HandedFile::Parts(Arc::clone(&file) as Arc<dyn Parts>)),
            memory("Game/b", "22"),
        ]);
        let vfs = handed.vfs("Game", &[]);
        assert!(vfs.is_file("huge") && vfs.list("").unwrap().len() == 2);
        assert_eq!(file.1.load(Ordering::Relaxed), 0);
        assert_eq!((vfs.size("huge").unwrap(), vfs.size("b").unwrap()), (u64::MAX, 2));
        assert_eq!(file.1.load(Ordering::Relaxed), 1);
    }

    /// A file that is gone after so many reads.
    struct Fading(u64, AtomicU64);

    impl Parts for Fading {
        fn size(&self) -> u64 {
            self.0
        }

        fn read(&self, range: Range<u64>) -> io::Result<Vec<u8>> {
            let left = self.1.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1));
            left.map_err(|_| io::Error::new(io::ErrorKind::NotFound, "the file is gone"))?;
            Ok(vec![5; (range.end - range.start) as usize])
        }
    }

    #[test]
    fn a_file_that_vanished_and_one_that_is_too_large_are_errors_that_say_so() {
        let file = |size, reads| HandedFile::Parts(Arc::new(Fading(size, AtomicU64::new(reads))));
        let handed = Handed::files(vec![("a".to_owned(), file(3, 1)), ("huge".to_owned(), file(4 << 30, 1))]);
        let vfs = handed.vfs("", &[]);
        assert_eq!(vfs.read_start("huge", 2).unwrap(), [5, 5], "its start can be read");
        let told = vfs.read("huge").unwrap_err().to_string();
        assert!(told.contains("4294967296 bytes") && told.contains("huge"), "{told}");
        assert_eq!(vfs.read("a").unwrap()[..], [5; 3]);
        let told = vfs.read("a").unwrap_err().to_string();
        assert!(told.contains("the file is gone"), "{told}");
    }
}
