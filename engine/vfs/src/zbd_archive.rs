//! Zipper's archives as containers. Source: `docs/spec/zbd/archive.md`.

use crate::archive::{Opened, broken_archive};
use crate::{Bytes, Container, Member};
use binary::{Mode, Result};
use zbd::archive::{Directory, read_directory};

struct ZbdArchive {
    bytes: Bytes,
    directory: Directory,
}

/// Opens sounds, readers, motions and the like; the members stay where they
/// are.
pub(crate) fn open(bytes: Bytes) -> Result<Opened> {
    let (directory, report) = read_directory(&bytes, Mode::Lenient)?;
    Ok(Opened { container: Box::new(ZbdArchive { bytes, directory }), findings: report.into_findings() })
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
        let member = self.directory.members.get(index);
        member.and_then(|member| self.bytes.slice(member.range.clone())).ok_or_else(|| {
            broken_archive("", format_args!("one of {} members", self.directory.members.len()), index)
        })
    }
}
