//! Archives as folders: the trait a reader of archives fulfils, and the tree
//! that its member names make.

use crate::address::{check_part, fold, join};
use crate::bytes::{Bytes, LARGEST};
use crate::codes;
use crate::log::Log;
use binary::{Finding, Result, Severity};
use std::collections::{BTreeMap, HashMap};
use std::io::{Cursor, Read};
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

/// How many archives an address may pass through.
pub(crate) const DEPTH: usize = 4;

/// Most members of one archive.
const MEMBERS: usize = 1 << 20;

/// A member of an archive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    /// Its name in the archive; `/` and `\` separate folders.
    pub name: String,
    /// Its size in bytes once it is unpacked.
    pub size: u64,
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
}

/// An archive and what was odd about it.
pub(crate) struct Opened {
    pub(crate) container: Box<dyn Container>,
    pub(crate) findings: Vec<Finding>,
}

/// Opens the bytes of a file as an archive.
type Opener = fn(Bytes) -> Result<Opened>;

/// Extensions of the files that may be archives, and what opens them.
const OPENERS: [(&str, Opener); 1] = [("zbd", crate::zbd_archive::open)];

/// What can open a file of this name.
pub(crate) fn opener(name: &str) -> Option<Opener> {
    let (_, extension) = name.rsplit_once('.')?;
    // A repeated member ends with its number: `inner.zbd#2`.
    let extension = extension.split('#').next().unwrap_or(extension);
    OPENERS.iter().find(|(known, _)| known.eq_ignore_ascii_case(extension)).map(|(_, open)| *open)
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
    /// The file on the disk that holds it.
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
    pub(crate) size: u64,
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
    ) -> Self {
        let mut members = container.members();
        if members.len() > MEMBERS {
            log.warn(&codes::LIMIT, address, format_args!("at most {MEMBERS} members"), members.len());
            members.truncate(MEMBERS);
        }
        let mut index = Index { container, folders: HashMap::new(), depth, disk, inside };
        index.folders.insert(String::new(), BTreeMap::new());

        let mut repeated = Vec::new();
        for (position, member) in members.iter().enumerate() {
            let packed = Packed { index: position, size: member.size, archive: Cell::new() };
            // Zip files list their folders, too: as empty members with a slash.
            let (name, is_folder) = match member.name.strip_suffix('/') {
                Some(name) if member.size == 0 => (name, true),
                _ => (member.name.as_str(), false),
            };
            let parts: Vec<&str> = name.split(['/', '\\']).collect();
            if let Some(what) = parts.iter().find_map(|part| check_part(part).err()) {
                let name = member.name.escape_default().to_string();
                log.warn(&codes::NAME, &join(address, &name), "a name that an address can contain", what);
                continue;
            }
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

    pub(crate) fn read(&self, member: &Packed) -> Result<Bytes> {
        self.container.read(member.index)
    }
}

/// A zip file, as mods are handed around.
struct Zip(zip::ZipArchive<Cursor<Bytes>>);

/// Opens a zip file.
pub(crate) fn open_zip(bytes: Bytes) -> Result<Box<dyn Container>> {
    match zip::ZipArchive::new(Cursor::new(bytes)) {
        Ok(archive) => Ok(Box::new(Zip(archive))),
        Err(error) => Err(broken_archive("", "a zip file", error)),
    }
}

pub(crate) fn broken_archive(
    file: &str,
    expected: impl std::fmt::Display,
    found: impl std::fmt::Display,
) -> Box<Finding> {
    Box::new(Finding::new(&codes::ARCHIVE, Severity::Error, file, expected, found))
}

impl Container for Zip {
    fn members(&self) -> Vec<Member> {
        let mut archive = self.0.clone();
        let mut members = Vec::with_capacity(archive.len());
        for index in 0..archive.len() {
            // A member that cannot even be described keeps its position under
            // a name that no address contains, and is reported as such.
            let member = archive.by_index_raw(index).ok().and_then(|file| {
                let name = file.name().ok()?.into_owned();
                Some(Member { name, size: file.size() })
            });
            members.push(member.unwrap_or(Member { name: String::new(), size: 0 }));
        }
        members
    }

    fn read(&self, index: usize) -> Result<Bytes> {
        let mut archive = self.0.clone();
        let mut file = archive.by_index(index).map_err(|error| broken_archive("", "a member", error))?;
        if file.is_symlink() {
            return Err(broken_archive("", "a file", "a link"));
        }
        let size = file.size();
        if size > LARGEST {
            return Err(broken_archive("", format_args!("at most {LARGEST} bytes"), size));
        }
        // The stated size is only a promise: grow with what really comes.
        let mut bytes = Vec::new();
        (&mut file)
            .take(size + 1)
            .read_to_end(&mut bytes)
            .map_err(|error| broken_archive("", "a member that unpacks", error))?;
        if bytes.len() as u64 != size {
            return Err(broken_archive("", format_args!("{size} bytes"), "another number of them"));
        }
        Ok(Bytes::from(bytes))
    }
}
