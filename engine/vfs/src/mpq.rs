//! MPQ archives as folders. Only their tables are kept; a member is read where it lies.
//!
//! They know their members by hashes of names, and list what their member `(listfile)` names. What else is there is
//! found by whoever names it.

use crate::archive::{ArchiveOpener, Container, Contents, Member, Open, OpenedArchive, no_such_member};
use crate::bytes::Bytes;
use binary::{Data, Result};
use mpq::{Archive, File};
use std::sync::{Arc, Mutex, PoisonError};

/// They start with three letters and a control character.
pub const MPQ: ArchiveOpener =
    ArchiveOpener { extensions: &["mpq"], start: 4, recognises: mpq::is_archive, open: Open::InParts(open) };

fn open(data: Arc<dyn Data + Send + Sync>) -> Result<OpenedArchive> {
    let (archive, mut findings) = Archive::open(&*data)?;
    findings.extend(archive.unnamed_note());
    let lists_all = archive.unnamed() == 0;
    let members = Members { data, archive, lists_all, asked_for: Mutex::default() };
    Ok(OpenedArchive { contents: Contents::Container(Box::new(members)), findings })
}

struct Members {
    data: Arc<dyn Data + Send + Sync>,
    archive: Archive,
    /// All of its files have names.
    lists_all: bool,
    /// Files without names that somebody named; their positions follow those of the others.
    asked_for: Mutex<Vec<File>>,
}

impl Members {
    fn file(&self, index: usize) -> Result<File> {
        let files = self.archive.files();
        let asked_for = || {
            let asked_for = self.asked_for.lock().unwrap_or_else(PoisonError::into_inner);
            asked_for.get(index - files.len()).cloned()
        };
        let file = files.get(index).cloned().or_else(asked_for);
        file.ok_or_else(|| no_such_member(index, files.len()))
    }
}

fn member(file: &File) -> Member {
    Member { name: file.name.clone(), size: Some(file.size) }
}

impl Container for Members {
    fn members(&self) -> Vec<Member> {
        self.archive.files().iter().map(member).collect()
    }

    fn read(&self, index: usize) -> Result<Bytes> {
        self.archive.read(&*self.data, &self.file(index)?, usize::MAX).map(Bytes::from)
    }

    fn read_start(&self, index: usize, count: usize) -> Result<Vec<u8>> {
        self.archive.read(&*self.data, &self.file(index)?, count)
    }

    fn packed_size(&self, index: usize) -> Option<u64> {
        self.archive.files().get(index).map(|file| file.packed)
    }

    fn archive_size(&self) -> Option<u64> {
        Some(self.data.size())
    }

    fn unlisted(&self, name: &str) -> Option<(usize, Member)> {
        let file = Some(name).filter(|_| !self.lists_all).and_then(|name| self.archive.find(name))?;
        let first = self.archive.files().len();
        let mut asked_for = self.asked_for.lock().unwrap_or_else(PoisonError::into_inner);
        let known = asked_for.iter().position(|known| known.name.eq_ignore_ascii_case(name));
        let found = member(&file);
        let index = known.unwrap_or_else(|| {
            asked_for.push(file);
            asked_for.len() - 1
        });
        Some((first + index, found))
    }

    fn lists_all(&self) -> bool {
        self.lists_all
    }

    fn list_named(&mut self, names: &mut dyn Iterator<Item = &str>) {
        self.archive.name(names);
        self.lists_all = self.archive.unnamed() == 0;
    }
}
