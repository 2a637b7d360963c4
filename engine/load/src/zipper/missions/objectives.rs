//! An objective, directive by directive.
//!
//! Source: `docs/spec/zbd/vehicles-and-combat.md`, "B7. Objectives (`objectives.zrd`)", "D2. Objective life".

use super::conditions::numbers;
use super::{Reading, rank_of};
use crate::zipper::definitions::{Constants, Definition, Field};
use crate::zipper::opponents::side_of_team;
use world::{MissionAct, MissionCondition, MissionOutcome, ObjectiveLaw, ObjectiveLife, Rank};

/// Times of all objectives of a file that do not say their own, seconds.
#[derive(Clone, Copy)]
pub(super) struct Usual {
    read_s: f32,
    review_s: f32,
    nap_s: f32,
}

impl Usual {
    pub fn of(head: Option<&Definition>, constants: &Constants) -> Self {
        let said = |key: &str, name: &str| {
            let own = head.and_then(|head| head.number(key));
            own.or_else(|| constants.number(name)).unwrap_or_default().max(0.0)
        };
        Usual {
            read_s: said("READ_TIME", "mission.read_s"),
            review_s: said("REVIEW_DELAY", "objective.review_delay_s"),
            nap_s: constants.number("mission.nap_s").unwrap_or_default().max(0.0),
        }
    }
}

impl Reading<'_> {
    pub(super) fn objective(&mut self, own: &Definition, usual: Usual) -> ObjectiveLaw {
        let mut conditions = self.conditions(own);
        if !self.needs_no_condition && conditions.is_empty() {
            self.notes.value(&own.name, "no condition");
            conditions.push(MissionCondition::Never);
        }
        let mut law = ObjectiveLaw {
            name: own.name.as_str().into(),
            // All of Recoil's are to be done, in their order.
            rank: self.is_recoil.then_some(Rank::Primary),
            priority: self.names.iter().position(|name| *name == own.name).unwrap_or_default() as i32,
            conditions,
            read_s: usual.read_s,
            review_s: usual.review_s,
            ..ObjectiveLaw::default()
        };
        for field in &own.fields {
            let place = format!("{}, {}", own.name, field.name);
            self.directive(&mut law, field, &place, usual);
        }
        law
    }

    fn directive(&mut self, law: &mut ObjectiveLaw, field: &Field, place: &str, usual: Usual) {
        let words = field.held.words();
        match field.key.name {
            // What completes it: `conditions.rs`.
            "ACTIVE"
            | "INACTIVE"
            | "INACTIVE#"
            | "INACTIVE_COMPLETION_COUNT"
            | "ANIM_STATE"
            | "COMPLETION_COUNT"
            | "DANGER_ZONES_COMPLETED"
            | "DANGER_ZONES_COMPLETION_COUNT"
            | "DEDG"
            | "TRAVELERS"
            | "FINAL_MISSION" => {}
            "BEGIN_DORMANT" => law.life = life(&numbers(field)),
            "TICK_DEPENDS_ON_OBJ" => {
                law.after = words.first().and_then(|word| self.depends(law, word, place))
            }
            "IDENTITY" => self.identity(law, words, place),
            "INSTANTWIN" => law.ends = Some(MissionOutcome::Won),
            "INSTANTLOSS" => law.ends = Some(MissionOutcome::Lost),
            "READ_TIME" => law.read_s = field.held.number().unwrap_or(usual.read_s).max(0.0),
            "REVIEW_DELAY" => law.review_s = field.held.number().unwrap_or(usual.review_s).max(0.0),
            "READ_SOUND" => law.read_sound = self.sound(field),
            "MSG_*" if law.text.is_empty() => law.text = self.heard.text(&field.name).into(),
            "MSG_*" => {}
            "HINT_*" => law.hint = self.heard.text(words.first().unwrap_or(&field.name)).into(),
            "WAKE_ANIM" => law.on_wake.extend(self.animation(words, place)),
            "SLEEP_ANIM" => law.on_sleep.extend(self.animation(words, place)),
            "WAKEUP_SOUND_GROUP" => {
                law.on_wake.extend(self.sound(field).map(|sound| MissionAct::Hear(sound, false)));
            }
            "COMPLETED_SOUND_GROUP" => {
                law.on_completion.extend(self.sound(field).map(|sound| MissionAct::Hear(sound, true)));
            }
            "WAKEUP_ENEMIES" | "WAKEUP_TURRETS" | "WAKEUP_ZEP_TURRETS" => {
                law.on_wake.push(MissionAct::Rouse(self.minds(words, place)));
            }
            // That the cannons of an airship are turrets of its own is inferred.
            "COMPLETED_ZEPCANNONS" => {
                law.on_completion.push(MissionAct::Rouse(self.minds(words, place)));
            }
            "WAKEUP_GENERATOR" => law.on_wake.extend(self.generates(words, place)),
            "SET_AI_TEAM" => law.on_completion.extend(self.order(words, place, Self::set_side)),
            "SET_AI_NET" => law.on_completion.extend(self.order(words, place, Self::set_net)),
            "SET_AI_ATTACK_RADIUS" => law.on_completion.extend(self.order(words, place, Self::set_attack)),
            "STOP_QUEUED_SOUNDS" => law.on_completion.push(MissionAct::StopQueued),
            "RESET_TIMER" => law.on_wake.push(MissionAct::ResetTimer(numbers(field).first().copied())),
            "END_TIMER" => law.on_completion.push(MissionAct::EndTimer),
            "ADJUST_TIMER_WHEN_I_COMPLETE" => {
                let seconds = field.held.number();
                law.on_completion.extend(seconds.map(MissionAct::AdjustTimer));
            }
            "WAKE_OBJECTIVE_WHEN_I_COMPLETE" => {
                law.on_completion.push(MissionAct::Wake(self.objective_numbers(words, place)));
            }
            "KILL_OBJECTIVE_WHEN_I_COMPLETE" => {
                law.on_completion.push(MissionAct::Kill(self.objective_numbers(words, place)));
            }
            "SLEEP_OBJECTIVE_WHEN_I_COMPLETE" => {
                law.on_completion.push(MissionAct::Sleep(self.objective_numbers(words, place)));
            }
            "NAP_OBJECTIVE_WHEN_I_COMPLETE" => law.on_completion.push(self.naps(words, place, usual)),
            "WAKE_OBJECTIVE_WHEN_I_SLEEP" => {
                law.on_sleep.push(MissionAct::Wake(self.objective_numbers(words, place)));
            }
            "HIDE_OBJ" => law.on_completion.push(MissionAct::Hide(self.objective_numbers(words, place))),
            "WARP_VEHICLE" => law.on_completion.extend(self.warp(words, place)),
            name @ ("ADD_OTHER_TARGET"
            | "ADD_OBJECTIVE_TARGET"
            | "REMOVE_OTHER_TARGET"
            | "REMOVE_OBJECTIVE_TARGET") => {
                let shown = name.starts_with("ADD");
                let targets = self.targets_of(words, place);
                law.on_completion.extend(targets.map(|target| MissionAct::ShowTarget(target, shown)));
            }
            "SET_HELP_LABEL" => law.on_completion.extend(self.label(words, place)),
            _ => self.notes.directive(&law.name, &field.name),
        }
    }

    /// The objective on which another depends; none on itself.
    fn depends(&mut self, law: &ObjectiveLaw, word: &str, place: &str) -> Option<u16> {
        let number = self.objective_number(word, place)?;
        let is_own = self.names.get(usize::from(number)).is_some_and(|name| **name == *law.name);
        if is_own {
            self.notes.value(place, "itself");
        }
        (!is_own).then_some(number)
    }

    /// Rank, priority and text; the first of several counts.
    fn identity(&mut self, law: &mut ObjectiveLaw, words: &[String], place: &str) {
        let Some(rank) = words.first().and_then(|word| rank_of(word)) else {
            self.notes.value(place, &words.join(" "));
            return;
        };
        if law.rank.is_some() {
            return;
        }
        law.rank = Some(rank);
        let number = words.get(1).and_then(|word| word.parse::<f32>().ok());
        law.priority = number.unwrap_or(law.priority as f32) as i32;
        let key = words.iter().skip(1).find(|word| word.parse::<f32>().is_err());
        law.text = key.map_or("", |key| self.heard.text(key)).into();
    }

    /// An animation, and the node at which it begins.
    fn animation(&mut self, words: &[String], place: &str) -> Option<MissionAct> {
        let program = self.program(words.first()?, place)?;
        let node = match words.get(1) {
            Some(node) => Some(self.node(std::slice::from_ref(node), place)?),
            None => None,
        };
        Some(MissionAct::StartProgram(program, node))
    }

    /// Objectives, and the seconds of their nap.
    fn naps(&mut self, words: &[String], place: &str, usual: Usual) -> MissionAct {
        let is_number = |word: &&String| word.parse::<f32>().is_ok();
        // Where all are numbers the first is the objective's.
        let named: Vec<String> = words.iter().filter(|word| !is_number(word)).cloned().collect();
        let named = if named.is_empty() { words.iter().take(1).cloned().collect() } else { named };
        let seconds = words.iter().skip(1).rev().find(is_number).and_then(|word| word.parse::<f32>().ok());
        MissionAct::Nap(self.objective_numbers(&named, place), seconds.unwrap_or(usual.nap_s).max(0.0))
    }

    /// Who is put where.
    fn warp(&mut self, words: &[String], place: &str) -> Option<MissionAct> {
        let [who, node, ..] = words else {
            self.notes.value(place, &words.join(" "));
            return None;
        };
        let goal = self.node(std::slice::from_ref(node), place)?;
        if who.eq_ignore_ascii_case("PLAYER") {
            return Some(MissionAct::Warp(goal));
        }
        let minds = self.minds(std::slice::from_ref(who), place);
        (!minds.is_empty()).then_some(MissionAct::WarpOthers(minds, goal))
    }

    /// What makes opponents, and how many.
    fn generates(&mut self, words: &[String], place: &str) -> Option<MissionAct> {
        let Some(name) = words.first() else {
            self.notes.value(place, "nothing");
            return None;
        };
        let more = words.get(1).and_then(|word| word.parse::<f32>().ok()).unwrap_or(1.0).max(0.0) as u32;
        let number = self.generator(name, place)?;
        let makes = self.generators.get(usize::from(number)).is_some_and(|own| !own.minds.is_empty());
        makes.then_some(MissionAct::Generate(number, more))
    }

    /// Who is told something, and what.
    fn order(
        &mut self,
        words: &[String],
        place: &str,
        act: fn(&mut Self, Vec<u32>, &str, &str) -> Option<MissionAct>,
    ) -> Option<MissionAct> {
        let [who, what, ..] = words else {
            self.notes.value(place, &words.join(" "));
            return None;
        };
        let minds = self.minds(std::slice::from_ref(who), place);
        if minds.is_empty() { None } else { act(self, minds, what, place) }
    }

    fn set_side(&mut self, minds: Vec<u32>, team: &str, _: &str) -> Option<MissionAct> {
        Some(MissionAct::SetSide(minds, side_of_team(self.constants, team)))
    }

    fn set_net(&mut self, minds: Vec<u32>, name: &str, place: &str) -> Option<MissionAct> {
        Some(MissionAct::SetNet(minds, self.net(name, place)?))
    }

    fn set_attack(&mut self, minds: Vec<u32>, radius: &str, place: &str) -> Option<MissionAct> {
        let Some(units) = radius.parse::<f32>().ok().filter(|units| units.is_finite()) else {
            self.notes.value(place, radius);
            return None;
        };
        Some(MissionAct::SetAttack(minds, units.max(0.0)))
    }

    fn label(&mut self, words: &[String], place: &str) -> Option<MissionAct> {
        let [target, text, ..] = words else {
            self.notes.value(place, &words.join(" "));
            return None;
        };
        let text = self.heard.text(text).into();
        let target = self.targets_of(std::slice::from_ref(target), place).next()?;
        Some(MissionAct::LabelTarget(target, text))
    }
}

/// Delay, or below 0 for one that is woken; time awake, time of a nap, deadline.
fn life(numbers: &[f32]) -> ObjectiveLife {
    let nth = |at: usize| numbers.get(at).copied().unwrap_or_default();
    let positive = |at: usize| nth(at).max(0.0);
    let delay = if numbers.is_empty() { -1.0 } else { nth(0) };
    ObjectiveLife {
        delay: (delay >= 0.0).then_some(delay),
        awake: positive(1),
        nap: positive(2),
        deadline: positive(3),
    }
}
