//! The ways in which a sector is packed: one, or several after each other.

use crate::{PACKING, SECTOR, broken, explode};
use binary::Result;
use flate2::FlushDecompress;

/// How a sector says that it is packed by zlib.
pub(crate) const ZLIB: u8 = 0x02;
/// By the older compression.
const PKWARE: u8 = 0x08;
/// By bzip2, as archives of clients 2.x have it.
const BZIP2: u8 = 0x10;
/// Zeros are counted instead of stored.
const ZEROS: u8 = 0x20;
/// What later clients say for LZMA; it is no sum of the bits above.
const LZMA: u8 = 0x12;

/// Bits of ways that are not read: those of sounds, which nothing here plays out of archives.
const OTHERS: [(u8, &str); 3] = [
    (0x40, "ADPCM, as sounds of older games are"),
    (0x80, "ADPCM, as sounds of older games are"),
    (0x01, "Huffman, as sounds of older games are"),
];

/// What undoes a way of packing: at most so many bytes out of these.
type Undo = fn(&[u8], usize) -> std::result::Result<Vec<u8>, &'static str>;

/// What undoes each way that is read, in the order in which they are undone.
const WAYS: [(u8, Undo); 4] = [(BZIP2, bunzip2), (PKWARE, explode::explode), (ZLIB, inflate), (ZEROS, fill)];

/// The bytes of a sector of `size` bytes, whose first byte says how it is packed.
pub(crate) fn unpack(packed: &[u8], size: usize, number: usize) -> Result<Vec<u8>> {
    let damaged = |found: String| broken(&SECTOR, format_args!("{size} bytes in sector {number}"), found);
    let (way, packed) = packed.split_first().ok_or_else(|| damaged("none".to_owned()))?;
    let known = WAYS.iter().fold(0, |known, (bit, _)| known | bit);
    if *way == LZMA || *way == 0 || *way & !known != 0 {
        return Err(not_read(*way));
    }
    let mut left = *way;
    let mut bytes = packed.to_vec();
    for (bit, undo) in WAYS.iter().filter(|(bit, _)| *way & bit != 0) {
        left &= !bit;
        // What is packed once more is never larger than bytes that are counted one by one.
        let most = if left == 0 { size } else { size.saturating_mul(2).saturating_add(4) };
        bytes = undo(&bytes, most).map_err(|problem| damaged(problem.to_owned()))?;
    }
    match bytes.len() == size {
        true => Ok(bytes),
        false => Err(damaged(bytes.len().to_string())),
    }
}

fn not_read(way: u8) -> Box<binary::Finding> {
    let other = OTHERS.iter().find(|(bit, _)| way != LZMA && way & bit != 0);
    let name = other.map_or("a way of later clients", |(_, name)| name);
    broken(&PACKING, "zlib, bzip2, PKWARE or counted zeros", format_args!("{name} (0x{way:02x})"))
}

/// At most `size` bytes out of a zlib stream.
fn inflate(packed: &[u8], size: usize) -> std::result::Result<Vec<u8>, &'static str> {
    let mut stream = flate2::Decompress::new(true);
    flow(packed, size, |rest, bytes| {
        let status = stream.decompress_vec(rest, bytes, FlushDecompress::None);
        let status = status.map_err(|_| "a zlib stream that is damaged")?;
        Ok((stream.total_in(), status == flate2::Status::StreamEnd))
    })
}

/// At most `size` bytes out of a bzip2 stream. While it is read it takes 4 MB at most, whatever it says.
fn bunzip2(packed: &[u8], size: usize) -> std::result::Result<Vec<u8>, &'static str> {
    let mut stream = bzip2::Decompress::new(false);
    flow(packed, size, |rest, bytes| {
        let status = stream.decompress_vec(rest, bytes);
        let status = status.map_err(|_| "a bzip2 stream that is damaged")?;
        Ok((stream.total_in(), status == bzip2::Status::StreamEnd))
    })
}

/// Lets a stream write at most `size` bytes. `step` takes what it has not read yet, appends to the bytes as far as they
/// have room, and says how much it has read in all and whether that is the end.
fn flow(
    packed: &[u8],
    size: usize,
    mut step: impl FnMut(&[u8], &mut Vec<u8>) -> std::result::Result<(u64, bool), &'static str>,
) -> std::result::Result<Vec<u8>, &'static str> {
    // The stated size is a promise until the stream keeps it.
    let mut bytes = Vec::with_capacity(size.min(packed.len().saturating_mul(16)).max(64));
    let mut read = 0;
    loop {
        let written = bytes.len();
        let (total, ended) = step(packed.get(read..).unwrap_or_default(), &mut bytes)?;
        if bytes.len() > size {
            return Err("a stream of more");
        }
        if ended {
            return Ok(bytes);
        }
        let stuck = total as usize == read && bytes.len() == written;
        if stuck && bytes.len() < bytes.capacity() {
            // All bytes may be there where only the sum that checks them is missing.
            return if bytes.len() == size { Ok(bytes) } else { Err("a stream that ends too early") };
        }
        read = total as usize;
        if bytes.len() == bytes.capacity() {
            // One byte of room more shows a stream that has too many.
            bytes.reserve(bytes.len().min(size - bytes.len() + 1).max(64));
        }
    }
}

/// At most `size` bytes: how many there are, the highest byte first; then runs, each behind a byte: bytes as they are,
/// or at least three zeros.
fn fill(packed: &[u8], size: usize) -> std::result::Result<Vec<u8>, &'static str> {
    let (stated, mut rest) = packed.split_first_chunk().ok_or("no count of bytes")?;
    let stated = u32::from_be_bytes(*stated) as usize;
    if stated > size {
        return Err("a count of more bytes");
    }
    let mut bytes = Vec::new();
    while let Some((run, after)) = rest.split_first().filter(|_| bytes.len() < stated) {
        let count = usize::from(run & 0x7F);
        let room = stated - bytes.len();
        if run & 0x80 == 0 {
            rest = after;
            bytes.resize(bytes.len() + (count + 3).min(room), 0);
            continue;
        }
        let (run, after) = after.split_at_checked((count + 1).min(room)).ok_or("runs that end too early")?;
        bytes.extend_from_slice(run);
        rest = after;
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zeros_are_counted() {
        // Two bytes, five zeros, one byte: 0x81 is two as they are, 0x02 three zeros and two more.
        let packed = [0, 0, 0, 8, 0x81, 7, 9, 0x02, 0x80, 3];
        assert_eq!(fill(&packed, 8).unwrap(), [7, 9, 0, 0, 0, 0, 0, 3]);
        assert_eq!(fill(&packed, 100).unwrap().len(), 8);
        assert!(
            fill(&packed, 7).is_err() && fill(&packed[..3], 8).is_err() && fill(&packed[..6], 8).is_err()
        );
        // Runs that go on behind the stated size are cut there.
        assert_eq!(fill(&[0, 0, 0, 2, 0x7F], 8).unwrap(), [0, 0]);
    }

    /// A stream of `bzip2 -9` that holds a megabyte of zeros in 45 bytes: no more of it is kept than was asked for.
    #[test]
    fn a_bomb_stops_where_the_sector_ends() {
        const BOMB: [u8; 45] = [
            0x42, 0x5a, 0x68, 0x39, 0x31, 0x41, 0x59, 0x26, 0x53, 0x59, 0x38, 0x57, 0x1c, 0xe5, 0x00, 0x08,
            0x08, 0x40, 0x00, 0xc0, 0x04, 0x00, 0x08, 0x20, 0x00, 0x30, 0xcc, 0x05, 0x29, 0xa6, 0x08, 0x06,
            0xc4, 0x20, 0x1e, 0x2e, 0xe4, 0x8a, 0x70, 0xa1, 0x20, 0x70, 0xae, 0x39, 0xca,
        ];
        let read = |packed: &[u8], size| bunzip2(packed, size).map(|bytes| bytes.len());
        assert_eq!(read(&BOMB, 1 << 20), Ok(1 << 20));
        assert_eq!(read(&BOMB, 4096), Err("a stream of more"));
        assert_eq!(read(&BOMB[..25], 1 << 20), Err("a stream that ends too early"));
        assert_eq!(
            bunzip2(&[&BOMB[..20], &[1; 20]].concat(), 1 << 20),
            Err("a bzip2 stream that is damaged")
        );
    }
}
