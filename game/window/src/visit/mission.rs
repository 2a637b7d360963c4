//! The mission of a visit: whether it is over, and beginning it anew; what the person drives in it.

use super::Visit;
use crate::bindings::Driven;
use load::Difficulty;
use replay::Replay;
use runtime::places::{PlaceId, RestoreError};
use world::{ActorKind, MissionOutcome};

impl Visit {
    /// What the person of the first seat is in.
    pub fn driven(&self) -> Driven {
        match self.simulation().state().person().map(|person| &person.kind) {
            Some(ActorKind::Tank(_)) => Driven::Tank,
            Some(ActorKind::Mech(_)) => Driven::Mech,
            Some(ActorKind::Aeroplane(_)) => Driven::Aeroplane,
            _ => Driven::Nothing,
        }
    }

    /// The vehicle that the person drives, as the game's definitions name it; none for whoever walks.
    pub fn vehicle(&self) -> Option<&str> {
        self.first.request.guests.vehicle.as_deref()
    }

    /// How hard it is.
    pub fn difficulty(&self) -> Difficulty {
        self.first.request.guests.difficulty
    }

    /// True in a world with a mission, for whoever drives in it.
    pub fn has_mission(&self) -> bool {
        self.simulation().scene().mission.is_some()
    }

    /// True after the end of the mission, while somebody plays it and does not watch a recording.
    pub fn is_mission_over(&self) -> bool {
        self.watched.is_none() && self.simulation().state().mission.outcome != MissionOutcome::Running
    }

    /// True for somebody who can begin a mission: nothing of it has happened but what was asked of its first tick, and
    /// no recording is watched.
    pub fn can_begin(&self) -> bool {
        self.has_mission() && self.watched.is_none() && self.simulation().state().mission.ticks <= 1
    }

    /// The mission begins anew, and so does its recording; gives the places that are gone. Nothing happens without a
    /// mission.
    ///
    /// # Errors
    /// As [`Visit::resume`].
    pub fn restart(&mut self) -> Result<Vec<PlaceId>, RestoreError> {
        let Some(beginning) = self.beginning.clone() else { return Ok(Vec::new()) };
        let gone = self.resume(beginning)?;
        self.fly = None;
        *self.recorder.lock() = Some(Replay::new(self.header()));
        let first = self.first.wanted.first.clone();
        if !first.is_empty() {
            self.carry_out(first);
        }
        Ok(gone)
    }
}
