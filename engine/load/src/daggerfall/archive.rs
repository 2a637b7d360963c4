//! Daggerfall's archives as folders: `.BSA`. Records that are known by numbers are called so.
//! Source: `docs/spec/daggerfall.md`, "4. BSA archives".

use binary::{Mode, Result};
use daggerfall::bsa;
use vfs::{ArchiveOpener, Bytes, Contents, OpenedArchive, Stored};

/// They start with the number of their records and what these are known by. Later games have archives of
/// another format that end alike.
pub const ARCHIVE: ArchiveOpener = ArchiveOpener {
    extensions: &["bsa"],
    start: bsa::START,
    recognises: bsa::is_archive,
    open: vfs::Open::Whole(open),
};

fn open(bytes: Bytes) -> Result<OpenedArchive> {
    let (directory, report) = bsa::read_directory(&bytes, Mode::Lenient)?;
    let stored = directory.entries.into_iter();
    let stored = stored.map(|entry| Stored { name: entry.key.to_string(), place: entry.place() }).collect();
    Ok(OpenedArchive { contents: Contents::Stored(stored), findings: report.into_findings() })
}
