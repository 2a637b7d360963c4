//! Archives: `.s3d`, `.pfs`, `.eqg`. Source: `docs/spec/everquest/pfs.md`.

use super::KINDS;
use crate::pfs::{self, Archive, Footer, Inflater};
use binary::{Mode, Report, Result};
use filekind::{
    ArchiveForm, Content, FileKind, FolderForm, Identity, Member, MemberKinds, Overlay, Recognise, Variant,
    boxed,
};

/// How archives are laid out: a file for each member.
pub static ARCHIVE_FOLDER: FolderForm =
    FolderForm { id: "everquest.pfs", name: "EverQuest archive", parse: None };

/// An archive.
pub static ARCHIVE: FileKind = FileKind {
    endings: &[".s3d", ".pfs", ".eqg"],
    reported: true,
    recognise: Recognise {
        start: |bytes| pfs::is_archive(bytes).then(Variant::default),
        promised: Some(|_| true),
        ..Recognise::NEVER
    },
    folder: Some(&ARCHIVE_FOLDER),
    archive: Some(ArchiveForm { list, members, reads_members: false }),
    codes: pfs::codes,
    ..FileKind::new("everquest.pfs", "EverQuest archive", |bytes, _, mode| boxed(pfs::read(bytes, mode)))
};

/// The files with their contents, as many as can be read: what is wrong with the
/// others the reader of the archive reports.
fn list(bytes: &[u8], mode: Mode) -> Result<(Vec<Member>, Report)> {
    let (directory, report) = pfs::read_directory(bytes, mode)?;
    let mut inflater = Inflater::new();
    let mut left = pfs::LARGEST;
    let mut members = Vec::with_capacity(directory.files.len());
    for entry in &directory.files {
        let room = left.checked_sub(entry.size as usize);
        let data = room.and_then(|_| inflater.read(bytes, entry).ok()).unwrap_or_default();
        left -= data.len();
        members.push(Member { name: entry.name.clone(), data });
    }
    Ok((members, report))
}

/// What a member is, it says itself; members that could not be read are nothing.
fn members(_: &[u8], _: Overlay<'_>) -> MemberKinds {
    Box::new(|name, bytes| {
        if bytes.is_empty() {
            return None;
        }
        let by_content = KINDS.iter().find_map(|kind| Some((*kind, (kind.recognise.start)(bytes)?)));
        let by_name = || KINDS.iter().find_map(|kind| Some((*kind, (kind.recognise.name)(name, bytes)?)));
        let (kind, variant) = by_content.or_else(by_name)?;
        Some(Identity { kind, variant })
    })
}

impl Content for Archive {
    fn write(&self) -> Result<Option<Vec<u8>>> {
        pfs::write(self).map(Some)
    }

    /// The list of names is no file; the checksum is that of zlib over all contents in
    /// the order of their data.
    fn summary(&self) -> Vec<(&'static str, String)> {
        let crc32 =
            self.crc32().map_or_else(|| "none: not all can be read".to_owned(), |crc| format!("{crc:08x}"));
        let mut rows = vec![
            ("files", self.directory.files.len().to_string()),
            ("inflated_bytes", self.directory.inflated_bytes().to_string()),
            ("crc32", crc32),
        ];
        if let Footer::Dated { time } = self.directory.footer {
            rows.push(("made", format!("{time} s after 1970-01-01")));
        }
        rows
    }

    /// A row for each file: its place in the archive, what it inflates to, its name.
    fn lines(&self) -> Vec<String> {
        let line = |entry: &pfs::Entry| format!("{:>10} {:>10} {}", entry.offset, entry.size, entry.name);
        self.directory.files.iter().map(line).collect()
    }

    fn kept_raw_bytes(&self) -> usize {
        match &self.directory.footer {
            Footer::Other(bytes) => bytes.len(),
            Footer::Absent | Footer::Dated { .. } => 0,
        }
    }
}
