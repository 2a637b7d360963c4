//! Archives whose members are read into values of one type.

use super::{Archive, Contents, Directory, Entry, Footer, Member, directory_within};
use crate::packed;
use binary::{Cursor, FormatCodes, Garbage, Name, Padded, Report, Result, Segment};
use serde::{Deserialize, Serialize};
use std::mem;

/// An archive with what its members say.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TypedArchive<C> {
    /// Which version.
    pub footer: Footer,
    /// The members, in file order. Names may occur twice.
    pub entries: Vec<TypedEntry<C>>,
    /// As [`Archive::tail`].
    #[serde(with = "packed", default, skip_serializing_if = "Vec::is_empty")]
    pub tail: Vec<u8>,
}

/// One member of a [`TypedArchive`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TypedEntry<C> {
    /// Its name.
    pub name: Padded<64>,
    /// As [`Entry::flags`].
    pub flags: u32,
    /// As [`Entry::comment`].
    pub comment: Garbage<64>,
    /// As [`Entry::filetime`].
    pub filetime: u64,
    /// As [`Entry::gap`].
    #[serde(with = "packed", default, skip_serializing_if = "Vec::is_empty")]
    pub gap: Vec<u8>,
    /// What it says.
    pub content: C,
}

impl<C> Default for TypedArchive<C> {
    /// Version 1 without members.
    fn default() -> Self {
        TypedArchive { footer: Footer::default(), entries: Vec::new(), tail: Vec::new() }
    }
}

impl<C> TypedEntry<C> {
    /// A member without comment and time, if the name is at most 63 ASCII
    /// characters.
    pub fn new(name: &str, content: C) -> Option<Self> {
        Some(TypedEntry {
            name: Padded::new(name)?,
            flags: 0,
            comment: Garbage::default(),
            filetime: 0,
            gap: Vec::new(),
            content,
        })
    }
}

impl<C> TypedArchive<C> {
    /// The first member of this name, whatever the case of its letters.
    pub fn get(&self, name: &str) -> Option<&C> {
        let entry = self.entries.iter().find(|entry| entry.name.text().eq_ignore_ascii_case(name))?;
        Some(&entry.content)
    }

    /// The archive with the bytes of its members.
    ///
    /// # Errors
    /// The first error of `write`, with the member it belongs to.
    pub(crate) fn to_archive(&self, mut write: impl FnMut(&C) -> Result<Vec<u8>>) -> Result<Archive> {
        let mut entries = Vec::with_capacity(self.entries.len());
        for (index, entry) in self.entries.iter().enumerate() {
            let data = write(&entry.content).map_err(|mut finding| {
                let place = format!("entry {index} \"{}\"", entry.name);
                finding.path =
                    if finding.path.is_empty() { place } else { format!("{place}, {}", finding.path) };
                finding
            })?;
            let TypedEntry { name, flags, comment, filetime, .. } = *entry;
            entries.push(Entry { name, flags, comment, filetime, gap: entry.gap.clone(), data });
        }
        Ok(Archive { footer: self.footer, entries, tail: self.tail.clone() })
    }
}

/// Reads the directory and every member in file order. The cursor that `read`
/// is given ends with the member; its offsets are those of the whole file.
pub(crate) fn read_all<C>(
    bytes: &[u8],
    contents: Contents,
    report: &mut Report,
    codes: &'static FormatCodes,
    mut read: impl FnMut(&mut Cursor<'_>, &Member) -> Result<C>,
) -> Result<TypedArchive<C>> {
    let directory = directory_within(bytes, Some(contents), report)?;
    let mut values = Vec::with_capacity(directory.members.len());
    for (index, member) in directory.members.iter().enumerate() {
        values.push(read_member(bytes, index, member, report, codes, |cursor| read(cursor, member))?);
    }
    Ok(assemble(bytes, directory, values))
}

/// Reads one member, all of it.
pub(crate) fn read_member<C>(
    bytes: &[u8],
    index: usize,
    member: &Member,
    report: &mut Report,
    codes: &'static FormatCodes,
    read: impl FnOnce(&mut Cursor<'_>) -> Result<C>,
) -> Result<C> {
    let prepared = mem::replace(report, Report::new(report.mode()));
    let mut cursor = Cursor::with_report(&bytes[..member.range.end], codes, prepared);
    let segment = Segment::at("entry", index).named(Name::new(member.name.bytes()));
    let value = cursor.within(segment, |cursor| {
        cursor.seek(member.range.start)?;
        let value = read(cursor)?;
        if cursor.remaining() > 0 {
            let found = format_args!("{} more bytes", cursor.remaining());
            return Err(cursor.report.broken(
                codes.trailing,
                cursor.offset(),
                "the end of the member",
                found,
            ));
        }
        Ok(value)
    });
    *report = cursor.report;
    value
}

/// Puts what was read, one value for each member, into its directory.
pub(crate) fn assemble<C>(bytes: &[u8], directory: Directory, values: Vec<C>) -> TypedArchive<C> {
    let Directory { footer, members, toc_start } = directory;
    let mut entries = Vec::with_capacity(members.len());
    let mut end = 0;
    for (Member { name, range, flags, comment, filetime }, content) in members.into_iter().zip(values) {
        let gap = bytes[end..range.start].to_vec();
        end = range.end;
        entries.push(TypedEntry { name, flags, comment, filetime, gap, content });
    }
    TypedArchive { footer, entries, tail: bytes[end..toc_start].to_vec() }
}
