//! What lies at an address: the file and the folders of the layers, on the disk or in an archive.

use super::{Kind, Place};
use crate::address::join;
use crate::archive::{Cell, Index, Packed, Slot};
use crate::folder::{Folder, Item, LooseFile};
use crate::log::Log;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A file at an address.
#[derive(Clone)]
pub(super) enum FileRef {
    Loose(Arc<LooseFile>),
    Packed(Arc<Index>, Arc<Packed>, String),
}

/// A folder at an address.
#[derive(Clone)]
pub(super) enum FolderRef {
    Loose(Arc<Folder>),
    Packed(Arc<Index>, String),
}

#[derive(Clone)]
pub(super) struct Hit<T> {
    pub(super) layer: usize,
    pub(super) name: String,
    pub(super) item: T,
}

/// Everything at one address: at most one file, and the folders over it.
#[derive(Clone, Default)]
pub(super) struct Spot {
    pub(super) address: String,
    pub(super) file: Option<Hit<FileRef>>,
    pub(super) folders: Vec<Hit<FolderRef>>,
    pub(super) hidden: Vec<Place>,
}

impl Spot {
    pub(super) fn name(&self) -> &str {
        match (&self.file, self.folders.last()) {
            (Some(file), _) => &file.name,
            (None, Some(folder)) => &folder.name,
            (None, None) => "",
        }
    }

    pub(super) fn layer(&self) -> usize {
        let file = self.file.as_ref().map(|hit| hit.layer);
        file.or(self.folders.last().map(|hit| hit.layer)).unwrap_or(0)
    }

    pub(super) fn kind(&self) -> Kind {
        if self.file.is_some() { Kind::File } else { Kind::Folder }
    }

    pub(super) fn is_nothing(&self) -> bool {
        self.file.is_none() && self.folders.is_empty()
    }
}

/// A spot on a walk through the tree.
pub(super) struct Visit {
    pub(super) spot: Spot,
    /// Parts of its address.
    pub(super) parts: usize,
    /// It is listed already; only what lies in it is not.
    pub(super) listed: bool,
}

impl FolderRef {
    /// True for a folder behind a link.
    pub(super) fn is_linked(&self) -> bool {
        matches!(self, FolderRef::Loose(folder) if folder.linked)
    }

    /// The folder on the disk that it is.
    pub(super) fn on_disk(&self) -> Option<&Path> {
        match self {
            FolderRef::Loose(folder) => Some(folder.path()),
            FolderRef::Packed(..) => None,
        }
    }

    pub(super) fn names<'a>(&'a self, log: &Log) -> Box<dyn Iterator<Item = &'a String> + 'a> {
        match self {
            FolderRef::Loose(folder) => Box::new(folder.entries(log).keys()),
            FolderRef::Packed(index, inside) => {
                Box::new(index.folder(inside).into_iter().flat_map(BTreeMap::keys))
            }
        }
    }

    /// The name, the file and the folders, weakest first, that a folded name
    /// stands for.
    pub(super) fn child(&self, name: &str, log: &Log) -> Option<(String, Option<FileRef>, Vec<FolderRef>)> {
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
    pub(super) fn archive_cell(&self) -> &Cell {
        match self {
            FileRef::Loose(file) => &file.archive,
            FileRef::Packed(_, packed, _) => &packed.archive,
        }
    }

    /// Archives one has to pass to reach the file.
    pub(super) fn depth(&self) -> usize {
        match self {
            FileRef::Loose(_) => 0,
            FileRef::Packed(index, ..) => index.depth,
        }
    }

    /// The file on the disk, and the address inside it.
    pub(super) fn place(&self) -> (PathBuf, String) {
        match self {
            FileRef::Loose(file) => (file.path.clone(), String::new()),
            FileRef::Packed(index, _, here) => (index.disk.clone(), join(&index.inside, here)),
        }
    }
}
