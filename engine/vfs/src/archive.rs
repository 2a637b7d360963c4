//! Archives as folders: what a reader of archives provides, and the tree that its
//! member names make. The readers themselves are elsewhere and handed to
//! [`Vfs::open`](crate::Vfs::open).

use crate::address::{check_part, fold, join};
use crate::budget::{self, Budget, FOLDERS, MEMBERS, Over};
use crate::bytes::{Bytes, LARGEST, LoadError};
use crate::cache::Cache;
use crate::codes;
use crate::log::Log;
use crate::source::{Parts, Source};
use binary::{Data, Finding, Result, Severity};
use std::collections::{BTreeMap, HashMap};
use std::ops::Range;
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

/// How many archives an address may pass through.
pub(crate) const DEPTH: usize = 4;

/// Bytes of a name that a finding shows.
const SHOWN: usize = 80;

/// A member of an archive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    /// Its name in the archive; `/` and `\` separate folders.
    pub name: String,
    /// Its size in bytes once it is unpacked; `None` for a file of its own (see [`Container::parts`]) that is asked
    /// for its size when it is wanted, because asking takes time.
    pub size: Option<u64>,
}

/// An open archive.
///
/// Members are addressed by position, since names may repeat.
pub trait Container: Send + Sync {
    /// The members in the order of the archive.
    fn members(&self) -> Vec<Member>;

    /// The bytes of the member at `index`.
    ///
    /// # Errors
    /// When there is no such member, or it cannot be unpacked.
    fn read(&self, index: usize) -> Result<Bytes>;

    /// At most the first `count` bytes of the member at `index`. Containers
    /// whose members are costly to read whole do better than this, which does
    /// just that.
    ///
    /// # Errors
    /// As [`Container::read`].
    fn read_start(&self, index: usize, count: usize) -> Result<Vec<u8>> {
        let bytes = self.read(index)?;
        Ok(bytes[..count.min(bytes.len())].to_vec())
    }

    /// The member at `index` as a file of its own that can be read in parts, where it is
    /// one: an archive among such members is not kept in memory.
    fn parts(&self, _index: usize) -> Option<Arc<dyn Parts>> {
        None
    }

    /// How many bytes the member at `index` takes in the archive, where it is packed
    /// there. What is packed may not become more than the limits allow.
    fn packed_size(&self, _index: usize) -> Option<u64> {
        None
    }

    /// How many bytes the whole archive has, where members are packed in it.
    fn archive_size(&self) -> Option<u64> {
        None
    }

    /// The position of a member that is not among [`Container::members`], of archives that know their members by
    /// hashes of names and do not list all; `/` separates folders.
    fn unlisted(&self, _name: &str) -> Option<(usize, Member)> {
        None
    }

    /// True for archives that list all that they have.
    fn lists_all(&self) -> bool {
        true
    }

    /// Lists members of these names, too, in an archive that does not list all.
    fn list_named(&mut self, _names: &mut dyn Iterator<Item = &str>) {}
}

/// The error of a container that has `count` members and is asked for another.
pub fn no_such_member(index: usize, count: usize) -> Box<Finding> {
    let expected = format_args!("one of {count} members");
    Box::new(Finding::new(&codes::ARCHIVE, Severity::Error, "", expected, index))
}

/// A member that lies in the bytes of its archive as it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stored {
    /// Its name, as [`Member::name`].
    pub name: String,
    /// Where it is in the archive.
    pub place: Range<usize>,
}

/// A member that is packed by itself in the bytes of its archive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Compressed {
    /// Its name, as [`Member::name`].
    pub name: String,
    /// Where its packed bytes are in the archive.
    pub place: Range<usize>,
    /// Its size in bytes once it is unpacked.
    pub size: u64,
}

/// Unpacks at most the first `count` bytes of a member from its packed bytes:
/// `unpack(packed, member, count)`.
pub type Unpack = fn(&[u8], &Compressed, usize) -> Result<Vec<u8>>;

/// What an archive holds.
pub enum Contents {
    /// Members that are read where they lie, when they are wanted. Of a file on the
    /// disk nothing else is kept in memory.
    Stored(Vec<Stored>),
    /// Members that are unpacked one by one, when they are wanted. Of a file on the
    /// disk nothing else is kept in memory, but for what was unpacked lately.
    Compressed(Vec<Compressed>, Unpack),
    /// Members that a container hands out.
    Container(Box<dyn Container>),
}

/// An archive and what was odd about it.
pub struct OpenedArchive {
    /// Its members.
    pub contents: Contents,
    /// What was odd; the file need not be named.
    pub findings: Vec<Finding>,
}

/// A format of archives, whose files a tree shows as folders.
///
/// A file is tried with every opener that knows its extension, in the order in
/// which the tree was given them; the first that recognises it opens it.
#[derive(Clone, Copy, Debug)]
pub struct ArchiveOpener {
    /// Extensions of such files, without the dot and in any case. Files with
    /// other names are never looked into.
    pub extensions: &'static [&'static str],
    /// How many of a file's first bytes `recognises` wants to see; 0 when the
    /// name is enough.
    pub start: usize,
    /// Whether a file that starts with these bytes may be such an archive. They
    /// are fewer than `start` when the file is shorter.
    pub recognises: fn(&[u8]) -> bool,
    /// Opens a file.
    pub open: Open,
}

/// How a format opens a file; the error says why it is no such archive.
#[derive(Clone, Copy, Debug)]
pub enum Open {
    /// From all of its bytes.
    Whole(fn(Bytes) -> Result<OpenedArchive>),
    /// From the parts that it asks for, as archives are that are larger than what anybody wants in memory, or of which
    /// there are hundreds.
    InParts(fn(Arc<dyn Data + Send + Sync>) -> Result<OpenedArchive>),
}

impl ArchiveOpener {
    /// True when it opens files of this name.
    pub(crate) fn knows(&self, name: &str) -> bool {
        let Some((_, extension)) = name.rsplit_once('.') else { return false };
        // A repeated member ends with its number: `inner.pak#2`.
        let extension = extension.split('#').next().unwrap_or(extension);
        self.extensions.iter().any(|known| known.eq_ignore_ascii_case(extension))
    }
}

impl Contents {
    /// As a container; `source` has the bytes of the archive, and `cache` room for
    /// what is unpacked.
    pub(crate) fn over(self, source: Source, cache: &Arc<Cache>) -> Box<dyn Container> {
        match self {
            Contents::Stored(members) => Box::new(StoredMembers { source, members }),
            Contents::Compressed(members, unpack) => {
                let (cache, archive) = (Arc::clone(cache), cache.number());
                Box::new(CompressedMembers { source, members, unpack, cache, archive })
            }
            Contents::Container(container) => container,
        }
    }
}

struct StoredMembers {
    source: Source,
    members: Vec<Stored>,
}

impl StoredMembers {
    fn part(&self, index: usize, most: usize) -> Result<Bytes> {
        let member = self.members.get(index);
        let Range { start, end } =
            member.ok_or_else(|| no_such_member(index, self.members.len()))?.place.clone();
        let end = end.min(start.saturating_add(most));
        self.source.part(start as u64..end as u64).map_err(|problem| unreadable("", problem))
    }
}

impl Container for StoredMembers {
    fn members(&self) -> Vec<Member> {
        let member = |stored: &Stored| {
            let size = Some(stored.place.len() as u64);
            Member { name: stored.name.clone(), size }
        };
        self.members.iter().map(member).collect()
    }

    fn read(&self, index: usize) -> Result<Bytes> {
        self.part(index, usize::MAX)
    }

    fn read_start(&self, index: usize, count: usize) -> Result<Vec<u8>> {
        self.part(index, count).map(|bytes| bytes.to_vec())
    }
}

struct CompressedMembers {
    source: Source,
    members: Vec<Compressed>,
    unpack: Unpack,
    cache: Arc<Cache>,
    /// The archive's number in the cache.
    archive: u64,
}

impl CompressedMembers {
    fn member(&self, index: usize) -> Result<&Compressed> {
        self.members.get(index).ok_or_else(|| no_such_member(index, self.members.len()))
    }

    fn unpacked(&self, member: &Compressed, count: usize) -> Result<Vec<u8>> {
        let Range { start, end } = member.place;
        let packed = self.source.part(start as u64..end as u64);
        let packed = packed.map_err(|problem| unreadable("", problem))?;
        (self.unpack)(&packed, member, count)
    }
}

impl Container for CompressedMembers {
    fn members(&self) -> Vec<Member> {
        let member = |member: &Compressed| Member { name: member.name.clone(), size: Some(member.size) };
        self.members.iter().map(member).collect()
    }

    fn read(&self, index: usize) -> Result<Bytes> {
        let member = self.member(index)?;
        if let Some(bytes) = self.cache.get((self.archive, index)) {
            return Ok(bytes);
        }
        if member.size > LARGEST {
            return Err(unreadable("", LoadError::TooLarge(member.size)));
        }
        let bytes = Bytes::from(self.unpacked(member, usize::MAX)?);
        if bytes.len() as u64 != member.size {
            let expected = format_args!("{} bytes", member.size);
            return Err(Box::new(Finding::new(&codes::ARCHIVE, Severity::Error, "", expected, bytes.len())));
        }
        self.cache.keep((self.archive, index), &bytes);
        Ok(bytes)
    }

    fn read_start(&self, index: usize, count: usize) -> Result<Vec<u8>> {
        let member = self.member(index)?;
        match self.cache.get((self.archive, index)) {
            Some(bytes) => Ok(bytes[..count.min(bytes.len())].to_vec()),
            None => self.unpacked(member, count),
        }
    }

    fn packed_size(&self, index: usize) -> Option<u64> {
        self.members.get(index).map(|member| member.place.len() as u64)
    }

    fn archive_size(&self) -> Option<u64> {
        Some(self.source.size())
    }
}

/// What a tree says of a file whose bytes it does not get.
pub(crate) fn unreadable(address: &str, problem: LoadError) -> Box<Finding> {
    let (code, expected) = match problem {
        LoadError::TooLarge(_) => (&codes::TOO_LARGE, format!("at most {LARGEST} bytes")),
        LoadError::System(_) | LoadError::Short { .. } => {
            (&codes::UNREADABLE, "a file that can be read".to_owned())
        }
    };
    Box::new(Finding::new(code, Severity::Error, address, expected, problem))
}

/// A file as an archive, opened at most once; the error says why it is none.
pub(crate) type Cell = OnceLock<std::result::Result<Arc<Index>, Option<Box<Finding>>>>;

/// The folders that the member names of an archive make.
pub(crate) struct Index {
    container: Box<dyn Container>,
    /// By folded address inside the archive, then by folded name.
    folders: HashMap<String, BTreeMap<String, Slot>>,
    /// Archives passed to be inside this one.
    pub(crate) depth: usize,
    /// The file on the disk that holds it; for a layer that is none, its name.
    pub(crate) disk: PathBuf,
    /// Where in that file this archive is; empty for the file itself.
    pub(crate) inside: String,
}

/// A name inside an archive: a member, a folder, or both.
pub(crate) struct Slot {
    pub(crate) name: String,
    pub(crate) member: Option<Arc<Packed>>,
    pub(crate) folder: bool,
}

/// A member of an archive as a file.
pub(crate) struct Packed {
    index: usize,
    size: Option<u64>,
    pub(crate) archive: Cell,
}

impl Index {
    /// `address` is what findings call the archive.
    pub(crate) fn new(
        container: Box<dyn Container>,
        depth: usize,
        disk: PathBuf,
        inside: String,
        address: &str,
        log: &Log,
        budget: &Budget,
    ) -> Self {
        let mut members = container.members();
        if members.len() > MEMBERS {
            log.warn(&codes::LIMIT, address, format_args!("at most {MEMBERS} members"), members.len());
            members.truncate(MEMBERS);
        }
        let mut room = budget.of_archive(container.archive_size());
        let mut index = Index { container, folders: HashMap::new(), depth, disk, inside };
        index.folders.insert(String::new(), BTreeMap::new());

        let mut names = FOLDERS;
        let mut repeated = Vec::new();
        for (position, member) in members.iter().enumerate() {
            // Zip files list their folders, too: as empty members with a slash.
            let (name, is_folder) = match member.name.strip_suffix('/') {
                Some(name) if member.size == Some(0) => (name, true),
                _ => (member.name.as_str(), false),
            };
            let parts = budget::check_name(name).and_then(|()| {
                let parts: Vec<&str> = name.split(['/', '\\']).collect();
                let odd = parts.iter().find_map(|part| check_part(part).err());
                odd.map_or(Ok(parts), |odd| Err(odd.to_owned()))
            });
            let parts = match parts {
                Ok(parts) => parts,
                Err(what) => {
                    let address = join(address, &shown(&member.name));
                    log.warn(&codes::NAME, &address, "a name that an address can contain", what);
                    continue;
                }
            };
            let packed = index.container.packed_size(position).zip(member.size);
            let room = index
                .room_for_folders(&parts, &mut names)
                .and_then(|()| packed.map_or(Ok(()), |(packed, size)| room.member(size, packed)));
            if let Err(Over { expected, found }) = room {
                let address = join(address, &shown(&member.name));
                log.push(Finding::new(&codes::BUDGET, Severity::Error, &address, expected, found));
                continue;
            }
            let packed = Packed { index: position, size: member.size, archive: Cell::new() };
            let Some((name, folders)) = parts.split_last() else { continue };
            if is_folder {
                index.folder_of(&parts);
            } else if let Some(packed) = index.place(folders, name, packed) {
                repeated.push((folders.to_vec(), *name, packed));
            }
        }
        // Numbers come after all plain names: `name#2` may be one of them.
        index.number(repeated);
        index
    }

    /// Takes from `left` what the addresses of the folders around a member need that
    /// are not there yet.
    fn room_for_folders(&self, parts: &[&str], left: &mut usize) -> std::result::Result<(), Over> {
        let mut wanted = 0;
        let mut here = String::new();
        for part in parts {
            here = join(&here, &fold(part));
            if !self.folders.contains_key(&here) {
                wanted += here.len();
            }
        }
        *left = left.checked_sub(wanted).ok_or_else(|| Over {
            expected: format!("at most {FOLDERS} bytes of names of folders"),
            found: format!("{wanted} more where {left} are left"),
        })?;
        Ok(())
    }

    /// Puts a member where its name says; gives it back when the place is taken.
    fn place(&mut self, folders: &[&str], name: &str, packed: Packed) -> Option<Packed> {
        let folder = self.folder_of(folders);
        let slot = self.slot(&folder, name);
        if slot.member.is_some() {
            return Some(packed);
        }
        slot.member = Some(Arc::new(packed));
        None
    }

    /// The folded address of a folder, which is made where it is missing.
    fn folder_of(&mut self, parts: &[&str]) -> String {
        let mut here = String::new();
        for part in parts {
            self.slot(&here, part).folder = true;
            here = join(&here, &fold(part));
            self.folders.entry(here.clone()).or_default();
        }
        here
    }

    fn slot(&mut self, folder: &str, name: &str) -> &mut Slot {
        self.folders.entry(folder.to_owned()).or_default().entry(fold(name)).or_insert_with(|| Slot {
            name: name.to_owned(),
            member: None,
            folder: false,
        })
    }

    fn number(&mut self, repeated: Vec<(Vec<&str>, &str, Packed)>) {
        // The next number of each name, so that many repeats stay linear.
        let mut next: HashMap<String, usize> = HashMap::new();
        for (folders, name, packed) in repeated {
            let number = next.entry(fold(&join(&folders.join("/"), name))).or_insert(2);
            let mut waiting = Some(packed);
            while let Some(packed) = waiting {
                waiting = self.place(&folders, &format!("{name}#{number}"), packed);
                *number += 1;
            }
        }
    }

    /// The names in a folder of the archive; none when there is no such folder.
    pub(crate) fn folder(&self, folder: &str) -> Option<&BTreeMap<String, Slot>> {
        self.folders.get(folder)
    }

    /// A member that the archive does not list, by its address in it.
    pub(crate) fn unlisted(&self, address: &str) -> Option<Packed> {
        let (index, Member { size, .. }) = self.container.unlisted(address)?;
        Some(Packed { index, size, archive: Cell::new() })
    }

    /// The names of all members, as the archive writes them.
    pub(crate) fn names(&self) -> Vec<String> {
        self.container.members().into_iter().map(|member| member.name).collect()
    }

    /// True for an archive that lists all that it has.
    pub(crate) fn lists_all(&self) -> bool {
        self.container.lists_all()
    }

    /// How many bytes a member has.
    pub(crate) fn size(&self, member: &Packed) -> u64 {
        let of_file = || self.container.parts(member.index).map(|file| file.size());
        member.size.or_else(of_file).unwrap_or_default()
    }

    pub(crate) fn read(&self, member: &Packed) -> Result<Bytes> {
        self.container.read(member.index)
    }

    pub(crate) fn parts(&self, member: &Packed) -> Option<Arc<dyn Parts>> {
        self.container.parts(member.index)
    }

    pub(crate) fn read_start(&self, member: &Packed, count: usize) -> Result<Vec<u8>> {
        self.container.read_start(member.index, count)
    }
}

/// The start of a name as a finding shows it.
fn shown(name: &str) -> String {
    let mut shown: String = name.escape_default().take(SHOWN).collect();
    if shown.len() == SHOWN {
        shown.push_str("...");
    }
    shown
}
