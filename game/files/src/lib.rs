//! What one does with a file of any kind: as a folder that people can edit and
//! back, what a video says of itself, and scenes as glTF.
//!
//! Which kinds there are is declared by the format crates and listed in the crate
//! `kinds`; this one asks their tables. It knows no install and draws nothing.
//!
//! | file | holds |
//! |---|---|
//! | `pack` | files as folders, and back |
//! | `gltf` | scenes as glTF |
//! | `video.rs` | what a video says of itself |
//!
//! ```
//! use files::pack;
//! use zbd::zmap::{self, Feature, ZMap};
//!
//! let outline = Feature { color: [1, 2, 3], vertices: vec![[0.0; 3], [5.0, 0.0, 5.0]], objective: -1 };
//! let map = zmap::write(&ZMap::new(vec![outline]))?;
//! let unpacked = pack::unpack(kinds::all(), "m1.zmap", &map).unwrap();
//! assert_eq!(unpacked.files.0.keys().collect::<Vec<_>>(), [pack::NAME]);
//! assert_eq!(pack::pack(kinds::all(), &unpacked.files).unwrap().bytes, map);
//! # Ok::<(), Box<binary::Finding>>(())
//! ```

#![forbid(unsafe_code)]

pub mod gltf;
pub mod pack;
pub mod video;
