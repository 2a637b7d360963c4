//! The demos, built in memory: nothing of them is downloaded but what builds them.

use base::Failure;
use demos::{DemoFile, Game, Options};
use vfs::{Bytes, Handed, HandedFile};

/// A demo.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Demo {
    /// The test ground.
    Plain,
    /// The valley, in the layout of a game.
    Valley(Game),
    /// The island.
    Island,
    /// Larkmere and Ashgate.
    Larkmere,
    /// Islands in the layout of Daggerfall.
    Archipelago,
    /// Models of Warcraft on a stage.
    Stage,
    /// The courtyard.
    Courtyard,
}

impl Demo {
    /// All of them, by the names that links have.
    pub const ALL: [(&str, Demo); 10] = [
        ("valley", Demo::Valley(Game::MechWarrior3)),
        ("island", Demo::Island),
        ("larkmere", Demo::Larkmere),
        ("archipelago", Demo::Archipelago),
        ("stage", Demo::Stage),
        ("courtyard", Demo::Courtyard),
        ("plain", Demo::Plain),
        ("pirates-moon", Demo::Valley(Game::PiratesMoon)),
        ("crimson-skies", Demo::Valley(Game::CrimsonSkies)),
        ("recoil", Demo::Valley(Game::Recoil)),
    ];

    /// The demo of a name.
    ///
    /// # Errors
    /// No such demo; it says which there are.
    pub fn named(name: &str) -> Result<Self, Failure> {
        let found = Self::ALL.into_iter().find(|(known, _)| *known == name);
        found.map(|(_, demo)| demo).ok_or_else(|| {
            let known = Self::ALL.map(|(name, _)| name).join(", ");
            Failure::Unusable(format!("no demo `{name}`; there are {known}"))
        })
    }

    /// The world that opens when nobody chooses one, where the demo itself does not say.
    pub fn first_world(self) -> Option<&'static str> {
        (self == Demo::Archipelago).then_some("Karst Royal")
    }

    /// Its files, which take a moment to build.
    ///
    /// # Errors
    /// A finding is a mistake in the demo itself.
    pub fn files(self) -> Result<Handed, Failure> {
        let options = Options { scale: 1, seed: 1 };
        let files = match self {
            Demo::Plain => demos::plain(&options),
            Demo::Valley(game) => demos::valley(game, &options),
            Demo::Island => demos::island(&options),
            Demo::Larkmere => demos::everquest(&options),
            Demo::Archipelago => demos::daggerfall(&options),
            Demo::Stage => demos::warcraft(&options),
            Demo::Courtyard => demos::courtyard(&options),
        }?;
        let handed =
            |DemoFile { address, bytes }: DemoFile| (address, HandedFile::Memory(Bytes::from(bytes)));
        Ok(Handed::files(files.into_iter().map(handed).collect()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_demo_that_does_not_exist_is_told_with_those_that_do() {
        assert_eq!(Demo::named("valley").unwrap(), Demo::Valley(Game::MechWarrior3));
        let told = Demo::named("valey").unwrap_err().to_string();
        assert!(told.starts_with("no demo `valey`; there are valley, island, larkmere, "), "{told}");
    }

    #[test]
    fn the_page_offers_every_demo_with_a_picture_or_as_another_layout_of_one() {
        let page = include_str!("../page/index.html");
        for (name, _) in Demo::ALL {
            assert!(page.contains(&format!("data-demo=\"{name}\"")), "index.html lacks {name}");
        }
    }
}
