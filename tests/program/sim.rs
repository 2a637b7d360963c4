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
