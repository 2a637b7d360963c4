//! Which ground tile lies between which materials, and how a turned one is looked at.
//! Source: `docs/spec/daggerfall.md`, "8. TEXTURE.nnn" and "6. BLOCKS.BSA".
//!
//! ```
//! use daggerfall::ground::{DIRT, ROTATED, WATER, picture_at, record, tile};
//!
//! // Dirt in the north-west alone: the corner piece as it is painted.
//! assert_eq!(tile([WATER, WATER, DIRT, WATER]), 5);
//! // In the south-west alone: turned by a quarter to the left.
//! let turned = tile([DIRT, WATER, WATER, WATER]);
//! assert_eq!((record(turned), turned & ROTATED), (5, ROTATED));
//! // The picture's top left is then at the tile's south-west.
//! assert_eq!(picture_at(turned, [0.0, 0.0]), [0.0, 1.0]);
//! ```

/// Water.
pub const WATER: u8 = 0;
/// Dirt.
pub const DIRT: u8 = 1;
/// Grass.
pub const GRASS: u8 = 2;
/// Stone.
pub const STONE: u8 = 3;
/// A tile whose picture is turned by 90 degrees counter-clockwise.
pub const ROTATED: u8 = 0x40;
/// A tile whose picture is turned by 180 degrees.
pub const FLIPPED: u8 = 0x80;
/// A tile of a block that leaves the land its own tile, and all above.
pub const NATURAL: u8 = 56;

/// Tiles by ring and shape: see [`tile`].
pub static TRANSITIONS: [u8; 64] = [
    0x00, 0x45, 0x85, 0x46, 0x05, 0x06, 0x30, 0x47, 0xc5, 0x70, 0x86, 0x87, 0xc6, 0x07, 0xc7,
    0x01, // ring 0
    0x02, 0xcc, 0x0c, 0xcb, 0x8c, 0x8b, 0x73, 0xca, 0x4c, 0x33, 0x0b, 0x0a, 0x4b, 0x8a, 0x4a,
    0x01, // ring 1
    0x02, 0x4f, 0x8f, 0x50, 0x0f, 0x10, 0x35, 0x51, 0xcf, 0x75, 0x90, 0x91, 0xd0, 0x11, 0xd1,
    0x03, // ring 2
    0x03, 0xd1, 0x11, 0xd0, 0x91, 0x90, 0x75, 0xcf, 0x51, 0x35, 0x10, 0x0f, 0x50, 0x8f, 0x4f,
    0x03, // ring 3
];

/// The tile between the materials of its corners: south-west, south-east, north-west, north-east.
#[inline]
pub fn tile(corners: [u8; 4]) -> u8 {
    let corners = corners.map(|material| material & 3);
    let shape =
        corners.iter().enumerate().fold(0, |shape, (bit, material)| shape | usize::from(material & 1) << bit);
    let sum: usize = corners.iter().map(|material| usize::from(*material)).sum();
    TRANSITIONS[(sum / 4).min(3) * 16 + shape]
}

/// The record of a tile in its archive.
#[inline]
pub fn record(tile: u8) -> u8 {
    tile & 0x3F
}

/// Where in its picture, right and up from the lower left, a tile shows at a place in it, east and north from its
/// south-western corner; all 0 to 1.
#[inline]
pub fn picture_at(tile: u8, [east, north]: [f32; 2]) -> [f32; 2] {
    match (tile & ROTATED != 0, tile & FLIPPED != 0) {
        (false, false) => [east, north],
        (true, false) => [north, 1.0 - east],
        (false, true) => [1.0 - east, 1.0 - north],
        (true, true) => [1.0 - north, east],
    }
}

/// True for tiles of shallow water.
pub fn is_shallow(tile: u8) -> bool {
    matches!(record(tile), 5 | 6 | 8 | 20 | 21 | 23 | 30 | 31 | 33..=36 | 49)
}

/// True for tiles of paths.
pub fn is_path(tile: u8) -> bool {
    matches!(record(tile), 46 | 47 | 55)
}
