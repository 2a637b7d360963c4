//! Reading and writing whole archives. Everything is found from the end of the
//! file: footer, table of contents, data. Source: `docs/spec/zbd/archive.md`.

use super::crc::crc32;
use super::{Archive, Contents, Directory, Entry, Footer, Member};
use binary::{
    Code, Cursor, Finding, FormatCodes, Garbage, Mode, Name, Padded, Record, Report, Result, Segment,
    Severity, Site, Writer, codes, record,
};
use std::ops::Range;

codes! {
    TRUNCATED = "zbd.archive.truncated": "the file is too short for an archive" => "copy the file again from its source";
    NOT_FINITE = "zbd.archive.not_finite": "a number is NaN or infinite" => "write the archive again";
    TRAILING = "zbd.archive.trailing": "bytes follow the footer" => "cut the file at the stated offset";
    LIMIT = "zbd.archive.limit": "the archive has more members than the limits allow" => "raise the limit if the file is trusted";
    VERSION = "zbd.archive.version": "the footer is that of no known version" => "make sure that this is an archive and was copied whole";
    COUNT = "zbd.archive.count": "the table of contents does not fit the file" => "make sure that this is an archive and was copied whole";
    NAME = "zbd.archive.name": "a name is not 7-bit text with NULs to the end" => "use at most 63 ASCII characters and fill up with NULs";
    EMPTY = "zbd.archive.empty": "a member has no bytes" => "leave the member out";
    GAP = "zbd.archive.gap": "a member does not start where the one before it ends" => "write the members in order without gaps";
    OVERLAP = "zbd.archive.overlap": "a member starts inside the one before it" => "write the archive again";
    BOUNDS = "zbd.archive.bounds": "a member reaches into the table of contents" => "write the archive again";
    CHECKSUM = "zbd.archive.checksum": "the checksum is neither that of the data nor 0" => "set it to the stated value for reader archives, to 0 for others";
    CONTENTS_CHECKSUM = "zbd.archive.contents_checksum": "the checksum is not what archives with such members carry" => "set it to that of the data in reader archives, to 0 in all others";
    UNIT_LENGTHS = "zbd.archive.unit_lengths": "only motion archives of Pirate's Moon have 1 for every length, and they always do" => "write the archive again";
    TAIL = "zbd.archive.tail": "bytes before the table of contents belong to no member" => "nothing, unless the archive was meant to have none";
    UNWRITABLE = "zbd.archive.unwritable": "the archive does not fit the format" => "correct the named part";
}

/// Every finding that reading or writing an archive can make.
pub fn codes() -> Vec<&'static Code> {
    [CODES, FooterRecord::CODES, TocEntry::CODES].concat()
}

static FORMAT: FormatCodes =
    FormatCodes { truncated: &TRUNCATED, not_finite: &NOT_FINITE, trailing: &TRAILING, limit: &LIMIT };

record! {
    /// The last bytes of the file: version 1 and version 2.
    struct FooterRecord in "zbd.archive.footer" sizes [8, 12] {
        // Columns: version 1; version 2.
        version: u32 [0, 0],
        count: u32 [4, 4],
        checksum: u32 [_, 8],
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

/// Lists the members without copying their data.
///
/// # Errors
/// Structural damage, in either mode; in strict mode the report's verdict says
/// whether a documented habit is broken.
pub fn read_directory(bytes: &[u8], mode: Mode) -> Result<(Directory, Report)> {
    let mut report = Report::new(mode);
    let directory = directory_within(bytes, None, &mut report)?;
    Ok((directory, report))
}

/// Lists the members of an archive whose contents are known, which says more
/// about its footer.
///
/// # Errors
/// As [`read_directory`].
pub fn read_directory_of(bytes: &[u8], contents: Contents, mode: Mode) -> Result<(Directory, Report)> {
    let mut report = Report::new(mode);
    let directory = directory_within(bytes, Some(contents), &mut report)?;
    Ok((directory, report))
}

/// Lists the members under a report that outlives the reading, also when it
/// fails.
pub(crate) fn directory_within(
    bytes: &[u8],
    contents: Option<Contents>,
    report: &mut Report,
) -> Result<Directory> {
    let prepared = std::mem::replace(report, Report::new(report.mode()));
    let mut cursor = Cursor::with_report(bytes, &FORMAT, prepared);
    let directory = directory(&mut cursor, bytes, contents);
    *report = cursor.report;
    directory
}

/// Reads an archive with its data.
///
/// # Errors
/// As [`read_directory`].
pub fn read(bytes: &[u8], mode: Mode) -> Result<(Archive, Report)> {
    let (directory, report) = read_directory(bytes, mode)?;
    Ok((with_data(bytes, directory), report))
}

/// Reads an archive whose contents are known, which says more about its footer.
///
/// # Errors
/// As [`read_directory`].
pub fn read_of(bytes: &[u8], contents: Contents, mode: Mode) -> Result<(Archive, Report)> {
    let (directory, report) = read_directory_of(bytes, contents, mode)?;
    Ok((with_data(bytes, directory), report))
}

/// Copies the data of the members of a directory read from these bytes.
fn with_data(bytes: &[u8], Directory { footer, members, toc_start }: Directory) -> Archive {
    let mut entries = Vec::with_capacity(members.len());
    let mut end = 0;
    for Member { name, range, flags, comment, filetime } in members {
        let gap = bytes[end..range.start].to_vec();
        end = range.end;
        entries.push(Entry { name, flags, comment, filetime, gap, data: bytes[range].to_vec() });
    }
    Archive { footer, entries, tail: bytes[end..toc_start].to_vec() }
}

/// Every place the reader looks at; up to the damage if there is any. The data
/// of a member is one place.
pub fn fields(bytes: &[u8]) -> Vec<Site> {
    let mut cursor = Cursor::with_report(bytes, &FORMAT, Report::new(Mode::Lenient).with_trace());
    // What ends the reading is reported by `read`.
    let _ = directory(&mut cursor, bytes, None);
    cursor.report.take_sites()
}

/// Where footer and table start.
struct Frame {
    column: usize,
    footer_start: usize,
    /// None when the table does not fit the file.
    toc_start: Option<usize>,
}

/// The frame of an archive of the version in `column`, if its version word is
/// there.
fn frame(bytes: &[u8], column: usize) -> Option<Frame> {
    let footer_start = bytes.len().checked_sub(FooterRecord::SIZES[column])?;
    let footer = FooterRecord::get(&bytes[footer_start..], column);
    let count = footer.count as usize;
    let toc_start = count.checked_mul(TocEntry::SIZES[0]).and_then(|size| footer_start.checked_sub(size));
    // Without members the file is the footer only.
    let toc_start = toc_start.filter(|start| count > 0 || *start == 0);
    (footer.version as usize == column + 1).then_some(Frame { column, footer_start, toc_start })
}

/// Version 1 if its word is there and the table fits, else version 2 if its
/// word is there: the two have no field in a common place.
fn probe(bytes: &[u8]) -> Option<Frame> {
    let [first, second] = [0, 1].map(|column| frame(bytes, column));
    match first {
        Some(Frame { toc_start: Some(_), .. }) => first,
        _ => second.or(first),
    }
}

/// Reads the footer; returns it, where it starts and where the table does.
fn footer(cursor: &mut Cursor<'_>, bytes: &[u8]) -> Result<(FooterRecord, usize, usize)> {
    let Some(Frame { column, footer_start, toc_start }) = probe(bytes) else {
        return Err(match bytes.len().checked_sub(FooterRecord::SIZES[0]) {
            Some(at) => {
                let expected = "1 eight bytes before the end, or 2 twelve bytes before it";
                cursor.report.broken(&VERSION, at, expected, "neither")
            }
            None => cursor.report.broken(
                &TRUNCATED,
                0,
                "8 bytes of footer",
                format_args!("{} bytes", bytes.len()),
            ),
        });
    };
    cursor.seek(footer_start)?;
    let footer: FooterRecord = cursor.record(column)?;
    let Some(toc_start) = toc_start else {
        return Err(cursor.report.broken(
            &COUNT,
            footer_start + 4,
            format_args!("a count of members that fits the {footer_start} bytes before the footer"),
            footer.count,
        ));
    };
    Ok((footer, footer_start, toc_start))
}

/// Reads footer and table; the ranges of the result ascend and never overlap,
/// and none goes beyond `toc_start`.
fn directory(cursor: &mut Cursor<'_>, bytes: &[u8], contents: Option<Contents>) -> Result<Directory> {
    let (footer, footer_start, toc_start) =
        cursor.within(Segment::one("footer"), |cursor| footer(cursor, bytes))?;
    let count = footer.count as usize;
    cursor.seek(toc_start)?;
    cursor.expect_items(count, TocEntry::SIZES[0], "members")?;
    let mut entries = Vec::with_capacity(count);
    for index in 0..count {
        entries.push(cursor.within(Segment::at("entry", index), |cursor| cursor.record::<TocEntry>(0))?);
    }
    let footer = match footer.version {
        2 => {
            let ones = !entries.is_empty() && entries.iter().all(|entry| entry.length == 1);
            let unit_lengths = resolve_unit_lengths(&mut entries, toc_start);
            let (data, at) = (&bytes[..toc_start], footer_start + 8);
            match contents {
                None => check_checksum(cursor, footer.checksum, unit_lengths, data, at),
                Some(contents) => {
                    check_contents_checksum(cursor, footer.checksum, contents, data, at);
                    check_lengths(cursor, contents, count, ones, unit_lengths, toc_start + 4);
                }
            }
            Footer::Version2 { checksum: footer.checksum, unit_lengths }
        }
        _ => Footer::Version1,
    };

    let mut members = Vec::with_capacity(count);
    let mut end = 0;
    for (index, entry) in entries.into_iter().enumerate() {
        let segment = Segment::at("entry", index).named(Name::new(entry.name.bytes()));
        cursor.within(segment, |cursor| {
            let at = toc_start + index * TocEntry::SIZES[0];
            let range = range(&mut cursor.report, &entry, at, end, toc_start)?;
            if range.start > end {
                cursor.trace_bytes("gap", end, range.start - end);
            }
            cursor.trace_bytes("data", range.start, range.len());
            end = range.end;
            let TocEntry { name, flags, comment, filetime, .. } = entry;
            members.push(Member { name, range, flags, comment, filetime });
            Ok(())
        })?;
    }
    if end < toc_start {
        cursor.report.note(&TAIL, end, toc_start, end);
        cursor.trace_bytes("tail", end, toc_start - end);
    }
    // The table ends at the footer by its size, and the footer was read first.
    cursor.seek(cursor.len())?;
    Ok(Directory { footer, members, toc_start })
}

/// Motion archives of version 2 have 1 for every length: the true one reaches
/// to the next start. Puts the true lengths in, and says whether it was so.
fn resolve_unit_lengths(entries: &mut [TocEntry], toc_start: usize) -> bool {
    let starts_agree = entries.iter().enumerate().all(|(index, entry)| entry.start as usize == index);
    if entries.iter().any(|entry| entry.length != 1) || (starts_agree && entries.len() == toc_start) {
        return false;
    }
    // Before the footer of a file that 32-bit offsets reach into.
    let mut next = u32::try_from(toc_start).unwrap_or(u32::MAX);
    for entry in entries.iter_mut().rev() {
        // Starts that do not ascend are found when the ranges are.
        entry.length = next.saturating_sub(entry.start);
        next = entry.start;
    }
    true
}

/// The checksum is that of the data in reader archives (nothing in the file says whether it is
/// one), and 0 in all others.
fn check_checksum(cursor: &mut Cursor<'_>, checksum: u32, unit_lengths: bool, data: &[u8], at: usize) {
    if checksum == 0 {
        return;
    }
    let crc = if unit_lengths { 0 } else { crc32(data) };
    if checksum != crc {
        let (expected, found) = (format!("0x{crc:08x}"), format!("0x{checksum:08x}"));
        cursor.report.habit(&CHECKSUM, at, expected, found);
    }
}

/// As [`check_checksum`], for known contents.
fn check_contents_checksum(
    cursor: &mut Cursor<'_>,
    checksum: u32,
    contents: Contents,
    data: &[u8],
    at: usize,
) {
    let wanted = if contents == Contents::Readers { crc32(data) } else { 0 };
    if checksum != wanted {
        let (expected, found) = (format!("0x{wanted:08x}"), format!("0x{checksum:08x}"));
        cursor.report.habit(&CONTENTS_CHECKSUM, at, expected, found);
    }
}

/// Lengths are all 1 in motion archives of version 2 and true in all others.
fn check_lengths(
    cursor: &mut Cursor<'_>,
    contents: Contents,
    count: usize,
    ones: bool,
    unit_lengths: bool,
    at: usize,
) {
    if contents == Contents::Motions {
        if count > 0 && !ones {
            cursor.report.habit(&UNIT_LENGTHS, at, "1 for the length of every motion", "other lengths");
        }
    } else if unit_lengths {
        cursor.report.habit(&UNIT_LENGTHS, at, "the length of each member", "1 for every length");
    }
}

/// The range of a member's data: after `end`, where the member before it ends, and before the
/// table.
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

/// Writes an archive. Offsets and lengths are derived; everything else, the
/// checksum too, is written as it stands.
///
/// # Errors
/// `zbd.archive.unwritable` when the archive does not fit 32-bit offsets, or
/// has bytes but no member, or cannot do with lengths of 1.
pub fn write(archive: &Archive) -> Result<Vec<u8>> {
    let Archive { footer, entries, tail } = archive;
    let (column, checksum, unit_lengths) = match *footer {
        Footer::Version1 => (0, 0, false),
        Footer::Version2 { checksum, unit_lengths } => (1, checksum, unit_lengths),
    };
    let toc_start = archive.data().map(<[u8]>::len).sum::<usize>();
    let total = toc_start + entries.len() * TocEntry::SIZES[0] + FooterRecord::SIZES[column];
    if u32::try_from(toc_start).is_err() {
        return Err(unwritable("an archive below 4 GiB", format_args!("{toc_start} bytes")));
    }
    if entries.is_empty() && toc_start != 0 {
        return Err(unwritable("a member for all bytes", format_args!("{toc_start} bytes and no member")));
    }
    let gaps = entries.iter().skip(1).any(|entry| !entry.gap.is_empty()) || !tail.is_empty();
    if unit_lengths && (gaps || entries.is_empty()) {
        return Err(unwritable("members without gaps, since no lengths are stored", "a gap, or no member"));
    }
    let count =
        u32::try_from(entries.len()).map_err(|_| unwritable("fewer than 2^32 members", entries.len()))?;

    let mut writer = Writer::with_capacity(total);
    let mut toc = Vec::with_capacity(entries.len());
    for entry in entries {
        writer.raw(&entry.gap);
        // Both fit, since the end of all data does.
        let (start, true_length) = (writer.offset() as u32, entry.data.len() as u32);
        writer.raw(&entry.data);
        let length = if unit_lengths { 1 } else { true_length };
        let Entry { name, flags, comment, filetime, .. } = *entry;
        toc.push(TocEntry { start, length, name, flags, comment, filetime });
    }
    writer.raw(tail);
    for entry in &toc {
        writer.record(entry, 0);
    }
    writer.record(&FooterRecord { version: column as u32 + 1, count, checksum }, column);
    Ok(writer.into_bytes())
}

fn unwritable(expected: &str, found: impl std::fmt::Display) -> Box<Finding> {
    Box::new(Finding::new(&UNWRITABLE, Severity::Error, "", expected, found))
}
