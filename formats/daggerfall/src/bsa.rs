//! BSA archives, whose records have names or numbers: MAPS.BSA, BLOCKS.BSA, ARCH3D.BSA.
//! Source: `docs/spec/daggerfall.md`, "4. BSA archives".
//!
//! [`read_directory`] lists the records and where they are; [`read`] makes an [`Archive`] that is written
//! back byte for byte. What the records hold is not looked at.
//!
//! ```
//! use binary::Mode;
//! use daggerfall::bsa::{self, Archive};
//!
//! let archive = Archive::numbered([(41739, b"v2.7".to_vec()), (446, Vec::new())]).unwrap();
//! let bytes = bsa::write(&archive)?;
//! let (directory, _) = bsa::read_directory(&bytes, Mode::Strict)?;
//! let board = directory.by_number(41739).unwrap();
//! assert_eq!(&bytes[board.place()], b"v2.7");
//! # Ok::<(), Box<binary::Finding>>(())
//! ```

use crate::packed;
use crate::text::Text;
use binary::{
    Code, Cursor, Finding, FormatCodes, Mode, Record, Report, Result, Segment, Severity, Site, Writer, codes,
    record,
};
use serde::{Deserialize, Serialize};
use std::ops::Range;

codes! {
    TRUNCATED = "daggerfall.bsa.truncated": "the file is too short for its directory" => "copy the archive again from the game";
    LIMIT = "daggerfall.bsa.limit": "a list is larger than the limits allow" => "raise the limit if the file is trusted";
    KIND = "daggerfall.bsa.kind": "the directory is of neither of the two kinds that there are" => "make sure that this is an archive of Daggerfall and was copied whole";
    COUNT = "daggerfall.bsa.count": "the number of records is negative" => "copy the archive again from the game";
    NEGATIVE = "daggerfall.bsa.negative": "a record has a negative size; it is empty" => "copy the archive again from the game";
    OVERLAP = "daggerfall.bsa.overlap": "a record reaches into the directory; it is cut there" => "copy the archive again from the game";
    GAP = "daggerfall.bsa.gap": "bytes between the last record and the directory belong to no record" => "nothing has to be done: they are kept";
    TWICE = "daggerfall.bsa.twice": "two records have one name or number; the first counts" => "rename or remove one of them";
    CASE = "daggerfall.bsa.case": "a name has small letters, and the game looks names up as they are" => "use capital letters";
    UNWRITABLE = "daggerfall.bsa.unwritable": "the parts of an archive do not fit each other" => "correct the named part";
}

static FORMAT: FormatCodes =
    FormatCodes { truncated: &TRUNCATED, not_finite: &TRUNCATED, trailing: &TRUNCATED, limit: &LIMIT };

/// What the records of an archive are known by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// Names of up to twelve letters.
    Named,
    /// Numbers.
    Numbered,
}

impl Kind {
    /// The word in the header.
    pub fn word(self) -> u16 {
        match self {
            Kind::Named => 0x0100,
            Kind::Numbered => 0x0200,
        }
    }

    fn of(word: u16) -> Option<Self> {
        [Kind::Named, Kind::Numbered].into_iter().find(|kind| kind.word() == word)
    }

    fn entry_size(self) -> usize {
        match self {
            Kind::Named => NamedEntry::SIZES[0],
            Kind::Numbered => NumberedEntry::SIZES[0],
        }
    }
}

record! {
    struct Header in "daggerfall.bsa.header" sizes [4] {
        count: i16 [0],
        kind: u16 [2],
    }
}

record! {
    struct NamedEntry in "daggerfall.bsa.named_entry" sizes [18] {
        name: Text<12> [0],
        packed: u16 [12] must 0,
        size: i32 [14],
    }
}

record! {
    struct NumberedEntry in "daggerfall.bsa.numbered_entry" sizes [8] {
        number: u32 [0],
        size: i32 [4],
    }
}

const HEADER_SIZE: usize = Header::SIZES[0];

/// What a record is known by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Key {
    /// A name.
    Name(Text<12>),
    /// A number.
    Number(u32),
}

impl std::fmt::Display for Key {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Key::Name(name) => name.fmt(f),
            Key::Number(number) => number.fmt(f),
        }
    }
}

/// A record of an archive.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// What it is known by.
    pub key: Key,
    /// 0; said to mark packed records of other games.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub packed: u16,
    /// Bytes, as the directory says.
    pub size: i32,
    /// Where it starts in the file.
    pub start: u32,
    /// Where it ends: its size behind its start, but not inside the directory.
    pub end: u32,
}

fn is_zero(word: &u16) -> bool {
    *word == 0
}

impl Entry {
    /// Where the record is in the file.
    pub fn place(&self) -> Range<usize> {
        self.start as usize..self.end.max(self.start) as usize
    }
}

/// What an archive holds and where.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Directory {
    /// What records are known by.
    pub kind: Kind,
    /// The records, in the order of their bytes.
    pub entries: Vec<Entry>,
}

impl Directory {
    /// The first record of this name, whatever the case of its letters.
    pub fn by_name(&self, name: &str) -> Option<&Entry> {
        let is = |entry: &&Entry| matches!(&entry.key, Key::Name(key) if key.letters().eq_ignore_ascii_case(name.as_bytes()));
        self.entries.iter().find(is)
    }

    /// The first record of this number.
    pub fn by_number(&self, number: u32) -> Option<&Entry> {
        self.entries.iter().find(|entry| entry.key == Key::Number(number))
    }
}

/// An archive.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Archive {
    /// What it holds.
    #[serde(flatten)]
    pub directory: Directory,
    /// Everything between the header and the directory.
    #[serde(with = "packed")]
    pub data: Vec<u8>,
}

impl Archive {
    /// An archive of these records, in this order. `None` for names of more than twelve letters, for more
    /// than 32767 records and for more than 2 GiB.
    pub fn named<'n>(records: impl IntoIterator<Item = (&'n str, Vec<u8>)>) -> Option<Self> {
        let mut keyed = Vec::new();
        for (name, bytes) in records {
            keyed.push((Key::Name(Text::new(name).filter(|name| !name.letters().is_empty())?), bytes));
        }
        Archive::of(Kind::Named, keyed)
    }

    /// An archive of these records, in this order. `None` for more than 32767 records and for more than 2 GiB.
    pub fn numbered(records: impl IntoIterator<Item = (u32, Vec<u8>)>) -> Option<Self> {
        let records = records.into_iter().map(|(number, bytes)| (Key::Number(number), bytes));
        Archive::of(Kind::Numbered, records.collect())
    }

    fn of(kind: Kind, records: Vec<(Key, Vec<u8>)>) -> Option<Self> {
        i16::try_from(records.len()).ok()?;
        let mut data = Vec::new();
        let mut entries = Vec::with_capacity(records.len());
        for (key, bytes) in records {
            let start = HEADER_SIZE + data.len();
            data.extend_from_slice(&bytes);
            let end = i32::try_from(HEADER_SIZE + data.len()).ok()? as u32;
            entries.push(Entry { key, packed: 0, size: bytes.len() as i32, start: start as u32, end });
        }
        Some(Archive { directory: Directory { kind, entries }, data })
    }

    /// The bytes of a record.
    pub fn bytes(&self, entry: &Entry) -> &[u8] {
        let Range { start, end } = entry.place();
        let place = start.saturating_sub(HEADER_SIZE)..end.saturating_sub(HEADER_SIZE);
        self.data.get(place).unwrap_or_default()
    }
}

/// Every finding that reading or writing an archive can make.
pub fn codes() -> Vec<&'static Code> {
    [CODES, NamedEntry::CODES].concat()
}

/// True for bytes that start as an archive: [`START`] of them are enough.
pub fn is_archive(bytes: &[u8]) -> bool {
    let Some(head) = bytes.get(..HEADER_SIZE) else { return false };
    let head = Header::get(head, 0);
    head.count >= 0 && Kind::of(head.kind).is_some()
}

/// Bytes that [`is_archive`] looks at.
pub const START: usize = HEADER_SIZE;

/// Lists the records of an archive.
///
/// # Errors
/// A file that is too short for its directory or has one of another kind.
pub fn read_directory(bytes: &[u8], mode: Mode) -> Result<(Directory, Report)> {
    let mut cursor = Cursor::new(bytes, &FORMAT, mode);
    let directory = directory(&mut cursor)?;
    Ok((directory, cursor.report))
}

/// Reads an archive.
///
/// # Errors
/// As [`read_directory`].
pub fn read(bytes: &[u8], mode: Mode) -> Result<(Archive, Report)> {
    let (directory, report) = read_directory(bytes, mode)?;
    let end = bytes.len() - directory.entries.len() * directory.kind.entry_size();
    let data = bytes.get(HEADER_SIZE..end).unwrap_or_default().to_vec();
    Ok((Archive { directory, data }, report))
}

/// Every place the reader looks at; up to the damage if there is any.
pub fn fields(bytes: &[u8]) -> Vec<Site> {
    let mut cursor = Cursor::with_report(bytes, &FORMAT, Report::new(Mode::Lenient).with_trace());
    // What ends the reading is reported by `read`.
    let _ = directory(&mut cursor);
    cursor.report.take_sites()
}

fn directory(cursor: &mut Cursor<'_>) -> Result<Directory> {
    let header: Header = cursor.within(Segment::one("header"), |cursor| cursor.record(0))?;
    let Some(kind) = Kind::of(header.kind) else {
        let found = format_args!("0x{:04x}", header.kind);
        return Err(cursor.report.broken(&KIND, 2, "0x0100 or 0x0200", found));
    };
    let Ok(count) = usize::try_from(header.count) else {
        return Err(cursor.report.broken(&COUNT, 0, "0 or more records", header.count));
    };
    cursor.expect_items(count, kind.entry_size(), "entries of the directory")?;
    let start = cursor.len() - count * kind.entry_size();
    cursor.seek(start)?;
    let mut entries = Vec::with_capacity(count);
    let mut next = HEADER_SIZE;
    for index in 0..count {
        let at = cursor.offset();
        let entry = cursor.within(Segment::at("entry", index), |cursor| {
            let entry = entry(cursor, kind)?;
            Ok(place(cursor, entry, at, next, start))
        })?;
        next = entry.end as usize;
        entries.push(entry);
    }
    if next < start {
        let found = format_args!("{} bytes", start - next);
        cursor.report.note(&GAP, next, format_args!("the directory at {next}"), found);
    }
    look_at_keys(cursor, &entries, start, kind);
    Ok(Directory { kind, entries })
}

fn entry(cursor: &mut Cursor<'_>, kind: Kind) -> Result<Entry> {
    let (key, packed, size) = match kind {
        Kind::Named => {
            let NamedEntry { name, packed, size } = cursor.record(0)?;
            (Key::Name(name), packed, size)
        }
        Kind::Numbered => {
            let NumberedEntry { number, size } = cursor.record(0)?;
            (Key::Number(number), 0, size)
        }
    };
    Ok(Entry { key, packed, size, start: 0, end: 0 })
}

/// Gives an entry its place: behind the one before, and not inside the directory.
fn place(cursor: &mut Cursor<'_>, mut entry: Entry, at: usize, next: usize, directory: usize) -> Entry {
    let room = directory - next;
    let size = usize::try_from(entry.size).unwrap_or_else(|_| {
        cursor.report.habit(&NEGATIVE, at, "0 bytes or more", entry.size);
        0
    });
    if size > room {
        cursor.report.habit(&OVERLAP, at, format_args!("at most {room} bytes"), size);
    }
    entry.start = next as u32;
    entry.end = (next + size.min(room)) as u32;
    entry
}

fn look_at_keys(cursor: &mut Cursor<'_>, entries: &[Entry], start: usize, kind: Kind) {
    let mut seen = std::collections::HashSet::with_capacity(entries.len());
    for (index, entry) in entries.iter().enumerate() {
        let at = start + index * kind.entry_size();
        cursor.report.enter(Segment::at("entry", index));
        if !seen.insert(entry.key) {
            cursor.report.habit(&TWICE, at, "a key of its own", entry.key);
        }
        if let Key::Name(name) = &entry.key
            && name.letters().iter().any(u8::is_ascii_lowercase)
        {
            cursor.report.habit(&CASE, at, "capital letters", entry.key);
        }
        cursor.report.leave();
    }
}

/// Writes an archive. Where records are follows from their sizes.
///
/// # Errors
/// `daggerfall.bsa.unwritable` for too many records, and for keys of the other kind.
pub fn write(archive: &Archive) -> Result<Vec<u8>> {
    let unwritable = |expected: &str, found: String| {
        Box::new(Finding::new(&UNWRITABLE, Severity::Error, "", expected, found))
    };
    let Directory { kind, entries } = &archive.directory;
    let count = i16::try_from(entries.len());
    let count = count.map_err(|_| unwritable("at most 32767 records", entries.len().to_string()))?;
    let size = HEADER_SIZE + archive.data.len() + entries.len() * kind.entry_size();
    let mut writer = Writer::with_capacity(size);
    writer.record(&Header { count, kind: kind.word() }, 0);
    writer.raw(&archive.data);
    for entry in entries {
        match (kind, entry.key) {
            (Kind::Named, Key::Name(name)) => {
                writer.record(&NamedEntry { name, packed: entry.packed, size: entry.size }, 0);
            }
            (Kind::Numbered, Key::Number(number)) => {
                writer.record(&NumberedEntry { number, size: entry.size }, 0);
            }
            (Kind::Named, Key::Number(_)) => return Err(unwritable("names", entry.key.to_string())),
            (Kind::Numbered, Key::Name(_)) => return Err(unwritable("numbers", entry.key.to_string())),
        }
    }
    Ok(writer.into_bytes())
}

/// True for bytes that are an archive: its records fill what its directory leaves, and its names are
/// names.
pub(crate) fn could_be(bytes: &[u8]) -> bool {
    if !is_archive(bytes) {
        return false;
    }
    let Ok((Directory { entries, .. }, report)) = read_directory(bytes, Mode::Strict) else { return false };
    let end = entries.last().map_or(HEADER_SIZE, |entry| entry.end as usize);
    let plain = |key: &Key| match key {
        Key::Name(name) => !name.letters().is_empty() && name.letters().iter().all(u8::is_ascii_graphic),
        Key::Number(_) => true,
    };
    let damage = [&NEGATIVE, &OVERLAP, &GAP].map(|code| code.id);
    !entries.is_empty()
        && end > HEADER_SIZE
        && entries.iter().all(|entry| plain(&entry.key))
        && report.findings().iter().all(|finding| !damage.contains(&finding.code))
}
