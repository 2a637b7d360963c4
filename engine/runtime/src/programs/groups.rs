//! Groups of sounds: one is chosen at a time, by weight, with the random numbers of the world.
//!
//! Source: `docs/spec/zbd/engine-behaviour.md`, "16. Sound". What is known of these groups are their key
//! words: that members play so often in a row, that a repetition waits for the end of a sound, and that a
//! group which plays alone ends what it still plays, is how the words read.

use super::{HAIR, Player};
use crate::{Cue, DT};
use glam::Vec3;
use world::TICKS_PER_SECOND;
use world::program::{
    GroupRun, GroupState, MOST_GROUP_RUNS, ProgramSound, Programs, SoundGroup, SoundGroupId, SoundRef,
};

/// A weight up to this is none. Source: `docs/spec/zbd/engine-behaviour.md`, "16. Sound".
const NO_WEIGHT: f32 = 1e-4;
/// What the weights add up to when all are as at the start again.
const ALL_WEIGHTS: f32 = 100.0;
/// Groups inside of groups that are looked into.
const MOST_DEPTH: usize = 8;
/// Most that a member is heard in a row.
const MOST_COUNT: u32 = 1000;
/// The longest time between two sounds, in seconds.
const LONGEST: f32 = 3600.0;

impl Player<'_, '_, '_> {
    /// Lets one sound of a group be heard, and others after it if the group says so; the number under which
    /// they are heard.
    pub(super) fn play_group(&mut self, id: SoundGroupId, place: Option<Vec3>, gain: f32) -> Option<u32> {
        let scene = self.scene;
        let group = scene.sound_groups.get(id.index())?;
        let now = self.edit.state().tick;
        let state = self.group_state(id);
        if now < state.silent_until {
            return None;
        }
        let last = state.handle;
        if group.solo && last != 0 {
            let seconds = self.end_group_run(id, last);
            self.edit.simulation.cues.push(Cue::StopSound { handle: last, seconds });
        }
        let handle = self.handle();
        let state = self.group_state(id);
        state.handle = handle;
        state.silent_until = now + (seconds(group.min_delay_s) * TICKS_PER_SECOND as f32).ceil() as u64;
        let repeats = group.repeats;
        let mut run = GroupRun { group: id, handle, place, gain, chosen: None, left: 0, repeats, wait: 0.0 };
        self.choose(&mut run);
        if run.wait <= HAIR {
            self.sound_chosen(&mut run);
        }
        if run.chosen.is_some() && self.programs.group_runs.len() < MOST_GROUP_RUNS {
            self.programs.group_runs.push(run);
        }
        Some(handle)
    }

    /// A sixtieth of a second of all groups that play.
    pub(super) fn advance_groups(&mut self) {
        let mut runs = std::mem::take(&mut self.programs.group_runs);
        runs.retain_mut(|run| {
            run.wait -= f64::from(DT);
            if run.wait <= HAIR {
                self.sound_chosen(run);
            }
            run.chosen.is_some()
        });
        self.programs.group_runs = runs;
    }

    /// Ends what a group plays under a number; the seconds in which it fades away.
    pub(super) fn end_group_run(&mut self, id: SoundGroupId, handle: u32) -> f32 {
        self.programs.group_runs.retain(|run| run.handle != handle);
        self.scene.sound_groups.get(id.index()).map_or(0.0, |group| seconds(group.fade_s))
    }

    /// Ends what a group of this kind plays for ever without an owner, so that each call of it does not add
    /// one more.
    pub(super) fn end_endless(&mut self, id: SoundGroupId) {
        let Programs { group_runs, instances, .. } = &mut self.programs;
        let owned = |handle: u32| {
            instances.iter().flat_map(|own| &own.owned.sounds).any(|sound| sound.handle == handle)
        };
        group_runs.retain(|run| run.group != id || run.repeats >= 0 || owned(run.handle));
    }

    fn group_state(&mut self, id: SoundGroupId) -> &mut GroupState {
        self.programs.groups.entry(id).or_default()
    }

    /// Lets what was chosen be heard, and finds out what comes next and when.
    fn sound_chosen(&mut self, run: &mut GroupRun) {
        let scene = self.scene;
        let chosen = run
            .chosen
            .and_then(|(group, member)| scene.sound_groups.get(group.index())?.members.get(member as usize));
        let Some(SoundRef::One(sound)) = chosen.map(|member| &member.what) else {
            run.chosen = None;
            return;
        };
        let ProgramSound { seconds: length, .. } = *sound;
        self.hear(sound, run.handle, run.place, run.gain, false);
        run.wait = f64::from(seconds(length));
        run.left = run.left.saturating_sub(1);
        if run.left > 0 {
            return;
        }
        run.chosen = None;
        if run.repeats == 0 {
            return;
        }
        run.repeats = if run.repeats > 0 { run.repeats - 1 } else { run.repeats };
        let pause = scene.sound_groups.get(run.group.index()).map_or(0.0, |group| group.repeat_delay_s);
        run.wait += f64::from(seconds(pause));
        self.choose(run);
        // A file without length, again and again, is heard once a tick at most.
        run.wait = run.wait.max(f64::from(DT));
    }

    /// Chooses a sound by weight, through groups inside of groups.
    fn choose(&mut self, run: &mut GroupRun) {
        let scene = self.scene;
        let mut id = run.group;
        for _ in 0..MOST_DEPTH {
            let Some(group) = scene.sound_groups.get(id.index()) else { return };
            let Some(number) = self.draw_member(id, group) else { return };
            let Some(member) = group.members.get(number) else { return };
            run.wait += f64::from(seconds(member.delay_s));
            match member.what {
                SoundRef::Group(inner) => id = inner,
                SoundRef::One(_) => {
                    run.left = member.count.clamp(1, MOST_COUNT);
                    run.chosen = Some((id, number as u32));
                    return;
                }
            }
        }
    }

    /// The number of a member, drawn by the weights of now; these may change by that.
    fn draw_member(&mut self, id: SoundGroupId, group: &SoundGroup) -> Option<usize> {
        let count = group.members.len();
        let mut weights = std::mem::take(&mut self.group_state(id).weights);
        if weights.len() != count {
            weights.clear();
            weights.extend(group.members.iter().map(|member| sound_weight(member.weight)));
            if weights.iter().sum::<f32>() <= NO_WEIGHT {
                weights.fill(ALL_WEIGHTS / count as f32);
            }
        }
        let all: f32 = weights.iter().sum();
        // Nothing is drawn where there is nothing to choose.
        let mut left = if count > 1 { self.draw() * all } else { 0.0 };
        let drawn = weights.iter().position(|weight| {
            let is_it = *weight > 0.0 && left < *weight;
            left -= weight;
            is_it
        });
        // The greatest number that is drawn is behind all of them.
        let drawn = drawn.or_else(|| weights.iter().rposition(|weight| *weight > 0.0));
        match (drawn.and_then(|drawn| weights.get_mut(drawn)), group.weight_after_use) {
            (Some(weight), Some(part)) => {
                *weight = sound_weight(*weight * part);
                if *weight <= NO_WEIGHT {
                    weights.fill(ALL_WEIGHTS / count as f32);
                }
            }
            // Nothing to remember.
            _ => weights.clear(),
        }
        self.group_state(id).weights = weights;
        drawn
    }
}

/// A number of seconds of a file; NaN counts as none.
fn seconds(value: f32) -> f32 {
    if value.is_nan() { 0.0 } else { value.clamp(0.0, LONGEST) }
}

/// A weight of a file; NaN and what is negative count as none.
fn sound_weight(value: f32) -> f32 {
    if value.is_nan() { 0.0 } else { value.clamp(0.0, 1e6) }
}
