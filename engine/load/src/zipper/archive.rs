//! Zipper's archives as folders: sounds, readers, motions and the like.
//! Source: `docs/spec/zbd/archive.md`.

use binary::{Mode, Result};
use vfs::{ArchiveOpener, Bytes, Contents, Open, OpenedArchive, Stored};
use zbd::archive::read_directory;

/// Their table of contents is at the end, so that the start of a file says
/// nothing; files of other kinds that are called `.zbd`, too, end in no such
/// table.
pub const ARCHIVE: ArchiveOpener =
    ArchiveOpener { extensions: &["zbd"], start: 0, recognises: |_| true, open: Open::Whole(open) };

fn open(bytes: Bytes) -> Result<OpenedArchive> {
    let (directory, report) = read_directory(&bytes, Mode::Lenient)?;
    let stored = directory.members.into_iter();
    let stored = stored.map(|member| Stored { name: member.name.text(), place: member.range }).collect();
    Ok(OpenedArchive { contents: Contents::Stored(stored), findings: report.into_findings() })
}
