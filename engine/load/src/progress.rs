//! How far loading has come.

/// The steps of loading, in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Phase {
    /// Finding the files.
    Discover,
    /// Getting their bytes.
    Read,
    /// Bytes to typed values.
    Parse,
    /// Typed values to models, materials and nodes.
    Build,
    /// Pixels.
    Textures,
    /// What queries and collision need at once.
    Collide,
}

impl Phase {
    /// Every phase, in order.
    pub const ALL: [Phase; 6] =
        [Phase::Discover, Phase::Read, Phase::Parse, Phase::Build, Phase::Textures, Phase::Collide];

    /// One word for people and JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Phase::Discover => "discover",
            Phase::Read => "read",
            Phase::Parse => "parse",
            Phase::Build => "build",
            Phase::Textures => "textures",
            Phase::Collide => "collide",
        }
    }
}

/// Listens to loading.
pub trait Progress {
    /// `done` of `of` steps of a phase are finished. The first call of a phase
    /// has `done` 0. Returning false cancels loading at the next step.
    fn at(&mut self, phase: Phase, done: usize, of: usize) -> bool;
}

/// Listens to nothing and never cancels.
#[derive(Debug, Default)]
pub struct Quiet;

impl Progress for Quiet {
    fn at(&mut self, _: Phase, _: usize, _: usize) -> bool {
        true
    }
}

impl<F: FnMut(Phase, usize, usize) -> bool> Progress for F {
    fn at(&mut self, phase: Phase, done: usize, of: usize) -> bool {
        self(phase, done, of)
    }
}
