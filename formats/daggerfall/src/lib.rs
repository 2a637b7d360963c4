//! Readers and writers for the files of Daggerfall's overworld, as they lie in its folder `ARENA2`.
//!
//! | kind | module | versions |
//! |---|---|---|
//! | the land, `WOODS.WLD` | [`woods`] | with three readings of its heights |
//! | climates and regions, `CLIMATE.PAK`, `POLITIC.PAK` | [`pak`], [`climate`] | |
//! | archives, `.BSA` | [`bsa`] | with names and with numbers |
//! | places, `MAPS.BSA` | [`maps`] | where a place lies is a switch |
//! | blocks, `BLOCKS.BSA` | [`blocks`] | places in full, dungeons by their layout |
//! | models, `ARCH3D.BSA` | [`mesh`] | v2.5, v2.6, v2.7 |
//! | pictures, `TEXTURE.nnn` | [`texture`], [`ground`] | raw and in runs |
//! | palettes, `.COL`, `.PAL` | [`palette`] | |
//! | skies, `SKYnn.DAT` | [`sky`] | |
//! | nights, `NITEnnI0.IMG` | [`night`] | |
//!
//! Each reads a `&[u8]` into a typed value and findings, and writes the value back byte for byte; each lists
//! with `fields` where every value of a file stands. What the values mean without any other file is here, too:
//! heights of the land, which archive a climate has, how a tile is turned.
//!
//! It is not an engine: it opens no files, knows nothing of folders, draws nothing and follows no
//! reference from one file into another.
//!
//! | file | holds |
//! |---|---|
//! | `woods` | the land: the file, and its three readings |
//! | `pak.rs`, `climate.rs` | a value for each pixel of the map; what climates mean |
//! | `bsa.rs` | archives |
//! | `maps` | places: names, tables, what they look like, where they lie, dungeons |
//! | `blocks` | blocks of places and of dungeons |
//! | `mesh.rs` | models |
//! | `texture`, `palette.rs`, `ground.rs`, `sky.rs`, `night.rs` | pictures, colours, tiles of the ground, skies, the sky at night |
//! | `kinds` | the kinds of these files, as the lists of kinds see them |
//! | `structures.rs` | which structure of the specification is read, written and tested where |
//! | `text.rs`, `raw.rs`, `gaps.rs`, `packed.rs` | names, bytes that are kept, bytes between parts, bytes in JSON |
//!
//! ```
//! use binary::Mode;
//! use daggerfall::woods::{self, Pixel, Woods, land::Reading};
//!
//! // An island of one pixel, 60 steps high.
//! let island = |x, y| (if (x, y) == (3, 3) { 60 } else { 0 }, Pixel::default());
//! let bytes = woods::write(&Woods::new(8, 8, island).unwrap())?;
//!
//! let (map, report) = woods::read(&bytes, Mode::Lenient)?;
//! // It is not as large as the game wants it.
//! assert_eq!(report.findings()[0].code, "daggerfall.woods.size");
//! let plain = Reading::Unity { noise: false };
//! let heights = plain.heights(&map.elevations(), &map, 3, 3);
//! // A pixel's byte is reached at its south-east corner, eight metres a step.
//! assert_eq!(heights.at(128, 0), 480.0);
//! assert_eq!(heights.at(0, 128), plain.sea());
//! # Ok::<(), Box<binary::Finding>>(())
//! ```

#![forbid(unsafe_code)]

pub mod blocks;
pub mod bsa;
pub mod climate;
pub mod gaps;
pub mod ground;
pub mod kinds;
pub mod maps;
pub mod mesh;
pub mod night;
mod packed;
pub mod pak;
pub mod palette;
pub mod raw;
pub mod sky;
pub mod structures;
pub mod text;
pub mod texture;
pub mod woods;
