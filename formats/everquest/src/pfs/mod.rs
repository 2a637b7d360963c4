//! PFS archives: `.s3d`, `.pfs`, and `.eqg`, which is the same container for newer
//! content. What the files in them hold is not looked at.
//! Source: `docs/spec/everquest/pfs.md`.
//!
//! [`read_directory`] lists the files and where they are; it inflates nothing but
//! the list of names, and [`read_directory_of`] reads nothing else of a file. An [`Inflater`] then reads one file after the other, whole,
//! into a buffer or only its start; each thread takes one of its own, and
//! [`blocks`] divides a large file among several. [`read`] makes an [`Archive`]
//! that is written back byte for byte, and looks at every block on the way.
//! [`Archive::with`] exchanges files: what was not changed keeps its deflated
//! blocks, the rest is deflated anew.
//!
//! ```
//! use binary::Mode;
//! use everquest::pfs::{self, Archive, Inflater, NewFile};
//!
//! let files = vec![NewFile::new("arena.wld", vec![7; 20_000]), NewFile::new("Sand.bmp", b"BM".to_vec())];
//! let bytes = pfs::write(&Archive::new(&files)?)?;
//!
//! let (directory, _) = pfs::read_directory(&bytes, Mode::Strict)?;
//! let names: Vec<_> = directory.files.iter().map(|entry| entry.name.as_str()).collect();
//! assert_eq!(names, ["arena.wld", "sand.bmp"]);
//! let sand = directory.find("SAND.BMP").unwrap();
//! assert_eq!(Inflater::new().read(&bytes, sand)?, b"BM");
//! # Ok::<(), Box<binary::Finding>>(())
//! ```

mod archive;
mod author;
mod blocks;
mod crc;
mod directory;
mod names;

pub use archive::{Archive, fields, read, write};
pub use author::{NewContent, NewFile};
pub use blocks::{Block, Blocks, Inflater, blocks, unpack};
pub use crc::name_crc;
pub use directory::{read_directory, read_directory_of};

use crate::packed;
use binary::{Code, Finding, FormatCodes, Record, Report, Severity, codes, record};
use serde::{Deserialize, Serialize};
use std::fmt::Display;
use std::ops::Range;

codes! {
    TRUNCATED = "everquest.pfs.truncated": "the file is too short for an archive" => "copy the file again from its source";
    NOT_FINITE = "everquest.pfs.not_finite": "a number is NaN or infinite" => "write the archive again";
    TRAILING = "everquest.pfs.trailing": "bytes follow the last structure" => "cut the file at the stated offset";
    LIMIT = "everquest.pfs.limit": "the files of an archive are larger than the limits allow" => "unpack the archive with its own tools if it is trusted";
    UNREADABLE = "everquest.pfs.unreadable": "bytes of the archive cannot be read from where they are" => "try again; copy the archive again from its source if that stays";
    MAGIC = "everquest.pfs.magic": "the file does not start as a PFS archive" => "make sure that this is an .s3d, .pfs or .eqg archive and was copied whole";
    INDEX = "everquest.pfs.index": "the index is not inside the file" => "copy the file again from its source";
    INDEX_ORDER = "everquest.pfs.index_order": "the index is not sorted by the checksums of names" => "write the archive again; a client that searches by halves misses files";
    CRC_TWICE = "everquest.pfs.crc_twice": "two different names have one checksum, so that a client finds only one of the files" => "rename one of them";
    BOUNDS = "everquest.pfs.bounds": "the data of a file starts outside the data of the archive; the file cannot be read" => "copy the archive again from its source, or write it without this file";
    GAP = "everquest.pfs.gap": "bytes belong to no file" => "nothing, unless the archive was meant to have none; writing it again leaves them out";
    OVERLAP = "everquest.pfs.overlap": "two files share their data" => "write the archive again";
    NO_NAMES = "everquest.pfs.no_names": "the list of names is missing or damaged, so that files are called by their checksums" => "copy the archive again from its source";
    NAMES_CRC = "everquest.pfs.names_crc": "the list of names stands under another checksum than 0x61580ac9, as in some archives that were issued again" => "nothing: it was recognised; writing the archive again sets it right";
    NAMES_PLACE = "everquest.pfs.names_place": "the list of names is not the last data of the archive" => "nothing: it was found; writing the archive again moves it";
    NAMES_REST = "everquest.pfs.names_rest": "bytes follow the last name of the list" => "write the archive again";
    NAME_COUNT = "everquest.pfs.name_count": "there are more or fewer names than files; they are matched by their checksums" => "write the archive again";
    NAME_ORDER = "everquest.pfs.name_order": "names are not in the order of the data; they are matched by their checksums" => "write the archive again";
    NAME_CRC = "everquest.pfs.name_crc": "the checksum in the index is not that of the name, as in archives that some tools packed again" => "nothing: the file is found; write the archive again for clients that search by checksum";
    NAME_END = "everquest.pfs.name_end": "a name does not end with its only NUL" => "write the archive again";
    NAME_CASE = "everquest.pfs.name_case": "a name has capital letters; it is found in any case" => "use lower case";
    NAME_PATH = "everquest.pfs.name_path": "a name leads to a folder or names no file" => "rename the file";
    NAME_TWICE = "everquest.pfs.name_twice": "two files have one name; the last by place counts" => "rename or remove one of them";
    UNNAMED = "everquest.pfs.unnamed": "a file has no name in the list and is called by its checksum" => "write the archive again with a name for it";
    BLOCK = "everquest.pfs.block": "a block of a file reaches beyond the file's data; the file cannot be read" => "copy the archive again from its source";
    BLOCK_SIZE = "everquest.pfs.block_size": "a block states another size than 8192 bytes, or a last one fewer" => "write the archive again";
    SIZE = "everquest.pfs.size": "the blocks of a file are more or fewer bytes than the index says; the file cannot be read" => "copy the archive again from its source";
    INFLATE = "everquest.pfs.inflate": "a block cannot be inflated to what it states; the file cannot be read" => "copy the archive again from its source";
    BLOCK_REST = "everquest.pfs.block_rest": "a block has bytes behind its zlib stream" => "write the archive again";
    FOOTER = "everquest.pfs.footer": "what follows the index is no footer" => "cut the file behind the index, or end it with STEVE and a time";
    UNWRITABLE = "everquest.pfs.unwritable": "the archive does not fit the format" => "correct the named part";
}

/// Every finding that reading or writing an archive can make.
pub fn codes() -> Vec<&'static Code> {
    [CODES, Header::CODES, IndexEntry::CODES].concat()
}

static FORMAT: FormatCodes =
    FormatCodes { truncated: &TRUNCATED, not_finite: &NOT_FINITE, trailing: &TRAILING, limit: &LIMIT };

record! {
    struct Header in "everquest.pfs.header" sizes [12] {
        index: u32 [0],
        magic: [u8; 4] [4],
        version: u32 [8] must VERSION,
    }
}

record! {
    struct IndexEntry in "everquest.pfs.entry" sizes [12] {
        crc: u32 [0],
        offset: u32 [4],
        size: u32 [8],
    }
}

/// The letters at offset 4.
pub const MAGIC_PFS: [u8; 4] = *b"PFS ";
/// The version word of all known archives.
pub const VERSION: u32 = 0x0002_0000;
/// The checksum under which the list of names stands.
pub const NAME_LIST: u32 = 0x6158_0AC9;
/// The checksum under which some reissued archives have it.
pub const NAME_LIST_REISSUED: u32 = 0xFFFF_FFFF;
/// Bytes that every block but the last of a file inflates to.
pub const BLOCK_BYTES: usize = 8192;
/// Largest block that is inflated.
const LARGEST_BLOCK: usize = 2 * BLOCK_BYTES;
/// Largest file that is inflated, and the most that all files of an archive are
/// inflated to when it is read whole: 256 MiB.
pub const LARGEST: usize = 256 << 20;
/// Largest list of names.
const LARGEST_NAME_LIST: usize = 16 << 20;

const HEADER_SIZE: usize = Header::SIZES[0];
const ENTRY_SIZE: usize = IndexEntry::SIZES[0];
const BLOCK_HEADER_SIZE: usize = 8;
const STEVE: &[u8; 5] = b"STEVE";

/// True for bytes that start as an archive.
pub fn is_archive(bytes: &[u8]) -> bool {
    bytes.get(4..8) == Some(MAGIC_PFS.as_slice())
}

/// What an archive holds and where.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Directory {
    /// 0x00020000.
    pub version: u32,
    /// The files without the list of names, in the order of their data.
    pub files: Vec<Entry>,
    /// The entry of the list of names; its name is empty.
    pub name_list: Option<Entry>,
    /// Offset of the index, where the data ends.
    pub index: u32,
    /// What follows the index.
    pub footer: Footer,
}

/// One file of a [`Directory`].
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// Its name as the list has it, each byte a letter of Latin-1; `unnamed-` and
    /// the checksum where the list has none.
    pub name: String,
    /// The checksum in the index, as a rule [`name_crc`] of the name.
    pub crc: u32,
    /// Offset of its first block from the start of the archive.
    pub offset: u32,
    /// Where its data must end: where that of another file starts, or the index.
    pub end: u32,
    /// Bytes that its blocks inflate to together.
    pub size: u32,
    /// Its position in the index, from 0.
    pub number: u32,
}

impl Entry {
    /// Where its blocks are in the archive; empty for an entry that starts outside
    /// the data.
    pub fn place(&self) -> Range<usize> {
        self.offset as usize..self.end.max(self.offset) as usize
    }

    fn region<'a>(&self, bytes: &'a [u8]) -> &'a [u8] {
        bytes.get(self.place()).unwrap_or_default()
    }
}

impl Directory {
    /// The file of this name, whatever the case of its letters: the last by place
    /// if several have it.
    pub fn find(&self, name: &str) -> Option<&Entry> {
        self.files.iter().rev().find(|entry| entry.name.eq_ignore_ascii_case(name))
    }

    /// Bytes that all files inflate to together, as the index says.
    pub fn inflated_bytes(&self) -> u64 {
        self.files.iter().map(|entry| u64::from(entry.size)).sum()
    }
}

/// What follows the index of an archive.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[serde(rename_all = "lowercase")]
pub enum Footer {
    /// Nothing, as in about half of all archives.
    #[default]
    Absent,
    /// `STEVE` and when the archive was made.
    Dated {
        /// Seconds since 1970-01-01 UTC.
        time: u32,
    },
    /// Bytes that are no footer.
    Other(#[serde(with = "packed")] Vec<u8>),
}

impl Footer {
    fn of(bytes: &[u8]) -> Footer {
        match bytes.split_first_chunk::<5>() {
            None if bytes.is_empty() => Footer::Absent,
            Some((STEVE, time)) => match <[u8; 4]>::try_from(time) {
                Ok(time) => Footer::Dated { time: u32::from_be_bytes(time) },
                Err(_) => Footer::Other(bytes.to_vec()),
            },
            _ => Footer::Other(bytes.to_vec()),
        }
    }

    fn bytes(&self) -> Vec<u8> {
        match self {
            Footer::Absent => Vec::new(),
            Footer::Dated { time } => [STEVE.as_slice(), &time.to_be_bytes()].concat(),
            Footer::Other(bytes) => bytes.clone(),
        }
    }
}

/// What is wrong with the data of one file: a finding where others can go on, an
/// error for whoever wants this file.
#[derive(Debug)]
struct Damage {
    code: &'static Code,
    at: usize,
    expected: String,
    found: String,
}

impl Damage {
    fn new(code: &'static Code, at: usize, expected: impl Display, found: impl Display) -> Self {
        Damage { code, at, expected: expected.to_string(), found: found.to_string() }
    }

    fn tell(&self, report: &mut Report) {
        report.habit(self.code, self.at, &self.expected, &self.found);
    }

    fn of(self, name: &str) -> Box<Finding> {
        let mut finding = Finding::new(self.code, Severity::Error, "", self.expected, self.found);
        finding.offset = Some(self.at as u64);
        Box::new(if name.is_empty() { finding } else { finding.inside(format_args!("\"{name}\"")) })
    }
}

fn unwritable(path: impl Display, expected: impl Display, found: impl Display) -> Box<Finding> {
    Box::new(Finding::new(&UNWRITABLE, Severity::Error, "", expected, found).inside(path))
}
