//! The files of a demo install.

use super::card::title_card;
use super::fixed::Air;
use super::textures::Picture;
use super::{texts, textures};
use crate::demo::{DemoFile, Options, Place};
use binary::Result;
use zbd::gamez::{self, GameZ};

/// What an install is made of.
pub(in crate::demo) struct Install<'i> {
    /// The demo's id.
    pub demo: &'static str,
    /// What its title card says.
    pub title: &'static str,
    /// What it was built with.
    pub options: &'i Options,
    /// Fog, and how far the camera sees.
    pub air: &'i Air,
    /// Where a visit starts.
    pub start: &'i Place,
    /// Places in the world.
    pub places: &'i [Place],
    /// The world.
    pub world: &'i GameZ,
    /// Its textures.
    pub pictures: &'i [Picture],
}

impl Install<'_> {
    /// All files.
    pub fn files(&self) -> Result<Vec<DemoFile>> {
        let card = textures::single("title", title_card(self.options.seed, self.title))?;
        let note = texts::note(self.demo, self.options, self.start, self.places);
        let file = |address: &str, bytes: Vec<u8>| DemoFile { address: address.to_owned(), bytes };
        let package = |halved: bool| zbd::textures::write(&textures::package(self.pictures, halved)?);
        Ok(vec![
            file("revisit-demo.toml", note.into_bytes()),
            file("zbd/interp.zbd", zbd::interp::write(&texts::scripts(self.air)?)?),
            file("zbd/reader.zbd", zbd::archive::write(&texts::readers(self.start)?)?),
            file("zbd/rimage.zbd", zbd::textures::write(&card)?),
            file("zbd/c1/gamez.zbd", gamez::write(self.world)?),
            file("zbd/c1/rtexture.zbd", package(false)?),
            file("zbd/c1/rtexture2.zbd", package(true)?),
        ])
    }
}
