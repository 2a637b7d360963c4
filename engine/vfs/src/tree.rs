//! The merged tree: which layer has what at an address.

use crate::address::{self, join};
use crate::archive::{ArchiveOpener, Cell, DEPTH, Index, Open, OpenedArchive, Packed, Slot, unreadable};
use crate::budget::{Budget, Over};
use crate::bytes::{self, Bytes};
use crate::cache::Cache;
use crate::codes;
use crate::folder::{Folder, Item, LooseFile};
use crate::log::Log;
use crate::source::Source;
use binary::{Finding, Limits, Result, Severity};
use std::collections::{BTreeMap, BTreeSet, HashSet, VecDeque};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

mod layers;
mod overlay;

pub use layers::container_around;

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

/// A file at an address.
#[derive(Clone)]
enum FileRef {
    Loose(Arc<LooseFile>),
    Packed(Arc<Index>, Arc<Packed>, String),
}

/// A folder at an address.
#[derive(Clone)]
enum FolderRef {
    Loose(Arc<Folder>),
    Packed(Arc<Index>, String),
}

#[derive(Clone)]
struct Hit<T> {
    layer: usize,
    name: String,
    item: T,
}

/// Everything at one address: at most one file, and the folders over it.
#[derive(Clone, Default)]
struct Spot {
    address: String,
    file: Option<Hit<FileRef>>,
    folders: Vec<Hit<FolderRef>>,
    hidden: Vec<Place>,
}

impl Spot {
    fn name(&self) -> &str {
        match (&self.file, self.folders.last()) {
            (Some(file), _) => &file.name,
            (None, Some(folder)) => &folder.name,
            (None, None) => "",
        }
    }

    fn layer(&self) -> usize {
        let file = self.file.as_ref().map(|hit| hit.layer);
        file.or(self.folders.last().map(|hit| hit.layer)).unwrap_or(0)
    }

    fn kind(&self) -> Kind {
        if self.file.is_some() { Kind::File } else { Kind::Folder }
    }

    fn is_nothing(&self) -> bool {
        self.file.is_none() && self.folders.is_empty()
    }
}

/// A spot on a walk through the tree.
struct Visit {
    spot: Spot,
    /// Parts of its address.
    parts: usize,
    /// It is listed already; only what lies in it is not.
    listed: bool,
}

impl FolderRef {
    /// True for a folder behind a link.
    fn is_linked(&self) -> bool {
        matches!(self, FolderRef::Loose(folder) if folder.linked)
    }

    /// The folder on the disk that it is.
    fn on_disk(&self) -> Option<&Path> {
        match self {
            FolderRef::Loose(folder) => Some(folder.path()),
            FolderRef::Packed(..) => None,
        }
    }

    fn names<'a>(&'a self, log: &Log) -> Box<dyn Iterator<Item = &'a String> + 'a> {
        match self {
            FolderRef::Loose(folder) => Box::new(folder.entries(log).keys()),
            FolderRef::Packed(index, inside) => {
                Box::new(index.folder(inside).into_iter().flat_map(BTreeMap::keys))
            }
        }
    }

    /// The name, the file and the folders, weakest first, that a folded name
    /// stands for.
    fn child(&self, name: &str, log: &Log) -> Option<(String, Option<FileRef>, Vec<FolderRef>)> {
        match self {
            FolderRef::Loose(folder) => {
                let entry = folder.entries(log).get(name)?;
                let name = entry.name.clone();
                Some(match &entry.item {
                    Item::File(file) => (name, Some(FileRef::Loose(Arc::clone(file))), Vec::new()),
                    Item::Folder(folder) => {
                        let all = entry.twins.iter().chain([folder]);
                        (name, None, all.map(|folder| FolderRef::Loose(Arc::clone(folder))).collect())
                    }
                })
            }
            FolderRef::Packed(index, inside) => {
                let Slot { name: shown, member, folder } = index.folder(inside)?.get(name)?;
                let here = join(inside, name);
                let file = member
                    .as_ref()
                    .map(|member| FileRef::Packed(Arc::clone(index), Arc::clone(member), here.clone()));
                let folder = folder.then(|| FolderRef::Packed(Arc::clone(index), here));
                Some((shown.clone(), file, folder.into_iter().collect()))
            }
        }
    }
}

impl FileRef {
    fn archive_cell(&self) -> &Cell {
        match self {
            FileRef::Loose(file) => &file.archive,
            FileRef::Packed(_, packed, _) => &packed.archive,
        }
    }

    /// Archives one has to pass to reach the file.
    fn depth(&self) -> usize {
        match self {
            FileRef::Loose(_) => 0,
            FileRef::Packed(index, ..) => index.depth,
        }
    }

    /// The file on the disk, and the address inside it.
    fn place(&self) -> (PathBuf, String) {
        match self {
            FileRef::Loose(file) => (file.path.clone(), String::new()),
            FileRef::Packed(index, _, here) => (index.disk.clone(), join(&index.inside, here)),
        }
    }
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
            Some(Hit { item: FileRef::Packed(_, packed, _), .. }) => Ok(packed.size),
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

    // ---- reading -------------------------------------------------------

    fn load(&self, file: &Hit<FileRef>, address: &str) -> Result<Bytes> {
        match &file.item {
            FileRef::Loose(loose) => bytes::load(&loose.path).map_err(|problem| unreadable(address, problem)),
            FileRef::Packed(index, packed, _) => {
                index.read(packed).map_err(|finding| Box::new(finding.in_file(address)))
            }
        }
    }

    fn load_start(&self, file: &Hit<FileRef>, address: &str, count: usize) -> Result<Vec<u8>> {
        match &file.item {
            FileRef::Loose(loose) => {
                bytes::load_start(&loose.path, count).map_err(|problem| unreadable(address, problem))
            }
            FileRef::Packed(index, packed, _) => {
                index.read_start(packed, count).map_err(|finding| Box::new(finding.in_file(address)))
            }
        }
    }

    /// The first opener that knows the file's name and recognises its start;
    /// `None` for a file that is no archive.
    fn opener(&self, file: &Hit<FileRef>, address: &str) -> Result<Option<&ArchiveOpener>> {
        for opener in self.archives.iter().filter(|opener| opener.knows(&file.name)) {
            let start = match opener.start {
                0 => Vec::new(),
                count => self.load_start(file, address, count)?,
            };
            if (opener.recognises)(&start) {
                return Ok(Some(opener));
            }
        }
        Ok(None)
    }

    /// The file as an archive, or why it is none.
    fn archive(
        &self,
        file: &Hit<FileRef>,
        address: &str,
    ) -> std::result::Result<Arc<Index>, Option<Box<Finding>>> {
        let opened = file.item.archive_cell().get_or_init(|| self.open_archive(file, address, &[]));
        opened.clone()
    }

    /// The same anew, with names that it may have beside those that it lists.
    fn open_archive(
        &self,
        file: &Hit<FileRef>,
        address: &str,
        names: &[String],
    ) -> std::result::Result<Arc<Index>, Option<Box<Finding>>> {
        let opener = self.opener(file, address)?.ok_or(None)?;
        let depth = file.item.depth();
        if depth >= DEPTH {
            let (expected, found) = (format!("at most {DEPTH} archives inside each other"), "one more");
            self.log.warn(&codes::DEPTH, address, &expected, found);
            return Err(Some(error(&codes::DEPTH, address, expected, found)));
        }
        let (source, opened) = self.open_with(opener, file, address)?;
        let OpenedArchive { contents, findings } = opened?;
        if let Source::Memory(bytes) = &source {
            self.budget.keep(bytes.len() as u64).map_err(|Over { expected, found }| {
                let finding = error(&codes::BUDGET, address, expected, found);
                self.log.push((*finding).clone());
                Some(finding)
            })?;
        }
        let mut container = contents.over(source, &self.cache);
        if names.is_empty() {
            findings.into_iter().for_each(|finding| self.log.push(finding.in_file(address)));
        } else {
            container.list_named(&mut names.iter().map(String::as_str));
        }
        let (disk, inside) = file.item.place();
        let (log, budget) = (&self.log, &self.budget);
        Ok(Arc::new(Index::new(container, depth + 1, disk, inside, address, log, budget)))
    }

    /// What an opener says of a file, with the place of the file's bytes.
    fn open_with(
        &self,
        opener: &ArchiveOpener,
        file: &Hit<FileRef>,
        address: &str,
    ) -> Result<(Source, Result<OpenedArchive>)> {
        let loose = match &file.item {
            FileRef::Loose(loose) => loose,
            FileRef::Packed(index, packed, _) => {
                let handed = index.parts(packed).map(Source::Handed);
                return Ok(match (opener.open, handed) {
                    (Open::InParts(open), Some(source)) => (source.clone(), open(Arc::new(source))),
                    (Open::InParts(open), None) => {
                        let source = Source::Memory(self.load(file, address)?);
                        (source.clone(), open(Arc::new(source)))
                    }
                    (Open::Whole(open), handed) => {
                        let bytes = self.load(file, address)?;
                        (handed.unwrap_or_else(|| Source::Memory(bytes.clone())), open(bytes))
                    }
                });
            }
        };
        Ok(match opener.open {
            Open::Whole(open) => {
                let bytes = self.load(file, address)?;
                (Source::Disk(Arc::from(loose.path.as_path()), bytes.len() as u64), open(bytes))
            }
            Open::InParts(open) => {
                let source = Source::disk(&loose.path).map_err(|problem| unreadable(address, problem))?;
                (source.clone(), open(Arc::new(source)))
            }
        })
    }

    /// A file that no archive lists and one has, by what is left of its address: in the archives that are open there,
    /// or in those whose members lie at the top.
    fn unlisted(
        &self,
        sources: &[Hit<FolderRef>],
        above: &str,
        rest: &[String],
        all: &[String],
    ) -> Option<Spot> {
        let tops = self.tops();
        let near = sources.iter().rev().map(|hit| (hit, rest));
        let mut places = near.chain(tops.iter().rev().map(|hit| (hit, all)));
        places.find_map(|(hit, parts)| {
            let FolderRef::Packed(index, inside) = &hit.item else { return None };
            let here = join(inside, &parts.join("/"));
            let member = index.unlisted(&here)?;
            let item = FileRef::Packed(Arc::clone(index), Arc::new(member), here);
            let name = parts.last()?.clone();
            let file = Some(Hit { layer: hit.layer, name, item });
            Some(Spot { address: join(above, &rest.join("/")), file, ..Spot::default() })
        })
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
