//! What an emitter has of its own beside a law of the scene and a node.

use super::{Drift, Emitter, EmitterLaw};
use crate::{Scene, TICKS_PER_SECOND};
use glam::Vec3;
use serde::{Deserialize, Serialize};

/// What an emitter has of its own: programs change their emitters while they run.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Puff {
    /// How particles are born, fly and look, in place of a law of the scene.
    pub law: Option<EmitterLaw>,
    /// Where it stands in the world, in place of a node.
    pub anchor: Option<Vec3>,
    /// Part of a birth that was due when it started, 0..1: the emitter before it had come so far.
    pub phase: f64,
    /// It ends after so many births.
    pub births: Option<u32>,
    /// How far gusts have carried what it sent out; none where no gusts blow.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub drift: Option<Drift>,
}

impl Puff {
    pub(crate) fn is_sound(&self) -> bool {
        (0.0..=1.0).contains(&self.phase)
            && self.anchor.is_none_or(Vec3::is_finite)
            && self.drift.as_ref().is_none_or(Drift::is_sound)
            && self.law.as_ref().is_none_or(|law| law.clone().bounded().1.is_none())
    }
}

impl Emitter {
    /// How its particles are born, fly and look; none for a law that the scene does not have.
    pub fn law_in<'a>(&'a self, scene: &'a Scene) -> Option<&'a EmitterLaw> {
        let own = self.puff.as_ref().and_then(|puff| puff.law.as_ref());
        own.or_else(|| scene.emitters.get(self.law.index()))
    }

    /// Where it stands in the world, if it stands at no node.
    pub fn anchor(&self) -> Option<Vec3> {
        self.puff.as_ref()?.anchor
    }

    /// Part of the next birth that is due at a tick, 0..1.
    pub fn phase_at(&self, law: &EmitterLaw, tick: u64) -> f64 {
        self.births(law, self.seconds(tick)).fract()
    }

    /// True when something was born by a tick.
    pub fn has_born(&self, law: &EmitterLaw, tick: u64) -> bool {
        self.births(law, self.seconds(tick)) >= 1.0
    }

    /// True when it was to end after some births and they have been.
    pub(crate) fn is_spent(&self, law: &EmitterLaw, tick: u64) -> bool {
        let most = self.puff.as_ref().and_then(|puff| puff.births);
        most.is_some_and(|most| self.births(law, self.seconds(tick)) >= f64::from(most))
    }

    pub(super) fn phase(&self) -> f64 {
        self.puff.as_ref().map_or(0.0, |puff| puff.phase)
    }

    pub(super) fn most_births(&self) -> u64 {
        self.puff.as_ref().and_then(|puff| puff.births).map_or(u64::MAX, u64::from)
    }

    fn seconds(&self, tick: u64) -> f64 {
        tick.saturating_sub(self.since) as f64 / f64::from(TICKS_PER_SECOND)
    }
}
