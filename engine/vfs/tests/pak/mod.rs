//! An archive format of the tests' own: `PAK`, the number of members, then of each
//! the length of its name, its name and its size, then all contents. Numbers are
//! single bytes but for sizes of four.

use binary::{Finding, Result, Severity};
use vfs::{ArchiveOpener, Bytes, Contents, Open, OpenedArchive, Stored};

binary::codes! {
    BROKEN = "pak.broken": "the archive is damaged" => "make it again";
}

/// What opens `.pak` files.
pub const ARCHIVES: &[ArchiveOpener] = &[ArchiveOpener {
    extensions: &["pak"],
    start: 3,
    recognises: |start| start == b"PAK",
    open: Open::Whole(open),
}];

/// The bytes of an archive.
pub fn archive(members: &[(&str, &[u8])]) -> Vec<u8> {
    let mut bytes = b"PAK".to_vec();
    bytes.push(u8::try_from(members.len()).unwrap());
    for (name, content) in members {
        bytes.push(u8::try_from(name.len()).unwrap());
        bytes.extend(name.as_bytes());
        bytes.extend((content.len() as u32).to_le_bytes());
    }
    bytes.extend(members.iter().flat_map(|(_, content)| content.iter()));
    bytes
}

fn open(bytes: Bytes) -> Result<OpenedArchive> {
    let broken = || Box::new(Finding::new(&BROKEN, Severity::Error, "", "a whole archive", "its start"));
    let members = members(&bytes).ok_or_else(broken)?;
    Ok(OpenedArchive { contents: Contents::Stored(members), findings: Vec::new() })
}

/// The names, and where the contents are; `None` for an archive cut short.
fn members(bytes: &[u8]) -> Option<Vec<Stored>> {
    let (mut at, mut sizes) = (4, Vec::new());
    for _ in 0..*bytes.get(3)? {
        let end = at + 1 + usize::from(*bytes.get(at)?);
        let name = String::from_utf8_lossy(bytes.get(at + 1..end)?).into_owned();
        let size = u32::from_le_bytes(bytes.get(end..end + 4)?.try_into().ok()?);
        sizes.push((name, size as usize));
        at = end + 4;
    }
    let mut placed = Vec::new();
    for (name, size) in sizes {
        bytes.get(at..at + size)?;
        placed.push(Stored { name, place: at..at + size });
        at += size;
    }
    Some(placed)
}
