//! Readers and writers for the files of games made with Gamestudio (A4 to A8):
//! levels, models, terrains, texture packages.
//!
//! | kind | module | versions |
//! |---|---|---|
//! | level, `.wmb` | [`wmb`] | WMB7; WMB1 to WMB6 are recognised and refused |
//! | model, `.mdl` | [`mdl`] | MDL2 and its alias IDPO, MDL3, MDL4, MDL5 |
//! | model, `.mdl` | [`mdl7`] | MDL7 |
//! | a model of either, by its first bytes | [`model`] | |
//! | terrain, `.hmp` | [`hmp`] | HMP4, HMP5, HMP7 |
//! | textures, `.wad` | [`wad`] | WAD7 |
//! | editor source, `.wmp` | [`wmp`] | WMPB, kept but not understood |
//!
//! Each reads a `&[u8]` into a typed value and findings, and writes the value
//! back byte for byte; each lists with `fields` where every value of a file
//! stands. Shared by all: [`pixels`], [`text`] and the directions of [`space`].
//!
//! It is not an engine: it opens no files, knows nothing of folders or titles,
//! draws nothing and follows no reference from one file into another.
//!
//! | file | holds |
//! |---|---|
//! | `wmb` | levels: blocks, textures, light maps, objects, rooms |
//! | `mdl`, `mdl7` | models before MDL7; MDL7 |
//! | `model.rs` | a model of either kind |
//! | `hmp` | terrains |
//! | `wad.rs`, `wmp.rs` | texture packages; editor sources |
//! | `skins.rs`, `pixels.rs` | images of models and terrains; formats of pixels |
//! | `kinds` | the kinds of these files, as the lists of kinds see them |
//! | `space.rs`, `scenes.rs`, `normals.rs` | axes and angles; scenes of frames; normals of one byte |
//! | `text.rs`, `numbers.rs`, `packed.rs`, `bulk.rs`, `placement.rs` | texts; floats and bytes in JSON; lists of records; gaps and order of the parts of a file |
//!
//! ```
//! use binary::Mode;
//! use gamestudio::pixels::{Format, Shape};
//! use gamestudio::wmb::blocks::{Block, Skin};
//! use gamestudio::wmb::objects::Entity;
//! use gamestudio::wmb::{self, Level, Texture};
//!
//! // A grey floor, and a crate on it.
//! let mut level = Level::new();
//! let shape = Shape { format: Format::Bgr888, width: 16, height: 16, mips: true };
//! level.add_texture(Texture::from_rgba8("floor", shape, &[128; 4 * 16 * 16], None)?);
//! level.blocks.push(Block::cuboid([-640.0, -640.0, -16.0], [640.0, 640.0, 0.0], Skin::flat(0), 16, 16));
//! level.add_entity(Entity::new("crate_mdl_001", "crate.mdl", [0.0, 0.0, 16.0])?);
//! level.seal();
//! let bytes = wmb::write(&level)?;
//!
//! let (read, report) = wmb::read(&bytes, Mode::Strict)?;
//! report.verdict()?;
//! assert_eq!(read.entities().next().unwrap().file, "crate.mdl");
//! assert_eq!(read, level);
//!
//! // Structural damage ends reading and says where.
//! let error = wmb::read(&bytes[..1000], Mode::Lenient).unwrap_err();
//! assert_eq!(error.code, "gamestudio.wmb.bounds");
//! # Ok::<(), Box<binary::Finding>>(())
//! ```

#![forbid(unsafe_code)]

mod bulk;
pub mod hmp;
pub mod kinds;
pub mod mdl;
pub mod mdl7;
pub mod model;
pub mod normals;
mod numbers;
mod packed;
pub mod pixels;
pub mod placement;
pub mod scenes;
pub mod skins;
pub mod space;
pub mod text;
pub mod wad;
pub mod wmb;
pub mod wmp;
