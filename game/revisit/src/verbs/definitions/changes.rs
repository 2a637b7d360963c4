//! Which mod changed, added or removed a value: the definitions are read without mods, then with one mod more each time, and compared.

use crate::cli::DefinitionsArgs;
use base::Failure;
use load::zipper::definitions::{Definition, Definitions};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use titles::install::Install;

/// A value that a mod changed or added.
#[derive(Debug)]
pub(super) struct Change {
    /// Name of the mod.
    pub layer: String,
    /// What it was before, `None` for what was not there.
    pub was: Option<String>,
}

/// Where a value is: topic, definition, file, and its key with how many of that name come before it.
type Place = (&'static str, String, String, String, usize);

/// A key of a definition that a mod left out.
#[derive(Debug, Serialize)]
pub(super) struct Removed {
    /// Its key.
    pub key: String,
    /// Name of the mod.
    pub removed_by: String,
    /// What it was before.
    pub was: String,
}

/// All values that mods changed.
#[derive(Debug, Default)]
pub(super) struct Changes(BTreeMap<Place, Change>);

impl Changes {
    pub fn new(args: &DefinitionsArgs) -> Result<Self, Failure> {
        let (path, mods) = (&args.install.path, &args.install.mods);
        let mut changes = BTreeMap::new();
        if mods.is_empty() {
            return Ok(Changes(changes));
        }
        let mut before: Option<BTreeMap<Place, String>> = None;
        for count in 0..=mods.len() {
            let install = Install::open(path, &mods[..count])?;
            let title = &install.detection.known()?.id;
            // A world that only a mod brings is not there without it.
            let archives = install.reader_archives(args.world.as_deref()).unwrap_or_default();
            let values = values(&Definitions::read(&install.vfs, title, &archives).all);
            if let Some(before) = before {
                let layer = install.vfs.layers().last().map_or_else(String::new, |layer| layer.name.clone());
                for (place, value) in &values {
                    let was = before.get(place);
                    if was != Some(value) {
                        let change = Change { layer: layer.clone(), was: was.cloned() };
                        changes.insert(place.clone(), change);
                    }
                }
                // What comes back with a later mod is added by that.
                for (place, was) in before.iter().filter(|(place, _)| !values.contains_key(*place)) {
                    changes.insert(place.clone(), Change { layer: layer.clone(), was: Some(was.clone()) });
                }
            }
            before = Some(values);
        }
        Ok(Changes(changes))
    }

    /// What a mod did to a value of a definition, by its place among the values.
    pub fn of(&self, one: &Definition, at: usize) -> Option<&Change> {
        if self.0.is_empty() {
            return None;
        }
        self.0.get(&place(one, at))
    }

    /// The keys of a definition that mods left out.
    pub fn removed_from(&self, one: &Definition) -> Vec<Removed> {
        if self.0.is_empty() {
            return Vec::new();
        }
        let left: BTreeSet<Place> = (0..one.fields.len()).map(|at| place(one, at)).collect();
        let own = owner(one);
        let changes = self.0.iter().filter(|((topic, name, file, ..), _)| {
            (*topic, name.as_str(), file.as_str()) == (own.0, own.1.as_str(), own.2.as_str())
        });
        let gone = changes.filter(|(place, _)| !left.contains(*place));
        gone.filter_map(|(place, change)| {
            let (key, removed_by) = (place.3.clone(), change.layer.clone());
            Some(Removed { key, removed_by, was: change.was.clone()? })
        })
        .collect()
    }
}

/// Topic, name and file of a definition.
fn owner(one: &Definition) -> (&'static str, String, String) {
    (one.topic.name(), one.name.to_ascii_lowercase(), one.file.to_ascii_lowercase())
}

fn place(one: &Definition, at: usize) -> Place {
    let name = &one.fields[at].name;
    let earlier = one.fields[..at].iter().filter(|other| other.name.eq_ignore_ascii_case(name)).count();
    let (topic, own, file) = owner(one);
    (topic, own, file, name.to_ascii_lowercase(), earlier)
}

fn values(all: &[Definition]) -> BTreeMap<Place, String> {
    let all = all.iter().flat_map(|one| {
        (0..one.fields.len()).map(move |at| (place(one, at), one.fields[at].held.to_string()))
    });
    all.collect()
}
