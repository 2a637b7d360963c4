//! The files of a demo install.

use super::card::title_card;
use super::fixed::Air;
use super::textures::{Levels, Picture, Tier};
use super::{readers, scripts, texts, textures};
use crate::game::Game;
use crate::{DemoFile, Options, Place};
use binary::Result;
use zbd::gamez::{self, GameZ};

/// What places are given in.
const AXES: &str = "metres, y up, -z is north";

/// What an install is made of.
pub(crate) struct Install<'i> {
    /// The game whose layout it has.
    pub game: Game,
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
    /// Further textures of its packages, which the world does not name.
    pub more_pictures: &'i [Picture],
    /// What its archive of readers has beside surface types and the start.
    pub readers: Vec<readers::Reader>,
}

impl Install<'_> {
    /// All files.
    pub fn files(self) -> Result<Vec<DemoFile>> {
        let game = self.game;
        let card = textures::single("title", title_card(self.options.seed, self.title))?;
        let note = texts::note(self.demo, game.title(), AXES, self.options, self.start, self.places);
        let mut readers = vec![readers::soils(game)?, readers::visit(game, self.start)?];
        readers.extend(self.readers);
        let mut files = vec![
            DemoFile::new("revisit-demo.toml", note.into_bytes()),
            DemoFile::new("zbd/interp.zbd", zbd::interp::write(&scripts::scripts(game, self.air)?)?),
            DemoFile::new(&format!("zbd/{}", game.reader()), readers::archive(game, readers)?),
            DemoFile::new("zbd/rimage.zbd", zbd::textures::write(&card)?),
            DemoFile::new(&format!("zbd/{}/gamez.zbd", game.world()), gamez::write(self.world)?),
        ];
        let pictures: Vec<&Picture> = self.pictures.iter().chain(self.more_pictures).collect();
        let levels = if game == Game::CrimsonSkies { Levels::Authored } else { Levels::None };
        for (name, tier) in tiers(game) {
            let package = textures::package(&pictures, tier, levels)?;
            let address = format!("zbd/{}/{name}.zbd", game.world());
            files.push(DemoFile::new(&address, zbd::textures::write(&package)?));
        }
        Ok(files)
    }
}

/// The texture packages of a world of a game, the best first: for cards with
/// more and less memory, then for none.
/// Source: `docs/spec/zbd/mw3-runtime.md`, "1. Install layouts".
fn tiers(game: Game) -> Vec<(&'static str, Tier)> {
    let names: &[[&'static str; 2]] = match game {
        Game::Recoil => return vec![("rtexture", Tier::BEST), ("texture", Tier::HALF)],
        Game::CrimsonSkies => return vec![("texture", Tier::BEST), ("rtexture3", Tier::HALF)],
        Game::MechWarrior3 | Game::PiratesMoon => {
            &[["rtexture", "texture"], ["rtexture3", "texture2"], ["rtexture2", "texture1"]]
        }
    };
    let mut tiers = Vec::new();
    for (kind, palettes) in [false, true].into_iter().enumerate() {
        tiers.extend((0..).zip(names).map(|(halvings, names)| (names[kind], Tier { halvings, palettes })));
    }
    tiers
}
