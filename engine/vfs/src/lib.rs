//! Install and mods as one tree of files, archives as folders.
//!
//! A [`Vfs`] lays folders over each other: the install first, then each mod,
//! and the last one wins. Loaders name files by *address*, `/`-separated and
//! without regard to ASCII case: `zbd/reader.zbd/soils.zrd`.
//!
//! [`ArchiveOpener`]s say which files are archives; the only formats that it knows
//! itself are zip, as mods are handed around, images of discs, as games were sold, and MPQ, of which some games are many
//! that lie over each other ([`Vfs::open_over`]). It keeps no file contents but some
//! that cost time to unpack, maps no files and never writes. Folders
//! are listed and archives opened when they are first looked into; [`Vfs::open`] again to see files that came later. Where
//! there is no disk, [`Vfs::over`] takes layers that hand out their own bytes, and [`Handed`] files that a page was given.
//!
//! | file | holds |
//! |---|---|
//! | `tree.rs`, `tree`, `folder.rs` | the merged tree of install and mods: its layers, what lies at an address, reading; a folder on the disk |
//! | `zip.rs`, `inner.rs` | zip files as mods and installs, and what they may not contain; a folder inside one |
//! | `mpq.rs` | MPQ archives, with the feature `mpq` |
//! | `handed.rs` | files that somebody handed over, any folder of them as a tree |
//! | `disc.rs` | images of compact discs as installs, and the cue sheets beside them |
//! | `address.rs` | how files are named, and names that are refused |
//! | `archive.rs` | archives as folders |
//! | `budget.rs` | what the archives of one tree may ask for |
//! | `bytes.rs` | the bytes of a file, and the largest that is read |
//! | `cache.rs` | members of archives that were unpacked lately |
//! | `source.rs` | the bytes of an archive, in memory, on the disk or handed over |
//! | `names.rs` | files by their bare names |
//! | `codes.rs`, `log.rs` | findings about a tree |
//!
//! ```
//! # let folder = tempfile::tempdir()?;
//! # std::fs::create_dir_all(folder.path().join("ZBD/C1"))?;
//! # std::fs::write(folder.path().join("ZBD/C1/GameZ.zbd"), b"world")?;
//! # let install = folder.path();
//! let vfs = vfs::Vfs::open(install, &[], &[])?;
//! assert_eq!(&vfs.read("zbd/c1/gamez.zbd")?[..], b"world");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![forbid(unsafe_code)]

mod address;
mod archive;
mod budget;
mod bytes;
mod cache;
mod codes;
mod disc;
mod folder;
mod handed;
mod inner;
mod log;
#[cfg(feature = "mpq")]
mod mpq;
mod names;
mod source;
mod tree;
mod zip;

pub use address::check_part as check_name;
pub use archive::{
    ArchiveOpener, Compressed, Container, Contents, Member, Open, OpenedArchive, Stored, Unpack,
    no_such_member,
};
pub use bytes::{Bytes, open_regular};
pub use codes::CODES;
pub use disc::CueSheet;
pub use handed::{Handed, HandedFile};
#[cfg(feature = "mpq")]
pub use mpq::MPQ;
pub use names::Names;
pub use source::Parts;
pub use tree::container_around;
pub use tree::{Entry, Kind, Layer, Place, Resolution, Vfs};
pub use zip::open as open_zip;
