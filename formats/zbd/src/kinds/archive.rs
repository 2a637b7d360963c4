//! Archives with their table of contents at the end: those of members of no one
//! kind, and what all kinds of archives share. What kind one is follows from its
//! members. Source: `docs/spec/zbd/archive.md`.

use super::{MOTION, READER, SOUND};
use crate::archive::{self, Archive, Contents, Directory, Footer, TypedArchive};
use crate::motion;
use binary::{Code, Garbage, Mode, Report, Result};
use filekind::{
    ArchiveForm, Content, FileKind, FolderForm, Identity, Member, MemberKinds, Overlay, Read, Recognise,
    Variant, boxed,
};
use std::borrow::Cow;

/// How every archive but savegames is laid out: a file for each member.
pub static ARCHIVE_FOLDER: FolderForm = FolderForm { id: "zbd.archive", name: "Zipper archive", parse: None };

/// An archive of members that are of no one kind.
pub static ARCHIVE: FileKind = FileKind {
    recognise: Recognise { end: |bytes| Made::is(bytes, Made::Mixed), ..Recognise::NEVER },
    archive: Some(ArchiveForm { list: list_other, members, reads_members: false }),
    codes: archive::codes,
    ..archive_kind("zbd.archive", "Zipper archive", |bytes, _, mode| boxed(archive::read(bytes, mode)))
};

/// What all kinds of archives have in common.
pub(super) const fn archive_kind(id: &'static str, name: &'static str, read: Read) -> FileKind {
    FileKind {
        endings: &[".zbd"],
        reported: true,
        folder: Some(&ARCHIVE_FOLDER),
        ..FileKind::new(id, name, read)
    }
}

/// The findings of an archive's table of contents and those of its members.
pub(super) fn with_archive(members: fn() -> Vec<&'static Code>) -> Vec<&'static Code> {
    [archive::codes(), members()].concat()
}

/// What the members of an archive make it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Made {
    Save,
    Mechlib,
    Readers,
    Sounds,
    Motions,
    /// Of members that are of no one kind.
    Mixed,
}

impl Made {
    /// The answer of [`Recognise::end`] for an archive that is `wanted`.
    pub(super) fn is(bytes: &[u8], wanted: Made) -> Option<Variant> {
        // What stands behind a program is the affair of that program.
        if bytes.starts_with(b"MZ") {
            return None;
        }
        let (directory, _) = archive::read_directory(bytes, Mode::Lenient).ok()?;
        (Made::of(bytes, &directory) == wanted).then(Variant::default)
    }

    fn of(bytes: &[u8], directory: &Directory) -> Made {
        let members = &directory.members;
        let has = |name: &str| members.iter().any(|member| member.name.text().eq_ignore_ascii_case(name));
        let all_end = |end: &str| {
            let ends = |name: String| name.to_ascii_lowercase().ends_with(end);
            !members.is_empty() && members.iter().all(|member| ends(member.name.text()))
        };
        let is_motion =
            |member: &archive::Member| bytes.get(member.range.clone()).is_some_and(motion::is_motion);
        match () {
            () if has("zSaveHeader") => Made::Save,
            () if has("version") && has("materials") => Made::Mechlib,
            () if all_end(".zrd") => Made::Readers,
            () if all_end(".wav") => Made::Sounds,
            () if !members.is_empty() && members.iter().all(is_motion) => Made::Motions,
            () => Made::Mixed,
        }
    }
}

/// True if a file that starts as a sound or a motion does is an archive of them:
/// archives begin with their first member.
pub(super) fn starts_an_archive(bytes: &[u8]) -> bool {
    archive::read_directory(bytes, Mode::Lenient)
        .is_ok_and(|(directory, _)| directory.members.first().is_some_and(|first| first.range.start == 0))
}

/// The members of an archive of these contents.
pub(super) fn list(bytes: &[u8], contents: Contents, mode: Mode) -> Result<(Vec<Member>, Report)> {
    let (archive, report) = archive::read_of(bytes, contents, mode)?;
    let members = archive.entries.into_iter();
    Ok((members.map(|entry| Member { name: entry.name.text(), data: entry.data }).collect(), report))
}

/// [`list`] of archives that are neither readers nor motions.
pub(super) fn list_other(bytes: &[u8], mode: Mode) -> Result<(Vec<Member>, Report)> {
    list(bytes, Contents::Other, mode)
}

/// What members of any archive are by their names, so that a damaged one is
/// still known; only motions have no ending.
pub(super) fn members(_: &[u8], _: Overlay<'_>) -> MemberKinds {
    Box::new(|name, bytes| {
        let name = name.to_ascii_lowercase();
        match () {
            () if name.ends_with(".zrd") => Some(Identity::from(&READER)),
            () if name.ends_with(".wav") => Some(Identity::from(&SOUND)),
            () if motion::is_motion(bytes) => Some(Identity::from(&MOTION)),
            () => None,
        }
    })
}

/// Which version of archive a footer says.
pub(super) fn version(footer: Footer) -> Option<Cow<'static, str>> {
    Some(match footer {
        Footer::Version1 => "1".into(),
        Footer::Version2 { .. } => "2".into(),
    })
}

impl Content for Archive {
    fn version(&self) -> Option<Cow<'static, str>> {
        version(self.footer)
    }

    fn write(&self) -> Result<Option<Vec<u8>>> {
        archive::write(self).map(Some)
    }

    fn summary(&self) -> Vec<(&'static str, String)> {
        let data: usize = self.entries.iter().map(|entry| entry.data.len()).sum();
        vec![("members", self.entries.len().to_string()), ("member bytes", data.to_string())]
    }

    fn kept_raw_bytes(&self) -> usize {
        kept(self.entries.iter().map(|entry| (&entry.comment, &entry.gap)), &self.tail)
    }
}

/// Bytes of an archive that are kept without a meaning.
fn kept<'a>(entries: impl Iterator<Item = (&'a Garbage<64>, &'a Vec<u8>)>, tail: &[u8]) -> usize {
    let odd = entries.map(|(comment, gap)| {
        let comment = comment.bytes();
        let comment = if comment.iter().any(|byte| *byte != 0) { comment.len() } else { 0 };
        gap.len() + comment
    });
    odd.sum::<usize>() + tail.len()
}

/// [`kept`] of a typed archive, without what its members keep.
pub(super) fn kept_around<C>(archive: &TypedArchive<C>) -> usize {
    kept(archive.entries.iter().map(|entry| (&entry.comment, &entry.gap)), &archive.tail)
}
