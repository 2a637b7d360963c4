//! Files of every known kind: which kind a file is, what it holds in short and
//! as JSON, as a folder that people can edit and back, and scenes as glTF.
//!
//! The formats themselves are crates of their own; this one asks their readers
//! and writers. It knows no install and draws nothing.
//!
//! ```
//! use files::kinds::Kind;
//!
//! // The first bytes of a world of MechWarrior 3.
//! let start = [0x22, 0x12, 0x97, 0x02, 27, 0, 0, 0];
//! assert_eq!(Kind::identify(&start), Some(Kind::GameZ));
//! ```

#![forbid(unsafe_code)]

pub mod gltf;
pub mod kinds;
pub mod pack;
