//! Reads single files of a game without the level that shows them. Source:
//! `docs/spec/gamestudio.md`, "2.8 Entity files".

use super::{images, paint};
use binary::{Finding, Result};
use vfs::Names;
use world::Image;

/// A picture file as it would be decoded for a level.
///
/// # Errors
/// `load.picture`, a warning: levels load without it.
pub fn picture(address: &str, bytes: &[u8]) -> Result<Image> {
    images::decode(address, bytes).map_err(|problem| Box::new(paint::undecoded(address, problem)))
}

/// `load.file_missing` for a file that a model or a level names and that is nowhere in the game.
pub fn missing(names: &Names, wanted: &str, wanted_by: &str) -> Option<Finding> {
    names.find(wanted).is_none().then(|| super::file_missing(wanted, wanted_by, 1))
}

/// True if the extension is that of a picture.
pub fn is_picture(name: &str) -> bool {
    super::files::is_picture(name)
}

/// How a picture file is stored, in capitals: `TGA`.
pub fn picture_format(name: &str, bytes: &[u8]) -> &'static str {
    images::format(name, bytes)
}
