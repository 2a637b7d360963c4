//! Readers and writers for the files of World of Warcraft, clients 1.x and 2.x: models, textures,
//! tables.
//!
//! | kind | module | versions |
//! |---|---|---|
//! | model, `.m2` | [`m2`] | 256 to 263; later ones are recognised and refused |
//! | texture, `.blp` | [`blp`] | BLP1, BLP2; pixels of JPEG are left to a library |
//! | table, `.dbc` | [`dbc`] | WDBC; the columns of the two tables that skins of creatures need |
//!
//! Each reads a `&[u8]` into a typed value and findings, and writes the value back byte for byte; each
//! lists with `fields` where every value of a file stands.
//!
//! It is not an engine: it opens no files, knows nothing of archives or folders, works out no poses and
//! follows no reference from one file into another. What is in the archives of an install (`.mpq`) and
//! in the world's terrain and buildings is none of its affairs.
//!
//! | file | holds |
//! |---|---|
//! | `m2` | models: header, sequences, bones, views, materials, emitters, and where they are in a file |
//! | `blp` | textures: levels, palettes, blocks |
//! | `dbc` | tables: rows, strings, creatures |
//! | `kinds` | the kinds of these files, as the lists of kinds see them |
//! | `structures.rs` | which structure of the specification is read, written and tested where |
//! | `chars.rs`, `numbers.rs`, `packed.rs`, `placement.rs` | names with their NULs; floats and bytes in JSON; bytes between the parts of a file |
//!
//! ```
//! use binary::Mode;
//! use warcraft::m2::{self, Attachment, Bone, Camera, Model, Profile};
//!
//! // A place to stand, with a hand to hold something, and a portrait.
//! let mut model = Model::new("Stand").unwrap();
//! model.bones.push(Bone { pivot: [0.0, 0.0, 1.0], ..Bone::default() });
//! model.attachments.push(Attachment { id: 1, position: [0.0, -0.5, 1.0], ..Attachment::default() });
//! model.cameras.push(Camera { kind: 0, base: [3.0, 0.0, 1.0], ..Camera::default() });
//! model.seal();
//! let bytes = m2::write(&model)?;
//!
//! let (read, report) = m2::read(&bytes, Mode::Strict)?;
//! report.verdict()?;
//! assert_eq!(read.attachment(1).unwrap().position[1], -0.5);
//! assert_eq!((read.layout.profile, &read), (Profile::Aligned, &model));
//!
//! // A model of a later client is refused in one line.
//! let mut later = bytes.clone();
//! later[4..8].copy_from_slice(&264_u32.to_le_bytes());
//! assert_eq!(m2::read(&later, Mode::Lenient).unwrap_err().code, "warcraft.m2.version");
//! # Ok::<(), Box<binary::Finding>>(())
//! ```

#![forbid(unsafe_code)]

pub mod blp;
pub mod chars;
pub mod dbc;
pub mod kinds;
pub mod m2;
mod numbers;
mod packed;
pub mod placement;
pub mod structures;
