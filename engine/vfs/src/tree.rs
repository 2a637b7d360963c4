//! The merged tree: which layer has what at an address.

use crate::address::{self, join};
use crate::archive::{ArchiveOpener, Index, unreadable};
use crate::budget::Budget;
use crate::bytes::Bytes;
use crate::cache::Cache;
use crate::codes;
use crate::folder::Folder;
use crate::log::Log;
use binary::{Finding, Limits, Result, Severity};
use std::collections::{BTreeMap, BTreeSet, HashSet, VecDeque};
use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

mod layers;
mod overlay;
mod reading;
mod spot;

pub use layers::container_around;
use spot::{FileRef, FolderRef, Hit, Spot, Visit};

/// Install and mods as one tree of files.
///
/// Shared between threads by reference or `Arc`. It remembers folder listings
/// and tables of contents, but no file contents, except for members of archives that
/// were unpacked lately.
pub struct Vfs {
    layers: Vec<Layer>,
    /// The tops of the layers, the weakest first, each with the number of its layer.
    roots: Vec<(usize, Root)>,
    /// Addresses of the archives whose members lie at the top of the tree, the weakest first.
    packs: Vec<String>,
    archives: Vec<ArchiveOpener>,
    log: Log,
    budget: Budget,
    /// What was unpacked lately.
    cache: Arc<Cache>,
    limits: Limits,
}

/// One of the folders, zip files or other containers that lie over each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layer {
    /// `install`, or the name of the mod's folder or zip file.
    pub name: String,
    /// Where it is, as it was given; its name where it is not on the disk.
    pub path: PathBuf,
}

#[derive(Clone)]
enum Root {
    Folder(Arc<Folder>),
    Archive(Arc<Index>),
}

/// What an entry is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// A file; it may be an archive, see [`Vfs::is_archive`].
    File,
    /// A folder, on the disk or in an archive.
    Folder,
}

/// Something in a folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its name, in the case of the layer that wins.
    pub name: String,
    /// Its address from the top of the tree.
    pub address: String,
    /// File or folder.
    pub kind: Kind,
    /// Which layer wins, as an index into [`Vfs::layers`].
    pub layer: usize,
}

/// Where a file or folder really is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// Index into [`Vfs::layers`]; 0 is the install.
    pub layer: usize,
    /// The name of that layer.
    pub layer_name: String,
    /// The file or folder on the disk; the layer's name where it is not there.
    pub path: PathBuf,
    /// The member's address inside that file, if it is an archive.
    pub member: Option<String>,
}

/// Which layers have something at an address, and which of them wins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Resolution {
    /// The address, in the case of the layers that win.
    pub address: String,
    /// File or folder.
    pub kind: Kind,
    /// What reading or listing the address uses.
    pub winner: Place,
    /// Further folders that are merged into what is listed below the address,
    /// the strongest last.
    pub merged: Vec<Place>,
    /// What a stronger layer hides, the weakest first.
    pub hidden: Vec<Place>,
}

impl Vfs {
    /// The layers: the install, then the mods.
    pub fn layers(&self) -> &[Layer] {
        &self.layers
    }

    /// Addresses of the archives whose members lie at the top of the tree, the weakest first; see
    /// [`Vfs::open_over`].
    pub fn packs(&self) -> &[String] {
        &self.packs
    }

    /// What was odd so far about the folders and archives looked into.
    pub fn findings(&self) -> Vec<Finding> {
        self.log.findings()
    }

    /// How often each code occurred, also beyond the repeats that are kept.
    pub fn finding_counts(&self) -> BTreeMap<&'static str, u32> {
        self.log.counts()
    }

    /// The bytes of a file.
    ///
    /// # Errors
    /// `vfs.address`, `vfs.missing`, `vfs.is_folder`, `vfs.not_an_archive`
    /// when the address names no file, `vfs.unreadable`, `vfs.too_large`,
    /// `vfs.archive` when its bytes cannot be had.
    pub fn read(&self, address: &str) -> Result<Bytes> {
        let spot = self.find(address)?;
        match &spot.file {
            Some(file) => self.load(file, &spot.address),
            None => Err(error(&codes::IS_FOLDER, &spot.address, "a file", "a folder")),
        }
    }

    /// At most the first `count` bytes of a file, without reading the rest of a
    /// file on the disk or unpacking that of a member.
    ///
    /// # Errors
    /// As [`Vfs::read`].
    pub fn read_start(&self, address: &str, count: usize) -> Result<Vec<u8>> {
        let spot = self.find(address)?;
        match &spot.file {
            Some(file) => self.load_start(file, &spot.address, count),
            None => Err(error(&codes::IS_FOLDER, &spot.address, "a file", "a folder")),
        }
    }

    /// The size of a file in bytes, without reading it.
    ///
    /// # Errors
    /// As [`Vfs::read`].
    pub fn size(&self, address: &str) -> Result<u64> {
        let spot = self.find(address)?;
        match &spot.file {
            Some(Hit { item: FileRef::Loose(file), .. }) => match fs::metadata(&file.path) {
                Ok(about) => Ok(about.len()),
                Err(problem) => Err(unreadable(&spot.address, problem.into())),
            },
            Some(Hit { item: FileRef::Packed(index, packed, _), .. }) => Ok(index.size(packed)),
            None => Err(error(&codes::IS_FOLDER, &spot.address, "a file", "a folder")),
        }
    }

    /// True when a file or folder has this address.
    pub fn exists(&self, address: &str) -> bool {
        self.find(address).is_ok()
    }

    /// True when a file has this address.
    pub fn is_file(&self, address: &str) -> bool {
        self.find(address).is_ok_and(|spot| spot.file.is_some())
    }

    /// True when the address names an archive, whose members are addressed
    /// below it. Opens the file.
    pub fn is_archive(&self, address: &str) -> bool {
        let Ok(spot) = self.find(address) else { return false };
        spot.file.as_ref().is_some_and(|file| self.archive(file, &spot.address).is_ok())
    }

    /// What a folder or an archive holds, by name; `""` is the top.
    ///
    /// # Errors
    /// When the address names nothing, or a file that is no archive.
    pub fn list(&self, address: &str) -> Result<Vec<Entry>> {
        let spot = self.find(address)?;
        let sources = self.inside(&spot)?;
        Ok(self.entries(&spot.address, &sources))
    }

    /// Which layer wins at an address, and what it hides.
    ///
    /// # Errors
    /// When the address names nothing.
    pub fn which(&self, address: &str) -> Result<Resolution> {
        let spot = self.find(address)?;
        let mut folders: Vec<Place> = spot.folders.iter().map(|hit| self.folder_place(hit)).collect();
        let winner = match &spot.file {
            Some(file) => self.file_place(file),
            // A found spot without a file has a folder.
            None => folders.pop().unwrap_or_else(|| self.place(0, (PathBuf::new(), String::new()))),
        };
        Ok(Resolution {
            kind: spot.kind(),
            winner,
            merged: folders,
            hidden: spot.hidden,
            address: spot.address,
        })
    }

    /// Every file and folder, parents first, by name; `archives` also opens
    /// every archive and walks its members.
    ///
    /// Each folder on the disk is walked once. A link to one is listed, and what
    /// lies behind it follows at the end if no address without a link leads there.
    pub fn walk(&self, archives: bool) -> Vec<Entry> {
        let mut all = Vec::new();
        let mut walked = HashSet::new();
        let top = Visit { spot: Spot { folders: self.tops(), ..Spot::default() }, parts: 0, listed: true };
        let mut waiting = vec![top];
        let mut links = VecDeque::new();
        while let Some(Visit { mut spot, parts, listed }) = waiting.pop().or_else(|| links.pop_front()) {
            if !listed {
                all.push(Self::entry(&spot));
            }
            let wanted = spot.file.is_none() || archives || !spot.folders.is_empty();
            if !wanted || parts >= address::PARTS {
                continue;
            }
            if !listed || parts == 0 {
                let (linked, real): (Vec<_>, _) =
                    spot.folders.drain(..).partition(|hit| hit.item.is_linked());
                spot.folders = real;
                if !linked.is_empty() {
                    let spot = Spot { address: spot.address.clone(), folders: linked, ..Spot::default() };
                    links.push_back(Visit { spot, parts, listed: true });
                }
            }
            spot.folders.retain(|hit| hit.item.on_disk().is_none_or(|path| walked.insert(path.to_owned())));
            let Ok(sources) = self.inside(&spot) else { continue };
            let names = self.names(&sources);
            let most = self.limits.occurrences;
            if all.len() + waiting.len() + links.len() + names.len() > most {
                self.log.warn(&codes::LIMIT, &spot.address, format_args!("at most {most} entries"), "more");
                break;
            }
            // The last one in is the next one out.
            let below = names.iter().rev().map(|name| self.step(&sources, &spot.address, name));
            waiting.extend(below.map(|spot| Visit { spot, parts: parts + 1, listed: false }));
        }
        all
    }

    // ---- finding -------------------------------------------------------

    fn tops(&self) -> Vec<Hit<FolderRef>> {
        let hit =
            |(layer, root): &(usize, Root)| Hit { layer: *layer, name: String::new(), item: root.folder() };
        self.roots.iter().map(hit).collect()
    }

    fn find(&self, text: &str) -> Result<Spot> {
        let parts = address::parse(text).map_err(|what| {
            let shown: String = text.escape_default().take(200).collect();
            error(&codes::ADDRESS, &shown, "names separated by `/`", what)
        })?;
        let mut spot = Spot { folders: self.tops(), ..Spot::default() };
        for (number, part) in parts.iter().enumerate() {
            let sources = self.inside(&spot)?;
            let child = self.step(&sources, &spot.address, part);
            if child.is_nothing() {
                let rest = parts.get(number..).unwrap_or_default();
                if let Some(spot) = self.unlisted(&sources, &spot.address, rest, &parts) {
                    return Ok(spot);
                }
                let expected = join(&spot.address, part);
                let place = if spot.address.is_empty() { "the top folder" } else { &spot.address };
                return Err(error(
                    &codes::MISSING,
                    text,
                    format_args!("`{expected}`"),
                    format_args!("no such name in {place}"),
                ));
            }
            spot = child;
        }
        Ok(spot)
    }

    /// The folders that lie over each other at a spot, the archive lowest.
    fn inside(&self, spot: &Spot) -> Result<Vec<Hit<FolderRef>>> {
        let mut sources = Vec::with_capacity(spot.folders.len() + 1);
        if let Some(file) = &spot.file {
            match self.archive(file, &spot.address) {
                Ok(index) => {
                    let item = FolderRef::Packed(index, String::new());
                    sources.push(Hit { layer: file.layer, name: file.name.clone(), item });
                }
                Err(reason) if spot.folders.is_empty() => {
                    let found = match reason {
                        Some(reason) => format!("a file that is none: {reason}"),
                        None => "a file of another kind".to_owned(),
                    };
                    return Err(error(
                        &codes::NOT_AN_ARCHIVE,
                        &spot.address,
                        "a folder or an archive",
                        found,
                    ));
                }
                Err(_) => self.log.warn(
                    &codes::OVERLAY,
                    &spot.address,
                    "a file, since this one is used whole",
                    format_args!(
                        "a folder in {} over it, which changes nothing",
                        self.mods_of(&spot.folders)
                    ),
                ),
            }
        }
        sources.extend(spot.folders.iter().cloned());
        Ok(sources)
    }

    fn mods_of(&self, folders: &[Hit<FolderRef>]) -> String {
        let layers: BTreeSet<usize> = folders.iter().map(|hit| hit.layer).collect();
        let names = layers.into_iter().filter_map(|layer| self.layers.get(layer));
        names.map(|layer| format!("`{}`", layer.name)).collect::<Vec<_>>().join(" and ")
    }

    /// What the sources, weakest first, have under a folded name.
    fn step(&self, sources: &[Hit<FolderRef>], above: &str, name: &str) -> Spot {
        let mut spot = Spot::default();
        for source in sources {
            let Some((shown, file, folders)) = source.item.child(name, &self.log) else { continue };
            if let Some(item) = file {
                // A file replaces whatever weaker layers have, whole.
                spot.hidden.extend(spot.file.take().map(|hit| self.file_place(&hit)));
                spot.hidden.extend(spot.folders.drain(..).map(|hit| self.folder_place(&hit)));
                spot.file = Some(Hit { layer: source.layer, name: shown.clone(), item });
            }
            let hit = |item| Hit { layer: source.layer, name: shown.clone(), item };
            spot.folders.extend(folders.into_iter().map(hit));
        }
        spot.address = join(above, if spot.is_nothing() { name } else { spot.name() });
        spot
    }

    fn names(&self, sources: &[Hit<FolderRef>]) -> BTreeSet<String> {
        sources.iter().flat_map(|source| source.item.names(&self.log)).cloned().collect()
    }

    fn entries(&self, above: &str, sources: &[Hit<FolderRef>]) -> Vec<Entry> {
        let names = self.names(sources);
        names.iter().map(|name| Self::entry(&self.step(sources, above, name))).collect()
    }

    fn entry(spot: &Spot) -> Entry {
        Entry {
            name: spot.name().to_owned(),
            address: spot.address.clone(),
            kind: spot.kind(),
            layer: spot.layer(),
        }
    }

    fn place(&self, layer: usize, (path, member): (PathBuf, String)) -> Place {
        Place {
            layer,
            layer_name: self.layers.get(layer).map(|layer| layer.name.clone()).unwrap_or_default(),
            path,
            member: (!member.is_empty()).then_some(member),
        }
    }

    fn file_place(&self, hit: &Hit<FileRef>) -> Place {
        self.place(hit.layer, hit.item.place())
    }

    fn folder_place(&self, hit: &Hit<FolderRef>) -> Place {
        self.place(
            hit.layer,
            match &hit.item {
                FolderRef::Loose(folder) => (folder.path().to_owned(), String::new()),
                FolderRef::Packed(index, inside) => (index.disk.clone(), join(&index.inside, inside)),
            },
        )
    }
}

impl std::fmt::Debug for Vfs {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Vfs").field("layers", &self.layers).finish_non_exhaustive()
    }
}

fn error(
    code: &'static binary::Code,
    file: &str,
    expected: impl std::fmt::Display,
    found: impl std::fmt::Display,
) -> Box<Finding> {
    Box::new(Finding::new(code, Severity::Error, file, expected, found))
}
