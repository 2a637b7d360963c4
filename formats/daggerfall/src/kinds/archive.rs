//! Archives: `.BSA`. What a record is says its name or how it starts; how many places a region has says
//! another record. Source: `docs/spec/daggerfall.md`, "4. BSA archives".

use super::{KINDS, PLACES, numbered};
use crate::bsa::{self, Archive, Directory, Entry};
use crate::maps::table::read_names;
use binary::{Mode, Report, Result};
use filekind::{
    ArchiveForm, Content, FileKind, FolderForm, Identity, Member, MemberKinds, Overlay, Recognise, Variant,
    boxed,
};

/// How archives are laid out: a file for each record.
pub static ARCHIVE_FOLDER: FolderForm =
    FolderForm { id: "daggerfall.bsa", name: "Daggerfall archive", parse: None };

/// An archive. Games that came later have archives of another format that end alike.
pub static ARCHIVE: FileKind = FileKind {
    endings: &[".bsa"],
    shared_ending: true,
    recognise: Recognise {
        end: |bytes| bsa::could_be(bytes).then(Variant::default),
        name: |name, bytes| (ARCHIVE.has_ending(name) && bsa::is_archive(bytes)).then(Variant::default),
        ..Recognise::NEVER
    },
    folder: Some(&ARCHIVE_FOLDER),
    archive: Some(ArchiveForm { list, members, reads_members: false }),
    codes: bsa::codes,
    ..FileKind::new("daggerfall.bsa", "Daggerfall archive (BSA)", |bytes, _, mode| {
        boxed(bsa::read(bytes, mode))
    })
};

fn list(bytes: &[u8], mode: Mode) -> Result<(Vec<Member>, Report)> {
    let (directory, report) = bsa::read_directory(bytes, mode)?;
    let member = |entry: &Entry| Member {
        name: entry.key.to_string(),
        data: bytes.get(entry.place()).unwrap_or_default().to_vec(),
    };
    Ok((directory.entries.iter().map(member).collect(), report))
}

fn members(bytes: &[u8], overlay: Overlay<'_>) -> MemberKinds {
    let counts = place_counts(bytes, overlay);
    Box::new(move |name, bytes| {
        // A record of nothing is that of an empty region.
        if bytes.is_empty() {
            return None;
        }
        if let Some(region) = numbered(name, "MAPPITEM") {
            let count = counts.iter().find(|(number, _)| number == region).map_or(0, |(_, count)| *count);
            return Some(Identity { kind: &PLACES, variant: Variant(count, 0) });
        }
        let by_content = || KINDS.iter().find_map(|kind| Some((*kind, (kind.recognise.start)(bytes)?)));
        let by_name = KINDS.iter().find_map(|kind| Some((*kind, (kind.recognise.name)(name, bytes)?)));
        let (kind, variant) = by_name.or_else(by_content)?;
        Some(Identity { kind, variant })
    })
}

/// How many names each region has, by the three digits of its records.
fn place_counts(bytes: &[u8], overlay: Overlay<'_>) -> Vec<(String, u32)> {
    let Ok((Directory { entries, .. }, _)) = bsa::read_directory(bytes, Mode::Lenient) else {
        return Vec::new();
    };
    let count = |entry: &Entry| {
        let name = entry.key.to_string();
        let region = numbered(&name, "MAPNAMES")?.to_owned();
        let laid_over = overlay(&name);
        let record = laid_over.as_deref().or_else(|| bytes.get(entry.place()))?;
        let (names, _) = read_names(record, Mode::Lenient).ok()?;
        Some((region, u32::try_from(names.names.len()).ok()?))
    };
    entries.iter().filter_map(count).collect()
}

impl Content for Archive {
    fn write(&self) -> Result<Option<Vec<u8>>> {
        bsa::write(self).map(Some)
    }

    fn summary(&self) -> Vec<(&'static str, String)> {
        let Directory { kind, entries } = &self.directory;
        let by = match kind {
            bsa::Kind::Named => "name",
            bsa::Kind::Numbered => "number",
        };
        let empty = entries.iter().filter(|entry| entry.place().is_empty()).count();
        vec![
            ("records", entries.len().to_string()),
            ("known by", by.to_owned()),
            ("empty", empty.to_string()),
            ("bytes", self.data.len().to_string()),
        ]
    }

    /// A row for each record: where it is, its size, what it is known by.
    fn lines(&self) -> Vec<String> {
        let line = |entry: &Entry| format!("{:>10} {:>10} {}", entry.start, entry.size, entry.key);
        self.directory.entries.iter().map(line).collect()
    }

    fn kept_raw_bytes(&self) -> usize {
        let last = self.directory.entries.last().map_or(bsa::START, |entry| entry.place().end);
        (self.data.len() + bsa::START).saturating_sub(last)
    }
}
