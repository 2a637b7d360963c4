//! Progress of loading.

/// The steps of loading, in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Phase {
    /// Finding the files.
    Discover,
    /// Reading their bytes.
    Read,
    /// Parsing bytes to typed values.
    Parse,
    /// Building models, materials and nodes from typed values.
    Build,
    /// Decoding pixels.
    Textures,
    /// Building what queries and collision need.
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

/// Receives the progress of loading.
pub trait Progress {
    /// `done` of `of` steps of a phase are finished. The first call of a phase
    /// has `done` 0. Returning false cancels loading at the next step.
    fn at(&mut self, phase: Phase, done: usize, of: usize) -> bool;
}

/// Ignores progress and never cancels.
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
