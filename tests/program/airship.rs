//! The mission of the demo of Crimson Skies: an airship that raiders attack, defended by a pilot without a person, shot down
//! while nobody does anything.

use crate::program::{four, revisit, shared};
use serde_json::Value;

/// Raiders of all four waves.
const RAIDERS: usize = 14;

fn states(json: &Value) -> Vec<&str> {
    json["objectives"].as_array().unwrap().iter().map(|own| own["state"].as_str().unwrap()).collect()
}

fn count(json: &Value, kinds: &[&str]) -> usize {
    let cues = json["cues"].as_array().unwrap();
    cues.iter().filter(|cue| kinds.iter().any(|kind| cue["cue"].get(kind).is_some())).count()
}

#[test]
fn a_pilot_without_a_person_defends_it_and_the_recording_does_so_again() {
    let [.., skies] = four();
    let file = shared().path().join("flown.jsonl");
    let file = file.to_str().unwrap();
    let play = ["sim", skies.path, "c1/m01", "--pilot", "bot", "--trace-cues", "--json", "--seed", "2"];
    let json = revisit(play.iter().chain(&["--record", file])).ok().json();
    let won = [["completed"; 4].as_slice(), &["awake"]].concat();
    assert_eq!((json["outcome"].as_str(), states(&json)), (Some("won"), won), "{}", json["objectives"]);
    // Ten minutes, and twice as long as it is meant to take is the most that it may.
    assert!(json["seconds"].as_f64().unwrap() < 800.0, "{}", json["seconds"]);
    // Who is not shot down flies into something.
    assert!(count(&json, &["destroyed", "crashed", "splashed"]) >= RAIDERS);
    assert!(json["hits"].as_u64().unwrap() >= 10, "{}", json["hits"]);
    let again = revisit(["sim", skies.path, "c1/m01", "--replay", file, "--json"]).ok().json();
    assert_eq!((&again["hash"], &again["outcome"]), (&json["hash"], &json["outcome"]));
}

#[test]
fn while_nobody_does_anything_it_is_shot_down() {
    let [.., skies] = four();
    let json =
        revisit(["sim", skies.path, "c1/m01", "--pilot", "idle", "--trace-cues", "--json"]).ok().json();
    // Raiders may ram each other, but not all of them; the last objective is that it falls.
    assert_eq!(json["outcome"].as_str(), Some("lost"));
    assert_eq!(states(&json)[3..], ["dormant", "completed"]);
    assert!(json["seconds"].as_f64().unwrap() < 900.0, "{}", json["seconds"]);
    assert_eq!((&json["shots"], &json["hits"]), (&Value::from(0), &Value::from(0)));
    let cues = json["cues"].as_array().unwrap();
    let last = cues.iter().rev().find_map(|cue| cue["cue"].get("destroyed")).unwrap();
    assert_eq!(last["at"], serde_json::json!([20.0, 175.0, -150.0]), "the airship");
}
