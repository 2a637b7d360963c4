//! A zone of EverQuest: the valley of Larkmere. Source: `docs/spec/everquest/writing.md`.
//!
//! Places are in the format's own frame: x north, y west, z up, in feet.

mod bitmap;
mod cells;
mod face;
mod larkmere;
mod light;
mod material;
mod mesh;
mod models;
mod music;
mod partition;
mod pictures;
mod placed;
mod sight;
mod skeletons;
mod sky;
#[cfg(test)]
mod tests;
mod zone;

use super::builders::graph::{NAME, failed};
use super::builders::texts;
use super::{DemoFile, Options};
use ::everquest::pfs::{self, Archive, NewFile};
use binary::{Finding, Result};

/// What the numbers of places mean.
const AXES: &str = "feet, x north, y west, z up";

/// A part of the demo that does not fit the format.
fn wrong(expected: &str, found: &str) -> Box<Finding> {
    failed(&NAME, expected, found)
}

/// Builds the install.
pub(super) fn build(options: &Options) -> Result<Vec<DemoFile>> {
    let larkmere = larkmere::Site::new(options.seed);
    let note = texts::note("everquest", "everquest", AXES, options, &larkmere.start(), &[]);
    let mut files = vec![DemoFile::new("revisit-demo.toml", note.into_bytes())];
    files.extend(larkmere.files()?);
    files.extend(music::files(options.seed)?);
    files.push(sky::file(options.seed)?);
    Ok(files)
}

fn archive(name: &str, files: &[NewFile]) -> Result<DemoFile> {
    Ok(DemoFile::new(name, pfs::write(&Archive::new(files)?)?))
}
