//! Actions: what an animator does by a number of the game, such as standing or walking, with one of several
//! clips. Which of them, and how often in a row, is drawn from the world's random numbers.
//!
//! Source: `docs/spec/m2.md`, "4. Sequence" and "2. Header".

use crate::{Animator, AnimatorId, Clip, ClipId, Clock, Random, Scene, State};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// One of the clips of an action.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Variation {
    /// What is played.
    pub clip: ClipId,
    /// How often it is chosen, compared with those of the others.
    pub chance: u32,
    /// How often it is played in a row, from and to; 0 counts as once.
    pub repeats: [u32; 2],
    /// Starts over at its end; otherwise the end stays.
    pub looping: bool,
}

/// How the clips of an action are played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ActionManner {
    /// As they were made.
    #[default]
    Forwards,
    /// From the end to the start.
    Backwards,
    /// Not at all: the end of what plays once stays, the start of what loops.
    Held,
}

/// What an animator does by a number of the game.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Action {
    /// The game's number.
    pub id: u16,
    /// Name for people.
    pub name: Box<str>,
    /// What it does then; the first when all chances are 0.
    pub variations: Vec<Variation>,
    /// How they are played.
    pub manner: ActionManner,
}

impl Action {
    /// Chooses a variation, and how often it is played in a row.
    pub fn choose(&self, random: &mut Random) -> Option<(&Variation, u32)> {
        let sum = self.variations.iter().fold(0_u32, |sum, own| sum.saturating_add(own.chance));
        let chosen = match self.variations.as_slice() {
            [] => return None,
            [only] => only,
            [first, ..] if sum == 0 => first,
            all => {
                let mut left = u32::from(random.draw()) % sum;
                let is_it = |own: &&Variation| {
                    let found = left < own.chance;
                    left = left.saturating_sub(own.chance);
                    found
                };
                all.iter().find(is_it).or(all.last())?
            }
        };
        let [least, most] = chosen.repeats;
        let more = most.saturating_sub(least);
        let extra = if more > 0 { u32::from(random.draw()) % more.saturating_add(1) } else { 0 };
        Some((chosen, least.saturating_add(extra).max(1)))
    }

    /// The clock with which a variation starts that is played so often in a row.
    pub fn clock(&self, variation: &Variation, clip: &Clip, times: u32) -> Clock {
        let looping = variation.looping || times > 1;
        let start = Clock { clip: Some(variation.clip), looping, ..Clock::default() };
        match self.manner {
            ActionManner::Forwards => start,
            ActionManner::Backwards => {
                // Of what loops, the end is its start.
                let time = if looping { clip.seconds.next_down().max(0.0) } else { clip.seconds };
                Clock { time, speed: -1.0, ..start }
            }
            ActionManner::Held => {
                let time = if variation.looping { 0.0 } else { clip.seconds };
                Clock { time, speed: 0.0, looping: false, ..start }
            }
        }
    }
}

/// An action that an animator does, part of [`State`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Performance {
    /// The game's number of the action.
    pub action: u16,
    /// How often the clip that plays is still to be played, this time included.
    pub runs: u32,
}

/// What animators do by numbers of the game, part of [`State`].
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Performances(BTreeMap<AnimatorId, Performance>);

impl Performances {
    /// What animators of a scene do from the start.
    pub fn new(scene: &Scene) -> Self {
        let idle = |(at, own): (usize, &Animator)| {
            Some((AnimatorId::from(at), Performance { action: own.action(own.idle?)?.id, runs: 1 }))
        };
        Performances(scene.animators.iter().enumerate().filter_map(idle).collect())
    }

    /// True while nobody does anything so.
    pub fn is_unused(&self) -> bool {
        self.0.is_empty()
    }

    /// Who does something so.
    pub fn animators(&self) -> impl Iterator<Item = AnimatorId> + '_ {
        self.0.keys().copied()
    }

    pub(crate) fn all(&self) -> impl Iterator<Item = (&AnimatorId, &Performance)> {
        self.0.iter()
    }

    /// What an animator does.
    pub fn of(&self, animator: AnimatorId) -> Option<Performance> {
        self.0.get(&animator).copied()
    }

    /// Lets an animator do something, or nothing.
    pub fn set(&mut self, animator: AnimatorId, performance: Option<Performance>) {
        match performance {
            Some(own) => drop(self.0.insert(animator, own)),
            None => drop(self.0.remove(&animator)),
        }
    }
}

impl Animator {
    /// What it does by a number of the game.
    pub fn action(&self, id: u16) -> Option<&Action> {
        let place = self.actions.binary_search_by_key(&id, |action| action.id).ok()?;
        self.actions.get(place)
    }
}

impl State {
    /// The clock of what an animator shows or goes over to: that of the newest clip that fades in to replace
    /// the others.
    pub fn newest_clock(&self, animator: AnimatorId) -> Option<&Clock> {
        let mut layers = self.layers_of(animator).iter().filter(|layer| layer.replaces);
        layers.next_back().map(|layer| &layer.clock).or_else(|| self.clock(animator))
    }

    /// The same, to be changed.
    pub fn newest_clock_mut(&mut self, animator: AnimatorId) -> Option<&mut Clock> {
        match self.layers.iter().rposition(|layer| layer.animator == animator && layer.replaces) {
            Some(newest) => self.layers.get_mut(newest).map(|layer| &mut layer.clock),
            None => self.clock_mut(animator),
        }
    }

    /// The action that an animator does.
    pub fn action_of<'s>(&self, scene: &'s Scene, animator: AnimatorId) -> Option<(&'s Action, Performance)> {
        let own = self.performances.of(animator)?;
        let shape = scene.animators.get(self.animator_shape(animator)?.index())?;
        Some((shape.action(own.action)?, own))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn action(chances: &[u32]) -> Action {
        let variation = |(clip, chance): (usize, &u32)| Variation {
            clip: ClipId::from(clip),
            chance: *chance,
            looping: true,
            ..Variation::default()
        };
        Action { variations: chances.iter().enumerate().map(variation).collect(), ..Action::default() }
    }

    #[test]
    fn variations_are_drawn_by_their_chances() {
        let action = action(&[20_000, 10_000, 2767]);
        let mut random = Random(1);
        // From 1 the generator draws 41, 18467, 6334, 26500, 19169, 15724.
        let drawn: Vec<u32> = (0..6).map(|_| action.choose(&mut random).unwrap().0.clip.0).collect();
        assert_eq!(drawn, [0, 0, 0, 1, 0, 0]);
        let mut counts = [0; 3];
        for _ in 0..10_000 {
            counts[action.choose(&mut random).unwrap().0.clip.index()] += 1;
        }
        for (count, wanted) in counts.into_iter().zip([6104, 3052, 844]) {
            assert!(i32::abs_diff(count, wanted) < 200, "{counts:?}");
        }
    }

    #[test]
    fn broken_chances_and_repeats_choose_something_all_the_same() {
        let mut random = Random(1);
        assert_eq!(action(&[0, 0]).choose(&mut random).unwrap().0.clip, ClipId(0));
        assert!(action(&[]).choose(&mut random).is_none());
        assert_eq!(random, Random(1), "nothing was drawn");
        let mut often = action(&[1]);
        for (repeats, wanted) in
            [([0, 0], 1..=1), ([2, 4], 2..=4), ([5, 2], 5..=5), ([3, u32::MAX], 3..=u32::MAX)]
        {
            often.variations[0].repeats = repeats;
            for _ in 0..20 {
                let times = often.choose(&mut random).unwrap().1;
                assert!(wanted.contains(&times), "{repeats:?}: {times}");
            }
        }
    }

    #[test]
    fn what_is_held_stands_at_its_end_or_start() {
        let clip = Clip { seconds: 2.0, ..Clip::default() };
        let mut own = action(&[1]);
        let at = |own: &Action| {
            let clock = own.clock(&own.variations[0], &clip, 1);
            (clock.time, clock.speed, clock.looping)
        };
        assert_eq!(at(&own), (0.0, 1.0, true));
        own.manner = ActionManner::Backwards;
        assert_eq!(at(&own), (2.0_f32.next_down(), -1.0, true));
        own.manner = ActionManner::Held;
        assert_eq!(at(&own), (0.0, 0.0, false));
        own.variations[0].looping = false;
        assert_eq!(at(&own), (2.0, 0.0, false));
    }
}
