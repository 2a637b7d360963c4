//! An archipelago of our own in the layout of Daggerfall's ARENA2: a whole map with ten islands, six kinds
//! of land, and a few dozen places. Source: `docs/spec/daggerfall.md`.
//!
//! | file | holds |
//! |---|---|
//! | `geography.rs` | land, climates, regions |
//! | `places.rs` | what places there are, and where |
//! | `blocks.rs`, `models.rs`, `shapes.rs` | blocks, the models in them, what models are made of |
//! | `colors.rs`, `ground.rs`, `nature.rs`, `walls.rs` | the palette, and the pictures in it |

mod blocks;
mod colors;
mod geography;
mod ground;
mod models;
mod nature;
mod places;
mod shapes;
#[cfg(test)]
mod tests;
mod walls;

use super::builders::graph::{NAME, failed};
use super::{DemoFile, Options};
use ::daggerfall::{bsa, pak, palette, texture, woods};
use binary::{Finding, Result};
use geography::Geography;

/// A part of the demo that does not fit the format.
fn wrong(what: &str) -> Box<Finding> {
    failed(&NAME, what, "one that does not fit the format")
}

/// Builds the install.
pub(super) fn build(options: &Options) -> Result<Vec<DemoFile>> {
    let seed = options.seed;
    let geography = Geography::new(seed);
    let sites = places::sites(&geography);
    let mut files = vec![DemoFile::new("revisit-demo.toml", note(options).into_bytes())];
    let mut add = |name: &str, bytes: Vec<u8>| files.push(DemoFile::new(&format!("ARENA2/{name}"), bytes));
    let map = geography.woods().ok_or_else(|| wrong("a map"))?;
    add("WOODS.WLD", woods::write(&map)?);
    add("CLIMATE.PAK", pak::write(&geography.climates())?);
    add("POLITIC.PAK", pak::write(&geography.regions())?);
    add("ART_PAL.COL", palette::write(&colors::palette())?);
    let maps = places::archive(&sites)?.ok_or_else(|| wrong("places"))?;
    add("MAPS.BSA", bsa::write(&maps)?);
    let blocks = blocks::archive(seed)?.ok_or_else(|| wrong("blocks"))?;
    add("BLOCKS.BSA", bsa::write(&blocks)?);
    let models = models::archive()?.ok_or_else(|| wrong("models"))?;
    add("ARCH3D.BSA", bsa::write(&models)?);
    let (pictures, (wild, walls)) = rayon::join(
        || ground::archives(seed),
        || rayon::join(|| nature::archives(seed), || walls::archives(seed)),
    );
    for group in [pictures, wild, walls] {
        for (number, archive) in group.ok_or_else(|| wrong("pictures"))? {
            add(&format!("TEXTURE.{number:03}"), texture::write(&archive)?);
        }
    }
    Ok(files)
}

/// What the install says of itself. It names no start: every cell has one of its own, before its location.
fn note(options: &Options) -> String {
    let Options { scale, seed } = options;
    format!(
        "# Made by `revisit demo`; the install beside this file is Revisit's own.\n\
         demo = \"daggerfall\"\ntitle = \"daggerfall\"\nversion = 1\nseed = {seed}\nscale = {scale}\n"
    )
}
