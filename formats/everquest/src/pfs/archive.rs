//! Whole archives, as they lie. Source: `docs/spec/everquest/pfs.md`, "Reading".

use super::blocks::{Chain, Inflater};
use super::directory::directory;
use super::{
    BLOCK_BYTES, BLOCK_SIZE, Damage, Directory, ENTRY_SIZE, Entry, FORMAT, GAP, HEADER_SIZE, Header,
    IndexEntry, LARGEST, LIMIT, MAGIC_PFS, OVERLAP, unwritable,
};
use crate::packed;
use binary::{Cursor, Mode, Name, Report, Result, Segment, Site, Writer};
use flate2::Crc;
use serde::{Deserialize, Serialize};

/// An archive with its data, which stays deflated.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Archive {
    /// What it holds and where.
    #[serde(flatten)]
    pub directory: Directory,
    /// Everything between the header and the index.
    #[serde(with = "packed")]
    pub data: Vec<u8>,
}

/// Reads an archive. Every block is inflated once, to see whether it can be; what
/// cannot be read is a finding, and the rest of the archive can be used.
///
/// # Errors
/// As [`read_directory`](super::read_directory).
pub fn read(bytes: &[u8], mode: Mode) -> Result<(Archive, Report)> {
    let mut cursor = Cursor::new(bytes, &FORMAT, mode);
    let directory = directory(&mut cursor, bytes)?;
    look_at_data(&mut cursor.report, bytes, &directory);
    let data = bytes.get(HEADER_SIZE..directory.index as usize).unwrap_or_default().to_vec();
    Ok((Archive { directory, data }, cursor.report))
}

/// Every place the reader looks at; up to the damage if there is any.
pub fn fields(bytes: &[u8]) -> Vec<Site> {
    let mut cursor = Cursor::with_report(bytes, &FORMAT, Report::new(Mode::Lenient).with_trace());
    // What ends the reading is reported by `read`.
    if let Ok(directory) = directory(&mut cursor, bytes) {
        let _ = trace_blocks(&mut cursor, bytes, &directory);
    }
    cursor.report.take_sites()
}

fn trace_blocks(cursor: &mut Cursor<'_>, bytes: &[u8], directory: &Directory) -> Result<()> {
    for (position, entry) in in_order(directory).enumerate() {
        cursor.report.enter(Segment::at("entry", position));
        let chain = Chain::new(entry.region(bytes), entry.offset as usize, entry.size as usize);
        for (index, block) in chain.map_while(std::result::Result::ok).enumerate() {
            cursor.within(Segment::at("block", index), |cursor| {
                cursor.seek(block.at)?;
                let _: u32 = cursor.value("deflated_size")?;
                let _: u32 = cursor.value("inflated_size")?;
                cursor.trace_bytes("deflated", cursor.offset(), block.deflated.len());
                Ok(())
            })?;
        }
        cursor.report.leave();
    }
    Ok(())
}

/// The files in the order of their data, then the list of names.
fn in_order(directory: &Directory) -> impl Iterator<Item = &Entry> {
    directory.files.iter().chain(&directory.name_list)
}

/// Inflates everything once and says what is odd about it.
fn look_at_data(report: &mut Report, bytes: &[u8], directory: &Directory) {
    let mut inflater = Inflater::new();
    let mut scratch = Vec::new();
    let mut left = LARGEST;
    let mut places = Vec::with_capacity(directory.files.len() + 1);
    let mut last: Option<&Entry> = None;
    for (position, entry) in in_order(directory).enumerate() {
        if entry.size == 0 || entry.place().is_empty() {
            continue;
        }
        let name = Name::new(entry.name.as_bytes());
        report.enter(Segment::at("entry", position).named(name));
        if let Some(other) = last.filter(|other| other.offset == entry.offset) {
            let found = format_args!("that of \"{}\"", other.name);
            report.habit(&OVERLAP, entry.offset as usize, "data of its own", found);
        }
        match left.checked_sub(entry.size as usize) {
            Some(rest) => {
                left = rest;
                places.push(look_at(report, bytes, entry, &mut inflater, &mut scratch));
            }
            None => {
                let expected = format_args!("at most {LARGEST} bytes in all files together");
                let found = format_args!("{} more where {left} are left", entry.size);
                report.habit(&LIMIT, entry.offset as usize, expected, found);
                places.push(entry.place());
            }
        }
        last = Some(entry);
        report.leave();
    }
    places.sort_by_key(|place| place.start);
    let mut end = HEADER_SIZE;
    let index = directory.index as usize;
    for place in places.into_iter().chain(std::iter::once(index..index)) {
        if place.start > end {
            let found = format_args!("{} bytes that belong to none", place.start - end);
            report.habit(&GAP, end, "data of a file, or the index", found);
        }
        end = end.max(place.end);
    }
}

/// Inflates a file, and returns where its blocks are; all up to the next file if
/// they are damaged.
fn look_at(
    report: &mut Report,
    bytes: &[u8],
    entry: &Entry,
    inflater: &mut Inflater,
    scratch: &mut Vec<u8>,
) -> std::ops::Range<usize> {
    let (start, size) = (entry.offset as usize, entry.size as usize);
    let mut chain = Chain::new(entry.region(bytes), start, size);
    for block in chain.by_ref() {
        let inflated = block.and_then(|block| {
            scratch.clear();
            scratch.reserve_exact(block.inflated);
            inflater.append(&block, scratch).map(|()| block)
        });
        let block = match inflated {
            Ok(block) => block,
            Err(damage) => {
                damage.tell(report);
                return entry.place();
            }
        };
        if let Some(rest) = inflater.rest(&block) {
            rest.tell(report);
        }
        let is_last = block.start + block.inflated == size;
        if block.inflated > BLOCK_BYTES || (block.inflated < BLOCK_BYTES && !is_last) {
            let expected = if is_last { "at most 8192 bytes" } else { "8192 bytes" };
            Damage::new(&BLOCK_SIZE, block.at + 4, expected, block.inflated).tell(report);
        }
    }
    start..start + chain.offset()
}

/// Writes an archive as it lies. Its own offsets count; to change what is in it,
/// use [`Archive::with`].
///
/// # Errors
/// `everquest.pfs.unwritable` when the entries do not make an index, or the archive
/// does not fit 32-bit offsets.
pub fn write(archive: &Archive) -> Result<Vec<u8>> {
    let Archive { directory, data } = archive;
    let index = HEADER_SIZE + data.len();
    let index = u32::try_from(index).map_err(|_| unwritable("data", "less than 4 GiB", data.len()))?;
    let mut entries: Vec<&Entry> = in_order(directory).collect();
    entries.sort_by_key(|entry| entry.number);
    if let Some((position, entry)) =
        entries.iter().enumerate().find(|(position, entry)| entry.number as usize != *position)
    {
        let path = format!("file \"{}\"", entry.name);
        return Err(unwritable(path, format_args!("the number {position}"), entry.number));
    }
    let count =
        u32::try_from(entries.len()).map_err(|_| unwritable("files", "fewer than 2^32", entries.len()))?;
    let mut writer = Writer::with_capacity(HEADER_SIZE + data.len() + 4 + entries.len() * ENTRY_SIZE + 9);
    writer.record(&Header { index, magic: MAGIC_PFS, version: directory.version }, 0);
    writer.raw(data);
    writer.value(&count);
    for Entry { crc, offset, size, .. } in entries {
        writer.record(&IndexEntry { crc: *crc, offset: *offset, size: *size }, 0);
    }
    writer.raw(&directory.footer.bytes());
    Ok(writer.into_bytes())
}

impl Archive {
    /// The deflated data of an entry.
    pub(super) fn region(&self, entry: &Entry) -> &[u8] {
        let place = entry.place();
        let place = place.start.checked_sub(HEADER_SIZE).map(|start| start..start + place.len());
        place.and_then(|place| self.data.get(place)).unwrap_or_default()
    }

    /// The content of a file of its directory.
    ///
    /// # Errors
    /// As [`Inflater::read`].
    pub fn content(&self, entry: &Entry, inflater: &mut Inflater) -> Result<Vec<u8>> {
        let (offset, size) = (entry.offset as usize, entry.size as usize);
        let content = inflater.region(self.region(entry), offset, size, usize::MAX);
        content.map_err(|damage| damage.of(&entry.name))
    }

    /// The CRC-32 of zlib over the contents of all files in the order of their data;
    /// none when one of them cannot be read, or all together are larger than
    /// [`LARGEST`].
    pub fn crc32(&self) -> Option<u32> {
        if self.directory.inflated_bytes() > LARGEST as u64 {
            return None;
        }
        let (mut crc, mut inflater) = (Crc::new(), Inflater::new());
        let mut scratch = Vec::new();
        for entry in &self.directory.files {
            for block in Chain::new(self.region(entry), entry.offset as usize, entry.size as usize) {
                let block = block.ok()?;
                scratch.clear();
                scratch.reserve_exact(block.inflated);
                inflater.append(&block, &mut scratch).ok()?;
                crc.update(&scratch);
            }
        }
        Some(crc.sum())
    }
}
