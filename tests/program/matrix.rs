//! The table in the README of what works for which kind of file of which game
//! is made here, from the demos; `REVISIT_BLESS=1 cargo test -p revisit matrix`
//! writes it.

use crate::program::{archipelago, demo, files_of, four, heath, island, larkmere};
use binary::Mode;
use demos::DemoFile;
use files::pack::{self, NAME};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use titles::install::Install;
use zbd::kinds::ARCHIVE_FOLDER;

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
    // Everything that a world of each game is read from.
    let demos = [demo(), island(), heath(), larkmere(), archipelago()]
        .into_iter()
        .chain(four().map(|four| four.path));
    let mut rows: BTreeMap<(String, String), Verdict> = BTreeMap::new();
    for path in demos {
        let files = files_of(path);
        let install = Install::open(Path::new(path), &[]).unwrap();
        let mut drawn = drawn(&install);
        let whole = drawn.len();
        drawn.extend(mechs_drawn(Path::new(path)));
        assert!(drawn.len() == whole || files.iter().any(|file| file.address == "zbd/mechlib.zbd"));
        drawn.extend(models_drawn(Path::new(path)));
        for file in &files {
            for (kind, mut verdict) in verdicts(file) {
                let address = file.address.to_ascii_lowercase();
                // Some games name files without their folders.
                let name = address.rsplit('/').next().unwrap_or(&address);
                // Not everything that an archive can hold is drawn.
                let says = kind != ARCHIVE_FOLDER.name;
                verdict.draw = says && (drawn.contains(&address) || drawn.contains(name));
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
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../README.md");
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
    let Some(form) = pack::form_of(kinds::all(), &file.address, &file.bytes) else { return alone(file) };
    let unpacked = pack::unpack(kinds::all(), &file.address, &file.bytes).unwrap();
    let verdict = Verdict { read: unpacked.findings.is_empty(), write: unpacked.exact, draw: false };
    let mut rows = vec![(form.name.to_owned(), verdict)];
    for (name, bytes) in &unpacked.files.0 {
        if !name.ends_with(NAME) || form != &ARCHIVE_FOLDER {
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
            rows.push((format!("{}: {what}", form.name), verdict));
        }
    }
    rows
}

/// A file that nobody needs to unpack.
fn alone(file: &DemoFile) -> Vec<(String, Verdict)> {
    let Some(identity) = kinds::all().identify_file(&file.address, &file.bytes) else { return Vec::new() };
    let read = identity.read(&file.bytes, Mode::Strict);
    let write = read.as_ref().is_ok_and(|(content, _)| {
        content.to_bytes().is_ok_and(|written| written.is_some_and(|written| written == file.bytes))
    });
    let read = read.is_ok_and(|(_, report)| report.findings().is_empty());
    vec![(identity.kind.name.to_owned(), Verdict { read, write, draw: false })]
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
            let shown = scene.entities.iter().map(|(_, entity)| entity.file.to_ascii_lowercase());
            drawn.extend(shown.filter(|file| !file.is_empty()));
            drawn.extend(request.textures.iter().map(|address| address.to_ascii_lowercase()));
            // Daggerfall's are called by their file and their number in it.
            let painted = scene.textures.iter().filter(|texture| !texture.levels.is_empty());
            let files = painted.filter_map(|texture| texture.name.split_once(' '));
            drawn.extend(files.map(|(file, _)| file.to_ascii_lowercase()));
        }
    }
    drawn
}

/// Addresses of the files of Warcraft's models, and of what they are painted with.
fn models_drawn(folder: &Path) -> Vec<String> {
    let install = Install::open(folder, &[]).unwrap();
    let mut addresses = Vec::new();
    if install.detection.title.is_none_or(|title| title.family != "warcraft") {
        return addresses;
    }
    let mut shelf = turntable::Shelf::new(install, "best").unwrap();
    for item in shelf.items() {
        let scene = shelf.load(&item, 0).unwrap().scene;
        assert!(scene.triangles() > 0, "{item:?}");
        addresses.push(format!("{}/{}", item.source, item.name));
        let textures = scene.textures.iter().filter(|texture| !texture.levels.is_empty());
        addresses.extend(textures.map(|texture| texture.name.clone()));
    }
    addresses.iter().map(|address| address.to_ascii_lowercase()).collect()
}

/// Addresses of the files that the 'mechs of an install come from: each of them
/// is seen, and seen moving in each of its motions.
#[cfg(feature = "gpu")]
fn mechs_drawn(folder: &Path) -> Vec<String> {
    use turntable::{Shelf, Stage, View};

    const SIZE: (u32, u32) = (120, 120);
    let install = Install::open(folder, &[]).unwrap();
    let files = install.model_files("best").unwrap();
    let mut addresses = Vec::new();
    let Some(library) = files.sources.iter().find(|source| source.id == "mechlib") else { return addresses };
    addresses.push(library.address.to_ascii_lowercase());
    addresses.extend(files.motions.iter().map(|address| address.to_ascii_lowercase()));
    // Where nothing can be drawn, nothing can be said against it.
    let Some(renderer) = crate::drawing::renderer() else { return addresses };
    let mut shelf = Shelf::new(install, "best").unwrap();
    let items: Vec<_> = shelf.items().into_iter().filter(|item| item.source == "mechlib").collect();
    assert!(!items.is_empty());
    for item in items {
        let mut stage = Stage::new(shelf.load(&item, 0).unwrap());
        stage.show_set(false);
        let loaded = renderer.load(stage.scene()).unwrap();
        let view = View { yaw_deg: 30.0, pitch_deg: 10.0, distance: 1.0 };
        let settings = render::Settings::default();
        let take = |stage: &Stage| {
            let shot = render::Shot {
                loaded: &loaded,
                scene: stage.scene(),
                state: stage.simulation.state(),
                zones: stage.simulation.state().zones,
                table: stage.simulation.occurrences(),
                camera: stage.camera(&view, SIZE),
                feet: None,
                between: 1.0,
                settings: &settings,
                beside: &[],
                hud: None,
            };
            renderer.picture_as(&shot, render::Size { width: SIZE.0, height: SIZE.1 }).unwrap().rgba
        };
        let pixels = |picture: &[u8]| picture.chunks_exact(4).map(<[u8]>::to_vec).collect::<Vec<_>>();
        // What stands around the pilot's eyes lies in the library too, and has no motions.
        let is_machine = item.name.starts_with("mech_");
        assert!(!is_machine || stage.clips.len() >= 5, "{item:?}");
        for clip in 0..stage.clips.len() {
            stage.make_room_for(Some(clip));
            let seconds = stage.clips[clip].seconds;
            let [one, two] = [0.0, 0.3].map(|share| {
                stage.play(Some(clip), seconds * share, 0.0);
                pixels(&take(&stage))
            });
            // The first pixel shows no machine.
            let seen = one.iter().filter(|pixel| **pixel != one[0]).count() as f32 / one.len() as f32;
            let moved = one.iter().zip(&two).filter(|(a, b)| a != b).count() as f32 / one.len() as f32;
            println!("{} {}: {seen:.3} seen, {moved:.3} moved", item.name, stage.clips[clip].name);
            assert!((0.08..0.6).contains(&seen), "{} {}: {seen}", item.name, stage.clips[clip].name);
            assert!(moved > 0.01, "{} {}: {moved}", item.name, stage.clips[clip].name);
        }
    }
    addresses
}

/// Without a renderer, what others have seen.
#[cfg(not(feature = "gpu"))]
fn mechs_drawn(folder: &Path) -> Vec<String> {
    let files = Install::open(folder, &[]).unwrap().model_files("best").unwrap();
    let library = files.sources.iter().find(|source| source.id == "mechlib");
    let library = library.map(|source| source.address.to_ascii_lowercase());
    library.into_iter().chain(files.motions.iter().map(|address| address.to_ascii_lowercase())).collect()
}
