//! How a mission stands: what a tick changes, what a save holds. Times are ticks.

use super::{MOST_GATES, MOST_OBJECTIVES, MissionLaw};
use crate::{Scene, TICKS_PER_SECOND};
use serde::{Deserialize, Serialize};

/// Most texts that wait to be read.
pub const MOST_NOTICES: usize = 32;
/// Most sounds that wait to be heard.
pub const MOST_LATER: usize = 64;
/// The longest time of a mission, ticks: a day.
const LONGEST: f32 = 86_400.0 * TICKS_PER_SECOND as f32;

/// How a mission stands.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mission {
    /// What happens at its start has happened.
    pub begun: bool,
    /// Ticks since then, as long as it ran.
    pub ticks: u32,
    /// The objective that is looked at first in the next tick.
    pub scan: u16,
    /// By the objectives of its law.
    pub objectives: Vec<Objective>,
    /// What is left of its time; `None` without a timer, or when that has ended.
    pub timer: Option<u32>,
    /// Per danger zone: which of its nodes were passed, as bits.
    pub zones: Vec<u32>,
    /// Per target.
    pub targets: Vec<TargetState>,
    /// Per thing that lies about: ticks until it lies there again; 0 for what is there, [`Mission::NEVER`] for what is
    /// gone for good.
    pub gone: Vec<u32>,
    /// Per thing that makes opponents.
    #[serde(default)]
    pub generators: Vec<Generator>,
    /// Sounds that will be heard.
    pub later: Vec<LaterSound>,
    /// Texts to be read, in the order in which they come.
    pub notices: Vec<Notice>,
    /// How it will end, and in how many ticks.
    pub ending: Option<(MissionOutcome, u32)>,
    /// How it has ended.
    pub outcome: MissionOutcome,
    /// A program has told how it ends.
    pub told: Option<MissionOutcome>,
    /// A program has told that the person dies.
    pub killed: bool,
    /// Ticks until the person who died has the next life.
    pub dying: Option<u32>,
    /// Lives that are left besides the one that is lived.
    pub lives: u32,
    /// Shots that the person fired.
    pub shots: u32,
    /// Those of them that hit something that takes damage.
    pub hits: u32,
}

/// How something stands that makes opponents.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Generator {
    /// How many it still makes.
    pub left: u32,
    /// Ticks until the next.
    pub wait: u32,
}

/// How a mission ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MissionOutcome {
    /// It goes on.
    #[default]
    Running,
    /// Won.
    Won,
    /// Lost.
    Lost,
}

/// How an objective stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Objective {
    /// What it does.
    pub phase: ObjectivePhase,
    /// Ticks since it does that.
    pub since: u32,
    /// Ticks since it woke up first.
    pub age: u32,
    /// How long its nap is.
    pub nap: u32,
    /// It is not shown any more.
    pub hidden: bool,
    /// It has been awake.
    pub seen: bool,
}

/// What an objective does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ObjectivePhase {
    /// It sleeps until its time comes, or until it is woken.
    #[default]
    Dormant,
    /// It can be completed.
    Awake,
    /// It can be completed again after a while.
    Napping,
    /// It is completed.
    Completed,
    /// It cannot be completed any more.
    Retired,
}

impl ObjectivePhase {
    /// For people and programs.
    pub fn name(self) -> &'static str {
        match self {
            ObjectivePhase::Dormant => "dormant",
            ObjectivePhase::Awake => "awake",
            ObjectivePhase::Napping => "napping",
            ObjectivePhase::Completed => "completed",
            ObjectivePhase::Retired => "retired",
        }
    }
}

impl MissionOutcome {
    /// For people and programs.
    pub fn name(self) -> &'static str {
        match self {
            MissionOutcome::Running => "running",
            MissionOutcome::Won => "won",
            MissionOutcome::Lost => "lost",
        }
    }
}

/// What can be aimed at, now.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TargetState {
    /// It is shown.
    pub shown: bool,
    /// What to do with it, if that changed: among the acts of an objective, which is named by its number, and the place
    /// of the act among those of its completion.
    pub label: Option<(u16, u16)>,
}

/// A sound that will be heard: that of an act of the completion of an objective.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LaterSound {
    /// Ticks until then.
    pub wait: u32,
    /// The objective.
    pub objective: u16,
    /// The place of the act among those of its completion.
    pub act: u16,
}

/// A text to be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Notice {
    /// Of which objective.
    pub objective: u16,
    /// What it says of that.
    pub kind: NoticeKind,
    /// Ticks until it is shown.
    pub wait: u32,
    /// Ticks for which it is shown then.
    pub left: u32,
}

/// What a text says of an objective.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NoticeKind {
    /// It is to be done.
    Given,
    /// It is done.
    Completed,
}

impl Mission {
    /// What is gone for good.
    pub const NEVER: u32 = u32::MAX;

    /// Seconds as ticks: none for what is negative or NaN, at most those of a day.
    pub fn ticks_of(seconds: f32) -> u32 {
        (seconds * TICKS_PER_SECOND as f32).round().clamp(0.0, LONGEST) as u32
    }

    /// One that has not begun; nothing in a world without a mission.
    pub fn new(scene: &Scene) -> Self {
        let Some(law) = &scene.mission else { return Mission::default() };
        Mission {
            objectives: vec![Objective::default(); law.objectives.len()],
            timer: law.timer.map(|timer| Mission::ticks_of(timer.seconds)),
            zones: vec![0; law.zones.len()],
            targets: vec![TargetState::default(); law.targets.len()],
            gone: vec![0; law.pickups.len()],
            generators: vec![Generator::default(); law.generators.len()],
            lives: law.rules.lives[0],
            ..Mission::default()
        }
    }

    /// True in a world without a mission.
    pub fn is_unused(&self) -> bool {
        *self == Mission::default()
    }

    /// True when it can be that of a scene: what was read from a file may be anything.
    pub fn fits(&self, scene: &Scene) -> bool {
        let Some(law) = &scene.mission else { return self.is_unused() };
        let count = law.objectives.len();
        let knows = |objective: u16| usize::from(objective) < count;
        let act = |objective: u16, act: u16| {
            let own = law.objectives.get(usize::from(objective));
            own.is_some_and(|own| usize::from(act) < own.on_completion.len())
        };
        count <= MOST_OBJECTIVES
            && self.objectives.len() == count
            && (self.scan == 0 || knows(self.scan))
            && self.zones.len() == law.zones.len()
            && self.targets.len() == law.targets.len()
            && self.generators.len() == law.generators.len()
            && self.targets.iter().all(|own| own.label.is_none_or(|(objective, at)| act(objective, at)))
            && self.gone.len() == law.pickups.len()
            && self.later.len() <= MOST_LATER
            && self.later.iter().all(|own| act(own.objective, own.act))
            && self.notices.len() <= MOST_NOTICES
            && self.notices.iter().all(|own| knows(own.objective))
    }

    /// Whether all nodes of a danger zone were passed.
    pub fn is_zone_done(&self, law: &MissionLaw, zone: u16) -> bool {
        let at = usize::from(zone);
        let (Some(own), Some(passed)) = (law.zones.get(at), self.zones.get(at)) else { return false };
        let gates = own.gates.len().min(MOST_GATES);
        gates > 0 && (0..gates).all(|gate| passed >> gate & 1 == 1)
    }

    /// Whether an objective can be seen by the person: it has a rank, is not hidden, and was awake.
    pub fn shows(&self, law: &MissionLaw, objective: usize) -> bool {
        let (Some(law), Some(own)) = (law.objectives.get(objective), self.objectives.get(objective)) else {
            return false;
        };
        law.rank.is_some() && !own.hidden && own.seen
    }

    /// The text that is to be read now.
    pub fn notice(&self) -> Option<&Notice> {
        self.notices.iter().find(|own| own.wait == 0 && own.left > 0)
    }

    /// Seconds for which it has run.
    pub fn seconds(&self) -> f32 {
        self.ticks as f32 / TICKS_PER_SECOND as f32
    }
}

impl MissionLaw {
    /// What is to be done, the most important first: the texts of a briefing.
    ///
    /// Source: `docs/spec/zbd/vehicles-and-combat.md`, "D3. Briefing": objectives with a text, ordered by priority.
    pub fn briefing(&self) -> Vec<&str> {
        let mut shown: Vec<_> = self.objectives.iter().filter(|own| !own.text.is_empty()).collect();
        shown.retain(|own| own.rank.is_some());
        shown.sort_by_key(|own| (own.rank, own.priority));
        shown.into_iter().map(|own| &*own.text).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sketch::Sketch;
    use crate::{DangerZone, NodeId, ObjectiveLaw, Rank, TimerLaw};

    #[test]
    fn hostile_times_are_bounded() {
        let found = [0.5, -3.0, f32::NAN, f32::INFINITY, 1e9].map(Mission::ticks_of);
        assert_eq!(found, [30, 0, 0, 5_184_000, 5_184_000]);
    }

    #[test]
    fn a_zone_is_done_when_all_its_gates_are_passed() {
        let gates = vec![NodeId(1), NodeId(2)];
        let zones = vec![DangerZone { gates, ..DangerZone::default() }, DangerZone::default()];
        let law = MissionLaw { zones, ..MissionLaw::default() };
        let mut mission = Mission { zones: vec![0b01, 0], ..Mission::default() };
        assert!(!mission.is_zone_done(&law, 0));
        mission.zones[0] = 0b11;
        assert!(mission.is_zone_done(&law, 0));
        // One without gates, and one that is not there, never are.
        assert!(!mission.is_zone_done(&law, 1) && !mission.is_zone_done(&law, 9));
    }

    #[test]
    fn a_briefing_has_primary_objectives_first() {
        let own = |text: &str, rank: Option<Rank>, priority: i32| ObjectiveLaw {
            text: text.into(),
            rank,
            priority,
            ..ObjectiveLaw::default()
        };
        let objectives = vec![
            own("late", Some(Rank::Primary), 9),
            own("side", Some(Rank::Secondary), 1),
            own("first", Some(Rank::Primary), 2),
            own("unseen", None, 0),
            own("", Some(Rank::Primary), 0),
        ];
        let law = MissionLaw { objectives, ..MissionLaw::default() };
        assert_eq!(law.briefing(), ["first", "late", "side"]);
    }

    #[test]
    fn a_mission_of_another_scene_does_not_fit() {
        let mut scene = Sketch::new().scene;
        assert!(Mission::new(&scene).is_unused() && Mission::new(&scene).fits(&scene));
        let timer = Some(TimerLaw { seconds: 2.0, loses: true });
        let objectives = vec![ObjectiveLaw::default(); 2];
        scene.mission = Some(Box::new(MissionLaw { objectives, timer, ..MissionLaw::default() }));
        let mission = Mission::new(&scene);
        assert!(mission.fits(&scene) && mission.timer == Some(120));
        assert!(!Mission::default().fits(&scene));
        let changed = |change: fn(&mut Mission)| {
            let mut own = mission.clone();
            change(&mut own);
            own.fits(&scene)
        };
        assert!(!changed(|own| own.scan = 2));
        assert!(!changed(|own| own.gone.push(0)));
        assert!(!changed(|own| own.later.push(LaterSound::default())));
        let notice = |objective| Notice { objective, kind: NoticeKind::Given, wait: 0, left: 1 };
        let mut own = mission.clone();
        own.notices.push(notice(1));
        assert!(own.fits(&scene));
        own.notices.push(notice(2));
        assert!(!own.fits(&scene));
    }
}
