//! What mods lay over the install: members over archives, and what lies where
//! nothing uses it.

use super::{Entry, FolderRef, Hit, Kind, Root, Spot, Vfs};
use crate::address::{self, join};
use crate::codes;
use std::sync::Arc;

/// Most names in a finding.
const NAMED: usize = 3;

impl Vfs {
    /// The files that folders lay over the archive at an address, over its members
    /// or beside them; where only folders have that address, everything in them.
    /// Who reads an archive whole replaces these members in it.
    pub fn laid_over(&self, address: &str) -> Vec<Entry> {
        let Ok(spot) = self.find(address) else { return Vec::new() };
        let mut files = self.entries(&spot.address, &spot.folders);
        files.retain(|entry| entry.kind == Kind::File);
        files
    }

    /// Reports folders of mods that lie over a file that is no archive: nobody
    /// would look into them, so nobody would say so.
    pub fn find_idle_folders(&self) {
        let mut left = self.limits.occurrences;
        for (layer, root) in self.roots.iter().filter(|(layer, _)| *layer > 0) {
            let layer = *layer;
            let mut open = vec![(String::new(), root.folder(), 0)];
            while let Some((address, folder, parts)) = open.pop() {
                // A name with a file below it is worth a look: listing it says
                // whether the file is an archive.
                let spot = if parts == 0 { Ok(Spot::default()) } else { self.find(&address) };
                let over_file = spot.as_ref().is_ok_and(|spot| {
                    spot.file.is_some() && spot.folders.iter().any(|hit| hit.layer == layer)
                });
                if over_file {
                    let _ = spot.and_then(|spot| self.inside(&spot));
                    continue;
                }
                if parts + 1 >= address::PARTS {
                    continue;
                }
                for name in folder.names(&self.log) {
                    let Some(below) = left.checked_sub(1) else { return };
                    left = below;
                    let children = folder.child(name, &self.log);
                    let folders = children.into_iter().flat_map(|(_, _, folders)| folders);
                    open.extend(folders.map(|folder| (join(&address, name), folder, parts + 1)));
                }
            }
        }
    }

    /// Reports mods of which nothing has the name of anything at the top of what
    /// lies below them, for games whose files all lie at fixed addresses: such a
    /// mod changes nothing.
    pub fn find_idle_mods(&self) {
        let tops = self.tops();
        for (number, top) in tops.iter().enumerate().filter(|(_, top)| top.layer > 0) {
            let below = &tops[..number];
            let known = |name: &str| !self.step(below, "", name).is_nothing();
            let names: Vec<&String> = top.item.names(&self.log).collect();
            if names.is_empty() || names.iter().any(|name| known(name)) {
                continue;
            }
            let mut found = quoted(names.iter().map(|name| self.shown(top, name)));
            let mod_name = self.layers.get(top.layer).map_or("", |layer| layer.name.as_str());
            let folders = self.entries("", below).into_iter().filter(|entry| entry.kind == Kind::Folder);
            let folders = quoted(folders.map(|entry| entry.name));
            // A folder packed with its own name around everything is the usual slip.
            let inner = names.iter().find_map(|name| {
                let (shown, _, folders) = top.item.child(name, &self.log)?;
                let inside = |folder: &FolderRef| folder.names(&self.log).find(|name| known(name)).cloned();
                Some((shown, folders.iter().find_map(inside)?))
            });
            let expected = format!("a name at its top that the install has, such as {folders}");
            if let Some((outer, inner)) = inner {
                found.push_str(&format!("; `{inner}` is in `{outer}` one folder too deep"));
            }
            self.log.warn(&codes::IDLE, mod_name, expected, format_args!("only {found}"));
        }
    }

    /// A folded name as the layer writes it.
    fn shown(&self, source: &Hit<FolderRef>, name: &str) -> String {
        source.item.child(name, &self.log).map_or_else(|| name.to_owned(), |(shown, ..)| shown)
    }
}

impl Root {
    /// The top of the layer.
    pub(super) fn folder(&self) -> FolderRef {
        match self {
            Root::Folder(folder) => FolderRef::Loose(Arc::clone(folder)),
            Root::Archive(index) => FolderRef::Packed(Arc::clone(index), String::new()),
        }
    }
}

/// The first names, and how many more there are.
fn quoted(names: impl Iterator<Item = String>) -> String {
    let names: Vec<String> = names.map(|name| format!("`{name}`")).collect();
    let more = names.len().saturating_sub(NAMED);
    let first = names[..names.len() - more].join(", ");
    if more > 0 { format!("{first} and {more} more") } else { first }
}
