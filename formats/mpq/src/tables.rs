//! The header, the table of hashes and the table of blocks.

use crate::crypt::{Purpose, decipher, hash};
use crate::{MAGIC as NO_MAGIC, TABLE, TRUNCATED, VERSION, broken};
use binary::{Data, Result};

/// How an archive starts.
pub(crate) const MAGIC: [u8; 4] = *b"MPQ\x1A";
/// How one starts that has something else in front.
pub(crate) const BEFORE: [u8; 4] = *b"MPQ\x1B";

/// Bytes of the header in the first and in the second version.
pub(crate) const HEADERS: [usize; 2] = [32, 44];
/// Bytes of an entry of either table.
pub(crate) const ENTRY: usize = 16;
/// Most entries of a table; the largest known archives have a tenth of it.
const MOST: u32 = 1 << 20;
/// A sector is half a kilobyte, doubled this often at most.
const LARGEST_SHIFT: u16 = 15;

/// The index of an entry that was never used.
const NEVER_USED: u32 = 0xFFFF_FFFF;

/// A file is there.
pub(crate) const EXISTS: u32 = 0x8000_0000;
/// Packed by the older compression.
pub(crate) const IMPLODED: u32 = 0x0000_0100;
/// Packed; each sector says how.
pub(crate) const COMPRESSED: u32 = 0x0000_0200;
/// Hidden by a key of its name.
pub(crate) const ENCRYPTED: u32 = 0x0001_0000;
/// The key depends on the place, too.
pub(crate) const MOVED_KEY: u32 = 0x0002_0000;
/// What is there is a difference to a file of another archive.
pub(crate) const PATCH: u32 = 0x0010_0000;
/// The file is one piece, whatever its size.
pub(crate) const ONE_PIECE: u32 = 0x0100_0000;
/// The file was deleted.
pub(crate) const DELETED: u32 = 0x0200_0000;

/// What the header says.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Header {
    /// Where the archive begins in its file.
    pub start: u64,
    /// Bytes of a sector.
    pub sector: usize,
    hashes: Table,
    blocks: Table,
    /// Where the upper halves of places are; 0 for none.
    high: u64,
}

#[derive(Clone, Copy, Debug)]
struct Table {
    place: u64,
    count: u32,
}

/// An entry of the table of hashes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Hash {
    pub first: u32,
    pub second: u32,
    pub language: u16,
    pub block: u32,
}

/// An entry of the table of blocks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Block {
    /// Where the file is, from the start of the archive.
    pub place: u64,
    /// Bytes that it takes.
    pub packed: u32,
    /// Bytes that it has.
    pub size: u32,
    pub flags: u32,
}

impl Hash {
    pub fn was_never_used(&self) -> bool {
        self.block == NEVER_USED
    }
}

impl Block {
    pub fn has(&self, flags: u32) -> bool {
        self.flags & flags != 0
    }

    /// True for a file that can be asked for.
    pub fn is_there(&self) -> bool {
        self.has(EXISTS) && !self.has(DELETED)
    }
}

/// Bytes at a place, none where there are not as many.
pub(crate) fn part(data: &(impl Data + ?Sized), at: u64, count: usize) -> Result<Vec<u8>> {
    let whole = at.checked_add(count as u64).is_some_and(|end| end <= data.size());
    let short =
        |found: &dyn std::fmt::Display| broken(&TRUNCATED, format_args!("{count} bytes at 0x{at:x}"), found);
    if !whole {
        return Err(short(&format_args!("a file of {} bytes", data.size())));
    }
    let mut bytes = vec![0; count];
    data.read_at(at, &mut bytes).map_err(|problem| short(&problem))?;
    Ok(bytes)
}

fn u16_at(bytes: &[u8], at: usize) -> u16 {
    bytes.get(at..).and_then(<[u8]>::first_chunk).map_or(0, |two| u16::from_le_bytes(*two))
}

pub(crate) fn u32_at(bytes: &[u8], at: usize) -> u32 {
    bytes.get(at..).and_then(<[u8]>::first_chunk).map_or(0, |four| u32::from_le_bytes(*four))
}

impl Header {
    /// Finds and reads the header.
    pub fn read(data: &(impl Data + ?Sized)) -> Result<Header> {
        let mut start = 0;
        let mut bytes = part(data, 0, HEADERS[0])?;
        if bytes.starts_with(&BEFORE) {
            start = u64::from(u32_at(&bytes, 8));
            bytes = part(data, start, HEADERS[0])?;
        }
        if !bytes.starts_with(&MAGIC) {
            let found = bytes.get(..4).unwrap_or_default().escape_ascii().to_string();
            return Err(broken(&NO_MAGIC, "\"MPQ\\x1a\"", format_args!("\"{found}\"")));
        }
        let version = u16_at(&bytes, 12);
        let size = HEADERS.get(usize::from(version)).copied().ok_or_else(|| {
            broken(&VERSION, "version 1 or 2", format_args!("version {}", u32::from(version) + 1))
        })?;
        bytes = part(data, start, size)?;
        let shift = u16_at(&bytes, 14);
        if shift > LARGEST_SHIFT {
            let found = format_args!("2 to the power of {shift}");
            return Err(broken(
                &TABLE,
                format_args!("sectors of at most {} bytes", 512 << LARGEST_SHIFT),
                found,
            ));
        }
        // The upper halves are 0 where the first version has none.
        let place =
            |low: usize, high: usize| u64::from(u32_at(&bytes, low)) | u64::from(u16_at(&bytes, high)) << 32;
        let high = u64::from(u32_at(&bytes, 32)) | u64::from(u32_at(&bytes, 36)) << 32;
        Ok(Header {
            start,
            sector: 512 << shift,
            hashes: Table { place: place(16, 40), count: u32_at(&bytes, 24) },
            blocks: Table { place: place(20, 42), count: u32_at(&bytes, 28) },
            high,
        })
    }

    /// The table of hashes: a power of two of entries.
    pub fn hashes(&self, data: &(impl Data + ?Sized)) -> Result<Vec<Hash>> {
        let Table { count, .. } = self.hashes;
        if !count.is_power_of_two() {
            return Err(broken(&TABLE, "a table of hashes with a power of two of entries", count));
        }
        let bytes = self.table(data, self.hashes, b"(hash table)")?;
        let entry = |bytes: &[u8]| Hash {
            first: u32_at(bytes, 0),
            second: u32_at(bytes, 4),
            language: u16_at(bytes, 8),
            block: u32_at(bytes, 12),
        };
        Ok(bytes.chunks_exact(ENTRY).map(entry).collect())
    }

    /// The table of blocks.
    pub fn blocks(&self, data: &(impl Data + ?Sized)) -> Result<Vec<Block>> {
        let bytes = self.table(data, self.blocks, b"(block table)")?;
        let high = match self.high {
            0 => Vec::new(),
            place => part(data, self.start.saturating_add(place), self.blocks.count as usize * 2)?,
        };
        let entry = |(index, bytes): (usize, &[u8])| Block {
            place: u64::from(u32_at(bytes, 0)) | u64::from(u16_at(&high, index * 2)) << 32,
            packed: u32_at(bytes, 4),
            size: u32_at(bytes, 8),
            flags: u32_at(bytes, 12),
        };
        Ok(bytes.chunks_exact(ENTRY).enumerate().map(entry).collect())
    }

    fn table(&self, data: &(impl Data + ?Sized), table: Table, name: &[u8]) -> Result<Vec<u8>> {
        if table.count > MOST {
            return Err(broken(&TABLE, format_args!("at most {MOST} entries"), table.count));
        }
        let mut bytes = part(data, self.start.saturating_add(table.place), table.count as usize * ENTRY)?;
        decipher(&mut bytes, hash(name, Purpose::Key));
        Ok(bytes)
    }
}
