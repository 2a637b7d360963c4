//! Reading the files of a tree, and opening those that are archives.

use super::{FileRef, FolderRef, Hit, Spot, Vfs, error};
use crate::address::join;
use crate::archive::{ArchiveOpener, DEPTH, Index, Open, OpenedArchive, unreadable};
use crate::budget::Over;
use crate::bytes::{self, Bytes};
use crate::codes;
use crate::source::Source;
use binary::{Finding, Result};
use std::sync::Arc;

impl Vfs {
    pub(super) fn load(&self, file: &Hit<FileRef>, address: &str) -> Result<Bytes> {
        match &file.item {
            FileRef::Loose(loose) => bytes::load(&loose.path).map_err(|problem| unreadable(address, problem)),
            FileRef::Packed(index, packed, _) => {
                index.read(packed).map_err(|finding| Box::new(finding.in_file(address)))
            }
        }
    }

    pub(super) fn load_start(&self, file: &Hit<FileRef>, address: &str, count: usize) -> Result<Vec<u8>> {
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
    pub(super) fn opener(&self, file: &Hit<FileRef>, address: &str) -> Result<Option<&ArchiveOpener>> {
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
    pub(super) fn archive(
        &self,
        file: &Hit<FileRef>,
        address: &str,
    ) -> std::result::Result<Arc<Index>, Option<Box<Finding>>> {
        let opened = file.item.archive_cell().get_or_init(|| self.open_archive(file, address, &[]));
        opened.clone()
    }

    /// The same anew, with names that it may have beside those that it lists.
    pub(super) fn open_archive(
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
    pub(super) fn open_with(
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
    pub(super) fn unlisted(
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
