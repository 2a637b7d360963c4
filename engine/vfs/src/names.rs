//! Files by their bare names, for games whose files refer to each other
//! without folders.

use crate::{Kind, Vfs};
use std::collections::HashMap;

/// Every file of a tree by its bare name, whatever the case: the best place
/// for each.
#[derive(Clone, Debug, Default)]
pub struct Names {
    by_name: HashMap<String, (u32, String)>,
}

/// The name without folders, as it is compared.
fn bare(name: &str) -> String {
    name.rsplit(['/', '\\']).next().unwrap_or(name).trim().to_lowercase()
}

impl Names {
    /// Lists the tree once. `rank` says how good a folder is, in lower case and
    /// `""` for the top: of several files with one name, the one in the folder
    /// of the smallest rank counts, and of equals the first address.
    pub fn new(vfs: &Vfs, rank: impl Fn(&str) -> u32) -> Self {
        let mut by_name = HashMap::<String, (u32, String)>::new();
        let mut last: Option<(String, u32)> = None;
        for entry in vfs.walk(false).into_iter().filter(|entry| entry.kind == Kind::File) {
            let folder = entry.address.rsplit_once('/').map_or("", |(folder, _)| folder).to_lowercase();
            let rank = match &last {
                Some((known, rank)) if *known == folder => *rank,
                _ => rank(&folder),
            };
            last = Some((folder, rank));
            let place = (rank, entry.address);
            by_name
                .entry(bare(&entry.name))
                .and_modify(|known| {
                    if place < *known {
                        known.clone_from(&place);
                    }
                })
                .or_insert(place);
        }
        Names { by_name }
    }

    /// The address of a file; folders in the name do not count.
    pub fn find(&self, name: &str) -> Option<&str> {
        self.by_name.get(&bare(name)).map(|(_, address)| address.as_str())
    }

    /// The addresses of all files that count, in no particular order.
    pub fn addresses(&self) -> impl Iterator<Item = &str> {
        self.by_name.values().map(|(_, address)| address.as_str())
    }
}
