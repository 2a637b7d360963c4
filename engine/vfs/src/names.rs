//! Files by their bare names, for games whose files refer to each other
//! without folders.

use crate::{Kind, Vfs};
use std::collections::HashMap;
use std::collections::hash_map::Entry;

/// Every file of a tree by its bare name, whatever the case: the best place
/// for each.
#[derive(Clone, Debug, Default)]
pub struct Names {
    by_name: HashMap<String, (u32, String)>,
    /// All addresses of each name that several files have.
    shared: HashMap<String, Vec<String>>,
}

/// The name without folders, as it is compared.
fn bare(name: &str) -> String {
    name.rsplit(['/', '\\', ':']).next().unwrap_or(name).trim().to_lowercase()
}

impl Names {
    /// Lists the tree once. `rank` says how good a folder is, in lower case and
    /// `""` for the top: of several files with one name, the one in the folder
    /// of the smallest rank counts, and of equals the first address.
    pub fn new(vfs: &Vfs, rank: impl Fn(&str) -> u32) -> Self {
        let mut by_name = HashMap::<String, (u32, String)>::new();
        let mut shared = HashMap::<String, Vec<String>>::new();
        let mut last: Option<(String, u32)> = None;
        for entry in vfs.walk(false).into_iter().filter(|entry| entry.kind == Kind::File) {
            let folder = entry.address.rsplit_once('/').map_or("", |(folder, _)| folder).to_lowercase();
            let rank = match &last {
                Some((known, rank)) if *known == folder => *rank,
                _ => rank(&folder),
            };
            last = Some((folder, rank));
            let place = (rank, entry.address);
            match by_name.entry(bare(&entry.name)) {
                Entry::Vacant(free) => {
                    free.insert(place);
                }
                Entry::Occupied(mut known) => {
                    let all = shared.entry(known.key().clone());
                    all.or_insert_with(|| vec![known.get().1.clone()]).push(place.1.clone());
                    if place < *known.get() {
                        known.insert(place);
                    }
                }
            }
        }
        Names { by_name, shared }
    }

    /// Only these files of one folder; none unless all of them are there. Where
    /// that folder is the best, this is enough, and lists nothing.
    pub fn in_folder<'n>(vfs: &Vfs, folder: &str, names: impl Iterator<Item = &'n str>) -> Option<Self> {
        let place = |name: &str| {
            let name = bare(name);
            let address = if folder.is_empty() { name.clone() } else { format!("{folder}/{name}") };
            let found = vfs.is_file(&address).then(|| vfs.which(&address).ok())??;
            Some((name, (0, found.address)))
        };
        Some(Names { by_name: names.map(place).collect::<Option<_>>()?, shared: HashMap::new() })
    }

    /// The address of a file; folders in the name do not count.
    pub fn find(&self, name: &str) -> Option<&str> {
        self.by_name.get(&bare(name)).map(|(_, address)| address.as_str())
    }

    /// The same, but the file in the folder of the one that names it comes first, wherever that
    /// is.
    pub fn find_beside(&self, name: &str, namer: &str) -> Option<&str> {
        let folder = |address: &str| address.rsplit_once('/').map_or("", |(folder, _)| folder).to_lowercase();
        let own = folder(namer);
        let all = self.shared.get(&bare(name));
        let beside = all.and_then(|all| all.iter().find(|address| folder(address) == own));
        beside.map(String::as_str).or_else(|| self.find(name))
    }

    /// The addresses of all files that count, in no particular order.
    pub fn addresses(&self) -> impl Iterator<Item = &str> {
        self.by_name.values().map(|(_, address)| address.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn of_files_of_one_name_the_one_beside_comes_first() {
        let install = tempfile::tempdir().unwrap();
        for file in ["Best/wood.tga", "House/Wood.TGA", "house/old/wood.tga", "house/iron.tga", "top.tga"] {
            let path = install.path().join(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, "").unwrap();
        }
        let vfs = Vfs::open(install.path(), &[], &[]).unwrap();
        let names = Names::new(&vfs, |folder| u32::from(folder != "best"));
        let beside = |name: &str, namer: &str| names.find_beside(name, namer).map(str::to_lowercase);
        assert_eq!(beside("wood.tga", "HOUSE/a.mdl").as_deref(), Some("house/wood.tga"));
        assert_eq!(beside("D:\\art\\Wood.tga", "house/old/b.mdl").as_deref(), Some("house/old/wood.tga"));
        assert_eq!(beside("wood.tga", "street/c.mdl").as_deref(), Some("best/wood.tga"));
        assert_eq!(beside("iron.tga", "street/c.mdl").as_deref(), Some("house/iron.tga"));
        assert_eq!(beside("gone.tga", "house/a.mdl"), None);
    }

    #[test]
    fn a_folder_is_enough_where_all_that_is_wanted_is_in_it() {
        let install = tempfile::tempdir().unwrap();
        fs::create_dir_all(install.path().join("Art/more")).unwrap();
        for file in ["Art/Wood.TGA", "Art/iron.bmp", "Art/more/far.tga", "top.pcx"] {
            fs::write(install.path().join(file), "").unwrap();
        }
        let vfs = Vfs::open(install.path(), &[], &[]).unwrap();
        let names = |folder: &str, wanted: &[&str]| Names::in_folder(&vfs, folder, wanted.iter().copied());
        let found = names("Art", &["wood.tga", "x\\IRON.bmp "]).unwrap();
        assert_eq!(found.find("WOOD.tga"), Some("Art/Wood.TGA"));
        assert_eq!(found.find("iron.BMP"), Some("Art/iron.bmp"));
        assert_eq!(names("", &["TOP.pcx"]).unwrap().find("top.pcx"), Some("top.pcx"));
        assert!(names("Art", &["wood.tga", "far.tga"]).is_none(), "one lies elsewhere");
        assert!(names("Art", &["more"]).is_none(), "a folder is no file");
        assert!(names("Art", &[]).unwrap().addresses().next().is_none());
    }
}
