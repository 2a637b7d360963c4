//! What makes opponents: those that sleep, and those that were destroyed, come into the world where they stood at the
//! start, one after the other.
//!
//! Source: `docs/spec/zbd/vehicles-and-combat.md`, "D2. Objective life". Of generators it has the words alone: all of this
//! is a proposal.

use super::Course;
use world::{ActorId, Mission, Pilot, Plan};

impl Course<'_, '_, '_> {
    /// Each makes the next of those that it still makes, if it is time and somebody is out of the world.
    pub(super) fn generate(&mut self) {
        let law = self.law;
        for (at, own) in law.generators.iter().enumerate() {
            let Some(now) = self.mission.generators.get_mut(at).filter(|now| now.left > 0) else { continue };
            now.wait = now.wait.saturating_sub(1);
            if now.wait > 0 {
                continue;
            }
            let Some(id) = self.idle(&own.minds) else { continue };
            self.edit.raise(id);
            let now = &mut self.mission.generators[at];
            (now.left, now.wait) = (now.left - 1, Mission::ticks_of(law.rules.generator_s));
        }
    }

    /// Somebody of these minds who sleeps or is destroyed.
    fn idle(&self, minds: &[u32]) -> Option<ActorId> {
        let state = self.state();
        let all = state.actors.ids().iter().zip(state.actors.iter());
        let mut all = all.filter(|(id, actor)| match &actor.pilot {
            Pilot::Bot(bot) if minds.contains(&bot.mind) => {
                bot.plan == Plan::Asleep || state.is_destroyed(ActorId(**id), actor)
            }
            _ => false,
        });
        all.next().map(|(id, _)| ActorId(*id))
    }
}
