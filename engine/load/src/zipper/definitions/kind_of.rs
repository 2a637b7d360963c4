//! What a definition does not say itself: from the definition that it is a kind of, then from the program.
//!
//! Source: `docs/spec/zbd/vehicles-and-combat.md`, "C2. Reader keys".

use super::constants::Constants;
use super::notes::Notes;
use super::schema::{Form, Games, Topic};
use super::value::{Field, Held, Origin};
use super::{Definition, keys};
use std::collections::{BTreeMap, BTreeSet};

const KIND_OF: &str = "kind_of";
/// Most definitions that a definition may be a kind of, one through the other.
const MOST: usize = 8;

/// Gives each definition what it takes over. The nearest definition counts.
pub(super) fn settle(all: &mut [Definition], notes: &mut BTreeMap<String, Notes>) {
    let mut index: BTreeMap<(Topic, String), usize> = BTreeMap::new();
    for (at, one) in all.iter().enumerate() {
        index.entry((one.topic, one.name.to_ascii_lowercase())).or_insert(at);
    }
    // What each says itself, before anything is added.
    let own: Vec<usize> = all.iter().map(|one| one.fields.len()).collect();
    for at in 0..all.len() {
        let (topic, mut added) = (all[at].topic, Vec::new());
        let mut seen = BTreeSet::from([at]);
        let mut from = at;
        while let Some(parent) = all[from].word(KIND_OF).map(str::to_owned) {
            let found = index.get(&(topic, parent.to_ascii_lowercase())).copied();
            let Some(next) = found.filter(|next| seen.len() <= MOST && seen.insert(*next)) else {
                let what = match found {
                    None => format!("no {parent}"),
                    Some(next) if seen.contains(&next) => format!("a ring through {parent}"),
                    Some(_) => format!("more than {MOST} one through the other"),
                };
                // A ring is told once, by those that are in it.
                notes.entry(all[at].file.clone()).or_default().kind(&all[at].name, &what);
                break;
            };
            for field in all[next].fields.iter().take(own[next]) {
                let is_there = |other: &Field| other.name.eq_ignore_ascii_case(&field.name);
                let has = all[at].fields.iter().chain(&added).any(is_there);
                if !has && !field.name.eq_ignore_ascii_case(KIND_OF) {
                    added.push(Field { from: Origin::Inherited(all[next].name.clone()), ..field.clone() });
                }
            }
            // The chain goes on with what the parent says itself.
            from = next;
        }
        all[at].fields.append(&mut added);
    }
}

/// Adds the program's values of keys that a definition does not have.
pub(super) fn add_constants(all: &mut [Definition], constants: &Constants, game: Games) {
    for one in all {
        let Some(schema) = keys::schema(one.topic, game) else { continue };
        for constant in &constants.all {
            let Some((topic, name)) = constant.name.split_once('.') else { continue };
            let Some(key) = (topic == one.topic.name()).then(|| schema.find(name, game)).flatten() else {
                continue;
            };
            if one.get(name).is_some() {
                continue;
            }
            let numbers = constant.value.numbers();
            let held = match (key.form, numbers) {
                (Form::Numbers { .. }, numbers) => Held::Numbers(numbers.to_vec()),
                (Form::Number(_), [number, ..]) => Held::Number(*number),
                (Form::Whole(_), [number, ..]) => Held::Whole(*number as i32),
                _ => continue,
            };
            let from = Origin::Constant(constant.evidence.clone());
            one.fields.push(Field { key, name: key.name.to_owned(), held, from });
        }
    }
}
