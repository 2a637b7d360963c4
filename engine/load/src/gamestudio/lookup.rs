//! Finds files that levels and models name without a folder.
//! Source: `docs/spec/gamestudio.md`, "2.8 Entity files".

use super::scripts::{Scripts, folder, is_below};
use vfs::{Names, Vfs};

/// Rank of folders that no script declares, below any declared one.
const UNDECLARED: u32 = u32::MAX - 1;
/// Rank of folders of other projects.
const ELSEWHERE: u32 = u32::MAX;

/// The files of a game: those in the folder of the level first, then the top of
/// the install, then the folders that scripts declare, then any other of the level's project, then
/// those of other projects.
pub(super) fn lookup(vfs: &Vfs, level: &str, scripts: &Scripts) -> Names {
    let own = folder(level);
    Names::new(vfs, |folder| {
        if folder == own {
            return 0;
        }
        if folder.is_empty() {
            return 1;
        }
        // Declared folders are relative to the project, which may be anywhere in the install.
        let below = |name: &String| {
            folder.strip_suffix(name.as_str()).is_some_and(|rest| rest.is_empty() || rest.ends_with('/'))
        };
        if !is_below(folder, &scripts.project) {
            return ELSEWHERE;
        }
        scripts.folders.iter().position(below).map_or(UNDECLARED, |place| place as u32 + 2)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn the_levels_folder_comes_first_then_the_top_then_what_is_declared() {
        let folder = tempfile::tempdir().unwrap();
        let put = |address: &str, text: &str| {
            let path = folder.path().join(address);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        };
        put("src/main.wdl", "PATH \"second\";\n");
        for file in ["Levels/a.mdl", "a.mdl", "x/second/a.mdl", "aaa/a.mdl"] {
            put(file, "");
        }
        for file in ["B.MDL", "x/second/b.mdl", "aaa/b.mdl"] {
            put(file, "");
        }
        for file in ["x/Second/c.mdl", "aaa/c.mdl"] {
            put(file, "");
        }
        for file in ["aaa/d\u{fc}.mdl", "zzz/d\u{dc}.mdl"] {
            put(file, "");
        }
        let vfs = Vfs::open(folder.path(), &[], crate::ARCHIVES).unwrap();
        let names = lookup(&vfs, "levels/one.wmb", &Scripts::read(&vfs, "levels/one.wmb"));
        assert_eq!(names.find("A.mdl"), Some("Levels/a.mdl"));
        assert_eq!(names.find("models\\b.mdl"), Some("B.MDL"));
        assert_eq!(names.find("c.mdl"), Some("x/Second/c.mdl"));
        assert_eq!(names.find("D\u{dc}.MDL"), Some("aaa/d\u{fc}.mdl"));
        assert_eq!(names.find("e.mdl"), None);
    }
}
