//! Blocks of BLOCKS.BSA: [`rmb`], of which places are made, and [`rdb`], of which dungeons are.
//! Source: `docs/spec/daggerfall.md`, "6. BLOCKS.BSA".
//!
//! RDI records are 512 bytes that nobody understands; like all other records of the archive they stay as they
//! are.

pub mod rdb;
pub mod rmb;

/// Archive of textures and record in it of a word that names both.
pub fn texture_of(word: u16) -> [u16; 2] {
    [word >> 7, word & 0x7F]
}

/// The word that names an archive of textures, 0 to 511, and a record in it, 0 to 127.
pub fn texture_word([archive, record]: [u16; 2]) -> u16 {
    archive << 7 | record & 0x7F
}
