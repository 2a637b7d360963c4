//! The mission of the demo of Crimson Skies: an airship that raiders attack, defended by a pilot without a person, shot down
//! while nobody does anything.

use crate::program::{four, revisit, shared};
use load::{Difficulty, Guests};
use serde_json::Value;
use std::path::Path;
use titles::install::Install;
use world::{DamageModel, Side};

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
    // Raiders shoot at whoever defends it, too, and sometimes hit.
    let hits = json["cues"].as_array().unwrap().iter().filter_map(|cue| cue["cue"].get("hit"));
    assert!(hits.filter(|hit| hit["actor"] == 0).count() >= 1);
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

#[test]
fn raiders_hold_out_longer_where_it_is_harder_and_recordings_say_how_hard_it_was() {
    let [.., skies] = four();
    let install = Install::open(Path::new(skies.path), &[]).unwrap();
    let pools = |difficulty: Difficulty| {
        let mut request = install.request(Some("c1/m01")).unwrap();
        request.guests = Guests { vehicle: Some("dunlin".to_owned()), difficulty, ..Guests::default() };
        let scene = load::load(&install.vfs, &request, &mut load::Quiet).unwrap().scene;
        let of = |vehicle: u32| match &scene.combat.arms[vehicle as usize].damage {
            DamageModel::Pools(pools) => Some(pools.whole),
            _ => None,
        };
        let starts = scene.opponents.starts.iter();
        let foes = starts.filter(|start| scene.opponents.minds[start.mind as usize].side == Side::Foe);
        (of(scene.drives.unwrap()).unwrap(), foes.filter_map(|start| of(start.vehicle)).collect::<Vec<_>>())
    };
    let (own, usual) = pools(Difficulty::Normal);
    assert!(usual.len() >= RAIDERS, "{usual:?}");
    for (difficulty, factor) in [(Difficulty::Easy, 0.875), (Difficulty::Hard, 1.25)] {
        let wanted: Vec<[f32; 2]> = usual.iter().map(|whole| whole.map(|pool| pool * factor)).collect();
        assert_eq!(pools(difficulty), (own, wanted), "{difficulty:?}");
    }

    let file = shared().path().join("hard.jsonl");
    let file = file.to_str().unwrap();
    let short = ["sim", skies.path, "c1/m01", "--vehicle", "dunlin", "--ticks", "60", "--json"];
    let hard = revisit(short.iter().chain(&["--difficulty", "hard", "--record", file])).ok().json();
    assert!(std::fs::read_to_string(file).unwrap().contains(r#""difficulty":"hard""#));
    let again = ["sim", skies.path, "c1/m01", "--replay", file, "--json"];
    assert_eq!(revisit(again).ok().json()["items"], hard["items"]);
    revisit(again.iter().chain(&["--difficulty", "easy"])).fails(2, &["leave out", "--difficulty"]);
    revisit(short.iter().chain(&["--difficulty", "brutal"])).fails(2, &["easy, normal or hard"]);
}
