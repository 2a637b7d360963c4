//! Matches paths of the manifest against the files of an install.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;
use vfs::{Kind, Vfs};

/// Most folders that a `*` in the middle of a path may match.
const FOLDERS: usize = 64;

/// Replaces `{world}` and `{mission}`.
pub(crate) fn fill(pattern: &str, world: &str, mission: &str) -> String {
    pattern.replace("{world}", world).replace("{mission}", mission)
}

/// The part of a name that the `*` of a pattern matches. Both in lower case.
pub(crate) fn between<'a>(pattern: &str, name: &'a str) -> Option<&'a str> {
    let (start, end) = pattern.split_once('*')?;
    name.strip_prefix(start)?.strip_suffix(end)
}

/// True for an address that a path of the manifest can stand for, whatever its worlds and missions
/// are called.
pub(crate) fn fits(path: &str, address: &str) -> bool {
    let [path, address] = [fill(path, "*", "*"), address.to_owned()].map(|text| text.to_ascii_lowercase());
    let (wanted, parts) = (path.split('/'), address.split('/'));
    wanted.clone().count() == parts.clone().count()
        && wanted.zip(parts).all(|(wanted, part)| wanted == part || between(wanted, part).is_some())
}

/// A name in a folder.
pub(crate) struct Listed {
    /// In lower case.
    pub(crate) name: String,
    pub(crate) kind: Kind,
}

/// The files of an install, with every folder listed only once: dozens of paths with `*` are tried
/// on the same few folders.
pub(crate) struct Files<'a> {
    pub(crate) vfs: &'a Vfs,
    listed: RefCell<HashMap<String, Rc<Vec<Listed>>>>,
}

impl<'a> Files<'a> {
    pub(crate) fn new(vfs: &'a Vfs) -> Self {
        Files { vfs, listed: RefCell::default() }
    }

    /// The content of a folder, by name; empty if it cannot be listed.
    pub(crate) fn list(&self, folder: &str) -> Rc<Vec<Listed>> {
        let known = self.listed.borrow().get(folder).map(Rc::clone);
        known.unwrap_or_else(|| {
            let entries = self.vfs.list(folder).unwrap_or_default().into_iter();
            let listed =
                |entry: vfs::Entry| Listed { name: entry.name.to_ascii_lowercase(), kind: entry.kind };
            let list = Rc::new(entries.map(listed).collect());
            self.listed.borrow_mut().insert(folder.to_owned(), Rc::clone(&list));
            list
        })
    }

    /// The first file or folder that matches a path with `*`, by name.
    pub(crate) fn first(&self, pattern: &str) -> Option<String> {
        if !pattern.contains('*') {
            return self.vfs.exists(pattern).then(|| pattern.to_owned());
        }
        let pattern = pattern.to_ascii_lowercase();
        self.first_below("", &pattern.split('/').collect::<Vec<_>>())
    }

    /// Every file that matches a path with `*` in its last part, by name.
    pub(crate) fn all(&self, pattern: &str) -> Vec<String> {
        let pattern = pattern.to_ascii_lowercase();
        let (folder, name) = pattern.rsplit_once('/').unwrap_or(("", &pattern));
        if folder.contains('*') || !name.contains('*') {
            return self.first(&pattern).into_iter().collect();
        }
        let list = self.list(folder);
        let fitting =
            list.iter().filter(|entry| entry.kind == Kind::File && between(name, &entry.name).is_some());
        fitting
            .map(
                |entry| {
                    if folder.is_empty() { entry.name.clone() } else { format!("{folder}/{}", entry.name) }
                },
            )
            .collect()
    }

    fn first_below(&self, folder: &str, parts: &[&str]) -> Option<String> {
        let (part, rest) = parts.split_first()?;
        let here = |name: &str| if folder.is_empty() { name.to_owned() } else { format!("{folder}/{name}") };
        if !part.contains('*') {
            let path = here(part);
            return match rest {
                [] => self.vfs.exists(&path).then_some(path),
                _ => self.first_below(&path, rest),
            };
        }
        let list = self.list(folder);
        let mut fitting = list.iter().filter(|entry| between(part, &entry.name).is_some());
        if rest.is_empty() {
            return fitting.find(|entry| entry.kind == Kind::File).map(|entry| here(&entry.name));
        }
        let mut folders = fitting.filter(|entry| entry.kind == Kind::Folder).take(FOLDERS);
        folders.find_map(|entry| self.first_below(&here(&entry.name), rest))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_fits_whatever_worlds_and_missions_are_called() {
        assert!(fits("zbd/{world}/gamez.zbd", "ZBD/c4b/GameZ.zbd"));
        assert!(!fits("zbd/{world}/gamez.zbd", "zbd/gamez.zbd"));
        assert!(fits("zbd/{world}/reader{mission}.zbd", "zbd/c1/readerm1.zbd"));
        assert!(fits("zbd/{world}/{world}.zmap", "zbd/m1/m1.zmap"));
        assert!(fits("*/*.wmb", "Level/one.wmb") && !fits("*/*.wmb", "one.wmb"));
    }
}
