//! The header and the versions. Source: `docs/spec/everquest/wld.md`, "Header (28 bytes)".

use binary::record;
use serde::{Deserialize, Serialize};

/// The first word of every file: bytes `02 3D 50 54`.
pub const MAGIC: u32 = 0x5450_3D02;
/// The version word of old files.
pub const OLD: u32 = 0x0001_5500;
/// The version word of new files.
pub const NEW: u32 = 0x1000_C800;

record! {
    /// The header. Counts that follow from the rest are 0 in memory: the writer
    /// fills them in.
    pub struct Header in "everquest.wld.header" sizes [28] {
        #[serde(skip)]
        magic: u32 [0],
        /// [`OLD`] or [`NEW`]; see [`Header::layout`].
        version: u32 [4],
        #[serde(skip)]
        fragment_count: u32 [8],
        /// Number of fragments of type 0x22.
        region_count: u32 [12],
        /// Bytes of the largest fragment body; advice, never a limit.
        largest_body: u32 [16],
        #[serde(skip)]
        string_bytes: u32 [20],
        /// Number of texts of the string table, the leading empty one not
        /// counted; advice.
        string_count: u32 [24],
    }
}

/// How fragments are laid out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Version {
    /// 0x00015500: texture coordinates of meshes are integers.
    #[default]
    Old,
    /// 0x1000C800, and all others: they are floats.
    New,
}

impl Version {
    /// The word in the header.
    pub const fn word(self) -> u32 {
        match self {
            Version::Old => OLD,
            Version::New => NEW,
        }
    }
}

impl Header {
    /// How fragments are laid out: the old way if the version is 0x00015500 but
    /// for its lowest bit, else the new way.
    pub const fn layout(&self) -> Version {
        if self.version & !1 == OLD { Version::Old } else { Version::New }
    }
}

/// Bytes of the header.
pub(super) const SIZE: usize = 28;

impl Header {
    /// Forgets what follows from the rest of the file.
    pub(super) fn clear_derived(&mut self) {
        (self.magic, self.fragment_count, self.string_bytes) = (0, 0, 0);
    }
}
