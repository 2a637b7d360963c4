//! Finds files that levels and models name without a folder, and what scripts declare about them.
//! Source: `docs/spec/gamestudio.md`, "2.8 Entity files".

use vfs::{Kind, Names, Vfs};

/// Largest script that is searched for folders.
const LARGEST_SCRIPT: u64 = 1 << 20;
/// Most scripts that are searched.
const MOST_SCRIPTS: usize = 400;
/// Rank of folders that no script declares, below any declared one.
const UNDECLARED: u32 = u32::MAX;

/// The files of a game: those in the folder of the level first, then the top of
/// the install, then the folders that scripts declare, then any other.
pub(super) fn lookup(vfs: &Vfs, level: &str) -> Names {
    let own = level.rsplit_once('/').map_or("", |(folder, _)| folder).to_lowercase();
    let declared = declared_folders(vfs);
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
        declared.iter().position(below).map_or(UNDECLARED, |place| place as u32 + 2)
    })
}

/// The folders that scripts declare, in lower case, in the order of the files.
fn declared_folders(vfs: &Vfs) -> Vec<String> {
    let mut folders = Vec::new();
    scripts(vfs, |text| add_new(&mut folders, folders_in(text)));
    folders
}

/// Pictures of a sky that scripts name, in lower case, in the order of the files.
pub(super) fn skies(vfs: &Vfs) -> Vec<String> {
    let mut skies = Vec::new();
    scripts(vfs, |text| add_new(&mut skies, skies_in(text)));
    skies
}

/// Calls a function with each script of a game.
fn scripts(vfs: &Vfs, mut show: impl FnMut(&str)) {
    let is_script = |name: &str| {
        let name = name.to_ascii_lowercase();
        [".wdl", ".c", ".h"].iter().any(|extension| name.ends_with(extension))
    };
    let entries = vfs.walk(false).into_iter();
    let scripts = entries.filter(|entry| entry.kind == Kind::File && is_script(&entry.name));
    for script in scripts.take(MOST_SCRIPTS) {
        if vfs.size(&script.address).is_ok_and(|size| size <= LARGEST_SCRIPT)
            && let Ok(bytes) = vfs.read(&script.address)
        {
            show(&String::from_utf8_lossy(&bytes));
        }
    }
}

fn add_new(known: &mut Vec<String>, found: impl Iterator<Item = String>) {
    for name in found {
        if !known.contains(&name) {
            known.push(name);
        }
    }
}

/// Six-sided pictures that a script names in quotes.
fn skies_in(script: &str) -> impl Iterator<Item = String> + '_ {
    script.lines().flat_map(|line| {
        let line = line.split("//").next().unwrap_or(line);
        let quoted = line.split('"').skip(1).step_by(2);
        quoted.filter(|text| is_cube(text)).map(str::to_lowercase)
    })
}

/// Folders that a script declares: `PATH "models";`,
/// `#define PRAGMA_PATH "models"` and `add_folder("models")`.
fn folders_in(script: &str) -> impl Iterator<Item = String> + '_ {
    script.lines().filter_map(|line| {
        let line = line.split("//").next().unwrap_or(line).trim();
        let lower = line.to_ascii_lowercase();
        let mut words = lower.split_whitespace();
        let first = words.next()?;
        let declares = first == "path"
            || first.strip_prefix("path").is_some_and(|rest| rest.starts_with(['"', '<']))
            || first == "#define" && words.next() == Some("pragma_path")
            || lower.contains("add_folder");
        if !declares {
            return None;
        }
        let rest = &lower[lower.find(['"', '<'])? + 1..];
        let folder = &rest[..rest.find(['"', '>'])?];
        let parts = folder.split(['/', '\\']).filter(|part| !part.is_empty() && *part != ".");
        let folder = parts.collect::<Vec<_>>().join("/");
        (!folder.is_empty()).then_some(folder)
    })
}

/// True if the name says that the picture may be a cube map.
pub(super) fn is_cube(name: &str) -> bool {
    let lower = name.to_ascii_lowercase();
    lower.rsplit_once('.').is_some_and(|(stem, extension)| {
        stem.ends_with("+6") && matches!(extension, "tga" | "png" | "bmp" | "pcx" | "dds" | "jpg" | "jpeg")
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn folders_are_declared_in_either_language() {
        let script = "// PATH \"no\";\npath \"Models\";\nPATH \"sounds\\\\steps\"\nPATH<art>;\n\
            #define PRAGMA_PATH \"textures\\\\cubemaps\"\n add_folder(\"More\");\n\
            #define PATHS \"no\"\nstring path_name = \"no\";\nPATH \"\";";
        let found: Vec<_> = folders_in(script).collect();
        assert_eq!(found, ["models", "sounds/steps", "art", "textures/cubemaps", "more"]);
    }

    #[test]
    fn skies_are_named_in_quotes() {
        let script = "ENTITY* sky = { type = \"Day+6.TGA\"; flags2 = SKY | CUBE; }\n\
            // ent_createlayer(\"old+6.png\", SKY | CUBE, 1);\n\
            ent_createlayer(\"sky\\\\night+6.bmp\", SKY | CUBE | SHOW, 2); f(\"steps+6.wav\", \"x+4.tga\");";
        let found: Vec<_> = skies_in(script).collect();
        assert_eq!(found, ["day+6.tga", "sky\\\\night+6.bmp"]);
    }

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
        let names = lookup(&vfs, "levels/one.wmb");
        assert_eq!(names.find("A.mdl"), Some("Levels/a.mdl"));
        assert_eq!(names.find("models\\b.mdl"), Some("B.MDL"));
        assert_eq!(names.find("c.mdl"), Some("x/Second/c.mdl"));
        assert_eq!(names.find("D\u{dc}.MDL"), Some("aaa/d\u{fc}.mdl"));
        assert_eq!(names.find("e.mdl"), None);
    }
}
