//! Zip files, as mods are handed around. They can be layers; inside a layer they
//! are files like any other.
//!
//! What a zip file may not contain: links, encrypted members, members larger than
//! [`LARGEST`] (2 GiB) or of another size than they state. Those are refused when
//! they are read. Members with names that lead elsewhere (`..`, drives,
//! devices; the list is `check_part` in `address.rs`) are left out by `archive.rs`
//! for archives of all kinds, with a finding, as are members beyond a million.

use crate::bytes::{Bytes, LARGEST};
use crate::codes;
use crate::{Container, Member};
use binary::{Finding, Result, Severity};
use std::io::{Cursor, Read};
use zip::read::ZipFile;

struct Zip(zip::ZipArchive<Cursor<Bytes>>);

/// Opens a zip file, for [`Vfs::over`](crate::Vfs::over).
///
/// # Errors
/// When the bytes are no zip file.
pub fn open(bytes: Bytes) -> Result<Box<dyn Container>> {
    match zip::ZipArchive::new(Cursor::new(bytes)) {
        Ok(archive) => Ok(Box::new(Zip(archive))),
        Err(error) => Err(broken("a zip file", error)),
    }
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
        let mut archive = self.0.clone();
        let file = member(&mut archive, index)?;
        let mut bytes = Vec::new();
        file.take(count as u64)
            .read_to_end(&mut bytes)
            .map_err(|error| broken("a member that unpacks", error))?;
        Ok(bytes)
    }
}

/// A member that is a file, ready to be unpacked.
fn member(archive: &mut zip::ZipArchive<Cursor<Bytes>>, index: usize) -> Result<ZipFile<'_, Cursor<Bytes>>> {
    let file = archive.by_index(index).map_err(|error| broken("a member", error))?;
    if file.is_symlink() {
        return Err(broken("a file", "a link"));
    }
    Ok(file)
}

fn broken(expected: impl std::fmt::Display, found: impl std::fmt::Display) -> Box<Finding> {
    Box::new(Finding::new(&codes::ARCHIVE, Severity::Error, "", expected, found))
}
