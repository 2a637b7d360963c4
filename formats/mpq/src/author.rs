//! Making archives of the first version: files in sectors that zlib packed, a list of their names, tables.

use crate::crypt::{Purpose, encipher, hash, key};
use crate::packing::ZLIB;
use crate::tables::{COMPRESSED, ENCRYPTED, ENTRY, EXISTS, HEADERS, MAGIC, MOVED_KEY, ONE_PIECE};
use crate::{LARGEST, UNWRITABLE, broken};
use binary::Result;
use flate2::{Compress, Compression, FlushCompress};
use std::collections::HashSet;

/// Bytes of a sector: what the clients' own archives have.
const SECTOR: usize = 4096;
/// A sector is half a kilobyte, doubled this often.
const SHIFT: u16 = 3;
/// Words of an entry of the table of hashes that nobody uses.
const UNUSED: [u32; 4] = [0xFFFF_FFFF; 4];

/// A file for an archive that is made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewFile {
    /// Its name with folders: `Creature\Wolf\Wolf.m2`.
    pub name: String,
    /// What it holds.
    pub content: Vec<u8>,
    /// It is in the list of names.
    pub listed: bool,
    /// It is hidden by a key that depends on its name and its place.
    pub hidden: bool,
    /// It is one piece instead of sectors.
    pub one_piece: bool,
    /// Sectors are packed where that makes them smaller.
    pub packed: bool,
}

impl NewFile {
    /// A file that is listed, packed in sectors and not hidden.
    pub fn new(name: &str, content: Vec<u8>) -> Self {
        let name = name.to_owned();
        NewFile { name, content, listed: true, hidden: false, one_piece: false, packed: true }
    }
}

/// An archive of these files, in this order.
///
/// # Errors
/// `mpq.unwritable` for names that are empty, twice there, or not for ASCII, for a file that is too large, and for more
/// than fits an archive of 4 GiB.
pub fn write(files: &[NewFile]) -> Result<Vec<u8>> {
    check(files)?;
    let names = files.iter().filter(|file| file.listed).map(|file| file.name.as_str());
    let names: String = names.flat_map(|name| [name, "\r\n"]).collect();
    let list = NewFile::new("(listfile)", names.into_bytes());
    let all: Vec<&NewFile> = files.iter().chain([&list]).collect();
    let mut bytes = vec![0; HEADERS[0]];
    let mut blocks = Vec::with_capacity(all.len() * ENTRY);
    for file in &all {
        let place = word(bytes.len())?;
        let (packed, flags) = content(file, place)?;
        bytes.extend(&packed);
        for number in [place, word(packed.len())?, word(file.content.len())?, flags] {
            blocks.extend(number.to_le_bytes());
        }
    }
    let hashes = hashes(&all);
    let tables = [(hashes, "(hash table)"), (blocks, "(block table)")];
    let mut places = Vec::new();
    for (mut table, name) in tables {
        places.push((word(bytes.len())?, word(table.len() / ENTRY)?));
        encipher(&mut table, hash(name.as_bytes(), Purpose::Key));
        bytes.extend(table);
    }
    let [(hashes, hash_count), (blocks, block_count)] = [places[0], places[1]];
    let size = word(bytes.len())?;
    let mut header = MAGIC.to_vec();
    header.extend([HEADERS[0] as u32, size].map(u32::to_le_bytes).concat());
    header.extend([0, SHIFT].map(u16::to_le_bytes).concat());
    header.extend([hashes, blocks, hash_count, block_count].map(u32::to_le_bytes).concat());
    bytes[..HEADERS[0]].copy_from_slice(&header);
    Ok(bytes)
}

fn check(files: &[NewFile]) -> Result<()> {
    let mut names = HashSet::new();
    for file in files {
        let name = file.name.to_ascii_lowercase().replace('/', "\\");
        let is_plain =
            !name.is_empty() && name.bytes().all(|byte| (0x20..0x7F).contains(&byte) && byte != b';');
        if !is_plain || !names.insert(name) {
            let expected = "names of plain letters, each once";
            return Err(broken(&UNWRITABLE, expected, format_args!("\"{}\"", file.name.escape_debug())));
        }
        if file.content.len() as u64 > LARGEST {
            return Err(broken(&UNWRITABLE, format_args!("at most {LARGEST} bytes"), file.content.len()));
        }
    }
    Ok(())
}

fn word(number: usize) -> Result<u32> {
    u32::try_from(number).map_err(|_| broken(&UNWRITABLE, "an archive of at most 4 GiB", number))
}

/// What a file becomes in the archive, and its flags.
fn content(file: &NewFile, place: u32) -> Result<(Vec<u8>, u32)> {
    let key = file.hidden.then(|| key(file.name.as_bytes(), Some((place, file.content.len() as u32))));
    let hide = |bytes: &mut [u8], number: u32| {
        key.iter().for_each(|key| encipher(bytes, key.wrapping_add(number)));
    };
    let mut flags = EXISTS;
    flags |= if file.hidden { ENCRYPTED | MOVED_KEY } else { 0 };
    flags |= if file.packed { COMPRESSED } else { 0 };
    if file.one_piece {
        let mut bytes = if file.packed { smaller(&file.content) } else { file.content.clone() };
        hide(&mut bytes, 0);
        return Ok((bytes, flags | ONE_PIECE));
    }
    let mut sectors: Vec<Vec<u8>> = Vec::new();
    for (number, sector) in (0..).zip(file.content.chunks(SECTOR)) {
        let mut sector = if file.packed { smaller(sector) } else { sector.to_vec() };
        hide(&mut sector, number);
        sectors.push(sector);
    }
    if !file.packed {
        return Ok((sectors.concat(), flags));
    }
    let mut at = (sectors.len() + 1) * 4;
    let mut table = word(at)?.to_le_bytes().to_vec();
    for sector in &sectors {
        at += sector.len();
        table.extend(word(at)?.to_le_bytes());
    }
    hide(&mut table, u32::MAX);
    table.extend(sectors.concat());
    Ok((table, flags))
}

/// Bytes, packed if that makes them smaller.
fn smaller(bytes: &[u8]) -> Vec<u8> {
    let mut packed = Vec::with_capacity(bytes.len() + 1);
    packed.push(ZLIB);
    let mut stream = Compress::new(Compression::default(), true);
    // What does not fit is as large as it was, so that nothing has to be done about it.
    let status = stream.compress_vec(bytes, &mut packed, FlushCompress::Finish);
    match status {
        Ok(flate2::Status::StreamEnd) if packed.len() < bytes.len() => packed,
        _ => bytes.to_vec(),
    }
}

/// The table of hashes: half of it stays free, so that what is not there is soon known.
fn hashes(files: &[&NewFile]) -> Vec<u8> {
    let count = (files.len() * 2).next_power_of_two().max(16);
    let mut table = vec![UNUSED; count];
    for (number, file) in (0..).zip(files) {
        let name = file.name.as_bytes();
        let mut place = hash(name, Purpose::Place) as usize % count;
        while table[place] != UNUSED {
            place = (place + 1) % count;
        }
        // In no language, for no platform.
        table[place] = [hash(name, Purpose::First), hash(name, Purpose::Second), 0, number];
    }
    table.iter().flatten().flat_map(|word| word.to_le_bytes()).collect()
}
