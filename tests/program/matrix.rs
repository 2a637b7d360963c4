//! The table in the README of what works for which kind of file of which game
//! is made here, from the demos; `REVISIT_BLESS=1 cargo test -p revisit matrix`
//! writes it.

use crate::program::island_files;
use revisit::demo::{DemoFile, Game, Options, plain, valley};
use revisit::install::Install;
use revisit::pack::{self, Kind, NAME};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;

const START: &str = "<!-- matrix: written by the tests -->\n";
const END: &str = "<!-- end of matrix -->\n";

/// What holds for all files of a kind.
#[derive(Clone, Copy)]
struct Verdict {
    read: bool,
    write: bool,
    draw: bool,
}

#[test]
fn the_table_of_the_readme_says_what_the_demos_show() {
    let options = Options { scale: 1, seed: 1 };
    // Everything that a world of each game is read from.
    let valleys = Game::ALL.into_iter().map(|game| valley(game, &options));
    let demos = [plain(&options), Ok(island_files())].into_iter().chain(valleys);
    let mut rows: BTreeMap<(String, String), Verdict> = BTreeMap::new();
    for files in demos {
        let files = files.unwrap();
        let folder = tempfile::tempdir().unwrap();
        for file in &files {
            let path = folder.path().join(&file.address);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, &file.bytes).unwrap();
        }
        let install = Install::open(folder.path(), &[]).unwrap();
        let drawn = drawn(&install);
        for file in &files {
            for (kind, mut verdict) in verdicts(file) {
                let address = file.address.to_ascii_lowercase();
                // Some games name files without their folders.
                let name = address.rsplit('/').next().unwrap_or(&address);
                verdict.draw = drawn.contains(&address) || drawn.contains(name);
                let row = (install.detection.known().unwrap().name.clone(), kind);
                let all = rows.entry(row).or_insert(verdict);
                // Some packages of textures are for screens that nobody has.
                all.draw |= verdict.draw;
                all.read &= verdict.read;
                all.write &= verdict.write;
            }
        }
    }
    let mut table = String::from("| game | kind of file | read | write | draw |\n|---|---|---|---|---|\n");
    let shown = |holds: bool| if holds { "yes" } else { "" };
    for ((game, kind), verdict) in &rows {
        let Verdict { read, write, draw } = *verdict;
        writeln!(table, "| {game} | {kind} | {} | {} | {} |", shown(read), shown(write), shown(draw))
            .unwrap();
    }
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../README.md");
    let readme = fs::read_to_string(path).unwrap().replace("\r\n", "\n");
    let (before, rest) = readme.split_once(START).expect("the README has the start of the table");
    let (old, after) = rest.split_once(END).expect("the README has the end of the table");
    if std::env::var_os("REVISIT_BLESS").is_some() {
        fs::write(path, format!("{before}{START}{table}{END}{after}")).unwrap();
    } else {
        assert!(old == table, "the README is out of date: run with REVISIT_BLESS=1\n{table}");
    }
}

/// The kinds of a file and of what it holds; drawing is not looked at.
fn verdicts(file: &DemoFile) -> Vec<(String, Verdict)> {
    let Some(kind) = Kind::of(&file.address, &file.bytes) else { return Vec::new() };
    let unpacked = pack::unpack(&file.address, &file.bytes).unwrap();
    let verdict = Verdict { read: unpacked.findings.is_empty(), write: unpacked.exact, draw: false };
    let mut rows = vec![(kind.name().to_owned(), verdict)];
    for (name, bytes) in &unpacked.files.0 {
        if !name.ends_with(NAME) || kind != Kind::Archive {
            continue;
        }
        let side: serde_json::Value = serde_json::from_slice(bytes).unwrap();
        for member in side["content"]["members"].as_array().into_iter().flatten() {
            let sound =
                member["name"].as_str().is_some_and(|name| name.to_ascii_lowercase().ends_with(".wav"));
            let what = match member["as"].as_str() {
                Some("reader text" | "reader json") => "reader data",
                Some("motion json") => "motions",
                Some("materials json" | "model json") => "models of 'mechs",
                _ if sound => "sounds",
                _ => continue,
            };
            rows.push((format!("{}: {what}", kind.name()), verdict));
        }
    }
    rows
}

/// Addresses of the files that something of a picture comes from.
fn drawn(install: &Install) -> BTreeSet<String> {
    let mut drawn = BTreeSet::new();
    for world in install.worlds() {
        let request = install.request(Some(&world.id)).unwrap();
        let scene = load::load(&install.vfs, &request, &mut load::Quiet).unwrap().scene;
        if scene.triangles() > 0 {
            drawn.insert(request.container.to_ascii_lowercase());
        }
        if scene.textures.iter().any(|texture| !texture.levels.is_empty()) {
            let shown = scene.things.iter().map(|(_, thing)| thing.file.to_ascii_lowercase());
            drawn.extend(shown.filter(|file| !file.is_empty()));
            drawn.extend(request.textures.iter().map(|address| address.to_ascii_lowercase()));
        }
    }
    drawn
}
