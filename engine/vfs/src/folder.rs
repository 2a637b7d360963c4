//! A folder on the disk, listed when it is first looked into.

use crate::address::{check_part, fold, join};
use crate::archive::Cell;
use crate::codes;
use crate::log::Log;
use std::collections::{BTreeMap, btree_map};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

/// Most entries of one folder.
const ENTRIES: usize = 1 << 20;

pub(crate) struct Folder {
    /// Path without links in it.
    path: PathBuf,
    /// Address inside the layer, in the case of the disk.
    pub(crate) address: String,
    /// True behind a link.
    pub(crate) linked: bool,
    trail: Arc<Trail>,
    entries: OnceLock<Entries>,
}

/// By folded name.
pub(crate) type Entries = BTreeMap<String, Entry>;

pub(crate) struct Entry {
    pub(crate) name: String,
    pub(crate) item: Item,
    /// Further folders whose names differ only in case, the strongest last.
    pub(crate) twins: Vec<Arc<Folder>>,
}

#[derive(Clone)]
pub(crate) enum Item {
    Folder(Arc<Folder>),
    File(Arc<LooseFile>),
}

/// A file on the disk.
pub(crate) struct LooseFile {
    pub(crate) path: PathBuf,
    pub(crate) archive: Cell,
}

/// The folders one came through, so that no link leads back up.
struct Trail {
    path: PathBuf,
    above: Option<Arc<Trail>>,
}

impl Trail {
    fn root(&self) -> &Path {
        let mut here = self;
        while let Some(above) = &here.above {
            here = above;
        }
        &here.path
    }

    /// True when following a link to `target` would come by here again.
    fn leads_back_to(&self, target: &Path) -> bool {
        let mut here = Some(self);
        while let Some(trail) = here {
            if trail.path.starts_with(target) {
                return true;
            }
            here = trail.above.as_deref();
        }
        false
    }
}

impl Folder {
    /// The root of a layer; `path` has no links in it.
    pub(crate) fn root(path: PathBuf) -> Self {
        let trail = Arc::new(Trail { path: path.clone(), above: None });
        Folder { path, address: String::new(), linked: false, trail, entries: OnceLock::new() }
    }

    fn below(&self, path: PathBuf, address: String, is_link: bool) -> Self {
        let trail = Arc::new(Trail { path: path.clone(), above: Some(Arc::clone(&self.trail)) });
        Folder { path, address, linked: self.linked || is_link, trail, entries: OnceLock::new() }
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// What the folder holds; empty, with a finding, when it cannot be listed.
    pub(crate) fn entries(&self, log: &Log) -> &Entries {
        self.entries.get_or_init(|| self.scan(log))
    }

    fn scan(&self, log: &Log) -> Entries {
        let shown = if self.address.is_empty() { "." } else { &self.address };
        let listing = match fs::read_dir(&self.path) {
            Ok(listing) => listing,
            Err(error) => {
                log.warn(&codes::UNREADABLE, shown, "a folder that can be listed", error);
                return Entries::new();
            }
        };
        let mut names = Vec::new();
        for entry in listing {
            let kind = entry.and_then(|entry| Ok((entry.file_name(), entry.file_type()?)));
            match kind {
                Ok((name, kind)) => match name.into_string() {
                    Ok(name) => names.push((name, kind)),
                    Err(name) => {
                        let found = name.to_string_lossy().escape_default().to_string();
                        log.warn(&codes::NAME, shown, "a name in Unicode", found);
                    }
                },
                Err(error) => log.warn(&codes::UNREADABLE, shown, "an entry that can be read", error),
            }
            if names.len() >= ENTRIES {
                log.warn(&codes::LIMIT, shown, format_args!("at most {ENTRIES} entries"), "more");
                break;
            }
        }
        // Lexical order makes the first of two colliding names the winner.
        names.sort_by(|a, b| a.0.cmp(&b.0));

        let mut entries = Entries::new();
        for (name, kind) in names {
            let address = join(&self.address, &name);
            if let Err(what) = check_part(&name) {
                log.warn(&codes::NAME, &address, "a name that an address can contain", what);
                continue;
            }
            let Some(item) = self.item(&name, kind, address.clone(), log) else { continue };
            match entries.entry(fold(&name)) {
                btree_map::Entry::Vacant(place) => {
                    place.insert(Entry { name, item, twins: Vec::new() });
                }
                btree_map::Entry::Occupied(mut place) => {
                    let first = place.get_mut();
                    let (used, other) = (first.name.clone(), &mut first.twins);
                    // Copying a patch over an install makes such folders, and
                    // on the system of the game they would have been one.
                    let done = match (&first.item, item) {
                        (Item::Folder(_), Item::Folder(folder)) => {
                            other.insert(0, folder);
                            "wins where both have a file"
                        }
                        _ => "is used instead",
                    };
                    let found = format_args!("`{used}` beside it, which {done}");
                    log.warn(&codes::CASE_COLLISION, &address, "one name whatever the case", found);
                }
            }
        }
        entries
    }

    fn item(&self, name: &str, kind: fs::FileType, address: String, log: &Log) -> Option<Item> {
        let path = self.path.join(name);
        if kind.is_dir() {
            return Some(Item::Folder(Arc::new(self.below(path, address, false))));
        }
        if kind.is_file() {
            return Some(Item::File(Arc::new(LooseFile { path, archive: Cell::default() })));
        }
        if !kind.is_symlink() {
            log.warn(&codes::SPECIAL, &address, "a file or a folder", "a device, a pipe or a socket");
            return None;
        }
        let target = fs::canonicalize(&path).and_then(|target| Ok((fs::metadata(&target)?, target)));
        let (about, target) = match target {
            Ok(target) => target,
            Err(error) => {
                log.warn(&codes::UNREADABLE, &address, "a link that leads somewhere", error);
                return None;
            }
        };
        if !target.starts_with(self.trail.root()) {
            log.warn(&codes::LINK, &address, "a link inside the layer", "a link that leaves it");
            return None;
        }
        if about.is_file() {
            return Some(Item::File(Arc::new(LooseFile { path: target, archive: Cell::default() })));
        }
        if !about.is_dir() {
            log.warn(&codes::SPECIAL, &address, "a file or a folder", "a device, a pipe or a socket");
            return None;
        }
        if self.trail.leads_back_to(&target) {
            log.warn(&codes::LINK, &address, "a link that leads down", "a link back to a folder above it");
            return None;
        }
        Some(Item::Folder(Arc::new(self.below(target, address, true))))
    }
}
