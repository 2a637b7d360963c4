//! The mission of the demo of MechWarrior 3: two trucks leave the valley past guns and a tower, with a pilot without a person
//! ahead of them, or without.

use crate::program::{four, revisit, shared};
use serde_json::Value;

/// Guns that stand beside the road from the start, the machine that keeps it, and the tower.
const GUNS: usize = 8;

fn states(json: &Value) -> Vec<&str> {
    json["objectives"].as_array().unwrap().iter().map(|own| own["state"].as_str().unwrap()).collect()
}

#[test]
fn a_pilot_without_a_person_leads_them_out_and_the_recording_does_so_again() {
    let [mechs, ..] = four();
    let file = shared().path().join("walked.jsonl");
    let file = file.to_str().unwrap();
    let play = ["sim", mechs.path, "c1/m1", "--pilot", "bot", "--trace-cues", "--json", "--seed", "2"];
    let json = revisit(play.iter().chain(&["--record", file])).ok().json();
    let won = [["completed"; 4].as_slice(), &["awake", "completed"]].concat();
    assert_eq!((json["outcome"].as_str(), states(&json)), (Some("won"), won), "{}", json["objectives"]);
    // Twice as long as it is meant to take is the most that it may.
    assert!(json["seconds"].as_f64().unwrap() < 660.0, "{}", json["seconds"]);
    let cues = json["cues"].as_array().unwrap();
    let destroyed = cues.iter().filter(|cue| cue["cue"].get("destroyed").is_some()).count();
    // Those who lie in ambush do not have to be.
    assert!((GUNS..=GUNS + 3).contains(&destroyed), "{destroyed}");
    assert!(json["hits"].as_u64().unwrap() > 100, "a gun takes 75: {}", json["hits"]);
    let again = revisit(["sim", mechs.path, "c1/m1", "--replay", file, "--json"]).ok().json();
    assert_eq!((&again["hash"], &again["outcome"]), (&json["hash"], &json["outcome"]));
}

#[test]
fn while_nobody_does_anything_the_first_guns_stop_them() {
    let [mechs, ..] = four();
    let json = revisit(["sim", mechs.path, "c1/m1", "--pilot", "idle", "--json"]).ok().json();
    assert_eq!((json["outcome"].as_str(), states(&json)[0]), (Some("lost"), "awake"));
    assert_eq!(&json["shots"], &Value::from(0));
}

#[test]
fn whoever_walks_has_no_mission() {
    let [mechs, pirates, ..] = four();
    for path in [mechs.path, pirates.path] {
        let json = revisit(["sim", path, "c1/m1", "--ticks", "60", "--json"]).ok().json();
        assert_eq!(json.get("outcome"), None, "{path}");
    }
}
