//! `bench frames`: along a recorded walk, and for so long that what is never given back shows.

use crate::drawing;
use crate::program::{archipelago, courtyard, demo, island, revisit, valley};

const WALK: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/program/walk.jsonl");

fn last_picture(more: &[&str]) -> String {
    let size = ["bench", "frames", demo(), "--size", "64x48", "--frames", "4", "--json"];
    let json = revisit(size.iter().chain(more).copied()).ok().json();
    json["hash"].as_str().unwrap().to_owned()
}

#[test]
fn a_recorded_walk_is_gone_instead_of_the_way_around_the_start() {
    if drawing::renderer().is_none() {
        return;
    }
    let walked = last_picture(&["--replay", WALK]);
    assert_eq!(walked, last_picture(&["--replay", WALK, "--calibrate"]), "the calibration changes nothing");
    assert_ne!(walked, last_picture(&[]));
}

#[test]
fn a_walk_through_another_world_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("other.jsonl");
    let text = std::fs::read_to_string(WALK).unwrap().replace("\"c1\"", "\"c2\"");
    std::fs::write(&path, text).unwrap();
    let frames = ["bench", "frames", demo(), "--replay", path.to_str().unwrap()];
    revisit(frames).fails(2, &["the recording has the world c2, this is c1"]);
}

/// A flight over an overworld: places join and leave on it, are handed over in its frames and drawn with it.
#[test]
fn a_flight_through_several_places_is_drawn_with_all_that_are_there() {
    if drawing::renderer().is_none() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let [asked, record] = ["asked.jsonl", "record.jsonl"].map(|name| folder.path().join(name));
    let lines = [
        r#"{"format":"revisit.replay/2","title":"daggerfall","world":"427,240","fingerprint":"","seed":1,"tick_rate":60,"hash_version":3}"#,
        r#"{"tick":0,"commands":[{"fly":{"actor":0,"speed":80000.0}},{"place_actor":{"actor":0,"feet":[16384.0,40000.0,-16384.0],"yaw":-1.5707964,"pitch":0.0}}]}"#,
        r#"{"tick":1,"input":{"forward":1.0}}"#,
        r#"{"tick":60,"end":true}"#,
    ];
    std::fs::write(&asked, lines.join("\n")).unwrap();
    let [asked, record] = [&asked, &record].map(|path| path.to_str().unwrap());
    revisit(["sim", archipelago(), "427,240", "--replay", asked, "--record", record]).ok();
    let bench = |replay: &str| {
        let size = ["--size", "64x48", "--frames", "12", "--json", "--replay", replay];
        revisit(["bench", "frames", archipelago(), "427,240"].iter().chain(&size).copied()).ok().json()
    };
    let [flown, recorded] = [asked, record].map(bench);
    assert!(flown["places"].as_u64().unwrap() > 4, "{flown}");
    assert!(flown["joined"].as_u64().unwrap() > 2, "{flown}");
    // As it was recorded the same places join, so that the last picture is the same.
    for key in ["joined", "hash"] {
        assert_eq!(flown[key], recorded[key], "{key}");
    }
}

/// Grass, particles, poses, glass and light that change are streamed in one or another of these.
#[test]
fn two_thousand_frames_of_every_demo_take_no_more_memory_than_two_hundred() {
    if drawing::renderer().is_none() {
        return;
    }
    for world in [demo(), valley(), island(), courtyard()] {
        let frames = ["bench", "frames", world, "--running", "--size", "64x48", "--frames", "2000", "--json"];
        // What grows does so in every run. A software device takes some MiB more or less from frame to frame.
        let mut grown = Vec::new();
        for _ in 0..2 {
            let json = revisit(frames).ok().json();
            let Some(early) = json["memory"]["tenth"].as_u64() else { return };
            let last = json["memory"]["last"].as_u64().unwrap();
            grown.push(last.saturating_sub(early) >> 10);
            if grown.last() < Some(&(8 << 10)) {
                break;
            }
        }
        assert!(
            grown.last() < Some(&(8 << 10)),
            "{world}: from the second tenth to the last {grown:?} KiB more"
        );
    }
}
