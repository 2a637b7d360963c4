//! What completes an objective.
//!
//! Source: `docs/spec/zbd/vehicles-and-combat.md`, "B7. Objectives (`objectives.zrd`)", "D2. Objective life".

use super::Reading;
use crate::zipper::definitions::{Definition, Field, Held};
use world::{MissionCondition, NodeFlags, ProgramStanding, Traveler};

/// The word of the person among those who come somewhere.
const PERSON: &str = "PLAYER";
/// What they do there.
const APPROACHING: &str = "APPROACHING";
/// What happens to those who came.
const REMOVES: &str = "DELETE_ON_SUCCESS";

impl Reading<'_> {
    /// All that completes an objective.
    pub(super) fn conditions(&mut self, own: &Definition) -> Vec<MissionCondition> {
        let mut all = Vec::new();
        let (mut inactive, mut programs, mut zones) = (Vec::new(), Vec::new(), Vec::new());
        let mut said = [0_u32; 3];
        for field in &own.fields {
            let place = format!("{}, {}", own.name, field.name);
            let words = field.held.words();
            match field.key.name {
                name @ ("ACTIVE" | "INACTIVE") => {
                    let node = self.node(words, &place);
                    all.push(node.map_or(MissionCondition::Never, |node| MissionCondition::Nodes {
                        nodes: vec![node],
                        active: name == "ACTIVE",
                        count: 1,
                    }));
                }
                "INACTIVE#" => {
                    said[0] += 1;
                    inactive.extend(self.node(words, &place));
                }
                "ANIM_STATE" => {
                    said[1] += 1;
                    programs.extend(self.program_state(words, &place));
                }
                "DANGER_ZONES_COMPLETED" => {
                    said[2] += words.len() as u32;
                    zones.extend(words.iter().filter_map(|word| self.zone(word, &place)));
                }
                "DEDG" => all.push(self.few(words, &place).unwrap_or(MissionCondition::Never)),
                "TRAVELERS" => all.push(self.near(words, &place).unwrap_or(MissionCondition::Never)),
                _ => {}
            }
        }
        let [nodes_said, programs_said, zones_said] = said;
        if nodes_said > 0 {
            let count = self.count(own, "INACTIVE_COMPLETION_COUNT", nodes_said);
            all.push(MissionCondition::Nodes { nodes: inactive, active: false, count });
        }
        if programs_said > 0 {
            let count = self.count(own, "COMPLETION_COUNT", programs_said);
            all.push(MissionCondition::Programs { programs, count });
        }
        if zones_said > 0 {
            let count = self.count(own, "DANGER_ZONES_COMPLETION_COUNT", zones_said);
            all.push(MissionCondition::Zones { zones, count });
        }
        all
    }

    /// How many are enough: all, if nobody says it; at least one, and no more than there are.
    fn count(&mut self, own: &Definition, key: &str, all: u32) -> u32 {
        let Some(said) = own.number(key) else { return all };
        let nearest = said.clamp(1.0, all as f32);
        if nearest != said {
            self.notes.value(&format!("{}, {key}", own.name), &format!("{said} of {all}"));
        }
        nearest as u32
    }

    fn program_state(
        &mut self,
        words: &[String],
        place: &str,
    ) -> Option<(world::ProgramId, ProgramStanding)> {
        let [name, state, ..] = words else {
            self.notes.value(place, &words.join(" "));
            return None;
        };
        let standing = match state.to_ascii_uppercase().as_str() {
            "RUNNING" => ProgramStanding::Running,
            "EXECUTED" => ProgramStanding::Executed,
            "INVALID" => ProgramStanding::Invalid,
            _ => {
                self.notes.value(place, state);
                return None;
            }
        };
        Some((self.program(name, place)?, standing))
    }

    /// A group, and how many of it may be left.
    fn few(&mut self, words: &[String], place: &str) -> Option<MissionCondition> {
        let [name, rest @ ..] = words else {
            self.notes.value(place, "nothing");
            return None;
        };
        let most = rest.first().and_then(|word| word.parse::<f32>().ok()).unwrap_or_default().max(0.0) as u32;
        let generator = rest.get(1).and_then(|word| self.generator(word, place));
        Some(MissionCondition::Few { group: self.group(name, place)?, most, generator })
    }

    /// Who comes near to what: who, `APPROACHING`, where, how near, how many.
    fn near(&mut self, words: &[String], place: &str) -> Option<MissionCondition> {
        let way = words.iter().position(|word| word.eq_ignore_ascii_case(APPROACHING));
        let (Some(who), Some(way)) = (words.first(), way.filter(|way| *way > 0)) else {
            self.notes.value(place, &words.join(" "));
            return None;
        };
        let rest = &words[way + 1..];
        let numbers: Vec<f32> = rest.iter().skip(1).filter_map(|word| word.parse().ok()).collect();
        let (Some(goal), Some(radius)) = (rest.first(), numbers.first()) else {
            self.notes.value(place, &words.join(" "));
            return None;
        };
        let who = if who.eq_ignore_ascii_case(PERSON) {
            Traveler::Person
        } else {
            Traveler::Group(self.group(who, place)?)
        };
        Some(MissionCondition::Near {
            who,
            place: self.node(std::slice::from_ref(goal), place)?,
            radius: radius.max(0.0),
            count: numbers.get(1).copied().unwrap_or(1.0).max(1.0) as u32,
            removes: rest.iter().any(|word| word.eq_ignore_ascii_case(REMOVES)),
        })
    }

    /// The number of a danger zone: by its number from 1 on, its name, or one of its nodes.
    fn zone(&mut self, word: &str, place: &str) -> Option<u16> {
        let number = word.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
        let has = |zone: &world::DangerZone| {
            let name = |node: &world::NodeId| self.scene.nodes.get(node.index()).map(|own| &*own.name);
            zone.name.eq_ignore_ascii_case(word)
                || zone.gates.iter().filter_map(name).any(|own| own.eq_ignore_ascii_case(word))
        };
        let found = number.filter(|at| *at < self.zones.len()).or_else(|| self.zones.iter().position(has));
        if found.is_none() {
            self.notes.name(place, &format!("danger zone {word}"));
        }
        found.map(|at| at as u16)
    }

    /// Whether something holds in the scene as it starts.
    pub(super) fn holds_at_start(&self, condition: &MissionCondition) -> bool {
        let MissionCondition::Nodes { nodes, active, count } = condition else { return false };
        let is_so = |node: &&world::NodeId| {
            let own = self.scene.nodes.get(node.index());
            own.is_some_and(|own| own.flags.contains(NodeFlags::ACTIVE) == *active)
        };
        nodes.iter().filter(is_so).count() >= (*count).max(1) as usize
    }
}

/// Numbers of a field, also where they stand as words.
pub(super) fn numbers(field: &Field) -> Vec<f32> {
    match &field.held {
        Held::Words(words) => words.iter().filter_map(|word| word.parse().ok()).collect(),
        held => held.number().into_iter().chain(held.numbers().iter().skip(1).copied()).collect(),
    }
}
