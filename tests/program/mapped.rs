//! The window in zones of EverQuest: the map over them, third person, a body, and creatures that are placed.

use crate::creature_maker::{Maker, STRAIGHT, archive, beetle, pose};
use crate::desk::{Desk, Program, distance, eye};
use crate::program::{larkmere, revisit_at};
use crate::zone_maker::{Install, two_regions};
use serde_json::Value;
use std::fs;
use std::io::BufReader;
use std::path::Path;
use std::time::Duration;

/// A zone `arena` with a beetle that stands and walks.
fn arena() -> Install {
    let zone = Install::of_zone(two_regions());
    let mut creatures = Maker::new();
    beetle(&mut creatures);
    let steps = [2.0, 2.5, 2.0, 1.5].map(|height| pose(STRAIGHT, [0.0, 0.0, height], 1.0));
    creatures.track("P01BUG_TRACK", 100, &steps[..1]);
    creatures.track("L01BUG_TRACK", 100, &steps);
    let (name, bytes) = archive("arena_chr", creatures);
    zone.put(&name, &bytes);
    zone
}

fn turned(a: &Value, b: &Value) -> f64 {
    (a["yaw_deg"].as_f64().unwrap() - b["yaw_deg"].as_f64().unwrap()).abs()
}

/// Time for a page to be drawn, and for its threads.
fn pause() {
    std::thread::sleep(Duration::from_millis(1500));
}

fn click(desk: &Desk, (x, y): (u32, u32)) {
    desk.xdotool(&["mousemove", &x.to_string(), &y.to_string()]);
    std::thread::sleep(Duration::from_millis(400));
    desk.xdotool(&["click", "1"]);
    pause();
}

/// Types a line into the console.
fn line(desk: &Desk, program: &Program<'_>, text: &str) {
    program.keys(&["F2"]);
    pause();
    desk.xdotool(&["type", "--delay", "60", text]);
    std::thread::sleep(Duration::from_millis(500));
    program.keys(&["Return"]);
    pause();
    program.keys(&["Escape"]);
}

#[test]
fn one_walks_on_below_the_map_and_looks_on_from_behind() {
    let Some(desk) = Desk::open() else { return };
    let home = tempfile::tempdir().unwrap();
    let file = home.path().join("walk.jsonl").display().to_string();
    let mut program =
        desk.start(home.path(), &["play", larkmere(), "larkmere", "--size", "960x600", "--record", &file]);
    program.wait_for_title("Revisit: EverQuest, larkmere: Larkmere");
    let (_, start) = program.picture();

    // The arrow keys are the map's, and so is the mouse; W walks.
    program.keys(&["m"]);
    pause();
    program.hold("Left");
    program.hold("Up");
    let drag =
        ["mousemove", "300", "300", "mousedown", "1", "mousemove_relative", "80", "40", "mouseup", "1"];
    desk.xdotool(&drag);
    let (_, dragged) = program.picture();
    assert!(distance(&start, &dragged) < 0.01 && turned(&start, &dragged) < 0.01, "{start} {dragged}");
    program.hold("w");
    let (_, walked) = program.picture();
    assert!(distance(&dragged, &walked) > 0.5, "{dragged} {walked}");
    // Escape closes it and opens no menu: the arrow turns again.
    program.keys(&["Escape"]);
    program.hold("Left");
    program.picture_until("the arrow key turns", |place| turned(&walked, place) > 1.0);

    let (_, eyes) = program.picture();
    program.keys(&["t"]);
    pause();
    // Two heights of a person behind the head, 12 units, and a quarter of one above it, 1.5.
    let far = |place: &Value| distance(&eyes, place);
    let (_, third) = program.picture_until("third person", |place| (far(place) - 12.093).abs() < 0.1);
    desk.xdotool(&["click", "--repeat", "3", "--delay", "200", "5"]);
    program.picture_until("the wheel moves the camera back", |place| far(place) > far(&third) + 0.5);
    program.keys(&["t"]);
    program.picture_until("first person", |place| far(place) < 0.05);

    line(&desk, &program, "levitate on");
    program.quit();
    let text = fs::read_to_string(&file).unwrap();
    for words in ["set_camera", "chase", "levitate"] {
        assert!(text.contains(words), "{words} is missing: {text}");
    }
    revisit_at(home.path(), ["sim", larkmere(), "larkmere", "--replay", &file, "--json"]).ok();
}

/// Places in a window of 960 by 600: in the scene tree, and on the page of bodies.
const CREATURES: (u32, u32) = (742, 54);
const PLACE: (u32, u32) = (660, 87);
const FIRST_CREATURE: (u32, u32) = (640, 154);
const BODY: usize = 7;
const FIRST_BODY: (u32, u32) = (400, 219);

#[test]
fn a_body_and_creatures_come_while_the_zone_runs_and_the_recording_has_them() {
    let Some(desk) = Desk::open() else { return };
    let home = tempfile::tempdir().unwrap();
    let zone = arena();
    let root = zone.path().to_str().unwrap();
    let file = home.path().join("walk.jsonl").display().to_string();
    let arguments = ["play", root, "arena", "--size", "960x600", "--record", &file];
    let mut program = desk.start(home.path(), &arguments);
    program.wait_for_title("Revisit: EverQuest, arena: The Arena");
    program.hold("w");
    let (_, eyes) = program.picture();

    // The first is loaded with the zone, the second is a copy of it.
    program.keys(&["F4"]);
    pause();
    click(&desk, CREATURES);
    click(&desk, FIRST_CREATURE);
    click(&desk, PLACE);
    pause();
    click(&desk, PLACE);
    program.keys(&["F4"]);
    pause();

    // The camera is behind whoever has a body: 12.09 units.
    program.keys(&["Escape"]);
    program.keys(&["shift+Tab"; BODY]);
    program.keys(&["Return"]);
    pause();
    click(&desk, FIRST_BODY);
    let far = |place: &Value| distance(&eyes, place);
    program.picture_until("behind the body", |place| far(place) > 2.0);
    program.keys(&["t"]);
    let (_, again) = program.picture_until("its eyes", |place| far(place) < 0.05);
    assert_eq!(eye(&again).map(f64::round), eye(&eyes).map(f64::round));
    program.hold("w");
    program.quit();

    let text = fs::read_to_string(&file).unwrap();
    let places: Vec<&str> = text.lines().filter(|line| line.contains("guests")).collect();
    assert_eq!(places.len(), 2, "{text}");
    assert!(places[0].contains("bug@") && !places[0].contains("race"), "{text}");
    // The copy is among those that are loaded with the body.
    assert!(places[1].matches("bug@").count() == 2 && places[1].contains("\"race\":\"bug\""), "{text}");
    assert_eq!(text.matches("\"spawn\":").count(), 1, "{text}");
    // Replayed, every hash is as recorded.
    revisit_at(home.path(), ["sim", root, "arena", "--replay", &file, "--json"]).ok();
}

/// The colours of a picture.
fn pixels(path: &Path) -> Vec<u8> {
    let mut reader = png::Decoder::new(BufReader::new(fs::File::open(path).unwrap())).read_info().unwrap();
    let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
    reader.next_frame(&mut bytes).unwrap();
    bytes
}

#[test]
fn creatures_that_come_in_a_recording_are_seen_by_whoever_watches_it() {
    let Some(desk) = Desk::open() else { return };
    let home = tempfile::tempdir().unwrap();
    let zone = arena();
    let root = zone.path().to_str().unwrap();
    let sim = |arguments: &[&str]| {
        let run = ["sim", root, "arena", "--json"];
        revisit_at(home.path(), run.iter().chain(arguments).copied()).ok().json()
    };
    let at = sim(&["--ticks", "1"])["items"][0]["position"].clone();
    let [x, y] = [0, 1].map(|axis| at[axis].as_f64().unwrap());
    // One on each side of whoever stands there, so that one is before them.
    let beetles: Vec<String> = [[8.0, 0.0], [-8.0, 0.0], [0.0, 8.0], [0.0, -8.0]]
        .iter()
        .map(|[east, north]| format!("\"bug@{},{}\"", x + east, y + north))
        .collect();
    let head = r#"{"format":"revisit.replay/2","title":"everquest","world":"arena","fingerprint":"","seed":1,"tick_rate":60,"hash_version":3}"#;
    // What is watched, and where whoever watches it stands at its end.
    let watch = |name: &str, beetles: &str| {
        let [asked, kept, watched] = ["asked", "kept", "watched"]
            .map(|part| home.path().join(format!("{part}-{name}.jsonl")).display().to_string());
        let guests = format!(
            "{{\"tick\":30,\"places\":[{{\"guests\":{{\"key\":\"arena\",\"spawns\":[{beetles}]}}}}]}}"
        );
        let rest = concat!(
            r#"{"tick":600,"input":{"forward":1.0}}"#,
            "\n",
            r#"{"tick":610,"input":{}}"#,
            "\n",
            r#"{"tick":620,"end":true}"#
        );
        fs::write(&asked, format!("{head}\n{guests}\n{rest}\n")).unwrap();
        sim(&["--replay", &asked, "--record", &kept]);
        let arguments = ["play", root, "arena", "--replay", &kept, "--record", &watched, "--size", "320x240"];
        let mut program = desk.start(home.path(), &arguments);
        program.wait_for_title("Revisit: EverQuest, arena: The Arena");
        let (_, start) = program.picture();
        let last = std::cell::RefCell::new(start.clone());
        let stands = |place: &Value| distance(place, &last.replace(place.clone())) < 1e-4;
        let (seen, _) =
            program.picture_until("the end", |place| stands(place) && distance(place, &start) > 0.3);
        let seen = pixels(&seen);
        program.quit();
        // The same creatures came, and every hash of what was watched is that of a run without a window.
        let came = |file: &str| {
            let text = fs::read_to_string(file).unwrap();
            [text.matches("\"guests\"").count(), text.matches("bug@").count()]
        };
        assert_eq!(came(&watched), came(&kept));
        assert!(fs::read_to_string(&watched).unwrap().contains("{\"tick\":600,\"hash\""));
        sim(&["--replay", &watched]);
        seen
    };
    let [with, without] = [watch("with", &beetles.join(",")), watch("without", "")];
    let differ = with.chunks(4).zip(without.chunks(4)).filter(|(a, b)| a != b).count();
    assert!(differ > 50, "{differ} pixels");
}
