//! The demos, built in memory: nothing of them is downloaded but what builds them.

use base::Failure;
use demos::{DemoFile, Game, Options};
use vfs::{Bytes, Handed, HandedFile};

/// A demo.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Demo {
    /// The test ground.
    Plain,
    /// The valley.
    Valley,
    /// The island.
    Island,
    /// Larkmere and Ashgate.
    Larkmere,
    /// The courtyard.
    Courtyard,
}

impl Demo {
    /// All of them, by the names that links have.
    pub const ALL: [(&str, Demo); 5] = [
        ("plain", Demo::Plain),
        ("valley", Demo::Valley),
        ("island", Demo::Island),
        ("larkmere", Demo::Larkmere),
        ("courtyard", Demo::Courtyard),
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

    /// Its files, which take a moment to build.
    ///
    /// # Errors
    /// A finding is a mistake in the demo itself.
    pub fn files(self) -> Result<Handed, Failure> {
        let options = Options { scale: 1, seed: 1 };
        let files = match self {
            Demo::Plain => demos::plain(&options),
            Demo::Valley => demos::valley(Game::MechWarrior3, &options),
            Demo::Island => demos::island(&options),
            Demo::Larkmere => demos::everquest(&options),
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
        assert_eq!(Demo::named("valley").unwrap(), Demo::Valley);
        let told = Demo::named("valey").unwrap_err().to_string();
        assert_eq!(told, "no demo `valey`; there are plain, valley, island, larkmere, courtyard");
    }
}
