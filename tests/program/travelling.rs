//! The window: back to the start, bookmarks, coordinates, photo mode, brightness, recordings that are watched.

use crate::desk::{Desk, Program, distance, eye};
use crate::program::{archipelago, demo, larkmere, revisit_at};
use serde_json::Value;
use std::io::BufReader;
use std::path::Path;
use tempfile::TempDir;

const TITLE: &str = "Revisit: MechWarrior 3, c1";
/// Entries of the menu, counted from the first.
const BACK_TO_START: usize = 3;
const BOOKMARKS: usize = 4;

fn home() -> TempDir {
    tempfile::tempdir().unwrap()
}

/// Presses what the keyboard reaches with so many tabulators.
fn press(program: &Program<'_>, number: usize) {
    program.keys(&vec!["Tab"; number]);
    program.keys(&["Return"]);
}

/// The size of a picture and its pixels.
fn pixels(path: &Path) -> ((u32, u32), Vec<u8>) {
    let file = BufReader::new(std::fs::File::open(path).unwrap());
    let mut reader = png::Decoder::new(file).read_info().unwrap();
    let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut bytes).unwrap();
    ((info.width, info.height), bytes)
}

#[test]
fn the_menu_leads_back_to_the_start_and_a_recording_does_too() {
    let Some(desk) = Desk::open() else { return };
    let home = home();
    let file = home.path().join("walk.jsonl");
    let file = file.to_str().unwrap();
    let mut program = desk.start(home.path(), &["play", demo(), "--size", "640x400", "--record", file]);
    program.wait_for_title(TITLE);
    let (_, start) = program.picture();
    program.hold("w");
    let (_, walked) = program.picture();
    assert!(distance(&start, &walked) > 1.0, "{start} {walked}");
    program.keys(&["Escape"]);
    press(&program, BACK_TO_START);
    program.picture_until("the start", |place| distance(place, &start) < 0.05);
    program.hold("w");
    let (_, end) = program.picture();
    program.quit();

    let text = std::fs::read_to_string(file).unwrap();
    assert!(text.contains("back_to_start"), "{text}");
    let replayed = revisit_at(home.path(), ["sim", demo(), "c1", "--replay", file, "--json"]).ok().json();
    let last = replayed["items"].as_array().unwrap().last().unwrap();
    for axis in [0, 2] {
        let feet = last["position"][axis].as_f64().unwrap();
        assert!((feet - eye(&end)[axis]).abs() < 0.1, "{last} {end}");
    }
}

/// Three seconds ahead through Larkmere's gate, and one more in Ashgate.
const OVER_THE_LINE: &str = r#"{"format":"revisit.replay/2","title":"everquest","world":"larkmere","fingerprint":"","seed":1,"tick_rate":60,"hash_version":3}
{"tick":0,"input":{"forward":1.0}}
{"tick":0,"commands":[{"place_actor":{"actor":0,"feet":[56.0,8.0,-470.0],"yaw":0.0,"pitch":0.0}}]}
{"tick":400,"end":true}
"#;

#[test]
fn a_recording_is_watched_over_a_line_into_another_zone_and_at_its_end_one_goes_on() {
    let Some(desk) = Desk::open() else { return };
    let home = home();
    let file = home.path().join("walk.jsonl");
    std::fs::write(&file, OVER_THE_LINE).unwrap();
    let play = ["play", larkmere(), "larkmere", "--replay", file.to_str().unwrap(), "--size", "320x240"];
    let mut program = desk.start(home.path(), &play);
    program.wait_for_title("Revisit: EverQuest, ashgate");
    // It leads on until it is over; then whoever watched stands, and walks by themselves.
    let last = std::cell::RefCell::new(program.picture().1);
    let stands = |place: &Value| distance(place, &last.replace(place.clone())) < 1e-3;
    let (_, stood) = program.picture_until("the end", stands);
    program.hold("w");
    let (_, on) = program.picture();
    assert!(distance(&stood, &on) > 1.0, "{stood} {on}");
    program.quit();
}

#[test]
fn names_are_typed_on_the_travel_map_at_once_and_no_letter_of_them_acts() {
    let Some(desk) = Desk::open() else { return };
    let home = home();
    let file = home.path().join("typed.jsonl").display().to_string();
    let play = ["play", archipelago(), "427,240", "--size", "640x400", "--record", &file];
    let mut program = desk.start(home.path(), &play);
    program.wait_for_title("Revisit: The Elder Scrolls II: Daggerfall, 427,240");
    program.picture();
    program.keys(&["m"]);
    // Among these are keys that walk, look on from behind, fly and close the map.
    desk.xdotool(&["type", "--delay", "60", "saltmarch light"]);
    std::thread::sleep(std::time::Duration::from_millis(500));
    // The first shows it, the second travels there.
    program.keys(&["Return", "Return"]);
    let there =
        revisit_at(home.path(), ["load", archipelago(), "--at", "saltmarch light", "--json"]).ok().json();
    let there = there["world"].as_str().unwrap();
    program.wait_for_title(&format!(
        "Revisit: The Elder Scrolls II: Daggerfall, {there}: Saltmarch Light, Isle of Balfiera"
    ));
    program.quit();
    let text = std::fs::read_to_string(&file).unwrap();
    assert!(text.contains("\"travel\""), "{text}");
    for acted in ["set_camera", "forward", "\"fly\"", "jump"] {
        assert!(!text.contains(acted), "{acted}: {text}");
    }
}

#[test]
fn a_recording_of_a_journey_is_watched_place_by_place_and_tick_by_tick() {
    let Some(desk) = Desk::open() else { return };
    let home = home();
    let [walked, watched] = ["walked.jsonl", "watched.jsonl"].map(|name| home.path().join(name));
    let [walked, watched] = [&walked, &watched].map(|path| path.to_str().unwrap());
    let travel =
        ["--at-tick", "5", "--console", "travel saltmarch light", "--ticks", "90", "--record", walked];
    let start = ["sim", archipelago(), "427,240", "--json"];
    let sim = revisit_at(home.path(), start.iter().chain(&travel).copied()).ok().json();
    let last = sim["items"].as_array().unwrap().last().unwrap();
    let there = format!(
        "Revisit: The Elder Scrolls II: Daggerfall, {}: Saltmarch Light",
        last["place"].as_str().unwrap()
    );
    let play =
        ["play", archipelago(), "427,240", "--replay", walked, "--record", watched, "--size", "320x240"];
    let mut program = desk.start(home.path(), &play);
    program.wait_for_title(&there);
    // It ends after a second and a half; before that, time stands still until all places there are loaded, which takes a
    // debug build some seconds, and more than a minute on a machine that builds something else meanwhile. Then whoever
    // watched walks by themselves.
    let (_, arrived) = program.picture();
    let since = std::time::Instant::now();
    loop {
        program.hold("w");
        let (_, place) = program.picture();
        // Three metres.
        if distance(&arrived, &place) > 120.0 {
            break;
        }
        assert!(since.elapsed() < 3 * crate::desk::PATIENCE, "it never ends: {place}");
    }
    program.quit();
    // What the window did is what was recorded, with every place in its tick and every hash.
    let places = |file: &str| {
        let text = std::fs::read_to_string(file).unwrap();
        let lines = text.lines().filter(|line| line.contains("\"places\""));
        let ticks = lines.map(|line| serde_json::from_str::<Value>(line).unwrap());
        ticks.filter(|line| line["tick"].as_u64().unwrap() < 90).collect::<Vec<_>>()
    };
    assert_eq!(places(watched), places(walked));
    let hash = |file: &str| {
        let text = std::fs::read_to_string(file).unwrap();
        text.lines().find(|line| line.contains("\"tick\":60,\"hash\"")).map(str::to_owned)
    };
    assert!(hash(walked).is_some());
    assert_eq!(hash(watched), hash(walked));
}

#[test]
fn a_quick_save_leads_back_and_is_refused_with_other_files() {
    let Some(desk) = Desk::open() else { return };
    let home = home();
    let small = ["play", demo(), "--size", "640x400"];
    let mut program = desk.start(home.path(), &small);
    program.wait_for_title(TITLE);
    let (_, start) = program.picture();
    program.hold("w");
    program.keys(&["F6"]);
    let (_, saved) = program.picture();
    assert!(distance(&start, &saved) > 1.0, "{start} {saved}");
    program.hold("w");
    let (_, walked) = program.picture();
    assert!(distance(&saved, &walked) > 1.0, "{saved} {walked}");
    program.keys(&["F7"]);
    program.picture_until("the save", |place| distance(place, &saved) < 0.05);
    program.quit();

    let files: Vec<_> = std::fs::read_dir(home.path().join("data/saves")).unwrap().collect();
    let [Ok(file)] = &files[..] else { panic!("{files:?}") };
    let save = std::fs::read_to_string(file.path()).unwrap();

    // Another visit goes on there, too.
    let mut program = desk.start(home.path(), &small);
    program.wait_for_title(TITLE);
    program.keys(&["F7"]);
    program.picture_until("the save", |place| distance(place, &saved) < 0.05);
    // With the fingerprint of other files it is refused, and so is what is no save; both stay.
    let (before, rest) = save.split_once("\"fingerprint\":\"").unwrap();
    let other = format!("{before}\"fingerprint\":\"0{}", &rest[1..]);
    let other =
        if other == save { other.replace("\"fingerprint\":\"0", "\"fingerprint\":\"1") } else { other };
    for odd in [other.as_str(), "{}"] {
        std::fs::write(file.path(), odd).unwrap();
        program.hold("w");
        let (_, here) = program.picture();
        program.keys(&["F7"]);
        let (_, after) = program.picture();
        assert!(distance(&here, &after) < 0.05, "{here} {after}");
        assert_eq!(std::fs::read_to_string(file.path()).unwrap(), odd);
    }
    program.quit();
}

#[test]
fn a_bookmark_is_added_gone_to_and_kept_and_coordinates_are_typed() {
    let Some(desk) = Desk::open() else { return };
    let home = home();
    let kept = home.path().join("data/bookmarks.toml");
    let small = ["play", demo(), "--size", "640x400"];
    let mut program = desk.start(home.path(), &small);
    program.wait_for_title(TITLE);
    let (_, start) = program.picture();
    program.keys(&["Escape"]);
    press(&program, BOOKMARKS);
    // The field of the name comes first.
    program.keys(&["Tab"]);
    desk.xdotool(&["type", "--delay", "5", "the first"]);
    program.keys(&["Return"]);
    program.wait_for_text(&kept, &["name = \"the first\"", "title = \"mechwarrior3\"", "world = \"c1\""]);
    program.keys(&["Escape", "Escape"]);
    program.hold("w");
    let (_, walked) = program.picture();
    assert!(distance(&start, &walked) > 1.0, "{start} {walked}");
    program.quit();

    // It outlives the program: behind the field and its button, the way there is first.
    let mut program = desk.start(home.path(), &small);
    program.wait_for_title(TITLE);
    program.picture();
    program.hold("w");
    program.keys(&["Escape"]);
    press(&program, BOOKMARKS);
    press(&program, 3);
    program.picture_until("the bookmark", |place| distance(place, &start) < 0.05);

    // Two metres beside it, and looking the same way.
    let [x, y, z] = eye(&start);
    program.keys(&["Escape"]);
    press(&program, BOOKMARKS);
    program.keys(&["Tab"; 6]);
    desk.xdotool(&["type", "--delay", "5", &format!("{:.3}, {:.3}, {:.3}", x + 2.0, y, z)]);
    program.keys(&["Return"]);
    let beside = |place: &Value| (eye(place)[0] - x - 2.0).abs() < 0.05 && (eye(place)[2] - z).abs() < 0.05;
    let (_, there) = program.picture_until("the coordinates", beside);
    assert_eq!(there["yaw_deg"], start["yaw_deg"]);
    program.quit();
}

#[test]
fn photo_mode_flies_takes_large_pictures_and_leaves_everything_as_it_was() {
    let Some(desk) = Desk::open() else { return };
    let home = home();
    let mut program = desk.start(home.path(), &["play", demo(), "--size", "320x200"]);
    program.wait_for_title(TITLE);
    let (_, start) = program.picture();
    program.keys(&["p"]);
    program.hold("space");
    let (small, above) = program.picture();
    assert!(eye(&above)[1] > eye(&start)[1] + 2.0, "{start} {above}");
    assert_eq!(pixels(&small).0, (320, 200));
    // With the mouse free, the second choice is twice the size.
    program.keys(&["Escape"]);
    press(&program, 2);
    let (large, same) = program.picture();
    assert_eq!(pixels(&large).0, (640, 400));
    assert!(distance(&above, &same) < 0.01, "{above} {same}");
    program.keys(&["p"]);
    let (after, landed) = program.picture();
    assert!(distance(&start, &landed) < 0.05, "{start} {landed}");
    assert_eq!(pixels(&after).0, (320, 200));
    // Escape leaves it as well, once for the mouse and once for the mode.
    program.keys(&["p", "Escape", "Escape"]);
    program.hold("w");
    let (_, walked) = program.picture();
    assert!(distance(&landed, &walked) > 1.0, "{landed} {walked}");
    program.quit();
}

#[test]
fn brightness_is_seen_in_the_pixels() {
    let Some(desk) = Desk::open() else { return };
    let home = home();
    let look = |brightness: f32| {
        std::fs::create_dir_all(home.path().join("config")).unwrap();
        let text = format!("[picture]\nbrightness = {brightness:?}\n");
        std::fs::write(home.path().join("config/settings.toml"), text).unwrap();
        let mut program = desk.start(home.path(), &["play", demo(), "--size", "320x200"]);
        program.wait_for_title(TITLE);
        let (path, _) = program.picture();
        program.quit();
        pixels(&path).1
    };
    let (plain, bright) = (look(1.0), look(2.0));
    // A channel of a goes to the square root of a. What moves in the world is less than a tenth of it.
    let pairs = plain.iter().zip(&bright).filter(|(plain, _)| **plain < 255);
    let (count, off) = pairs.fold((0, 0), |(count, off), (plain, bright)| {
        let wanted = (f32::from(*plain) / 255.0).sqrt() * 255.0;
        (count + 1, off + u32::from((f32::from(*bright) - wanted).abs() > 3.0))
    });
    assert!(count > 50_000 && off * 10 < count, "{off} of {count} channels");
}
