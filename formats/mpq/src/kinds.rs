//! Archives as a kind of file.

use crate::{Archive, File, LARGEST, LIST, UNNAMED, codes, is_archive};
use binary::{Mode, Report, Result};
use filekind::{
    ArchiveForm, Content, FileKind, Member, MemberKinds, Overlay, Recognise, Variant, Writing, boxed,
};
use serde::ser::{Serialize, Serializer};

/// Every kind of this format.
pub static KINDS: &[&FileKind] = &[&ARCHIVE];

/// An archive. Its members are read by themselves.
pub static ARCHIVE: FileKind = FileKind {
    endings: &[".mpq"],
    reported: true,
    recognise: Recognise {
        start: |bytes| is_archive(bytes).then(Variant::default),
        promised: Some(|_| true),
        ..Recognise::NEVER
    },
    writing: Writing::Never,
    archive: Some(ArchiveForm { list, members, reads_members: false }),
    codes,
    ..FileKind::new("mpq.archive", "MPQ archive", |bytes, _, mode| boxed(read(bytes, mode)))
};

fn read(bytes: &[u8], mode: Mode) -> Result<(Archive, Report)> {
    let (archive, findings) = Archive::open(bytes)?;
    let mut report = Report::new(mode);
    for finding in findings {
        report.habit(&LIST, 0, finding.expected, finding.found);
    }
    if let Some(note) = archive.unnamed_note() {
        report.note(&UNNAMED, 0, note.expected, note.found);
    }
    Ok((archive, report))
}

/// The files that are listed with what they hold, as many as can be read: what is wrong with the others, reading them
/// one by one says.
fn list(bytes: &[u8], mode: Mode) -> Result<(Vec<Member>, Report)> {
    let (archive, report) = read(bytes, mode)?;
    let mut left = LARGEST as usize;
    let mut members = Vec::new();
    for file in archive.files() {
        let room = left.checked_sub(file.size as usize);
        let data = room.and_then(|_| archive.read(bytes, file, usize::MAX).ok()).unwrap_or_default();
        left -= data.len();
        members.push(Member { name: file.name.clone(), data });
    }
    Ok((members, report))
}

/// What a member is, it says itself.
fn members(_: &[u8], _: Overlay<'_>) -> MemberKinds {
    Box::new(|_, _| None)
}

impl Content for Archive {
    fn write(&self) -> Result<Option<Vec<u8>>> {
        Ok(None)
    }

    fn summary(&self) -> Vec<(&'static str, String)> {
        let size: u64 = self.files().iter().map(|file| file.size).sum();
        vec![
            ("files", self.files().len().to_string()),
            ("unpacked_bytes", size.to_string()),
            ("without_name", self.unnamed().to_string()),
        ]
    }

    /// A row for each file that is listed: what it takes, what it has, its name.
    fn lines(&self) -> Vec<String> {
        let line = |file: &File| format!("{:>10} {:>10} {}", file.packed, file.size, file.name);
        self.files().iter().map(line).collect()
    }
}

/// The files that are listed.
impl Serialize for Archive {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        serializer.collect_seq(self.files())
    }
}
