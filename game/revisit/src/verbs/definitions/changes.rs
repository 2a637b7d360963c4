//! Which mod changed a value: the definitions are read without mods, then with one mod more each time, and compared.

use crate::cli::DefinitionsArgs;
use base::Failure;
use load::zipper::definitions::{Definition, Definitions};
use std::collections::BTreeMap;
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
}

fn place(one: &Definition, at: usize) -> Place {
    let name = &one.fields[at].name;
    let earlier = one.fields[..at].iter().filter(|other| other.name.eq_ignore_ascii_case(name)).count();
    let lower = |text: &str| text.to_ascii_lowercase();
    (one.topic.name(), lower(&one.name), lower(&one.file), lower(name), earlier)
}

fn values(all: &[Definition]) -> BTreeMap<Place, String> {
    let all = all.iter().flat_map(|one| {
        (0..one.fields.len()).map(move |at| (place(one, at), one.fields[at].held.to_string()))
    });
    all.collect()
}
