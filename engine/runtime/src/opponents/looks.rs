//! Whom an opponent goes for, and whether it sees that: nothing may be between it and the eyes of its target, itself and
//! the target left out.
//!
//! Source: `docs/spec/zbd/vehicles-and-combat.md`, "B4. Turrets (`ai.zrd`)". That a look is remembered until it is one's
//! turn again is this project's; the program of Crimson Skies remembers for a second or two.

use super::View;
use super::marks::Mark;
use glam::Vec3;
use smallvec::SmallVec;
use world::{Bot, MindLaw, NodeId, Probe};

impl View<'_> {
    /// The nearest of those that it may go for, by a measure, and how far away that is; none beyond a range.
    pub(super) fn nearest(
        &self,
        mind: &MindLaw,
        range: f32,
        measure: impl Fn(Vec3, Vec3) -> f32,
    ) -> Option<(Mark, f32)> {
        self.among(mind, range, measure, |_| true)
    }

    /// The nearest of some of them.
    pub(super) fn among(
        &self,
        mind: &MindLaw,
        range: f32,
        measure: impl Fn(Vec3, Vec3) -> f32,
        some: impl Fn(&Mark) -> bool,
    ) -> Option<(Mark, f32)> {
        let from = self.actor.position();
        let wanted = |mark: &&Mark| match &mind.targets {
            None => mark.side.is_some_and(|side| side != self.side),
            Some(named) => mark.vehicle.is_some_and(|vehicle| named.contains(&vehicle)),
        };
        let all = self.marks.iter().filter(|mark| mark.actor != self.id && some(mark)).filter(wanted);
        let near = all.map(|mark| (*mark, measure(from, mark.place))).filter(|(_, far)| *far <= range);
        near.min_by(|(_, a), (_, b)| a.total_cmp(b))
    }

    /// Whether it sees its target; what it saw before, as long as there are no looks left.
    pub(super) fn sees(&mut self, bot: &mut Bot, mark: &Mark) -> bool {
        if bot.target != Some(mark.actor) {
            (bot.target, bot.sees, bot.misses) = (Some(mark.actor), false, 0);
        }
        if *self.looks > 0 {
            *self.looks -= 1;
            (bot.sees, bot.looked) = (self.is_free(mark), 0);
        }
        bot.sees
    }

    /// Whether nothing is between it and a target.
    fn is_free(&self, mark: &Mark) -> bool {
        let ends: SmallVec<[NodeId; 2]> = self.actor.node.into_iter().chain(mark.node).collect();
        let own = self.probe();
        let target = self.world.state.actors.find(mark.actor.0);
        let both = target.map_or(own.zones, |target| own.zones.with(self.world.probe_of(target).zones));
        let zones = both.with(self.world.probe().zones);
        Probe { zones, ..own }.ray_without(self.muzzle(), mark.eye, &ends).is_none()
    }

    /// Asks about the world as it is for it.
    pub(super) fn probe(&self) -> Probe<'_> {
        Probe { beyond: self.beyond, ..self.world.probe_of(self.actor) }
    }
}
