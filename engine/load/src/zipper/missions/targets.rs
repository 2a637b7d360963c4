//! Danger zones, and what can be aimed at.
//!
//! Source: `docs/spec/zbd/vehicles-and-combat.md`, "D5. Targets".

use super::Reading;
use crate::zipper::definitions::schema::Topic;
use crate::zipper::definitions::{Definition, Definitions};
use world::{DangerZone, MOST_GATES, MOST_ZONES, TargetLaw};

impl Reading<'_> {
    /// The targets and danger zones of a mission: of several archives those of the first that has any.
    pub(super) fn read_targets(&mut self, own: &Definitions) {
        let first = own.all.iter().find(|one| one.topic == Topic::Target).map(|one| one.file.clone());
        let Some(file) = first else { return };
        for one in own.all.iter().filter(|one| one.topic == Topic::Target && one.file == file) {
            if one.fields.iter().any(|field| matches!(field.key.name, "dz" | "dzpath")) {
                self.read_zones(one);
            } else if self.targets.len() < MOST_ZONES {
                let target = self.target(one);
                self.targets.push(target);
            }
        }
    }

    fn read_zones(&mut self, own: &Definition) {
        for field in &own.fields {
            match field.key.name {
                "dz" if self.zones.len() < MOST_ZONES => {
                    let words = field.held.words();
                    let nodes = words.iter().take(MOST_GATES);
                    let gates = nodes
                        .filter_map(|word| self.node(std::slice::from_ref(word), "targets, dz"))
                        .collect();
                    let name = words.first().map_or("", String::as_str).into();
                    self.zones.push(DangerZone { name, gates });
                }
                name => self.notes.directive("targets", name),
            }
        }
    }

    fn target(&mut self, own: &Definition) -> TargetLaw {
        let text = |key: &str| own.word(key).map_or("", |word| self.heard.text(word)).into();
        let (what, category, help) = (text("description"), text("category_label"), text("help_label"));
        let words = own.get("nodes").map_or(&[][..], |held| held.words());
        let place = format!("target {}", own.name);
        let nodes = words.iter().filter_map(|word| self.node(std::slice::from_ref(word), &place)).collect();
        TargetLaw { name: own.name.as_str().into(), text: what, category, help, nodes }
    }

    /// The numbers of targets by their names.
    pub(super) fn targets_of(&mut self, words: &[String], place: &str) -> impl Iterator<Item = u16> + use<> {
        let mut found = Vec::new();
        for word in words {
            match self.targets.iter().position(|own| own.name.eq_ignore_ascii_case(word)) {
                Some(at) => found.push(at as u16),
                None => self.notes.name(place, &format!("target {word}")),
            }
        }
        found.into_iter()
    }
}
