//! Pictures of the zones, painted in code; those that repeat do so without a
//! seam.

mod ashen;
mod built;
mod flame;
mod grown;
mod hides;
mod land;

pub(super) use ashen::{
    ash, basalt, blocks, charred, cinders, columns, crust, lava, roof, runes, slabs, twigs,
};
pub(super) use built::{dark, flags, iron, masonry, planks, plaster, sign, thatch, vault};
pub(super) use flame::flame;
pub(super) use grown::{bark, leaves, needles, reeds};
pub(super) use hides::{goblin, grip, steel};
pub(super) use land::{bed, grass, meadow, road, rock, sand, scree, water};

use super::bitmap;
use super::material::Material;
use crate::builders::paint::Canvas;
use ::everquest::pfs::NewFile;

/// How pictures are stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Store {
    /// Bitmaps with 256 colours.
    Bmp,
    /// DDS under names of bitmaps, as reissued archives have them.
    Dds,
    /// Of the two what the name says.
    Named,
}

/// A picture as a file.
pub(super) fn file(name: &str, canvas: &Canvas, store: Store) -> NewFile {
    let is_clear = canvas.to_rgba8().chunks_exact(4).any(|pixel| pixel[3] < 255);
    let bytes = match store {
        Store::Bmp => bitmap::bmp(canvas),
        Store::Named if !name.ends_with(".dds") => bitmap::bmp(canvas),
        Store::Dds | Store::Named => bitmap::dds(canvas, is_clear),
    };
    NewFile::new(name, bytes)
}

/// The files that materials name, each once.
pub(super) fn files(
    materials: &[Material<'_>],
    store: Store,
    paint: impl Fn(&str) -> Option<Canvas> + Sync,
) -> binary::Result<Vec<NewFile>> {
    use rayon::prelude::*;
    let mut names: Vec<&str> =
        materials.iter().flat_map(|material| material.frames.iter().copied()).collect();
    names.sort_unstable();
    names.dedup();
    let made = |name: &&str| {
        let canvas = paint(name).ok_or_else(|| super::wrong("a picture that somebody paints", name))?;
        Ok(file(name, &canvas, store))
    };
    names.par_iter().map(made).collect()
}
