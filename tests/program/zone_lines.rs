//! Zones of EverQuest that lines join: a walk there and back, and the same from its recording.

use crate::program::revisit;
use crate::zone_maker::{Install, Maker, archive, grass, two_regions};
use everquest::wld::{Body, Zone};
use serde_json::Value;
use std::fs;

/// Turns to the left by a quarter in the first tick, and walks.
const WALK: &str = concat!(
    r#"{"format":"revisit.replay/2","title":"everquest","world":"arena","fingerprint":"","seed":1,"#,
    r#""tick_rate":60,"hash_version":3}"#,
    "\n{\"tick\":0,\"input\":{\"forward\":1.0,\"yaw\":1.5707964}}",
    "\n{\"tick\":1,\"input\":{\"forward\":1.0}}\n{\"tick\":840,\"end\":true}\n",
);

/// A zone of two regions, of which the western one is a line.
fn with_line(text: &str) -> Maker {
    let mut zone = two_regions();
    let name = zone.name(text);
    zone.add(Body::Zone(Box::new(Zone { name, regions: vec![0], ..Default::default() })));
    zone
}

/// The zones `arena` and `beach`: a reference leads there, and a line that names its end leads back.
fn install() -> Install {
    let install = Install::of_zone(with_line("DRNTP00255000001_ZONE"));
    // Zone 77 at (-20, -30, 0), heading as before.
    let beach = with_line("DRNTP00077-00020-030.0000000999_ZONE");
    let beach = archive(&[("beach.wld", beach.bytes()), ("grass.bmp", grass())]);
    install.put("beach.s3d", &beach);
    install.put("eqgame.exe", b"");
    install.put("gequip.s3d", &archive(&[]));
    let table =
        "[[line]]\nzone = \"arena\"\nreference = 1\ntarget = \"beach\"\nx = 5.0\ny = -30.0\nz = 0.0\n";
    install.put("zone_lines.toml", table.as_bytes());
    install
}

#[test]
fn a_walk_over_a_line_leads_into_the_next_zone_and_back_and_a_recording_leads_there_again() {
    let install = install();
    let root = install.path().to_str().unwrap();
    let recordings = tempfile::tempdir().unwrap();
    let [walk, record] = ["walk.jsonl", "record.jsonl"].map(|name| recordings.path().join(name));
    fs::write(&walk, WALK).unwrap();
    let [walk, record] = [&walk, &record].map(|path| path.to_str().unwrap());
    let run = |more: &[&str]| {
        revisit(["sim", root, "arena", "--json", "--trace-cues"].iter().chain(more)).ok().json()
    };
    let walked = run(&["--replay", walk, "--record", record]);

    let joined = &walked["places"][0]["join"];
    assert_eq!((&joined["world"], &joined["site"]["key"]), (&"beach".into(), &"beach".into()), "{joined}");
    let items = walked["items"].as_array().unwrap();
    let at = |tick: u64| {
        let item = items.iter().find(|item| item["tick"] == tick).unwrap();
        let axis = |axis: usize| item["position"][axis].as_f64().unwrap();
        (item["place"].as_str().unwrap(), [axis(0), axis(1)])
    };
    let near = |found: [f64; 2], by_hand: [f64; 2]| {
        assert!(
            found.iter().zip(by_hand).all(|(found, hand)| (found - hand).abs() < 0.3),
            "{found:?} {by_hand:?}"
        );
    };
    // From y = -50 on 7 units a second: 428 ticks to the line, then 30 in which the picture fades.
    let (place, position) = at(360);
    assert_eq!(place, "arena");
    near(position, [0.0, -8.0]);
    // From y = -30 on: 22 ticks, 257 to the line and 30 of waiting.
    let (place, position) = at(480);
    assert_eq!(place, "beach");
    near(position, [5.0, -27.5]);
    let (place, position) = at(720);
    assert_eq!(place, "beach");
    near(position, [5.0, 0.3]);
    // And back, 745 ticks after the start: 95 ticks on.
    let (place, position) = at(840);
    assert_eq!(place, "arena");
    near(position, [-20.0, -19.0]);
    let said: Vec<&Value> = walked["cues"].as_array().unwrap().iter().map(|cued| &cued["cue"]).collect();
    let entering =
        |zone: &str| said.iter().filter(|cue| cue.to_string().contains(&format!("Entering {zone}"))).count();
    assert_eq!((entering("beach"), entering("arena")), (1, 1), "{said:?}");

    let again = run(&["--replay", record]);
    assert_eq!(again["items"], walked["items"]);
    assert_eq!(again["places"], walked["places"]);
}

#[test]
fn a_zone_that_cannot_be_loaded_turns_people_away() {
    let install = install();
    // A zone by its start, but broken behind it.
    let mut beach = two_regions().bytes();
    beach.truncate(40);
    install.put("beach.s3d", &archive(&[("beach.wld", beach)]));
    let recordings = tempfile::tempdir().unwrap();
    let walk = recordings.path().join("walk.jsonl");
    fs::write(&walk, WALK).unwrap();
    let root = install.path().to_str().unwrap();
    let walk = walk.to_str().unwrap();
    let walked =
        revisit(["sim", root, "arena", "--json", "--trace-cues", "--replay", walk].iter()).ok().json();
    let cues = walked["cues"].to_string();
    assert!(cues.contains("Entering beach") && cues.contains("beach could not be entered"), "{cues}");
    let last = walked["items"].as_array().unwrap().last().unwrap();
    assert_eq!(last["place"], "arena");
    // They walked on through the line.
    assert!(last["position"][1].as_f64().unwrap() > 30.0, "{last}");
}
