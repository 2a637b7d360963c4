//! The timer, the death of the person, the end.
//!
//! Source: `docs/spec/zbd/vehicles-and-combat.md`, "A6. Health", "D1. File level", "D2. Objective life".

use super::Course;
use crate::Cue;
use world::{Mission, MissionOutcome};

impl Course<'_, '_, '_> {
    /// The mission will end so after some seconds, if it does not end otherwise before.
    pub(super) fn finish(&mut self, outcome: MissionOutcome, seconds: f32) {
        if self.mission.ending.is_none() {
            self.mission.ending = Some((outcome, Mission::ticks_of(seconds)));
        }
    }

    pub(super) fn run_timer(&mut self) {
        let Some(left) = &mut self.mission.timer else { return };
        *left = left.saturating_sub(1);
        if *left == 0 {
            self.mission.timer = None;
            if self.law.timer.is_some_and(|timer| timer.loses) {
                self.finish(MissionOutcome::Lost, self.law.rules.instant_s);
            }
        }
    }

    /// Whoever dies has another life, or has lost.
    pub(super) fn watch_person(&mut self) {
        if let Some(outcome) = self.mission.told.take() {
            self.finish(outcome, self.law.rules.instant_s);
        }
        let Some((id, actor)) = self.person() else { return };
        if self.mission.killed && self.mission.dying.is_none() && !self.state().is_destroyed(id, actor) {
            self.edit.kill(id);
        }
        let is_dead = self.person().is_some_and(|(id, actor)| self.state().is_destroyed(id, actor));
        self.mission.dying = match self.mission.dying {
            // Somebody who is put back after a crash has died all the same.
            None if !is_dead && !self.mission.killed => None,
            None => Some(Mission::ticks_of(self.law.rules.death_s)),
            Some(0) if self.mission.lives > 0 => {
                self.mission.lives -= 1;
                self.mission.killed = false;
                // The start of a scene that loads is finite.
                let _ = self.edit.back_to_start(id);
                None
            }
            Some(0) => {
                self.finish(MissionOutcome::Lost, 0.0);
                Some(0)
            }
            Some(left) => Some(left - 1),
        };
    }

    /// The end comes when its time has come.
    pub(super) fn end(&mut self) {
        match &mut self.mission.ending {
            None => {}
            Some((outcome, 0)) => {
                let outcome = *outcome;
                self.mission.outcome = outcome;
                self.edit.simulation.cues.push(Cue::MissionOver { outcome });
                let law = self.law;
                let sound = match outcome {
                    MissionOutcome::Won => law.won_sound.as_ref(),
                    MissionOutcome::Lost => law.lost_sound.as_ref(),
                    MissionOutcome::Running => None,
                };
                if let Some(sound) = sound {
                    self.hear(sound);
                }
            }
            Some((_, left)) => *left -= 1,
        }
    }
}
