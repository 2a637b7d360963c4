//! Archives with their table of contents at the end: `sounds*.zbd`,
//! `reader*.zbd`, `zrdr.zbd`, `mechlib.zbd`, `motion.zbd` and savegames of
//! MechWarrior 3, Recoil and Crimson Skies (version 1). What the members hold
//! is not looked at. Source: `spec/zbd/archive.md`.
//!
//! [`read_directory`] lists the members and where they are without copying;
//! [`read`] makes an [`Archive`] that can be changed and written.

use crate::packed;
use binary::{
    Code, Cursor, Finding, FormatCodes, Garbage, Mode, Name, Padded, Record, Report, Result, Segment,
    Severity, Site, Writer, codes, record,
};
use serde::{Deserialize, Serialize};
use std::ops::Range;

codes! {
    TRUNCATED = "zbd.archive.truncated": "the file is too short for an archive" => "copy the file again from its source";
    NOT_FINITE = "zbd.archive.not_finite": "a number is infinite or not a number" => "write the archive again";
    TRAILING = "zbd.archive.trailing": "bytes follow the footer" => "cut the file at the stated offset";
    LIMIT = "zbd.archive.limit": "the archive has more members than the limits allow" => "raise the limit if the file is trusted";
    VERSION = "zbd.archive.version": "the footer is not that of a version 1 archive" => "make sure that this is an archive and was copied whole";
    COUNT = "zbd.archive.count": "the table of contents does not fit the file" => "make sure that this is an archive and was copied whole";
    NAME = "zbd.archive.name": "a name is not 7-bit text with NULs to the end" => "use at most 63 ASCII characters and fill up with NULs";
    EMPTY = "zbd.archive.empty": "a member has no bytes" => "leave the member out";
    GAP = "zbd.archive.gap": "a member does not start where the one before it ends" => "write the members in order without gaps";
    OVERLAP = "zbd.archive.overlap": "a member starts inside the one before it" => "write the archive again";
    BOUNDS = "zbd.archive.bounds": "a member reaches into the table of contents" => "write the archive again";
    TAIL = "zbd.archive.tail": "bytes that belong to no member stand before the table of contents" => "";
    UNWRITABLE = "zbd.archive.unwritable": "the archive is too large for 32-bit offsets" => "split it";
}

/// Every finding that reading or writing an archive can make.
pub fn codes() -> Vec<&'static Code> {
    [CODES, Footer::CODES, TocEntry::CODES].concat()
}

static FORMAT: FormatCodes =
    FormatCodes { truncated: &TRUNCATED, not_finite: &NOT_FINITE, trailing: &TRAILING, limit: &LIMIT };

record! {
    /// The last bytes of the file.
    struct Footer in "zbd.archive.footer" sizes [8] {
        version: u32 [0],
        count: u32 [4],
    }
}

record! {
    struct TocEntry in "zbd.archive.entry" sizes [148] {
        start: u32 [0],
        length: u32 [4],
        name: Padded<64> [8],
        flags: u32 [72],
        comment: Garbage<64> [76],
        filetime: u64 [140],
    }
}

const VERSION_1: u32 = 1;

/// What an archive holds and where.
#[derive(Clone, Debug, PartialEq)]
pub struct Directory {
    /// The members, in file order. Names may occur twice.
    pub members: Vec<Member>,
    /// Offset of the table of contents, where the data ends.
    pub toc_start: usize,
}

/// One member of a [`Directory`].
#[derive(Clone, Debug, PartialEq)]
pub struct Member {
    /// Its name.
    pub name: Padded<64>,
    /// Its data: byte offsets from the start of the file, never past its end.
    pub range: Range<usize>,
    /// As [`Entry::flags`].
    pub flags: u32,
    /// As [`Entry::comment`].
    pub comment: Garbage<64>,
    /// As [`Entry::filetime`].
    pub filetime: u64,
}

/// An archive with its data.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Archive {
    /// The members, in file order. Names may occur twice.
    pub entries: Vec<Entry>,
    /// Bytes between the last member and the table of contents; none in known
    /// files.
    #[serde(with = "packed", default, skip_serializing_if = "Vec::is_empty")]
    pub tail: Vec<u8>,
}

/// One member of an [`Archive`].
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Entry {
    /// Its name.
    pub name: Padded<64>,
    /// Bit 1 was meant to say that comment and time are valid, but does not.
    pub flags: u32,
    /// A text, or whatever was in memory.
    pub comment: Garbage<64>,
    /// Windows FILETIME (100 ns since 1601-01-01 UTC), 0, or whatever was in
    /// memory.
    pub filetime: u64,
    /// Bytes between the member before and this one; none in known files.
    #[serde(with = "packed", default, skip_serializing_if = "Vec::is_empty")]
    pub gap: Vec<u8>,
    /// Its data.
    #[serde(with = "packed")]
    pub data: Vec<u8>,
}

impl Entry {
    /// A member without comment and time, if the name is at most 63 ASCII
    /// characters.
    pub fn new(name: &str, data: Vec<u8>) -> Option<Self> {
        Some(Entry { name: Padded::new(name)?, data, ..Entry::default() })
    }
}

/// Lists the members without copying their data.
///
/// # Errors
/// Structural damage, in either mode; in strict mode the report's verdict says
/// whether a documented habit is broken.
pub fn read_directory(bytes: &[u8], mode: Mode) -> Result<(Directory, Report)> {
    let mut cursor = Cursor::new(bytes, &FORMAT, mode);
    let directory = directory(&mut cursor)?;
    Ok((directory, cursor.finish()?))
}

/// Reads an archive with its data.
///
/// # Errors
/// As [`read_directory`].
pub fn read(bytes: &[u8], mode: Mode) -> Result<(Archive, Report)> {
    let (Directory { members, toc_start }, report) = read_directory(bytes, mode)?;
    let mut entries = Vec::with_capacity(members.len());
    let mut end = 0;
    for Member { name, range, flags, comment, filetime } in members {
        let gap = bytes[end..range.start].to_vec();
        end = range.end;
        entries.push(Entry { name, flags, comment, filetime, gap, data: bytes[range].to_vec() });
    }
    Ok((Archive { entries, tail: bytes[end..toc_start].to_vec() }, report))
}

/// Every place the reader looks at; up to the damage if there is any. The data
/// of a member is one place.
pub fn fields(bytes: &[u8]) -> Vec<Site> {
    let mut cursor = Cursor::with_report(bytes, &FORMAT, Report::new(Mode::Lenient).with_trace());
    // What keeps the rest from being read is for `read` to say.
    let _ = directory(&mut cursor);
    cursor.report.take_sites()
}

/// Reads footer and table; the ranges of the result ascend and never overlap,
/// and none goes beyond `toc_start`.
fn directory(cursor: &mut Cursor<'_>) -> Result<Directory> {
    let length = cursor.len();
    let Some(footer_start) = length.checked_sub(Footer::SIZES[0]) else {
        return Err(cursor.report.broken(&TRUNCATED, 0, "8 bytes of footer", format_args!("{length} bytes")));
    };
    cursor.seek(footer_start)?;
    let footer: Footer = cursor.within(Segment::one("footer"), |cursor| cursor.record(0))?;
    if footer.version != VERSION_1 {
        return Err(cursor.report.broken(&VERSION, footer_start, VERSION_1, footer.version));
    }
    let count = footer.count as usize;
    let toc_start = count.checked_mul(TocEntry::SIZES[0]).and_then(|size| footer_start.checked_sub(size));
    let Some(toc_start) = toc_start.filter(|start| count > 0 || *start == 0) else {
        return Err(cursor.report.broken(
            &COUNT,
            footer_start + 4,
            format_args!("a count of members that fits the {footer_start} bytes before the footer"),
            count,
        ));
    };

    cursor.seek(toc_start)?;
    cursor.expect_items(count, TocEntry::SIZES[0], "members")?;
    let mut members = Vec::with_capacity(count);
    let mut end = 0;
    for index in 0..count {
        let member = member(cursor, index, end, toc_start)?;
        end = member.range.end;
        members.push(member);
    }
    if end < toc_start {
        cursor.report.note(&TAIL, end, toc_start, end);
        cursor.trace_bytes("tail", end, toc_start - end);
    }
    // The table ends at the footer by its size, and the footer was read first.
    cursor.seek(length)?;
    Ok(Directory { members, toc_start })
}

fn member(cursor: &mut Cursor<'_>, index: usize, end: usize, toc_start: usize) -> Result<Member> {
    let at = cursor.offset();
    let segment = Segment::at("entry", index);
    let entry: TocEntry = cursor.within(segment, |cursor| cursor.record(0))?;
    cursor.within(segment.named(Name::new(entry.name.bytes())), |cursor| {
        let range = range(&mut cursor.report, &entry, at, end, toc_start)?;
        if range.start > end {
            cursor.trace_bytes("gap", end, range.start - end);
        }
        cursor.trace_bytes("data", range.start, range.len());
        let TocEntry { name, flags, comment, filetime, .. } = entry;
        Ok(Member { name, range, flags, comment, filetime })
    })
}

/// Where a member's data is: behind `end`, where the member before it ends, and
/// before the table.
fn range(
    report: &mut Report,
    entry: &TocEntry,
    at: usize,
    end: usize,
    toc_start: usize,
) -> Result<Range<usize>> {
    entry.name.check(report, &NAME, at + 8);
    let (start, length) = (entry.start as usize, entry.length as usize);
    if start < end {
        return Err(report.broken(&OVERLAP, at, format_args!("{end}, where the member before ends"), start));
    }
    if start > end {
        report.habit(&GAP, at, format_args!("{end}, where the member before ends"), start);
    }
    let Some(stop) = start.checked_add(length).filter(|stop| *stop <= toc_start) else {
        return Err(report.broken(
            &BOUNDS,
            at + 4,
            format_args!("data that ends at or before {toc_start}, where the table of contents starts"),
            format_args!("{length} bytes from {start} on"),
        ));
    };
    if length == 0 {
        report.habit(&EMPTY, at + 4, "at least one byte", 0);
    }
    Ok(start..stop)
}

/// Writes an archive of version 1. Offsets and lengths are derived; everything
/// else is written as it stands.
///
/// # Errors
/// `zbd.archive.unwritable` when the archive does not fit 32-bit offsets, or
/// has bytes but no member.
pub fn write(archive: &Archive) -> Result<Vec<u8>> {
    let size = archive.entries.iter().map(|entry| entry.gap.len() + entry.data.len()).sum::<usize>();
    let toc_start = size + archive.tail.len();
    let count = archive.entries.len();
    let total = toc_start + count * TocEntry::SIZES[0] + Footer::SIZES[0];
    if u32::try_from(toc_start).is_err() {
        return Err(unwritable("an archive below 4 GiB", format_args!("{toc_start} bytes")));
    }
    if count == 0 && toc_start != 0 {
        return Err(unwritable("a member for all bytes", format_args!("{toc_start} bytes and no member")));
    }
    let count = u32::try_from(count).map_err(|_| unwritable("fewer than 2^32 members", count))?;

    let mut writer = Writer::with_capacity(total);
    let mut toc = Vec::with_capacity(archive.entries.len());
    for entry in &archive.entries {
        writer.raw(&entry.gap);
        // Both fit, since the end of all data does.
        let (start, length) = (writer.offset() as u32, entry.data.len() as u32);
        writer.raw(&entry.data);
        let Entry { name, flags, comment, filetime, .. } = *entry;
        toc.push(TocEntry { start, length, name, flags, comment, filetime });
    }
    writer.raw(&archive.tail);
    for entry in &toc {
        writer.record(entry, 0);
    }
    writer.record(&Footer { version: VERSION_1, count }, 0);
    Ok(writer.into_bytes())
}

fn unwritable(expected: &str, found: impl std::fmt::Display) -> Box<Finding> {
    Box::new(Finding::new(&UNWRITABLE, Severity::Error, "", expected, found))
}
