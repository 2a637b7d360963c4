//! Pictures as files: PNG that says where it was taken, sheets of several
//! pictures with a line below each, lines and letters drawn onto them.
//!
//! It knows no game and no command line; drawing itself is `render`'s.
//!
//! | file | holds |
//! |---|---|
//! | `take.rs` | a picture of a world |
//! | `encode.rs`, `decode.rs`, `viewpoint.rs` | PNG, and back; where a picture was taken |
//! | `sheet.rs` | several pictures on one |
//!
//! ```
//! use world::Image;
//!
//! let red = Image { width: 2, height: 1, rgba: [200, 0, 0, 255].repeat(2) };
//! let png = pictures::encode(&red, None).unwrap();
//! assert!(png.starts_with(b"\x89PNG"));
//! ```

#![forbid(unsafe_code)]

mod decode;
mod encode;
mod sheet;
#[cfg(feature = "gpu")]
mod take;
mod viewpoint;

pub use decode::decode;
pub use encode::{MARK, encode};
pub use sheet::{Canvas, Sheet};
#[cfg(feature = "gpu")]
pub use take::{Pictured, take};
pub use viewpoint::{KEYWORD, Viewpoint};
