//! How hard the missions of a world are.

use std::fmt;
use std::str::FromStr;

/// How hard the missions of a world are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Difficulty {
    /// Less is asked.
    Easy,
    /// As the game has it for most.
    #[default]
    Normal,
    /// More is asked.
    Hard,
}

impl Difficulty {
    /// All of them, the easiest first.
    pub const ALL: [Difficulty; 3] = [Difficulty::Easy, Difficulty::Normal, Difficulty::Hard];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Difficulty::Easy => "easy",
            Difficulty::Normal => "normal",
            Difficulty::Hard => "hard",
        }
    }
}

/// A text that is no difficulty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotADifficulty;

impl fmt::Display for NotADifficulty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected easy, normal or hard")
    }
}

impl std::error::Error for NotADifficulty {}

impl FromStr for Difficulty {
    type Err = NotADifficulty;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::ALL.into_iter().find(|own| own.name() == text).ok_or(NotADifficulty)
    }
}
