//! Readers and writers for the files of games made with Gamestudio (A4 to A8):
//! WMB levels, MDL models, HMP terrain.
//!
//! It is not an engine: it opens no files, knows nothing of folders or titles
//! and draws nothing.

#![forbid(unsafe_code)]

mod bulk;
pub mod hmp;
pub mod mdl;
pub mod mdl7;
pub mod model;
pub mod normals;
mod packed;
pub mod pixels;
pub mod scenes;
pub mod skins;
pub mod text;
