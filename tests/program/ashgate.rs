//! Ashgate and Larkmere, the joined zones of the demo for EverQuest: crossed by recorded input there and back, with
//! lava that burns, water that carries, and a goblin that holds a sword.

use crate::program::{larkmere, revisit};
use serde_json::Value;
use std::fs;
use std::path::Path;

/// A recording with these lines of input.
fn recording(zone: &str, lines: &[&str]) -> String {
    let head = format!(
        r#"{{"format":"revisit.replay/2","title":"everquest","world":"{zone}","fingerprint":"","seed":1,"tick_rate":60,"hash_version":3}}"#
    );
    std::iter::once(head.as_str()).chain(lines.iter().copied()).map(|line| format!("{line}\n")).collect()
}

fn position(item: &Value) -> [f64; 3] {
    [0, 1, 2].map(|axis| item["position"][axis].as_f64().unwrap())
}

fn items(run: &Value) -> &[Value] {
    run["items"].as_array().unwrap()
}

#[test]
fn both_zones_open_with_nothing_odd() {
    let worlds = revisit(["worlds", larkmere(), "--json"]).ok().json();
    let ids: Vec<&str> = items(&worlds).iter().map(|item| item["id"].as_str().unwrap()).collect();
    assert_eq!(ids, ["ashgate", "larkmere"], "archives of objects, creatures and equipment are no zones");
    for zone in ids {
        let loaded = revisit(["load", larkmere(), zone, "--json", "--deny", "note"]).ok().json();
        assert_eq!(loaded["findings"]["counts"], serde_json::json!({}), "{zone}");
    }
}

/// A walk through both zones, 19 seconds long: over the line of Larkmere's gate, off the edge of Ashgate's fissure into
/// the lava, over the line back, and out into the lake. Three commands put the walker to the next of these places.
const TOUR: [&str; 6] = [
    r#"{"tick":0,"input":{"forward":1.0}}"#,
    r#"{"tick":0,"commands":[{"place_actor":{"actor":0,"feet":[56.0,8.0,-470.0],"yaw":0.0,"pitch":0.0}}]}"#,
    r#"{"tick":300,"commands":[{"place_actor":{"actor":1,"feet":[-40.0,9.0,-166.0],"yaw":0.0,"pitch":0.0}}]}"#,
    r#"{"tick":540,"commands":[{"place_actor":{"actor":1,"feet":[0.0,8.0,-60.0],"yaw":3.1415927,"pitch":0.0}}]}"#,
    r#"{"tick":900,"commands":[{"place_actor":{"actor":1,"feet":[140.0,-1.5,40.0],"yaw":0.0,"pitch":0.0}}]}"#,
    r#"{"tick":1140,"end":true}"#,
];

#[test]
fn a_recorded_walk_crosses_both_lines_burns_in_lava_and_swims_and_its_recording_does_so_again() {
    let recordings = tempfile::tempdir().unwrap();
    let [walk, record] = ["walk.jsonl", "record.jsonl"].map(|name| recordings.path().join(name));
    fs::write(&walk, recording("larkmere", &TOUR)).unwrap();
    let [walk, record] = [&walk, &record].map(|path| path.to_str().unwrap());
    let run = |more: &[&str]| {
        let asked = ["sim", larkmere(), "larkmere", "--json", "--trace-cues"];
        revisit(asked.iter().chain(more)).ok().json()
    };
    let walked = run(&["--replay", walk, "--record", record]);
    let at = |tick: u64| {
        let item = items(&walked).iter().find(|item| item["tick"] == tick).unwrap();
        (item["place"].as_str().unwrap(), position(item), item["grounded"].as_bool().unwrap())
    };
    // 18 units at 7 a second, then half a second in which the picture fades: in Ashgate in tick 185, 44 north.
    let (place, [x, y, _], _) = at(120);
    assert_eq!((place, x.round(), y.round()), ("larkmere", 484.0, -56.0));
    let (place, [x, y, z], _) = at(240);
    assert_eq!(place, "ashgate");
    assert!((45.0..54.0).contains(&x) && y.abs() < 0.5 && (z - 8.0).abs() < 0.3, "{x} {y} {z}");
    // In the lava below the edge, which is 9 high.
    let (place, [x, y, z], grounded) = at(360);
    assert_eq!((place, grounded), ("ashgate", false));
    assert!((166.0..180.0).contains(&x) && (y - 40.0).abs() < 0.5 && z < -5.0, "{x} {y} {z}");
    // Back before Larkmere's gate, walking south.
    let (place, [x, y, z], _) = at(900);
    assert_eq!(place, "larkmere");
    assert!((455.0..474.5).contains(&x) && (y + 56.0).abs() < 0.5 && (z - 8.0).abs() < 1.0, "{x} {y} {z}");
    // The lake is some 20 deep there: whoever swims ahead sinks to no bottom. 10 units a second.
    let [(place, [from, ..], _), (_, [to, _, z], grounded)] = [at(1020), at(1140)];
    assert_eq!((place, grounded), ("larkmere", false));
    assert!((to - from - 20.0).abs() < 0.2 && (-8.0..1.0).contains(&z), "{from} to {to} at {z}");
    let cues = walked["cues"].to_string();
    assert_eq!([cues.matches("Entering ashgate").count(), cues.matches("Entering larkmere").count()], [1, 1]);
    // At once, and then each second: it fell in after two thirds of the first of four.
    assert_eq!(cues.matches("The lava burns you: 10 damage").count(), 4);
    let again = run(&["--replay", record]);
    assert_eq!(again["items"], walked["items"], "places and hashes");
    // A picture on the way: by the input and by the recording with its places the same.
    let picture = recordings.path().join("there.png");
    let shot = |replay: &str| {
        let there = picture.to_str().unwrap();
        let asked =
            ["shot", larkmere(), "larkmere", "--ticks", "240", "--out", there, "--size", "64x48", "--json"];
        let shot = revisit(asked.iter().chain(&["--replay", replay])).ok().json();
        ([0, 1, 2].map(|axis| shot["eye"][axis].as_f64().unwrap()), fs::read(&picture).unwrap())
    };
    let ([x, y, z], by_input) = shot(walk);
    assert!((45.0..54.0).contains(&x) && y.abs() < 0.5 && (z - 13.4).abs() < 0.3, "{x} {y} {z}");
    assert!(shot(record).1 == by_input, "the same picture");
}

#[test]
fn the_goblin_is_shown_with_its_skins_and_what_it_holds() {
    let archive = Path::new(larkmere()).join("ashgate_chr.s3d");
    let shown = revisit(["show", archive.to_str().unwrap(), "--json"]).ok().json();
    let names: Vec<&str> = items(&shown).iter().map(|item| item["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["gob", "gob+head01", "gob+skin01"]);
    let all = revisit(["show", larkmere(), "--json"]).ok().json().to_string();
    assert!(all.contains("\"it1\"") && all.contains("\"it2\""), "{all}");
    let placed = revisit([
        "sim",
        larkmere(),
        "ashgate",
        "--spawn",
        "gob+skin01+right=it1@150,6,8,200",
        "--spawn",
        "gob@60,4,8,0:fight",
        "--race",
        "gob+head01",
        "--ticks",
        "30",
        "--json",
    ]);
    assert_eq!(items(&placed.ok().json()).last().unwrap()["place"], "ashgate");
}
