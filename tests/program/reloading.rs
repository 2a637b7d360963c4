//! In a real window: files of a mod that change while a world is open, and worlds
//! that join it.

use crate::desk::{Desk, Program, distance};
use crate::levels;
use crate::program::{demo, revisit_at};
use std::fs;
use std::io::{BufReader, Read as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// Where the textures of the demo are, and of a mod of it.
const PACKAGE: &str = "zbd/c1/rtexture.zbd";

/// A home and a mod that holds the demo's own textures.
fn home_and_mod() -> (TempDir, PathBuf) {
    let home = tempfile::tempdir().unwrap();
    let over = home.path().join("mod");
    fs::create_dir_all(over.join("zbd/c1")).unwrap();
    fs::copy(Path::new(demo()).join(PACKAGE), over.join(PACKAGE)).unwrap();
    (home, over)
}

/// The paving of the mod becomes magenta: what the visitor starts on.
fn paint_the_ground(over: &Path) {
    let path = over.join(PACKAGE);
    let (mut package, _) = zbd::textures::read(&fs::read(&path).unwrap(), binary::Mode::Strict).unwrap();
    let ground = package.textures.iter_mut().find(|texture| texture.name.text() == "paving").unwrap();
    let (width, height) = (ground.width, ground.height);
    let rgba = [255, 0, 255, 255].repeat(usize::from(width) * usize::from(height));
    let alpha = zbd::textures::AlphaKind::None;
    *ground = zbd::textures::Texture::from_rgba8("paving", width, height, &rgba, alpha).unwrap();
    fs::write(&path, zbd::textures::write(&package).unwrap()).unwrap();
}

/// The colour at the lower edge of a picture, in the middle: what one stands on.
fn ground(picture: &Path) -> [u8; 3] {
    colour(picture, |height| height - 2)
}

/// The colour in the middle of a row of a picture.
fn colour(picture: &Path, row: impl Fn(u32) -> u32) -> [u8; 3] {
    let file = BufReader::new(fs::File::open(picture).unwrap());
    let mut reader = png::Decoder::new(file).read_info().unwrap();
    let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut bytes).unwrap();
    let channels = info.color_type.samples();
    let at = (row(info.height) * info.width + info.width / 2) as usize * channels;
    [bytes[at], bytes[at + 1], bytes[at + 2]]
}

fn is_magenta([red, green, blue]: [u8; 3]) -> bool {
    let more = |channel: u8| channel > green.saturating_add(40);
    more(red) && more(blue)
}

/// What the program wrote to stderr until it was closed.
fn words_of(mut program: Program<'_>) -> String {
    let mut stderr = program.child.stderr.take().unwrap();
    program.keys(&["Escape", "shift+Tab", "Return"]);
    let status = program.wait_for_end();
    let mut words = String::new();
    stderr.read_to_string(&mut words).unwrap();
    assert!(status.success(), "{status}\n{words}");
    words
}

#[test]
fn a_picture_that_changed_is_replaced_on_f5_and_nothing_else_is() {
    let Some(desk) = Desk::open() else { return };
    let (home, over) = home_and_mod();
    let config = home.path().join("config");
    fs::create_dir_all(&config).unwrap();
    // Only by hand.
    fs::write(config.join("settings.toml"), "[window]\nreload_changed_mods = false\n").unwrap();
    let over_name = over.to_str().unwrap();
    let arguments = ["play", demo(), "--size", "320x240", "--mod", over_name, "--log", "load=info"];
    let mut program = desk.start(home.path(), &arguments);
    program.wait_for_title("Revisit: MechWarrior 3, c1");
    program.hold("w");
    let (first, walked) = program.picture();
    assert!(!is_magenta(ground(&first)), "{:?}", ground(&first));

    paint_the_ground(&over);
    let (still, _) = program.picture();
    assert!(!is_magenta(ground(&still)), "it was not asked to look");
    program.keys(&["F5"]);
    let since = Instant::now();
    let (_, after) = loop {
        let (path, place) = program.picture();
        if is_magenta(ground(&path)) {
            break (path, place);
        }
        assert!(since.elapsed() < Duration::from_secs(30), "{:?}", ground(&path));
    };
    assert!(distance(&walked, &after) < 0.01, "{walked} {after}");
    assert_eq!(walked["yaw_deg"], after["yaw_deg"]);
    let words = words_of(program);
    let line =
        words.lines().find(|line| line.contains("loaded again in")).unwrap_or_else(|| panic!("{words}"));
    assert!(line.contains(", 1 picture uploaded") && !line.contains("anew"), "{line}");
}

#[test]
fn a_file_of_a_mod_that_is_saved_is_seen_by_itself() {
    let Some(desk) = Desk::open() else { return };
    let (home, over) = home_and_mod();
    let arguments = ["play", demo(), "--size", "320x240", "--mod", over.to_str().unwrap()];
    let mut program = desk.start(home.path(), &arguments);
    program.wait_for_title("Revisit: MechWarrior 3, c1");
    let (first, before) = program.picture();
    assert!(!is_magenta(ground(&first)), "{:?}", ground(&first));
    paint_the_ground(&over);
    let since = Instant::now();
    loop {
        let (path, place) = program.picture();
        if is_magenta(ground(&path)) {
            assert!(distance(&before, &place) < 0.01, "{before} {place}");
            break;
        }
        assert!(since.elapsed() < Duration::from_secs(30), "{:?}", ground(&path));
    }
    program.quit();
}

#[test]
fn one_walks_into_the_world_beside_and_its_recording_leads_there_again() {
    let Some(desk) = Desk::open() else { return };
    let (home, game) = (tempfile::tempdir().unwrap(), levels::install());
    let root = game.path().to_str().unwrap();
    let record = home.path().join("walk.jsonl");
    let record = record.to_str().unwrap();
    // The third world does not exist: one line, and the others live on.
    let arguments = [
        "play",
        root,
        "one",
        "--size",
        "320x240",
        "--record",
        record,
        "--beside",
        "two@800,0,0",
        "--beside",
        "gone@0,800,0",
        "--join-within",
        "300",
    ];
    let mut program = desk.start(home.path(), &arguments);
    let named = |name: &str| {
        let title = desk
            .xdotool(&["getwindowname", &desk.xdotool(&["search", "--onlyvisible", "--name", "^Revisit"])]);
        title.ends_with(name).then_some(())
    };
    program.wait_for("the first world", || named(", one"));
    let (_, start) = program.picture();
    assert_eq!(start["world"], "one");
    // 20 m to the wall of the second world; its edge is half-way.
    desk.xdotool(&["keydown", "w"]);
    program.wait_for("the second world", || named(", two"));
    std::thread::sleep(Duration::from_secs(1));
    desk.xdotool(&["keyup", "w"]);
    // Until it stands, where the recording ends, too.
    std::thread::sleep(Duration::from_millis(500));
    let (_, there) = program.picture();
    assert_eq!(there["world"], "two");
    // On its floor, west of its wall: feet at 0, eyes above, x in its own numbers.
    let eye = |axis: usize| there["eye"][axis].as_f64().unwrap();
    assert!((-400.0..200.0).contains(&eye(0)), "{there}");
    assert!((40.0..90.0).contains(&eye(2)), "{there}");
    let words = words_of(program);
    assert_eq!(words.lines().filter(|line| line.contains("gone")).count(), 1, "{words}");

    let text = fs::read_to_string(record).unwrap();
    assert!(text.contains("\"join\"") && text.contains("two@800,0,0"), "{text}");
    let replayed = revisit_at(home.path(), ["sim", root, "one", "--replay", record, "--json"]).ok().json();
    let last = replayed["items"].as_array().unwrap().last().unwrap();
    assert_eq!(last["place"], "two@800,0,0");
    assert!((last["position"][0].as_f64().unwrap() - eye(0)).abs() < 1.0, "{last} {there}");
}

#[test]
fn all_places_are_loaded_again_and_outlive_a_lost_device() {
    let Some(desk) = Desk::open() else { return };
    let (home, game) = (tempfile::tempdir().unwrap(), levels::install());
    let root = game.path().to_str().unwrap();
    let beside = ["--beside", "two@800,0,0", "--size", "320x240", "--log", "load=info,places=info"];
    let play = ["play", root, "one"];
    let mut program = desk.start(home.path(), &[&play[..], &beside].concat());
    program.wait_for_title("Revisit: ");
    // Its wall in the distance, above the middle of the picture.
    let wall = |picture: &Path| colour(picture, |height| height / 2 - 6);
    let (first, _) = program.picture();
    let since = Instant::now();
    let (joined, before) = loop {
        let (path, place) = program.picture();
        if wall(&path) != wall(&first) || since.elapsed() > Duration::from_secs(3) {
            break (path, place);
        }
    };
    program.keys(&["F5"]);
    std::thread::sleep(Duration::from_secs(2));
    let (again, after) = program.picture();
    assert!(distance(&before, &after) < 0.01, "{before} {after}");
    assert_eq!(wall(&again), wall(&joined));
    let words = words_of(program);
    let lines = |word: &str| words.lines().filter(|line| line.contains(word)).count();
    assert_eq!((lines("joined: two@800,0,0"), lines("loaded again in")), (1, 2), "{words}");

    let lost = ["--frames", "60", "--lose-device", "40"];
    let run = desk.run(home.path(), &[&play[..], &beside, &lost].concat()).ok();
    assert!(run.err.contains("opening another"), "{run:#?}");
    assert!(run.out.starts_with("60 frames, "), "{run:#?}");
}
