//! EverQuest's archives as folders: `.s3d`, `.pfs`, and `.eqg`, which is the same
//! container. Source: `docs/spec/everquest/pfs.md`.

use binary::{Data, Mode, Result};
use everquest::pfs;
use std::sync::Arc;
use vfs::{ArchiveOpener, Compressed, Contents, Open, OpenedArchive};

/// They have four letters behind the offset of their index.
pub const ARCHIVE: ArchiveOpener = ArchiveOpener {
    extensions: &["s3d", "pfs", "eqg"],
    start: 8,
    recognises: pfs::is_archive,
    open: Open::InParts(open),
};

/// An install has hundreds of them: no more is read than says what is in each.
fn open(data: Arc<dyn Data + Send + Sync>) -> Result<OpenedArchive> {
    let (directory, report) = pfs::read_directory_of(&*data, Mode::Lenient)?;
    // Of two files with one name the last counts. A tree takes the first, and numbers the others.
    let members = directory.files.into_iter().rev().map(|entry| {
        let (place, size) = (entry.place(), u64::from(entry.size));
        Compressed { name: entry.name, place, size }
    });
    let contents = Contents::Compressed(members.collect(), unpack);
    Ok(OpenedArchive { contents, findings: report.into_findings() })
}

fn unpack(packed: &[u8], member: &Compressed, count: usize) -> Result<Vec<u8>> {
    // A size beyond memory is one that blocks cannot add up to.
    let size = usize::try_from(member.size).unwrap_or(usize::MAX);
    pfs::unpack(packed, member.place.start, size, count)
}
