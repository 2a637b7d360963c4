//! The folders of an install that hold worlds, by their names and files. What each world has is in
//! `worlds.rs`.

use super::manifest::{FileRule, Scope, Title};
use super::pattern::{Files, between, fill};
use vfs::Kind;

/// The folders of existing worlds, known ones first. A known world only needs its folder; any other
/// folder needs the file of a world.
pub(crate) fn folders(title: &Title, there: &Files<'_>) -> Vec<String> {
    let Some(rules) = &title.worlds else { return Vec::new() };
    let Some((above, last)) = rules.path.rsplit_once('/') else { return Vec::new() };
    let last = last.replace("{world}", "*");
    let entries = there.list(above);
    let folders = entries.iter().filter(|entry| entry.kind == Kind::Folder);
    let named: Vec<&str> = folders.filter_map(|entry| between(&last, &entry.name)).collect();

    let known = rules.known.iter().map(|known| &known.id).map(String::as_str);
    let known = known.filter(|id| named.contains(id));
    let needed = title.files.iter().filter(|rule| rule.required && rule.scope() == Scope::World);
    let needed: Vec<_> = needed.collect();
    let further = named.iter().copied().filter(|id| {
        let is_world = needed.iter().all(|rule| address(rule, there, id, "").is_some());
        is_world && rules.known.iter().all(|known| known.id != *id)
    });
    known.chain(further).map(str::to_owned).collect()
}

/// The file of a role in a world or a mission, if it is there.
pub(crate) fn address(rule: &FileRule, there: &Files<'_>, chapter: &str, mission: &str) -> Option<String> {
    rule.any.iter().find_map(|path| there.first(&fill(path, chapter, mission)))
}
