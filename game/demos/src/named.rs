//! The demos by the names that the page has for them.

use crate::{DemoFile, Game, Options};
use binary::Result;
use std::fmt;

/// What demos of the page are built with.
const OPTIONS: Options = Options { scale: 1, seed: 1 };

/// A part of the files of a demo.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// What the world is made of; all of a demo that has no other part.
    World,
    /// What lies beside it and needs nothing of it.
    Beside,
}

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
    pub fn named(name: &str) -> std::result::Result<Self, Unknown> {
        let found = Self::ALL.into_iter().find(|(known, _)| *known == name);
        found.map(|(_, demo)| demo).ok_or_else(|| Unknown { name: name.to_owned() })
    }

    /// The world that opens when nobody chooses one, where the demo itself does not say.
    pub fn first_world(self) -> Option<&'static str> {
        (self == Demo::Archipelago).then_some("Karst Royal")
    }

    /// A part of its files; all parts can be built at once.
    ///
    /// # Errors
    /// As [`Demo::files`].
    pub fn part(self, part: Part) -> Result<Vec<DemoFile>> {
        match (self, part) {
            (Demo::Valley(game), Part::World) => crate::valley::build_world(game, &OPTIONS),
            (Demo::Valley(game), Part::Beside) => crate::valley::build_beside(game, &OPTIONS),
            (_, Part::World) => self.files(),
            (_, Part::Beside) => Ok(Vec::new()),
        }
    }

    /// Its files, which take a moment to build.
    ///
    /// # Errors
    /// A finding is a mistake in the demo itself.
    pub fn files(self) -> Result<Vec<DemoFile>> {
        match self {
            Demo::Plain => crate::plain(&OPTIONS),
            Demo::Valley(game) => crate::valley(game, &OPTIONS),
            Demo::Island => crate::island(&OPTIONS),
            Demo::Larkmere => crate::everquest(&OPTIONS),
            Demo::Archipelago => crate::daggerfall(&OPTIONS),
            Demo::Stage => crate::warcraft(&OPTIONS),
            Demo::Courtyard => crate::courtyard(&OPTIONS),
        }
    }
}

/// A name that no demo has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unknown {
    /// The name.
    pub name: String,
}

impl fmt::Display for Unknown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no demo `{}`; there are {}", self.name, Demo::ALL.map(|(name, _)| name).join(", "))
    }
}

impl std::error::Error for Unknown {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_demo_that_does_not_exist_is_told_with_those_that_do() {
        assert_eq!(Demo::named("valley"), Ok(Demo::Valley(Game::MechWarrior3)));
        let told = Demo::named("valey").unwrap_err().to_string();
        assert!(told.starts_with("no demo `valey`; there are valley, island, larkmere, "), "{told}");
    }

    #[test]
    fn the_page_offers_every_demo_with_a_picture_or_as_another_layout_of_one() {
        let page = include_str!("../../web/page/index.html");
        for (name, _) in Demo::ALL {
            assert!(page.contains(&format!("data-demo=\"{name}\"")), "index.html lacks {name}");
        }
    }
}
