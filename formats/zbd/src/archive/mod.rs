//! Archives with their table of contents at the end: `sounds*.zbd`,
//! `reader*.zbd`, `zrdr.zbd`, `mechlib.zbd`, `motion.zbd` and savegames. What
//! the members hold is not looked at. Source: `docs/spec/zbd/archive.md`.
//!
//! [`read_directory`] lists the members and where they are without copying;
//! [`read`] makes an [`Archive`] that can be changed and written. A reader that
//! knows what the members are says so with [`Contents`]; one that reads all of
//! them makes a [`TypedArchive`].

mod author;
mod crc;
mod file;
mod typed;

pub use crc::crc32;
pub(crate) use file::directory_within;
pub use file::{CODES, codes, fields, read, read_directory, read_directory_of, read_of, write};
pub use typed::{TypedArchive, TypedEntry};
pub(crate) use typed::{assemble, read_all, read_member};

use crate::packed;
use binary::{Garbage, Padded};
use serde::{Deserialize, Serialize};
use std::ops::Range;

/// How an archive ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[serde(rename_all = "lowercase")]
pub enum Footer {
    /// Recoil, MechWarrior 3, Crimson Skies.
    #[default]
    Version1,
    /// Pirate's Moon.
    Version2 {
        /// [`crc32`] of the data in reader archives, 0 in all others.
        checksum: u32,
        /// Every length in the table is 1, as in motion archives: members reach
        /// from their start to the next.
        unit_lengths: bool,
    },
}

/// What the members of an archive are: in Pirate's Moon the footer and the
/// stored lengths depend on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Contents {
    /// `reader*.zbd`, `zrdr.zbd`: the footer carries the checksum of the data.
    Readers,
    /// `motion.zbd`: every stored length is 1.
    Motions,
    /// `sounds*.zbd`, `mechlib.zbd` and everything else: neither.
    Other,
}

/// What an archive holds and where.
#[derive(Clone, Debug, PartialEq)]
pub struct Directory {
    /// Which version.
    pub footer: Footer,
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
#[serde(deny_unknown_fields)]
pub struct Archive {
    /// Which version.
    pub footer: Footer,
    /// The members, in file order. Names may occur twice.
    pub entries: Vec<Entry>,
    /// Bytes between the last member and the table of contents; none in known
    /// files.
    #[serde(with = "packed", default, skip_serializing_if = "Vec::is_empty")]
    pub tail: Vec<u8>,
}

/// One member of an [`Archive`].
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
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

impl Archive {
    /// All bytes before the table of contents, in file order.
    pub(crate) fn data(&self) -> impl Iterator<Item = &[u8]> {
        let entries = self.entries.iter().flat_map(|entry| [entry.gap.as_slice(), entry.data.as_slice()]);
        entries.chain([self.tail.as_slice()])
    }

    /// What the checksum of a version 2 reader archive with this data must be.
    pub fn data_checksum(&self) -> u32 {
        self.data().fold(0, crc::extend)
    }
}
