//! Readers and writers for the files of Zipper's games: MechWarrior 3,
//! Pirate's Moon, Recoil and Crimson Skies.
//!
//! One module for each kind of file. Each reads a `&[u8]` into a typed value
//! and findings, and writes the value back byte for byte; each names its fields
//! as its specification in `docs/spec/zbd` does, and lists with `fields` where every
//! value of a file stands.
//!
//! It is not an engine: it opens no files, knows nothing of folders or titles,
//! draws nothing and follows no reference from one file into another.
//!
//! | file | holds |
//! |---|---|
//! | `gamez` | worlds (`gamez.zbd`): materials, models with their polygons, nodes |
//! | `anim` | compiled animation definitions (`anim.zbd`): lists, sequences, events |
//! | `mechlib`, `motion.rs` | 'mechs: models, motions |
//! | `textures` | texture packages |
//! | `archive`, `reader`, `sounds.rs` | archives; reader data (`.zrd`); sounds |
//! | `interp.rs`, `messages`, `saves.rs`, `zmap.rs` | interpreter scripts; message DLLs; savegames; mission maps |
//! | `kinds` | the kinds of these files, as the lists of kinds see them |
//! | `lenstr.rs`, `packed.rs` | texts with their length in front; bytes in JSON |
//!
//! ```
//! use binary::Mode;
//! use zbd::textures::{self, AlphaKind, Texture, TexturePackage};
//!
//! // A package with one texture of 2 x 1 pixels: red, and a hole.
//! let pixels = [255, 0, 0, 255, 0, 0, 0, 0];
//! let fence = Texture::from_rgba8("fence", 2, 1, &pixels, AlphaKind::Simple)?;
//! let package = TexturePackage { textures: vec![fence], ..TexturePackage::default() };
//! let bytes = textures::write(&package)?;
//!
//! let (read, report) = textures::read(&bytes, Mode::Strict)?;
//! report.verdict()?;
//! assert_eq!(read.textures[0].name.text(), "fence");
//! assert_eq!(read.decode_rgba8(0)?.rgba, pixels);
//!
//! // Structural damage ends reading and says where.
//! let error = textures::read(&bytes[..60], Mode::Lenient).unwrap_err();
//! assert_eq!(error.code, "zbd.textures.truncated");
//! assert_eq!(error.offset, Some(24));
//! # Ok::<(), Box<binary::Finding>>(())
//! ```

#![forbid(unsafe_code)]

pub mod anim;
pub mod archive;
pub mod gamez;
pub mod interp;
pub mod kinds;
mod lenstr;
pub mod mechlib;
pub mod messages;
pub mod motion;
mod packed;
pub mod reader;
pub mod saves;
pub mod sounds;
pub mod textures;
pub mod zmap;

pub use lenstr::Lenstr;
