//! Readers and writers for the files of EverQuest's classic zones.
//!
//! | kind | module | versions |
//! |---|---|---|
//! | archive, `.s3d`, `.pfs` | [`pfs`] | the one that there is |
//! | world, `.wld` | [`wld`] | old (0x00015500) and new (0x1000C800) |
//!
//! Each reads a `&[u8]` into a typed value and findings, and writes the value
//! back byte for byte.
//!
//! It is not an engine: it opens no files, knows nothing of folders or titles,
//! draws nothing and follows no reference from one file into another.
//!
//! | file | holds |
//! |---|---|
//! | `pfs` | archives |
//! | `wld` | worlds: fragments of every type |
//! | `kinds` | the kinds of these files, as the lists of kinds see them |

#![forbid(unsafe_code)]

pub mod kinds;
mod packed;
pub mod pfs;
pub mod wld;
