//! The header of a GameZ file. Source: `spec/zbd/gamez.md`, "1. Header".

use binary::record;

/// First word of every GameZ file.
pub const SIGNATURE: u32 = 0x0297_1222;

record! {
    /// Where each block of the file starts. Offsets and counts are derived when
    /// writing, so only the reader and the writer see this.
    pub(crate) struct Header in "zbd.gamez.header" sizes [36, 36, 40] {
        signature: u32 [0, 0, 0],
        version: u32 [4, 4, 4],
        timestamp: u32 [_, _, 8],
        texture_count: u32 [8, 8, 12],
        textures_offset: u32 [12, 12, 16],
        materials_offset: u32 [16, 16, 20],
        models_offset: u32 [20, 20, 24],
        node_array_size: u32 [24, 24, 28],
        node_last_free: i32 [28, 28, 32],
        nodes_offset: u32 [32, 32, 36],
    }
}
