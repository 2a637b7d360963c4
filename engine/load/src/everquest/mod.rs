//! EverQuest: its archives as folders.
//!
//! | file | holds |
//! |---|---|
//! | `archive.rs` | PFS archives, for the virtual file system |

pub mod archive;
