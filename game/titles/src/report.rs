//! The content of a folder, as text that can be pasted into a bug report about an unknown variant.
//! It names no folder above the install.

use super::candidate::{Confidence, Start};
use super::manifest::Title;
use filekind::Catalog;
use std::fmt::Write as _;
use vfs::{Entry, Kind, Vfs};

/// Most files that are listed.
const LISTED: usize = 60;

/// Most folders that are listed.
const FOLDERS: usize = 40;

/// Endings of files that may belong to a known game and that no format reads yet; the table of a
/// format has those of files that it reads. Others are counted without their names, for privacy.
const UNREAD: [&str; 14] = [
    ".bsa", ".eff", ".eqg", ".exe", ".m2", ".mdx", ".mpq", ".pak", ".pfs", ".s3d", ".wdl", ".wld", ".wrs",
    ".xmi",
];

/// Files read at the start, by address.
pub(crate) fn write(
    title: Option<&Title>,
    confidence: Confidence,
    release: Option<&str>,
    vfs: &Vfs,
    starts: &[Start],
    catalog: &Catalog,
) -> String {
    let mut text = format!("Revisit {} detection report\n", env!("CARGO_PKG_VERSION"));
    let name = title.map_or("none", |title| title.id.as_str());
    // Writing into a String cannot fail.
    let _ = writeln!(text, "title: {name}, {}", confidence.of(title));
    if let Some(release) = release {
        let _ = writeln!(text, "release: {release}");
    }

    let mut entries = vfs.list("").unwrap_or_default();
    let folders: Vec<String> = folders(&entries).map(|entry| entry.address.clone()).collect();
    for folder in folders.iter().take(FOLDERS) {
        entries.extend(vfs.list(folder).unwrap_or_default());
    }
    // In a data folder the worlds are one level deeper.
    if let Some(data) = title.map(|title| title.folder.as_str()).filter(|folder| !folder.is_empty()) {
        let inside = vfs.list(data).unwrap_or_default();
        for world in self::folders(&inside).take(FOLDERS) {
            entries.extend(vfs.list(&world.address).unwrap_or_default());
        }
    }

    let mut others = 0;
    let mut files = Vec::new();
    for entry in entries.iter().filter(|entry| entry.kind == Kind::File) {
        let ending = entry.name.rfind('.').map_or("", |at| &entry.name[at..]).to_ascii_lowercase();
        let numbered = ending.as_bytes().get(1).is_some_and(u8::is_ascii_digit);
        let known = || catalog.reported_endings().chain(UNREAD).any(|known| known == ending);
        if numbered || known() {
            files.push(entry);
        } else {
            others += 1;
        }
    }
    for entry in files.iter().take(LISTED) {
        let size = vfs.size(&entry.address).unwrap_or(0);
        let _ = write!(text, "{}  {size} bytes", entry.address);
        if let Some(start) = starts.iter().find(|start| start.address.eq_ignore_ascii_case(&entry.address)) {
            text.push_str("  starts");
            for byte in start.bytes.iter().take(40) {
                let _ = write!(text, " {byte:02x}");
            }
        }
        text.push('\n');
    }
    if files.len() > LISTED {
        let _ = writeln!(text, "and {} more of these kinds", files.len() - LISTED);
    }
    let _ = writeln!(text, "{} of other kinds", base::output::files(others));
    text
}

fn folders(entries: &[Entry]) -> impl Iterator<Item = &Entry> {
    entries.iter().filter(|entry| entry.kind == Kind::Folder)
}
