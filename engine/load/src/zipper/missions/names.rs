//! Nodes, animations, objectives and groups by their names. What does not exist is noted.

use super::Reading;
use crate::zipper::vehicles::below;
use world::{GeneratorLaw, MOST_ZONES, MissionGroup, NodeId, ProgramId};

impl Reading<'_> {
    /// The number of an objective, from its name or from its number in that.
    pub(super) fn objective_number(&mut self, word: &str, place: &str) -> Option<u16> {
        let is_number = !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
        let name = if is_number { format!("OBJECTIVE{word}") } else { word.to_owned() };
        let found = self.names.iter().position(|own| own.eq_ignore_ascii_case(&name));
        if found.is_none() {
            self.notes.name(place, &format!("objective {word}"));
        }
        found.map(|at| at as u16)
    }

    pub(super) fn objective_numbers(&mut self, words: &[String], place: &str) -> Vec<u16> {
        words.iter().filter_map(|word| self.objective_number(word, place)).collect()
    }

    pub(super) fn program(&mut self, word: &str, place: &str) -> Option<ProgramId> {
        let found = self.scene.programs.iter().position(|own| own.name.eq_ignore_ascii_case(word));
        if found.is_none() {
            self.notes.name(place, &format!("animation {word}"));
        }
        found.map(ProgramId::from)
    }

    /// The node at the end of a path: words, or parts of a word, of which each names a node below the one before.
    pub(super) fn node(&mut self, path: &[String], place: &str) -> Option<NodeId> {
        let parts: Vec<&str> =
            path.iter().flat_map(|word| word.split(['/', '\\'])).filter(|part| !part.is_empty()).collect();
        let mut found: Option<NodeId> = None;
        for (at, part) in parts.iter().enumerate() {
            found = match found {
                None if at == 0 => self.first_node(part),
                None => None,
                Some(above) => self.node_below(above, part),
            };
        }
        if found.is_none() {
            self.notes.name(place, &format!("node {}", parts.join("/")));
        }
        found
    }

    fn first_node(&self, name: &str) -> Option<NodeId> {
        self.scene.nodes.iter().position(|own| own.name.eq_ignore_ascii_case(name)).map(NodeId::from)
    }

    fn node_below(&self, above: NodeId, name: &str) -> Option<NodeId> {
        let mut found = None;
        below(self.scene, above, &mut |id, _| {
            let own = self.scene.nodes.get(id.index());
            if id != above && found.is_none() && own.is_some_and(|own| own.name.eq_ignore_ascii_case(name)) {
                found = Some(id);
            }
        });
        found
    }

    /// Opponents by their names, in which `*` is one digit; of several with one name all.
    pub(super) fn minds(&mut self, words: &[String], place: &str) -> Vec<u32> {
        let mut found: Vec<u32> = Vec::new();
        for word in words {
            let all = self.scene.opponents.minds.iter().enumerate();
            let all = all.filter(|(_, own)| is_like(word, &own.name)).map(|(at, _)| at as u32);
            let before = found.len();
            found.extend(all);
            if found.len() == before {
                self.notes.name(place, &format!("opponent {word}"));
            }
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    /// The number of something that makes opponents: those of its name, in which `*` is one digit.
    ///
    /// Source: `docs/spec/zbd/vehicles-and-combat.md`, "D2. Objective life": whom one makes is inferred.
    pub(super) fn generator(&mut self, word: &str, place: &str) -> Option<u16> {
        let known = self.generators.iter().position(|own| own.name.eq_ignore_ascii_case(word));
        if known.is_none() {
            if self.generators.len() >= MOST_ZONES {
                return None;
            }
            let minds = self.minds(&[word.to_owned()], place);
            self.generators.push(GeneratorLaw { name: word.into(), minds });
        }
        known.or(self.generators.len().checked_sub(1)).map(|at| at as u16)
    }

    /// The number of a net of ways.
    pub(super) fn net(&mut self, word: &str, place: &str) -> Option<u32> {
        let mut nets = self.scene.opponents.nets.iter();
        let found = nets.position(|own| own.name.eq_ignore_ascii_case(word));
        if found.is_none() {
            self.notes.name(place, &format!("net of ways {word}"));
        }
        found.map(|at| at as u32)
    }

    /// Vehicles of a name: those whose definition is called so, and those at a node of that name.
    ///
    /// Source: `docs/spec/zbd/vehicles-and-combat.md`, "D2. Objective life": what a group is called is inferred.
    pub(super) fn group(&mut self, word: &str, place: &str) -> Option<MissionGroup> {
        let is_so = |name: &str| name.eq_ignore_ascii_case(word);
        let vehicles = self.scene.vehicles.iter().enumerate();
        let vehicles = vehicles.filter(|(_, own)| is_so(&own.name)).map(|(at, _)| at as u32).collect();
        let nodes = self.scene.nodes.iter().enumerate();
        let nodes = nodes.filter(|(_, own)| is_so(&own.name)).map(|(at, _)| NodeId::from(at)).collect();
        let group = MissionGroup { vehicles, nodes };
        let is_there = !group.vehicles.is_empty() || !group.nodes.is_empty();
        if !is_there {
            self.notes.name(place, &format!("vehicles {word}"));
        }
        is_there.then_some(group)
    }
}

/// Whether a name is what a word says, in any case; each `*` of the word is one digit of the name.
fn is_like(word: &str, name: &str) -> bool {
    let fits = |(word, own): (u8, u8)| match word {
        b'*' => own.is_ascii_digit(),
        word => word.eq_ignore_ascii_case(&own),
    };
    word.len() == name.len() && word.bytes().zip(name.bytes()).all(fits)
}
