//! Zip files, as mods are handed around. They can be layers; inside a layer they
//! are files like any other. Of one on the disk only the table of contents is read
//! when it is opened, and of a member only as much as is asked for.
//!
//! What a zip file may not contain: links, encrypted members, members larger than
//! [`LARGEST`] (2 GiB) or of another size than they state. Those are refused when
//! they are read. Members that ask for more than [`crate::budget`] allows, and those with
//! names that lead elsewhere (`..`, drives, devices; the list is `check_part` in
//! `address.rs`), are left out by `archive.rs`, with a finding.

use crate::budget::TABLE;
use crate::bytes::{Bytes, LARGEST};
use crate::codes;
use crate::source::{Parts, Reader, Source};
use crate::{Container, Member};
use binary::{Finding, Result, Severity};
use std::io::Read;
use std::sync::Arc;
use zip::read::ZipFile;

struct Zip {
    archive: zip::ZipArchive<Reader>,
    /// Bytes of the file.
    size: u64,
}

/// Opens a zip file, for [`Vfs::over`](crate::Vfs::over).
///
/// # Errors
/// When the bytes are no zip file.
pub fn open(bytes: Bytes) -> Result<Box<dyn Container>> {
    open_source(Source::Memory(bytes))
}

/// The same of a file that is read in parts, when they are wanted.
///
/// # Errors
/// When it is no zip file.
pub(crate) fn open_parts(file: Arc<dyn Parts>) -> Result<Box<dyn Container>> {
    open_source(Source::Handed(file))
}

/// The same wherever its bytes are.
pub(crate) fn open_source(source: Source) -> Result<Box<dyn Container>> {
    let size = source.size();
    let reader = Reader::new(source, TABLE);
    let limit = reader.limit();
    match zip::ZipArchive::new(reader) {
        Ok(archive) => {
            Reader::allow_all(&limit);
            Ok(Box::new(Zip { archive, size }))
        }
        Err(error) => Err(broken("a zip file", error)),
    }
}

impl Container for Zip {
    fn members(&self) -> Vec<Member> {
        let member = |index| {
            // A member that cannot even be described keeps its position under
            // a name that no address contains, and is reported as such.
            let described = self.archive.by_index_data(index).ok().and_then(|file| {
                let name = file.name().ok()?.into_owned();
                Some(Member { name, size: Some(file.size()) })
            });
            described.unwrap_or(Member { name: String::new(), size: Some(0) })
        };
        (0..self.archive.len()).map(member).collect()
    }

    fn read(&self, index: usize) -> Result<Bytes> {
        let mut archive = self.archive.clone();
        let mut file = member(&mut archive, index)?;
        let size = file.size();
        if size > LARGEST {
            return Err(broken(format_args!("at most {LARGEST} bytes"), size));
        }
        // The stated size is only a promise: grow with what really comes.
        let mut bytes = Vec::new();
        (&mut file)
            .take(size + 1)
            .read_to_end(&mut bytes)
            .map_err(|error| broken("a member that unpacks", error))?;
        if bytes.len() as u64 != size {
            return Err(broken(format_args!("{size} bytes"), "another number of them"));
        }
        Ok(Bytes::from(bytes))
    }

    fn read_start(&self, index: usize, count: usize) -> Result<Vec<u8>> {
        let mut archive = self.archive.clone();
        let file = member(&mut archive, index)?;
        let mut bytes = Vec::new();
        file.take(count as u64)
            .read_to_end(&mut bytes)
            .map_err(|error| broken("a member that unpacks", error))?;
        Ok(bytes)
    }

    fn packed_size(&self, index: usize) -> Option<u64> {
        self.archive.by_index_data(index).ok().map(|file| file.compressed_size())
    }

    fn archive_size(&self) -> Option<u64> {
        Some(self.size)
    }
}

/// A member that is a file, ready to be unpacked.
fn member(archive: &mut zip::ZipArchive<Reader>, index: usize) -> Result<ZipFile<'_, Reader>> {
    let file = archive.by_index(index).map_err(|error| broken("a member", error))?;
    if file.is_symlink() {
        return Err(broken("a file", "a link"));
    }
    Ok(file)
}

fn broken(expected: impl std::fmt::Display, found: impl std::fmt::Display) -> Box<Finding> {
    Box::new(Finding::new(&codes::ARCHIVE, Severity::Error, "", expected, found))
}
