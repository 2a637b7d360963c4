//! Archives of a game that lie over each other, in the order of the table of games.

use crate::manifest::Title;
use crate::pattern::Files;
use binary::Result;
use order::Order;
use std::path::{Path, PathBuf};
use vfs::{Kind, Vfs};

/// The archives of an install whose members are its files, the weakest first. Of those that several patterns of the
/// title fit the last one counts; those of one pattern are in the order of their names, without their endings, so
/// that `patch-enUS` comes before `patch-enUS-2`.
pub(crate) fn packs(title: &Title, vfs: &Vfs) -> Vec<String> {
    if title.packs.is_empty() {
        return Vec::new();
    }
    let files = Files::new(vfs);
    let mut all: Vec<String> = Vec::new();
    for pattern in &title.packs {
        let mut fitting = fitting(&files, &pattern.to_ascii_lowercase());
        fitting.order_by(|one, other| stem(one).cmp(stem(other)));
        all.retain(|known| !fitting.contains(known));
        all.extend(fitting);
    }
    all
}

fn stem(address: &str) -> &str {
    address.rsplit_once('.').map_or(address, |(stem, _)| stem)
}

/// The files that a path with `*` fits, also in folders.
fn fitting(files: &Files<'_>, pattern: &str) -> Vec<String> {
    let Some((folder, name)) = pattern.rsplit_once('/') else { return files.all(pattern) };
    let Some((above, part)) =
        folder.rsplit_once('/').filter(|(above, part)| !above.contains('*') && *part == "*")
    else {
        return files.all(pattern).into_iter().filter(|address| files.vfs.is_file(address)).collect();
    };
    debug_assert_eq!(part, "*");
    let folders = files.list(above);
    let folders = folders.iter().filter(|entry| entry.kind == Kind::Folder);
    folders.flat_map(|entry| files.all(&format!("{above}/{}/{name}", entry.name))).collect()
}

/// The files of an install of a title with its mods, as the program sees them.
///
/// # Errors
/// A mod or an install that cannot be opened.
pub fn open_files(title: Option<&Title>, root: &Path, mods: &[PathBuf]) -> Result<Vfs> {
    let vfs = Vfs::open(root, mods, load::ARCHIVES)?;
    match title.map(|title| packs(title, &vfs)).filter(|packs| !packs.is_empty()) {
        Some(packs) => Vfs::open_over(root, &packs, mods, load::ARCHIVES),
        None => Ok(vfs),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patches_come_after_what_they_patch_whatever_the_case() {
        let folder = tempfile::tempdir().unwrap();
        let names = [
            "Data/Patch-2.MPQ",
            "Data/patch.mpq",
            "Data/patch-3.MPQ",
            "DATA/common.MPQ",
            "Data/base.MPQ",
            "Data/backup.MPQ",
            "Data/custom.MPQ",
            "Data/expansion.MPQ",
            "Data/texture.MPQ",
            "Data/enUS/patch-enUS-2.MPQ",
            "Data/enUS/patch-enUS.MPQ",
            "Data/enUS/locale-enUS.MPQ",
            "Data/enUS/expansion-locale-enUS.MPQ",
            "Data/enUS/speech-enUS.MPQ",
            "Data/notes.txt",
        ];
        for name in names.map(|name| name.replace("DATA", "Data")) {
            let path = folder.path().join(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, b"MPQ\x1A").unwrap();
        }
        let vfs = Vfs::open(folder.path(), &[], load::ARCHIVES).unwrap();
        let title = crate::manifest().title("warcraft").unwrap();
        let expected = [
            "data/custom.mpq",
            "data/enus/speech-enus.mpq",
            "data/base.mpq",
            "data/backup.mpq",
            "data/texture.mpq",
            "data/common.mpq",
            "data/expansion.mpq",
            "data/enus/locale-enus.mpq",
            "data/enus/expansion-locale-enus.mpq",
            "data/patch.mpq",
            "data/patch-2.mpq",
            "data/patch-3.mpq",
            "data/enus/patch-enus.mpq",
            "data/enus/patch-enus-2.mpq",
        ];
        assert_eq!(packs(title, &vfs), expected);
        assert!(packs(crate::manifest().title("recoil").unwrap(), &vfs).is_empty());
    }
}
