//! A recording that is replayed: its input instead of the person's, its hashes compared.

use replay::{PlaceEvent, Replay};
use runtime::{Command, Input};

/// A recording on its way.
#[derive(Debug)]
pub struct Replaying {
    replay: Replay,
    compared: u64,
    differs: Option<Replayed>,
}

/// How a replay went, or goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Replayed {
    /// All ticks are done, and so many hashes were those that were recorded.
    Same {
        /// Ticks of the recording.
        ticks: u64,
        /// Hashes compared.
        hashes: u64,
    },
    /// The hash after this tick is another.
    Differs {
        /// The tick.
        tick: u64,
        /// What was recorded.
        recorded: u64,
        /// What it is here.
        found: u64,
    },
}

impl std::fmt::Display for Replayed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Replayed::Same { ticks, hashes } => {
                write!(f, "replayed {ticks} ticks; {hashes} hashes of the recording are the same here")
            }
            Replayed::Differs { tick, recorded, found } => write!(
                f,
                "the replay differs: the hash after tick {tick} is {found:016x}, but {recorded:016x} was recorded"
            ),
        }
    }
}

impl Replaying {
    /// From its first tick on.
    pub fn new(replay: Replay) -> Self {
        Replaying { replay, compared: 0, differs: None }
    }

    /// What a tick is given.
    pub fn input(&self, tick: u64) -> (Input, &[Command]) {
        (self.replay.input_at(tick), self.replay.commands_at(tick))
    }

    /// Which places join and leave before a tick.
    pub fn places(&self, tick: u64) -> &[PlaceEvent] {
        self.replay.places_at(tick)
    }

    /// Whether the recording has a hash after so many ticks.
    pub fn wants_hash(&self, ticks: u64) -> bool {
        self.replay.hash_at(ticks).is_some()
    }

    /// Compares the hash after so many ticks.
    pub fn compare(&mut self, ticks: u64, found: u64) {
        match self.replay.hash_at(ticks) {
            Some(recorded) if recorded != found => {
                self.differs.get_or_insert(Replayed::Differs { tick: ticks, recorded, found });
            }
            Some(_) => self.compared += 1,
            None => {}
        }
    }

    /// How it went, once it differs or so many ticks are all there are.
    pub fn end(&self, ticks: u64) -> Option<Replayed> {
        let all = self.replay.ticks.unwrap_or_default();
        let same = (ticks >= all).then_some(Replayed::Same { ticks: all, hashes: self.compared });
        self.differs.clone().or(same)
    }
}
