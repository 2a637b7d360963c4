//! Ashgate and Larkmere, the joined zones of the demo for EverQuest: crossed by recorded input there and back, with
//! lava that burns, water that carries, and a goblin that holds a sword.

use crate::program::{larkmere, revisit};
use serde_json::Value;
use std::fs;
use std::path::Path;
use tempfile::TempDir;

/// The demo with other starts: the lines that say them.
fn starting(larkmere_at: &str, ashgate_at: &str) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    copy(Path::new(larkmere()), folder.path());
    let note = folder.path().join("revisit-demo.toml");
    let text = fs::read_to_string(&note).unwrap();
    let (before, _) = text.split_once("[start]").unwrap();
    fs::write(&note, format!("{before}[start]\n{larkmere_at}\n\n[start.of.ashgate]\n{ashgate_at}\n"))
        .unwrap();
    folder
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap().map(Result::unwrap) {
        let to = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            copy(&entry.path(), &to);
        } else {
            fs::copy(entry.path(), to).unwrap();
        }
    }
}

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

/// Over the line of Larkmere's gate, and after a turn back over that of Ashgate.
#[test]
fn recorded_input_walks_from_larkmere_to_ashgate_and_back_and_a_recording_does_so_again() {
    let install = starting(
        "position = [470.0, -56.0, 8.0]\nyaw_deg = 0.0",
        "position = [44.0, 0.0, 8.0]\nyaw_deg = 0.0",
    );
    let root = install.path().to_str().unwrap();
    let recordings = tempfile::tempdir().unwrap();
    let [walk, record] = ["walk.jsonl", "record.jsonl"].map(|name| recordings.path().join(name));
    let lines = [
        r#"{"tick":0,"input":{"forward":1.0}}"#,
        // In Ashgate, by then: about, and back.
        r#"{"tick":300,"input":{"forward":1.0,"yaw":3.1415927}}"#,
        r#"{"tick":301,"input":{"forward":1.0}}"#,
        r#"{"tick":780,"end":true}"#,
    ];
    fs::write(&walk, recording("larkmere", &lines)).unwrap();
    let [walk, record] = [&walk, &record].map(|path| path.to_str().unwrap());
    let run = |more: &[&str]| {
        let asked = ["sim", root, "larkmere", "--json", "--trace-cues"];
        revisit(asked.iter().chain(more)).ok().json()
    };
    let walked = run(&["--replay", walk, "--record", record]);
    let at = |tick: u64| {
        let item = items(&walked).iter().find(|item| item["tick"] == tick).unwrap();
        (item["place"].as_str().unwrap(), position(item))
    };
    // 18 units at 7 a second, then half a second in which the picture fades: in Ashgate in tick 185, 44 north.
    let (place, [x, y, _]) = at(120);
    assert_eq!((place, x.round(), y.round()), ("larkmere", 484.0, -56.0));
    let (place, [x, y, z]) = at(240);
    assert_eq!(place, "ashgate");
    assert!((45.0..54.0).contains(&x) && y.abs() < 0.5 && (z - 8.0).abs() < 0.3, "{x} {y} {z}");
    // And back, before the gate, walking south.
    let (place, [x, y, z]) = at(780);
    assert_eq!(place, "larkmere");
    assert!((430.0..474.5).contains(&x) && (y + 56.0).abs() < 0.5 && (z - 8.0).abs() < 1.0, "{x} {y} {z}");
    let cues = walked["cues"].to_string();
    assert_eq!([cues.matches("Entering ashgate").count(), cues.matches("Entering larkmere").count()], [1, 1]);
    let again = run(&["--replay", record]);
    assert_eq!(again["items"], walked["items"], "places and hashes");
}

#[test]
fn lava_burns_and_water_carries() {
    // North, over the edge of the fissure.
    let install = starting(
        "position = [-40.0, -140.0, -1.5]\nyaw_deg = 0.0",
        "position = [166.0, 40.0, 9.0]\nyaw_deg = 0.0",
    );
    let root = install.path().to_str().unwrap();
    let recordings = tempfile::tempdir().unwrap();
    let run = |zone: &str| {
        let walk = recordings.path().join("walk.jsonl");
        let lines = [r#"{"tick":0,"input":{"forward":1.0}}"#, r#"{"tick":240,"end":true}"#];
        fs::write(&walk, recording(zone, &lines)).unwrap();
        let walk = walk.to_str().unwrap();
        revisit(["sim", root, zone, "--json", "--trace-cues", "--replay", walk]).ok().json()
    };
    let burnt = run("ashgate");
    let hurt = burnt["cues"].to_string().matches("The lava burns you: 10 damage").count();
    let [_, _, z] = position(items(&burnt).last().unwrap());
    assert!(hurt >= 2 && z < 0.0, "{hurt} at {z}");
    // The lake is some 20 deep there: whoever swims ahead sinks to no bottom.
    let swum = run("larkmere");
    let last = items(&swum).last().unwrap();
    let [x, _, z] = position(last);
    assert!(x > -20.0 && (-8.0..1.0).contains(&z) && last["grounded"] == false, "{last}");
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
        "--race",
        "gob+head01",
        "--ticks",
        "30",
        "--json",
    ]);
    assert_eq!(items(&placed.ok().json()).last().unwrap()["place"], "ashgate");
}
