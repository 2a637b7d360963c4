//! Header, index and names of an archive.
//! Source: `docs/spec/everquest/pfs.md`, "Layout".

use super::blocks::Inflater;
use super::names::{self, NameList};
use super::{
    BOUNDS, CRC_TWICE, Directory, ENTRY_SIZE, Entry, FOOTER, FORMAT, Footer, HEADER_SIZE, Header, INDEX,
    INDEX_ORDER, IndexEntry, LARGEST_NAME_LIST, LIMIT, MAGIC, MAGIC_PFS, NAME_LIST, NAME_LIST_REISSUED,
    NAMES_CRC, NAMES_PLACE, NO_NAMES, TRUNCATED, UNREADABLE,
};
use binary::{Cursor, Data, Finding, Mode, Name, Report, Result, Segment, Severity};
use std::fmt::Display;
use std::ops::Range;

/// Lists the files of an archive. Of their data nothing is looked at but the list
/// of names.
///
/// # Errors
/// Bytes that are no archive, and an index outside the file, in either mode. In
/// strict mode the report's verdict says whether a documented habit is broken.
pub fn read_directory(bytes: &[u8], mode: Mode) -> Result<(Directory, Report)> {
    let mut cursor = Cursor::new(bytes, &FORMAT, mode);
    let directory = directory(&mut cursor, bytes)?;
    Ok((directory, cursor.report))
}

/// As [`read_directory`], of an archive of which only the header, the index and the list of names are read: that of an
/// archive of any size in a few kilobytes.
///
/// # Errors
/// As [`read_directory`], and `everquest.pfs.unreadable` where the bytes cannot be had.
pub fn read_directory_of(data: &dyn Data, mode: Mode) -> Result<(Directory, Report)> {
    read_directory(&parts(data)?, mode)
}

/// An archive as large as it is, with nothing in it but its header, its index and what may be its list of names. Memory
/// for what is not read is never touched.
fn parts(data: &dyn Data) -> Result<Vec<u8>> {
    let size = usize::try_from(data.size()).ok().filter(|size| *size <= u32::MAX as usize);
    let size = size.ok_or_else(|| unreadable("at most 4 GiB", data.size()))?;
    let mut bytes = vec![0; size];
    fill(data, &mut bytes, 0..HEADER_SIZE.min(size))?;
    let word = |bytes: &[u8], at: usize| {
        bytes.get(at..)?.first_chunk().map(|word| u32::from_le_bytes(*word) as usize)
    };
    // Whatever is wrong with these is told by the reader.
    let Some(index) = word(&bytes, 0).filter(|index| (HEADER_SIZE..size).contains(index)) else {
        return Ok(bytes);
    };
    fill(data, &mut bytes, index..size)?;
    let count = word(&bytes, index).unwrap_or_default();
    let entries = bytes.get(index + 4..).unwrap_or_default().chunks_exact(ENTRY_SIZE).take(count);
    let mut entries: Vec<(usize, u32)> = entries
        .map(|entry| (word(entry, 4).unwrap_or_default(), word(entry, 0).unwrap_or_default() as u32))
        .collect();
    entries.sort_by_key(|(offset, _)| *offset);
    let last = entries.len().saturating_sub(1);
    let is_wanted = |(position, (_, crc)): &(usize, &(usize, u32))| {
        *position == last || matches!(*crc, NAME_LIST | NAME_LIST_REISSUED)
    };
    // Nothing but the index follows the list of names.
    let wanted = entries.iter().enumerate().filter(is_wanted).map(|(_, (start, _))| *start..index);
    for range in wanted.filter(|range| (HEADER_SIZE..index).contains(&range.start)) {
        fill(data, &mut bytes, range)?;
    }
    Ok(bytes)
}

fn fill(data: &dyn Data, bytes: &mut [u8], range: Range<usize>) -> Result<()> {
    let at = range.start as u64;
    let Some(part) = bytes.get_mut(range) else { return Ok(()) };
    data.read_at(at, part)
        .map_err(|error| unreadable(format_args!("{} bytes from {at} on", part.len()), error))
}

fn unreadable(expected: impl Display, found: impl Display) -> Box<Finding> {
    Box::new(Finding::new(&UNREADABLE, Severity::Error, "", expected, found))
}

pub(super) fn directory(cursor: &mut Cursor<'_>, bytes: &[u8]) -> Result<Directory> {
    if bytes.len() < HEADER_SIZE {
        let found = format_args!("{} bytes", bytes.len());
        return Err(cursor.report.broken(&TRUNCATED, 0, "12 bytes of header", found));
    }
    let magic = bytes.get(4..8).unwrap_or_default();
    if magic != MAGIC_PFS {
        let found = format_args!("\"{}\"", magic.escape_ascii());
        return Err(cursor.report.broken(&MAGIC, 4, "the letters `PFS `", found));
    }
    let header: Header = cursor.within(Segment::one("header"), |cursor| cursor.record(0))?;
    let at = header.index as usize;
    if at < HEADER_SIZE || at.checked_add(4).is_none_or(|end| end > bytes.len()) {
        let expected = format_args!("an offset from {HEADER_SIZE} to {}", bytes.len().saturating_sub(4));
        return Err(cursor.report.broken(&INDEX, 0, expected, at));
    }
    cursor.seek(at)?;
    let count: u32 = cursor.value("count")?;
    let most = cursor.remaining() / ENTRY_SIZE;
    if count as usize > most {
        let expected = format_args!("at most {most} entries in the {} bytes left", cursor.remaining());
        return Err(cursor.report.broken(&INDEX, at, expected, format_args!("a count of {count}")));
    }
    let mut files = entries(cursor, count, header.index)?;
    let footer = footer(cursor)?;
    let (name_list, content) = take_names(&mut cursor.report, bytes, &mut files);
    match content.as_deref().map(NameList::of) {
        Some(Some(list)) => {
            let place = name_list.as_ref().map_or(0, |entry| entry.offset as usize);
            names::give(&mut cursor.report, &list, &mut files, place, at);
        }
        _ => files.iter_mut().for_each(|entry| entry.name = names::unnamed(entry.crc)),
    }
    names::twice(&mut cursor.report, &files);
    one_checksum_each(&mut cursor.report, &files, at);
    Ok(Directory { version: header.version, files, name_list, index: header.index, footer })
}

/// The entries in the order of their data; `index` is where the index starts.
fn entries(cursor: &mut Cursor<'_>, count: u32, index: u32) -> Result<Vec<Entry>> {
    let mut entries = Vec::with_capacity(count as usize);
    let mut before = 0;
    let mut disorder = None;
    for number in 0..count {
        let at = cursor.offset();
        let segment = Segment::at("index", number as usize);
        let IndexEntry { crc, offset, size } = cursor.within(segment, |cursor| cursor.record(0))?;
        if crc < before {
            disorder.get_or_insert((at, before, crc));
        }
        before = crc;
        entries.push(Entry { name: String::new(), crc, offset, end: offset, size, number });
    }
    if let Some((at, before, crc)) = disorder {
        let expected = format_args!("0x{before:08x} or more, as sorted");
        cursor.report.habit(&INDEX_ORDER, at, expected, format_args!("0x{crc:08x}"));
    }
    entries.sort_by_key(|entry| entry.offset);
    // Each ends where the next other one starts; empty ones are in nobody's way.
    let inside = HEADER_SIZE as u32..=index;
    let (mut next, mut here) = (index, index);
    for entry in entries.iter_mut().rev() {
        if !inside.contains(&entry.offset) {
            continue;
        }
        if entry.offset < here && entry.size > 0 {
            (next, here) = (here, entry.offset);
        }
        entry.end = if entry.offset < here { here } else { next };
    }
    Ok(entries)
}

fn footer(cursor: &mut Cursor<'_>) -> Result<Footer> {
    let at = cursor.offset();
    let length = cursor.remaining();
    let footer = Footer::of(cursor.take(length, "the footer")?);
    match &footer {
        Footer::Absent => {}
        Footer::Dated { .. } => cursor.trace_bytes("footer", at, length),
        Footer::Other(bytes) => {
            cursor.trace_bytes("footer", at, length);
            let found = format_args!("{} other bytes", bytes.len());
            cursor.report.habit(&FOOTER, at, "nothing, or STEVE and four bytes of time", found);
        }
    }
    Ok(footer)
}

/// Takes the entry of the list of names out of the files, and gives its content:
/// by its checksum, by that of reissued archives, else the last data that is such a
/// list.
fn take_names(report: &mut Report, bytes: &[u8], files: &mut Vec<Entry>) -> (Option<Entry>, Option<Vec<u8>>) {
    let with = |crc: u32| files.iter().rposition(|entry| entry.crc == crc);
    let last = files.len().checked_sub(1);
    let mut tried =
        [with(NAME_LIST), with(NAME_LIST_REISSUED), last].into_iter().flatten().collect::<Vec<_>>();
    tried.dedup();
    let mut problem = None;
    for position in tried {
        let Some(entry) = files.get(position) else { continue };
        let content = match list_content(bytes, entry) {
            Ok(content) => content,
            Err(reason) => {
                problem.get_or_insert((entry.offset as usize, reason));
                continue;
            }
        };
        let entry = files.remove(position);
        if entry.crc != NAME_LIST {
            let found = format_args!("0x{:08x}", entry.crc);
            report.note(&NAMES_CRC, entry.offset as usize, format_args!("0x{NAME_LIST:08x}"), found);
        }
        if files.get(position..).is_some_and(|behind| behind.iter().any(|file| file.size > 0)) {
            let expected = "the list of names behind all files";
            report.habit(&NAMES_PLACE, entry.offset as usize, expected, "files behind it");
        }
        out_of_bounds(report, files);
        return (Some(entry), Some(content));
    }
    let (at, reason) = problem.unwrap_or_else(|| (0, "an archive without data".to_owned()));
    report.habit(&NO_NAMES, at, "a list of names", reason);
    out_of_bounds(report, files);
    (None, None)
}

/// The inflated list of names, or why there is none.
fn list_content(bytes: &[u8], entry: &Entry) -> std::result::Result<Vec<u8>, String> {
    if entry.size as usize > LARGEST_NAME_LIST {
        return Err(format!("one of {} bytes ({})", entry.size, LIMIT.means));
    }
    let content = Inflater::new().read(bytes, entry).map_err(|finding| finding.found)?;
    if NameList::of(&content).is_none() {
        return Err("data that is no such list".to_owned());
    }
    Ok(content)
}

fn out_of_bounds(report: &mut Report, files: &[Entry]) {
    for (position, entry) in files.iter().enumerate() {
        let at = entry.offset as usize;
        if at < HEADER_SIZE || (entry.end == entry.offset && entry.size > 0) {
            report.enter(Segment::at("entry", position));
            report.habit(
                &BOUNDS,
                at,
                "data between the header and the index",
                format_args!("an offset of {at}"),
            );
            report.leave();
        }
    }
}

/// Reports files of different names that have one checksum.
fn one_checksum_each(report: &mut Report, files: &[Entry], index: usize) {
    let mut sorted: Vec<&Entry> = files.iter().collect();
    sorted.sort_by_key(|entry| entry.crc);
    for pair in sorted.windows(2) {
        let [one, other] = pair else { continue };
        if one.crc == other.crc && !one.name.eq_ignore_ascii_case(&other.name) {
            let at = index + 4 + other.number as usize * ENTRY_SIZE;
            let segment = Segment::at("index", other.number as usize).named(Name::new(other.name.as_bytes()));
            report.enter(segment);
            let found = format_args!("that of \"{}\"", one.name);
            report.habit(&CRC_TWICE, at, "a checksum that no other name has", found);
            report.leave();
        }
    }
}
