//! Zipper's archives as folders: sounds, readers, motions and the like.
//! Source: `docs/spec/zbd/archive.md`.

use binary::{Mode, Result};
use vfs::{ArchiveOpener, Bytes, Container, Member, OpenedArchive};
use zbd::archive::{Directory, read_directory};

/// Their table of contents is at the end, so that the start of a file says
/// nothing; files of other kinds that are called `.zbd`, too, end in no such
/// table.
pub const ARCHIVE: ArchiveOpener =
    ArchiveOpener { extensions: &["zbd"], start: 0, recognises: |_| true, open };

/// The members stay where they are in the archive's bytes.
struct ZbdArchive {
    bytes: Bytes,
    directory: Directory,
}

fn open(bytes: Bytes) -> Result<OpenedArchive> {
    let (directory, report) = read_directory(&bytes, Mode::Lenient)?;
    let container = Box::new(ZbdArchive { bytes, directory });
    Ok(OpenedArchive { container, findings: report.into_findings() })
}

impl Container for ZbdArchive {
    fn members(&self) -> Vec<Member> {
        let member = |member: &zbd::archive::Member| Member {
            name: member.name.text(),
            size: member.range.len() as u64,
        };
        self.directory.members.iter().map(member).collect()
    }

    fn read(&self, index: usize) -> Result<Bytes> {
        let members = &self.directory.members;
        let bytes = members.get(index).and_then(|member| self.bytes.slice(member.range.clone()));
        bytes.ok_or_else(|| vfs::no_such_member(index, members.len()))
    }
}
