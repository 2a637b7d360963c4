//! MPQ archives: which files are in one, the bytes of each, and new archives of files.
//!
//! The clients 1.x and 2.x of World of Warcraft keep their files in archives of the first two versions of
//! the format. [`Archive::open`] reads the tables of one through [`Data`] and looks at nothing else, so that an
//! archive of two gigabytes costs as much as its tables; [`Archive::read`] reads a file. Names are hashed: an
//! archive knows a file that it is asked for, and can list only those that its member `(listfile)` names.
//! [`write()`] makes an archive of the first version.
//!
//! Sectors are unpacked that zlib, bzip2 or PKWARE packed, or in which zeros are counted, or several of these.
//!
//! It opens no files and knows nothing of patches. Not read: versions 3 and 4 (clients 4.x), files that are
//! patches of others (the same), and the ways of packing that only sounds of older games (ADPCM, Huffman) and later
//! clients (LZMA) use: each is a finding that says which it is.
//!
//! Source: the descriptions of the format that are published with free readers of it (the MoPaQ format).
//!
//! The readers that exist as libraries were looked at in 2026 and do not fit. `wow-mpq` 0.7 gives zeros instead of
//! a damaged sector and calls that success, works out keys from whole paths instead of bare names, reads by paths
//! alone, and brings 41 crates, RSA among them. `mpq` 0.8 keeps a whole archive in memory and ends the program on
//! damage; `ceres-mpq` 0.1 and `mpq-rs` 0.1 read no second version, and neither stored files nor files of one piece.
//!
//! | file | holds |
//! |---|---|
//! | `archive.rs` | an archive: opened, searched by name, listed |
//! | `tables.rs` | header, table of hashes, table of blocks |
//! | `sectors.rs` | the bytes of a file |
//! | `packing.rs` | the ways in which sectors are packed |
//! | `crypt.rs` | hashes of names, keys |
//! | `explode.rs` | the oldest of them, that of PKWARE |
//! | `author.rs` | making archives |
//! | `kinds.rs` | archives as a kind of file |
//!
//! ```
//! use mpq::{Archive, NewFile};
//!
//! let files = [NewFile::new("Creature\\Wolf\\Wolf.m2", vec![7; 20_000]), NewFile::new("notes.txt", b"Hi".to_vec())];
//! let bytes = mpq::write(&files)?;
//!
//! let (archive, findings) = Archive::open(&bytes[..])?;
//! let names: Vec<&str> = archive.files().iter().map(|file| file.name.as_str()).collect();
//! assert_eq!((names, findings.len()), (vec!["Creature\\Wolf\\Wolf.m2", "notes.txt"], 0));
//! let wolf = archive.find("creature/wolf/WOLF.M2").unwrap();
//! assert_eq!(archive.read(&bytes[..], &wolf, usize::MAX)?, [7; 20_000]);
//! # Ok::<(), Box<binary::Finding>>(())
//! ```

#![forbid(unsafe_code)]

mod archive;
mod author;
mod crypt;
mod explode;
pub mod kinds;
mod packing;
mod sectors;
mod tables;

pub use archive::{Archive, File};
pub use author::{NewFile, write};
pub use binary::Data;
pub use kinds::ARCHIVE;

use binary::{Code, Finding, Severity, codes};
use std::fmt::Display;

codes! {
    TRUNCATED = "mpq.truncated": "the file ends inside the header or a table" => "copy the archive again from its source";
    MAGIC = "mpq.magic": "the file does not start as an archive" => "make sure that this is an MPQ archive and was copied whole";
    VERSION = "mpq.version": "the archive is of a version that only later clients use" => "use the archives of a client 1.x or 2.x";
    TABLE = "mpq.table": "a table says of itself what cannot be" => "copy the archive again from its source";
    BLOCK = "mpq.block": "a file reaches beyond the end of the archive, or its size cannot be; the file cannot be read" => "copy the archive again from its source";
    SECTOR = "mpq.sector": "a part of a file is damaged; the file cannot be read" => "copy the archive again from its source";
    PACKING = "mpq.packing": "a file is packed in a way that this version does not read" => "unpack the file with other tools and put it beside the archives";
    UNNAMED = "mpq.unnamed": "the archive does not list the names of all of its files" => "nothing has to be done: those are found if something names them";
    LIST = "mpq.list": "the list of names cannot be read" => "copy the archive again from its source; files are found if something names them";
    UNWRITABLE = "mpq.unwritable": "files do not fit into an archive" => "correct what is named";
}

/// Every finding that reading or making an archive can have.
pub fn codes() -> Vec<&'static Code> {
    CODES.to_vec()
}

/// Largest file that is read out of an archive: 256 MiB.
pub const LARGEST: u64 = 256 << 20;

/// True for bytes that start as an archive.
pub fn is_archive(start: &[u8]) -> bool {
    start.starts_with(&tables::MAGIC) || start.starts_with(&tables::BEFORE)
}

/// What makes an archive or a file of one unreadable.
fn broken(code: &'static Code, expected: impl Display, found: impl Display) -> Box<Finding> {
    Box::new(Finding::new(code, Severity::Error, "", expected, found))
}
