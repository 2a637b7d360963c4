//! What the scripts of a game say about its levels: where its files are, its sky and fog, how actions
//! make entities look. Scripts are read, never run. Source: `docs/spec/gamestudio.md`, "2.8 Entity
//! files", "2.10 Sky, fog, light" and "2.13 What scripts decide about the picture".

use super::actions::Actions;
use super::backdrop::Backdrop;
use super::tokens::{Token, definitions, tokens};
use vfs::{Kind, Vfs};

/// Largest script that is read.
const LARGEST_SCRIPT: u64 = 1 << 20;
/// Most scripts that are read.
const MOST_SCRIPTS: usize = 400;
/// Most bytes of all scripts that are read.
const MOST_BYTES: u64 = 1 << 26;
/// Most folders, or pictures of a sky, that count.
const MOST_NAMES: usize = 1 << 12;
/// Most pieces of a script around the name of a picture that may say what it is for.
const AROUND: usize = 256;

/// What the scripts of an install say, as far as it concerns one level.
#[derive(Debug, Default)]
pub(super) struct Scripts {
    /// Folders that any script declares, in lower case, in the order of the files.
    pub folders: Vec<String>,
    /// The folder of the level's project, in lower case; an install may hold several.
    pub project: String,
    /// Actions of the project.
    pub actions: Actions,
    /// Pictures of a six-sided sky that the project names, in lower case.
    pub cubes: Vec<String>,
    /// A script of the project sets a sky of any kind.
    pub sets_sky: bool,
    /// What functions of the project set behind and around levels.
    pub backdrop: Backdrop,
}

/// What one script says.
struct Script {
    /// Its folder, in lower case.
    folder: String,
    text: String,
    has_main: bool,
}

impl Scripts {
    /// Reads the scripts of an install.
    pub fn read(vfs: &Vfs, level: &str) -> Self {
        let mut said = Scripts::default();
        let scripts = texts(vfs);
        for script in &scripts {
            add_new(&mut said.folders, folders_in(&script.text));
        }
        let project = project(&scripts, level);
        for script in scripts.iter().filter(|script| is_below(&script.folder, &project)) {
            said.add(&script.text);
        }
        said.project = project;
        said
    }

    fn add(&mut self, script: &str) {
        let tokens = tokens(script);
        let cubes = (0..tokens.len()).filter_map(|at| match tokens[at] {
            Token::Text(name) if is_cube(name) && is_sky(&tokens, at) => Some(bare(name)),
            _ => None,
        });
        add_new(&mut self.cubes, cubes);
        self.sets_sky |= tokens.iter().any(|token| token.is("sky"));
        for definition in definitions(&tokens) {
            self.actions.add(&definition);
            self.backdrop.add(&definition);
        }
    }
}

/// True if the extension is that of a script.
pub(super) fn is_script(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    [".wdl", ".c", ".h"].iter().any(|extension| name.ends_with(extension))
}

/// The scripts of an install, as many and as large as is allowed.
fn texts(vfs: &Vfs) -> Vec<Script> {
    let entries = vfs.walk(false).into_iter();
    let scripts = entries.filter(|entry| entry.kind == Kind::File && is_script(&entry.name));
    let mut room = MOST_BYTES;
    let mut read = |address: &str| {
        let size = vfs.size(address).ok().filter(|size| *size <= LARGEST_SCRIPT.min(room))?;
        room -= size;
        let bytes = vfs.read(address).ok()?;
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let has_main = definitions(&tokens(&text)).iter().any(|one| one.name.eq_ignore_ascii_case("main"));
        Some(Script { folder: folder(address), text, has_main })
    };
    scripts.take(MOST_SCRIPTS).filter_map(|script| read(&script.address)).collect()
}

/// The folder of the project that a level belongs to: the nearest above it that holds, at any depth,
/// the script where a game starts, or else any script.
fn project(scripts: &[Script], level: &str) -> String {
    let own = folder(level);
    let above = std::iter::successors(Some(own.as_str()), |folder| match folder.rsplit_once('/') {
        Some((above, _)) => Some(above),
        None => (!folder.is_empty()).then_some(""),
    });
    let nearest = |counts: fn(&Script) -> bool| {
        let holds = |folder: &&str| scripts.iter().any(|one| counts(one) && is_below(&one.folder, folder));
        above.clone().find(holds)
    };
    nearest(|script| script.has_main).or_else(|| nearest(|_| true)).unwrap_or_default().to_owned()
}

/// The folder of an address, in lower case; empty for the top.
pub(super) fn folder(address: &str) -> String {
    address.rsplit_once('/').map_or("", |(folder, _)| folder).to_lowercase()
}

/// True for a folder and for those below it, all in lower case.
pub(super) fn is_below(folder: &str, above: &str) -> bool {
    above.is_empty()
        || folder.strip_prefix(above).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// A name without its folders, in lower case.
pub(super) fn bare(name: &str) -> String {
    name.rsplit(['/', '\\', ':']).next().unwrap_or(name).to_lowercase()
}

fn add_new(known: &mut Vec<String>, found: impl Iterator<Item = String>) {
    for name in found {
        if known.len() < MOST_NAMES && !known.contains(&name) {
            known.push(name);
        }
    }
}

/// True if the name says that the picture may be a cube map.
fn is_cube(name: &str) -> bool {
    let lower = name.to_ascii_lowercase();
    lower.rsplit_once('.').is_some_and(|(stem, extension)| {
        stem.ends_with("+6") && matches!(extension, "tga" | "png" | "bmp" | "pcx" | "dds" | "jpg" | "jpeg")
    })
}

/// True if the picture named at `at` is said to be a sky and a cube: by its statement, or, where that
/// gives the picture to a thing, by what else is said of the thing.
fn is_sky(tokens: &[Token<'_>], at: usize) -> bool {
    let ends = |token: &Token<'_>| matches!(token, Token::Mark(';' | '{' | '}'));
    let before = |at: usize| (at.saturating_sub(AROUND)..at).rev();
    let first =
        before(at).find(|place| ends(&tokens[*place])).map_or(at.saturating_sub(AROUND), |place| place + 1);
    let behind = tokens.len().min(at + AROUND);
    let last = (at..behind).find(|place| ends(&tokens[*place])).unwrap_or(behind);
    let says =
        |part: &[Token<'_>]| ["sky", "cube"].iter().all(|word| part.iter().any(|token| token.is(word)));
    if says(&tokens[first..last]) {
        return true;
    }
    if !(tokens[first].is("type") && tokens.get(first + 1) == Some(&Token::Mark('='))) {
        return false;
    }
    let Some(open) = before(first).find(|place| tokens[*place] == Token::Mark('{')) else { return false };
    // The body of a function gives nothing to one thing.
    if open > 0 && tokens[open - 1] == Token::Mark(')') {
        return false;
    }
    let heading = before(open)
        .find(|place| ends(&tokens[*place]))
        .map_or(open.saturating_sub(AROUND), |place| place + 1);
    let close = (last..behind).find(|place| tokens[*place] == Token::Mark('}')).unwrap_or(behind);
    says(&tokens[heading..close])
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

    fn said(scripts: &[(&str, &str)], level: &str) -> Scripts {
        let folder = tempfile::tempdir().unwrap();
        for (address, text) in scripts {
            let path = folder.path().join(address);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        Scripts::read(&Vfs::open(folder.path(), &[], crate::ARCHIVES).unwrap(), level)
    }

    #[test]
    fn a_sky_is_a_strip_named_with_the_words_for_it() {
        let script = "ENTITY* sky = { type = \"Day+6.TGA\"; flags2 = SKY | CUBE; }\n\
            // ent_createlayer(\"old+6.png\", SKY | CUBE, 1);\n\
            BMAP* x_cubemap = \"mirror+6.tga\";\n\
            sky evening { type = <evening+6.pcx>; flags = cube, visible; }\n\
            function f() { ent_createlayer(\"sky\\\\night+6.bmp\", SKY | CUBE | SHOW, 2);\n\
            f(\"steps+6.wav\", \"x+4.tga\"); type = \"later+6.tga\"; set(\"other+6.tga\"); }";
        let found = said(&[("main.c", script)], "one.wmb");
        assert_eq!(found.cubes, ["day+6.tga", "evening+6.pcx", "night+6.bmp"]);
        assert!(found.sets_sky && !said(&[("main.c", "sky_color.red = 1;")], "one.wmb").sets_sky);
    }

    #[test]
    fn only_the_project_of_the_level_has_a_say() {
        let cube = |name: &str| format!("void main() {{ ent_createlayer(\"{name}+6.tga\", SKY|CUBE, 1); }}");
        let scripts = [
            ("race/src/main.c", cube("race")),
            ("race/levels/help.h", "var x;".to_owned()),
            ("old/old.c", cube("old")),
        ];
        let scripts: Vec<(&str, &str)> = scripts.iter().map(|(at, text)| (*at, text.as_str())).collect();
        for (level, project, cubes) in [
            ("Race/levels/track/one.wmb", "race", vec!["race+6.tga"]),
            ("old/a.wmb", "old", vec!["old+6.tga"]),
            ("racecar/a.wmb", "", vec!["race+6.tga", "old+6.tga"]),
        ] {
            let mut said = said(&scripts, level);
            said.cubes.sort_by_key(|name| name != "race+6.tga");
            assert_eq!(
                (said.project.as_str(), said.cubes),
                (project, cubes.iter().map(|name| (*name).to_owned()).collect()),
                "{level}"
            );
        }
    }
}
