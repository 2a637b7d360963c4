//! The four games whose layouts a demo can be written in.

use zbd::gamez::Version;

/// A game with a layout of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Game {
    /// Recoil.
    Recoil,
    /// MechWarrior 3.
    MechWarrior3,
    /// MechWarrior 3: Pirate's Moon.
    PiratesMoon,
    /// Crimson Skies.
    CrimsonSkies,
}

impl Game {
    /// All of them.
    pub const ALL: [Game; 4] = [Game::Recoil, Game::MechWarrior3, Game::PiratesMoon, Game::CrimsonSkies];

    /// Version of its world containers.
    pub const fn version(self) -> Version {
        match self {
            Game::Recoil => Version::Recoil,
            Game::MechWarrior3 => Version::MechWarrior3,
            Game::PiratesMoon => Version::PiratesMoon,
            Game::CrimsonSkies => Version::CrimsonSkies,
        }
    }

    /// Its id in the manifest.
    pub const fn title(self) -> &'static str {
        match self {
            Game::Recoil => "recoil",
            Game::MechWarrior3 => "mechwarrior3",
            Game::PiratesMoon => "pirates-moon",
            Game::CrimsonSkies => "crimson-skies",
        }
    }

    /// The folder of its first world, as the game spells it.
    pub const fn world(self) -> &'static str {
        match self {
            Game::Recoil => "m1",
            Game::MechWarrior3 | Game::PiratesMoon => "c1",
            Game::CrimsonSkies => "C1",
        }
    }

    /// The mission of its first world, as `revisit worlds` lists it.
    pub const fn mission(self) -> &'static str {
        match self {
            Game::Recoil => "m1",
            Game::MechWarrior3 | Game::PiratesMoon => "c1/m1",
            Game::CrimsonSkies => "c1/m01",
        }
    }

    /// The archive of readers in each of its folders.
    pub const fn reader(self) -> &'static str {
        match self {
            Game::Recoil | Game::CrimsonSkies => "zrdr.zbd",
            Game::MechWarrior3 | Game::PiratesMoon => "reader.zbd",
        }
    }

    /// Surface types by their number minus 6; the first six are compiled in.
    pub const fn soils(self) -> &'static [&'static str] {
        match self {
            Game::Recoil => &[],
            Game::MechWarrior3 | Game::PiratesMoon => {
                &["dirt", "mud", "grass", "concrete", "snow", "mech", "silt", "noslip"]
            }
            Game::CrimsonSkies => {
                &["player", "enemy", "airstrip", "opensesame", "death", "buildings", "dzone", "dirt"]
            }
        }
    }

    /// What MechWarrior 3 calls a surface, by number, as this game numbers it.
    pub const fn soil(self, soil: u32) -> u32 {
        const { assert!(Game::CrimsonSkies.soils().len() == 8) };
        match (self, soil) {
            (Game::MechWarrior3 | Game::PiratesMoon, soil) | (_, soil @ 0..=5) => soil,
            (Game::Recoil, _) => 0,
            // Concrete is what one can land on; plates are buildings.
            (Game::CrimsonSkies, 9) => 8,
            (Game::CrimsonSkies, 11 | 13) => 11,
            (Game::CrimsonSkies, _) => 13,
        }
    }
}
