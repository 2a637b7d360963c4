//! Paths of the manifest against the files of an install.

use vfs::{Kind, Vfs};

/// Folders that a `*` in the middle of a path may stand for.
const FOLDERS: usize = 64;

/// Fills in `{world}` and `{mission}`.
pub(crate) fn fill(pattern: &str, world: &str, mission: &str) -> String {
    pattern.replace("{world}", world).replace("{mission}", mission)
}

/// The first file or folder that fits a path with `*`, by name.
pub(crate) fn first(vfs: &Vfs, pattern: &str) -> Option<String> {
    if !pattern.contains('*') {
        return vfs.exists(pattern).then(|| pattern.to_owned());
    }
    let parts: Vec<&str> = pattern.split('/').collect();
    first_below(vfs, "", &parts)
}

fn first_below(vfs: &Vfs, folder: &str, parts: &[&str]) -> Option<String> {
    let (part, rest) = parts.split_first()?;
    let here = |name: &str| if folder.is_empty() { name.to_owned() } else { format!("{folder}/{name}") };
    if !part.contains('*') {
        let path = here(part);
        return if rest.is_empty() {
            vfs.exists(&path).then_some(path)
        } else {
            first_below(vfs, &path, rest)
        };
    }
    let entries = vfs.list(folder).ok()?;
    let mut fitting = entries.iter().filter(|entry| between(part, &entry.name).is_some());
    if rest.is_empty() {
        return fitting.find(|entry| entry.kind == Kind::File).map(|entry| here(&entry.name));
    }
    let folders = fitting.filter(|entry| entry.kind == Kind::Folder).take(FOLDERS);
    folders.into_iter().find_map(|entry| first_below(vfs, &here(&entry.name), rest))
}

/// What the `*` of a pattern for one name stands for, in lower case.
pub(crate) fn between(pattern: &str, name: &str) -> Option<String> {
    let name = name.to_ascii_lowercase();
    let (start, end) = pattern.split_once('*')?;
    let middle = name.strip_prefix(&start.to_ascii_lowercase())?.strip_suffix(&end.to_ascii_lowercase())?;
    Some(middle.to_owned())
}
