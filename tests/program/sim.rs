//! `sim`: the same input gives the same state, and any other does not.

use crate::program::{demo, revisit};
use std::fs;

fn hashes(run: &serde_json::Value) -> Vec<String> {
    run["items"].as_array().unwrap().iter().map(|item| item["hash"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn two_runs_have_equal_hashes_and_another_seed_has_not() {
    let first = revisit(["sim", demo(), "c1", "--ticks", "3600", "--json"]).ok().json();
    let second = revisit(["sim", demo(), "c1", "--ticks", "3600", "--json"]).ok().json();
    assert_eq!(hashes(&first).len(), 60);
    assert_eq!(first, second);
    let other = revisit(["sim", demo(), "c1", "--ticks", "3600", "--seed", "2", "--json"]).ok().json();
    assert_ne!(hashes(&first), hashes(&other));
    assert_ne!(hashes(&first)[0], hashes(&first)[1], "time passes");
}

#[test]
fn a_recording_replays_and_a_changed_one_says_where_it_differs() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("walk.jsonl");
    let path = path.to_str().unwrap();
    revisit(["sim", demo(), "c1", "--ticks", "180", "--record", path]).ok();
    revisit(["sim", demo(), "c1", "--replay", path]).ok();

    let text = fs::read_to_string(path).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 1 + 3 + 1, "header, three hashes, end: {text}");
    let changed = text.replacen("\"hash\":\"", "\"hash\":\"f", 1).replacen("f", "", 0);
    let changed = {
        let at = changed.find("\"hash\":\"f").unwrap() + 8;
        let mut changed = changed;
        changed.remove(at + 16);
        changed
    };
    let other = folder.path().join("other.jsonl");
    fs::write(&other, changed).unwrap();
    revisit(["sim", demo(), "c1", "--replay", other.to_str().unwrap()]).fails(2, &["tick 60", "differs"]);

    let foreign = folder.path().join("foreign.jsonl");
    let fingerprint = serde_json::from_str::<serde_json::Value>(lines[0]).unwrap()["fingerprint"].clone();
    let fingerprint = fingerprint.as_str().unwrap();
    fs::write(&foreign, text.replace(fingerprint, "0123456789abcdef")).unwrap();
    revisit(["sim", demo(), "c1", "--replay", foreign.to_str().unwrap()]).fails(2, &["fingerprint"]);
}

/// A recording typed by hand: somebody is put somewhere, seen from behind, and
/// falls; the world says something.
const COMMANDS: &str = r#"{"format":"revisit.replay/2","title":"mechwarrior3","world":"c1","fingerprint":"","seed":1,"tick_rate":60,"hash_version":3}
{"tick":0,"input":{"forward":1.0}}
{"tick":30,"commands":[{"place_actor":{"actor":0,"feet":[10.0,100.0,20.0],"yaw":0.5,"pitch":0.0}},{"set_seed":9}]}
{"tick":31,"commands":[{"set_camera":{"mode":{"chase":{"distance":5.0,"lift":1.0}},"seconds":0.5}}]}
{"tick":40,"commands":[{"cue":{"message":{"text":"hello"}}},{"remove_light":77}]}
{"tick":360,"end":true}
"#;

#[test]
fn commands_are_replayed_and_what_the_world_says_is_printed() {
    let folder = tempfile::tempdir().unwrap();
    let [typed, again] = ["typed.jsonl", "again.jsonl"].map(|name| folder.path().join(name));
    fs::write(&typed, COMMANDS).unwrap();
    let [typed, again] = [&typed, &again].map(|path| path.to_str().unwrap());
    let first =
        revisit(["sim", demo(), "c1", "--replay", typed, "--record", again, "--json", "--trace-cues"]);
    assert!(first.err.contains("light 77 does not exist"), "{}", first.err);
    let first = first.ok().json();
    let cues = first["cues"].as_array().unwrap();
    assert_eq!(cues[0], serde_json::json!({"tick": 40, "cue": {"message": {"text": "hello"}}}));
    let landed = &cues[1]["cue"]["landed"];
    // The root of 2 * 9.8 * 100 m, if the ground is at height 0.
    assert!((40.0..45.0).contains(&landed["speed"].as_f64().unwrap()), "{cues:?}");

    let second = revisit(["sim", demo(), "c1", "--replay", again, "--json"]).ok().json();
    assert_eq!(hashes(&second), hashes(&first));
    assert!(second.get("cues").is_none());
    let text = revisit(["sim", demo(), "c1", "--replay", again, "--trace-cues"]).ok().out;
    assert!(text.contains(r#"tick     40  {"message":{"text":"hello"}}"#), "{text}");
    let walked = revisit(["sim", demo(), "c1", "--ticks", "360", "--json"]).ok().json();
    assert_ne!(hashes(&walked), hashes(&first));
}

#[test]
fn a_recording_of_the_format_before_still_leads_along_its_way() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("old.jsonl");
    let old = concat!(
        r#"{"format":"revisit.replay/1","title":"mechwarrior3","world":"c1","fingerprint":"","seed":1,"tick_rate":60}"#,
        "\n{\"tick\":0,\"input\":{\"forward\":1.0}}\n{\"tick\":60,\"hash\":\"0123456789abcdef\"}\n{\"tick\":120,\"end\":true}\n"
    );
    fs::write(&path, old).unwrap();
    let run = revisit(["sim", demo(), "c1", "--replay", path.to_str().unwrap(), "--json"]);
    assert!(run.err.contains("the hashes of the recording have version 2"), "{}", run.err);
    let positions = run.ok().json()["items"].as_array().unwrap().clone();
    let z = |item: usize| positions[item]["position"][2].as_f64().unwrap();
    assert!((z(0) - z(1) - 3.0).abs() < 0.1, "a second at 3 metres a second: {positions:?}");
}
