//! Two zones of EverQuest that lead into each other: the valley of Larkmere and
//! the halls of Ashgate. Source: `docs/spec/everquest/writing.md`.
//!
//! Places are in the format's own frame: x north, y west, z up, in feet.

mod bitmap;
mod cells;
mod face;
mod larkmere;
mod light;
mod material;
mod mesh;
mod partition;
mod sight;
#[cfg(test)]
mod tests;
mod zone;

use super::builders::graph::{NAME, failed};
use super::{DemoFile, Options};
use ::everquest::pfs::{self, Archive, NewFile};
use ::everquest::wld;
use binary::{Finding, Result};

/// A part of the demo that does not fit the format.
fn wrong(expected: &str, found: &str) -> Box<Finding> {
    failed(&NAME, expected, found)
}

/// Builds the install.
pub(super) fn build(options: &Options) -> Result<Vec<DemoFile>> {
    let larkmere = larkmere::Site::new(options.seed);
    let files = vec![NewFile::new("larkmere.wld", wld::write(&larkmere.world()?)?)];
    Ok(vec![archive("larkmere.s3d", &files)?])
}

fn archive(name: &str, files: &[NewFile]) -> Result<DemoFile> {
    Ok(DemoFile::new(name, pfs::write(&Archive::new(files)?)?))
}
