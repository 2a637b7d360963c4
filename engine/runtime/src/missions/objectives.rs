//! When an objective is awake, and that it is completed.
//!
//! Source: `docs/spec/zbd/vehicles-and-combat.md`, "D2. Objective life".

use super::Course;
use crate::Cue;
use world::{
    MOST_NOTICES, Mission, MissionOutcome, Notice, NoticeKind, Objective, ObjectiveLaw, ObjectivePhase, Rank,
};

impl<'s> Course<'s, '_, '_> {
    pub(super) fn objective(&self, number: u16) -> Option<(&'s ObjectiveLaw, &Objective)> {
        let at = usize::from(number);
        Some((self.law.objectives.get(at)?, self.mission.objectives.get(at)?))
    }

    fn own(&mut self, number: u16) -> Option<(&'s ObjectiveLaw, &mut Objective)> {
        let at = usize::from(number);
        Some((self.law.objectives.get(at)?, self.mission.objectives.get_mut(at)?))
    }

    fn numbers(&self) -> std::ops::Range<u16> {
        0..self.law.objectives.len().min(self.mission.objectives.len()) as u16
    }

    /// Its time stands until another one is completed.
    fn is_waiting(&self, law: &ObjectiveLaw) -> bool {
        let other = law.after.and_then(|after| self.objective(after));
        other.is_some_and(|(_, other)| other.phase != ObjectivePhase::Completed)
    }

    /// Everything about objectives that comes with time.
    pub(super) fn pass_time(&mut self) {
        for number in self.numbers() {
            let Some((law, own)) = self.objective(number) else { continue };
            if self.is_waiting(law) {
                continue;
            }
            let own = *own;
            match own.phase {
                // One that fell asleep again is woken by others alone.
                ObjectivePhase::Dormant if !own.seen => match law.life.delay {
                    Some(delay) if own.since >= Mission::ticks_of(delay) => {
                        self.wake(number);
                    }
                    _ => self.grow_older(number, false),
                },
                ObjectivePhase::Awake => {
                    self.grow_older(number, true);
                    let is_over = |limit: f32, ticks: u32| limit > 0.0 && ticks >= Mission::ticks_of(limit);
                    if is_over(law.life.deadline, own.age.saturating_add(1)) {
                        self.retire(number);
                    } else if is_over(law.life.awake, own.since.saturating_add(1)) {
                        self.rest(number, Mission::ticks_of(law.life.nap));
                    }
                }
                ObjectivePhase::Napping => {
                    self.grow_older(number, true);
                    if own.since.saturating_add(1) >= own.nap {
                        self.turn(number, ObjectivePhase::Awake);
                    }
                }
                _ => {}
            }
        }
    }

    fn grow_older(&mut self, number: u16, is_up: bool) {
        if let Some((_, own)) = self.own(number) {
            own.since = own.since.saturating_add(1);
            own.age = own.age.saturating_add(u32::from(is_up));
        }
    }

    fn turn(&mut self, number: u16, phase: ObjectivePhase) {
        if let Some((_, own)) = self.own(number) {
            (own.phase, own.since) = (phase, 0);
        }
    }

    /// It wakes up, if it sleeps or takes a nap. False for one that is awake already.
    pub(super) fn wake(&mut self, number: u16) -> bool {
        let Some((law, own)) = self.own(number) else { return true };
        match own.phase {
            ObjectivePhase::Awake => return false,
            ObjectivePhase::Completed | ObjectivePhase::Retired => return true,
            ObjectivePhase::Dormant | ObjectivePhase::Napping => {}
        }
        (own.phase, own.since) = (ObjectivePhase::Awake, 0);
        let is_new = !std::mem::replace(&mut own.seen, true);
        if is_new {
            self.tell(number);
            self.note(number, NoticeKind::Given, 0);
        }
        self.carry_out(&law.on_wake, Some(number));
        true
    }

    /// A nap, or sleep where that is no time at all.
    fn rest(&mut self, number: u16, ticks: u32) {
        if ticks == 0 {
            self.put_to_sleep(number);
        } else {
            self.nap(number, ticks);
        }
    }

    /// It takes a nap, and if it was completed, it is no more.
    pub(super) fn nap(&mut self, number: u16, ticks: u32) {
        if let Some((_, own)) = self.own(number)
            && own.phase != ObjectivePhase::Retired
        {
            (own.phase, own.since, own.nap, own.seen) = (ObjectivePhase::Napping, 0, ticks, true);
        }
    }

    pub(super) fn put_to_sleep(&mut self, number: u16) {
        let Some((law, own)) = self.own(number) else { return };
        if matches!(own.phase, ObjectivePhase::Awake | ObjectivePhase::Napping) {
            (own.phase, own.since) = (ObjectivePhase::Dormant, 0);
            self.carry_out(&law.on_sleep, Some(number));
        }
    }

    /// It cannot be completed any more.
    pub(super) fn retire(&mut self, number: u16) {
        let Some((_, own)) = self.own(number) else { return };
        if !matches!(own.phase, ObjectivePhase::Completed | ObjectivePhase::Retired) {
            (own.phase, own.since) = (ObjectivePhase::Retired, 0);
            self.tell(number);
        }
    }

    pub(super) fn hide(&mut self, number: u16) {
        if let Some((_, own)) = self.own(number) {
            own.hidden = true;
        }
    }

    /// The first that can be completed is. The next look begins behind it.
    pub(super) fn complete_one(&mut self) {
        let numbers = self.numbers();
        let Some(count) = std::num::NonZeroU16::new(numbers.end) else { return };
        let first = self.mission.scan;
        let mut all = numbers.map(|step| (first % count + step) % count);
        let Some(number) = all.find(|number| self.is_fulfilled(*number)) else { return };
        self.mission.scan = (number + 1) % count;
        self.complete(number);
    }

    fn is_fulfilled(&self, number: u16) -> bool {
        let Some((law, own)) = self.objective(number) else { return false };
        own.phase == ObjectivePhase::Awake
            && !self.is_waiting(law)
            && (law.conditions.is_empty() || law.conditions.iter().any(|own| self.holds(own)))
    }

    fn complete(&mut self, number: u16) {
        let law = self.law;
        let Some((own, _)) = self.objective(number) else { return };
        self.remove_travelers(own);
        self.turn(number, ObjectivePhase::Completed);
        self.tell(number);
        self.note(number, NoticeKind::Completed, Mission::ticks_of(own.review_s));
        let place = own.rank.map(|rank| match rank {
            Rank::Primary => 0,
            Rank::Secondary => 1,
            Rank::Tertiary => 2,
        });
        if let Some(sound) = place.and_then(|place| law.complete_sounds.get(place)?.as_ref()) {
            self.hear(sound);
        }
        self.carry_out(&own.on_completion, Some(number));
        if let Some(outcome) = own.ends {
            self.finish(outcome, law.rules.instant_s);
        }
        self.win_if_done();
    }

    /// The mission is won when all that it depends on is completed.
    fn win_if_done(&mut self) {
        let rules = &self.law.rules;
        let is_done = |own: &Objective| own.phase == ObjectivePhase::Completed;
        if let Some((wanted, review_s)) = rules.last {
            let done = self.mission.objectives.iter().filter(|own| is_done(own)).count();
            if done >= (wanted as usize).min(self.mission.objectives.len()) {
                self.finish(MissionOutcome::Won, review_s);
            }
            return;
        }
        let all = self.law.objectives.iter().zip(&self.mission.objectives);
        let mut primary = all.filter(|(law, _)| law.rank == Some(Rank::Primary)).peekable();
        if primary.peek().is_some() && primary.all(|(_, own)| is_done(own)) {
            self.finish(MissionOutcome::Won, rules.won_s);
        }
    }

    /// Says to whoever listens how an objective stands.
    fn tell(&mut self, number: u16) {
        let Some((law, own)) = self.objective(number) else { return };
        if law.rank.is_some() && !own.hidden {
            let (name, text, phase) = (law.name.to_string(), law.text.to_string(), own.phase);
            self.edit.simulation.cues.push(Cue::Objective { name, text, phase });
        }
    }

    /// A text about it is to be read.
    fn note(&mut self, objective: u16, kind: NoticeKind, wait: u32) {
        let Some((law, own)) = self.objective(objective) else { return };
        let left = Mission::ticks_of(law.read_s);
        if law.rank.is_none() || own.hidden || law.text.is_empty() || left == 0 {
            return;
        }
        if self.mission.notices.len() == MOST_NOTICES {
            self.mission.notices.remove(0);
        }
        self.mission.notices.push(Notice { objective, kind, wait, left });
    }

    /// Texts are read one after the other.
    pub(super) fn read_on(&mut self) {
        self.mission.notices.retain(|own| own.left > 0);
        if let Some(at) = self.mission.notices.iter().position(|own| own.wait == 0) {
            self.read(at);
        }
        for own in &mut self.mission.notices {
            own.wait = own.wait.saturating_sub(1);
        }
    }

    fn read(&mut self, at: usize) {
        let own = &mut self.mission.notices[at];
        let (number, left) = (own.objective, own.left);
        own.left = left.saturating_sub(1);
        let Some((law, _)) = self.objective(number) else { return };
        if left == Mission::ticks_of(law.read_s)
            && let Some(sound) = &law.read_sound
        {
            self.hear(sound);
        }
    }
}
