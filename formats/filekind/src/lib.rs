//! What a format says of each kind of its files, in one place: how a file of
//! the kind is recognised, read, written back, summed up, shown as JSON and laid
//! out as a folder, and which findings reading it can report.
//!
//! A format crate declares one static [`FileKind`] per kind and exports them as a
//! table, `KINDS`. A [`Catalog`] is made of such tables; whoever does something
//! with files of any kind walks it and matches on no kind.
//!
//! It is not a format: it knows no file but the [JSON document](document) that
//! stands for a file in an unpacked folder. It opens no files.
//!
//! | file | holds |
//! |---|---|
//! | `kind.rs` | the declaration of a kind of file |
//! | `content.rs` | what can be asked of a file that was read |
//! | `catalog.rs` | all kinds, and the search among them |
//! | `document` | the JSON document of a file in an unpacked folder |
//!
//! ```
//! use binary::{Mode, Report};
//! use filekind::{Catalog, Content, FileKind, Recognise, Variant, boxed};
//!
//! /// Four letters and one byte of age.
//! #[derive(Debug, serde::Serialize, serde::Deserialize)]
//! struct Age(u8);
//!
//! impl Content for Age {
//!     fn write(&self) -> binary::Result<Option<Vec<u8>>> {
//!         Ok(Some([b"AGE1".as_slice(), &[self.0]].concat()))
//!     }
//!
//!     fn summary(&self) -> Vec<(&'static str, String)> {
//!         vec![("years", self.0.to_string())]
//!     }
//! }
//!
//! static AGE: FileKind = FileKind {
//!     recognise: Recognise {
//!         start: |bytes| bytes.starts_with(b"AGE1").then(Variant::default),
//!         ..Recognise::NEVER
//!     },
//!     ..FileKind::new("demo.age", "age", |bytes, _, mode| {
//!         boxed(Ok((Age(bytes.get(4).copied().unwrap_or_default()), Report::new(mode))))
//!     })
//! };
//!
//! let catalog = Catalog::new(&[&[&AGE]]);
//! let identity = catalog.identify(b"AGE1\x2a").unwrap();
//! assert_eq!(identity.kind.id, "demo.age");
//! let (content, _) = identity.read(b"AGE1\x2a", Mode::Strict)?;
//! assert_eq!(content.summary(), [("years", "42".to_owned())]);
//! assert_eq!(content.to_json().unwrap(), 42);
//! # Ok::<(), Box<binary::Finding>>(())
//! ```

#![forbid(unsafe_code)]

mod catalog;
mod content;
pub mod document;
mod kind;

pub use catalog::Catalog;
pub use content::{Bytes, Content, Json, boxed};
pub use kind::{
    ArchiveForm, FileKind, FolderForm, Identity, List, Member, MemberKinds, Overlay, Read, Recognise,
    Variant, Writing,
};
